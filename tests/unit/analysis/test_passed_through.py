"""What functions give back of what they are given, what is None until others set it, and what loops carry on."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS, OneRow, Rows, members

from mindport.analysis.analyze import analyze
from mindport.engine import Engine, Settings
from mindport.explaining import explain_place
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source

OTHER = """
import torch


def unwrapped(model, distributed):
    if distributed:
        return model.module
    return model


def loaded(path, encoder, opt, flag=None):
    kept = torch.load(path)
    encoder.load_state_dict(kept["a"])
    opt.load_state_dict(kept["b"])
    epoch = kept["epoch"]
    return encoder, opt, epoch


def one_device(net):
    if hasattr(net, "module"):
        net = net.module
    net = net.to("cpu")
    return net


def other(net, make):
    net = make(net)
    return net


def either(net, second, first):
    return net if first else second


def inner(net):
    return net.module


def placed(value, on):
    if on:
        return value.cuda()
    else:
        return value


def brought(value):
    return value.cuda() if torch.cuda.is_available() else value


TABLE = brought(torch.ones(3))


def sent(net, make):
    net = make(net)
    return net.cuda()


def renewed(net, make):
    def again():
        nonlocal net
        net = make()
    again()
    return net


def ready(net, weights):
    net.load_state_dict(weights, strict=False)
    return net


def waiting(net, seconds):
    net.eval()
    return net


def several(net, pair):
    if pair:
        return net, 1
    return net


def scaled(value, mean, std=1.0):
    # What is computed of what is given, and of that alone.
    return value * std + -mean


def scaled_pair(value, other):
    return value - 1, other / 2


def with_more(value, table):
    return value * table["a"]


def turned(value, other):
    value = other(value)
    return value * 2


class Kept:
    def same(self, value):
        return value

    @staticmethod
    def still(value):
        return value
"""


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("unwrapped(net, True).state_dict()", ["M.state_dict"]),
        ("unwrapped(distributed=False, model=net).state_dict()", ["M.state_dict"]),
        ("a, b, c = loaded('x', net, SGD(net, lr=1))\na.state_dict()\nb.step()\nc.item()",
         ["M.state_dict", "torch.optim.Optimizer.step"]),
        ("one_device(net).state_dict()", ["M.state_dict"]),
        ("other(net, made).state_dict()", []),
        ("either(net, made, True).state_dict()", []),
        ("several(net, False).state_dict()", []),
        ("inner(net).state_dict()", []),
        ("placed(net, True).state_dict()", ["M.state_dict"]),
        ("brought(net).state_dict()\nbrought(TABLE).cumsum(0)", ["M.state_dict", "torch.Tensor.cumsum"]),
        ("sent(net, made).state_dict()", []),
        ("renewed(net, made).state_dict()", []),
        ("unwrapped(SGD(net, lr=1), True).step()", []),
        ("Kept().same(net).state_dict()\nKept.still(net).state_dict()", ["M.state_dict"] * 2),
        ("unwrapped(made(), True).state_dict()", []),
    ],
)  # fmt: skip
def test_what_a_function_of_another_file_gives_back_is_what_it_was_given(
    tmp_path: Path, line: str, found: list[str]
) -> None:
    (tmp_path / "other.py").write_text(OTHER)
    use = tmp_path / "use.py"
    head = "from torch import nn\nfrom torch.optim import SGD\nfrom other import *\nnet = nn.Linear(2, 3)\n"
    use.write_text(f"{head}{line}\n")
    analysis = analyze(read_source(use), NO_ROWS, ProjectFiles(NO_ROWS, tmp_path))
    uses = [one for one in analysis.uses if one.receiver is not None and one.certainty.value != "guessed"]
    assert [one.api.replace("torch.nn.Module.", "M.") for one in uses] == found


@pytest.mark.parametrize(
    ("expression", "is_tensor"),
    [
        ("scaled(x, 0)", True),
        ("scaled(x[:, 0], made[1], std=made)", True),
        ("scaled(2, 0, std=x)", True),
        ("scaled(2, 0)", False),
        ("scaled(made, 0)", False),
        ("scaled(x, np.ones(2))", False),
        ("scaled(x, nn.Linear(1, 2))", False),
        ("scaled_pair(x, 1)[0]", True),
        ("scaled_pair(x, 1)[1]", False),
        ("with_more(x, made)", False),
        ("turned(x, made)", False),
    ],
)
def test_what_a_function_computes_of_tensors_alone_is_one(tmp_path: Path, expression: str, is_tensor: bool) -> None:
    (tmp_path / "other.py").write_text(OTHER)
    use = tmp_path / "use.py"
    use.write_text(
        f"import numpy as np\nimport torch\nfrom torch import nn\nfrom other import *\nx = torch.ones(2, 3)\n{expression}.item()\n"
    )
    rows = Rows({"torch.ones": OneRow(returns="tensor")})
    analysis = analyze(read_source(use), rows, ProjectFiles(rows, tmp_path))
    assert ("torch.Tensor.item" in [one.api for one in analysis.uses]) == is_tensor


def test_a_module_that_is_given_back_is_of_its_class(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(OTHER)
    use = tmp_path / "use.py"
    net = "class Net(nn.Module):\n    def forward(self, i):\n        return torch.ones(i)\n"
    lines = "x = ready(Net(), kept)(1)\nx[0].item()\nwaiting(Net(), 1)(1)[0].item()\nwaiting(made, 1)(1)[0].item()\n"
    use.write_text(f"import numpy\nimport torch\nfrom torch import nn\nfrom other import *\n{net}{lines}")
    rows = Rows({"torch.ones": OneRow(returns="tensor")})
    analysis = analyze(read_source(use), rows, ProjectFiles(rows, tmp_path))
    assert [one.api for one in analysis.uses if one.api.endswith(".item")] == ["torch.Tensor.item"] * 2


def test_what_is_none_until_others_set_it_is_what_it_is_asked_for() -> None:
    code = "def f(a, b):\n    for x, y in zip(a.parameters(), b.parameters()):\n        x.data = y.data\nf(nn.Linear(1, 2), None)\n"
    assert members(code) == ["M.parameters", "M.parameters", "T.data", "T.data"]
    assert members("x = None\nx.other()\nx.masked_fill(y, 0)\n") == ["T.masked_fill"]
    assert members("x = None\nx.sum()\nx.to(y)\nx.shape\n") == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(net, kept):\n    net.load_state_dict(kept, strict=False)\n    net.state_dict()\n",
         ["M.load_state_dict", "M.state_dict"]),
        ("def f(fit, kept):\n    fit.load_state_dict(kept, False)\n    fit.load_state_dict(kept)\n", []),
        ("def f(optimizer, kept):\n    optimizer.load_state_dict(kept, False)\n    optimizer.load_state_dict(kept)\n",
         ["torch.optim.Optimizer.load_state_dict"]),
        ("net = made()\nnet.load_state_dict(kept, strict=False)\nclass C:\n    def load_state_dict(\n        self, x): ...\n",
         ["M.load_state_dict?"]),
        ("def f(x):\n    return x.select(-1, 0)\n", ["T.select"]),
        ("def f(x):\n    return x.select(0)\ndef g(x):\n    return x.select('a', 'b')\n", []),
        ("import numpy\ndef f(make):\n    return make(2, 3).type(torch.float32)\n", ["T.type"]),
        ("import numpy\ndef f(net):\n    return net.type(torch.float32)\n", []),
    ],
)  # fmt: skip
def test_what_a_call_tells_of_its_receiver(code: str, found: list[str]) -> None:
    assert members(code) == found


LOOP = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.Linear(3, 3)])
    def forward(self, xs, style):
        out = xs[0]
        for part in self.parts:
            out = {0}
        return out
class Plain:
    def __init__(self):
        self.parts = nn.ModuleList([nn.Linear(3, 3)])
    def run(self, xs):
        out = xs[0]
        for part in self.parts:
            out = part(out)
        return out
"""


