"""What a class leaves to its heirs: attributes that are None until these put something there, ``self.net = None`` in a base class
whose methods call ``self.net(x)``. Those of the same file are asked, and those of other files of a project (``callers``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mindport.semantics.joining import join_all
from mindport.semantics.types import FOREIGN, UNKNOWN, Type

if TYPE_CHECKING:
    from mindport.semantics.definitions import ClassInfo
    from mindport.semantics.flow import Flow
    from mindport.syntax.source import SourceFile

_LEFT: Final = re.compile(r"^[ \t]+(self\.[^\n#]*?=[ \t]*\(?)None\b", re.MULTILINE)
_NAMED: Final = re.compile(r"\bself\.(\w+)")
_SUFFIX: Final = ".<heirs>"
_MOST: Final = 40  # heirs of one class that are asked
_MOST_SHOWN: Final = 4


def of_heirs(name: str) -> str:
    """The name by which files exchange what heirs put into the attributes of a class."""
    return f"{name}{_SUFFIX}"


def held(flow: Flow, cls: ClassInfo, name: str, found: Type) -> Type:
    """What an attribute may hold that the class itself leaves None (``found``), by what its heirs put there.
    Effect: the running function is walked again where one puts something else there."""
    if cls.flow is not flow or not flow.tells or cls.frame.kind != "module":
        return found
    cls.left[name] = None
    elsewhere = [site.given[name] for site in cls.elsewhere if name in site.given]
    values = [UNKNOWN if one == FOREIGN else one for one in elsewhere]
    reader = flow.frame.function
    for heir in _below(cls):
        if reader is not None and reader not in heir.readers:
            flow.change(heir.readers, reader, None)
        own = flow.attribute_of(heir, name)
        if own is not None and name in heir.attributes:
            values.append(own)
    return join_all([found, *values]) if values else found


def places(cls: ClassInfo, name: str) -> list[str]:
    """Where heirs put something into the attribute: classes of the same file, and files with lines; the first few."""
    if name not in cls.left:
        return []
    here = [one.name for one in _below(cls) if name in one.attributes]
    others = [f"{site.path.name}:{site.line}" for site in cls.elsewhere if name in site.given]
    return list(dict.fromkeys([*here, *others]))[:_MOST_SHOWN]


def left_by_others(cls: ClassInfo) -> Iterator[tuple[ClassInfo, dict[str, Type]]]:
    """What the class puts into attributes that classes of other files leave open to it."""
    lineage = cls.lineage()
    for place, parent in enumerate(lineage[1:], 1):
        if parent.flow is not cls.flow and parent.frame.kind == "module" and cls.frame.kind == "module":
            names = frozenset().union(*(left_open(one) for one in lineage[place:]))
            given = {name: cls.attributes[name] for name in sorted(names) if name in cls.attributes}
            if given:
                yield parent, given


def left_open(cls: ClassInfo) -> frozenset[str]:
    """Attributes that methods of the class set to None, by its text; others beside them do no harm."""
    source = cls.flow.source
    return source.kept(("left open", cls.name, cls.node.lineno), lambda: _left_open(source, cls))


def _left_open(source: SourceFile, cls: ClassInfo) -> frozenset[str]:
    starts, last = source.lines.starts, cls.node.end_lineno or cls.node.lineno
    end = starts[last] if last < len(starts) else len(source.text)
    lines = _LEFT.finditer(source.text, starts[cls.node.lineno - 1], end)
    return frozenset(name for one in lines for name in _NAMED.findall(one.group(1)))


def _below(cls: ClassInfo) -> Iterator[ClassInfo]:
    """The classes of the same file that derive from one, near ones first."""
    waiting, seen = [*cls.heirs], {cls}
    for one in waiting:
        if one not in seen and len(seen) <= _MOST:
            seen.add(one)
            yield one
            waiting.extend(one.heirs)
