"""What a module of this package says of its kind of difference."""

from __future__ import annotations

from dataclasses import dataclass

from mindport.mapping.row import Effect


@dataclass(frozen=True)
class Kind:
    """``slug`` is the YAML ``kind``, the diagnostic code, the message key and the severity setting."""

    slug: str
    summary: str
    effect: Effect = Effect.NOTE  # unless a row says otherwise
    derived: bool = False  # found by comparing signatures; never written in a row
