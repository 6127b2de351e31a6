"""Files at work with torch alone: what has a shape there is likely a tensor."""

from __future__ import annotations

import pytest
from found_uses import analysis, members


def _found(text: str) -> list[str]:
    return [use.api.removeprefix("torch.Tensor.") for use in analysis(text).uses if use.api.startswith("torch.Tensor.")]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(x):\n    return x.shape[0], x.ndim", ["shape", "ndim"]),
        ("def f(get):\n    x = get()\n    return x.shape", ["shape"]),
        ("def f(x, get):\n    x = get()\n    n = x.shape[0]\n    return x.device", ["shape", "device"]),
        ("class A:\n    def f(self, x):\n        return x.shape", ["shape"]),
        ("def f(x):\n    return x.shape, x.title()", []),
        ("def f(x):\n    return x.shape, x.keys()", []),
        ("def f(x):\n    return x.shape, x(1)", []),
        ("def f(x):\n    return x.shape, x['a']", []),
        ("def f(x: list):\n    return x.shape", []),
        ("def f(get):\n    x = get()\n    return x.shape, x.spam", []),
        ("def f(self, x):\n    return self.shape, x.size", []),
        ("def f(spec, cfg, tensor_info, action_space, args):\n    return [one for one in spec.shape], cfg.shape", []),
        (
            "def f(spaces, env):\n    return [v.shape for v in spaces.values()], [v.shape for k, v in env.space.items()]",
            [],
        ),
        ("def f(tensor_info, action_space, args, model):\n    tensor_info.shape, action_space.shape, args.shape", []),
        ("def f(x):\n    return x.part.shape", []),
        ("def f(xs):\n    return xs[0].shape, xs['a'][1].ndim", ["shape", "ndim"]),
        (
            "def f(img_np, arr, np_image, x_array):\n    return img_np.ndim, arr.shape, np_image.shape, x_array.shape",
            [],
        ),
        ("def f(inputs, marry):\n    return inputs.ndim, marry.shape", ["ndim", "shape"]),
        ("def f(layers, models):\n    return layers[0].shape, layers[0].device, models.shape", ["shape"]),
        ("def f(specs, infos):\n    return specs[0].shape, infos['a'].shape", []),
        ("def f():\n    return brought.shape, others[0].shape", []),
    ],
)
def test_what_has_a_shape(code: str, found: list[str]) -> None:
    assert _found(f"import torch\n{code}") == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(x):\n    return x.dtype, x.device", ["dtype", "device"]),
        ("def f(x):\n    return x.T", ["T"]),
        ("def f(xs):\n    return xs[0].device, xs[1].dtype", ["device", "dtype"]),
        ("def f(accelerator, state, gen):\n    return accelerator.device, state.device, gen.device", []),
        ("def f(get):\n    accelerator = get()\n    return accelerator.device", []),
        ("def f(storage):\n    return storage.device", []),
        ("def f(x):\n    return x.T()", []),
        ("def f(x):\n    return x.mean() + x.sum(1)", ["mean", "sum"]),
        ("def f(x):\n    return x.mean + x.sum", []),
        ("def f(x):\n    return x.dim(), x.ndimension()", ["dim", "ndimension"]),
        ("def f(x):\n    return x.part.squeeze(1), x.part.item(), x.parts[0].part.sum()", ["squeeze", "item", "sum"]),
        ("def f(x):\n    return x.part.any(), x.part.dim(), x.cfg.sum(), x.np_array.sum()", []),
        ("class A: pass\ndef f():\n    return A().part.sum()", []),
        ("def f(x, g):\n    x = g()\n    if isinstance(x, (torch.Tensor, g)):\n        return x.device", []),
        ("def f(x, g):\n    x = g()\n    if isinstance(x, g):\n        return 1\n    return x.device", ["device"]),
        ("def f(x):\n    return x.func.prod(x, 3), x.part.sum(-1), x.part.reshape(x, 3)", ["sum", "reshape"]),
        ("def f(x):\n    try:\n        return x.ndim\n    except AttributeError:\n        return x.dim()", []),
        (
            "def f(b):\n    n = b['x'].shape\n    for k in b:\n        b[k] = torch.tensor(b[k])\n    return n, b['x'].ndim",
            ["ndim"],
        ),
        ("def f(b):\n    n = b[0].sum(1)\n    b[0] = torch.from_numpy(b[0])\n    return n", []),
        ("def f(b):\n    n = b[0].sum(1)\n    b[0] = torch.exp(b[0])\n    return n", ["sum"]),
        (
            "def f(x, a):\n    try:\n        return x.view(a.n)\n    except AttributeError:\n        return x.view(a.m), x.shape",
            ["view", "view", "shape"],
        ),
        (
            "def f(x):\n    try:\n        return x.cpu().numpy()\n    except (TypeError, AttributeError):\n        return x",
            [],
        ),
        ("def f(x, y):\n    return (x * y[1:]).sum(1), (2 * (x - 1)).mean(-1, True)", ["sum", "mean"]),
        ("def f(x, y, n):\n    return (x * y).sum(n), (x * y).any(1), (2 * f.part).sum(1), (x * y).sum()", []),
        ("def f(x, g):\n    return (x.one(g) == g.two).all(), (g.a >= x.b).any(), (x in g).all()", ["all", "any"]),
        ("def f(get):\n    x = get()\n    return x.max(), x.tolist(), x.reshape(2, 3)", ["max", "tolist", "reshape"]),
        ("def f(d):\n    return d['loss'].item(), d['a'][0].squeeze()", ["item", "squeeze"]),
        ("def f(loss, x):\n    return loss(x).mean()", ["mean"]),
        (
            "def f(row):\n    x = row['sound']['array']\n    return x.shape, row['array'].shape[0], row['x'].shape",
            ["shape"],
        ),
        ("def f(x, get):\n    return get().mean('day')", []),
        ("def f(x):\n    return np.prod(x), np.ones(2).sum(), as_numpy(x).sum()", []),
        ("def f(x, to_numpy):\n    return to_numpy(x).sum(), x.values.max(axis=0).tolist()", []),
        ("def f(model, args, x):\n    return model.mean(), args.sum(), x.keys(), x.sum()", []),
    ],
)
def test_what_else_tells(code: str, found: list[str]) -> None:
    assert _found(f"import torch\n{code}") == found


