"""Code of torch's first years that Python can no longer read."""

from __future__ import annotations

import re

from mindport.syntax.outline import OPAQUE

_ASYNC = re.compile(rf"{OPAQUE.pattern}|\basync(?=\s*=(?!=))", OPAQUE.flags)


def revived(text: str) -> str | None:
    """The text with ``non_blocking=`` for the argument ``async=``, which has been a keyword since Python 3.7; None where there is
    none. Lines stay where they are, strings and comments as they are."""
    changed = False

    def renamed(found: re.Match[str]) -> str:
        nonlocal changed
        if found.group() != "async" or not text[: found.start()].rstrip().endswith(("(", ",")):
            return found.group()
        changed = True
        return "non_blocking"

    written = _ASYNC.sub(renamed, text)
    return written if changed else None
