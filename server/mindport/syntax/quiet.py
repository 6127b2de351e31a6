"""``ast.parse`` without what Python says of invalid escapes and the like: they are the user's business."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

_IGNORE = ("ignore", None, Warning, None, 0)


def parse(text: str) -> ast.Module:
    """The tree of a text. Raises what ``ast.parse`` raises."""
    if _is_quiet():
        return ast.parse(text)
    with quietly():
        return ast.parse(text)


@contextmanager
def quietly() -> Iterator[None]:
    """Warnings are not shown meanwhile. To set this up costs as much as parsing some lines: a scan does so once."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _is_quiet() -> bool:
    return bool(warnings.filters) and warnings.filters[0] == _IGNORE
