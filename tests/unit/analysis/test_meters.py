"""Objects of other files that add up what they are given."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS

from mindport.analysis.analyze import analyze
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source

METER = """
class Meter:
    def __init__(self):
        self.total, self.count, self.mean, self.label = 0, 0, 0, fetch()
    def add(self, value, n=1):
        self.total += value * n
        self.count += n
        self.mean = self.total / self.count
"""
TRAIN = """
import torch
from meter import Meter
def train(x, n):
    losses, best = Meter(), Meter()
    {given}
    return {read}
"""


@pytest.mark.parametrize("journal", [False, True], ids=["scanned", "edited"])
@pytest.mark.parametrize(
    ("given", "read", "found"),
    [
        ("best.add(torch.ones(1), n)", "best.mean.item()", True),
        ("best.add(torch.ones(1))", "best.total.cpu()", True),
        ("best.add(torch.ones(1))", "losses.mean.item()", False),
        ("best.add(n)", "best.mean.item()", False),
        ("best.add(torch.ones(1)); best.add(n)", "best.mean.item()", False),
        ("best.add(n, torch.ones(1))", "best.mean.item()", False),
        ("best.add(torch.ones(1))", "best.label.item()", False),
        ("n.add(torch.ones(1))", "n.mean.cpu()", False),
    ],
)
def test_what_is_added_up_is_what_it_was_given(
    tmp_path: Path, given: str, read: str, found: bool, journal: bool
) -> None:
    (tmp_path / "meter.py").write_text(METER, "utf-8")
    main = tmp_path / "main.py"
    main.write_text(TRAIN.format(given=given, read=read), "utf-8")
    uses = analyze(read_source(main), NO_ROWS, ProjectFiles(NO_ROWS), journal=journal).uses
    members = [one.api for one in uses if one.api.startswith("torch.Tensor.") and one.certainty.value == "inferred"]
    assert members == [f"torch.Tensor.{read.split('.')[-1][:-2]}"] * found
