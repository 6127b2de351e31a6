"""A long text is parsed in pieces, to the same tree."""

from __future__ import annotations

import ast
import copy
import random
import sys

import pytest

from mindport.syntax import parsing
from mindport.syntax.source import SourceFile

PARTS = [
    "def f(x):\n    return x\n\n",
    "@decorated\ndef g(é, y=1):\n\n    # 注释\n    return 'é' + y\n\n\n",
    "class C:\n    a = 1\n\n    def m(self):\n        return self\n\n",
    "text = '''\n\ndef not_a_function(:\n\nclass Nor:\n'''\n\n",
    "total = (\n    1 +\n\n    2\n)\n\n",
    "if total:\n    async_ = 2\n\nelse:\n    pass\n\n",
    "async def h():\n    await x\n\n\n",
    "x = 1 \\\n    + 2\n\n",
]


@pytest.mark.parametrize("seed", range(20))
def test_pieces_make_the_same_tree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "_PIECE", 100)
    text = "".join(random.Random(seed).choices(PARTS, k=40))

    assert len(list(parsing._pieces(text))) > 3
    assert ast.dump(parsing.parse(text), include_attributes=True) == ast.dump(ast.parse(text), include_attributes=True)


def test_most_texts_are_parsed_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "_PIECE", 100)

    assert parsing._in_pieces("".join(PARTS[:3] * 10)) is not None


@pytest.mark.parametrize("piece", [100, 100_000])
def test_tree_that_lasts_says_the_same_with_less(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "_PIECE", piece)
    text = "\n" * 300 + "".join(PARTS * 20)
    tree, plain = parsing.parse(text, lasting=True), ast.parse(text)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.arg) and node.arg in ("é", "y")]

    assert ast.dump(tree, include_attributes=True) == ast.dump(plain, include_attributes=True)
    assert names[0].lineno is names[1].lineno
    assert _held(tree) < 0.75 * _held(plain)


def test_nodes_of_a_tree_that_lasts_stay_nodes() -> None:
    tree = parsing.parse("x = [f(1)]\n", lasting=True)
    (statement,) = tree.body
    assert isinstance(statement, ast.Assign)
    statement.lineno, statement.note = 7, "new"  # type: ignore[attr-defined]

    assert copy.deepcopy(statement).lineno == 7
    assert statement.note == "new"  # type: ignore[attr-defined]
    assert ast.unparse(ast.fix_missing_locations(tree)) == "x = [f(1)]"


def _held(tree: ast.AST) -> int:
    return sum(sys.getsizeof(node) + sys.getsizeof(node.__dict__) for node in ast.walk(tree))


@pytest.mark.parametrize("broken", ["def f(:\n\n", "x = (\n\n", "text = '''\n\n", "  y = 1\n\n"])
def test_problem_stands_where_the_whole_text_has_it(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(PARTS[:3] * 10) + broken + "".join(PARTS[:3] * 10)
    whole = SourceFile.parse(text).problem
    monkeypatch.setattr(parsing, "_PIECE", 100)

    assert whole is not None
    assert SourceFile.parse(text).problem == whole
