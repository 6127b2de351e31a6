"""Who may hold a tensor besides the name or expression at hand: nobody, what it is a view of, or anyone."""

from __future__ import annotations

import ast
import re
from enum import Enum

from mindport.rewrite import held_names as names
from mindport.rewrite import shared_items
from mindport.rewrite.site import Site
from mindport.syntax.source import SourceFile

_NUMBERS = ("int", "float", "bool")
# fmt: off
ALWAYS_VIEWS = frozenset([
    "view", "squeeze", "unsqueeze", "transpose", "permute", "t", "expand", "expand_as", "view_as", "narrow", "select", "chunk",
    "split", "unbind", "unflatten", "ravel", "detach", "swapaxes", "movedim", "moveaxis", "diagonal", "unfold", "as_strided",
    "T", "mT", "real", "imag", "data",
])
RESHAPED = frozenset(["reshape", "reshape_as", "flatten"])
_CAST = frozenset([
    "contiguous", "to", "float", "double", "half", "long", "int", "type", "type_as", "cpu",
    "cuda",
])
# fmt: on
_VIEWS = ALWAYS_VIEWS | RESHAPED | _CAST


class Origin(Enum):
    """What is known of who else holds the tensor."""

    MADE = "made"
    VIEW = "view"  # shares its elements with another tensor
    HELD = "held"


def is_number(node: ast.expr, site: Site) -> bool:
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand, site)
    if isinstance(node, ast.BinOp):
        return is_number(node.left, site) and is_number(node.right, site)
    return isinstance(node, ast.Constant) or site.context.type_of(node) in _NUMBERS


def origin(site: Site, name: ast.Name, node: ast.AST) -> tuple[Origin, names.Value]:
    """Who may hold the tensor that ``name`` stands for at ``node``, and what it is a view of."""
    source = site.source
    scope = names.scope_of(source, name)
    assert scope is not None
    reaching, start = names.values_at(source, scope, name.id, node)
    found, base = Origin.MADE, None
    for value in reaching:
        if isinstance(value, ast.Call) and is_leaf(site, value):
            return Origin.HELD, None  # gradients go to this tensor alone
        one, of = origin_of(site, value)
        if one is Origin.HELD:
            return one, None
        if one is Origin.VIEW:
            found, base = one, of
    if found is Origin.MADE and _is_asked_of(source, scope, name.id, node, start):
        return Origin.HELD, None
    if found is Origin.MADE and shared_items.is_kept_before(source, scope, name.id, node, start):
        return Origin.HELD, None
    return found, base


def _is_asked_of(source: SourceFile, scope: ast.AST, name: str, node: ast.AST, start: tuple[int, int]) -> bool:
    """``x.requires_grad_()`` before: gradients go to this tensor alone."""
    return "requires_grad_(" in source.text and any(
        isinstance(above := source.parent(read), ast.Attribute)
        and above.attr == "requires_grad_"
        and start <= names.place_of(read) < names.place_of(node)
        for read in names.reads_of(source, scope, name)
    )


def is_given_by_call(site: Site, name: ast.Name, node: ast.AST) -> bool:
    """Whether the name is what a call gives, of which nothing is known: often a view of what the function computed."""
    scope = names.scope_of(site.source, name)
    assert scope is not None
    reaching, _ = names.values_at(site.source, scope, name.id, node)
    return bool(reaching) and all(isinstance(value, ast.Call) for value in reaching)


def origin_of(site: Site, value: names.Value) -> tuple[Origin, names.Value]:
    if isinstance(value, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Constant, ast.ListComp)):
        return Origin.MADE, None
    if isinstance(value, ast.Attribute) and value.attr in _VIEWS:
        if value.attr != "data" and origin_of(site, value.value)[0] is Origin.MADE:
            return Origin.MADE, None
        return Origin.VIEW, value if value.attr == "data" else value.value
    if isinstance(value, ast.Subscript) and takes_out(site, value):
        return Origin.MADE, None
    if not isinstance(value, ast.Call):
        return Origin.HELD, None
    return _of_call(site, value)


def _of_call(site: Site, call: ast.Call) -> tuple[Origin, names.Value]:
    func = call.func
    if not isinstance(func, ast.Attribute):
        return Origin.HELD, None
    on_value = not _is_torch(site, func.value)
    subject = func.value if on_value else (call.args[0] if call.args else None)
    if names.in_chain(func):
        return origin_of(site, names.first(subject) if subject is not None else None)
    if func.attr in _VIEWS and (not on_value or _may_be_tensor(site, func.value)):
        known, base = origin_of(site, subject)
        if known is Origin.MADE or any(keyword.arg == "copy" for keyword in call.keywords):
            return Origin.MADE, None
        return Origin.VIEW, base if known is Origin.VIEW else subject
    if not on_value or site.context.type_of(func.value) == "tensor":
        return Origin.MADE, None
    return Origin.HELD, None


