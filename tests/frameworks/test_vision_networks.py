"""Networks of torchvision's: as many weights as its documentation says, blocks that compute what torch does, weights from files.

Torchvision is no part of the environment: the blocks are written out with torch's functions here.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mindport.mapping import helpers

_PUBLISHED = {
    "resnet18": 11_689_512,
    "resnet50": 25_557_032,
    "resnext50_32x4d": 25_028_904,
    "wide_resnet50_2": 68_883_240,
    "alexnet": 61_100_840,
    "squeezenet1_0": 1_248_424,
    "squeezenet1_1": 1_235_496,
    "mobilenet_v2": 3_504_872,
    "mobilenet_v3_large": 5_483_032,
    "mobilenet_v3_small": 2_542_856,
    "densenet121": 7_978_856,
    "efficientnet_b0": 5_288_548,
    "efficientnet_b1": 7_794_184,
    "vit_b_32": 88_224_232,
    "shufflenet_v2_x1_0": 2_278_604,
    "mnasnet1_0": 4_383_312,
    "inception_v3": 27_161_264,
    "convnext_tiny": 28_589_128,
    "swin_t": 28_288_354,
    "swin_v2_t": 28_351_570,
}

_COUNT = """
import json
import mindport_helpers as made
found = {}
for name in NAMES:
    net = getattr(made, name)()
    assert net.training
    found[name] = sum(p.size for _, p in made.module_named_parameters(net))
print(json.dumps(found))
"""

_BLOCKS = """
import numpy as np
import torch
import torch.nn.functional as F
import mindspore as ms
from mindspore import ops
import mindport_helpers as made


def basic(w, x):
    y = F.relu(norm(w, "bn1", F.conv2d(x, w["conv1.weight"], None, 1, 1)))
    return F.relu(norm(w, "bn2", F.conv2d(y, w["conv2.weight"], None, 1, 1)) + x)


def bottleneck(w, x):
    y = F.relu(norm(w, "bn1", F.conv2d(x, w["conv1.weight"])))
    y = F.relu(norm(w, "bn2", F.conv2d(y, w["conv2.weight"], None, 1, 2, 2, groups=2)))
    return F.relu(norm(w, "bn3", F.conv2d(y, w["conv3.weight"])) + x)


def fire(w, x):
    y = F.relu(F.conv2d(x, w["squeeze.weight"], w["squeeze.bias"]))
    narrow = F.conv2d(y, w["expand1x1.weight"], w["expand1x1.bias"])
    wide = F.conv2d(y, w["expand3x3.weight"], w["expand3x3.bias"], 1, 1)
    return F.relu(torch.cat([narrow, wide], 1))


def inverted(w, x):
    y = F.relu6(norm(w, "conv.0.1", F.conv2d(x, w["conv.0.0.weight"])))
    y = F.relu6(norm(w, "conv.1.1", F.conv2d(y, w["conv.1.0.weight"], None, 1, 1, groups=48)))
    return x + norm(w, "conv.3", F.conv2d(y, w["conv.2.weight"]))


def dense(w, x):
    y = F.conv2d(F.relu(norm(w, "norm1", x)), w["conv1.weight"])
    return F.conv2d(F.relu(norm(w, "norm2", y)), w["conv2.weight"], None, 1, 1)


def norm(w, name, x):
    statistics = w[f"{name}.running_mean"], w[f"{name}.running_var"]
    return F.batch_norm(x, *statistics, w[f"{name}.weight"], w[f"{name}.bias"], True)