@pytest.mark.parametrize(
    "line",
    [
        "import numpy as np",
        "import os, numpy",
        "from PIL import Image",
        "def g():\n    import cv2",
        "from torch import fx, nn",
        "try:\n    import h5py\nexcept ImportError:\n    h5py = None",
    ],
)
def test_where_other_values_have_one(line: str) -> None:
    assert _found(f"import torch\n{line}\ndef f(x, get):\n    y = get()\n    return x.shape, y.shape") == []


def test_what_only_looks_like_such_an_import() -> None:
    lines = "import my_numpy  # numpy\nfrom numpy_like import x\n"
    assert _found(f"import torch\n{lines}def f(x):\n    return x.shape") == ["shape"]


def test_a_file_without_torch_tells_nothing() -> None:
    assert _found("import os\ndef f(x):\n    return x.shape") == []


@pytest.mark.parametrize(
    "code",
    [
        "def f(p):\n    mask = load(p)\n    mask.shape\n    mask = torch.as_tensor(mask)\n",
        "def f(p):\n    mask = load(p)\n    if len(mask.shape) < 3:\n        mask = mask[..., None]\n    mask = torch.tensor(mask, dtype=torch.uint8)\n",
        "def f(evaluator):\n    return evaluator.coco_eval['bbox'].stats.tolist()\n",
    ],
)
def test_what_is_made_a_tensor_was_none(code: str) -> None:
    assert members(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "def f(x):\n    return x.dtype.is_floating_point(), x.dtype.numpy()\n",
        "def f(get):\n    dtype = get()\n    return dtype.numpy(), dtype.is_floating_point()\n",
        "def f(tensor, get):\n    return get(tensor.shape, tensor.size)\n",
    ],
)
def test_what_tensors_do_not_have_so(code: str) -> None:
    found = [one for one in members(code) if one != "T.dtype"]
    assert found == []


def test_a_size_that_is_asked_for_is_a_tensor_s() -> None:
    assert members("def f(tensor, get):\n    return get(tensor.shape, tensor.size())\n") == ["T.shape", "T.size"]
