"""Values of which nothing is known but what is done with them: moved, counted with, asked for the type of their elements."""

from __future__ import annotations

import pytest
from found_uses import analysis, members


def _of_tensors(text: str) -> list[str]:
    return [one for one in members(text) if one.startswith("T.") and not one.endswith("?")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x, i):\n    return x.gather(dim=1, index=i)", ["T.gather"]),
        ("def f(q, s, a):\n    return q(s).gather(-1, a.long())", ["T.gather", "T.long"]),
        ("def f(comm, x):\n    comm.gather(x, 0), comm.gather(x, root=0), comm.gather(1, 0), comm.gather(x)", []),
        ("def f(x):\n    return x.chunk(2), x.chunk(2, dim=1)", ["T.chunk", "T.chunk"]),
        ("def f(x, get):\n    y = get(x)\n    return y.chunk(), y.chunk", []),
        ("def f(get, n):\n    x = get()\n    return x.repeat(n, 1, 1)", ["T.repeat"]),
        ("def f(get, n):\n    x = get()\n    return x.repeat(1, n)", ["T.repeat"]),
        ("def f(x, n):\n    return x.repeat(n), x.repeat(n, 1), x.repeat(n, axis=1)", []),
        ("def f(x):\n    return x.type(torch.float32)", ["T.type"]),
        ("def f(x):\n    return x.type(torch.LongTensor)", ["T.type"]),
        ("def f(vgg):\n    vgg.type(torch.float64)\n    return vgg", []),
        ("def f(net):\n    return net.type(torch.float64)", []),
        ("def f(x):\n    return x.type(kind)", []),
    ],
)
def test_how_a_method_is_called(text: str, found: list[str]) -> None:
    assert _of_tensors(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(b):\n    return 1 - b.done.float()", ["T.float"]),
        ("def f(b, m):\n    return b.value.double() * m.half()", ["T.double", "T.half"]),
        ("def f(b):\n    net = b.model.float()\n    return net", []),
        ("import jax\ndef f(b):\n    return 1 - b.done.float()", []),
        ("def f(b):\n    return 1 - b.steps.cpu(), b.steps.cpu()[0]", ["T.cpu", "T.cpu"]),
        ("def f(b):\n    net = b.model.cpu()\n    return net", []),
        ("def f(x):\n    return (x**2).item()", ["T.item"]),
        ("import numpy as np\ndef f(x):\n    return (np.sum(x) ** 2).item(), (x**2).item()", []),
        ("import numpy as np\ndef f(ask, x):\n    loss = ask(x)\n    return loss.sum().item()", ["T.sum", "T.item"]),
        ("import numpy as np\ndef f(ask, x):\n    found = ask(x)\n    return found.sum().item()", []),
    ],
)
def test_what_is_counted_with(text: str, found: list[str]) -> None:
    assert _of_tensors(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x):\n    if x.dtype == torch.uint8:\n        return x.shape", ["T.dtype", "T.shape"]),
        ("def f(x):\n    return x.dtype in (torch.half, torch.bfloat16)", ["T.dtype"]),
        ("def f(x):\n    return x.dtype == np.uint8, x.dtype == kind", []),
        ("def f(x, y):\n    if x.dtype == torch.half:\n        return x(y)", []),
        (
            "def f(cfg, args, model):\n    cfg.dtype == torch.half, args.dtype == torch.half, model.dtype == torch.half",
            [],
        ),
        (
            "def f(get):\n    x = get()\n    return torch.zeros(2, dtype=x.dtype, device=x.device)",
            ["T.dtype", "T.device"],
        ),
        ("def f(x, y):\n    y = g(x)\n    return torch.zeros(2, dtype=x.kind, device=y.device)", []),
        (
            "def f(unet, pipe):\n    for one in unet, pipe:\n        torch.ones(1, dtype=unet.dtype, device=unet.device)",
            [],
        ),
        ("def f(pipe):\n    return torch.zeros(2, dtype=pipe.dtype, device=pipe.device)", []),
    ],
)
def test_type_of_elements(text: str, found: list[str]) -> None:
    assert _of_tensors(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x):\n    return x.data.cpu().numpy()", ["T.data", "T.cpu", "T.numpy"]),
        ("def f(outs):\n    for k, v in sorted(outs.items()):\n        v.data.item()", ["T.data", "T.item"]),
        ("import pandas\ndef f(x):\n    return x.data.item()", []),
        ("def f(x):\n    return x.data.item(0), x.data.tolist()", []),
        (
            "class P:\n    def next(self):\n        self.x = next(self.it)\n        self.x = self.x.cuda(non_blocking=True)",
            ["T.cuda"],
        ),
        ("def f(x):\n    return x.cuda()", []),
        ("def f(xs):\n    return [x.item() for x in xs]", ["T.item"]),
        ("def f(ids, get):\n    label = get()\n    return ids[label.item()]", ["T.item"]),
        ("import numpy as np\ndef f(x):\n    return np.load(x), x.item()", []),
        ("import pandas\ndef f(x):\n    return x.item()", []),
        ("def f(x):\n    return x.item(0), x.item(row=1), other.item(), x.keys()", []),
        (
            "class N(nn.Module):\n    def put(self, d):\n        self.register_buffer('p', d.poses.to(d.place))",
            ["T.to"],
        ),
        ("def f(net: nn.Module):\n    return net.parameters().__next__().device", ["T.device"]),
    ],
)
def test_what_is_brought_somewhere(text: str, found: list[str]) -> None:
    assert _of_tensors(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("for xs, _ in batches():\n        xs = list(x.to(device) for x in xs)", ["T.to"]),
        ("for _, ts in batches():\n        ts = [{k: v.to(device) for k, v in t.items()} for t in ts]", ["T.to"]),
        ("outs = [{k: v.to(device) for k, v in t.items()} for t in given()]", ["T.to"]),
        ("return {k: v.to(device) for k, v in features.items()}", ["T.to"]),
        ("batch = given\n    return [b.to(device) if b is not None else None for b in batch[:8]]", ["T.to"]),
        ("return [x.to(device) for x in given[:8]]", []),
        ("return [x.to(device) for x in given]", []),
        ("return {k.name: v.to(device) for k, v in features.items()}", []),
        ("return {k: v.to(device) for k, v in encoders.items()}", []),
        ("return {k: v.to(device) for k, v in nets.items()}", []),
        ("for layers in blocks():\n        layers = [one.to(device) for one in layers]", []),
        ("for parts in blocks():\n        parts = [one.to(device) for one in parts if one.training]", []),
    ],
)
def test_what_comprehensions_move(text: str, found: list[str]) -> None:
    assert _of_tensors(f"def f(device, given, features, encoders, nets):\n    {text}") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(image, target):\n    return target['masks'].flip(-1)", ["T.flip"]),
        ("def f(target):\n    return target['masks'].flatten(1).any(1)", ["T.any", "T.flatten"]),
        (
            "def f(display, image, part):\n    display.flip(), image.flip(HORIZONTAL), part.flatten('C'), part.flatten()",
            [],
        ),
        ("def f(xs):\n    return [x[0:1].clone() for x in xs]", ["T.clone"]),
        ("def f(batch):\n    batch['b'] = batch['signal'].clone()", []),  # as sounds and the like can be copied
        ("def f(xs):\n    return (xs[0] - xs[1]).norm().item(), xs[0].nelement()", ["T.item", "T.nelement", "T.norm"]),
        ("def f(vector):\n    return vector.norm()", []),
        ("def f(xs):\n    return xs['a'].squeeze(-1).to(torch.int)", ["T.squeeze", "T.to"]),
        ("def f(xs, y):\n    return xs[0].flatten().type(y.dtype)", ["T.dtype", "T.flatten", "T.type"]),
        ("def f(xs):\n    return xs['a'].squeeze(-1).to(place)", []),
        ("def f(self):\n    return self.loss.isfinite()", ["T.isfinite"]),
        (
            "def f(models, parts):\n    return models['a'].clone(), parts['encoder'].clone(), parts[0].clone(), parts.clone()",
            [],
        ),
        ("from einops import rearrange\ndef f(x):\n    return rearrange(x, 'b n -> n b').float()", ["T.float"]),
        (
            "import numpy as np\nfrom einops import rearrange\ndef f(x):\n    return rearrange(x, 'b n -> n b').sum()",
            [],
        ),
    ],
)
def test_parts_by_what_is_done_with_them(text: str, found: list[str]) -> None:
    assert sorted(_of_tensors(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "def f(path):\n    x = torch.load(path)\n    return x.shape, x.dtype, x.float()",
            ["T.dtype", "T.float", "T.shape"],
        ),
        ("def f(path):\n    x = torch.load(path)\n    x.update(a=1)\n    return x.shape", []),
        ("def f(path):\n    return torch.load(path)['weight']['a'].shape", ["T.shape"]),
    ],
)
def test_what_a_file_holds_has_a_shape(text: str, found: list[str]) -> None:
    assert sorted(_of_tensors(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "def f(make):\n    net = make().eval().requires_grad_(False)\n    net.to('cuda')",
            ["M.eval", "M.requires_grad_", "M.to"],
        ),
        ("def f(make):\n    tower = make()\n    tower.requires_grad_(False)", ["T.requires_grad_?"]),
        (
            "def f(make):\n    x = make()\n    return x.requires_grad_(), x.requires_grad_(True)",
            ["T.requires_grad_"] * 2,
        ),
    ],
)
def test_what_gradients_are_asked_of(text: str, found: list[str]) -> None:
    assert members(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(b, device):\n    x = b.part.to(device)\n    return x.view(2, -1)", ["T.to", "T.view"]),
        ("def f(b, device):\n    net = b.part.to(device)\n    return net.float()", []),
        ("import jax\ndef f(b, device):\n    x = b.part.to(device)\n    return x.flatten(2)", []),
        ("def f(data, device):\n    return data.get('points').to(device)", ["T.to"]),
        ("def f(data, parts, device):\n    return data.get('model').to(device), parts.get('a').to(device)", []),
    ],
)
def test_what_is_done_with_what_was_moved(text: str, found: list[str]) -> None:
    assert sorted(_of_tensors(text)) == found


