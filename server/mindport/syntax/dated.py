"""Code of torch's first years that Python can no longer read."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from mindport.syntax.outline import OPAQUE
from mindport.syntax.parsing import parse
from mindport.syntax.source import SourceFile

_ASYNC = re.compile(rf"{OPAQUE.pattern}|\basync(?=\s*=(?!=))", OPAQUE.flags)


def revived(text: str) -> str | None:
    """The text with ``non_blocking=`` for the argument ``async=``, which has been a keyword since Python 3.7; None where there is
    none. Lines stay where they are, strings and comments as they are."""
    return _with_argument(text, "non_blocking")


def read(source: SourceFile) -> SourceFile | None:
    """A file that does not parse, with the tree that it has once the argument ``async=`` is called ``non_blocking``. Its text,
    its problem and what stands where remain. None where that is not what is wrong with it."""
    written = _with_argument(source.text, _AS_LONG) if "async" in source.text and _AS_LONG not in source.text else None
    if written is None:
        return None
    try:
        tree = parse(written.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, (ast.keyword, ast.arg)) and node.arg == _AS_LONG:
            node.arg = "non_blocking"
    return replace(source, tree=tree)


_AS_LONG = "asyn_"


def _with_argument(text: str, name: str) -> str | None:
    changed = False

    def renamed(found: re.Match[str]) -> str:
        nonlocal changed
        if found.group() != "async" or not text[: found.start()].rstrip().endswith(("(", ",")):
            return found.group()
        changed = True
        return name

    written = _ASYNC.sub(renamed, text)
    return written if changed else None
