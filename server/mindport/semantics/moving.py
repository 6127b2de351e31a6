"""Functions that go through what holds tensors, to move or detach them, and give back what is built alike.

    def to_device(data, device):
        if isinstance(data, (list, tuple)):
            return [to_device(one, device) for one in data]
        return data.to(device)

What such a function gives is what it was given.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics.types import OPEN, Type
from mindport.semantics.word_sets import words
from mindport.syntax.nodes import (
    Assign,
    AsyncFunctionDef,
    Attribute,
    Call,
    Constant,
    Dict,
    DictComp,
    For,
    GeneratorExp,
    IfExp,
    Lambda,
    List,
    ListComp,
    Name,
    Return,
    Starred,
    Subscript,
    comprehension,
)

if TYPE_CHECKING:
    from mindport.semantics.arguments import Arguments
    from mindport.semantics.definitions import FunctionInfo

_AS_GIVEN: Final = "as-given"
_KEEPING: Final = words(
    "to cuda cpu detach detach_ clone contiguous float half double bfloat16 pin_memory requires_grad_ share_memory_"
)
_ELSE: Final = words("""
    numpy item tolist array asarray from_numpy as_tensor tensor LongTensor FloatTensor Tensor stack cat extend update insert
""")
"""Calls that make something else of a value."""
_REFUSED: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Yield, ast.YieldFrom, ast.AugAssign)
_CONTAINERS: Final = words("list tuple dict set frozenset OrderedDict")


def as_given(otherwise: Type) -> Type:
    """What a function returns that gives back what is built as its first argument is. ``otherwise``: where nothing is known of
    that."""
    return Type("unknown", _AS_GIVEN, (otherwise,))


def is_as_given(value: Type) -> bool:
    return value.name == _AS_GIVEN


def given_back(returns: Type, given: Type | None) -> Type:
    """What a call gives of a function that returns what it is given."""
    if given is None or given.kind == "unknown" and (given.name in OPEN or is_as_given(given)):
        return returns.items[0]
    return given


def gives_back(function: FunctionInfo) -> bool:
    """Whether a function that calls itself gives what is built as its first parameter is, and holds the same kinds of values."""
    name = _parameter(function)
    if not name or type(function.node) is AsyncFunctionDef:
        return False
    walk = _Walk(function.node.name, name)
    returned: list[ast.expr] = []
    for node in function.flow.nodes_of(function.node):
        if isinstance(node, _REFUSED) or type(node) is Call and _leaf(node.func) in _ELSE:
            return False
        if type(node) is Return and node.value is not None:
            returned.append(node.value)
        else:
            walk.note(node)
    return bool(returned) and all(walk.is_alike(one) for one in returned)


class _Walk:
    """``function``, ``parameter``: names. ``values``: what variables stand for. ``parts``: what is put into what they hold."""

    def __init__(self, function: str, parameter: str) -> None:
        self.function = function
        self.parameter = parameter
        self.values: dict[str, list[ast.expr]] = {}
        self.parts: dict[str, list[ast.expr]] = {}
        self.looped: set[str] = set()
        self._asked: set[str] = set()

    def note(self, node: ast.AST) -> None:
        if type(node) is Assign:
            target = node.targets[0]
            if type(target) is Name:
                self.values.setdefault(target.id, []).append(node.value)
            elif type(target) is Subscript and type(target.value) is Name:
                self.parts.setdefault(target.value.id, []).append(node.value)
        elif isinstance(node, (For, comprehension)):
            self.looped.update(one.id for one in ast.walk(node.target) if type(one) is Name)
        elif type(node) is Call and type(node.func) is Attribute and node.func.attr == "append" and node.args:
            if type(node.func.value) is Name:
                self.parts.setdefault(node.func.value.id, []).append(node.args[0])

    def is_alike(self, node: ast.expr) -> bool:
        """Whether a value is built as the parameter is."""
        if type(node) is IfExp:
            return self.is_alike(node.body) and self.is_alike(node.orelse)
        if isinstance(node, (ListComp, GeneratorExp)):
            return self._is_part(node.elt)
        if type(node) is DictComp:
            return self._is_part(node.value)
        if type(node) is List:
            return not node.elts
        if type(node) is Dict:
            return not node.keys
        if type(node) is Name:
            return self._is_variable_alike(node.id)
        if isinstance(node, (Starred, Attribute)):
            return (type(node) is Starred or node.attr == "data") and self.is_alike(node.value)  # type: ignore[union-attr]
        return type(node) is Constant and node.value is None or type(node) is Call and self._is_result_alike(node)

    def _is_part(self, node: ast.expr) -> bool:
        """Whether a value is built as a part of the parameter is."""
        if type(node) is IfExp:
            return self._is_part(node.body) and self._is_part(node.orelse)
        if type(node) is Name:
            return node.id in self.looped and all(map(self._is_part, self.values.get(node.id, ())))
        if type(node) is not Call:
            return type(node) is Subscript and self.is_alike(node.value)
        if _leaf(node.func) == self.function:
            return True
        return type(node.func) is Attribute and node.func.attr in _KEEPING and self._is_part(node.func.value)

    def _is_variable_alike(self, name: str) -> bool:
        if name in self._asked:
            return True
        if name != self.parameter and name not in self.values:
            return False
        self._asked.add(name)
        return all(map(self.is_alike, self.values.get(name, ()))) and all(map(self._is_part, self.parts.get(name, ())))

    def _is_result_alike(self, node: ast.Call) -> bool:
        callee = node.func
        leaf = _leaf(callee)
        if type(callee) is Attribute and leaf in _KEEPING:
            return self.is_alike(callee.value)
        if leaf == "map" and node.args:
            given = node.args[0]
            return self._is_part(given.body) if type(given) is Lambda else _leaf(given) == self.function
        rebuilds = leaf in _CONTAINERS or leaf == "__class__" or type(callee) is Call and _leaf(callee.func) == "type"
        return (rebuilds or leaf.endswith(("type", "cls", "class"))) and all(self.is_alike(one) for one in node.args)


def _leaf(node: ast.expr) -> str:
    return node.attr if type(node) is Attribute else node.id if type(node) is Name else ""


def first_given(function: FunctionInfo, given: Arguments) -> Type | None:
    """The first argument of a call, by its place or its name."""
    return given.get(0, _parameter(function))


def _parameter(function: FunctionInfo) -> str:
    """The first parameter that a caller gives."""
    arguments = function.node.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    if function.cls is not None and "staticmethod" not in function.decorators:
        names = names[1:]
    return names[0] if names else ""
