"""What a data set's ``__getitem__`` does with torch, as NumPy's."""

from __future__ import annotations

import ast

from mindport.analysis.uses import ApiUse, Role
from mindport.rewrite import template as templates
from mindport.rewrite.arguments import ArgumentList, attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.spelling import Import
from mindport.text import Edit, Span

DATASETS = ("torch.utils.data.Dataset", "torch.utils.data.dataset.Dataset")
_NUMPY = Import(-1, None, "numpy", "np")
_CASTS = {"float": "float32", "double": "float64", "half": "float16", "long": "int64", "int": "int32", "bool": "bool_"}
_DTYPES = {
    **{f"torch.{name}": name for name in ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8")},
    "torch.bool": "bool_",
    "torch.float": "float32",
    "torch.double": "float64",
    "torch.half": "float16",
    "torch.long": "int64",
    "torch.int": "int32",
}
_CONSTRUCTORS = {"torch.FloatTensor": "float32", "torch.LongTensor": "int64", "torch.IntTensor": "int32"}
# Arrays have these too, with the same meaning.
_SHARED = frozenset(f"torch.Tensor.{name}" for name in ("shape", "ndim", "T", "item", "reshape"))


def getter(found: ast.ClassDef) -> ast.FunctionDef | None:
    return next((s for s in found.body if isinstance(s, ast.FunctionDef) and s.name == "__getitem__"), None)


def uses(module: Module, method: ast.FunctionDef) -> list[ApiUse]:
    """What the method does with torch."""
    inside = {id(n) for statement in method.body for n in ast.walk(statement)}
    return [f.use for f in module.findings.values() if id(f.use.node) in inside and f.use.role is not Role.IMPORT]


def free_of_operators(module: Module, method: ast.FunctionDef) -> bool:
    """Whether MindSpore's threads may call the method: all it does with torch becomes NumPy's."""
    found = uses(module, method)
    if any(_is_tensor_from_outside(module, n) for statement in method.body for n in ast.walk(statement)):
        return False  # taking an item of a tensor is an operator
    return not found or (_numpy(module) is not None and all(_edits(module, u, "np") is not None for u in found))


def _is_tensor_from_outside(module: Module, node: ast.AST) -> bool:
    """Whether an item is taken of an attribute of the data set that holds a tensor."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Attribute):
        return False
    return module.analysis.type_of(node.value).kind in ("tensor", "tensors")


def converted(module: Module, method: ast.FunctionDef) -> Match | None:
    found = uses(module, method)
    numpy = _numpy(module)
    if not found or numpy is None:
        return None
    edits: list[Edit] = []
    handled: set[int] = set()
    for use in found:
        made = _edits(module, use, numpy)
        if made is None:
            return None
        edits += made
        handled.add(id(use.node))
    named = any(isinstance(part, str) and f"{numpy}." in part for edit in edits for part in edit.parts)
    if named and numpy == _NUMPY.alias and not _imports_numpy(module):
        module.spelling.imports.add(_NUMPY)
    return Match(tuple(edits), frozenset(handled))


def _numpy(module: Module) -> str | None:
    """How the file calls NumPy, or may call it; None where ``np`` is something else."""
    for imported in module.analysis.bindings.names():
        if imported.qualified == "numpy":
            return imported.local
    return "np" if module.analysis.bindings.is_free("np") else None


def _imports_numpy(module: Module) -> bool:
    return any(imported.qualified == "numpy" for imported in module.analysis.bindings.names())


def _edits(module: Module, use: ApiUse, numpy: str) -> list[Edit] | None:
    """Edits of one use; None for what arrays cannot do the same way."""
    source = module.source
    dtype = _DTYPES.get(use.api)
    if dtype is not None:
        return [Edit(source.span(use.node), (f"{numpy}.{dtype}",))]
    if use.api in _SHARED:
        return []
    call = use.call
    if call is None or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    span = source.span(call)
    given = {k.arg: k.value for k in call.keywords}
    if use.api == "torch.from_numpy" and len(call.args) == 1 and not given:
        value = ArgumentList(source, call).item(call.args[0]).value
        bare = templates.is_atom(call.args[0]) or not templates.in_operator(call, _parent(module, call))
        return [Edit(span, (value,) if bare else ("(", value, ")"))]
    if use.api in ("torch.tensor", "torch.as_tensor") and len(call.args) == 1 and set(given) == {"dtype"}:
        name = "array" if use.api == "torch.tensor" else "asarray"
        return [Edit(source.span(use.node), (f"{numpy}.{name}",))] if module.api(given["dtype"]) in _DTYPES else None
    if use.api in _CONSTRUCTORS and len(call.args) == 1 and not given:
        value = ArgumentList(source, call).item(call.args[0]).value
        return [Edit(span, (f"{numpy}.array(", value, f", dtype={numpy}.{_CONSTRUCTORS[use.api]})"))]
    owner, _, name = use.api.rpartition(".")
    if owner == "torch.Tensor" and isinstance(use.node, ast.Attribute):
        start = attribute_name(source, use.node).start
        if name in _CASTS and not call.args and not given:
            return [Edit(Span(start, span.end), (f"astype({numpy}.{_CASTS[name]})",))]
        if name == "permute" and call.args and not given:
            return [Edit(attribute_name(source, use.node), ("transpose",))]
        if name == "contiguous" and not call.args and not given:
            return [Edit(Span(start, span.end), ("copy()",))]
    return None


def _parent(module: Module, node: ast.AST) -> list[ast.AST]:
    parent = module.source.parent(node)
    return [parent] if parent is not None else []
