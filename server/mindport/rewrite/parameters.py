"""Which expressions of a file are Parameters for certain."""

from __future__ import annotations

import ast
from collections.abc import Callable

from mindport.semantics.types import PARAMETER, Type
from mindport.syntax.source import SourceFile


class Parameters:
    """The Parameters of a file: by their types, or as attributes that the file sets to one (``self.w = nn.Parameter(…)``)."""

    def __init__(self, source: SourceFile, type_of: Callable[[ast.expr], Type]) -> None:
        self._source = source
        self._type_of = type_of
        self._attributes: frozenset[str] | None = None

    def has(self, node: ast.expr) -> bool:
        found = self._type_of(node)
        if found.kind != "tensor":
            return False
        if found.name == PARAMETER.name:
            return True
        return isinstance(node, ast.Attribute) and node.attr in self._set()

    def _set(self) -> frozenset[str]:
        if self._attributes is None:
            made: set[str] = set()
            others: set[str] = set()
            for node in self._source.nodes:
                if isinstance(node, ast.Assign):
                    for target in node.targets:
                        if isinstance(target, ast.Attribute):
                            (made if _makes(node.value) else others).add(target.attr)
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
                    (made if _makes(node.value) else others).add(node.target.attr)
                elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    if node.func.attr == "register_parameter" and node.args and isinstance(node.args[0], ast.Constant):
                        made.add(str(node.args[0].value))
            self._attributes = frozenset(made - others - {"data", "grad"})
        return self._attributes


def _makes(value: ast.expr | None) -> bool:
    """Whether the call makes a Parameter, by whatever name the class has."""
    if not isinstance(value, ast.Call):
        return False
    func = value.func
    called = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
    return called == "Parameter"
