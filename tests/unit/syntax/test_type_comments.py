"""Signatures in comments: what they make of a tree."""

from __future__ import annotations

import ast

import pytest

from mindport.syntax import type_comments
from mindport.syntax.source import SourceFile


def _signature(text: str) -> str:
    """The first function of the text as its annotations say."""
    tree = type_comments.parse(text)
    node = next(one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef))
    returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"({ast.unparse(node.args)}){returns}".replace("'", "")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(a, b):\n    # type: (Tensor, int) -> Tensor\n    return a", "(a: Tensor, b: int) -> Tensor"),
        ("def f(a, b):  # type: (Tensor, int) -> Tensor  # noqa\n    return a", "(a: Tensor, b: int) -> Tensor"),
        ("def f(a,\n      b=(1, 2)):\n\n    # type: (X, Tuple[int, int]) -> None\n    return a", "(a: X, b: Tuple[int, int]=(1, 2)) -> None"),
        ("def f(a, b: int):\n    # type: (Tensor, str) -> int\n    return a", "(a: Tensor, b: int) -> int"),
        ("def f(b=1, *a, **c):\n    # type: (B, *A, **C) -> D\n    return a", "(b: B=1, *a: A, **c: C) -> D"),
        ("def f():\n    # type: () -> int\n    return 1", "() -> int"),
        ("def f(\n    é='ü', b=1,  # type: int\n    c=2,  # type: Optional[str]  # and more\n):\n    # type: (...) -> int\n    pass", "(é=ü, b: int=1, c: Optional[str]=2) -> int"),
        ("class A:\n    def f(self, a):\n        # type: (Tensor) -> int\n        return 1", "(self, a: Tensor) -> int"),
        ("class A:\n    def f(self, a):\n        # type: (A, Tensor) -> int\n        return 1", "(self: A, a: Tensor) -> int"),
        # what does not fit, or is something else
        ("class A:\n    def f(self, a, b):\n        # type: (A, Tensor) -> int\n        return 1", "(self, a, b)"),
        ("def f(a, b):\n    # type: (Tensor) -> int\n    return 1", "(a, b)"),
        ("def f(a):\n    # type: (Tensor, ) -> (int\n    return 1", "(a)"),
        ("def f(a):\n    # type: (Tensor)\n    return 1", "(a)"),
        ("def f(a):\n    # type: ignore\n    return 1", "(a)"),
        ("def f(a):\n    b = 1\n    # type: (int) -> int\n    return b", "(a)"),
        ("def f(a):\n    def g():\n        # type: () -> int\n        return 1\n    return g", "(a)"),
    ],
)  # fmt: skip
def test_a_comment_annotates(text: str, found: str) -> None:
    assert _signature(text) == found


def test_it_stands_at_the_place_of_the_comment() -> None:
    text = "x = 'é'\ndef f(aé, b):  # type: (Tensor, List[int]) -> é\n    return a\n\n\ndef g(\n    é,  # type: int\n):\n    # type: (...) -> None\n    pass\n"
    source = SourceFile.parse(text)
    assert source.tree is not None
    functions = [one for one in source.tree.body if isinstance(one, ast.FunctionDef)]
    said = [one for node in functions for one in (*(a.annotation for a in node.args.args), node.returns) if one]
    assert [source.text_of(one) for one in said] == ["Tensor", "List[int]", "é", "int", "None"]
