"""What is done with a value's results shows that the value was a tensor."""

from __future__ import annotations

import pytest
from found_uses import analysis, members


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
        ("y = x + n.mul(m)\n    y.detach()", ["T.mul", "T.detach"]),
        ("y = x + n.mul(m)\n    y.tolist()", []),
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


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("torch.ones(2).to(x.dtype)", ["T.dtype", "T.to"]),
        ("torch.ones(2).type(x.dtype)", ["T.dtype", "T.type"]),
        ("torch.ones(2).to(x.dtype), x.fit()", ["T.to"]),
        ("args = m.args\n    torch.ones(2).to(args.dtype)", ["T.to"]),
        ("model = m.made()\n    torch.ones(2).to(model.dtype)", ["T.to"]),
        ("m.made(x.dtype)", []),
    ],
)
def test_what_a_tensor_takes_its_type_from(body: str, found: list[str]) -> None:
    assert sorted(_found(body)) == found


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("x.cpu()", ["T.cpu"]),
        ("x.part.float().cpu()", ["T.float", "T.cpu"]),
        ("x=x.cpu()", ["T.cpu"]),
        ("1, x.cpu()", []),
        ("x.get()", []),
    ],
)
def test_what_is_brought_for_a_function_that_says_so_was_a_tensor(given: str, found: list[str]) -> None:
    head = "import numpy as np\ndef shown(x: torch.FloatTensor, other=1):\n    np.ones(2)\n"
    assert [
        one for one in members(f"{head}def f(x):\n    shown({given})\n    np.ones(2)") if one.startswith("T.")
    ] == found


@pytest.mark.parametrize(
    ("takes", "found"),
    [
        ("torch.max(a[:, None, :2], b)", ["T.shape"]),
        ("torch.matmul(b, a)", ["T.shape"]),
        ("torch.max(a[2], b)", []),
        ("other(a[:, None, :2], b)", []),
        ("torch.max(b, a)", []),
    ],
)
def test_what_is_handed_to_a_function_that_takes_a_tensor(takes: str, found: list[str]) -> None:
    head = f"import numpy as np\ndef take(a, b):\n    return {takes}"
    assert _found("x.shape\n    take(x, n)", head) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (
            "y = n.T.reshape(-1)\n    x, y = n.to(device), y.to(device)\n    y.long()",
            ["T.T", "T.long", "T.reshape", "T.to", "T.to?"],
        ),
        ("y = n.T.reshape(-1)\n    if m:\n        y = n\n    y.long()", ["T.long"]),
        ("F.one_hot(x.T, 3)", ["T.T"]),
        ("m.one_hot(x.T, 3)", []),
    ],
)
def test_what_a_tensor_was_assigned_from_was_one(body: str, found: list[str]) -> None:
    assert sorted(_found(body)) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("y = torch.ops.mine.iou(torch.ones(2), x)\n    y.cpu()", ["T.cpu"]),
        ("y, z = torch.ops.mine.two(torch.ones(2))\n    z.mean()", ["T.mean"]),
        ("y = torch.ops.mine.about(m)\n    y.cpu()\n    y.mean()", []),
    ],
)
def test_a_library_s_operator_makes_tensors_of_tensors(body: str, found: list[str]) -> None:
    assert _found(body) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("if isinstance(x, torch.Tensor):\n        pass\n    elif isinstance(x, list):\n        sum(one.mean() for one in x).item()",
         ["T.mean", "T.item"]),
        ("if torch.is_tensor(x):\n        pass\n    elif isinstance(x, dict):\n        [one.mean() for one in x.values()]", ["T.mean"]),
        ("if isinstance(x, torch.Tensor):\n        pass\n    elif isinstance(x, np.ndarray):\n        pass\n"
         "    elif isinstance(x, list):\n        [one.mean() for one in x]", []),
        ("if isinstance(x, int):\n        pass\n    elif isinstance(x, list):\n        [one.mean() for one in x]", []),
        ("if isinstance(x, torch.Tensor):\n        pass\n    elif isinstance(x, list):\n        [one.strip() for one in x]", []),
    ],
)  # fmt: skip
def test_a_list_where_a_tensor_may_stand_holds_tensors(body: str, found: list[str]) -> None:
    assert _found(body) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("x.bool(), x.int(), x.byte(), x.long()", ["T.bool", "T.int", "T.byte", "T.long"]),
        ("x.int('a')", []),
        ("x.bool(3)", []),
        ("x.byte(n=1)", []),
        ("x.half()", []),
        ("y = x['image'].to(device)", ["T.to"]),
        ("x['decoder'].to(device)", ["T.to?"]),
        ("x['model'].to(device)", ["T.to?"]),
    ],
)
def test_what_modules_do_not_have_and_what_is_called_like_one(body: str, found: list[str]) -> None:
    assert _found(body) == found


@pytest.mark.parametrize(
    ("loss", "found"),
    [
        ("-x.other(n).mean()", ["T.mean"]),
        ("x.other(n).mean() + 3 * m.other(n).sum()", ["T.mean", "T.sum"]),
        ("(x.other(n).mean() - 1) / n", ["T.mean"]),
        ("first = x.other(n).mean()", ["T.mean"]),
        ("x.other(n) + m.other(n)", []),
        ("x.other(n).mean() // 2", []),
        ("np.mean(x).mean() - n", []),
    ],
)
def test_a_loss_is_a_sum_of_tensors(loss: str, found: list[str]) -> None:
    body = f"loss = {loss}\n    m.zero_grad()\n    loss.backward()"
    assert _found(body) == [*found, "T.backward"]