def test_what_a_loop_makes_a_tensor_of_is_likely_one_all_along() -> None:
    assert members(LOOP.format("part(out)") + "Net()(y, 1).mean()\n") == ["T.mean"]
    assert members(LOOP.format("part(out)") + "Plain().run(y).mean()\n") == []
    assert members(LOOP.format("style(part)") + "Net()(y, 1).mean()\n") == []


BATCHES = """
from torch.utils.data import DataLoader
loader = DataLoader(made(), 2{0})
for batch in loader:
    batch.{1}
"""


@pytest.mark.parametrize(
    ("options", "member", "found"),
    [
        ("", "shape", ["T.shape"]),
        ("", "size(0)", ["T.size"]),
        ("", "unsqueeze(1)", ["T.unsqueeze"]),
        (", collate_fn=gathered", "shape", []),
        ("", "label", []),
        ("", "keys()", []),
        (")\nfrom tensordict import TensorDict\n(", "unbind(0)", ["T.unbind?"]),
    ],
)
def test_a_batch_that_has_a_shape_is_a_tensor(options: str, member: str, found: list[str]) -> None:
    assert members(BATCHES.format(options, member)) == found


def test_a_batch_that_is_moved_and_left_there_is_no_tensor() -> None:
    code = "from torch.utils.data import DataLoader\ndef f(net):\n    for x in DataLoader(made(), 2):\n        {0}x.to(torch.device('cpu'))\n"
    assert members(code.format("net(x)\n        x = ")) == ["T.to"]
    assert members(code.format("")) == []


def test_the_reason_goes_on_with_what_was_given(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(OTHER)
    use = tmp_path / "use.py"
    use.write_text("from torch import nn\nfrom other import *\nnet = nn.Linear(2, 3)\nunwrapped(net, True).eval()\n")
    steps = {
        language: [step.message for step in explain_place(Engine(Settings(language=language)), use, 4, 23).steps]
        for language in ("en", "zh-CN")
    }
    said = "`unwrapped(net, True)` is a Module: `unwrapped`, defined in `other.py`, line 5, gives back `net`, which it is given"
    assert steps["en"][0] == said
    assert steps["en"][1].startswith("`net` is a Module")
    assert steps["zh-CN"][0].endswith("定义于 `other.py` 第 5 行的 `unwrapped` 原样返回传给它的 `net`")
    use.write_text(use.read_text("utf-8").replace("unwrapped(net, True)", "Kept().same(value=net)"), "utf-8")
    assert (
        explain_place(Engine(Settings(language="en")), use, 4, 25)
        .steps[0]
        .message.endswith("gives back `net`, which it is given")
    )
