"""``row = x[0]``, then ``x += 1``: a view that is read again is made again after its tensor has changed.

torch's view shows the new elements; what MindSpore gives for ``x[0]`` or ``x.view(-1)`` keeps those that it was made of.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite import holders, statements, views
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Moved, Span

EXAMPLES = [
    (
        """
import torch


def both(x: torch.Tensor, n: int):
    flat, row = x.view(-1), x[0]
    line = x.t()[0]
    first, second = x.chunk(2)
    x += 1
    for i in range(n):
        x[i] = i  # each in turn
        n = line.sum()
    torch.relu_(x)
    return first, x[1], row


def seen(x: torch.Tensor, mask: torch.Tensor):
    before = x[0].clone()
    chosen = x[mask]
    row = x[0]
    flat = x.view(-1)
    total = row.sum()
    x.zero_()
    x = x + 1
    x[0] = 2
    return before, chosen, flat, total
""",
        """
from mindspore import ops, Tensor


def both(x: Tensor, n: int):
    flat, row = x.view(-1), x[0]
    line = x.t()[0]
    first, second = x.chunk(2)
    x += 1
    line = x.t()[0]
    for i in range(n):
        x[i] = i  # each in turn
        line = x.t()[0]
        n = line.sum()
    x[...] = ops.relu(x)
    row = x[0]
    first, second = x.chunk(2)
    return first, x[1], row


def seen(x: Tensor, mask: Tensor):
    before = x[0].copy()
    chosen = x[mask]
    row = x[0]
    flat = x.view(-1)
    total = row.sum()
    x[...] = ops.zeros_like(x)
    flat = x.view(-1)
    x = x + 1
    x[0] = 2
    return before, chosen, flat, total
""",
    ),
]
EXAMPLES += [
    (
        """
import torch


def turned(x: torch.Tensor, last):
    y = x.t(); x[0] = 2; first = y[0].sum()
    if last: x += 1
    return first, y
""",
        """
from mindspore import Tensor


def turned(x: Tensor, last):
    y = x.t(); x[0] = 2; y = x.t(); first = y[0].sum()
    if last: x[...] = x + 1; y = x.t()
    return first, y
