"""The statements of a module, found without parsing it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mindport.syntax.outline import outline, outlined, parse
from mindport.syntax.source import SourceFile

TRICKY = '''"""Doc
class NotOne:
    """
import a, b; from c import d
@decorated(
    1)

# a comment
@again
class One(Base):
    text = """
def not_one():
"""
    def method(self): pass
def two(x,
y=")"):
    return '#' + x

if flag:
    three = 1
elif other:
    three = 2
else:
    three = 3
try:
    import four
except ImportError:
    four = None
finally:
    pass
five: dict[str, int] = {
"a": 1,
}
six = seven = 8
nine = ten; eleven = 12
thirteen = 'it\\'s' \\
    "so"
async def fourteen(): ...
fifteen.sixteen = 17
'''


def _dump(nodes: list[ast.stmt]) -> str:
    return ast.dump(ast.Module(nodes, []), include_attributes=True)


@pytest.mark.parametrize(
    "text",
    [TRICKY, TRICKY.replace("\n", "\r\n"), "", "x = 1", "\n\n# only a comment\n", "x = (\n1\n)\ny = [\n'''\n]'''\n]"],
)
def test_pieces_are_the_statements_at_their_places(text: str) -> None:
    pieces = outline(text)

    assert pieces is not None
    assert _dump([node for piece in pieces for node in parse(text, piece)]) == _dump(ast.parse(text).body)


def test_pieces_say_what_they_bind() -> None:
    pieces = outline(TRICKY) or []

    named = [(piece.kind, piece.name) for piece in pieces if piece.name]
    assert named == [
        ("class", "One"), ("def", "two"), ("assign", "five"), ("assign", "thirteen"), ("def", "fourteen"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["\ufeffx = 1\n", "x = 1 \\\n+ 2\ny = 3\n", "x = 1\n\x0cclass A: pass\n", "a = 1; b = 2\nclass A: pass"]
)
def test_what_only_a_parser_can_tell_is_taken_from_the_tree(text: str) -> None:
    source = SourceFile.parse(text)
    assert source.tree is not None

    pieces = outlined(source.tree, source.lines.starts)

    assert _dump([node for piece in pieces for node in parse(text, piece)]) == _dump(source.tree.body)


@pytest.mark.parametrize("text", ["\n\n  # First.\n\nx = 1\n", "", "\n", "# Nothing else.\n"])
def test_what_comes_before_the_first_statement_is_none(text: str) -> None:
    pieces = outline(text)

    assert pieces is not None
    assert _dump([node for piece in pieces for node in parse(text, piece)]) == _dump(ast.parse(text).body)


@pytest.mark.parametrize(
    "text", ['x = "never closed\n', "f(\nx = 1\n", "'''", "  f()\nx = 1\n", "# First.\nelse:\n  f()\nx = 1", "  f()"]
)
def test_broken_text_has_no_outline(text: str) -> None:
    assert outline(text) is None


def test_the_packages_own_files() -> None:
    files = sorted((Path(__file__).parents[3] / "server").rglob("*.py"))
    for path in files[::3]:
        text = path.read_text("utf-8")
        pieces = outline(text)
        if pieces is not None:
            assert _dump([node for piece in pieces for node in parse(text, piece)]) == _dump(ast.parse(text).body)
