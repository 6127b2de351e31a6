"""What gives an object or, where a flag asks for it, the tuple of its parts."""

from __future__ import annotations

import pytest
from found_uses import members

OUTPUT = """
class Output:
    def __init__(self, sample):
        self.sample = sample
class Net(nn.Module):
    def forward(self, x, as_object: bool = True):
        x = torch.relu(x)
        if not as_object:
            return (x, 1)
        return Output(x)
    def declared(self, x, as_object: bool = True) -> "Output | tuple":
        x = torch.relu(x)
        return Output(x) if as_object else (x, 1)
def nothing_known(x, as_object):
    return Output(torch.relu(x)) if as_object else load(x)
net = Net()
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("net(1).sample.sort()", ["T.sort"]),
        ("net(1, as_object=False)[0].sort()", ["T.sort"]),
        ("a, b = net(1, as_object=False)\na.sort(), b.sort()", ["T.sort"]),
        ("net(1)[1].sort(), net(1).count(1).sort(), net(1).sort()", []),
        ("net.declared(1).sample.sort(), net.declared(1)[0].sort()", ["T.sort", "T.sort"]),
        ("out = net(1) if fast else net.declared(1)\nout.sample.sort(), out[0].sort(), out[1].sort()", ["T.sort", "T.sort"]),
        ("nothing_known(1, True)[0].sort(), nothing_known(1, True).sort()", []),
        ("pair = (torch.ones(1), 1) if fast else (torch.ones(1), 'a')\npair[0].sort(), pair[1].sort()", ["T.sort"]),
    ],
)  # fmt: skip
def test_members_are_the_objects_and_parts_the_tuples(code: str, found: list[str]) -> None:
    assert members(OUTPUT + code) == found
