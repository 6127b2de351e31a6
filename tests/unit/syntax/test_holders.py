"""The way down to a node is that of its parents."""

from __future__ import annotations

import ast

import pytest

from mindport.engine import Engine, Settings
from mindport.syntax.holders import way_to
from mindport.syntax.source import SourceFile

TEXTS = [
    "a\n",
    "x = f(a, b=(c, [d, {e: g}]))[h:i]\n",
    "@one(a)\n@two\nclass A(B, metaclass=M):\n    @three\n    def f(self, x: T = d, *args: U, k=v, **kw) -> R:\n"
    "        return [y for y in x if y]\n\n    async def g(self):\n        async with a as b, c:\n            await d\n",
    "def f():\n    with open(a) as b: x = b; y = c\n    try:\n        a\n    except (B, C) as d:\n        e\n    else:\n        f\n"
    "    finally:\n        g\n",
    "match a:\n    case B(c=1) if d:\n        e\n    case [f.g, *h]:\n        i\n",
    "if (\n    a\n    and b\n): c; d\nelif e: f\nelse:\n    (g := lambda x=y: x)\n",
    "for a, b in c: d[e] += -f ** g\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_every_expression_is_found(text: str) -> None:
    source = SourceFile.parse(text)
    assert source.tree is not None
    for node in ast.walk(source.tree):
        if isinstance(node, ast.expr):
            holders: list[ast.AST] = []
            above = source.parent(node)
            while above is not None:
                holders.append(above)
                above = source.parent(above)
            assert way_to(source.tree, node)[::-1] == holders
            assert SourceFile(text, tree=source.tree).holders(node) == holders


def test_what_stands_in_a_string_is_found_by_its_parents() -> None:
    source = SourceFile.parse('x = 1\nfirst = f"a{x}b{x + 1}"\n')
    assert source.tree is not None
    nodes = [one for one in ast.walk(source.tree) if isinstance(one, ast.BinOp)]
    assert [type(one) for one in source.holders(nodes[0])][-2:] == [ast.Assign, ast.Module]
    assert way_to(source.tree, ast.Name("other", lineno=1, col_offset=0, end_lineno=1, end_col_offset=5)) == []


def test_no_expression_is_too_deep() -> None:
    found = (
        Engine(Settings())
        .analyze(f"import torch\ny = {'+'.join(['x'] * 800)} + isinstance(x, torch.Tensor)\n")
        .findings
    )
    assert [one.use.type_test for one in found] == [True]
    deep: ast.expr = ast.Name("x", lineno=1, col_offset=0, end_lineno=1, end_col_offset=1)
    wanted = deep
    for _ in range(20_000):
        deep = ast.UnaryOp(ast.Not(), deep, lineno=1, col_offset=0, end_lineno=1, end_col_offset=1)
    assert (
        len(way_to(ast.Module([ast.Expr(deep, lineno=1, col_offset=0, end_lineno=1, end_col_offset=1)], []), wanted))
        == 20_002
    )
