"""A long text is parsed in pieces, to the same tree."""

from __future__ import annotations

import ast
import random

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


def test_lines_are_the_same_when_they_are_shared() -> None:
    text = "\n" * 300 + "".join(PARTS)
    tree = ast.parse(text)
    parsing.share_parts(tree, text.count("\n") + 1)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.arg) and node.arg in ("é", "y")]

    assert ast.dump(tree, include_attributes=True) == ast.dump(ast.parse(text), include_attributes=True)
    assert names[0].lineno is names[1].lineno


@pytest.mark.parametrize("broken", ["def f(:\n\n", "x = (\n\n", "text = '''\n\n", "  y = 1\n\n"])
def test_problem_stands_where_the_whole_text_has_it(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(PARTS[:3] * 10) + broken + "".join(PARTS[:3] * 10)
    whole = SourceFile.parse(text).problem
    monkeypatch.setattr(parsing, "_PIECE", 100)

    assert whole is not None
    assert SourceFile.parse(text).problem == whole
