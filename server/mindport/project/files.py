"""Reads source files as Python would, and writes them back in the same encoding."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mindport.syntax.encoding import encoding_of

MAX_BYTES: Final = 8 * 1024 * 1024


@dataclass(frozen=True)
class SourceText:
    """A file's text with its line ends as they are; ``encoding`` is what its bytes were in."""

    text: str
    encoding: str = "utf-8"

    def encode(self, text: str) -> bytes:
        """``text`` as bytes in this file's encoding, in UTF-8 when it has a character that the encoding lacks."""
        try:
            return text.encode(self.encoding)
        except UnicodeEncodeError:
            return text.encode("utf-8")


@dataclass(frozen=True)
class Unreadable:
    """Why a file has no text; ``kind`` is ``missing``, ``unreadable``, ``too-large``, ``binary`` or ``encoding``."""

    kind: str
    detail: str = ""


def read_source(path: Path) -> SourceText | Unreadable:
    """Text of a Python file, by its byte order mark or coding comment, else UTF-8. Never raises."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return Unreadable("too-large", str(MAX_BYTES // 1024 // 1024))
        data = path.read_bytes()
    except FileNotFoundError:
        return Unreadable("missing")
    except OSError as error:
        return Unreadable("unreadable", error.strerror or str(error))
    return decode(data)


def decode(data: bytes) -> SourceText | Unreadable:
    """Text of the bytes of a Python file. Never raises."""
    if b"\x00" in data and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Unreadable("binary")
    try:
        encoding = encoding_of(data)
        return SourceText(data.decode(encoding), encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        return Unreadable("encoding", str(error).splitlines()[0])
