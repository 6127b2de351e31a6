"""What was told of findings, kept from one version of a document to the next: an edit leaves most of it as it was."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from mindport.analysis.findings import Finding
from mindport.values import frozen

_MOST_TEXTS = 20_000


@frozen()
class Told:
    """What a diagnostic says wherever it stands, as fields of JSON; None for a finding that the user does not want to hear of."""

    origin: Finding
    fixed: str | None


class Memory:
    """By document, what was told of each finding's origin."""

    def __init__(self) -> None:
        self._circumstances: dict[str, Hashable] = {}
        self._told: dict[str, Mapping[int, Told]] = {}
        self._texts: dict[str, str] = {}

    def one(self, text: str) -> str:
        """The text, the same object for equal ones: most findings say what others say."""
        if len(self._texts) > _MOST_TEXTS:
            self._texts.clear()
        return self._texts.setdefault(text, text)

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
