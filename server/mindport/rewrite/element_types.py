"""The element type of an expression, as far as the text of its function tells; an empty string where it does not."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from mindport.mapping.conditions import PYTHON_TYPES
from mindport.rewrite.origins import assigned
from mindport.rewrite.rule import Module

_ALIASES: Mapping[str, str] = {
    "long": "int64", "int": "int32", "short": "int16", "float": "float32", "double": "float64", "half": "float16",
    "char": "int8", "byte": "uint8", "LongTensor": "int64", "IntTensor": "int32", "FloatTensor": "float32",
    "DoubleTensor": "float64", "HalfTensor": "float16", "ByteTensor": "uint8", "BoolTensor": "bool", "bool_": "bool",
    "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip
_ORDER = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip
_CONSTANTS = frozenset(f"{module}.{one}" for module in ("math", "numpy") for one in ("pi", "e", "tau", "inf", "nan"))
_KINDS = ("bool", "int", "float", "complex")  # of Python's numbers
# fmt: off
_FLOATS = frozenset(["zeros", "ones", "empty", "eye", "rand", "randn", "linspace", "logspace", "hann_window"])
_WHOLE = frozenset([
    "randint", "randperm", "argmax", "argmin", "argsort", "nonzero", "bincount", "one_hot", "searchsorted",
    "bucketize", "multinomial",
])
_TRUTHS = frozenset([
    "eq", "ne", "lt", "le", "gt", "ge", "isnan", "isinf", "isfinite", "logical_and", "logical_or", "logical_not",
    "logical_xor", "isclose", "all", "any", "greater", "less", "greater_equal", "less_equal", "not_equal", "isin",
])
_LIKE = frozenset([
    "zeros_like", "ones_like", "full_like", "empty_like", "rand_like", "randn_like", "new_zeros", "new_ones",
    "new_full", "new_empty", "new_tensor",
])
_CASTS = frozenset(["long", "int", "short", "float", "double", "half", "char", "byte", "bool", "bfloat16"])
_SUMS = frozenset(["sum", "prod", "cumsum", "cumprod"])
_SAME = frozenset([
    "clone", "contiguous", "detach", "expand", "expand_as", "flatten", "flip", "index_select", "narrow", "permute",
    "repeat", "reshape", "roll", "squeeze", "swapaxes", "t", "transpose", "unbind", "unflatten", "unsqueeze",
    "view", "view_as", "chunk", "split", "select", "repeat_interleave", "cpu", "cuda", "abs", "clamp", "relu",
    "masked_fill", "masked_select", "gather", "tril", "triu", "diagonal", "tile", "movedim", "neg", "clip", "take",
    "diag", "unique", "fftshift", "ifftshift",
])
# fmt: on
_COMPLEX = frozenset(
    [f"torch.fft.{one}" for one in ("fft", "ifft", "rfft", "fft2", "ifft2", "rfft2", "fftn", "ifftn", "rfftn")]
    + ["torch.complex", "torch.polar", "torch.view_as_complex", "torch.stft"]
)
_ELEMENTWISE = frozenset(
    [
        "exp",
        "sin",
        "cos",
        "tan",
        "tanh",
        "sigmoid",
        "sqrt",
        "log",
        "log1p",
        "expm1",
        "conj",
        "reciprocal",
        "square",
        "mean",
    ]
)
_PAIRS = frozenset(
    [
        "add",
        "sub",
        "mul",
        "div",
        "pow",
        "remainder",
        "fmod",
        "maximum",
        "minimum",
        "matmul",
        "mm",
        "bmm",
        "dot",
        "outer",
    ]
)
_DEPTH = 12
WHOLE = _ORDER[1:6]
"""Types of whole numbers."""
NARROW = ("float16", "bfloat16")
FLOATS = (*NARROW, "float32", "float64")


@dataclass
class ElementTypes:
    module: Module
    _known: dict[int, str] = field(default_factory=dict)
    _once: dict[str, ast.expr | None] | None = None

    def of(self, node: ast.expr, depth: int = 0) -> str:
        """The type's name, as ``int64``; empty where the text does not tell."""
        if depth > _DEPTH:
            return ""
        if id(node) not in self._known:
            self._known[id(node)] = self._found(node, depth + 1)
        return self._known[id(node)]

    def kind(self, node: ast.expr) -> str:
        """The same; of a Python number ``number:int`` and the like."""
        return self._number(node) or self.of(node)

    def _found(self, node: ast.expr, depth: int) -> str:
        if isinstance(node, ast.Subscript):
            return self.of(node.value, depth)
        if isinstance(node, ast.UnaryOp):
            return "" if isinstance(node.op, ast.Not) else self.of(node.operand, depth)
        if isinstance(node, ast.Compare):
            tensors = any(self.module.analysis.kind_of(one) == "tensor" for one in (node.left, *node.comparators))
            return "bool" if tensors and not isinstance(node.ops[0], (ast.In, ast.NotIn, ast.Is, ast.IsNot)) else ""
        if isinstance(node, ast.BinOp):
            return "" if self._number(node) else self._operation(node, depth)
        if isinstance(node, ast.Name):
            value = assigned(self.module.source, node, augmented=True) or self._global(node)
            return self.of(value, depth) if value is not None else ""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            found = {self.of(value, depth) for value in self._stored(node)}
            return found.pop() if len(found) == 1 else ""
        return self._call(node, depth) if isinstance(node, ast.Call) else ""

    def _global(self, name: ast.Name) -> ast.expr | None:
        """What the file gives a name once, outside of all functions, that no function binds."""
        if self._once is None:
            self._once = {}
            for node in self.module.source.each(ast.Name, ast.arg):
                if not isinstance(getattr(node, "ctx", None), ast.Load):
                    key = node.id if isinstance(node, ast.Name) else node.arg
                    parent = self.module.source.parent(node)
                    alone = isinstance(parent, ast.Assign) and parent.targets == [node] and key not in self._once
                    self._once[key] = None
                    if alone and isinstance(parent, ast.Assign):
                        top = isinstance(self.module.source.parent(parent), ast.Module)
                        self._once[key] = parent.value if top else None
        return self._once.get(name.id)

    def _stored(self, node: ast.Attribute) -> list[ast.expr]:
        """What the methods of the class give the attribute; nothing where one of them does otherwise than by an assignment."""
        around = self.module.source.around(node, ast.ClassDef)
        found: list[ast.expr] = []
        for one in self.module.source.within(around) if around is not None else ():
            if isinstance(one, ast.Attribute) and one.attr == node.attr and not isinstance(one.ctx, ast.Load):
                parent = self.module.source.parent(one)
                if isinstance(parent, ast.AugAssign):
                    continue  # the type stays
                if not isinstance(parent, ast.Assign) or parent.targets != [one]:
                    return []
                found.append(parent.value)
        return found

    def _operation(self, node: ast.BinOp, depth: int) -> str:
        return self._of_both(node.left, node.right, isinstance(node.op, ast.Div), depth)

    def _of_both(self, one: ast.expr, other: ast.expr, divided: bool, depth: int) -> str:
        """The type of an operation on both."""
        left, right = (self._number(operand) or self.of(operand, depth) for operand in (one, other))
        if not left or not right:
            # What is not complex is cast beside complex numbers (``rules/complex_products.py``).
            return "complex64" if "complex64" in (left, right) or "number:complex" in (left, right) else ""
        found = promoted(left, right)
        return "float32" if divided and found in _ORDER[:6] else found

    def _number(self, node: ast.expr) -> str:
        """``number:int`` and the like for a Python number."""
        if isinstance(node, ast.Constant) and type(node.value) in (bool, int, float, complex):
            return f"number:{type(node.value).__name__}"
        if isinstance(node, ast.UnaryOp):
            return self._number(node.operand)
        found = self.module.analysis.type_of(node)
        if found.kind == "namespace" and found.name in _CONSTANTS:
            return "number:float"
        if isinstance(node, ast.BinOp) and found.kind == "unknown":
            return self._calculated(node)
        return f"number:{found.kind}" if found.kind in ("bool", "int", "float") else ""

    def _calculated(self, node: ast.BinOp) -> str:
        """What is calculated of numbers; a complex one makes a complex number of anything but a Tensor."""
        left, right = self._number(node.left), self._number(node.right)
        if "number:complex" in (left, right) and self._is_plain(node):
            return "number:complex"
        if not left or not right:
            return ""
        kind = max(left.partition(":")[2], right.partition(":")[2], key=_KINDS.index)
        return "number:float" if isinstance(node.op, ast.Div) and kind in ("bool", "int") else f"number:{kind}"

    def _is_plain(self, node: ast.BinOp) -> bool:
        """Whether neither side is a Tensor, or what may be one."""
        return not any(
            self.module.analysis.kind_of(one) == "tensor" or isinstance(one, ast.BinOp) and not self._is_plain(one)
            for one in (node.left, node.right)
        )

    def _call(self, call: ast.Call, depth: int) -> str:
        api = self.module.certain_api(call) or ""
        owner, _, leaf = api.rpartition(".")
        if not owner.startswith("torch") or any(isinstance(one, ast.Starred) for one in call.args):
            return ""
        given = {k.arg: k.value for k in call.keywords}
        if "dtype" in given or None in given:
            return self._named(given.get("dtype"))
        if makes_complex(api, call):
            wide = any(self.of(one, depth) in ("float64", "complex128") for one in call.args[:2])
            return "complex128" if wide else "complex64"
        method = owner == "torch.Tensor"
        receiver = call.func.value if method and isinstance(call.func, ast.Attribute) else None
        first = receiver if receiver is not None else call.args[0] if call.args else None
        if leaf in _CASTS:
            return _ALIASES.get(leaf, leaf) if method else ""
        if leaf in ("to", "type"):
            return self._named(call.args[0]) if method and len(call.args) == 1 else ""
        if leaf in _ALIASES:
            return _ALIASES[leaf]
        if leaf in _TRUTHS:
            return "bool"
        if leaf in _WHOLE:
            return "int64"
        if owner == "torch" and leaf in _FLOATS:
            return "" if "set_default_dtype" in self.module.source.text else "float32"
        if owner == "torch" and leaf in ("tensor", "arange", "full", "as_tensor", "scalar_tensor"):
            return self._made(leaf, call)
        if first is None:
            return ""
        pair = (
            call.args[1:3]
            if owner == "torch" and leaf == "where"
            else [first, *call.args][-2:]
            if leaf in _PAIRS
            else []
        )
        if len(pair) == 2:
            return self._of_both(pair[0], pair[1], leaf == "div", depth)
        if leaf in _SUMS:
            found = self.of(first, depth)
            return "int64" if found in _ORDER[:6] else found
        found = self.of(first, depth)
        if found.startswith("complex") and leaf in ("abs", "real", "imag", "angle"):
            return "float64" if found == "complex128" else "float32"
        if leaf in _ELEMENTWISE:
            return "float32" if found in _ORDER[:6] else found
        return found if leaf in _LIKE or leaf in _SAME else ""

    def _named(self, node: ast.expr | None) -> str:
        """What a data type's name says."""
        api = self.module.api(node) or "" if node is not None else ""
        if not api and isinstance(node, ast.Name) and node.id in PYTHON_TYPES:
            return PYTHON_TYPES[node.id].rstrip("_")
        leaf = api.rpartition(".")[2]
        found = _ALIASES.get(leaf, leaf)
        return found if api.startswith("torch.") and found in _ORDER else ""

    def _made(self, leaf: str, call: ast.Call) -> str:
        if "set_default_dtype" in self.module.source.text:
            return ""
        values = call.args[1:2] if leaf == "full" else call.args if leaf == "arange" else call.args[:1]
        kinds = {kind for one in values for kind in self._elements(one)}
        if not kinds or "" in kinds:
            return ""
        found = max((kind.partition(":")[2] for kind in kinds), key=_KINDS.index)
        return dict(zip(_KINDS, ("bool", "int64", "float32", "complex64"), strict=True))[found]

    def _elements(self, node: ast.expr) -> set[str]:
        if isinstance(node, (ast.List, ast.Tuple)):
            return {kind for one in node.elts for kind in self._elements(one)}
        if isinstance(node, ast.UnaryOp):
            return self._elements(node.operand)
        return {self._number(node)}


def makes_complex(api: str, call: ast.Call) -> bool:
    """Whether the function makes complex numbers, of double precision if its argument has that."""
    real = any(
        keyword.arg == "return_complex" and isinstance(keyword.value, ast.Constant) and keyword.value.value is False
        for keyword in call.keywords
    )
    return api in _COMPLEX and not real


def promoted(left: str, right: str) -> str:
    """The type of an operation on both, a Python number counting by its kind alone."""
    if left.startswith("number:"):
        left, right = right, left
    if left.startswith("number:"):
        return ""
    if right.startswith("number:"):
        kind = right.partition(":")[2]
        if kind == "complex":
            return left if left.startswith("complex") else "complex128" if left == "float64" else "complex64"
        if kind == "float" and left in _ORDER[:6]:
            return "float32"
        return "int64" if kind == "int" and left == "bool" else left
    if {left, right} == {"uint8", "int8"}:
        return "int16"
    if {left, right} == {"float16", "bfloat16"}:
        return "float32"
    if {left, right} == {"float64", "complex64"}:
        return "complex128"
    return max(left, right, key=_ORDER.index) if left in _ORDER and right in _ORDER else ""
