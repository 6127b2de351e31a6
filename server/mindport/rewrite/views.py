"""What a view shares its elements with: ``x`` of ``x.t()``, and of ``a`` in ``a, b = x.chunk(2)``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.rewrite import held_names as names
from mindport.rewrite import holders, object_holders, other_files
from mindport.rewrite.site import Site
from mindport.rewrite.statements import statement_of
from mindport.text import Edit, Moved, Span

# fmt: off
_OF_TORCH_ALONE = frozenset([
    "t", "permute", "unsqueeze", "narrow", "select", "unflatten", "movedim", "moveaxis", "view_as", "expand", "expand_as",
    "detach", "swapdims",
])
_OF_ARRAYS = frozenset(["view", "reshape", "reshape_as", "flatten", "ravel", "squeeze", "transpose", "swapaxes", "diagonal"])
_PIECES = frozenset(["chunk", "split", "unbind", "tensor_split", "split_with_sizes"])
# fmt: on
_VIEWS = _OF_TORCH_ALONE | _OF_ARRAYS
_TURNED = frozenset(["T", "mT"])
_DEEP = 4
Parts = Sequence[str | Span]
Base = tuple[ast.expr, bool]
"""The tensor, and whether a method gives the view of it: MindSpore reaches it by an index, but not always by these."""


def base(site: Site, view: ast.expr, at: ast.AST, *, by_callers: bool = False) -> ast.expr | None:
    """The tensor whose elements ``view`` shows by way of a method, where it has its name still and is read again.

    ``by_callers``: what a function is given is read by who calls it, even where the view itself is read again.
    """
    if isinstance(view, ast.Name) and (_is_given_view(site, view, at) or _is_of_array(site, view, at)):
        return view
    found = _base(site, view, at, _DEEP)
    if found is None or not found[1] or ast.unparse(found[0]) == ast.unparse(view):
        return None
    return found[0] if _is_seen(site, found[0], view, at, by_callers) else None


def of_value(site: Site, value: ast.expr) -> ast.expr | None:
    """The tensor that ``value``, as it is written, is a view or a part of."""
    found = _base(site, value, value, _DEEP)
    return found[0] if found is not None and ast.unparse(found[0]) != ast.unparse(value) else None


def of_pieces(site: Site, value: ast.expr) -> ast.expr | None:
    """The tensor that ``value`` takes apart: ``x`` of ``x.chunk(2)``."""
    subject = subject_of(site, value, _PIECES) if isinstance(value, ast.Call) else None
    return of_value(site, subject) or subject if subject is not None else None


def is_view_method(name: str) -> bool:
    return name in _VIEWS or name in _PIECES


def data_of_name(site: Site, name: ast.Name, at: ast.AST) -> ast.expr | None:
    """``p`` where ``name`` is ``p.data``."""
    scope = names.scope_of(site.source, name)
    values = names.values_at(site.source, scope, name.id, at)[0] if scope is not None else []
    value = values[0] if len(values) == 1 else None
    if not isinstance(value, ast.Attribute) or value.attr != "data" or site.apis.get(id(value)) != "torch.Tensor.data":
        return None
    return value.value if _is_plain(value) and _has_its_name(site, value.value, value, at) else None


def put(site: Site, of: ast.expr, view: ast.expr, node: ast.AST, value: Parts, index: Parts = ("...",)) -> Edit:
    """The statement ``node``, which gives elements of a view new values, made one that ``of`` gets them by as well."""
    source = site.source
    held = "None" if isinstance(of, ast.Name) and of is view and _is_given_view(site, of, node) else named(site, of)
    parts = (f"{site.spelling.helper('put_through')}(", held, ", ", source.span(view), ", ", *index, ", ", *value, ")")
    return Edit(source.span(node), parts, 1)


def named(site: Site, of: ast.expr) -> str | Moved:
    """How the tensor is written elsewhere; its attributes may have got other names."""
    return of.id if isinstance(of, ast.Name) else Moved(site.source.span(of))


def _base(site: Site, node: ast.expr, at: ast.AST, depth: int) -> Base | None:
    if depth == 0:
        return None
    if isinstance(node, ast.Name):
        return _of_name(site, node, at, depth)
    if isinstance(node, ast.Attribute):
        if node.attr == "data" or node.attr in _TURNED:
            inner = _base(site, node.value, at, depth)
            certain = inner is not None and (inner[1] or site.context.type_of(node.value) == "tensor")
            return (inner[0], inner[1] or node.attr != "data") if inner is not None and certain else None
        kept = _kept(site, node)
        inner = _base(site, kept, kept, depth - 1) if kept is not None else None
        if inner is not None and inner[1] and isinstance(inner[0], ast.Attribute):
            return inner
        return (node, False) if _is_plain(node) else None
    if isinstance(node, ast.Subscript):
        return _of_item(site, node, at, depth)
    subject = subject_of(site, node, _VIEWS) if isinstance(node, ast.Call) else None
    inner = _base(site, subject, at, depth) if subject is not None else None
    if inner is None or subject is None or not isinstance(node, ast.Call):
        return None
    return (inner[0], True) if inner[1] or _is_tensor(site, subject, node) else None


def _is_given_view(site: Site, name: ast.Name, at: ast.AST) -> bool:
    """Whether a call in the file gives the function a view for the argument: only the view is known there."""
    scope = names.scope_of(site.source, name)
    if not isinstance(scope, ast.FunctionDef) or not names.is_argument(site.source, name):
        return False
    if names.values_at(site.source, scope, name.id, at)[0] != [None]:
        return False
    return any(
        isinstance(given, (ast.Call, ast.Subscript))
        and (found := _base(site, given, call, _DEEP)) is not None
        and found[1]
        for call, given in object_holders.given(site.source, scope, name.id)
    ) or other_files.is_given_view(site, scope, name.id)


def _is_of_array(site: Site, name: ast.Name, at: ast.AST) -> bool:
    """Whether the tensor shares its memory with an array that is read again: ``x = torch.from_numpy(a)``, ``a = x.numpy()``."""
    if "numpy(" not in site.source.text or (scope := names.scope_of(site.source, name)) is None:
        return False
    arrays = site.source.kept(("arrays", scope), lambda: _arrays(site, scope)).get(name.id, ())
    asked = getattr(statement_of(site.source, at), "value", None)
    return isinstance(asked, ast.expr) and any(
        names.place_of(place) < names.place_of(at) and names.is_read_again(site.source, scope, array, asked)
        for place, array in arrays
    )


def _arrays(site: Site, scope: ast.AST) -> dict[str, list[tuple[ast.Assign, str]]]:
    """The arrays that share their memory with a tensor of that name."""
    found: dict[str, list[tuple[ast.Assign, str]]] = {}
    for node in site.source.within(scope):
        if not isinstance(node, ast.Assign) or len(node.targets) > 1 or not isinstance(node.value, ast.Call):
            continue
        target, func = node.targets[0], node.value.func
        if not isinstance(target, ast.Name) or not isinstance(func, ast.Attribute):
            continue
        api = site.apis.get(id(func))
        if api == "torch.from_numpy" and node.value.args and isinstance(node.value.args[0], ast.Name):
            found.setdefault(target.id, []).append((node, node.value.args[0].id))
        elif api == "torch.Tensor.numpy":
            held = func.value
            while (
                isinstance(held, ast.Attribute) or isinstance(held, ast.Call) and isinstance(held.func, ast.Attribute)
            ):
                inner = held.func if isinstance(held, ast.Call) else held
                if not isinstance(inner, ast.Attribute) or inner.attr not in ("data", "detach", "cpu"):
                    break
                held = inner.value
            if isinstance(held, ast.Name) and held.id != target.id:
                found.setdefault(held.id, []).append((node, target.id))
    return found


def _kept(site: Site, node: ast.Attribute) -> ast.expr | None:
    """The only value that the class gives its attribute: ``self.flat = self.weight.view(-1)``."""
    around = site.source.around(node, ast.ClassDef)
    if around is None or not isinstance(node.value, ast.Name) or node.value.id != "self":
        return None
    values = site.source.kept(("attributes", around), lambda: _attributes(around)).get(node.attr, [])
    return values[0] if len(values) == 1 and isinstance(values[0], ast.Call) else None


def _attributes(of: ast.AST) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(of):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if (
                    isinstance(target, ast.Attribute)
                    and isinstance(target.value, ast.Name)
                    and target.value.id == "self"
                ):
                    found.setdefault(target.attr, []).append(node.value)
    return found


def _of_item(site: Site, node: ast.Subscript, at: ast.AST, depth: int) -> Base | None:
    pieces = _pieces(site, node.value, at)
    if pieces is not None:
        inner = _base(site, pieces, at, depth)
        return (inner[0], True) if inner is not None else None
    if site.context.type_of(node.value) == "tensor":
        inner = _base(site, node.value, at, depth - 1)
        return inner if inner is not None and not _takes_out(site, node) else None
    return (node, False) if _is_plain(node) else None


def _takes_out(site: Site, item: ast.Subscript) -> bool:
    """Whether the index copies; where the run alone tells, the helper that writes into a view looks."""
    if not holders.takes_out(site, item):
        return False
    index = item.slice.elts if isinstance(item.slice, ast.Tuple) else [item.slice]
    taking = [
        one for one in index if not isinstance(one, (ast.Slice, ast.Constant)) and not holders.is_number(one, site)
    ]
    return not all(names.is_undeclared(site.source, one) for one in taking)


def _of_name(site: Site, name: ast.Name, at: ast.AST, depth: int) -> Base | None:
    scope = names.scope_of(site.source, name)
    if scope is None:
        return None
    values, _ = names.values_at(site.source, scope, name.id, at)
    value = values[0] if len(values) == 1 else None
    if value is None and (whole := _taken_apart(site, scope, name, at)) is not None:
        inner = _base(site, _pieces(site, whole.value, at) or whole.value, whole.value, depth - 1)
        kept = inner is not None and _has_its_name(site, inner[0], whole.value, at)
        return (inner[0], True) if inner is not None and kept else (name, False)
    if value is None:
        over = _loop_over(site, name, at, scope)
        taken = _pieces(site, over, at) if isinstance(over, ast.Name) else None
        over = taken or over
        inner = _base(site, over, at, depth - 1) if over is not None else None
        if inner is None or not (inner[1] or taken is not None) or not _has_its_name(site, inner[0], over, at):
            return name, False
        return inner[0], True
    pieces = _pieces(site, value, at) if _is_unpacked(site, scope, name, value) else None
    inner = _base(site, pieces or value, value, depth - 1)
    if inner is None or not (inner[1] or pieces is not None) or not _has_its_name(site, inner[0], value, at):
        return name, False
    return inner[0], True


def _is_unpacked(site: Site, scope: ast.AST, name: ast.Name, value: ast.expr) -> bool:
    """Whether the name is one of those that the value is taken apart for."""
    return any(
        isinstance(node, ast.Assign) and of is value and isinstance(node.targets[0], (ast.Tuple, ast.List))
        for node, of in names.bindings_of(site.source, scope, name.id)
    )


def _pieces(site: Site, node: ast.expr | None, at: ast.AST) -> ast.expr | None:
    """``x`` of ``x.chunk(2)``, which a name may stand for."""
    if isinstance(node, ast.Name):
        name, scope = node.id, names.scope_of(site.source, node)
        values = names.values_at(site.source, scope, name, at)[0] if scope is not None else []
        node = values[0] if len(values) == 1 and not isinstance(values[0], ast.Name) else None
        if node is None or scope is None:
            return None
        if _is_list(node) and isinstance(node, ast.Call):
            node = node.args[0] if not _is_filled(site, scope, name) else None
    elif _is_list(node) and isinstance(node, ast.Call):
        node = node.args[0]
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value  # some of them
    return subject_of(site, node, _PIECES) if isinstance(node, ast.Call) else None


def _taken_apart(site: Site, scope: ast.AST, name: ast.Name, at: ast.AST) -> ast.Assign | None:
    """``a, b = x`` or ``a, b = x.unbind()[:2]``: the tensor's rows are views of it."""
    bound = [node for node, _ in names.bindings_of(site.source, scope, name.id)]
    node = bound[0] if len(bound) == 1 else None
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Tuple) or len(node.targets) > 1:
        return None
    if not all(isinstance(one, ast.Name) for one in node.targets[0].elts):
        return None
    rows = isinstance(node.value, (ast.Name, ast.Attribute, ast.Subscript))
    known = rows and site.context.type_of(node.value) == "tensor" or _pieces(site, node.value, at) is not None
    return node if rows and known and names.end_of(node) <= names.place_of(at) else None


