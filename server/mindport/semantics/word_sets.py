"""Sets of names, written as texts."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """A set of the words of a text."""
    return frozenset(text.split())
