"""Types of operators' results."""

from __future__ import annotations

import ast
from typing import Final

from mindport.semantics.joining import CONTAINERS, either, element, join, join_all
from mindport.semantics.types import (
    BOOL,
    FLOAT,
    GIVEN,
    INT,
    NDARRAY,
    NEVER,
    NUMBER,
    NUMPY,
    OPEN,
    OUTPUT,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    list_of,
    tuple_of,
)
from mindport.syntax.nodes import Add, BitAnd, BitOr, BitXor, Div, In, Is, IsNot, Mod, Mult, Not, NotIn, Pow

_NUMBERS: Final = frozenset(["int", "float", "bool"])
_NUMBERS_OR_NONE: Final = _NUMBERS | {"none"}  # None, by what was seen so far
_NOT_OF_CONTAINERS: Final = (ast.Div, ast.FloorDiv, ast.MatMult, ast.Pow, ast.Sub)
_SEQUENCES: Final = frozenset(["tuple", "shape"])
_LAYERS: Final = ("torch.nn.ModuleList", "torch.nn.Sequential")


def binary(op: ast.operator, left: Type, right: Type) -> Type:
    """Type of ``left op right``."""
    a, b = left.kind, right.kind
    if a == "tensor" or b == "tensor":
        other = b if a == "tensor" else a
        if other in ("str", "dict") and isinstance(op, _NOT_OF_CONTAINERS):
            return TENSOR  # a value of a dict of which more was seen than this one
        if other in ("str", "list", "dict", "module", "optimizer") or (a in ("list", "tuple") and b == "tensor"):
            return UNKNOWN
        return TENSOR
    if a == "never" or b == "never":
        return NEVER
    names = (left.name, right.name)
    if "output" in names and OUTPUT in (left, right):
        beside = right if left == OUTPUT else left
        if beside.kind in _NUMBERS_OR_NONE or beside in (OUTPUT, NUMBER) or beside.is_unknown and beside.name in OPEN:
            return OUTPUT
    if "either" in names:
        return _of_alternatives(op, left, right)
    if a in _NUMBERS and b in _NUMBERS:
        return _numbers(op, a, b)
    if a == "ndarray" or b == "ndarray":
        return NDARRAY if b != "unknown" and a != "unknown" else NUMPY
    if "numpy" in names and NUMPY in (left, right):
        return NUMPY if a in _NUMBERS or b in _NUMBERS or left == right or NUMBER in (left, right) else UNKNOWN
    if a == "str" and isinstance(op, (Mod, Add, Mult)):
        return STR
    if a == b == "dict" and type(op) is BitOr:
        return join(left, right)
    if a == "module" and left.name in _LAYERS and type(op) is Add:
        return left.of(*(join(item, element(right)) for item in left.items))
    if a == "list" and isinstance(op, (Add, Mult)):
        return _lists(op, left, right)
    if a in _SEQUENCES and isinstance(op, (Add, Mult)):
        return _tuples(op, left, right)
    if type(op) is Mult and b in ("list", "tuple") and a == "int":
        return right if b == "list" else Type("tuple", "...", (element(right),))
    if (left == NUMBER and (b in _NUMBERS or right == NUMBER)) or (right == NUMBER and a in _NUMBERS):
        return NUMBER
    if GIVEN in (left, right) and (a in _NUMBERS or b in _NUMBERS or left == right or NUMBER in (left, right)):
        return GIVEN  # arithmetic leaves open what a parameter is, and stays of its kind
    return UNKNOWN


def _of_alternatives(op: ast.operator, left: Type, right: Type) -> Type:
    lefts = left.items if left.name == "either" else (left,)
    rights = right.items if right.name == "either" else (right,)
    return join_all(
        binary(op, one, other) for one in lefts for other in rights if not _is_refused(op, one.kind, other.kind)
    )


def _is_refused(op: ast.operator, a: str, b: str) -> bool:
    """Whether torch raises an error for it: a tensor beside a list, say."""
    if a != "tensor":
        return b == "tensor" and a in CONTAINERS and not (a == "str" and type(op) is Mod)
    return b in CONTAINERS


def _numbers(op: ast.operator, a: str, b: str) -> Type:
    if isinstance(op, (BitAnd, BitOr, BitXor)) and a == b == "bool":
        return BOOL
    if "float" in (a, b) or type(op) is Div:
        return FLOAT
    if type(op) is Pow:
        return NUMBER  # a negative exponent makes a float
    return INT


def _lists(op: ast.operator, left: Type, right: Type) -> Type:
    if type(op) is Mult:
        return left
    if right.kind == "list":
        return join(left, right)
    return list_of(join(element(left), element(right))) if left.items and right.items else Type("list")


def _tuples(op: ast.operator, left: Type, right: Type) -> Type:
    if left.kind == "shape":
        return left  # ``x.size() + (n,)`` and ``x.size() * 2`` are sizes, too
    if type(op) is Mult:
        return Type("tuple", "...", (element(left),))
    if left.kind == right.kind == "tuple" and left.name == right.name == "":
        return tuple_of(*left.items, *right.items)
    if right.kind not in _SEQUENCES:
        return Type("tuple", "...", (UNKNOWN,))
    items = [INT if one.kind == "shape" else element(one) for one in (left, right)]
    return Type("tuple", "...", (join(items[0], items[1]),))


def compared(ops: list[ast.cmpop], operands: list[Type]) -> Type:
    """Type of a comparison."""
    if any(isinstance(op, (Is, IsNot, In, NotIn)) for op in ops):
        return BOOL
    kinds = {operand.kind for operand in operands}
    names = {operand.name for operand in operands}
    if "tensor" in kinds and len(ops) == 1:
        return BOOL if kinds & {"none", "str"} else TENSOR
    if "ndarray" in kinds or "numpy" in names and NUMPY in operands:
        return NUMPY
    if len(ops) == 1 and any(o.name == "either" for o in operands):
        return _alternatives_compared(operands) if not kinds & {"none", "str"} else UNKNOWN
    if "output" in names and OUTPUT in operands and len(ops) == 1:
        if all(o in (OUTPUT, NUMBER) or o.kind in _NUMBERS or o.is_unknown and o.name in OPEN for o in operands):
            return OUTPUT
    if "unknown" in kinds and not all(o.kind != "unknown" or o == NUMBER for o in operands):
        # One operand that is a plain value settles the matter only when the other is one too.
        return UNKNOWN
    return BOOL


def _alternatives_compared(operands: list[Type]) -> Type:
    """What a comparison gives where an operand is a tensor or something else."""
    alternatives = [item for one in operands for item in (one.items if one.name == "either" else (one,))]
    if any(one.kind == "tensor" for one in operands):
        return TENSOR
    if all(one.kind in _NUMBERS or one.kind == "tensor" or one == NUMBER for one in alternatives):
        return either(TENSOR, BOOL)
    return either(TENSOR, NDARRAY) if any(one.kind == "ndarray" for one in alternatives) else OUTPUT


def unary(op: ast.unaryop, operand: Type) -> Type:
    if type(op) is Not:
        return BOOL
    if operand.kind == "bool":
        return INT
    if operand.kind == "tensor":
        return TENSOR
    if operand.name == "either" and operand.kind == "unknown":
        return either(*(unary(op, one) for one in operand.items))
    return operand if operand.kind in ("int", "float", "ndarray") or operand in (NUMBER, NUMPY, OUTPUT) else UNKNOWN