""",
    ),
]
NOOPS = [
    "import mindspore as ms\n\n\ndef run(x: ms.Tensor, last):\n    row = last\n    if last is None:\n        row = x[0]\n"
    "    x[1] = 5\n    return row\n",
    "from mindspore import mint\n\n\ndef run():\n    x = mint.zeros((2, 3))\n    row = x[0]\n    x += 1\n    return row\n",
]
_ASKED = frozenset(["size", "dim", "numel", "stride"])


_SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr)


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    if not source.imports_torch:
        return
    changes: dict[ast.AST, dict[str, list[ast.stmt]]] = {}
    for node in source.each(ast.Assign):
        scope = names.scope_of(source, node) if len(node.targets) == 1 else None
        if scope is None or not isinstance(node.value, (ast.Call, ast.Subscript, ast.Attribute, ast.Tuple)):
            continue
        if scope not in changes:
            changes[scope] = _changes(module, scope)
        changed = changes[scope]
        if not changed or not any(isinstance(n, ast.Name) and n.id in changed for n in ast.walk(node.value)):
            continue
        for target, value in _pairs(node):
            of = _viewed(module, target, value, node)
            if of is not None and of in changed:
                for statement in _refreshed(module, scope, target, node, value, of, changed[of]):
                    yield Match((_again(module, statement, target, value),))


def _pairs(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    target, value = node.targets[0], node.value
    if isinstance(value, ast.Tuple):
        alike = isinstance(target, ast.Tuple) and len(target.elts) == len(value.elts)
        return list(zip(target.elts, value.elts, strict=True)) if alike and isinstance(target, ast.Tuple) else []
    return [(target, value)]


def _again(module: Module, statement: ast.stmt, target: ast.expr, value: ast.expr) -> Edit:
    """The line behind ``statement`` that makes the view again."""
    source = module.source
    if not statements.alone_on_lines(source, statement):
        end = source.span(statement).end
        return Edit(Span(end, end), ("; ", source.text_of(target), " = ", Moved(source.span(value))), 1)
    end = statements.line_span(source, statement).end
    ends = source.text[:end].endswith("\n")
    line = (statements.indentation(source, statement), source.text_of(target), " = ", Moved(source.span(value)))
    return Edit(Span(end, end), ("" if ends else source.newline, *line, source.newline if ends else ""), 1)


def _refreshed(
    module: Module,
    scope: ast.AST,
    target: ast.expr,
    made: ast.Assign,
    value: ast.expr,
    of: str,
    changes: list[ast.stmt],
) -> list[ast.stmt]:
    """The changes after which the view is read: of several in a row the last one."""
    source, own = module.source, names.stored_in(target)
    found: list[ast.stmt] = []
    for one in changes:
        if _changes_itself(one, own):
            continue
        if _holds(module, scope, made, value, one, of) and any(
            _is_read(module, scope, name, made, one) for name in own
        ):
            last = _unread_around(module, scope, own, made, one)
            if last not in found and (statements.alone_on_lines(source, last) or isinstance(last, _SIMPLE)):
                found.append(last)
    reads = [names.place_of(read) for name in own for read in names.reads_of(source, scope, name)]
    out = []
    for one in found:
        block = statements.siblings(source, one) or [one]
        later = [other for other in block[block.index(one) + 1 :] if other in found]
        until = names.end_of(later[0]) if later else (0, 0)
        if not later or any(names.end_of(one) <= place < until for place in reads):
            out.append(one)
    return out


def _changes_itself(statement: ast.stmt, own: set[str]) -> bool:
    """Whether the change is one of the view: ``row += 1``."""
    target: ast.expr | None = statement.target if isinstance(statement, ast.AugAssign) else None
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
    elif isinstance(statement, ast.Expr):
        target = names.first(statement.value)
    while isinstance(target, ast.Subscript):
        target = target.value
    return isinstance(target, ast.Name) and target.id in own


def _unread_around(module: Module, scope: ast.AST, own: set[str], made: ast.Assign, at: ast.stmt) -> ast.stmt:
    """The change, or the outermost loop around it, behind which the view is made, that does not read it."""
    source, found = module.source, at
    for loop in names.nodes_around(source, at, scope):
        if isinstance(loop, names.LOOPS) and names.place_of(loop) > names.place_of(made):
            reads = [read for name in own for read in names.reads_of(source, scope, name)]
            if any(names.stands_in(source, read, scope, [loop]) for read in reads):
                break
            found = loop
    return found


def _viewed(module: Module, target: ast.expr, value: ast.expr, node: ast.Assign) -> str | None:
    """The variable that is a tensor, of which ``value`` is a view."""
    site = module.site
    if isinstance(target, ast.Name):
        of = views.of_value(site, value)
    elif isinstance(target, ast.Tuple) and all(isinstance(one, ast.Name) for one in target.elts):
        of = views.of_pieces(site, value)
    else:
        return None
    if not isinstance(of, ast.Name) or of.id in names.stored_in(target) or module.analysis.kind_of(of) != "tensor":
        return None
    if site.is_parameter(of) or holders.may_be_parameter(site, of, node) or not _is_plain(value):
        return None
    scope = names.scope_of(module.source, node)
    values = names.values_at(module.source, scope, of.id, node)[0] if scope is not None else []
    texts = [ast.unparse(one) for one in values if one is not None]
    return None if any("requires_grad" in text or "Parameter(" in text for text in texts) else of.id


def _is_plain(value: ast.expr) -> bool:
    """Whether to ask again makes no other difference."""
    return not any(
        isinstance(n, (ast.NamedExpr, ast.Await, ast.Yield, ast.Lambda))
        or isinstance(n, ast.Call)
        and not (isinstance(n.func, ast.Attribute) and (n.func.attr in _ASKED or views.is_view_method(n.func.attr)))
        for n in ast.walk(value)
    )


def _changes(module: Module, scope: ast.AST) -> dict[str, list[ast.stmt]]:
    """The statements of a function that change a variable's tensor in place."""
    found: dict[str, list[ast.stmt]] = {}
    for node in module.source.within(scope):
        target: ast.expr | None = None
        if isinstance(node, ast.AugAssign):
            target = node.target
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            target = node.targets[0]
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            target = _changed(module, node.value)
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Name) and isinstance(node, ast.stmt):
            for name in {target.id, _base_of(module, scope, target, node)}:
                found.setdefault(name, []).append(node)
    return found


