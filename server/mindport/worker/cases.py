"""Runs the few lines of an example statement by statement, noticing the modules that it makes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from .loading import stage


def execute(source: str, names: dict[str, Any], is_module: Callable[[object], bool], made: Callable[..., None]) -> None:
    """Run every statement; ``made(key, module)`` hears of each module that a name is bound to. Effect: runs the code."""
    known: dict[str, int] = {}
    counts: dict[str, int] = {}
    with stage("example"):
        for statement in ast.parse(source).body:
            exec(compile(ast.Module([statement], []), "<example>", "exec"), names)
            for name, value in list(names.items()):
                if is_module(value) and known.get(name) != id(value):
                    known[name] = id(value)
                    counts[name] = counts.get(name, 0) + 1
                    made(f"{name}#{counts[name]}", value)


def member(expression: str) -> tuple[str, str] | None:
    """The variable and the attribute path of ``bn.running_mean``; None for any other expression."""
    head, dot, path = expression.partition(".")
    return (head, path) if dot and head.isidentifier() and all(p.isidentifier() for p in path.split(".")) else None
