"""What becomes of one requirement."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

FAMILY = {"torch": "torch", "torchvision": "torchvision", "torchaudio": "torchaudio", "pytorch": "torch"}
"""Distribution → the module that it brings; ``pytorch`` is conda's name."""

NUMPY_BOUND = "<2"
"""MindSpore's wheels are compiled against NumPy 1."""

_NUMPY_TWO = ("2.0.0", "2.4.0", "3.0.0")
_NUMPY_ONE = tuple(f"1.{minor}.{patch}" for minor in range(14, 27) for patch in (0, 4))


@dataclass(frozen=True)
class Needs:
    """What the migrated project needs: a MindSpore version, and modules of the torch family still imported."""

    mindspore: str
    still: frozenset[str] = frozenset()

    @property
    def requirement(self) -> str:
        return f"mindspore=={self.mindspore}"


@dataclass(frozen=True)
class Change:
    """A requirement before and after; ``after`` is empty where it went. ``kind``: replaced, added, removed, bounded,
    conflict (left alone, though it cannot be met together with MindSpore)."""

    line: int
    kind: str
    before: str
    after: str

    def to_json(self) -> dict[str, object]:
        return vars(self)


@dataclass
class Changed:
    """A file's new text, and each change made to it."""

    text: str
    changes: list[Change] = field(default_factory=list)


@dataclass
class Decisions:
    """Decides requirement by requirement; MindSpore is written once in a list."""

    needs: Needs
    changes: list[Change] = field(default_factory=list)
    written: bool = False

    def start_list(self, texts: list[str]) -> None:
        """A new list of requirements begins; one that names MindSpore already gets no second line."""
        self.written = any(name_of(text) == "mindspore" for text in texts)

    def decide(self, text: str, line: int) -> list[str]:
        """The requirements that stand in place of ``text``: itself, none, or others."""
        name = name_of(text)
        if name in FAMILY:
            after = [text.strip()] if FAMILY[name] in self.needs.still else []
            if name in ("torch", "pytorch") and not self.written:
                self.written = True
                kind = "added" if after else "replaced"
                marker = _marker(text)
                after.append(self.needs.requirement + (f"; {marker}" if marker else ""))
                self.changes.append(Change(line, kind, text.strip(), after[-1]))
            elif not after:
                self.changes.append(Change(line, "removed", text.strip(), ""))
            return after
        if name == "numpy":
            return [self._numpy(text, line)]
        return [text.strip()]

    def _numpy(self, text: str, line: int) -> str:
        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            return text.strip()
        allowed = requirement.specifier
        if requirement.url or not any(allowed.contains(version) for version in _NUMPY_TWO) and _exact(allowed) is None:
            return text.strip()
        pinned = _exact(allowed)
        if pinned is not None and not pinned.startswith(("0.", "1.")) or not _reaches_one(allowed):
            self.changes.append(Change(line, "conflict", text.strip(), f"numpy{NUMPY_BOUND}"))
            return text.strip()
        if pinned is not None:
            return text.strip()
        bounded = _with_bound(text.strip())
        self.changes.append(Change(line, "bounded", text.strip(), bounded))
        return bounded


def name_of(text: str) -> str:
    """The canonical name that a requirement asks for; empty for what is none."""
    match = re.match(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)", text)
    return canonicalize_name(match.group(1)) if match else ""


def _marker(text: str) -> str:
    try:
        marker = Requirement(text).marker
    except InvalidRequirement:
        return ""
    return str(marker) if marker is not None else ""


def _exact(allowed: SpecifierSet) -> str | None:
    return next((s.version for s in allowed if s.operator in ("==", "===") and not s.version.endswith("*")), None)


def _reaches_one(allowed: SpecifierSet) -> bool:
    """Whether some NumPy 1 release satisfies it; an exact one is as good."""
    exact = _exact(allowed)
    return exact is not None or any(allowed.contains(version) for version in _NUMPY_ONE)


def _with_bound(text: str) -> str:
    """``numpy>=1.20; marker`` with the bound before the marker."""
    spec, semicolon, marker = text.partition(";")
    has_version = re.search(r"[<>=~!]", spec) is not None
    return spec.rstrip() + ("," if has_version else "") + NUMPY_BOUND + (semicolon + marker if semicolon else "")