def _base_of(module: Module, scope: ast.AST, name: ast.Name, at: ast.stmt) -> str:
    """The variable that the name shows a part of: what is written there reaches other views of it as well."""
    values = names.values_at(module.source, scope, name.id, at)[0]
    value = values[0] if len(values) == 1 else None
    viewing = isinstance(value, (ast.Subscript, ast.Attribute, ast.Call))
    of = views.of_value(module.site, value) if viewing and isinstance(value, ast.expr) else None
    return of.id if isinstance(of, ast.Name) else name.id


def _changed(module: Module, call: ast.Call) -> ast.expr | None:
    """The tensor that ``x.add_(1)`` or ``torch.relu_(x)`` changes."""
    if not names.in_chain(call.func) or not isinstance(call.func, ast.Attribute):
        return None
    of_torch = module.analysis.kind_of(call.func.value) == "namespace"
    return (call.args[0] if call.args else None) if of_torch else names.first(call)


def _holds(module: Module, scope: ast.AST, made: ast.Assign, value: ast.expr, at: ast.stmt, viewed: str) -> bool:
    """Whether the same expression gives a view of the same tensor there."""
    source = module.source
    if names.end_of(made) > names.place_of(at) or not _comes_before(module, made, at):
        return False
    if names.values_at(source, scope, viewed, made)[1] != names.values_at(source, scope, viewed, at)[1]:
        return False
    for name in {n.id for n in ast.walk(value) if isinstance(n, ast.Name)}:
        places = [place for place, _ in names.bindings_of(source, scope, name)]
        if any(
            names.place_of(place) > names.place_of(made) and names.place_of(place) <= names.place_of(at)
            for place in places
        ):
            return False
        if name != viewed and any(
            isinstance(n, ast.AugAssign) and names.binds(n.target, name) for n in source.within(scope)
        ):
            return False
        loops = [
            one
            for one in names.nodes_around(source, at, scope)
            if isinstance(one, names.LOOPS) and names.place_of(one) > names.place_of(made)
        ]
        if any(names.binds_in(one, name) and not (name == viewed and _only_changed(one, name)) for one in loops):
            return False
    return True


def _comes_before(module: Module, made: ast.stmt, at: ast.stmt) -> bool:
    """Whether the view has been made wherever the change is come to: it is not in a branch of its own."""
    around = {id(one) for one in (at, *module.source.above(at))}
    one: ast.AST | None = made
    while isinstance(one, ast.stmt):
        block = statements.siblings(module.source, one) or [one]
        if any(id(after) in around for after in block[block.index(one) + 1 :]):
            return True
        above = module.source.parent(one)
        one = above if isinstance(above, (ast.With, ast.AsyncWith)) else None
    return False


def _only_changed(loop: ast.AST, name: str) -> bool:
    """Whether a loop changes the variable's tensor in place, and gives it no other."""
    changed = {id(n.target) for n in ast.walk(loop) if isinstance(n, ast.AugAssign)}
    return all(
        id(n) in changed
        for n in ast.walk(loop)
        if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store)
    )


def _is_read(module: Module, scope: ast.AST, name: str, made: ast.Assign, at: ast.stmt) -> bool:
    """Whether the view's name, which stands for the view still, is read after the change."""
    source = module.source
    others = [place for place, _ in names.bindings_of(source, scope, name) if place is not made]
    start, end = names.end_of(made), names.end_of(at)
    if any(start <= names.place_of(place) < end for place in others):
        return False
    until = min((names.end_of(place) for place in others if names.place_of(place) >= end), default=(1 << 30, 0))
    loops = [
        one
        for one in names.nodes_around(source, at, scope)
        if isinstance(one, names.LOOPS) and names.place_of(one) > names.place_of(made)
    ]
    return any(
        (end <= names.place_of(read) < until or loops and names.stands_in(source, read, scope, loops))
        and not names.asks_about(source, read)
        for read in names.reads_of(source, scope, name)
    )
