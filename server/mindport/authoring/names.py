"""Public names of torch that have no row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mindport.authoring.stats import row_of
from mindport.mapping.index import RowIndex
from mindport.verify import names as naming

SPACES = tuple(
    f"torch{space}"
    for space in (
        "",
        *(f".{part}" for part in ("Tensor", "nn", "nn.functional", "nn.init", "nn.utils", "nn.utils.rnn", "nn.Module")),
        *(f".{part}" for part in ("linalg", "fft", "special", "optim", "optim.lr_scheduler", "optim.Optimizer")),
        *(f".{part}" for part in ("utils.data", "utils.checkpoint", "autograd", "autograd.functional", "amp", "cuda")),
        *(
            f".{part}"
            for part in ("cuda.amp", "distributed", "jit", "compiler", "onnx", "hub", "distributions", "random")
        ),
    )
)
"""Name spaces of which every public name should have a row."""


@dataclass(frozen=True)
class Space:
    """One name space of the installed torch: how many public names it has, and those without a row."""

    name: str
    public: int
    missing: tuple[str, ...]


def missing(index: RowIndex, spaces: Sequence[str] = SPACES) -> list[Space]:
    """Names without a row, by name space. Raises ``ChildError`` without torch. Effect: starts a process."""
    with naming.asked(("torch",)) as children:
        found = naming.public(children["torch"], spaces)
    return [_space(index, space, found[space]) for space in spaces]


def _space(index: RowIndex, space: str, names: Mapping[str, str]) -> Space:
    full = sorted(f"{space}.{name}" for name in names)
    return Space(space, len(full), tuple(name for name in full if row_of(index, name) is None))
