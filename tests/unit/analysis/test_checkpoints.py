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
