"""What files of weights hold."""

from __future__ import annotations

import pytest
from found_uses import PRELUDE, OneRow, Rows, analysis

_ROWS = Rows({"torch.load": OneRow(returns="dict"), "torch.hub.load_state_dict_from_url": OneRow(returns="dict")})


def check_members(body: str, expected: list[str]) -> None:
    found = [use.api for use in analysis(PRELUDE + body, _ROWS).uses if use.receiver is not None]
    assert [api.replace("torch.Tensor.", "T.").replace("torch.nn.Module.", "M.") for api in found] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("c = torch.load(p)\nfor k, v in c['state_dict'].items():\n    v.shape", ["T.shape"]),
        ("c = torch.load(p)\nfor v in c['ema_state_dict'].values():\n    v.numel()", ["T.numel"]),
        ("c = torch.load(p)['model_state_dict']\nfor k in c.keys():\n    c[k].shape", ["T.shape"]),
        ("state_dict = torch.load(p)\nfor k, v in state_dict.items():\n    v.shape", ["T.shape"]),
        ("state_dict = torch.load(p)\nstate_dict['fc.weight'].shape", ["T.shape"]),
        ("para_state_dict = torch.load(p)\n[v.shape for k, v in para_state_dict.items()]", ["T.shape"]),
        (
            "class A:\n    def f(self, p):\n        self.c = torch.load(p)\n        self.c['state_dict']['a'].shape",
            ["T.shape"],
        ),
        ("c = torch.hub.load_state_dict_from_url(p)\nc['a'].shape\nc['model']['a'].shape", ["T.shape", "T.shape"]),
        ("def f(state_dict):\n    return {k: v.shape for k, v in state_dict.items()}", ["T.shape"]),
        ("def f(state_dict):\n    w = state_dict['fc.weight']\n    return w.shape", ["T.shape"]),
        (
            "c = torch.load(p)\nif a:\n    state_dict = c['model']\nelse:\n    state_dict = c\n"
            "state_dict = {k: v for k, v in state_dict.items()}\nstate_dict['a'].shape",
            ["T.shape"],
        ),
        ("pretrained_dict = torch.load(p)\n{k: v.shape for k, v in pretrained_dict.items()}", ["T.shape"]),
        ("checkpoint = torch.load(p)\nfor v in checkpoint.values():\n    v.shape", ["T.shape"]),
        ("c = torch.load(p)\nfor k, v in c['model'].items():\n    v.shape", ["T.shape"]),
        ("c = torch.load(p)\nfor v in c['g_ema'].values():\n    v.shape", ["T.shape"]),
        ("c = torch.load(p)\nc['model']['a'].shape", ["T.shape"]),
        ("c = torch.load(p)\nm = c['model']\nfor k in m:\n    m[k].shape", ["T.shape"]),
        ("def f(checkpoint):\n    return checkpoint['pos_embed'].shape", ["T.shape"]),
        ("def f(state_dict: dict):\n    return state_dict['visual.proj'].shape", ["T.shape"]),
        # look-alikes
        ("c = torch.load(p)\nfor k, v in c['args'].items():\n    v.shape", []),
        ("optimizer_state = torch.load(p)\nfor k, v in optimizer_state.items():\n    v.shape", []),
        ("checkpoint = make()\nfor v in checkpoint.values():\n    v.shape", []),
        ("for k, v in checkpoint['model'].items():\n    v.shape", []),
        ("c = torch.load(p)\nc['model'].shape, c['config']['a'].shape", []),
        ("def f(state_dict):\n    return state_dict['epoch'].shape, state_dict['best'].shape", []),
        ("def f(checkpoint):\n    return checkpoint['size'].shape", []),
        ("def f(table):\n    return table['weight'].shape", []),
        ("def f(optimizer_state):\n    return optimizer_state['weight'].shape", []),
        ("c = torch.load(p)\nfor k, v in c['optimizer_state_dict'].items():\n    v.shape", []),
        ("c = torch.load(p)\nfor k, v in c.items():\n    v.shape", []),
        ("c = torch.load(p)\nc['args'].shape\nc['state_dict'].shape", []),
        ("state_dict = torch.load(p)\nstate_dict['epoch'].shape", []),
        ("state_dict = {}\nfor k, v in state_dict.items():\n    v.shape", []),
        ("def f(para_state_dict):\n    return {k: v.shape for k, v in para_state_dict.items()}", []),
        ("def f(state_dict):\n    import paddle\n    return {k: v.shape for k, v in state_dict.items()}", []),
        ("def f(states):\n    return {k: v.shape for k, v in states.items()}", []),
        (
            "class A:\n    def load_state_dict(self, state_dict):\n"
            "        for k, v in state_dict.items():\n            v.size",
            [],
        ),
    ],
)
def test_what_is_called_a_state_dict_holds_tensors(body: str, expected: list[str]) -> None:
    check_members(body, expected)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("def f(p):\n    m = torch.load(p)\n    m = m.unsqueeze(0)\n    return m.cuda()", ["T.unsqueeze", "T.cuda"]),
        ("m = torch.load(p)\nm.unsqueeze(0)\nm.shape", ["T.unsqueeze", "T.shape"]),
        ("torch.load(p).numpy()", ["T.numpy"]),
        ("torch.load(p).detach().cpu()", ["T.detach", "T.cpu"]),
        ("torch.load(p)['x'].detach()", ["T.detach"]),
        ("torch.load(p)[0].unsqueeze(0).shape", ["T.unsqueeze", "T.shape"]),
        ("torch.load(p).squeeze(0).numpy()", ["T.squeeze", "T.numpy"]),
        ("torch.load(p).float().div(255).view(-1, 1)", ["T.float", "T.div", "T.view"]),
        # look-alikes: arrays, containers and Modules are saved as well
        ("c = torch.load(p)\nc.reshape(3)\nc.squeeze()\nc.transpose(1, 0)", []),
        ("c = torch.load(p)\nc.requires_grad_(False)\nc.bfloat16()", []),
        ("c = torch.load(p)\nc.copy()\nc.index(3)\nc.shape", []),
        ("torch.load(p)[0].squeeze()\ntorch.load(p)['x'].copy()", []),
    ],
)
def test_what_is_loaded_and_used_as_only_tensors_are_was_saved_as_one(body: str, expected: list[str]) -> None:
    check_members(body, expected)


