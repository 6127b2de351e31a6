"""What a function or class does with each of its variables: the members it reads, whether it calls it, what it makes of it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from mindport.semantics.usage import MOVES, is_attribute
from mindport.syntax.below import nodes_of
from mindport.syntax.comprehensions import COMPREHENSIONS, variables
from mindport.syntax.nodes import (
    Assign,
    AsyncFunctionDef,
    Attribute,
    Call,
    Constant,
    FunctionDef,
    Lambda,
    Name,
    Starred,
    Subscript,
    Try,
)
from mindport.syntax.trying import tried

_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class Members:
    """The attributes of each name among the nodes of a function's body, or a module's, read or set; ``[]`` for a subscript by a
    string, ``()`` for a call, ``[parallel]`` where it is given to ``nn.DataParallel``, ``[data]`` where a tensor or an array is
    made of it, ``[asked]`` where it is asked for a member, ``[tried]`` where one is tried, ``[computes]`` where its ``eval`` is
    given something, ``[mapped]`` where it is taken apart by its keys (``model(**batch)``), ``[array]`` where its ``dtype`` is
    asked for what torch's have not. What is done with it on another device counts: ``moved = batch.to(device)``. What a part is
    taken from that goes on by the same name does not: ``batch = batch["image"]``. A comprehension's variables are its own."""

    def __init__(self, nodes: Sequence[ast.AST]) -> None:
        self._nodes = nodes
        self._given: dict[str, list[tuple[ast.Call, int | str]]] | None = None
        self._own: dict[int, str] = {}  # names that are a comprehension's variables
        found: dict[str, set[str]] = {}
        moved: list[tuple[str, str]] = []
        replaced: ast.AST | None = None
        for node in nodes:
            if type(node) is Name:
                continue  # what is done with it, the node above it does
            if type(node) is Attribute:
                if type(node.value) is Name and node is not replaced:
                    found.setdefault(self.key(node.value), set()).add(node.attr)
                elif type(node.value) is Attribute and node.value.attr == "dtype" and node.attr not in _OF_DTYPES:
                    if type(node.value.value) is Name:
                        found.setdefault(self.key(node.value.value), set()).add(OF_ARRAY)
                continue
            if type(node) in COMPREHENSIONS:
                self._own.update(variables(node))  # type: ignore[arg-type]
                continue
            if type(node) is Try:
                for one in tried(node):
                    found.setdefault(self.key(one), set()).add("[tried]")
                continue
            held, done = _done(node) if node is not replaced else (None, "")
            if done and type(held) is Name:
                found.setdefault(self.key(held), set()).add(done)
            if type(node) is Assign:
                replaced = _replaced_by_part(node)  # what stands in it comes before the next assignment
                origin = _moved(node.value)
                if origin and type(node.targets[0]) is Name and node.targets[0].id != origin:
                    moved.append((origin, node.targets[0].id))
            if type(node) is not Call:
                continue
            for keyword in node.keywords:
                if keyword.arg is None and type(keyword.value) is Name:
                    found.setdefault(self.key(keyword.value), set()).add("[mapped]")
            first = node.args[0] if node.args else None
            if type(first) is Name:
                if type(node.func) is Name and node.func.id == "hasattr":
                    found.setdefault(self.key(first), set()).add("[asked]")
                elif makes_of_data(node.func):
                    found.setdefault(self.key(first), set()).add("[data]")
        for origin, name in moved:
            found[origin] |= found.get(name, _NONE)
        self._found = {name: frozenset(attributes) for name, attributes in found.items()}

    def key(self, node: ast.Name) -> str:
        """The name, or what stands for a comprehension's variable of that name."""
        return self._own.get(id(node), node.id)

    def of(self, node: ast.Name) -> frozenset[str]:
        """What is done with a variable."""
        return self._found.get(self.key(node), _NONE)

    def named(self, name: str) -> frozenset[str]:
        """The same for one that is no comprehension's."""
        return self._found.get(name, _NONE)

    def given(self, node: ast.Name) -> Sequence[tuple[ast.Call, int | str]]:
        """The calls that are given a variable by its name alone, each with the argument's position or keyword."""
        return self.given_named(self.key(node))

    def given_named(self, name: str) -> Sequence[tuple[ast.Call, int | str]]:
        """The same for one that is no comprehension's. What a lambda calls its own is another variable."""
        if self._given is None:
            self._given = {}
            own: set[str] = set()
            for node in self._nodes:
                if type(node) is Lambda:
                    own.update(one.arg for one in node.args.args)
                elif type(node) is Call:
                    self._note_given(node, self._given)
            for one in own:
                self._given.pop(one, None)
        return self._given.get(name, ())

    def _note_given(self, call: ast.Call, given: dict[str, list[tuple[ast.Call, int | str]]]) -> None:
        for position, one in enumerate(call.args):
            if type(one) is Starred:
                break
            if type(one) is Name:
                given.setdefault(self.key(one), []).append((call, position))
        for keyword in call.keywords:
            if keyword.arg is not None and type(keyword.value) is Name:
                given.setdefault(self.key(keyword.value), []).append((call, keyword.arg))

    def items(self) -> Iterable[tuple[str, frozenset[str]]]:
        """What is done with all."""
        return self._found.items()


