"""Edits compose: nested ones apply inside what survives of outer ones, and applying them flat gives the same text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mindport.text import Edit, LineIndex, Moved, Position, Span, apply, flatten, render


def test_nested_edits_apply_inside_a_surviving_part() -> None:
    text = "f(g(x), y)"
    edits = [Edit(Span(2, 6), ("(", Span(2, 6), ").h()")), Edit(Span(2, 3), ("G",)), Edit(Span(2, 2), ("a=",))]

    assert render(text, edits) == "f(a=(G(x)).h(), y)"


def test_an_edit_inside_a_replaced_part_vanishes() -> None:
    assert render("drop(x).keep", [Edit(Span(0, 7), ("y",)), Edit(Span(5, 6), ("z",))]) == "y.keep"


def test_moved_text_takes_lower_edits_along_and_leaves_its_place() -> None:
    text = "a = f(x)\n"
    edits = [
        Edit(Span(0, 0), ("if c:\n    ", Moved(Span(0, 9), 4)), 1),
        Edit(Span(0, 9), ("",), 1),
        Edit(Span(4, 5), ("g",), 0),
    ]

    assert render(text, edits) == "if c:\n    a = g(x)\n"


def test_positions_and_offsets_are_inverse() -> None:
    index = LineIndex("ab\r\n中文 = 1\n\nx")

    assert index.position(4) == Position(2, 1)
    assert [index.offset(index.position(i).line, index.position(i).column) for i in range(len(index.text))] == list(
        range(len(index.text))
    )


@given(st.text("ab(),. \n", max_size=40), st.data())
def test_flat_edits_give_the_rendered_text(text: str, data: st.DataObject) -> None:
    edits = []
    for _ in range(data.draw(st.integers(0, 5))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, len(text)))
        inner = data.draw(st.integers(start, end))
        keep = Span(inner, data.draw(st.integers(inner, end)))
        edits.append(Edit(Span(start, end), data.draw(st.sampled_from([("X",), ("<", keep, ">"), (keep,)]))))

    assert apply(text, flatten(text, edits)) == render(text, edits)
