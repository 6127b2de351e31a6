"""Whether a row says what running torch's samples has shown: a failure that no difference states would surprise a user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindport.mapping.row import Row

if TYPE_CHECKING:
    from mindport.engine import Engine


def unstated(engine: Engine, row: Row) -> str | None:
    """How many samples fail on the engine's target although the row states no difference; None where all is well."""
    target = engine.settings.target.value
    for evidence in engine.evidence(row):
        failing = evidence.samples - evidence.samples_passed
        gradients = evidence.gradients - evidence.gradients_passed
        if evidence.device == target and (failing or gradients) and not states(row, target):
            return f"{failing} of {evidence.samples} samples and {gradients} of {evidence.gradients} gradients fail"
    return None


def states(row: Row, target: str) -> bool:
    """Whether the row has something to say of the equivalents that serve ``target``."""
    return bool(row.note) or any(e.differences for e in row.equivalents if target in e.on)
