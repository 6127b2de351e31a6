"""Values of which only the alternatives are known: a tensor or a number, an array, a list of tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import ClassInfo
from mindport.semantics.joining import either
from mindport.semantics.types import NUMBER, NUMPY, OUTPUT, UNKNOWN, Alternatives, Type
from mindport.semantics.word_sets import words

if TYPE_CHECKING:
    from mindport.semantics.knowledge import Knowledge

_PYTHON: Final[dict[str, type]] = {
    "int": int,
    "float": float,
    "bool": bool,
    "str": str,
    "list": list,
    "tuple": tuple,
    "dict": dict,
}
OF_ARRAYS: Final = words("""
    T all any argmax argmin argpartition argsort astype base byteswap choose clip compress conj conjugate copy ctypes
    cumprod cumsum data device diagonal dot dtype dump dumps fill flags flat flatten getfield imag item itemset itemsize
    mT max mean min nbytes ndim newbyteorder nonzero partition prod ptp put ravel real repeat reshape resize round
    searchsorted setfield setflags shape size sort squeeze std strides sum swapaxes take to_device tobytes tofile tolist
    tostring trace transpose var view
""")


_NUMBERS_OF_ARRAYS: Final = frozenset(["size", "ndim", "itemsize", "nbytes"])
_OF_TENSORS: Final = frozenset(["dim", "dims", "keepdim"])


def names_dimensions(call: ast.Call) -> bool:
    """Whether a call names dimensions as torch does, and NumPy does not."""
    return any(keyword.arg in _OF_TENSORS for keyword in call.keywords)


def may_have(value: Type, name: str, call: ast.Call | None = None) -> bool:
    """Whether a value that is no tensor may have a member of this name; ``call``: that is called so."""
    plain = _PYTHON.get(value.kind)
    if plain is not None:
        return hasattr(plain, name)
    if value == NUMBER:
        return hasattr(float, name) or hasattr(int, name)
    if value.kind == "ndarray":
        if call is not None and (name in _NUMBERS_OF_ARRAYS or names_dimensions(call)):
            return False
        return name in OF_ARRAYS
    if value.name == "iterator":
        return any(hasattr(plain, name) for plain in (list, tuple, dict, set))
    return True


def only_tensors_have(kind: str, name: str, knowledge: Knowledge) -> bool:
    """Whether what is said to be one of Python's own kinds is a tensor, as neither that nor an array has such a method."""
    return name in knowledge.tensor_members and name not in OF_ARRAYS and not hasattr(_PYTHON[kind], name)


def as_given(result: Type, given: Sequence[Type]) -> Type:
    """What a function for arrays and tensors makes of tensors alone: likely tensors."""
    kinds = {one.kind for one in given} | {item.kind for one in given if one.name == "either" for item in one.items}
    if "tensor" not in kinds or "ndarray" in kinds or any(one == NUMPY for one in given):
        return result
    if result.name == "either" and any(one.kind == "ndarray" for one in result.items):
        return OUTPUT
    if isinstance(result.definition, Alternatives):  # of which each says itself which of its parts are arrays
        return result.defined_by(Alternatives(tuple(as_given(one, given) for one in result.definition.tuples)))
    if result.kind == "tuple" and any(one.name == "either" for one in result.items):
        return Type("tuple", result.name, tuple(as_given(one, given) for one in result.items), result.optional)
    return result


def without(value: Type, excluded: Type) -> Type:
    """The alternatives that a test for ``excluded`` leaves when it fails."""
    if value.name != "either":
        return value
    return _chosen(value, (one for one in value.items if not _is(one, excluded)))


def only(value: Type, tested: Type) -> Type | None:
    """The alternatives that a test for ``tested`` leaves when it holds; None where that says nothing."""
    left = [one for one in value.items if _is(one, tested)]
    return _chosen(value, left) if left else None


def _chosen(value: Type, left: Iterable[Type]) -> Type:
    alternatives = list(left)
    if len(alternatives) == 1:
        return alternatives[0]
    return either(*alternatives) if alternatives else UNKNOWN


def _is(value: Type, tested: Type) -> bool:
    """Whether one alternative is of the class that was asked for."""
    if isinstance(value.definition, ClassInfo) or isinstance(tested.definition, ClassInfo):
        return value.definition is tested.definition
    if tested.name == "either" and tested.items:
        return any(_is(value, one) for one in tested.items)
    if tested.name == "iterator":  # ``(list, tuple)``
        return value.kind in ("list", "tuple") or value.name == "iterator"
    if value.name == "iterator":
        return tested.kind in ("list", "tuple")
    return value.kind == tested.kind and value.kind != "unknown"
