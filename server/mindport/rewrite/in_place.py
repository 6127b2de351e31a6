"""Methods that change their tensor: MindSpore makes a new one, which takes the old one's name or its place.

The name is bound anew where nothing else can hold the tensor; elsewhere its elements are assigned, ``x[...] = x + 1``.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.analysis.uses import ApiUse
from mindport.mapping import translate as translation
from mindport.rewrite import gradient_copies, holders, later_reads, other_holders, views
from mindport.rewrite import held_names as names
from mindport.rewrite.indices import Parts, as_argument, data_of
from mindport.rewrite.kept_types import METHODS
from mindport.rewrite.site import Site
from mindport.rewrite.statements import indentation, line_span
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Moved, Span

_RESHAPING = frozenset(["unsqueeze_", "squeeze_", "transpose_", "t_", "swapaxes_", "swapdims_", "detach_"])
_NOT_ALWAYS = (
    ast.Lambda,
    ast.IfExp,
    ast.BoolOp,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.NamedExpr,
)
"""What is around a call that may not be made at all, or several times."""


def changed(use: ApiUse) -> ast.expr | None:
    """The tensor that an in-place method, or a function such as ``torch.relu_``, changes; of a chain the first one."""
    if use.first is not None:
        found: ast.expr | None = use.first
    elif use.receiver is not None:
        found = use.node.value if isinstance(use.node, ast.Attribute) else None
    elif use.bound is not None and use.bound.signature.positional:
        found = use.bound.value(use.bound.signature.positional[0].name)
    else:
        found = None
    return _put_into(names.first(found)) if found is not None else None


def _put_into(node: ast.expr) -> ast.expr:
    """The tensor that ``torch.add(x, y, out=z).mul_(2)`` changes is ``z``."""
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg == translation.OUT and isinstance(keyword.value, (ast.Name, ast.Attribute, ast.Subscript)):
                return keyword.value
    return node


def edits(use: ApiUse, node: ast.expr, parts: list[str | Span], site: Site) -> tuple[bool, list[Edit] | None]:
    """Whether the call ``node``, worth ``parts``, is one whose effect has to be written out, and how (``None``: it cannot be)."""
    root, source = changed(use), site.source
    statement = source.parent(node)
    if root is None:
        return False, None
    if isinstance(root, ast.Name) and not names.in_chain(statement) and _is_widened(node, root, site):
        parts = ["(", *parts, f").to({root.id}.dtype)"]
    if isinstance(statement, ast.Expr):
        return True, _statement(use, node, root, parts, site)
    if names.in_chain(statement):
        return False, None
    if not isinstance(root, ast.Name):
        return _within(use, node, root, parts, site)
    span = source.span(node)
    of_function = names.made_here(source, root) or names.is_argument(source, root)
    if of_function and not _reshapes(use) and _may_be_split(statement, node):
        held = holders.origin(site, root, node)[0] is holders.Origin.HELD and holders.is_anothers(site, root, node)
        if held and isinstance(statement, ast.stmt) and _starts_its_line(source, statement):
            copies = gradient_copies.of_method(use, node, root, site)
            assigned = list(elements(site, root, node, root.id, parts))
            if isinstance(statement, ast.Assign) and [ast.unparse(t) for t in statement.targets] == [root.id]:
                return True, [Edit(source.span(statement), tuple(assigned)), *copies]
            rest = source.text[source.span(statement).start : span.start] + root.id
            line = "\n" + indentation(source, statement) + rest
            return True, [Edit(source.span(statement), (*assigned, line)), *copies]
    within = _within(use, node, root, parts, site)
    if within[0]:
        return within
    if later_reads.is_kept_for_later(source, root, node):
        # As a value: the name takes the new tensor too, for it is read again.
        return True, [Edit(span, ("(", root.id, " := ", *parts, ")"))]
    return False, None


def _is_widened(node: ast.expr, root: ast.expr, site: Site) -> bool:
    """Whether the chain of calls that changes ``root`` would give it another type."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        others = [*node.args, *(keyword.value for keyword in node.keywords)]
        if site.apis.get(id(node.func)) in METHODS and site.widens(root, others):
            return True
        node = node.func.value
    return False


