"""Objects of the user's that give themselves as their iterator."""

from __future__ import annotations

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

CODE = """
import torch


class Batches:
    def __iter__(self):
        return self

    def __next__(self):
        return torch.ones(2)


class Endless:
    def __iter__(self):
        return Endless()


for batch in Batches():
    batch.mean()
for other in Endless():
    other.mean()
"""


def test_what_an_iterator_of_its_own_gives() -> None:
    analysis = Engine(Settings(Target.CPU)).analyze(CODE)
    found = [(use.api, use.certainty.value) for use in analysis.uses if use.api.endswith("mean")]

    assert found == [("torch.Tensor.mean", "inferred")]
    assert not analysis.problems
