"""What reads a variable's value between two assignments."""

from __future__ import annotations

import ast

import pytest

from mindport.syntax.same_value import around

CODE = """
x = a()
x.one
x = b(x.two)
if c:
    x.three
    x = d()
    x.four
    while e:
        x.five
x.six
for x in f:
    x.seven
    lambda: x.other
    x = x.eight
    x.nine
else:
    x.ten
try:
    x.eleven
except E:
    x.twelve
"""


@pytest.mark.parametrize(
    ("read", "together"),
    [
        ("one", "one two"),
        ("two", "one two"),
        ("three", "three"),
        ("four", "four five"),
        ("five", "four five"),
        ("six", "six"),
        ("seven", "seven eight"),
        ("eight", "seven eight"),
        ("nine", "nine"),
        ("ten", "ten"),
        ("eleven", "eleven twelve"),
        ("twelve", "eleven twelve"),
        ("other", ""),
    ],
)
def test_what_is_read_together(read: str, together: str) -> None:
    body = ast.parse(CODE).body
    attributes = [one for one in ast.walk(ast.Module(body, [])) if isinstance(one, ast.Attribute)]
    node = next(one.value for one in attributes if one.attr == read)

    found = {one.attr for one in around(body, "x", node) if isinstance(one, ast.Attribute)}

    assert found == set(together.split())
