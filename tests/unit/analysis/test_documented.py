"""Parameters of which a docstring says what they are."""

from __future__ import annotations

import pytest
from found_uses import members

_FUNCTION = '''
def f(x):
    """Does it.

    Args:
        x ({}): what it takes
    """
    {}
'''
_CLASS = '''
class Loss:
    """Does it.

    Args:
        x (Tensor): what it takes
    """

    def __init__(self, x):
        self.x = x

    def __call__(self):
        return self.x.round()


class Module(nn.Module):
    def forward(self, x, other=None):
        """Does it.

        Args:
            other (Tensor, optional): what it may take
        """
        return x if other is None else other.round()
'''


@pytest.mark.parametrize(
    ("said", "does", "found"),
    [
        ("Tensor", "return x.round()", ["T.round"]),
        ("Tensor", "return x.shape, x.data", ["T.shape", "T.data"]),
        ("list[Tensor]", "return x[0].round()", ["T.round"]),
        ("dict[str, Tensor]", "return x['a'].round()", ["T.round"]),
        ("dict of Tensor", "return x['a'].round()", []),
        ("nn.Module", "return x.to('cpu')", ["M.to"]),
        ("Tensor or list[Tensor]", "return x[0].round() if isinstance(x, list) else x.round()", ["T.round", "T.round"]),
        ("Tensor or np.ndarray", "return x.size(), x.mean(dim=1)", ["T.size", "T.mean"]),
        # what is done with it says that it is something else, or may be
        ("Tensor", "return x['a'].round()", []),
        ("Tensor", "return x.items(), x.round()", []),
        ("Tensor", "return x(1), x.round()", []),
        ("nn.Module", "return x['a'].to('cpu')", ["T.to"]),
        # look-alikes
        ("np.ndarray", "return torch.tensor(x.round())", []),
        ("float", "return x.round()", []),
        ("Image", "return x.round()", []),
        ("Tensor or np.ndarray", "return x.round(), x.size, x.mean(axis=1)", []),
    ],
)
def test_what_a_docstring_says(said: str, does: str, found: list[str]) -> None:
    assert members(_FUNCTION.format(said, does)) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (":param x: (th.Tensor) what it takes", ["T.round"]),
        (":param x: (torch.Tensor or None): what it takes", ["T.round"]),
        (":param x: (N x 3 tensor) what it takes", ["T.round"]),
        ("x (BxCxHxW tensor): what it takes", ["T.round"]),
        # look-alikes
        (":param x: (int) how often, which makes a tensor", []),
        (":param x: (Tensor, or array) what it takes", []),
        ("x (max tensor): what it takes", []),
    ],
)
def test_types_that_stand_in_brackets(said: str, found: list[str]) -> None:
    code = f'def f(x):\n    """Does it with a Tensor.\n\n    {said}\n    """\n    return x.round()'
    assert members(code) == found


def test_a_dict_of_tensors_holds_them_and_what_is_made_of_them() -> None:
    code = "def f(out):\n    'outputs:\\n    out: dict of tensors, see the model'\n    return next(iter(out.values())).device, out['b'][0]['c'].cpu()"
    assert members(code) == ["T.device", "T.cpu"]


def test_a_class_s_docstring_speaks_of_its_constructor() -> None:
    assert members(_CLASS) == ["T.round", "T.round"]


def test_an_annotation_and_a_call_come_first() -> None:
    assert members(_FUNCTION.replace("(x)", "(x: list)").format("Tensor", "return x.round()")) == []
    assert members(_FUNCTION.format("Tensor", "return x.round()") + "\n\nf([1])\n") == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("net (nn.Module): the class of the network;", ["M.to"]),
        ("net (nn.Module): the network class to use;", ["M.to"]),
        ("net (nn.Module): the network, a class-wise one;", ["T.to"]),
    ],
)
def test_a_module_s_class_is_no_module(line: str, found: list[str]) -> None:
    code = f"""
class Fit:
    def __init__(self, net, size):
        '''Fits it.

        Args:
            {line}
        '''
        self.net = net(size)
        self.net.to("cpu")
        self.all = list(self.net.parameters())
"""
    assert [one for one in members(code) if one.endswith(".to")] == found
