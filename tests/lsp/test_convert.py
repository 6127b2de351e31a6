"""Positions between code points and a client's code units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from mindport.lsp.convert import Codec, apply_change, path_of, uri_of
from mindport.text import LineIndex, Span

TEXT = "x = '中文' + '🙂'; nn.ReLU()\r\ny = 1\n"


@pytest.mark.parametrize(("encoding", "column"), [("utf-32", 16), ("utf-16", 17), ("utf-8", 23)])
def test_columns_after_chinese_and_emoji(encoding: str, column: int) -> None:
    lines, offset = LineIndex(TEXT), TEXT.index("nn")
    codec = Codec(encoding)
    assert codec.position(lines, offset) == types.Position(line=0, character=column)
    assert codec.offset(lines, types.Position(line=0, character=column)) == offset


def test_an_unknown_encoding_is_utf16() -> None:
    assert Codec("utf-7").encoding == "utf-16"


def test_positions_beyond_a_line_or_the_text_are_clamped() -> None:
    lines, codec = LineIndex(TEXT), Codec()
    assert codec.offset(lines, types.Position(line=1, character=99)) == len(TEXT) - 1
    assert codec.offset(lines, types.Position(line=0, character=999)) == TEXT.index("\r")
    assert codec.offset(lines, types.Position(line=99, character=0)) == len(TEXT)


def test_a_position_inside_a_character_means_its_start() -> None:
    lines = LineIndex("🙂a")
    assert Codec("utf-16").offset(lines, types.Position(line=0, character=1)) == 0
    assert Codec("utf-8").offset(lines, types.Position(line=0, character=3)) == 0


@given(st.text(alphabet="ab中🙂é\n\r\x0c\u2028\ud800"), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_every_offset_survives_the_round_trip(text: str, encoding: str) -> None:
    lines, codec = LineIndex(text), Codec(encoding)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n" or (offset and text[offset - 1] == "\r" and offset < len(text)):
            continue  # no position lies inside a line end
        assert codec.offset(lines, codec.position(lines, offset)) == offset


@given(
    st.text(alphabet="a中🙂\n\x0c", max_size=20),
    st.text(alphabet="b\n🙂", max_size=5),
    st.data(),
    st.sampled_from(["utf-8", "utf-16", "utf-32"]),
)
def test_a_change_replaces_exactly_its_range(text: str, new: str, data: st.DataObject, encoding: str) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    lines, codec = LineIndex(text), Codec(encoding)
    area = codec.range(lines, Span(start, end))
    changed = apply_change(codec, lines, types.TextDocumentContentChangePartial(range=area, text=new))
    assert changed.text == text[:start] + new + text[end:]


def test_uris_and_paths(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "模型 a.py"
    assert path_of(uri_of(path)) == path
    assert path_of("untitled:Untitled-1") is None
