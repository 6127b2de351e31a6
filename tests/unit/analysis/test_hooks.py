"""What the functions are given that a Module calls: functions, methods, and what was made of them."""

from __future__ import annotations

import pytest
from found_uses import PRELUDE, analysis, members

_HEAD = "from functools import partial\n"


def check_members(body: str, expected: list[str]) -> None:
    found = members(_HEAD + body)
    assert [one for one in found if "register" not in one] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("def keep(name, m, i, o):\n    m.half(), o.sum()\nnn.ReLU().register_forward_hook(partial(keep, 'a'))",
         ["M.half", "T.sum"]),
        ("def keep(m, i, o, name):\n    m.half(), o.sum()\nnn.ReLU().register_forward_hook(partial(keep, name='a'))",
         ["M.half", "T.sum"]),
        ("class Keep:\n    def __call__(self, m, i, o):\n        m.half(), i[0].sum()\n"
         "keep = Keep()\nnn.ReLU().register_forward_hook(keep)", ["M.half", "T.sum"]),
        ("def keep(m, args, kwargs, o):\n    kwargs['x'].sum(), o.abs()\n"
         "nn.ReLU().register_forward_hook(keep, with_kwargs=True)", ["T.sum", "T.abs"]),
        ("def keep(m, i, o):\n    m.weight.sum()\nnn.Linear(1, 2).register_forward_hook(keep)",
         ["torch.nn.Linear.weight", "T.sum"]),
        ("def keep(m, i, o, more=None):\n    m.half()\nnn.ReLU().register_forward_hook(keep)", ["M.half"]),
        ("hooks = {}\ndef made(name):\n    def keep(m, i, o):\n        m.half(), o.sum()\n    return keep\n"
         "for name, part in nn.ReLU().named_modules():\n    hooks[name] = part.register_forward_hook(made(name))",
         ["M.half", "T.sum", "M.named_modules"]),
        ("def f(net: nn.Module):\n    kept = []\n    def keep(m, i, o):\n        kept.append(o)\n"
         "    net.register_forward_hook(keep)\n    net(1)\n    return kept[0].sum()", ["T.sum"]),
        # look-alikes: other functions, or such as would be given more or less
        ("def keep(name, m, i, o):\n    m.half()\nnn.ReLU().register_forward_hook(partial(keep))", []),
        ("def keep(name, m, i):\n    m.half()\nnn.ReLU().register_forward_hook(partial(keep, 'a', 'b'))", []),
        ("def keep(m, i, o, name):\n    m.half()\nnn.ReLU().register_forward_hook(partial(keep, other='a'))", []),
        ("class Keep:\n    def __call__(self, m, i, o):\n        m.half()\nnn.ReLU().register_forward_hook(Keep)", []),
        ("def keep(m, args, kwargs, o):\n    m.half()\nnn.ReLU().register_forward_hook(keep, with_kwargs=False)", []),
        ("def f(net: nn.Module):\n    kept = []\n    def keep(m, i, o):\n        kept.append(i)\n"
         "    net.register_forward_hook(keep)\n    net(1)\n    return kept[0].count(1), kept.copy()", []),
    ],
)  # fmt: skip
def test_a_hook_is_given_a_module_and_what_goes_in_and_out(body: str, expected: list[str]) -> None:
    check_members(body, expected)


@pytest.mark.parametrize(
    ("body", "certain"),
    [
        ("def f(net, keep):\n    net.trunk.blocks[2].register_forward_hook(keep)", True),
        ("def f(net, keep):\n    for one in net.blocks:\n        one.register_forward_pre_hook(keep)", True),
        ("def f(name, keep):\n    net = make(name)\n    net.register_full_backward_hook(keep)", True),
        ("def make(name):\n    return found[name]\n\ndef f(keep):\n    make('a').body.register_forward_hook(keep)", True),
        # look-alikes: another library's, the file's own, what tensors have as well
        ("import engine\ndef f(keep):\n    engine.blocks[2].register_forward_hook(keep)", False),
        ("import paddle\ndef f(net, keep):\n    net.blocks[2].register_forward_pre_hook(keep)", False),
        ("class Graph:\n    def register_forward_hook(self, one): ...\n\n"
         "def f(graph, keep):\n    graph.nodes[2].register_forward_hook(keep)", False),
        ("def f(net, keep):\n    net.blocks[2].register_hook(keep)", False),
        ("def f(net, keep):\n    net.blocks[2].register_parameter('a', keep)", False),
    ],
)  # fmt: skip
def test_what_is_given_a_hook_of_modules_is_one(body: str, certain: bool) -> None:
    found = [use for use in analysis(PRELUDE + body).uses if "register" in use.api]
    assert [use.certainty.value for use in found if use.certainty.value == "inferred"] == ["inferred"] * certain


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "def count_hook(module, input, output):\n    input = input[0]\n    return input.shape, output.shape",
            ["T.shape", "T.shape"],
        ),
        ("class A:\n    def hook(self, m, grad_in, grad_out):\n        return grad_out[0].detach()", ["T.detach"]),
        ("def count_hook(module: nn.Module, input: tuple, output):\n    return input[0].shape", ["T.shape"]),
        ("def count_hook(module: nn.Module, input: str, output):\n    return input[0].shape", []),
        ("def count_hook(module, a, b):\n    return a.shape", []),
        ("def count(module, input, output):\n    return output.shape", []),
        ("def hook(module, input, output=None):\n    return output.shape", []),
    ],
)
def test_hooks_are_known_by_their_names(code: str, expected: list[str]) -> None:
    assert members(code) == expected
