"""Methods that stand behind their class and take the object first, and methods that are passed around."""

from __future__ import annotations

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))
_IMPORTS = "import torch\nfrom torch import nn\nfrom torch.nn import Conv2d\n"


def _migrated(text: str) -> str:
    once = _ENGINE.migrate_text(text).text
    assert _ENGINE.migrate_text(once).text == once
    return once


def _body(statement: str) -> str:
    return _migrated(f"{_IMPORTS}\n\ndef f(self, x, y):\n    {statement}\n").partition("):\n")[2]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("nn.Linear.train(self, x)", "mint.nn.Linear.set_train(self, x)"),
        ("nn.Linear.forward(self, x)", "mint.nn.Linear.construct(self, x)"),
        ("Conv2d.forward(self, x)", "TorchConv2d.construct(self, x)"),
        ("nn.Module.train(self, False)", "nn.Cell.set_train(self, False)"),
        ("nn.Linear.eval(self)", "self.set_train(False)"),
        ("nn.Linear.named_parameters(self, prefix='a')", "module_named_parameters(self, prefix='a')"),
        ("torch.optim.SGD.step(self)", "apply_gradients(self)"),
        ("y = nn.Linear.forward", "y = mint.nn.Linear.construct"),
        ("torch.Tensor.add(x, y)", "Tensor.add(x, y)"),
        ("torch.Tensor.view(x, 2, -1)", "Tensor.view(x, 2, -1)"),
        ("torch.Tensor.size(x, 0)", "x.shape[0]"),
        ("torch.Tensor.size(x + y, dim=0)", "(x + y).shape[0]"),
        ("torch.Tensor.add_(x, 1)", "x[...] = x + 1"),
        ("torch.Tensor.clamp(x, min=1)", "Tensor.clamp(x, min=1)"),
    ],
)
def test_the_object_comes_first(before: str, after: str) -> None:
    assert _body(before) == f"    {after}\n"


def test_a_member_and_its_class_go_together_or_stay_together() -> None:
    unknown = _body("return nn.quantized.Quantize.forward(self, x)")
    passed = _body("return map(nn.Linear.eval, x)")

    assert "    return torch.nn.quantized.Quantize.forward(self, x)\n" in unknown
    assert unknown.count("# mindport:") == 1
    assert "    return map(torch.nn.Linear.eval, x)\n" in passed
    assert "    return torch.FloatTensor.add(x, y)\n" in _body("return torch.FloatTensor.add(x, y)")


def test_a_method_of_another_form_is_not_passed_around_under_its_name() -> None:
    source = "import torch\nfrom torch import nn\n\n\ndef f(model: nn.Module, on_stop):\n    on_stop(model.eval)\n"

    assert "    on_stop(model.eval)\n" in _migrated(source)


def test_without_an_object_nothing_is_put_in_its_place() -> None:
    assert "torch.Tensor.size(*x)" in _body("return torch.Tensor.size(*x)")
    assert "torch.Tensor.size()" in _body("return torch.Tensor.size()")


@pytest.mark.frameworks
def test_a_subclass_that_calls_its_base_by_name_computes_the_same() -> None:
    import mindspore
    import numpy
    import torch

    source = (
        "import torch\nfrom torch import nn\n\n\nclass Scaled(nn.Linear):\n"
        "    def forward(self, x):\n        return nn.Linear.forward(self, x) * 2 + torch.Tensor.add(x, 1).sum()\n"
    )
    before: dict[str, type] = {}
    after: dict[str, type] = {}
    exec(source, before)
    exec(_migrated(source), after)
    theirs = before["Scaled"](3, 2)
    ours = after["Scaled"](3, 2)
    for name, value in theirs.named_parameters():
        getattr(ours, name).set_data(mindspore.Tensor(value.detach().numpy()))
    x = numpy.arange(12, dtype=numpy.float32).reshape(4, 3)

    expected = theirs(torch.tensor(x)).detach().numpy()

    assert numpy.allclose(ours(mindspore.Tensor(x)).asnumpy(), expected, rtol=1e-5)