@pytest.mark.parametrize(
    "loop", ["for b in DataLoader(ds):\n    {}", "def f(ds):\n    for b in DataLoader(ds):\n        {}"]
)
def test_what_a_loader_keeps_under_a_name_was_made_a_tensor(loop: str) -> None:
    text = "from torch.utils.data import DataLoader\n" + loop.format(
        "b['i'].item(), b['x'].squeeze(0).numpy(), b['name'].index('a')"
    )
    assert sorted(_of_tensors(text)) == ["T.item", "T.numpy", "T.squeeze"]


def test_what_is_made_of_arrays_elsewhere_is_no_tensor() -> None:
    head = "import torch\nimport measures\n"
    text = "def f(x):\n    found = measures.iou(x.detach().numpy())\n    return {}.mean()\n"
    assert [one.api for one in analysis(head + text.format("measures.iou(x)")).uses if one.api.endswith("mean")]
    assert not [
        one.api
        for one in analysis(head + text.format("measures.iou(x.detach().numpy())")).uses
        if one.api.endswith("mean")
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("data['pos'].device, data['pos'].dtype", ["T.device", "T.dtype"]),
        ("data['pos'].clone()", ["T.clone"]),
        ("cfg['pos'].device, data['model'].device, data['device'].dtype, data[0].device, self.data['pos'].device", []),
    ],
)
def test_what_a_module_is_given_under_a_name(text: str, found: list[str]) -> None:
    code = "class A(nn.Module):\n    def make(self, data, cfg):\n        return "
    assert sorted(_of_tensors(code + text)) == found
    assert not _of_tensors("def make(data, cfg):\n    return " + text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x):\n    return (x == 1).float(), x.shape", ["T.float", "T.shape"]),
        ("def f(x):\n    return (x[:, 0] < 0.5).long(), x.shape", ["T.long", "T.shape"]),
        ("def f(net):\n    return net.float(), net.shape", []),
        ("def f(x):\n    return (x == 1).astype(int), (x == 'a').any(), x.shape", []),
        ("def f(x, y):\n    return torch.logical_and(x == 1, y), x.shape", ["T.shape"]),
        ("def f(x):\n    return print(x == 1), x.shape", []),
        ("def f(x):\n    return x.to(torch.float64) * 2, x.device", ["T.to", "T.device"]),
        ("def f(x):\n    return 2 * x.to(dtype=torch.float64), x.device", ["T.to", "T.device"]),
        ("def f(x):\n    return x.to('m') * 2, x.to(unit) * 2, x.device", []),
        ("def f(net):\n    return net.to(torch.float64), net.device", []),
        ("def f(get, y):\n    t = get()\n    return t[:, None, None].expand(y.shape)", ["T.expand"]),
        ("def f(get, y):\n    t = get()\n    return t.expand(y), t.expand('a.b')", []),
    ],
)
def test_what_is_compared_converted_and_expanded(text: str, found: list[str]) -> None:
    assert sorted(_of_tensors(text)) == sorted(found)


