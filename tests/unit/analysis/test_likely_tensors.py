"""What is taken for a Tensor because of what it is given, or of what is done with it."""

from __future__ import annotations

import pytest
from found_uses import members


def test_a_name_that_only_tensors_have_is_guessed() -> None:
    assert members("thing().unsqueeze(0).view(y)\nthing().size()\nthing().size(0)\n") == [
        "T.unsqueeze?",
        "T.view?",
        "T.size?",
    ]


def test_a_call_that_only_takes_tensors_proves_its_argument_one() -> None:
    assert members("y = load()\ny.sum()\nF.relu(y)\ny.mean()\n") == ["T.sum", "T.mean"]


@pytest.mark.parametrize(
    ("method", "found"),
    [
        ("def forward(self, x):\n        x = self.parts(x)\n        return x.mean(3).mean(2)", ["T.mean", "T.mean"]),
        ("def check(self, x):\n        h, w = x.shape[-2:]", ["T.shape"]),
        ("def forward(self, x):\n        return x['a'].mean(2), x['b'].strip()", ["T.mean"]),
        ("def forward(self, batch, n=3):\n        batch.sizes = n\n        return batch.shape", []),
        ("def forward(self, config):\n        return config.hidden, config.shape", []),
        ("def set(self, rate):\n        self.rate = rate.real", []),
        (
            "def check(self, x):\n        y = self.parts[0](x)\n        return y.shape[0], y.reshape(3)",
            ["T.shape", "T.reshape"],
        ),
        ("def check(self, x):\n        y = self.parts[0](x)\n        return y.shape[0], y.boxes, y['a']", []),
        ("def check(self, x):\n        y = self.parts[0](x)\n        return y['a'].dim(), y.shape", []),
        ("def check(self, x):\n        y = load(x)\n        return y[..., :3].mean(), y.abs()", ["T.mean", "T.abs"]),
        ("def check(self, x):\n        return self.cfg.shape, self.parts.space.shape", []),
        ("def check(self, x):\n        return torch.zeros(3, device=x.device) + x", ["T.device"]),
        ("def check(self, x):\n        return x.device, x.run()", []),
    ],
)
def test_what_a_module_is_given_is_likely_a_tensor(method: str, found: list[str]) -> None:
    text = "class Net(nn.Module):\n    def __init__(self, parts):\n        super().__init__()\n        self.parts = parts\n    "

    assert [one for one in members(text + method) if one.startswith("T.")] == found


