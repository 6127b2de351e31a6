"""What is asked of a check, and what it answers."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path

from mindport.mapping.row import Target
from mindport.verify.session import Limits
from mindport.verify.verdict import Deviation, Verdict

SCHEMA = 1


class Reason:
    """Why a check has no answer, or what kind of difference it found. Slugs: keys of ``verify.reason.<slug>``."""

    TORCH_ERROR = "torch_error"
    MINDSPORE_ERROR = "mindspore_error"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    EXIT = "exit"
    FRAMEWORK_MISSING = "framework_missing"
    UNSUPPORTED_DEVICE = "unsupported_device"
    NONDETERMINISTIC = "nondeterministic"
    NOT_MIGRATED = "not_migrated"
    STATE_MISMATCH = "state_mismatch"
    BAD_INPUT = "bad_input"
    BAD_BUILD = "bad_build"
    BAD_FILE = "bad_file"
    NOT_FINITE = "not_finite"
    CANCELLED = "cancelled"
    OUTPUTS = "outputs"
    GRADIENTS = "gradients"
    STRUCTURE = "structure"
    STATE = "state"
    TRAINABLE = "trainable"
    NO_OUTPUT = "no_output"


@dataclass(frozen=True)
class VerifyRequest:
    """A check of one model. ``mindspore_file`` is the MindSpore version of ``torch_file``; the engine makes it if None."""

    torch_file: Path
    mindspore_file: Path | None
    build: str
    inputs: tuple[str, ...] = ()  # "x=float32[1,3,224,224]"
    call: str | None = None  # "model(x)"; default: the inputs by name or in order
    mindspore_build: str | None = None  # default: as for torch
    mindspore_call: str | None = None
    roots: tuple[Path, ...] = ()  # more directories to import from, torch side
    mindspore_roots: tuple[Path, ...] = ()
    mode: str = "eval"  # eval | train
    grad: bool = False
    layers: bool = False
    seed: int = 0
    rtol: float | None = None
    atol: float | None = None
    reinit: str = "seeded"  # seeded | none: fill the weights with seeded values, or take them as built
    target: Target = Target.CPU
    limits: Limits = field(default_factory=Limits)
    torch_interpreter: str | None = None
    mindspore_interpreter: str | None = None


@dataclass(frozen=True)
class VerifyReport:
    """The verdict and its figures."""

    verdict: Verdict
    reason: str | None = None
    detail: str | None = None  # the message of an error, the names that do not match …
    side: str | None = None  # torch | mindspore
    stage: str | None = None  # import | build | load | forward | backward
    trace: str | None = None  # the user's frames of an error, the end of a crashed process's log
    outputs: tuple[Deviation, ...] = ()
    layers: tuple[Deviation, ...] = ()
    gradients: tuple[Deviation, ...] = ()
    state: tuple[Deviation, ...] = ()  # buffers after a run in train mode
    first_divergence: str | None = None
    versions: dict[str, str] = field(default_factory=dict)
    stand_ins: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {
            "schema": SCHEMA,
            "verdict": self.verdict.value,
            "reason": self.reason,
            "outputs": [d.to_json() for d in self.outputs],
            "layers": [d.to_json() for d in self.layers],
            "gradients": [d.to_json() for d in self.gradients],
            "first_divergence": self.first_divergence,
            "versions": dict(self.versions),
            "stand_ins": list(self.stand_ins),
            "seconds": round(self.seconds, 2),
            "detail": self.detail,
            "side": self.side,
            "stage": self.stage,
            "trace": self.trace,
            "state": [d.to_json() for d in self.state],
            "notes": list(self.notes),
        }
        return {key: finite(value) for key, value in out.items()}


def finite(value: object) -> object:
    """The value with null for every number that JSON lacks."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(item) for item in value]
    return value
