"""What was asked of parts of a value, and of the outcome of such a question that a variable holds."""

from __future__ import annotations

import pytest
from found_uses import analysis, members

_ARRAYS = "import numpy as np\n"


def _attributes(body: str) -> list[str]:
    """The attributes read of Tensors in code where arrays are at home, which have most of them as well."""
    found = analysis("import torch\nimport numpy as np\n" + body)
    return [use.api.replace("torch.Tensor.", "") for use in found.uses if use.receiver is not None]


@pytest.mark.parametrize(
    "body",
    [
        "def f(batch):\n    if isinstance(batch[0], torch.Tensor):\n        batch[0].shape",
        "def f(batch):\n    if torch.is_tensor(batch['x']):\n        batch['x'].shape",
        "def f(batch, i):\n    return batch[i].shape if isinstance(batch[i], torch.Tensor) else None",
        "def f(batch, i):\n    return isinstance(batch[i], torch.Tensor) and batch[i].shape",
        "def f(batch, i):\n    return torch.is_tensor(batch[i]) and batch[i].shape",
        "def f(batch, i):\n    return not isinstance(batch[i], torch.Tensor) or batch[i].shape",
        "def f(args):\n    if not isinstance(args.part.x, torch.Tensor):\n        return None\n    return args.part.x.shape",
        "def f(args):\n    assert isinstance(args.x, torch.Tensor)\n    return args.x.shape",
        "def f(a, ns):\n    return [getattr(a, n).shape if isinstance(getattr(a, n), torch.Tensor) else n for n in ns]",
        "def f(a, n):\n    if torch.is_tensor(getattr(a, n)):\n        getattr(a, n).shape",
        "def f(parts):\n    for key in parts:\n        if isinstance(parts[key], torch.Tensor):\n            parts[key].shape",
        "def f(args, n):\n    assert isinstance(args.x, torch.Tensor)\n    for _ in range(n):\n        args.x.shape",
        "def f(args, n):\n    if n:\n        assert isinstance(args.x, torch.Tensor)\n        n = 2\n        args.x.shape",
        "def f(args):\n    with open('x') as file:\n        assert isinstance(args.x, torch.Tensor)\n        args.x.shape",
        "def f(x):\n    is_tensor = isinstance(x, torch.Tensor)\n    if is_tensor:\n        x.shape",
        "def f(x):\n    is_tensor = torch.is_tensor(x)\n    return x.shape if is_tensor else None",
        "def f(x):\n    other = not isinstance(x, torch.Tensor)\n    if not other:\n        x.shape",
        "def f(x, n):\n    is_tensor = isinstance(x, torch.Tensor)\n    for _ in range(n):\n        if is_tensor:\n            x.shape",
    ],
)
def test_a_part_is_what_was_asked_for(body: str) -> None:
    assert _attributes(body) == ["shape"]


@pytest.mark.parametrize(
    "body",
    [
        "def f(batch):\n    if isinstance(batch[0], torch.Tensor):\n        batch[1].shape",
        "def f(a, n, m):\n    if isinstance(getattr(a, n), torch.Tensor):\n        getattr(a, m).shape",
        "def f(a, n, m):\n    if isinstance(getattr(a, n), torch.Tensor):\n        n = m\n        getattr(a, n).shape",
        "def f(batch):\n    if isinstance(batch[0], torch.Tensor):\n        pass\n    batch[0].shape",
        "def f(batch):\n    if isinstance(batch[0], np.ndarray):\n        batch[0].shape",
        "def f(batch, other):\n    if isinstance(batch[0], torch.Tensor):\n        batch = other\n        batch[0].shape",
        "def f(batch, i):\n    if isinstance(batch[i], torch.Tensor):\n        i = i + 1\n        batch[i].shape",
        "def f(batch, i, j):\n    if isinstance(batch[i], torch.Tensor):\n        batch[j] = np.ones(3)\n        batch[i].shape",
        "def f(args):\n    if isinstance(args.part.x, torch.Tensor):\n        args.part = args.other\n        args.part.x.shape",
        "def f(args, n):\n    assert isinstance(args.x, torch.Tensor)\n    for _ in range(n):\n        args.x.shape\n        args.x = n",
        "def f(args):\n    try:\n        assert isinstance(args.x, torch.Tensor)\n    except AssertionError:\n        pass\n    args.x.shape",
        "def f(a, k):\n    match k:\n        case 1:\n            assert isinstance(a.x, torch.Tensor)\n        case 2:\n            a.x.shape",
        "def f(a, k):\n    match k:\n        case 1:\n            assert isinstance(a.x, torch.Tensor)\n    a.x.shape",
        "def f(a, k):\n    assert isinstance(a.x, torch.Tensor)\n    match k:\n        case [a, _]:\n            a.x.shape",
        "def f(a, b):\n    if isinstance(a.x, torch.Tensor):\n        return (a := b).x.shape",
        "def f(a, b):\n    if isinstance(a.x, torch.Tensor) or isinstance(b.x, torch.Tensor):\n        a.x.shape",
        "def f(x, y):\n    is_tensor = isinstance(x, torch.Tensor)\n    if is_tensor:\n        y.shape",
        "def f(x, y):\n    is_tensor = isinstance(x, torch.Tensor)\n    x = y\n    if is_tensor:\n        x.shape",
        "def f(x, y):\n    is_tensor = isinstance(x, torch.Tensor)\n    is_tensor = y\n    if is_tensor:\n        x.shape",
        "def f(x):\n    is_array = isinstance(x, np.ndarray)\n    if is_array:\n        x.shape",
    ],
)
def test_and_nothing_else_is(body: str) -> None:
    assert _attributes(body) == []