@pytest.mark.parametrize(
    ("function", "found"),
    [
        ("def flash_forward(self, x):\n    b, n, c = x.shape\n    return self.proj(x)", ["T.shape"]),
        ("def forward_features(self, x, size=3):\n    x = self.embed(x)\n    return x.shape[0]", ["T.shape"]),
        ("def forward(self, x):\n    y = self.parts(x)\n    return y.reshape(3)", ["T.reshape"]),
        ("def run(net, x):\n    n, c = x.shape\n    return F.linear(input=x, weight=net.weight)", ["T.shape"]),
        # look-alikes: other functions, other objects, arrays
        ("def run(self, x):\n    b, n, c = x.shape\n    return self.proj(x)", []),
        ("def flash_forward(net, x):\n    b, n, c = x.shape\n    return net.proj(x)", []),
        ("def straightforward(self, x):\n    b, n, c = x.shape\n    return self.proj(x)", []),
        ("import numpy as np\ndef old_forward(self, x):\n    n, c = x.shape\n    return np.pad(x, 3)", []),
        ("import jax\ndef old_forward(self, x):\n    n, c = x.shape\n    return self.proj(x)", []),
        ("class Grid:\n    def step_forward(self, x):\n        n, c = x.shape\n        return self.proj(x)", []),
        ("def run(net, x):\n    n, c = x.shape\n    return net.linear(input=x)", []),
        ("def linear(x, input): return input\n\ndef run(x):\n    n, c = x.shape\n    return linear(1, input=x)", []),
    ],
)
def test_functions_that_take_the_place_of_a_module_s_forward(function: str, found: list[str]) -> None:
    assert [one for one in members(function) if one.startswith("T.")] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x):\n    return torch.ones(3, dtype=x.dtype, device=x.device)", ["T.dtype", "T.device"]),
        ("def f(m):\n    return torch.ones(3, dtype=m.dtype, device=m.device), m.config", []),
        ("def f(m):\n    return torch.ones(3, device=m.device)", []),
        ("def f(x):\n    return x[..., None].float(), x[:, 2:].mean()", ["T.float", "T.mean"]),
        ("import pandas as pd\ndef f(x):\n    return x.loc[:, 2:].mean(), x[:, 2:].mean()", []),
        ("import numpy as np\ndef f(x):\n    return x[:, 2:].mean()", []),
        ("def f(x):\n    return x[:, 2:].mean(), x.columns", []),
        ("def f(x):\n    return x.iloc[:, 2:].mean()", []),
        ("def f(x: Grid[..., int]):\n    return x.mean()", []),
        ("def f(ps):\n    return [p for p in ps if p.requires_grad]", ["T.requires_grad"]),
        ("def f(args):\n    return args.requires_grad, args.lr", []),
        ("def f(x, y):\n    return (x[..., None] > y).float(), (x[..., 0] - y).mean()", ["T.float", "T.mean"]),
        ("def f(tensor):\n    return tensor.dtype", ["T.dtype"]),
        ("def f(tensor):\n    return tensor.dtype, tensor.layout_name", []),
        ("def g() -> tuple[torch.Tensor, int]:\n    return load(), 3\na, n = g()\na.sum(), n.real", ["T.sum"]),
        ("def g() -> tuple[list, int]:\n    return load(), 3\na, n = g()\na.sort()", []),
    ],
)
def test_what_is_read_of_a_value_shows_that_it_is_likely_a_tensor(text: str, found: list[str]) -> None:
    assert [one for one in members(text) if one.startswith("T.")] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x):\n    return x.type_as(g()), x.shape", ["T.type_as", "T.shape"]),
        ("def f(batch):\n    return max(b[1].size(0) for b in batch)", ["T.size"]),
        ("def f(x: Own):\n    return x.size(0)", ["T.size?"]),
        ("def f(x):\n    return x.size(0), x.children", ["T.size?"]),
        ("def f():\n    x = load()\n    return x.size(0), x.clamp(1)", ["T.size", "T.clamp"]),
        ("import jax\ndef f():\n    x = load()\n    return x.size(0), x.clamp(1)", ["T.size?", "T.clamp?"]),
        ("def f(d):\n    return d.event_shape.numel(), sum(shape.numel() for shape in d)", []),
    ],
)
def test_a_method_that_only_tensors_have_speaks_for_a_variable(text: str, found: list[str]) -> None:
    assert [one for one in members(text) if one.startswith("T.")] == found


def test_what_is_solved_and_has_more_than_a_tensor_is_none() -> None:
    head = "def f(make, x: torch.Tensor):\n    m = make(x)\n"
    assert members(f"{head}    return m.solve(3), m.fun.sum(), m.clamp(1)") == ["T.sum", "T.clamp"]
    assert members(f"{head}    return m.solve(x), m.mean()") == ["T.solve", "T.mean"]


def test_what_is_given_a_tensor_and_a_dimension_is_a_library() -> None:
    assert (
        members("def f(ring, x: torch.Tensor):\n    return ring.sum(x, dim=1), ring.prod(x, dim=-1), ring.size()") == []
    )
    found = members("def f(x):\n    return x.sum(1, keepdim=True), x.prod(dim=-1), x.softmax(dim=1)")
    assert found == ["T.sum", "T.prod", "T.softmax"]


