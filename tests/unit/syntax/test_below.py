"""What stands below a node."""

from __future__ import annotations

import ast

import pytest

from mindport.syntax.below import BLOCKS, INNER, nodes_of, statements_below

_CODE = """
@decorated(1)
async def f(a: int = 3, *b, **c):
    with open(a) as d:
        for e in d:
            yield {e: [g for g in e if g > 2]}
    try:
        x = lambda y: y[1:]
    except (A, B) as error:
        raise
    finally:
        del x
    match a:
        case [1, *rest]:
            print(f"{rest!r}")
        case Point(x=0):
            pass
"""


def test_fields_are_all_that_hold_nodes_with_positions() -> None:
    for node in ast.walk(ast.parse(_CODE)):
        held = {
            name
            for name, value in ast.iter_fields(node)
            for one in (value if isinstance(value, list) else [value])
            if isinstance(one, ast.AST) and hasattr(one, "lineno")
        }
        assert held <= set(INNER[type(node)]), node


def test_nodes_are_those_of_a_plain_walk() -> None:
    tree = ast.parse(_CODE)
    left_out = (ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.unaryop, ast.boolop, ast.Module)
    plain = {node for node in ast.walk(tree) if not isinstance(node, left_out)}
    assert set(nodes_of(tree.body)) == plain


def test_statements_come_in_the_order_of_the_text() -> None:
    found = statements_below(ast.parse(_CODE))
    assert [one.lineno for one in found] == sorted(one.lineno for one in found)
    assert len(found) == sum(isinstance(one, ast.stmt) for one in ast.walk(ast.parse(_CODE)))


@pytest.mark.parametrize(
    ("kind", "fields"),
    [(ast.If, ("body", "orelse")), (ast.Call, ()), (ast.Try, ("body", "handlers", "orelse", "finalbody"))],
)
def test_blocks(kind: type[ast.AST], fields: tuple[str, ...]) -> None:
    assert BLOCKS[kind] == fields
