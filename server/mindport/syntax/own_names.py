"""What a function's own code does with names, found in one pass: the functions, lambdas and classes in it are left out."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from mindport.syntax.nodes import (
    Assign,
    Attribute,
    BinOp,
    BoolOp,
    Call,
    For,
    Load,
    Name,
    Or,
    Subscript,
    Tuple,
    comprehension,
)

VIEWS: Final = frozenset(["data", "grad", "T", "mT"])
"""Attributes of a Tensor that are Tensors."""
TESTS: Final = frozenset(["isinstance", "hasattr", "callable", "type", "is_tensor"])


class OwnNames:
    """``stores``: how often a name is assigned; ``tested``: names that are asked what they are,
    ``beside_tensors`` whether they are a Tensor or something else; ``attributes``: what is read or
    set of a name; ``assigned``: the values of its plain assignments, ``put`` of those to its items;
    ``beyond``: what is read of ``x.data`` and the like, by the ``id`` of that; ``calls``: by the ``id``
    of what is called; ``looped``: what loops and comprehensions take a name out of."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        self.stores: Counter[str] = Counter()
        self.tested: set[str] = set()
        self.beside_tensors: set[str] = set()
        self.attributes: dict[str, list[ast.Attribute]] = {}
        self.assigned: dict[str, list[ast.expr]] = {}
        self.put: dict[str, list[ast.expr]] = {}
        self.beyond: dict[int, list[ast.Attribute]] = {}
        self.calls: dict[int, ast.Call] = {}
        self.looped: dict[str, list[ast.expr]] = {}
        for one in nodes:
            kind = type(one)
            if kind is Name:
                if type(one.ctx) is not Load:  # type: ignore[attr-defined]
                    self.stores[one.id] += 1  # type: ignore[attr-defined]
            elif kind is Attribute:
                owner = one.value  # type: ignore[attr-defined]
                if type(owner) is Name:
                    self.attributes.setdefault(owner.id, []).append(one)  # type: ignore[arg-type]
                elif type(owner) is Attribute and owner.attr in VIEWS:
                    self.beyond.setdefault(id(owner), []).append(one)  # type: ignore[arg-type]
            elif kind is Assign:
                for target in one.targets:  # type: ignore[attr-defined]
                    self._note_assigned(target, one.value)  # type: ignore[attr-defined]
            elif kind is BoolOp and type(one.op) is Or:  # type: ignore[attr-defined]
                self.beside_tensors |= _one_of_both(one.values)  # type: ignore[attr-defined]
            elif kind is For or kind is comprehension:
                self._note_looped(one.target, one.iter)  # type: ignore[attr-defined]
            elif type(one) is Call:
                if type(one.func) is Attribute:
                    self.calls[id(one.func)] = one
                elif is_test(one):
                    self.tested.add(one.args[0].id)  # type: ignore[attr-defined]
                    if len(one.args) > 1 and _names_tensors_too(one.args[1]):
                        self.beside_tensors.add(one.args[0].id)  # type: ignore[attr-defined]

    def _note_looped(self, target: ast.expr, among: ast.expr) -> None:
        if type(target) is Name:
            self.looped.setdefault(target.id, []).append(among)
        elif type(target) is Tuple:
            for one in target.elts:
                self._note_looped(one, among)

    def _note_assigned(self, target: ast.expr, value: ast.expr) -> None:
        if type(target) is Name:
            self.assigned.setdefault(target.id, []).append(value)
        elif type(target) is Subscript and type(target.value) is Name:
            self.put.setdefault(target.value.id, []).append(value)
        elif type(target) is Tuple and type(value) is Tuple and len(target.elts) == len(value.elts):
            for one, its in zip(target.elts, value.elts):
                self._note_assigned(one, its)


def _names_tensors_too(node: ast.expr) -> bool:
    """``(torch.Tensor, torch.Generator)``, ``torch.Tensor | torch.Generator``"""
    parts = node.elts if type(node) is Tuple else (node.left, node.right) if type(node) is BinOp else ()
    return any(map(_is_tensor, parts))


def _is_tensor(node: ast.expr) -> bool:
    return getattr(node, "attr", getattr(node, "id", "")) == "Tensor"


def _one_of_both(tests: Sequence[ast.expr]) -> set[str]:
    """What is a Tensor or something else: ``torch.is_tensor(x) or isinstance(x, Boxes)``."""
    tensors, others = set(), set()
    for one in tests:
        if type(one) is Call and one.args and type(one.args[0]) is Name:
            called = getattr(one.func, "attr", getattr(one.func, "id", ""))
            asks = called == "is_tensor" or called == "isinstance" and len(one.args) == 2 and _is_tensor(one.args[1])
            if asks:
                tensors.add(one.args[0].id)
            elif called == "isinstance":
                others.add(one.args[0].id)
    return tensors & others


def is_test(node: ast.AST) -> bool:
    """Whether it asks what a variable is: ``isinstance(x, …)``."""
    if type(node) is not Call or type(node.func) is not Name or node.func.id not in TESTS or not node.args:
        return False
    return type(node.args[0]) is Name