def _within(
    use: ApiUse, node: ast.expr, root: ast.expr, parts: list[str | Span], site: Site
) -> tuple[bool, list[Edit] | None]:
    """A call within an expression: where others see what it changes, the change gets a line of its own before the statement."""
    source = site.source
    if _reshapes(use):
        return False, None
    if isinstance(root, ast.Call) and holders.is_view(site, root) and _is_viewed_later(site, root, node):
        return True, _through_view(node, root, parts, site)
    if isinstance(root, ast.Name) and holders.is_view_by_name(site, root, node):
        _, base = holders.origin(site, root, node)
        return (True, None) if later_reads.is_read_later(source, base, root.id, node) else (False, None)
    if isinstance(root, ast.Call) or _is_made_there(site, root) or not holders.is_anothers(site, root, node):
        return False, None
    statement = _room_before(source, node, root)
    line = _statement(use, node, root, parts, site) if statement is not None else None
    if statement is None or line is None or line[0].span != source.span(node):
        return True, _as_value(use, node, root, parts, site)
    start = source.span(statement).start
    ahead = [Moved(part) if isinstance(part, Span) else part for part in line[0].parts]
    before = Edit(Span(start, start), (*ahead, source.newline + indentation(source, statement)), 1)
    left = root.id if isinstance(root, ast.Name) else source.span(root)
    return True, [before, Edit(source.span(node), (left,)), *line[1:]]


def _through_view(node: ast.expr, view: ast.Call, parts: list[str | Span], site: Site) -> list[Edit] | None:
    """``torch.diagonal(c).add_(-1)``: put into ``c`` before the statement, which then asks for the view anew."""
    source = site.source
    of, statement = views.base(site, view, node), _room_before(source, node, view)
    if of is None or statement is None:
        return None
    ahead = [Moved(part) if isinstance(part, Span) else part for part in views.put(site, of, view, node, parts).parts]
    start = source.span(statement).start
    line = Edit(Span(start, start), (*ahead, source.newline + indentation(source, statement)), 1)
    return [line, Edit(source.span(node), (source.span(view),))]


def _is_made_there(site: Site, root: ast.expr) -> bool:
    """``torch.ones_like(action).data``: nobody else holds it."""
    made = root
    while isinstance(made, ast.Attribute) and made.attr == "data":
        made = made.value
    return isinstance(made, ast.Call) and holders.origin_of(site, made)[0] is holders.Origin.MADE


def _as_value(use: ApiUse, node: ast.expr, root: ast.expr, parts: list[str | Span], site: Site) -> list[Edit] | None:
    """The change as an expression of its own, for a place that may be reached never or often."""
    source = site.source
    if isinstance(root, ast.Attribute) and root.attr == "data":
        written: str | Span = source.span(root.value)
    else:
        written = root.id if isinstance(root, ast.Name) else source.span(root)
    call = (f"{site.spelling.helper('set_elements')}(", written, ", ", *parts, ")")
    copies = gradient_copies.of_method(use, node, root, site) if isinstance(root, ast.Name) else ()
    return [Edit(source.span(node), call), *copies]


def _is_viewed_later(site: Site, view: ast.Call, node: ast.expr) -> bool:
    base = holders.origin_of(site, view)[1]
    return isinstance(base, ast.Name) and later_reads.is_read_later(site.source, base, "", node)


def _room_before(source: SourceFile, node: ast.expr, root: ast.expr) -> ast.stmt | None:
    """The statement that ``node`` stands in, if what ``node`` changes may be changed before it: it is made in any case, and
    nothing of the statement has read the tensor by then or changes another one."""
    current, above = node, source.parent(node)
    while isinstance(above, (ast.expr, ast.keyword)):
        if isinstance(above, _NOT_ALWAYS):
            return None
        current, above = above, source.parent(above)  # type: ignore[assignment]
    if not isinstance(above, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr)):
        return None
    if current is not above.value or not _starts_its_line(source, above):
        return None
    inside, text = {id(one) for one in ast.walk(node)}, ast.unparse(root)
    for one in ast.walk(above):
        if id(one) in inside or not isinstance(one, ast.expr):
            continue
        if names.place_of(one) < names.place_of(node) and type(one) is type(root) and ast.unparse(one) == text:
            return None
        if isinstance(one, ast.Call) and names.in_chain(one.func) and not isinstance(names.first(one), ast.BinOp):
            return None
    return above


def _starts_its_line(source: SourceFile, statement: ast.stmt) -> bool:
    span = source.span(statement)
    return not source.text[line_span(source, statement).start : span.start].strip()


def _may_be_split(statement: ast.AST | None, node: ast.expr) -> bool:
    """Whether the statement gives or binds the call's value and does nothing else."""
    if isinstance(statement, ast.Return):
        return True
    if not isinstance(statement, ast.Assign):
        return False
    return statement.value is node and all(isinstance(t, ast.Name) for t in statement.targets)


