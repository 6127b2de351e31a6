"""What a Module keeps by name, and classes of the user's own that hand it out."""

from __future__ import annotations

import pytest
from found_uses import members

BUFFERS = """
class Buffers(nn.Module):
    def __getitem__(self, key):
        return self._buffers[key]

    def __iter__(self):
        return iter(self._buffers.keys())

    def values(self):
        return self._buffers.values()

def f(part: Buffers, key, device):
    {}
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("part[key].to(device)", ["T.to"]),
        ("next(iter(part.values())).layout", ["T.layout"]),
        ("for one in part: one.strip().layout", []),
        ("part._parameters[key].layout", ["T.layout"]),
        ("for name, one in part._modules.items(): one.training", ["M.training"]),
    ],
)
def test_what_a_module_keeps_by_name(code: str, found: list[str]) -> None:
    assert members(BUFFERS.format(code)) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("y = g().to(device)\n    return x * y", ["T.to"]),
        ("y = xs[0].to(device).to(dtype)\n    return y @ x", ["T.to", "T.to"]),
        ("y = g().to(device)\n    return y[..., 0]", ["T.to"]),
        # a Module is called, or asked for what Tensors do not have; and nothing is known of what comes after another assignment
        ("y = g().to(device)\n    return y(x) * x", ["T.to?"]),
        ("y = g().to(device)\n    return y.layers * y", ["T.to?"]),
        ("y = g().to(device)\n    y = g\n    return x * y", ["T.to?"]),
        ("y = g().to(device)\n    return x", ["T.to?"]),
    ],
)
def test_what_is_moved_and_computed_with_is_no_module(code: str, found: list[str]) -> None:
    assert members(f"def f(x: torch.Tensor, xs, g, device, dtype):\n    {code}") == found
