"""Models of which nothing says what they are, but for what is done with them."""

from __future__ import annotations

import pytest
from found_uses import members


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("m = make().to(device)\nm.eval()\nm(1)", ["M.to", "M.eval"]),
        ("m = make().cuda()\nm.load_state_dict(s)\nm(1)", ["M.cuda", "M.load_state_dict"]),
        ("m = make()\nm.cuda()\nm = nn.DataParallel(m)", ["M.cuda"]),
        ("def f(m):\n    m = m.to(device)\n    return DistributedDataParallel(m)", ["M.to"]),
        ("make().eval().to(device)", ["M.eval", "M.to"]),
        ("x = make().half().eval()", ["M.half", "M.eval"]),
        # look-alikes
        ("x = make().to(device)\nx(1)", ["T.to?"]),
        ("x = make().cuda()\nx = nn.Softmax(x)", ["T.cuda?"]),
        ("o = make()\no.load_state_dict(s)\no.step()\no(1)\no.to(device)", ["T.to?"]),
        ("make().eval('x').to(device)", ["T.to?"]),
        ("import tensorflow as tf\nmake().eval().to(device)", ["T.to?"]),
        ("make().eval().to_numpy()", []),
    ],
)
def test_what_is_done_with_a_value_shows_that_it_is_a_model(body: str, found: list[str]) -> None:
    assert members(body) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("o = getattr(torch.optim, name)(ps)\no.step()", ["torch.optim.Optimizer.step"]),
        ("o = torch.optim.__dict__[name](ps)\no.step()", ["torch.optim.Optimizer.step"]),
        ("o = vars(torch.optim)[args.name](ps)\no.step()", ["torch.optim.Optimizer.step"]),
        ("m = getattr(nn, names[0])(3)\nm.to(device)", ["M.to"]),
        ("from torchvision import models\nm = vars(models)[name]()\nm.cuda()", ["M.cuda"]),
        # look-alikes
        ("o = getattr(optim, name)(ps)\no.step()", []),
        ("from torchvision import models\nw = getattr(models, f'{name}_Weights')()\nw.cuda()", ["T.cuda?"]),
        ("o = vars(o)[name](ps)\no.step()", []),
        ("x = getattr(torch, name)\nx.to(device)", ["T.to?"]),
    ],
)
def test_what_is_picked_by_a_name_of_a_module_of_torchs(body: str, found: list[str]) -> None:
    assert members(body) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (
            "from torchvision import models\nclass A(models.ResNet):\n    def forward(self, x):\n"
            "        self.train()\n        return x.mean()",
            ["M.train", "T.mean"],
        ),
        ("from torchvision.models import VGG\nclass A(VGG):\n    pass\nA(1).to(device)", ["M.to"]),
        ("import torchvision\nm = torchvision.models.resnet.ResNet(1)\nm.to(device)\nm(x).sum()", ["M.to", "T.sum"]),
        # look-alikes
        ("from torchvision import models\nw = models.ResNet18_Weights()\nw.to(device)", ["T.to?"]),
        ("from torchvision import models\nm = models.Inception3()\ny = m(x)\ny.split('a')", []),
        ("from torchvision.models.optical_flow import RAFT\ny = RAFT()(x, x)\ny.count(1)", []),
        ("from torchvision.models.detection._utils import Matcher\nm = Matcher(1, 2)\nm.train()", []),
        ("from models import ResNet\nclass A(ResNet):\n    def f(self, x):\n        self.train()", []),
    ],
)
def test_classes_of_torchvisions_models_are_modules_by_any_name(body: str, found: list[str]) -> None:
    assert [one for one in members(body) if not one.endswith("__init__")] == found


_WRAPPED = """
class Trainer:
    def __init__(self, options, net):
        self.net = build(options)
        self.wrap(net)

    def wrap(self, net):
        self.net = {}

    def run(self, x):
        x = torch.abs(x)
        self.net.{}
        self.net(x).mean()
"""


@pytest.mark.parametrize(
    ("wrapped", "done", "found"),
    [
        ("nn.DataParallel(self.net)", "half()", ["M.half", "T.mean"]),
        ("nn.parallel.DistributedDataParallel(net)", "module.half()", ["M.half", "T.mean"]),
        ("nn.DataParallel(self.net)", "module.weight.half()", ["T.half", "T.mean"]),
        # look-alikes
        ("wrapped(self.net)", "half()", ["T.mean"]),
        ("wrapped(self.net)", "module.half()", ["T.mean"]),
        ("nn.DataParallel(self.net)", "part.half()", ["T.mean"]),
    ],
)
def test_an_attribute_that_is_wrapped_to_run_on_several_devices_holds_a_model(
    wrapped: str, done: str, found: list[str]
) -> None:
    assert members(_WRAPPED.format(wrapped, done)) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("m = nn.utils.weight_norm(make())\nm.half()", ["M.half"]),
        ("m = make()\nm.train(), m.eval(), m(1), m.module.half()", ["M.train", "M.eval", "M.half"]),
        (
            "class A(nn.Module):\n    def kept(self): return torch.ones(1)\n"
            "a = prepare(A())\nb = A()\nb.module.kept().mean(), b.module.half()",
            ["T.mean", "M.half"],
        ),
        # look-alikes
        ("m = torch.compile(make())\nm.half()", []),
        ("m = make()\nm.train(), m(1), m.module.half()", []),
        (
            "class A(nn.Module):\n    def kept(self): return torch.ones(1)\n"
            "    def forward(self, x): return self.module.kept().mean()",
            [],
        ),
        ("m = nn.Linear(3, 4)\nm.module.half()", []),
    ],
)
def test_what_was_wrapped_is_a_model(body: str, found: list[str]) -> None:
    assert members(body) == found
