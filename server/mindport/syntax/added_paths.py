"""Folders that a file puts into Python's path itself: ``sys.path.append(os.path.join(ROOT, "utils"))``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_ADDED: Final = re.compile(r"sys\.path\.(?:append|insert|extend)\(([^#\n]*(?:\n[ \t][^#\n]*)?)")
_WRITTEN: Final = re.compile(r"""(["'])((?:(?!\1).)+)\1""")
_PLAIN: Final = re.compile(r"[./\\]*[\w-]+(?:[/\\]+(?:[\w-]+|\.{0,2}))*")
_MOST: Final = 8


def added_paths(text: str) -> Sequence[str]:
    """What the module's own statements write of these folders, without what stands for the place that they are looked for from:
    ``utils``, ``lib.models`` (as of packages). Those above the file, where modules are looked for anyway, are left out."""
    found: dict[str, None] = {}
    at = text.find("\nsys.path.")
    while at >= 0 and len(found) < _MOST:
        call = _ADDED.match(text, at + 1)
        parts = [one.group(2) for one in _WRITTEN.finditer(call.group(1))] if call is not None else []
        written = "/".join(parts).replace("%s", ".").replace("{}", ".")
        inner = ".".join(one for one in re.split(r"[/\\]", written) if one not in ("", ".", ".."))
        if inner and not written.startswith("/") and _PLAIN.fullmatch(written) is not None:
            found[inner] = None
        at = text.find("\nsys.path.", at + 1)
    return tuple(found)
