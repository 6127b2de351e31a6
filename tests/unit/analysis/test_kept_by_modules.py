"""What Modules keep, of which their classes say nothing."""

from __future__ import annotations

import pytest
from found_uses import members


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("conv.input0.shape, conv.input0.size(), conv.input0.dim()", ["T.shape", "T.size", "T.dim"]),
        ("net.output.shape, net.output.grad_fn", ["T.shape", "T.grad_fn"]),
        ("either.output.shape", ["T.shape"]),
        ("conv.kernel_size.size(), conv.stride.dim()", []),
        ("conv.hooked.dtype, conv.hooked.device, net.head.device", []),
    ],
)
def test_what_was_put_on_a_layer_and_has_a_shape_is_a_tensor(use: str, found: list[str]) -> None:
    head = (
        "from typing import Union\ndef f(conv: nn.Conv2d, net: nn.Module, either: Union[nn.Conv1d, nn.Conv2d]):\n    "
    )
    assert [one for one in members(head + use) if one.startswith("T.")] == found


def test_where_arrays_are_at_work_it_may_be_one() -> None:
    assert members("import numpy as np\ndef f(conv: nn.Conv2d):\n    np.ones(3), conv.input0.shape") == []
