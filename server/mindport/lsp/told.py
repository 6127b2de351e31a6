"""What was told of findings, kept from one version of a document to the next: an edit leaves most of it as it was."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from mindport.analysis.findings import Finding


@dataclass(frozen=True)
class Told:
    """What a diagnostic says wherever it stands; None for a finding that the user does not want to hear of."""

    origin: Finding
    fixed: dict[str, Any] | None


class Memory:
    """By document, what was told of each finding's origin."""

    def __init__(self) -> None:
        self._circumstances: dict[str, Hashable] = {}
        self._told: dict[str, Mapping[int, Told]] = {}

    def of(self, uri: str, circumstances: Hashable) -> Mapping[int, Told]:
        """What was told under the same circumstances: settings and rows."""
        if self._circumstances.get(uri) != circumstances:
            self._circumstances[uri] = circumstances
            self._told[uri] = {}
        return self._told.get(uri, {})

    def keep(self, uri: str, told: Mapping[int, Told]) -> None:
        self._told[uri] = told

    def forget(self, uri: str) -> None:
        self._circumstances.pop(uri, None)
        self._told.pop(uri, None)