def _may_be_tensor(site: Site, node: ast.expr) -> bool:
    return site.context.type_of(node) in ("tensor", "unknown")


def _is_torch(site: Site, node: ast.expr) -> bool:
    """Whether the expression is torch or a part of it, as ``torch.nn.functional`` is."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and (node.id in ("torch", "F") or site.context.type_of(node) == "namespace")


def is_view(site: Site, call: ast.Call) -> bool:
    """Whether the call gives its tensor's own elements for certain; ``x.float()`` mostly converts."""
    return (
        isinstance(call.func, ast.Attribute)
        and call.func.attr in ALWAYS_VIEWS
        and origin_of(site, call)[0] is Origin.VIEW
    )


def is_view_by_name(site: Site, name: ast.Name, node: ast.AST) -> bool:
    return names.made_here(site.source, name) and origin(site, name, node)[0] is Origin.VIEW


def is_only_named(site: Site, given: ast.Name, call: ast.expr) -> bool:
    """Whether nothing but ``given`` may hold the tensor, so that the name can be bound anew."""
    return names.made_here(site.source, given) and origin(site, given, call)[0] is Origin.MADE


def is_copy(site: Site, item: ast.Subscript) -> bool:
    """Whether the index is a mask or holds positions, which copies."""
    return any(
        isinstance(one, (ast.Compare, ast.List))
        or isinstance(one, ast.UnaryOp)
        and isinstance(one.op, ast.Invert)
        or site.context.type_of(one) == "tensor"
        for one in _index(item)
    )


def _index(item: ast.Subscript) -> list[ast.expr]:
    return item.slice.elts if isinstance(item.slice, ast.Tuple) else [item.slice]


def is_of_tensor(site: Site, item: ast.Subscript) -> bool:
    """Whether the item is certainly a part of a tensor, and not what a list or a dictionary holds."""
    kind = site.context.type_of(item.value)
    return kind == "tensor" or kind == "unknown" and isinstance(item.slice, (ast.Slice, ast.Tuple))


def takes_out(site: Site, item: ast.Subscript) -> bool:
    """Whether the index copies: torch's tensor keeps what it has, MindSpore's would not."""
    if is_copy(site, item):
        return True
    return site.context.type_of(item.value) == "tensor" and not all(
        isinstance(one, (ast.Slice, ast.Constant, ast.UnaryOp, ast.BinOp)) or is_number(one, site)
        for one in _index(item)
    )


def is_anothers(site: Site, tensor: ast.expr, node: ast.AST) -> bool:
    """Whether someone else reads what an in-place call within an expression changes: who calls the function, an object, a
    collection. What an unknown call gives is taken for a tensor of its own."""
    source = site.source
    if isinstance(tensor, ast.Subscript):
        return not takes_out(site, tensor)
    if isinstance(tensor, ast.Attribute):
        return origin_of(site, tensor)[0] is not Origin.MADE
    scope = names.scope_of(source, tensor)
    if not isinstance(tensor, ast.Name) or scope is None:
        return False
    if not isinstance(scope, ast.Module) and names.is_outer(source, scope, tensor.id):
        return True
    if isinstance(scope, ast.Lambda):
        around = source.parent(scope)
        while isinstance(around, ast.Call):  # ``list(map(lambda t: t.add_(1), xs))``
            around = source.parent(around)
        named = isinstance(around, ast.Assign) and around.value is scope
        return (named or isinstance(around, ast.Expr)) and any(one.arg == tensor.id for one in scope.args.args)
    if _is_of_comprehension(source, tensor, node):
        return True
    if names.is_argument(source, tensor) and not names.made_here(source, tensor):
        return True
    if not names.made_here(source, tensor):
        return isinstance(node, ast.expr) and names.is_read_again(source, scope, tensor.id, node)
    reaching, start = names.values_at(source, scope, tensor.id, node)
    if any(origin_of(site, value)[0] is Origin.HELD and not isinstance(value, ast.Call) for value in reaching):
        return True
    return shared_items.is_kept_before(source, scope, tensor.id, node, start)


