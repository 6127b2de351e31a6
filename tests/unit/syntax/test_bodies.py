"""Definitions whose functions' bodies are parsed later."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

import pytest

from mindport.syntax import outline
from mindport.syntax.bodies import parse_body, parse_headers
from mindport.syntax.outline import Piece

LONG = "a = b  # and a comment that makes the body long enough to be left out\n" * 3
HARD = '''
class Hard(Base, key={"a": lambda x: x}):  # with: a colon
    """def f(self):
    is no function"""

    @decorated(
        by="a:b",
    )
    async def first(self, x: Dict[str, "List[int]"] = {"a:": (1, 2)}, *, y=lambda: 1) -> Tuple[int, ...]:  # and: more
        # a comment, which makes it worth leaving out: there must be some hundred and sixty characters in all
    # and one that stands out
        text = """
no line of this is deeper than the class
    def g(self):
        """
        rows = 1 + \\
    2
        rows = [
    1,
        ]
        return await self.second(text, rows)  # the last line

    def short(self): return {1: 2}

    if something:
        def inner(self):
            """A docstring, so that it is worth it, and more of it and more of it and more of it
            and more of it and more of it and more of it and more of it and more of it and more"""

    value = 3
'''


def _whole(piece: Piece, text: str) -> str:
    return ast.dump(ast.Module(outline.parse(text, piece), []), include_attributes=True)


def _later(piece: Piece, text: str) -> tuple[str, int]:
    """The same by way of the headers; also how many bodies were left out."""
    found = parse_headers(text, piece)
    if found is None:
        return _whole(piece, text), 0
    statements, bodies = found
    for node, body in bodies.items():
        assert ast.unparse(node.body[0]) == "..."
        node.body = parse_body(text, body)
        assert node.end_lineno == node.body[-1].end_lineno
        node.end_col_offset = node.body[-1].end_col_offset
    _close(statements)
    return ast.dump(ast.Module(statements, []), include_attributes=True), len(bodies)


def _close(statements: list[ast.stmt]) -> None:
    """Has what holds the functions end where they end."""
    for node in statements:
        if isinstance(node, (ast.ClassDef, ast.If)):
            _close(node.body)
            last = (getattr(node, "orelse", None) or node.body)[-1]
            node.end_lineno, node.end_col_offset = last.end_lineno, last.end_col_offset


@pytest.mark.parametrize("module", ["argparse", "dataclasses", "enum", "tarfile", "unittest.mock", "zipfile"])
def test_real_definitions_are_as_they_are_as_a_whole(module: str) -> None:
    origin = importlib.util.find_spec(module).origin  # type: ignore[union-attr]
    text = Path(str(origin)).read_text("utf-8")
    left = 0
    for piece in outline.outline(text) or ():
        if piece.kind in ("def", "class") and (found := parse_headers(text, piece)) is not None:
            plain = all(isinstance(one, (ast.ClassDef, ast.FunctionDef)) for one in found[0])
            made, count = _later(piece, text)
            assert not plain or "Try(" in made or made == _whole(piece, text), piece.name
            left += count
    assert left > 20


def test_hard_places() -> None:
    text = f"import x\n{HARD}{'x = 1'}\n"
    (piece,) = [one for one in outline.outline(text) or () if one.kind == "class"]
    made, left = _later(piece, text)

    assert left == 0  # a line within brackets that is not deeper
    assert made == _whole(piece, text)
    text = text.replace("    1,\n        ]", "            1,\n        ]")
    (piece,) = [one for one in outline.outline(text) or () if one.kind == "class"]
    made, left = _later(piece, text)
    assert left == 2
    assert made == _whole(piece, text)


@pytest.mark.parametrize(
    "code",
    [
        f"def f():\n    {LONG.strip().replace(chr(10), chr(10) + '    ')}\n    return 1 + \\\n2\n",
        "def f(): return 1\n",
        "def f():\n    pass\n",
        f"def f():\r\n    {LONG.replace(chr(10), chr(13) + chr(10) + '    ')}\r\n",
    ],
)
def test_what_is_no_gain_or_in_doubt_is_parsed_as_a_whole(code: str) -> None:
    assert parse_headers(code, Piece(0, len(code), 1, "def", "f")) is None