def _is_list(node: ast.expr | None) -> bool:
    """``list(x.unbind(1))``, which holds the same pieces."""
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("list", "tuple")
    return called and isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.Call)


def _is_filled(site: Site, scope: ast.AST, name: str) -> bool:
    """Whether the list of that name may get other items than it is made of."""
    for read in names.names_in(site.source, scope, name):
        around = site.source.parent(read)
        if isinstance(around, ast.Subscript) and around.value is read:
            above = site.source.parent(around)
            if isinstance(above, ast.Assign) and around in above.targets or isinstance(above, (ast.Tuple, ast.Delete)):
                return True
        elif isinstance(around, (ast.Attribute, ast.AugAssign)):
            return True
    return False


def _loop_over(site: Site, name: ast.Name, at: ast.AST, scope: ast.AST) -> ast.expr | None:
    """What the loop goes over that binds the name to each part of it."""
    for loop in names.nodes_around(site.source, at, scope):
        if isinstance(loop, ast.For) and names.binds(loop.target, name.id):
            over, target = loop.iter, loop.target
            if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "enumerate":
                if not isinstance(target, ast.Tuple) or len(target.elts) != 2 or len(over.args) != 1:
                    return None
                over, target = over.args[0], target.elts[1]
            if (
                not isinstance(target, ast.Name)
                or target.id != name.id
                or not isinstance(over, (ast.Call, ast.Attribute, ast.Name))
            ):
                return None
            pieces = subject_of(site, over, _PIECES) if isinstance(over, ast.Call) else None
            return None if pieces is not None else over
    return None


