"""What is known of a row by running it: one entry per environment in which its examples were checked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Evidence:
    """The examples of a row and torch's own samples of its API, run in both frameworks on one device."""

    device: str  # as a target: cpu, gpu, ascend
    torch: str
    mindspore: str
    agrees: bool
    max_error: float | None = None
    reason: str | None = None  # why the examples do not agree
    date: str = ""
    samples_passed: int = 0  # of torch's own samples of the API
    samples: int = 0
    gradients_passed: int = 0
    gradients: int = 0
