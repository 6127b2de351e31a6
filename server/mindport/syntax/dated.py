"""Code of torch's first years that Python can no longer read."""

from __future__ import annotations

import re

_ASYNC = re.compile(r"(?<=[(,\s])async(?=\s*=(?!=))")


def revived(text: str) -> str | None:
    """The text with ``non_blocking=`` for ``async=``, which has been a keyword since Python 3.7; None where there is none. Lines
    stay where they are."""
    found, count = _ASYNC.subn("non_blocking", text)
    return found if count else None
