"""``ast.parse`` without what Python says of invalid escapes and the like: they are the user's business. Signatures that stand in
comments are read as well."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from mindport.syntax import type_comments

_IGNORE = ("ignore", None, Warning, None, 0)


def parse(text: str) -> ast.Module:
    """The tree of a text. Raises what ``ast.parse`` raises."""
    if _is_quiet():
        tree = ast.parse(text)
    else:
        with quietly():
            tree = ast.parse(text)
    if type_comments.SIGNATURE in text:
        type_comments.annotate(tree, text)
    return tree


@contextmanager
def quietly() -> Iterator[None]:
    """Warnings are not shown meanwhile. To set this up costs as much as parsing some lines: a scan does so once."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _is_quiet() -> bool:
    return bool(warnings.filters) and warnings.filters[0] == _IGNORE