def _replaced_by_part(node: ast.Assign) -> ast.Subscript | ast.Attribute | None:
    """``batch["image"]`` of ``batch = batch["image"].to(device)``, ``out.logits`` of ``out = out.logits``."""
    target, value = node.targets[0], node.value
    called = False
    while isinstance(value, (Call, Attribute)):
        if type(value) is Attribute and type(value.value) is Name:
            break
        called = type(value) is Call
        value = value.func if type(value) is Call else value.value  # type: ignore[union-attr]
    if type(target) is Name and isinstance(value, (Subscript, Attribute)) and not (called and type(value) is Attribute):
        if type(value.value) is Name and value.value.id == target.id:
            return value
    return None


def _moved(node: ast.expr) -> str:
    """``batch`` of ``batch.to(device)``."""
    if type(node) is not Call or type(node.func) is not Attribute or node.func.attr not in MOVES:
        return ""
    return node.func.value.id if type(node.func.value) is Name else ""


_NONE: Final[frozenset[str]] = frozenset()
OF_ARRAY: Final = "[array]"
"""Stands among what is done with a variable whose ``dtype`` is NumPy's."""
_OF_DTYPES: Final = frozenset(["is_complex", "is_floating_point", "is_signed", "itemsize", "to_complex", "to_real"])


def kept_members(
    cls: ast.ClassDef, nodes_of: Callable[[_FunctionNode], Sequence[ast.AST]]
) -> Mapping[str, frozenset[str]]:
    """As ``Members``, of each attribute of an object that its class's methods do something with: ``self.net.eval()``."""
    found: dict[str, set[str]] = {}
    for method in cls.body:
        if not isinstance(method, (FunctionDef, AsyncFunctionDef)) or not method.args.args:
            continue
        owner = method.args.args[0].arg
        for node in nodes_of(method):
            held, done = _done(node)
            if held is not None and done and is_attribute(held, owner):
                found.setdefault(held.attr, set()).add(done)  # type: ignore[attr-defined]
    return {name: frozenset(done) for name, done in found.items()}


def _done(node: ast.AST) -> tuple[ast.expr | None, str]:
    """What a node does something with, and what that is, as in ``Members``; nothing for most."""
    if type(node) is Attribute:
        return node.value, node.attr
    if type(node) is Subscript:
        return node.value, "[]" if type(node.slice) is Constant and isinstance(node.slice.value, str) else ""
    if type(node) is not Call:
        return None, ""
    if node.args and leaf(node.func) in _PARALLEL:
        return node.args[0], "[parallel]"
    return (node.func.value, "[computes]") if _computes(node) else (node.func, "()")  # type: ignore[attr-defined]


def _computes(node: ast.Call) -> bool:
    """``table.eval("a + b")``: that of a Module takes nothing."""
    return type(node.func) is Attribute and node.func.attr == "eval" and bool(node.args)


_PARALLEL: Final = frozenset(["DataParallel", "DistributedDataParallel"])


def leaf(callee: ast.expr) -> str:
    """The name that something is called by, without what it is a member of."""
    return callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""


def makes_of_data(callee: ast.expr) -> bool:
    """Whether a call makes a tensor of numbers that are none yet, or an array: ``torch.LongTensor(…)``, ``np.asarray(…)``,
    ``cv2.resize(…)``."""
    if not (type(callee) is Attribute and type(callee.value) is Name):
        return False
    if callee.value.id in ("np", "numpy"):
        return callee.attr in _ARRAYS_OF
    if callee.value.id == "cv2":
        return callee.attr in _PICTURES_OF
    return callee.value.id in ("torch", "th", "t") and callee.attr in _TENSORS_OF


_ARRAYS_OF: Final = frozenset(["array", "asarray", "stack", "concatenate"])
_PICTURES_OF: Final = frozenset(
    ["cvtColor", "resize", "warpAffine", "GaussianBlur", "copyMakeBorder", "flip", "imwrite", "imencode"]
)
_TENSORS_OF: Final = frozenset(
    ["from_numpy", "Tensor", *(f"{kind}Tensor" for kind in ("Float", "Double", "Half", "Long", "Int", "Byte", "Bool"))]
)


def turned_into_tensors(function: _FunctionNode) -> frozenset[str]:
    """What the function gives to ``torch.from_numpy``, and what that is a part of, as ``ast.dump`` writes it."""
    found: set[str] = set()
    for node in nodes_of(function.body):
        if type(node) is Call and type(node.func) is Attribute and node.func.attr == "from_numpy":
            given: ast.expr | None = node.args[0] if node.args else None
            while given is not None:
                found.add(ast.dump(given))
                given = given.value if type(given) is Attribute else None
    return frozenset(found)
