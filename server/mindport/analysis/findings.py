"""What MindPort says about a use: the chosen equivalent, the notes that touch this call, the fix."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from mindport.analysis.uses import ApiUse
from mindport.mapping.row import Equivalent, Row
from mindport.text import Edit, Span
from mindport.values import frozen


class Compatibility(str, Enum):
    """From best to worst."""

    CONSISTENT = "consistent"  # same call, same meaning
    ADJUSTED = "adjusted"  # the rewrite makes up for every difference
    DIVERGENT = "divergent"  # a difference remains that the user must judge
    UNSUPPORTED = "unsupported"  # no counterpart on this target
    UNMAPPED = "unmapped"  # MindPort has no row


class Applicability(str, Enum):
    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY_ONLY = "display_only"
    NONE = "none"


@frozen()
class Note:
    """A difference at this call. ``message`` is rendered from ``kind`` and ``arguments`` by ``render.messages``."""

    kind: str
    arguments: tuple[tuple[str, str], ...] = ()
    text: tuple[tuple[str, str], ...] = ()  # (("en", …), ("zh-CN", …)) when the row says it in words
    affects: bool = True  # touches this call's arguments; False: general knowledge for the hover
    handled: bool = False


@dataclass(frozen=True)
class Rewrite:
    """The fix of one use: composable edits, the MindSpore names that they need (dotted), helpers."""

    edits: tuple[Edit, ...]
    names: frozenset[str]
    helpers: frozenset[str]
    applicability: Applicability
    reasons: tuple[Note, ...] = ()


@frozen()
class Finding:
    use: ApiUse
    row: Row | None
    equivalent: Equivalent | None
    compatibility: Compatibility
    notes: tuple[Note, ...]
    fix: Applicability
    origin: Finding | None = field(default=None, compare=False, repr=False)  # the same before edits moved it

    def moved(self, by: int) -> Finding:
        """The same further on in the text; quick, because an edit moves all that follow it."""
        if by == 0:
            return self
        one = self.use
        span = Span(one.span.start + by, one.span.end + by)
        use = ApiUse(
            *(one.api, span, one.role, one.certainty, one.node, one.call, one.bound, one.receiver, one.why),
            *(one.first, one.type_test),
        )
        return Finding(use, self.row, self.equivalent, self.compatibility, self.notes, self.fix, self.origin or self)