def test_parts_of_a_loss_that_have_names() -> None:
    body = "y = x.other(n)\n    one = -y.mean()\n    two = m.other(n).sum()\n    loss = one + two\n    loss.backward()"
    assert _found(body) == ["T.mean", "T.sum", "T.backward"]


def test_parts_of_a_loss_of_which_one_is_known() -> None:
    body = "h = x.other(n)\n    loss = torch.ones(1) - 0.1 * h.mean() + n\n    loss.backward()\n    np.mean(x).mean()"
    assert _found(body) == ["T.mean", "T.backward"]
    assert _found(body.replace("loss.backward()", "np.mean(loss)")) == []


def test_parts_of_a_loss_may_be_of_an_own_class() -> None:
    own = "import numpy as np\nclass Features(list):\n    def sum(self):\n        return sum(self)\n"
    body = "loss = torch.ones(1) + 0.1 * (x.other(n) * n).sum()\n    loss.backward()"
    assert _found(body, own) == ["T.backward"]
    assert _found(body) == ["T.sum", "T.backward"]


def test_a_very_long_sum_ends() -> None:
    lines = "".join("    loss = loss + x.other(n).mean()\n" for _ in range(400))
    found = _found(f"loss = 0\n{lines}    loss.backward()")
    assert found[-1] == "T.backward"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("m.part.data.squeeze().numpy()", ["T.data", "T.squeeze", "T.numpy"]),
        ("x.other(n).max(1)[1].data.squeeze().numpy()", ["T.max", "T.data", "T.squeeze", "T.numpy"]),
        ("x.other(n).max(1)[1].view(1, 1)", ["T.max", "T.view"]),
        ("x.other(n).max(1)[1].astype(n)", []),
        ("torch.log(m.part.data.squeeze())", ["T.data", "T.squeeze"]),
        ("(m.part / n.T).cpu().numpy()", ["T.cpu", "T.numpy"]),
        ("x.other(n).multinomial().data[0]", ["T.multinomial", "T.data"]),
        ("x.other(n).multinomial(1, [0.5, 0.5])", []),
        ("torch.Tensor(m.part.size())", ["T.size"]),
        ("y = m.part.float()\n    len(y.shape)", ["T.float", "T.shape"]),
        ("y = m.part.float()\n    y(n)", []),
        ("y = m.part.data\n    y.batch_sizes\n    torch.log(m.part.data)", ["T.data"]),
    ],
)
def test_what_was_read_on_the_way(body: str, found: list[str]) -> None:
    assert [one for one in _found(body) if not one.endswith("?")] == found


@pytest.mark.parametrize("parts", ["(y, z)", "[y, torch.ones(1)]", "(y,)"])
def test_parts_that_are_put_together_are_tensors(parts: str) -> None:
    body = (
        f"y = x['y']\n    z = 1\n    if y.shape[-1] < n:\n        y = torch.cat({parts})\n    return np.mean(m).shape"
    )
    assert _found(body) == ["T.shape"]
    assert _found(body.replace("torch.cat", "m.cat")) == []


def test_data_that_is_set_before_it_is_known() -> None:
    body = "v = getattr(m, 'v')\n    v.data = n(torch.mv(x.view(3, -1), v.data))\n    torch.mv(x.view(3, -1), v.data)"
    assert _found(body).count("T.data") == 3


def test_parts_of_an_own_class_are_no_tensors_data() -> None:
    own = "import numpy as np\nclass Value:\n    def __init__(self, data):\n        self.data = data\n        self.grad = 0\n    def backward(self): ...\n    def tanh(self): ...\n    def exp(self): ...\n    def relu(self): ...\n"
    assert "T.data" not in _found("torch.log(m.part.data.squeeze())", own)


@pytest.mark.parametrize(
    ("made", "found"),
    [
        ("batch['mask'].to(like)", ["T.to"]),
        ("batch.to(like)", ["T.to"]),
        ("load(batch).to(like)", ["T.to"]),
        ("own.to(like)", []),
    ],
)
def test_what_torch_takes_was_made_of_a_tensor(made: str, found: list[str]) -> None:
    text = f"import numpy as np\nown = []\ndef f(batch, like):\n    mask = {made}\n    return torch.sum(mask, 1)"

    assert members(text) == found


@pytest.mark.parametrize(
    "body",
    [
        "h = x.float()\n    for k, v in x.items():\n        print(k)\n    return torch.relu(h)",
        "n = x.sum()\n    x.update(3)\n    return torch.log(n)",
        "v = x.flatten()\n    return torch.sigmoid(v), x.items()",
        "y = x.squeeze()\n    return torch.relu(y)",
    ],
)
def test_unless_it_has_what_no_tensor_has(body: str) -> None:
    own = "class Image:\n    def squeeze(self):\n        return self\n"
    assert members(f"import numpy as np\n{own}def f(x):\n    {body}") == []


def test_a_long_row_of_steps_back() -> None:
    steps = "".join(f"    x{i + 1} = x{i}.cpu()\n" for i in range(1000))
    found = analysis(f"import torch\ndef f(x0):\n{steps}    torch.relu(x1000)\n")
    assert not found.problems