@pytest.mark.parametrize(
    ("test", "branch", "found"),
    [
        ("isinstance(x, np.ndarray)", "x = torch.from_numpy(x)", ["T.dtype", "T.shape"]),
        ("isinstance(x, (list, np.ndarray))", "x = torch.as_tensor(x)", ["T.dtype", "T.shape"]),
        ("isinstance(x, str)", "x = torch.load(x)", []),
        ("isinstance(x, np.ndarray)", "y = torch.from_numpy(x)", []),
        ("isinstance(x, np.ndarray)", "return torch.from_numpy(x)", []),
    ],
)
def test_arrays_are_made_tensors_where_tensors_are_meant(test: str, branch: str, found: list[str]) -> None:
    text = f"import numpy as np\ndef f(x):\n    if {test}:\n        {branch}\n    return x.shape, x.dtype\n"

    assert sorted(_of_tensors(text)) == found


def test_an_array_that_opencv_is_given_has_a_shape_of_its_own() -> None:
    text = "import cv2\nclass A(nn.Module):\n    def read(self, x):\n        h = x.shape\n        return {}"

    assert _of_tensors(text.format("h"))
    assert not _of_tensors(text.format("cv2.cvtColor(x, 4)"))


OWN = """
class Parts:
    def __init__(self, shape):
        self.shape = shape
    def reshape(self): pass
    def flatten(self): pass
    def clone(self): pass
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x, i):\n    n = x.shape[0]\n    return x[i].detach(), n", ["T.shape", "T.detach"]),
        ("def f(x, i):\n    return x[i].unsqueeze(0), x.size(0)", ["T.unsqueeze", "T.size"]),
        ("def f(x, i):\n    return x[i].copy(), x.shape", []),
        ("def f(x, i):\n    return x[i].detach(), len(x), x.extend(i)", ["T.detach"]),
        ("def f(x, i):\n    return x[i].detach(), x.shape, x.iloc", ["T.detach"]),
        ("def f(x):\n    return x.unsqueeze(0), x.shape, x.transpose(0, 1)", ["T.unsqueeze", "T.shape", "T.transpose"]),
        ("def f(x):\n    return x.unsqueeze(0), x.transpose(0, 2, 1).dot(0)", ["T.unsqueeze"]),
        (OWN + "def f(x, i):\n    return x[i].detach(), x.shape", ["T.detach"]),
    ],
)
def test_what_a_shape_says_beside_what_else_is_done(text: str, found: list[str]) -> None:
    assert _of_tensors("import numpy as np\n" + text) == found


@pytest.mark.parametrize("name", ["BoolTensor", "LongTensor", "ShortTensor", "DoubleTensor", "cuda.ByteTensor"])
def test_what_a_tensor_is_made_of_may_be_an_array(name: str) -> None:
    assert members(f"def f(x):\n    mask = torch.{name}(x)\n    return x.shape[0], mask.shape") == ["T.shape"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(g):\n    xs = g.get()\n    if isinstance(xs, torch.Tensor):\n        xs = [xs]\n    return [x.shape for x in xs]",
         ["T.shape"]),
        ("def f(g):\n    xs = g.get()\n    if torch.is_tensor(xs):\n        xs = (xs,)\n    return xs[0].shape", ["T.shape"]),
        ("def f(g):\n    xs = g.get()\n    if isinstance(xs, float):\n        xs = [xs]\n    return [x.shape for x in xs]", []),
        ("def f(g):\n    xs = g.get()\n    if isinstance(xs, float):\n        xs = [torch.tensor(xs)]\n    return [x.shape for x in xs]",
         []),
        ("def f(g):\n    xs = g.get()\n    if isinstance(xs, torch.Tensor):\n        xs = [xs, 1]\n    return [x.shape for x in xs]", []),
    ],
)  # fmt: skip
def test_what_is_several_where_it_is_no_tensor(text: str, found: list[str]) -> None:
    assert _of_tensors("import numpy as np\n" + text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = x if flat else x.view(-1, 3)", ["T.view", "T.shape"]),
        ("x = x.unsqueeze(0) if flat else x", ["T.unsqueeze", "T.shape"]),
        ("x = x if isinstance(x, list) else x.unsqueeze(0)", ["T.unsqueeze", "T.shape"]),
        ("x = y.unsqueeze(0) if flat else x", ["T.unsqueeze"]),
        ("x = x.unsqueeze(0).tolist() if flat else x", ["T.unsqueeze", "T.tolist"]),
    ],
)
def test_what_is_rearranged_in_one_of_two_ways(text: str, found: list[str]) -> None:
    code = f"def f(m, flat):\n    x, y = m.run()\n    {text}\n    return x.shape"
    assert _of_tensors("import numpy as np\nimport cv2\n" + code) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("getattr(self.layer, name).unsqueeze(0).shape", ["T.unsqueeze", "T.shape"]),
        ("getattr(self.layers[0], name).detach()", ["T.detach"]),
        ("getattr(self.layer, name).shape", []),
        ("getattr(np, name).unsqueeze(0)", []),
    ],
)
def test_what_is_had_by_a_name_that_only_the_run_knows(text: str, found: list[str]) -> None:
    code = f"class A:\n    def f(self, name):\n        return {text}"
    assert _of_tensors("import numpy as np\n" + code) == found
