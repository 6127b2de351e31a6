"""Functions of the code's own that ask whether what they are given is a tensor, or an array: ``is_torch_tensor(x)``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final, NamedTuple

from mindport.semantics.definitions import FunctionInfo
from mindport.semantics.journal import Question, answer
from mindport.semantics.types import NDARRAY, TENSOR, Type
from mindport.syntax.nodes import And, Attribute, BoolOp, Call, Constant, IfExp, Import, Load, Name, Return

_LONGEST: Final = 25  # lines, most of them a docstring
_NAMED: Final = ("is", "_is")
_OF_LIBRARIES: Final = {"is_torch_tensor": TENSOR, "is_numpy_array": NDARRAY}
"""Functions of this name in libraries on top of torch: transformers, accelerate, datasets."""


class Asked(NamedTuple):
    """What an argument is of which the function says yes; ``alone``: of no such one it says no."""

    kind: Type
    alone: bool


def asked_of(callee: Type) -> Asked | None:
    """What a function asks of its first argument; it may leave that to another that asks itself."""
    function = callee.definition
    if callee.kind == "namespace":
        kind = _OF_LIBRARIES.get(callee.name.rpartition(".")[2])
        return Asked(kind, True) if kind is not None else None
    if not isinstance(function, FunctionInfo) or not _may_ask(function):
        return None
    if _says(function, _asks_for_tensor):
        return Asked(TENSOR, _says(function, _asks_nothing_else))
    if _says(function, _asks_for_array):
        return Asked(NDARRAY, _says(function, _asks_nothing_else))
    return None


def _may_ask(function: FunctionInfo) -> bool:
    if function.cls is not None or function.decorators or not function.positional:
        return False
    if not function.name.startswith(_NAMED):
        return False  # before its body is looked at, which may have to be parsed
    return (function.node.end_lineno or 0) - function.node.lineno < _LONGEST


def _says(function: FunctionInfo, question: Question) -> bool:
    return answer(function.flow.journal, question, function, function.positional[0])


def _asks_for_tensor(function: FunctionInfo, name: str) -> bool:
    return _asks(function, name, "torch.Tensor", _asks_itself_for_tensor)


def _asks_for_array(function: FunctionInfo, name: str) -> bool:
    return _asks(function, name, "numpy.ndarray", _asks_itself_for_array)


def _asks_itself_for_tensor(function: FunctionInfo, name: str) -> bool:
    return _asks(function, name, "torch.Tensor", None)


def _asks_itself_for_array(function: FunctionInfo, name: str) -> bool:
    return _asks(function, name, "numpy.ndarray", None)


def _asks(function: FunctionInfo, name: str, kind: str, left_to: Question | None) -> bool:
    """Whether the function says yes of instances of a class alone; ``left_to``: what another function is asked then."""
    for call in _deciding(function, name):
        if _is_of_class(call):
            if (_named(function, call.args[1]) if len(call.args) > 1 else "torch.Tensor") == kind:
                return True
        elif left_to is not None:
            other = _called(function, call)
            if other is not None and _says(other, left_to):
                return True
    return False


def _asks_nothing_else(function: FunctionInfo, name: str) -> bool:
    """Whether the argument is all that the function is given, is read in one place, and is asked for its class alone: besides
    it, what is installed may decide, but no second condition."""
    if not _reads_once(function, name):
        return False
    for call in _deciding(function, name):
        other = None if _is_of_class(call) else _called(function, call)
        if other is not None and not _says(other, _reads_once):
            return False
    return True


def _reads_once(function: FunctionInfo, name: str) -> bool:
    nodes = function.flow.nodes_of(function.node)
    if len(function.positional) > 1 or function.node.args.kwonlyargs or any(type(one) is BoolOp for one in nodes):
        return False
    return sum(type(one) is Name and one.id == name for one in nodes) == 1


def _deciding(function: FunctionInfo, name: str) -> Sequence[ast.Call]:
    """Questions about the argument all of which came out true where the function says yes."""
    nodes = function.flow.nodes_of(function.node)
    if any(type(one) is Name and one.id == name and type(one.ctx) is not Load for one in nodes):
        return ()
    answers = [one.value for one in nodes if type(one) is Return and not _is_no(one.value)]
    if len(answers) != 1 or answers[0] is None:
        return ()
    said = answers[0]
    if type(said) is IfExp and _is_no(said.body) != _is_no(said.orelse):
        said = said.orelse if _is_no(said.body) else said.body
    parts = said.values if type(said) is BoolOp and type(said.op) is And else [said]
    return [
        one for one in parts if type(one) is Call and one.args and type(one.args[0]) is Name and one.args[0].id == name
    ]


def _is_of_class(call: ast.Call) -> bool:
    callee = call.func
    if type(callee) is Attribute:
        return callee.attr == "is_tensor" and type(callee.value) is Name and callee.value.id == "torch"
    return type(callee) is Name and callee.id == "isinstance" and len(call.args) > 1


def _called(function: FunctionInfo, call: ast.Call) -> FunctionInfo | None:
    found = function.flow.lookup(call.func.id) if type(call.func) is Name else None
    other = found.definition if found is not None else None
    return other if isinstance(other, FunctionInfo) and _may_ask(other) else None


def _named(function: FunctionInfo, node: ast.expr) -> str:
    """The class that an expression in a function names, by what the function and its file import."""
    if type(node) is Attribute and type(node.value) is Name:
        imports = [one for one in function.flow.nodes_of(function.node) if type(one) is Import]
        aliases = [alias for one in imports for alias in one.names]
        own = [alias.name for alias in aliases if (alias.asname or alias.name) == node.value.id]
        root = function.flow.lookup(node.value.id)
        return f"{own[-1] if own else root.name if root is not None else ''}.{node.attr}"
    found = function.flow.lookup(node.id) if type(node) is Name else None
    return found.name if found is not None else ""


def _is_no(node: ast.expr | None) -> bool:
    return type(node) is Constant and node.value is False