def test_a_method_that_is_not_called_is_another_object_s_value() -> None:
    text = "class Net(nn.Module):\n    def forward(self, x):\n        d = self.model(x)\n        return d.mean, d.mean[..., 0].sum()"

    assert [one for one in members(text) if one.startswith("T.")] == ["T.sum"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x):\n    return x.cpu().detach().numpy()", ["T.cpu", "T.detach", "T.numpy"]),
        ("def f(b):\n    return b['x'].cuda().float().unsqueeze(0)", ["T.cuda", "T.float", "T.unsqueeze"]),
        ("def f(net):\n    return net.cuda().evaluate(), net.float().run()", []),
        ("y = load()\nz = load()\ny.detach(), z.eq(3), z.sum(dim=1)", ["T.detach", "T.eq", "T.sum"]),
        ("import jax\ny = load()\ny.detach()", ["T.detach?"]),
    ],
)
def test_what_is_done_with_what_was_fetched_tells_of_it(text: str, found: list[str]) -> None:
    assert [one for one in members(text) if one.startswith("T.")] == found


def test_a_variable_that_becomes_an_array_was_none_before() -> None:
    text = (
        "def f(value, mask):\n    value = value * mask\n    value = value.cpu().numpy()\n    return value.astype('int')"
    )

    assert [one for one in members(text) if one.startswith("T.")] == ["T.cpu", "T.numpy"]


def test_a_loaded_model_makes_likely_tensors_of_what_it_is_given() -> None:
    text = "def f(x):\n    net = torch.load('net.pt')\n    net.eval()\n    a, b = net({})\n    return a[-1].squeeze()\n"

    assert members(text.format("x")) == ["M.eval", "T.squeeze"]
    assert members(text.format("'name'")) == ["M.eval"]


@pytest.mark.parametrize("attribute", ["device", "shape", "data", "T", "requires_grad"])
def test_what_has_a_method_that_is_an_attribute_of_tensors_is_none(attribute: str) -> None:
    used = "x.{0}{1}\n    x.shape, x.dtype, x.device\n    return x.dim(), x[..., 0] * 2\n"
    assert members(f"def f(x):\n    {used.format(attribute, '')}") != []
    assert [one for one in members(f"def f(x):\n    {used.format(attribute, '()')}") if not one.endswith("?")] == []


CHECKED = "def f(x, y):\n    if {0}.shape != y or {0}.dtype != y:\n        raise TypeError({0}.dtype)\n"


def test_what_has_a_shape_and_a_type_of_elements() -> None:
    assert members(CHECKED.format("x")) == ["T.shape", "T.dtype", "T.dtype"]
    assert members("import numpy as np\n" + CHECKED.format("x")) == []
    assert members(CHECKED.format("x").replace("x", "input_spec")) == []
    assert members(CHECKED.format("x").replace("dtype", "kind")) == []


_PLAYS = """
class Player:
    def __init__(self, net: {0}):
        self.net = net

    def play(self, given):
        q = self.net(*given)
        return q.cpu()

    def value(self, given):
        return self.net(*given).cpu()
"""


def test_what_a_module_gives_and_goes_to_the_cpu_is_a_tensor() -> None:
    assert members(_PLAYS.format("nn.Module")) == ["T.cpu", "T.cpu"]
    assert members(_PLAYS.format("object")) == []


@pytest.mark.parametrize(
    ("head", "given", "found"),
    [
        ("", "*given", ["T.to", "T.cpu"]),
        ("import dgl\n", "*given", ["T.to?"]),
        ("", "load(), load()", ["T.to", "T.cpu"]),
        ("", "load(), 'name'", ["T.to?"]),
        ("", "**given", ["T.to?"]),
        ("", "[given]", ["T.to?"]),
    ],
)
def test_what_a_module_gives_of_what_is_open_may_have_parts(head: str, given: str, found: list[str]) -> None:
    text = (
        f"{head}class Agent:\n    net: nn.Module\n    def step(self, given):\n        part, value = self.net({given})\n"
    )
    assert members(text + "        return part.to('cpu'), value.cpu()\n") == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("images.type(torch.cuda.FloatTensor)", ["T.type"]),
        ("images.type(tensor_type)", ["T.type"]),
        ("images.type(FloatTensor)", ["T.type"]),
        ("images.type(word)", []),
        ("net.type(tensor_type)", []),
        ("field.type('Tensor')", []),
    ],
)
def test_what_is_made_of_a_kind_of_tensor_is_one(line: str, found: list[str]) -> None:
    code = f"def f(loader, tensor_type, FloatTensor, word):\n    for images, net, field in enumerate(loader):\n        return {line}\n"
    assert [one for one in members(code) if not one.endswith("?")] == found