def _is_of_comprehension(source: SourceFile, name: ast.Name, node: ast.AST) -> bool:
    """Whether a comprehension gives the name to each item of what goes on holding them."""
    comprehension = source.around(node, ast.ListComp, ast.SetComp, ast.GeneratorExp)
    return isinstance(comprehension, (ast.ListComp, ast.SetComp, ast.GeneratorExp)) and any(
        names.binds(one.target, name.id) and isinstance(one.iter, (ast.Name, ast.Attribute))
        for one in comprehension.generators
    )


def is_one_of_views(site: Site, tensor: ast.expr, node: ast.AST) -> bool:
    """Whether the tensor is the variable of a loop over ``x.chunk(2)`` or the like."""
    scope = names.scope_of(site.source, tensor)
    if not isinstance(tensor, ast.Name) or scope is None:
        return False
    for one in names.nodes_around(site.source, node, scope):
        if isinstance(one, ast.For) and names.binds(one.target, tensor.id):
            calls = [n for n in ast.walk(one.iter) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
            return any(isinstance(c.func, ast.Attribute) and c.func.attr in ("chunk", "split", "unbind") for c in calls)
    return False


def may_be_parameter(site: Site, tensor: ast.expr, node: ast.AST) -> bool:
    """Whether the tensor is likely a Parameter: what a loop over parameters gives, a layer's weight, what a class makes one."""
    source = site.source
    if isinstance(tensor, ast.Attribute):
        own = (
            isinstance(tensor.value, ast.Name)
            and tensor.value.id == "self"
            and tensor.attr in _own_parameters(source, tensor)
        )
        return own or tensor.attr in ("weight", "bias")
    scope = names.scope_of(source, tensor)
    if isinstance(tensor, ast.Subscript):
        return "param" in ast.unparse(tensor.value).lower() and not is_of_tensor(site, tensor)
    if not isinstance(tensor, ast.Name) or scope is None:
        return False
    if "param" in tensor.id.lower():
        return True
    for one in names.nodes_around(source, node, scope):
        if isinstance(one, ast.For) and names.binds(one.target, tensor.id):
            return "param" in ast.unparse(one.iter)
    if not names.made_here(source, tensor):
        return names.is_argument(source, tensor) and (_is_set_by(scope, tensor) or _data_is_changed(scope, tensor))
    reaching, start = names.values_at(source, scope, tensor.id, node)
    return _is_asked_of(source, scope, tensor.id, node, start) or any(
        isinstance(value, ast.Attribute)
        and may_be_parameter(site, value, node)
        or isinstance(value, ast.Call)
        and is_leaf(site, value)
        for value in reaching
    )


def is_leaf(site: Site, made: ast.Call) -> bool:
    """``torch.zeros(1, requires_grad=True)``, ``nn.Parameter(torch.zeros(1))``, ``torch.zeros(1).requires_grad_()``."""
    return site.apis.get(id(made.func)) in ("torch.nn.Parameter", "torch.Tensor.requires_grad_") or any(
        one.arg == "requires_grad" and isinstance(one.value, ast.Constant) and one.value.value is True
        for one in made.keywords
    )


_INITIALISER = re.compile(
    r"(?:normal(?!i[sz])|uniform|init|orthogonal|xavier|kaiming|zeros|ones|constant|scaling|eye|sparse)\w*_$"
)


def _is_set_by(scope: ast.AST, name: ast.Name) -> bool:
    """Whether a function is called as those of ``torch.nn.init`` are, which set what they are given first:
    ``trunc_normal_(tensor, std)``."""
    if not isinstance(scope, ast.FunctionDef) or _INITIALISER.search(scope.name) is None:
        return False
    return [one.arg for one in scope.args.args[:1]] == [name.id]


def _data_is_changed(scope: ast.AST, name: ast.Name) -> bool:
    """Whether the function also changes the ``data`` of its argument, which nothing but a Parameter has apart."""
    for node in ast.walk(scope):
        func = node.func if isinstance(node, ast.Call) else None
        data = func.value if isinstance(func, ast.Attribute) and names.in_chain(func) else None
        if isinstance(data, ast.Attribute) and data.attr == "data" and isinstance(data.value, ast.Name):
            if data.value.id == name.id:
                return True
    return False


def _own_parameters(source: SourceFile, node: ast.AST) -> set[str]:
    """The attributes that the class around ``node`` makes Parameters of."""
    around = source.around(node, ast.ClassDef)
    found: set[str] = set()
    for one in ast.walk(around) if around is not None else ():
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call):
            if ast.unparse(one.value.func).rpartition(".")[2] == "Parameter":
                found |= {t.attr for t in one.targets if isinstance(t, ast.Attribute)}
    return found