def test_what_is_one_or_the_other_is_told_apart_by_the_answer() -> None:
    body = """
def f(x: torch.Tensor | np.ndarray, device):
    was_array = isinstance(x, np.ndarray)
    if was_array:
        x.T
        x = torch.from_numpy(x)
    else:
        place = x.device
    return x.shape
"""
    assert _attributes(body) == ["device", "shape"]


def test_a_part_that_is_replaced_by_a_tensor_is_one() -> None:
    body = """
def f(parts, device):
    for key in parts:
        if isinstance(parts[key], torch.Tensor):
            parts[key] = parts[key].to(device)
            parts[key].shape
"""
    assert _attributes(body) == ["to", "shape"]


@pytest.mark.parametrize(
    "asked",
    ["isinstance(x, torch.autograd.Variable)", "isinstance(x, (torch.autograd.Variable, torch.Tensor))"],
)
def test_what_tensors_were_once_called(asked: str) -> None:
    assert _attributes(f"def f(x):\n    if {asked}:\n        x = x.data\n    return x") == ["data"]
    assert members("def f(x: torch.autograd.Variable):\n    x.data") == ["T.data"]


PARTS = "import numpy as np\nclass Part:\n    def __init__(self, x):\n        self.x = x.astype(np.float32)\n"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("p.x = torch.from_numpy(p.x)\np.x.sum()", ["T.sum"]),
        (
            "p.x = torch.tensor(p.x.astype('float32')).float()\nfor b in bs:\n    read(b)\n    p.x.shape",
            ["T.float", "T.shape"],
        ),
        ("b['y'] = torch.as_tensor(b['y'])\nread(b)\nb['y'].mean()", ["T.mean"]),
        ("p.x = torch.from_numpy(q.x)\nread(p)\np.x.sum()", []),
        ("p.x = torch.from_numpy(p.x)\np = Part(y)\np.x.sum()", []),
        ("p.x = torch.from_numpy(p.x)\np.x = read(p)\np.x.sum()", []),
        ("if y:\n    p.x = torch.from_numpy(p.x)\np.x.sum()", []),
        ("p.x.sum()\np.x = torch.from_numpy(p.x)", []),
        ("q.x = torch.from_numpy(q.x)\np.x.sum()", []),
    ],
)
def test_a_part_that_is_made_a_tensor_of_itself_is_one_from_there_on(body: str, found: list[str]) -> None:
    lines = "p, q = Part(y), Part(z)\n" + body
    within = PARTS + "def f(b, bs, y, z):\n" + "".join(f"    {line}\n" for line in lines.splitlines())
    assert members(within) == found
    if "b[" not in body:
        assert members(f"{PARTS}{lines}\n") == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("if torch.is_tensor(batch[0]):\n        return 1\n    batch[0].dtype", []),
        ("if isinstance(batch.x, torch.Tensor):\n        return 1\n    elif batch.y:\n        batch.x.dtype", []),
        ("if isinstance(batch[0], (torch.Tensor, list)):\n        return 1\n    batch[0].dtype", []),
        (
            "if torch.is_tensor(batch[0]):\n        return 1\n    batch[0] = torch.ones(1)\n    batch[0].dtype",
            ["T.dtype"],
        ),
    ],
)
def test_a_part_that_is_no_tensor_here(body: str, found: list[str]) -> None:
    # Where no arrays are at work, what has elements of a type is a tensor but for that.
    text = f"import torch\ndef f(batch):\n    {body}"
    assert [use.api.replace("torch.Tensor.", "T.") for use in analysis(text).uses if use.receiver is not None] == found


def test_what_parts_are_asked_to_be_tells_nothing_of_the_whole() -> None:
    text = """
def collate(batch, flag):
    if {}:
        return torch.stack(batch, 0), batch[0].storage(), batch[0].unsqueeze(0)
    part = batch[1]
    return part.dtype, part.shape
"""
    assert members(text.format("flag")) == ["T.storage", "T.unsqueeze", "T.dtype", "T.shape"]
    assert members(text.format("torch.is_tensor(batch[0])")) == ["T.storage", "T.unsqueeze"]
