"""What reads a variable's value between two assignments."""

from __future__ import annotations

import ast

import pytest

from mindport.syntax.same_value import around, origin

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
    ("before", "found"),
    [
        ("x = a()", "a()"),
        ("x = z()\nx, y = y.b, a()", "y.b"),
        ("with c:\n    with d:\n        x = a()\n    e()", "a()"),
        ("x = a()\nif c:\n    y = b()", "a()"),
        # what may come from elsewhere
        ("x = a()\nif c:\n    x = b()", ""),
        ("x, y = a()", ""),
        ("x = a()\nx += 1", ""),
        ("for x in a():\n    pass", ""),
        ("with c as x:\n    pass", ""),
        ("y = a()", ""),
    ],
)
def test_what_a_variable_was_assigned_from(before: str, found: str) -> None:
    body = ast.parse(f"{before}\nx.read").body
    node = body[-1].value.value  # type: ignore[attr-defined]

    value = origin(body, "x", node)

    assert (ast.unparse(value) if value is not None else "") == found


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
