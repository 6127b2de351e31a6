"""Methods that change their tensor: MindSpore makes a new one, which takes the old one's name or its place.

The name is bound anew where nothing else can hold the tensor; elsewhere its elements are assigned, ``x[...] = x + 1``.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.analysis.uses import ApiUse
from mindport.rewrite import held_names as names
from mindport.rewrite import holders, other_holders
from mindport.rewrite.indices import Parts, as_argument, data_of
from mindport.rewrite.site import Site
from mindport.rewrite.statements import indentation, line_span
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Moved, Span

_RESHAPING = frozenset(["unsqueeze_", "squeeze_", "transpose_", "t_", "swapaxes_", "swapdims_", "detach_"])
_SETTING = frozenset(
    ["zero_", "fill_", "masked_fill_", "copy_", "normal_", "uniform_", "random_", "bernoulli_", "exponential_"]
)
_LINEAR = frozenset(
    ["add_", "sub_", "subtract_", "neg_", "relu_", "sigmoid_", "exp_", "addmm_", "addcmul_", "addcdiv_", "baddbmm_"]
)
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
_SCALING = frozenset(["mul_", "multiply_", "div_", "divide_", "true_divide_"])


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
    return holders.first(found) if found is not None else None


def edits(use: ApiUse, node: ast.expr, parts: list[str | Span], site: Site) -> tuple[bool, list[Edit] | None]:
    """Whether the call ``node``, worth ``parts``, is one whose effect has to be written out, and how (``None``: it cannot be)."""
    root, source = changed(use), site.source
    statement = source.parent(node)
    if root is None:
        return False, None
    if isinstance(statement, ast.Expr):
        return True, _statement(use, node, root, parts, site)
    if holders.in_chain(statement):
        return False, None
    if not isinstance(root, ast.Name):
        return _within(use, node, root, parts, site)
    span = source.span(node)
    of_function = names.made_here(source, root) or names.is_argument(source, root)
    if of_function and not _reshapes(use) and _may_be_split(statement, node):
        held = holders.origin(site, root, node)[0] is holders.Origin.HELD and holders.is_anothers(site, root, node)
        if held and isinstance(statement, ast.stmt) and _starts_its_line(source, statement):
            copies = _copies(use, node, root, site)
            assigned = list(elements(site, root, node, root.id, parts))
            if isinstance(statement, ast.Assign) and [ast.unparse(t) for t in statement.targets] == [root.id]:
                return True, [Edit(source.span(statement), tuple(assigned)), *copies]
            rest = source.text[source.span(statement).start : span.start] + root.id
            line = "\n" + indentation(source, statement) + rest
            return True, [Edit(source.span(statement), (*assigned, line)), *copies]
    within = _within(use, node, root, parts, site)
    if within[0]:
        return within
    if _kept_for_later(source, root, node):
        # As a value: the name takes the new tensor too, for it is read again.
        return True, [Edit(span, ("(", root.id, " := ", *parts, ")"))]
    return False, None


def _within(
    use: ApiUse, node: ast.expr, root: ast.expr, parts: list[str | Span], site: Site
) -> tuple[bool, list[Edit] | None]:
    """A call within an expression: where others see what it changes, the change gets a line of its own before the statement."""
    source = site.source
    if _reshapes(use):
        return False, None
    if isinstance(root, ast.Call) and holders.is_view(site, root) and _is_viewed_later(site, root, node):
        return True, None
    if isinstance(root, ast.Name) and holders.is_view_by_name(site, root, node):
        _, base = holders.origin(site, root, node)
        return (True, None) if is_read_later(source, base, root.id, node) else (False, None)
    if isinstance(root, ast.Call) or not holders.is_anothers(site, root, node):
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


def _as_value(use: ApiUse, node: ast.expr, root: ast.expr, parts: list[str | Span], site: Site) -> list[Edit] | None:
    """The change as an expression of its own, for a place that may be reached never or often."""
    source = site.source
    if isinstance(root, ast.Attribute) and root.attr == "data":
        written: str | Span = source.span(root.value)
    else:
        written = root.id if isinstance(root, ast.Name) else source.span(root)
    call = (f"{site.spelling.helper('set_elements')}(", written, ", ", *parts, ")")
    return [Edit(source.span(node), call), *(_copies(use, node, root, site) if isinstance(root, ast.Name) else ())]


def _is_viewed_later(site: Site, view: ast.Call, node: ast.expr) -> bool:
    base = holders.origin_of(site, view)[1]
    return isinstance(base, ast.Name) and is_read_later(site.source, base, "", node)


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
        if isinstance(one, ast.Call) and holders.in_chain(one.func) and not isinstance(holders.first(one), ast.BinOp):
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
    if not isinstance(target, (ast.Name, ast.Attribute, ast.Subscript)):
        return None  # a temporary view: MindSpore has no way to write through it
    if isinstance(target, ast.Subscript) and holders.is_copy(site, target):
        return None  # ``x[mask].fill_(0)`` changes elements that nobody holds, and leaves ``x`` as it is
    if _reshapes(use):
        return [Edit(span, (source.span(target), " = ", *parts))]
    if isinstance(target, ast.Attribute) and target.attr == "data" and not isinstance(target.value, ast.Call):
        if isinstance(target.value, ast.Name) and names.made_here(source, target.value):
            origin, base = holders.origin(site, target.value, node)
            if origin is holders.Origin.VIEW:  # ``ops.assign`` takes no views
                if is_read_later(source, base, target.value.id, node) or use.api.rpartition(".")[2] not in _SETTING:
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
        if origin is holders.Origin.VIEW and is_read_later(source, base, target.id, node):
            return None
        if origin is not holders.Origin.HELD:
            return [Edit(span, (source.span(target), " = ", *parts))]
    return [Edit(span, elements(site, target, node, target.id, parts)), *_copies(use, node, target, site)]


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
    # What a method has made a view is reached by ``[:]`` only.
    index = "[:]" if holders.is_one_of_views(site, target, node) else "[...]"
    return (written, f"{index} = ", *parts)


def _reshapes(use: ApiUse) -> bool:
    return isinstance(use.node, ast.Attribute) and use.node.attr in _RESHAPING


def _of_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


# --- layers and functions with ``inplace=True`` ---


def is_seen(source: SourceFile, given: ast.expr, call: ast.expr) -> bool:
    """Whether anything may read again what a layer that works in place was given."""
    if isinstance(given, (ast.Attribute, ast.Subscript)):
        return True
    return isinstance(given, ast.Name) and _is_seen(source, given, call, 3)


def is_only_named(site: Site, given: ast.Name, call: ast.expr) -> bool:
    """Whether nothing but ``given`` may hold the tensor, so that the name can be bound anew."""
    return names.made_here(site.source, given) and holders.origin(site, given, call)[0] is holders.Origin.MADE


def copies(source: SourceFile, given: ast.Name, call: ast.expr) -> list[Edit]:
    """The call made of a copy, as the gradient may ask for the elements as they were."""
    if without_gradient(source, given, call):
        return []
    return [Edit(source.span(given), (f"{given.id}.copy()",))]


def _is_seen(source: SourceFile, given: ast.Name, call: ast.expr, depth: int) -> bool:
    scope = names.scope_of(source, given)
    if scope is None or names.is_read_again(source, scope, given.id, call):
        return True
    reaching, start = names.values_at(source, scope, given.id, call)
    for value in reaching:
        if value is None or isinstance(value, (ast.Attribute, ast.Subscript)):
            return True  # an argument, or part of something
        if isinstance(value, ast.Name) and (depth == 0 or _is_seen(source, value, call, depth - 1)):
            return True
    for read in names.reads_of(scope, given.id):
        if start <= names.place_of(read) < names.place_of(call) and names.keeps(source, read):
            other = source.parent(read)
            if (
                not isinstance(other, ast.Assign)
                or len(other.targets) > 1
                or not isinstance(other.targets[0], ast.Name)
            ):
                return True
            if names.is_read_again(source, scope, other.targets[0].id, call):
                return True
    return False


# --- what a gradient asks for ---


def _copies(use: ApiUse, node: ast.expr, target: ast.Name, site: Site) -> list[Edit]:
    """Where the gradient asks for the elements as they were, the new ones are made of a copy."""
    if target.id == "self" or _keeps_gradient(use, node, target, site) or without_gradient(site.source, target, node):
        return []  # what else is read of ``self`` is no element of a tensor
    reads = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == target.id]
    return [Edit(site.source.span(n), (f"{n.id}.copy()",)) for n in reads if not names.asks_about(site.source, n)]


def copies_for_gradient(site: Site, node: ast.AugAssign, target: ast.expr) -> tuple[bool, list[Edit]]:
    """The same for ``x *= y``: whether what ``x`` held has to be copied, and the copies that ``y`` is made of."""
    if not isinstance(target, ast.Name) or without_gradient(site.source, target, node):
        return False, []
    linear = isinstance(node.op, (ast.Add, ast.Sub))
    scaled = isinstance(node.op, (ast.Mult, ast.Div)) and holders.is_number(node.value, site)
    read = [n for n in ast.walk(node.value) if isinstance(n, ast.Name) and n.id == target.id]
    copied = [Edit(site.source.span(n), (f"{n.id}.copy()",)) for n in read if not names.asks_about(site.source, n)]
    return not linear and not scaled, copied


def _keeps_gradient(use: ApiUse, node: ast.expr, target: ast.Name, site: Site) -> bool:
    """Whether no gradient of the whole chain asks for what the tensor held."""
    current: ast.expr = node
    while isinstance(current, ast.Call) and isinstance(current.func, ast.Attribute):
        name, given = current.func.attr, [*current.args, *(k.value for k in current.keywords)]
        plain = (
            name in _SETTING
            or name in _LINEAR
            or name in _SCALING
            and all(holders.is_number(one, site) for one in given)
        )
        if not plain or any(reads(one, target.id) for one in given if one is not target):
            return False
        current = target if target in given else current.func.value
    return True


def reads(node: ast.AST, name: str) -> bool:
    """Whether a value is made of what the name holds; a comparison has no gradient."""
    if isinstance(node, ast.Compare):
        return False
    if isinstance(node, ast.Name):
        return node.id == name
    return any(reads(n, name) for n in ast.iter_child_nodes(node))


def without_gradient(source: SourceFile, target: ast.Name, node: ast.AST) -> bool:
    """Whether the place is one where no gradient is recorded, or the tensor a parameter, which torch lets change only there."""
    current: ast.AST | None = node
    while current is not None:
        if names.stops_gradients(current):
            return True
        if isinstance(current, ast.ClassDef) and any("Optim" in ast.unparse(base) for base in current.bases):
            return True
        if (
            isinstance(current, ast.For)
            and names.binds(current.target, target.id)
            and "param" in ast.unparse(current.iter)
        ):
            return True
        current = source.parent(current)
    return False


# --- what is read of it ---


def is_read_later(source: SourceFile, base: names.Value, name: str, node: ast.AST) -> bool:
    """Whether what a view was made of is read again; anything but a name is held elsewhere."""
    while isinstance(base, (ast.Attribute, ast.Subscript)) and not _of_self(base):
        base = base.value
    if not isinstance(base, ast.Name):
        return isinstance(base, ast.Attribute)
    scope = names.scope_of(source, base)
    if base.id == name or scope is None:
        return False
    loops = [one for one in names.nodes_around(source, node, scope) if isinstance(one, names.LOOPS)]
    end, rebound = names.end_of(node), names.place_of(base)
    after = [n for n in ast.walk(scope) if isinstance(n, ast.Name) and n.id == base.id and names.place_of(n) >= end]
    after.sort(key=names.place_of)
    for read in after:
        if isinstance(read.ctx, ast.Store):
            statement = source.parent(read)
            if isinstance(statement, ast.Assign) and source.parent(statement) is scope:
                if not any(n.id == base.id for n in ast.walk(statement.value) if isinstance(n, ast.Name)):
                    return False
            continue
        if not names.asks_about(source, read):
            return True
    return any(
        isinstance(n, ast.Name) and n.id == base.id and isinstance(n.ctx, ast.Load) and names.place_of(n) < rebound
        for loop in loops
        for n in ast.walk(loop)
        if not any(names.binds_in(one, base.id) for one in loops)
    )


def _kept_for_later(source: SourceFile, name: ast.Name, call: ast.expr) -> bool:
    """Whether the function that made the tensor called ``name`` reads the name again after the in-place call."""
    scope: ast.AST | None = call
    while scope is not None and not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
        if isinstance(scope, (ast.Lambda, ast.ClassDef, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)):
            return False
        if isinstance(scope, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name.id for t in scope.targets):
            return False
        scope = source.parent(scope)
    if scope is None or not names.made_here(source, name):
        return False
    end = names.end_of(call)
    return any(
        isinstance(n, ast.Name) and n.id == name.id and isinstance(n.ctx, ast.Load) and names.place_of(n) >= end
        for n in ast.walk(scope)
    )