def _statement(use: ApiUse, node: ast.expr, target: ast.expr, parts: list[str | Span], site: Site) -> list[Edit] | None:
    """``x.add_(1)`` as a statement becomes ``x = x + 1``.

    What the function did not make itself (an argument, the variable of a loop, what a name or an object holds) may be a
    Parameter or someone else's tensor: its elements are assigned, ``p[...] = p + 1``.
    """
    source = site.source
    span = source.span(node)
    of = views.base(site, target, node) if not _reshapes(use) else None
    if of is not None:
        return [views.put(site, of, target, node, parts)]
    if not isinstance(target, (ast.Name, ast.Attribute, ast.Subscript)):
        return None  # a temporary view of what cannot be named
    if isinstance(target, ast.Subscript) and holders.is_copy(site, target):
        return None  # ``x[mask].fill_(0)`` changes elements that nobody holds, and leaves ``x`` as it is
    if _reshapes(use):
        return [Edit(span, (source.span(target), " = ", *parts))]
    if isinstance(target, ast.Attribute) and target.attr == "data" and not isinstance(target.value, ast.Call):
        if isinstance(target.value, ast.Name) and names.made_here(source, target.value):
            origin, base = holders.origin(site, target.value, node)
            if origin is holders.Origin.VIEW:  # ``ops.assign`` takes no views
                set_alone = use.api.rpartition(".")[2] in gradient_copies.SETTING
                if not set_alone or later_reads.is_read_later(source, base, target.value.id, node):
                    return None
                name = target.value.id
                return [Edit(span, (name, " = ", *parts)), Edit(source.span(target), (name,))]
            if origin is holders.Origin.HELD and holders.is_given_by_call(site, target.value, node):
                put = site.spelling.helper("put_data")
                return [Edit(span, (f"{target.value.id} = {put}({target.value.id}, ", *parts, ")"))]
        if isinstance(target.value, ast.Subscript) and isinstance(target.value.value, ast.Name):
            item = source.span(target.value)
            kind = site.context.type_of(target.value.value)
            if kind == "tensor":
                return [Edit(span, (item, " = ", *parts))]
            if kind in ("unknown", "list") and not holders.may_be_parameter(site, target.value, node):
                return [Edit(span, (item, " = ", site.spelling.helper("put_data"), "(", item, ", ", *parts, ")"))]
        # An optimizer that has run once goes on with what ``ops.assign`` changes, and never sees what ``p.data =`` sets.
        assign = site.spelling.name("mindspore.ops.assign")
        return [Edit(span, (f"{assign}(", source.span(target.value), ", ", *parts, ")"))]
    if site.is_parameter(target):
        return [Edit(span, elements(site, target, node, source.span(target), parts))]
    data = data_of(target)
    if data is not None and isinstance(target, ast.Subscript):
        return [Edit(span, items(site, data.value, target.slice, parts))]
    if not isinstance(target, ast.Name):
        # An attribute may be a Parameter or a buffer, which a Cell lets nobody replace; so may what a dictionary holds.
        whole = isinstance(target, ast.Attribute) and target.attr == "grad"
        if whole or isinstance(target, ast.Subscript) and holders.is_of_tensor(site, target):
            return [Edit(span, (source.span(target), " = ", *parts))]
        return [Edit(span, elements(site, target, node, source.span(target), parts))]
    if names.made_here(source, target):
        origin, base = holders.origin(site, target, node)
        if origin is holders.Origin.VIEW and isinstance(base, ast.Attribute) and base.attr == "data":
            # ``[...]`` would not reach what it is the data of.
            return [Edit(span, (f"{site.spelling.name('mindspore.ops.assign')}({target.id}, ", *parts, ")"))]
        if origin is holders.Origin.VIEW and later_reads.is_read_later(source, base, target.id, node):
            return None
        if origin is not holders.Origin.HELD:
            return [Edit(span, (source.span(target), " = ", *parts))]
    copies = gradient_copies.of_method(use, node, target, site)
    return [Edit(span, elements(site, target, node, target.id, parts)), *copies]


def items(site: Site, tensor: ast.expr, index: ast.expr, parts: Sequence[str | Span]) -> Parts:
    """The statement that sets items of ``tensor.data``."""
    helper = site.spelling.helper("set_items")
    return (f"{helper}(", site.source.span(tensor), ", ", *as_argument(site.source, index), ", ", *parts, ")")


def elements(
    site: Site, target: ast.expr, node: ast.AST, written: str | Span, parts: Sequence[str | Span]
) -> tuple[str | Span, ...]:
    """The statement that gives ``target`` new elements. An optimizer that has run once goes on with what ``ops.assign`` changes;
    with ``p[...] =`` it changes a Parameter no more."""
    if (
        other_holders.is_of_module(site, target)
        or site.is_parameter(target)
        or holders.may_be_parameter(site, target, node)
    ):
        return (f"{site.spelling.name('mindspore.ops.assign')}(", written, ", ", *parts, ")")
    if holders.is_one_of_views(site, target, node):
        return (f"{site.spelling.helper('set_view')}(", written, ", ", *parts, ")")
    return (written, "[...] = ", *parts)


def _reshapes(use: ApiUse) -> bool:
    return isinstance(use.node, ast.Attribute) and use.node.attr in _RESHAPING
