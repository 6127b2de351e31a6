"""What Accelerate gathers from processes is what it was given."""

from __future__ import annotations

import pytest
from found_uses import members

OWN = "from accelerate import Accelerator\naccelerator = Accelerator()\nnet = nn.Linear(2, 2)\nx = torch.ones(2)\n"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("accelerator.gather(x).data", ["T.data"]),
        ("a, b = accelerator.gather_for_metrics((x, x))\na.data", ["T.data"]),
        ("accelerator.reduce(x, reduction='sum').data", ["T.data"]),
        ("accelerator.pad_across_processes(x, dim=1).data", ["T.data"]),
        ("accelerator.unwrap_model(net).eval()", ["M.eval"]),
        ("accelerator.get_state_dict(net)['a'].data", ["T.data"]),
        ("accelerator.device.type", ["torch.device.type"]),
        ("accelerator.gather('a').data\naccelerator.gather(unknown).data", []),
        ("accelerator.backward(x)\naccelerator.print(x)\naccelerator.data\naccelerator.shape", []),
        ("accelerator.gather_for_metrics([1, 2])[0].data", []),
        ("net, data = accelerator.prepare(net, data)\nnet.eval()", ["M.eval"]),
    ],
)
def test_of_one_s_own(code: str, found: list[str]) -> None:
    assert members(OWN + code) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("accelerator.gather(torch.ones(2)).data", ["T.data"]),
        ("self.accelerator.gather(torch.ones(2)).data", ["T.data"]),
        ("self.runner.gather_for_metrics(torch.ones(2)).data", ["T.data"]),
        ("self.accelerator.gather('a').data", []),
        ("accelerator.send('a').data", []),
        ("self.accelerator.gather_for_metrics(accelerator).data", []),
    ],
)
def test_of_one_from_elsewhere(code: str, found: list[str]) -> None:
    assert members(f"def f(self, accelerator):\n    {code}\n") == found


def test_one_of_one_s_own_by_that_name() -> None:
    code = """
class Accelerator:
    def gather(self, x):
        return [x]
    def gather_for_metrics(self, x):
        return 3
accelerator = Accelerator()
accelerator.gather(torch.ones(2)).data
accelerator.gather_for_metrics(torch.ones(2)).data
"""
    assert members(code) == []
