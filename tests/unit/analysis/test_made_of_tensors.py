"""What is done with a value's results shows that the value was a tensor."""

from __future__ import annotations

import pytest
from found_uses import members


def _found(body: str, head: str = "import numpy as np") -> list[str]:
    return members(f"{head}\ndef f(x, m, n, device):\n    {body}")


@pytest.mark.parametrize("index", ["None", "...", ":, 0", "None, :4"])
def test_what_is_indexed_as_tensors_are_and_brought_to_a_device(index: str) -> None:
    assert _found(f"x[{index}].cuda()") == ["T.cuda"]
    assert _found(f"x[{index}].to(device)") == ["T.to"]
    assert _found(f"x[{index}].cuda()", "import jax") != ["T.cuda"]


@pytest.mark.parametrize("index", ["0", "n", "1:"])
def test_other_items_may_be_modules(index: str) -> None:
    assert _found(f"x[{index}].cuda()") in ([], ["T.cuda?"])


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("torch.clamp((x * 255.0).round(), 0, 255)", ["T.round"]),
        ("m.sizes.prod(-1).view(-1)", ["T.prod", "T.view"]),
        ("m.made((x * 255.0).round(), 0, 255)", []),
        ("m.sizes.prod(-1).tolist()", []),
        ("y = x.other(n)\n    y = y.reshape(y.shape[0], -1)\n    torch.cat((y, m))", ["T.reshape", "T.shape"]),
        ("y = x.other(n)\n    y = y.reshape(y.shape[0], -1)\n    m.cat((y, m))", []),
        ("y = x.other(n)\n    y = y.reshape(x.shape[0], -1)\n    torch.cat((y, m))", ["T.reshape"]),
    ],
)
def test_what_only_a_tensor_gives_was_made_of_one(body: str, found: list[str]) -> None:
    assert _found(body) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("y = torch.zeros(4)\n    y[0:2] = m.x.clone()", ["T.clone"]),
        ("y = torch.zeros(4)\n    y[0] = m.x.mean()", []),
        ("y = np.zeros(4)\n    y[0:2] = m.x.clone()", []),
        ("y = {}\n    y[0] = m.x.clone()", []),
    ],
)
def test_what_is_put_into_a_tensor_was_made_of_one(body: str, found: list[str]) -> None:
    assert _found(body) == found


@pytest.mark.parametrize(
    ("store", "head", "found"),
    [
        ("x[i] = torch.ones(2)", "", ["T.shape"]),
        ("x[i] = torch.ones(2)", "import numpy as np", []),
        ("x[i] = 3", "", []),
        ("x['a'] = torch.ones(2)", "", []),
    ],
)
def test_what_holds_a_tensor_holds_more_of_them(store: str, head: str, found: list[str]) -> None:
    assert _found(f"for i in range(4):\n        {store}\n        x[i].shape", head) == found


def test_a_text_is_not_split_by_sizes() -> None:
    assert _found("x.split((2, 2), 1), x.split([n, 2], -1)", "") == ["T.split", "T.split"]
    assert _found("x.split(',', 1), x.split((2, 2)), x.split('a', (1, 2))", "") == []


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("y.shape", ["T.to", "T.shape"]),
        ("y.dim()", ["T.to", "T.dim"]),
        ("y.shape, y.fit(x)", ["T.to?"]),
        ("y['a'].shape", ["T.to?"]),
        ("y", ["T.to?"]),
    ],
)
def test_what_goes_to_a_device_and_has_a_shape(use: str, found: list[str]) -> None:
    assert _found(f"y = m.read('image').to(device)\n    {use}") == found
