"""Import statements of a text, without parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

IMPORTS: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n#]*)|import[ \t]+([^\n#]*))", re.MULTILINE
)
"""An import statement: the module and what is taken from it, or the modules of a plain one."""
_WORD: Final = re.compile(r"\w+")


def import_statements(text: str) -> Iterator[re.Match[str]]:
    """The import statements of a text, wherever they stand."""
    end, at = 0, text.find("import")
    while at >= 0:
        start = text.rfind("\n", end, at) + 1
        found = IMPORTS.match(text, max(start, end))
        if found is not None:
            yield found
            end = max(found.end(), end + 1)
        else:
            end = at + 1
        at = text.find("import", end)


def imported_words(text: str) -> frozenset[str]:
    """Every word of the import statements of a text: modules, and names that come from them."""
    found: set[str] = set()
    for match in import_statements(text):
        for group in match.groups():
            if group:
                found.update(_WORD.findall(group))
    return frozenset(found)