def test_only_tensors_are_recorded_on_a_stream() -> None:
    assert members("def f(target):\n    target.record_stream(torch.cuda.current_stream())") == ["T.record_stream"]


@pytest.mark.parametrize(
    "library", ["dgl", "torch_geometric", "ultralytics", "mmengine", "mmdet", "detectron2", "transformers"]
)
def test_what_a_module_gives_may_be_a_library_s_object_that_goes_to_the_cpu(library: str) -> None:
    assert members(f"import {library}\n" + _PLAYS.format("nn.Module")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(a, b):\n    assert a.size() == b.size()\n    return torch.mean((a - b) ** 2)", ["T.size", "T.size"]),
        ("import numpy\ndef f(a, b):\n    if a.dim() > 2:\n        return a * b.size()[0]", ["T.dim", "T.size"]),
        ("def f(pool):\n    return pool.size()", []),
        ("def f(a):\n    return a.size - 1, a / 2", []),
        ("def f(a):\n    a.push(1)\n    return a.size(), a + 1", []),
        ("import casadi\ndef f(a):\n    return a.size(), a / 2", []),
        ("import gpytorch\ndef f(a):\n    return a.dim(), a / 2", []),
    ],
)
def test_what_is_computed_with_and_has_a_method_for_its_size(text: str, found: list[str]) -> None:
    assert members("import torch\n" + text) == found


@pytest.mark.parametrize(("other", "found"), [("y.sum()", ["T.T"]), ("np.stack([y])", []), ("np.pi * 2", ["T.T"])])
def test_what_a_module_slices_where_it_works_on_arrays_may_be_one(other: str, found: list[str]) -> None:
    text = (
        "import numpy as np\nclass Net(nn.Module):\n    def detect(self, x: torch.Tensor):\n"
        "        y, z = self.detector.run(x.cpu().numpy())\n        a, b = y[:, -2:].T\n        return "
    )

    assert [one for one in members(text + other) if one == "T.T"] == found


@pytest.mark.parametrize(("imports", "found"), [("pass", ["T.ravel"]), ("import numpy as np", [])])
def test_what_is_asked_by_a_mask_where_a_function_imports_numpy_may_be_an_array(imports: str, found: list[str]) -> None:
    text = f"def f(load):\n    {imports}\n    at = np.linspace(0, 1, 3)\n    d = load(at)\n    return d[d > 0].ravel()"

    assert [one for one in members(text) if one == "T.ravel"] == found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("self.parts[0](x)", ["T.shape"]),
        ("self.config.features['action']", []),
        ("self.cfg.inputs[self.keys[0]]", []),
        ("self.specs[0]", []),
    ],
)
def test_what_is_written_down_in_settings_has_shapes_as_well(value: str, found: list[str]) -> None:
    text = f"class N(nn.Module):\n    def make(self, x: torch.Tensor):\n        return {value}.shape[0]"

    assert [one for one in members(text) if one == "T.shape"] == found


@pytest.mark.parametrize(
    ("made", "found"),
    [
        ("torch.cat([x, -x], dim=1)", ["T.size"]),
        ("torch.stack((y, x[:, 0]))", ["T.size"]),
        ("torch.cat(x)", []),
        ("torch.cat([made(x)])", []),
        ("np.stack([x, x])", []),
        ("torch.tensor([x, x])", []),
    ],
)
def test_what_is_put_together_are_tensors(made: str, found: list[str]) -> None:
    assert members(f"import numpy as np\ndef f(x, y):\n    n = len(x.size())\n    return {made}\n") == found
