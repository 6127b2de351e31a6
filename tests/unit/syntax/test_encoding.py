from __future__ import annotations

import codecs
import io
import itertools
import tokenize

import pytest

from mindport.syntax.encoding import encoding_of

_PARTS = (
    b"# -*- coding: latin-1 -*-",
    b"# coding: utf-8",
    b"# coding: nix",
    b"#!python",
    b"encoding = 3",
    b"\n",
    b"\r\n",
)


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_it_is_what_python_takes_the_file_to_be_in(mark: bytes) -> None:
    for count in range(5):
        for parts in itertools.product(_PARTS, repeat=count):
            data = mark + b"".join(parts)
            assert _told(data) == _expected(data), data


def test_what_is_no_utf_8_shows_when_it_is_read() -> None:
    assert encoding_of(b"x = '\xe4'\n") == "utf-8"


def _told(data: bytes) -> str | None:
    try:
        return encoding_of(data)
    except SyntaxError:
        return None


def _expected(data: bytes) -> str | None:
    try:
        return tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError:
        return None
