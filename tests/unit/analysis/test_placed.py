"""What has a shape and lies on a device is a tensor, whatever else is at work in the file."""

from __future__ import annotations

import pytest
from found_uses import members

_BOTH = ["T.shape", "T.device"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("x = load(d)\n    return torch.eye(x.shape[0], device=x.device)", _BOTH),
        ("for x in load(d):\n        torch.eye(x.ndim, device=x.device)", ["T.ndim", "T.device"]),
        ("return torch.eye(d['x'].shape[0], device=d['x'].device)", _BOTH),
        ("return torch.eye(d[0].shape[0], device=d[0].device)", _BOTH),
        ("return torch.eye(d.part.x.shape[0], device=d.part.x.device)", _BOTH),
        ("d = d + torch.rand(d.shape, device=d.device)\n    return d", _BOTH),
        ("for y in d:\n        x = load(y)\n        x = torch.eye(x.shape[0], device=x.device)", _BOTH),
        # of one alone, of two values, of what says how tensors are, of methods so called
        ("x = load(d)\n    return x.shape", []),
        ("x = load(d)\n    n = x.shape\n    x = torch.from_numpy(x)\n    return x.device", ["T.device"]),
        ("n = d.shape\n    d = torch.from_numpy(d)\n    return d.device", ["T.device"]),
        ("n = d.x.shape\n    d.x = make(d.x)\n    return d.x.device", []),
        ("return torch.eye(d[0].shape[0], device=d[1].device)", []),
        ("return torch.eye(d.spec.shape[0], device=d.spec.device)", []),
        ("return torch.eye(d.config.x.shape[0], device=d.config.x.device)", []),
        ("return d.layers[0].shape, d.layers[0].device", []),
        ("x = load(d)\n    return x.shape(), x.device", []),
        ("x = load(d)\n    n = x.shape[0]\n    return x.device if isinstance(x, torch.Tensor) else n", ["T.device"]),
        ("n = d[0].shape\n    return d[0].device if torch.is_tensor(d[0]) else n", ["T.device"]),
        ("n = d[0].shape\n    return n, lambda d: d[0].device", []),
        ("n = d[0].shape\n    def g(d):\n        return d[0].device", []),
        ("for k in d:\n        d[k].shape if d.a else d[k].device", []),
        ("n = d.a.x.shape\n    d.a = convert(d.a)\n    return d.a.x.device", []),
        ("return d.x.shape(), d.x.device", []),
        ("x = load(d)\n    x.device = 'cuda'\n    return x.shape", []),
        ("d[0].shape = 3\n    return d[0].device", []),
        ("return [x.shape for x in d], [x.device for x in load(d)]", []),
        (
            "match d:\n        case ['a', x]:\n            return x.shape\n        case ['b', x]:\n            return x.device",
            [],
        ),
        ("opt = load(d)\n    return opt.dim, opt.device", []),
        ("x = load(d)\n    return x.dim, x.device", []),
    ],
)
def test_what_has_a_shape_and_lies_on_a_device(body: str, found: list[str]) -> None:
    assert members(f"import numpy as np\ndef f(d):\n    {body}") == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("n = max(part.shape[0] for part in parts)\n    return n", ["T.shape"]),
        ("n = parts[0].device\n    return torch.ones(parts[0].shape, device=n)", ["T.device", "T.shape"]),
        ("n = parts[0].device\n    return n", []),  # what gives batches may lie somewhere
        ("return next(iter(parts[0])).device", ["T.device"]),
    ],
)
def test_what_gives_tensors_one_by_one_and_has_a_shape_is_one(body: str, found: list[str]) -> None:
    head = "from typing import Iterable\nimport numpy as np\ndef row(*parts: Iterable[torch.Tensor]):\n"
    assert members(f"{head}    {body}") == found


def test_where_no_other_library_has_such_things() -> None:
    body = "x = load(d)\n    return torch.eye(x.shape[0], device=x.device)"
    assert members(f"import numpy as np\nimport cupy\ndef f(d):\n    {body}") == []
    assert members("import numpy as np\nx = load(1)\nx.shape, x.device") == _BOTH


def test_a_class_of_the_file_may_have_both() -> None:
    text = """
class Frame:
    def __init__(self, shape, device):
        self.shape = shape
        self.device = device

def f(frame):
    return torch.zeros(frame.shape, device=frame.device)
"""
    assert members(text) == []
