"""What is brought to a device on its way into a model or a loss; models that may be wrapped; sizes of what is cut along dimensions."""

from __future__ import annotations

import pytest
from found_uses import members, uses

MODEL = "import torch\nfrom torch import nn\n"


def found(code: str, name: str) -> str:
    return next(one for one in reversed(uses(code)) if one.endswith(f"[{name}]"))


@pytest.mark.parametrize("callee", ["model", "self.net", "criterion", "loss_fn", "netD", "generator"])
def test_what_goes_into_a_model_is_a_tensor(callee: str) -> None:
    code = (
        f"{MODEL}def f(self, model, criterion, loss_fn, netD, generator, xs):\n    return {callee}(xs[0][1].cuda())\n"
    )
    assert found(code, "cuda") == "torch.Tensor.cuda call inferred [cuda]"


def test_a_loss_takes_two() -> None:
    code = f"{MODEL}loss = nn.CrossEntropyLoss()\ndef f(out, ys):\n    return loss(out, ys[0].to('cuda'))\n"
    assert found(code, "to") == "torch.Tensor.to call inferred [to]"


def test_a_module_that_is_called_a_loss_takes_two() -> None:
    code = f"{MODEL}def f(build, out, ys):\n    criterion = build()\n    criterion.eval()\n    return criterion(out, ys[0].cuda())\n"
    assert found(code, "cuda") == "torch.Tensor.cuda call inferred [cuda]"


def test_a_module_of_ones_own_that_computes_with_it() -> None:
    code = (
        f"{MODEL}class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(2, 2)\n"
        "    def forward(self, x):\n        return self.fc(x)\ndef f(xs):\n    return Net()(xs[0].cuda())\n"
    )
    assert found(code, "cuda") == "torch.Tensor.cuda call inferred [cuda]"


@pytest.mark.parametrize(
    ("imported", "call"),
    [
        ("", "build_model(xs[0].cuda())"),
        ("", "wrap_net(encoder.cuda())"),
        ("", "model(encoder.cuda())"),
        ("", "model(graph.cuda())"),
        ("", "model(batch.cuda())"),
        ("import torch_geometric\n", "model(xs[0].cuda())"),
        ("import dgl\n", "model(xs[0].cuda())"),
    ],
)
def test_it_stays_a_guess_where_it_may_be_another_thing(imported: str, call: str) -> None:
    code = f"{MODEL}{imported}def f(model, build_model, wrap_net, xs, encoder, graph, batch):\n    return {call}\n"
    assert " guessed " in found(code, "cuda")


@pytest.mark.parametrize(
    "model",
    [
        "net.module if hasattr(net, 'module') else net",
        "net if not hasattr(net, 'module') else net.module",
        "getattr(net, 'module', net)",
    ],
)
def test_a_model_that_may_be_wrapped_is_one(model: str) -> None:
    code = f"{MODEL}def f(net):\n    inner = {model}\n    return inner.state_dict()\n"
    assert found(code, "state_dict") == "torch.nn.Module.state_dict call inferred [state_dict]"


def test_an_object_itself_may_be_wrapped() -> None:
    code = (
        f"{MODEL}class Net(nn.Module):\n    def save(self):\n"
        "        inner = self.module if hasattr(self, 'module') else self\n        return inner.state_dict()\n"
    )
    assert found(code, "state_dict") == "torch.nn.Module.state_dict call inferred [state_dict]"


def test_what_is_called_otherwise_is_not_taken_for_a_model() -> None:
    code = f"{MODEL}def f(plan):\n    inner = plan.module if hasattr(plan, 'module') else plan\n    return inner.state_dict()\n"
    assert not [one for one in uses(code) if "state_dict" in one and "Module" in one]


@pytest.mark.parametrize("size", ["len(x.size()) == 2", "x.size() and 1", "x.dim() > n"])
def test_what_has_a_size_and_is_cut_along_dimensions(size: str) -> None:
    code = f"{MODEL}def f(x, n):\n    assert {size}\n    return x[:, :n], x[:, n:]\n"
    assert len(members(code)) == 1


def test_not_among_other_tensors() -> None:
    code = f"{MODEL}import gpytorch\ndef f(x, n):\n    assert len(x.size()) == 2\n    return x[:, :n]\n"
    assert members(code) == []


def test_what_is_kept_beside_a_tensor_likely_is_one() -> None:
    code = (
        f"{MODEL}import numpy as np\nclass D:\n    def __init__(self, held):\n        x = held['samples']\n"
        "        if isinstance(x, np.ndarray):\n            self.x = torch.from_numpy(x)\n        else:\n            self.x = x\n"
        "    def go(self):\n        return self.x.shape, self.x.mean()\n"
    )
    assert members(code) == ["T.shape", "T.mean"]


def test_what_is_kept_elsewhere_is_not() -> None:
    code = (
        f"{MODEL}import numpy as np\ndef f(held):\n    x = held['samples']\n    if isinstance(x, np.ndarray):\n"
        "        y = torch.from_numpy(x)\n    else:\n        z = x\n        return z.shape\n"
    )
    assert members(code) == []
