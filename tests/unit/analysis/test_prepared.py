"""Models, optimizers and loaders that other libraries make ready for use."""

from __future__ import annotations

import pytest
from found_uses import PRELUDE, OneRow, Rows, analysis

_ROWS = Rows(
    {
        "torch.optim.SGD": OneRow("class", "optimizer"),
        "torch.utils.data.DataLoader": OneRow("class", "dataloader"),
    }
)
_HEAD = """
from elsewhere import Accelerator, amp, split
net = nn.Linear(3, 4)
optimizer = torch.optim.SGD(1)
loader = torch.utils.data.DataLoader([torch.zeros(1)])
accelerator = Accelerator()
"""


def check_members(body: str, expected: list[str]) -> None:
    found = [use.api for use in analysis(PRELUDE + _HEAD + body, _ROWS).uses if use.receiver is not None]
    short = [api.replace("torch.nn.Module.", "M.").replace("torch.optim.Optimizer.", "O.") for api in found]
    assert [one.replace("torch.Tensor.", "T.") for one in short] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("net, optimizer = amp.initialize(net, optimizer)\noptimizer.step(), net.half()", ["O.step", "M.half"]),
        ("optimizer, net = split(net, optimizer=optimizer)\noptimizer.step(), net.half()", ["O.step", "M.half"]),
        ("loader = accelerator.prepare(loader)\nfor x in loader: x.is_cuda", ["T.is_cuda"]),
        ("net = accelerator.prepare_model(net)\nnet.half()", ["M.half"]),
        ("class A:\n    def __init__(self):\n        self.net = nn.Linear(3, 4)\n"
         "        self.net, self.optimizer = accelerator.prepare(self.net, self.optimizer)\n"
         "    def f(self):\n        self.net.half()", ["M.half"]),
        ("accelerator.unwrap_model(net).half()", ["M.half"]),
        # look-alikes
        ("net, optimizer = split(net)\noptimizer.step(), net.half()", []),
        ("a, b = split(net, optimizer)\na.step(), b.step()", []),
        ("net = split(net)\nnet.half()", []),
        ("a, optimizer = amp.initialize(1, optimizer)\noptimizer.step()", []),
        ("accelerator.unwrap_model(1).half()", []),
    ],
)  # fmt: skip
def test_what_is_prepared_is_used_as_before(body: str, expected: list[str]) -> None:
    check_members(body, expected)


def test_a_batch_that_is_moved_at_once_is_a_guess() -> None:
    moved = "loader = torch.utils.data.DataLoader(made)\nx = next(iter(loader)).to(device)\n"
    found = analysis(PRELUDE + _HEAD + moved, _ROWS).uses

    assert [(use.api, use.certainty.value) for use in found if use.receiver] == [("torch.Tensor.to", "guessed")]
