"""Fixtures of pytest: a test's parameter is what the function of its name gives, in the file or in ``conftest.py``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import FunctionInfo, ProjectIndex
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.nodes import Attribute, Call, Constant, Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_MADE: Final = "fixture"
_DECORATORS: Final = ("fixture", "async_fixture")
_OF_FOLDER: Final = "conftest"
_MOST_FOLDERS: Final = 6


def made_by(function: FunctionInfo) -> Type | None:
    """What a module's variable holds where a function is declared to make a fixture; None for any other function."""
    if any(_leaf(one) in _DECORATORS for one in function.node.decorator_list):
        return Type("other", _MADE, (), False, function)
    return None


def is_one(found: Type) -> bool:
    """Whether a module's variable holds a fixture."""
    return found.name == _MADE


def given(flow: Flow, function: FunctionInfo, name: str) -> Type:
    """What pytest gives for a parameter of a test or of a fixture; unknown of any other."""
    node = function.node
    if not function.name.startswith("test") and made_by(function) is None:
        return UNKNOWN
    if any(_leaf(one) == "parametrize" and _lists(one, name) for one in node.decorator_list):
        return UNKNOWN
    flow.frame.vars.pop(name, None)  # of an earlier look: what is asked is the name around the function
    found = flow.lookup(name)
    if (found is None or found.name != _MADE) and flow.project is not None:
        found = next((one[name] for one in files_around(flow.project, flow.source.path) if name in one), None)
    maker = found.definition if found is not None and found.name == _MADE else None
    if not isinstance(maker, FunctionInfo) or maker is function:
        return UNKNOWN
    flow.ensure(maker)
    flow.note_caller(maker)
    returns = flow.returns_of(maker)
    return returns.items[0] if returns.name == "iterator" and _yields(returns) else returns


def files_around(project: ProjectIndex, path: Path | None) -> Iterator[Mapping[str, Type]]:
    """The names of each ``conftest.py`` whose fixtures a test file may ask for, from the nearest on."""
    for level in range(1, _MOST_FOLDERS + 1):  # as relative imports would find them
        found = project.exports(_OF_FOLDER, level, path)
        if found is not None:
            yield found


def is_of_tests(path: Path) -> bool:
    """Whether pytest looks for tests in a file of this name."""
    return path.name.startswith("test_") or path.stem.endswith("_test")


def _yields(returns: Type) -> bool:
    return returns.kind == "unknown" and bool(returns.items)


def _lists(decorator: ast.expr, name: str) -> bool:
    """Whether ``parametrize`` gives the parameter, or may: ``parametrize("a, b", …)``."""
    if type(decorator) is not Call or not decorator.args:
        return True
    names = decorator.args[0]
    return any(
        name in one.value.replace(",", " ").split()
        for one in ast.walk(names)
        if type(one) is Constant and isinstance(one.value, str)
    )


def _leaf(decorator: ast.expr) -> str:
    callee = decorator.func if type(decorator) is Call else decorator
    return callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""
