"""What comes back into an object is what it held before."""

from __future__ import annotations

import pytest
from found_uses import members

_METER = """
class Meter:
    def __init__(self):
        self.total = None
        self.reset()
    def {0}(self, state):
        self.reset()
        self.total = state[{1}].clone()
    def reset(self):
        self.total = {2}
    def kept(self):
        return self.total.sum()
"""


@pytest.mark.parametrize(
    "name", ["load_state_dict", "set_state", "set_meter_state", "__setstate__", "restore_all", "_load_state"]
)
def test_what_is_given_back_is_what_was_there(name: str) -> None:
    assert members(_METER.format(name, "'total'", "torch.zeros(3)")) == ["T.clone", "T.sum"]


@pytest.mark.parametrize(
    ("name", "key", "made", "found"),
    [
        ("put", "'total'", "torch.zeros(3)", []),  # any state at all
        ("set_state", "0", "torch.zeros(3)", ["T.sum"]),
        ("set_state", "'total'", "np.zeros(3)", []),
        ("set_state", "'total'", "None", []),
    ],
)
def test_of_others_nothing_is_said(name: str, key: str, made: str, found: list[str]) -> None:
    assert [one for one in members(_METER.format(name, key, made)) if not one.endswith("?")] == found