_FUNCTIONS = """
def lifted(x):
    return x.unsqueeze(0)
def cut(a, x):
    return x[:, 0]
def scaled(x):
    return x / 2
def run(net, x):
    net.eval()
    return net(x)
def nodes(graph):
    return graph.edges / 2
def asked(x):
    return x / 2 if isinstance(x, Scale) else x
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = torch.load(p).cuda()\nlifted(x)", ["T.cuda"]),
        ("x = torch.load(p).to(device)\ncut(1, x)", ["T.to"]),
        ("def f(p, device):\n    x = torch.load(p).float().to(device)\n    return scaled(x)", ["T.float", "T.to"]),
        ("x = torch.load(p).cuda()\nx + 1", ["T.cuda"]),
        ("x = torch.load(p).cuda()\nx[..., 0]", ["T.cuda"]),
        ("def f(p, device):\n    x = torch.load(p)\n    x = x.to(device)\n    return x[:, 0]", ["T.to"]),
        ("net = torch.load(p).to(device)\nnet.eval()\nnet(1)", ["M.to", "M.eval"]),
        # what else is saved and brought to a device
        ("net = torch.load(p).to(device)\nrun(net, 1)", []),
        ("net = torch.load(p).to(device)\nnet(1)", []),
        ("graph = torch.load(p).to(device)\nnodes(graph)", []),
        ("graph = torch.load(p).to(device)\ngraph.edges / 2", []),
        ("x = torch.load(p).to(device)\nasked(x)", []),
        ("batch = torch.load(p).to(device)\nbatch['x']\nscaled(batch)", []),
        ("data = torch.load(p).to(device)\nlen(data)\ndata[0]", []),
        ("x = load(p).to(device)\nscaled(x)", []),
    ],
)
def test_what_was_saved_and_is_brought_to_a_device_is_told_by_what_is_done_with_it(
    body: str, expected: list[str]
) -> None:
    found = [use for use in analysis(PRELUDE + _FUNCTIONS + body, _ROWS).uses if use.receiver is not None]
    tail = [use.api for use in found if use.certainty.value != "guessed" and not use.api.endswith("unsqueeze")]
    inside = tail[1:] if tail[:1] == ["torch.nn.Module.eval"] else tail
    assert [api.replace("torch.Tensor.", "T.").replace("torch.nn.Module.", "M.") for api in inside] == expected


_SAVES = """
import numpy as np
class Digits:
    def __init__(self, path, rows):
        if not path.exists():
            pixels = torch.tensor(rows.pixels)
            torch.save({}, {})
        data = torch.load(path)
        self.held = {}

    def size(self):
        return self.held.dtype
"""


@pytest.mark.parametrize(
    ("saved", "path", "taken", "expected"),
    [
        ("{'pixels': pixels, 'names': rows.names}", "path", "data['pixels']", ["T.dtype"]),
        ("pixels", "path", "data", ["T.dtype"]),
        ("(pixels, rows)", "path", "data[0]", []),
        ("{'pixels': pixels, 'names': rows.names}", "path", "data['names']", []),
        ("{'pixels': pixels}", "other", "data['pixels']", []),
        ("{'model': rows.net, 'pixels': pixels}", "path", "data['pixels']", []),
        ("rows", "path", "data", []),
    ],
)
def test_what_a_function_has_saved_is_what_it_loads(saved: str, path: str, taken: str, expected: list[str]) -> None:
    check_members(_SAVES.format(saved, path, taken), expected)


@pytest.mark.parametrize(
    "more", ["path = rows.path", "torch.save(rows, path)", "torch.save(pixels, path=path)\n        path = rows.path"]
)
def test_what_may_be_another_file_or_another_value(more: str) -> None:
    text = _SAVES.format("pixels", "path", "data").replace("data =", f"{more}\n        data =")
    check_members(text, [])


def test_what_another_library_loads_is_its_own() -> None:
    found = analysis(PRELUDE + "import store\nstore.load(p)[0].detach()\ntorch.load(p)[0].detach()", _ROWS).uses
    assert [use.certainty.value for use in found if use.receiver is not None] == ["guessed", "inferred"]