random = np.random.default_rng(0)
x = random.standard_normal((4, 8, 6, 7)).astype(np.float32)
blocks = [
    (made.BasicBlock(8, 8), basic),
    (made.Bottleneck(8, 2, groups=2, base_width=128, dilation=2), bottleneck),
    (made.SqueezeFire(8, 3, 4, 5), fire),
    (made.InvertedResidual(8, 8, 1, 6), inverted),
    (made.DenseNetLayer(8, 3, 4, 0), dense),
]
for block, wanted in blocks:
    block.set_train()
    names = made.torch_names(block)
    weights = {}
    for name, value in block.state_dict().items():
        drawn = random.uniform(0.5, 1.5, value.shape).astype(np.float32)
        value.set_data(ms.Tensor(drawn - ("running_mean" in names.get(name, name))))
        weights[names.get(name, name)] = torch.tensor(value.asnumpy())
    trained = {n: t.requires_grad_() for n, t in weights.items() if "running" not in n}
    there = wanted(weights, torch.tensor(x))
    (there * torch.arange(there.numel()).reshape(there.shape).sin()).sum().backward()

    def loss(x):
        y = block(x)
        return (y * ms.Tensor(np.sin(np.arange(y.size)).reshape(y.shape).astype(np.float32))).sum(), y

    parameters = list(block.trainable_params())
    (_, here), gradients = ms.value_and_grad(loss, None, parameters, has_aux=True)(ms.Tensor(x))
    assert np.allclose(here.asnumpy(), there.detach().numpy(), 1e-3, 1e-4), wanted.__name__
    own = {id(p): names.get(n, n) for n, p in block.parameters_and_names()}
    assert {own[id(p)] for p in parameters} == set(trained)
    for parameter, gradient in zip(parameters, gradients):
        expected = trained[own[id(parameter)]].grad.numpy()
        assert np.allclose(gradient.asnumpy(), expected, 1e-2, 1e-2 * np.abs(expected).max() + 1e-3), own[id(parameter)]
"""

_PRETRAINED = """
import os
import mindspore as ms
import mindport_helpers as made

try:
    made.squeezenet1_1(pretrained=True)
except FileNotFoundError as error:
    print(error)
net = made.squeezenet1_1()
ms.save_checkpoint(net, os.path.join(os.environ["MINDPORT_WEIGHTS"], "squeezenet1_1-b8a52dc0.ckpt"))
for given in ({"pretrained": True}, {"weights": "DEFAULT"}, {"weights": "SqueezeNet1_1_Weights.IMAGENET1K_V1"}):
    same = made.squeezenet1_1(**given)
    print(bool((same.features[0].weight == net.features[0].weight).all()), same.training)
for wrong in ({"weights": "OTHER"}, {"weights": "DEFAULT", "num_classes": 7}):
    try:
        made.squeezenet1_1(**wrong)
    except ValueError as error:
        print(error)
"""


def _run(folder: Path, text: str, names: set[str]) -> list[str]:
    (folder / "mindport_helpers.py").write_text(helpers.module_text(names), encoding="utf-8")
    (folder / "script.py").write_text(text, encoding="utf-8")
    environment = {"PATH": "", "HOME": str(folder), "MINDPORT_WEIGHTS": str(folder), "PYTHONWARNINGS": "ignore"}
    run = subprocess.run(
        [sys.executable, "script.py"], cwd=folder, capture_output=True, text=True, timeout=600, env=environment
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.strip().splitlines()


@pytest.mark.frameworks
@pytest.mark.slow
def test_networks_have_as_many_weights_as_published(tmp_path: Path) -> None:
    text = _COUNT.replace("NAMES", repr(list(_PUBLISHED)))

    assert json.loads(_run(tmp_path, text, {*_PUBLISHED, "module_named_parameters"})[-1]) == _PUBLISHED


@pytest.mark.frameworks
def test_blocks_compute_and_learn_as_in_torch(tmp_path: Path) -> None:
    _run(
        tmp_path,
        _BLOCKS,
        {"BasicBlock", "Bottleneck", "SqueezeFire", "InvertedResidual", "DenseNetLayer", "torch_names"},
    )


@pytest.mark.frameworks
def test_published_weights_come_from_a_converted_file(tmp_path: Path) -> None:
    said, *loaded, unknown, classes = _run(tmp_path, _PRETRAINED, {"squeezenet1_1"})

    assert said.startswith(
        "The weights IMAGENET1K_V1 of squeezenet1_1 are not there as squeezenet1_1-b8a52dc0.ckpt in "
    )
    assert "mindport weights convert squeezenet1_1-b8a52dc0.pth " in said
    assert loaded == ["True True"] * 3
    assert unknown == "squeezenet1_1 has no weights 'OTHER' here: only IMAGENET1K_V1"
    assert classes == "The published weights of squeezenet1_1 are for num_classes=1000, not 7"