def subject_of(site: Site, call: ast.Call, methods: frozenset[str]) -> ast.expr | None:
    """The tensor that one of the methods, or a function of that name, is called with."""
    func = call.func
    if not isinstance(func, ast.Attribute) or func.attr not in methods:
        return None
    api = site.apis.get(id(func))
    if api == f"torch.{func.attr}":
        return call.args[0] if call.args and not isinstance(call.args[0], ast.Starred) else None
    return func.value if api == f"torch.Tensor.{func.attr}" else None


def _is_tensor(site: Site, subject: ast.expr, call: ast.Call) -> bool:
    """Whether the call is a tensor's, and not an array's method of that name."""
    kind = site.context.type_of(subject)
    assert isinstance(call.func, ast.Attribute)
    if kind != "unknown" or call.func.value is not subject:
        return kind in ("tensor", "unknown")
    name = call.func.attr
    return name in _OF_TORCH_ALONE or name == "view" and bool(call.args) and not isinstance(call.args[0], ast.Attribute)


def _has_its_name(site: Site, of: ast.expr, value: ast.expr | None, at: ast.AST) -> bool:
    """Whether what the view was made of is called the same at ``at``."""
    root: ast.expr = of
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    if not isinstance(root, ast.Name) or value is None:
        return False
    scope = names.scope_of(site.source, root)
    if scope is None:
        return False
    start, around = names.place_of(value), names.nodes_around(site.source, at, scope)
    end = max([names.place_of(at), *(names.end_of(one) for one in around if isinstance(one, names.LOOPS))])
    return not any(
        start <= names.place_of(place) <= end or isinstance(place, names.LOOPS) and names.end_of(place) < start
        for place, _ in names.bindings_of(site.source, scope, root.id)
    )


def _is_plain(node: ast.expr) -> bool:
    """Whether it makes no difference to ask twice."""
    return not any(isinstance(one, (ast.Call, ast.NamedExpr, ast.Await)) for one in ast.walk(node))


def _is_seen(site: Site, of: ast.expr, view: ast.expr, at: ast.AST, by_callers: bool) -> bool:
    """Whether anyone may read what the view was made of."""
    source = site.source
    if not isinstance(of, ast.Name):
        return True
    scope = names.scope_of(source, of)
    asked = getattr(statement_of(site.source, at), "value", None)
    if scope is None or not isinstance(asked, ast.expr):
        return False
    read = names.is_read_again(source, scope, of.id, asked)
    if names.is_argument(source, of) and not names.made_here(source, of):
        while isinstance(view, (ast.Attribute, ast.Subscript)):
            view = view.value
        alone = not isinstance(view, ast.Name) or not names.is_read_again(source, scope, view.id, asked)
        return read or by_callers or alone
    return read or not names.made_here(source, of) or holders.origin(site, of, at)[0] is not holders.Origin.MADE
