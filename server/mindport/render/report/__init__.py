"""Turns the JSON documents of scan, migrate and verify into what people and other tools read.

Every function takes the document as ``to_json`` gives it, so that a stored report renders like a fresh one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Document: TypeAlias = Mapping[str, object]


def table(document: Document, key: str) -> Document:
    """The object at ``key``, empty when there is none."""
    value = document.get(key)
    return value if isinstance(value, Mapping) else {}


def rows(document: Document, key: str) -> Sequence[Document]:
    """The list of objects at ``key``, empty when there is none."""
    value = document.get(key)
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, Sequence) else []


def text(document: Document, key: str, default: str = "") -> str:
    """The value at ``key`` as text; ``default`` when there is none."""
    value = document.get(key)
    return default if value is None else str(value)


def number(document: Document, key: str) -> int:
    """The whole number at ``key``, 0 when there is none."""
    value = document.get(key)
    return value if isinstance(value, int) else 0
