"""What a docstring says that a function returns."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import members

from mindport.engine import Engine, Settings
from mindport.explaining import explain_place

CODE = '''
import torch


class Points:
    def __init__(self, x):
        self.held = torch.as_tensor(x)


class Source:
    def made(self, k):
        """Makes it.

{said}
        """
        raise NotImplementedError

    def use(self):
        {use}
'''


def _found(said: str, use: str) -> list[str]:
    text = "\n".join(f"        {line}" for line in said.split("\n"))
    return [one for one in members(CODE.format(said=text, use=use)) if one.startswith("T.")]


@pytest.mark.parametrize(
    "said",
    [
        "Returns:\n    torch.Tensor: the loss of\n        more",
        "Returns:\n    Tensor of shape (N, 3)",
        "Returns:\n    :class:`torch.Tensor`: the loss",
        "Returns:\n    loss (Tensor): the loss",
        "Returns:\n    A 2-D tensor of losses",
        "Returns: torch.Tensor",
        "Returns:\n    The transformed image tensor.",
        "Returns\n-------\ntorch.Tensor\n    The loss.",
        "Returns\n-------\nloss : torch.Tensor\n    The loss.",
        ":return: what is lost\n:rtype: torch.Tensor",
    ],
)
def test_a_tensor_that_is_documented_is_likely_one(said: str) -> None:
    assert _found(said, "return self.made(1).shape") == ["T.shape"]


@pytest.mark.parametrize(
    "said",
    [
        "Returns:\n    numpy.ndarray: the loss",
        "Returns:\n    Tensor or int: the loss",
        "Returns:\n    The number of: tensors",
        "Returns\n-------\nint\n    How many.",
        "Returns:\n    Tensor: the loss. If all is asked for, a tuple of tensors",
        "Returns:\n    The shape of the tensor.",
        "Returns:\n    A list of each tensor.",
        "Returns:\n    A new tensor or a table.",
        "Nothing of a torch.Tensor",
    ],
)
def test_what_is_documented_as_something_else_is_none(said: str) -> None:
    assert _found(said, "return self.made(1).shape") == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Returns:\n    a (Tensor): one\n    n (int): how many", ["T.shape"]),
        ("Returns\n-------\nTensor\n    One.\nTensor\n    Another.", ["T.shape", "T.ndim"]),
        (":rtype: tuple[Tensor, Tensor]", ["T.shape", "T.ndim"]),
        ("Returns:\n    (Tensor, Tensor): both", ["T.shape", "T.ndim"]),
        ("Returns\n-------\nTensor\n    One.\nTensor\n    Another, only if it is asked for.", []),
    ],
)
def test_several_that_are_documented_are_a_tuple(said: str, found: list[str]) -> None:
    assert _found(said, "a, b = self.made(1); return a.shape, b.ndim") == found


def test_a_class_of_the_code_s_own_that_is_documented_makes_objects() -> None:
    assert _found("Returns\n-------\nPoints:\n    Some.", "return self.made(1).held.shape") == ["T.shape"]
    assert _found("Returns:\n    Others: some", "return self.made(1).held.shape") == []


def test_what_a_body_says_counts_more() -> None:
    code = 'def f(x):\n    """Gives it.\n\n    Returns:\n        Tensor: it\n    """\n    return [x]\n\n\ndef g(x):\n    return f(x).shape\n'
    assert members("import torch\n" + code) == []


def test_the_reason_names_the_docstring(tmp_path: Path) -> None:
    path = tmp_path / "source.py"
    path.write_text(CODE.format(said="        :rtype: torch.Tensor", use="return self.made(1).shape"), "utf-8")
    line = path.read_text("utf-8").count("\n", 0, path.read_text("utf-8").index("return self.made")) + 1
    steps = explain_place(Engine(Settings()), path, line, 31).steps
    assert steps[-1].message == "the docstring of `made` says what it returns"
