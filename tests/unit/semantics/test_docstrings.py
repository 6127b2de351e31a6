"""Types that docstrings give to parameters."""

from __future__ import annotations

import pytest

from mindport.semantics.docstrings import documented
from mindport.semantics.joining import either
from mindport.semantics.types import (
    BOOL,
    FLOAT,
    INT,
    MODULE,
    NDARRAY,
    STR,
    TENSOR,
    TENSORS,
    UNKNOWN,
    Type,
    dict_of,
    list_of,
    tuple_of,
)


def _said(line: str) -> Type | None:
    return documented(f"Does it with a Tensor.\n\n    {line}\n", ("x",)).get("x")


@pytest.mark.parametrize(
    "line",
    [
        "x (Tensor): what it takes",
        "x (torch.Tensor): of shape (N, C, H, W)",
        "x (Variable(tensor)): scores",
        "x (Tensor, optional): what it takes",
        "x (torch.FloatTensor of shape (N, C)): what it takes",
        "x (`torch.LongTensor` of shape `(batch, length)`, *optional*): ids",
        "x (:obj:`torch.Tensor`): what it takes",
        "x (Tensor[N, 4]): boxes",
        "x (Tensor, shape [N, C]): what it takes",
        "x (tensor) - what it takes",
        "- x (Tensor): what it takes",
        "x: Tensor of shape (N, C)",
        "x: torch.Tensor, the input",
        "x: float64 scalar Tensor giving the time",
        "x: a tensor of shape (N, C)",
        "x: A ``n x d``-dim Tensor of points",
        "x: A `batch` tensor.",
        "x: An input Tensor (N, C)",
        "x: the 2-D tensor to fill.",
        "x : torch.Tensor",
        "x : torch.Tensor, shape (N, C)",
        ":param torch.Tensor x: what it takes",
        ":type x: torch.Tensor",
    ],
)
def test_what_says_that_it_is_a_tensor(line: str) -> None:
    assert _said(line) == TENSOR


def test_what_a_line_without_brackets_says_of_several() -> None:
    assert _said("x: list of Tensors to be reduced") == list_of(TENSOR)
    assert _said("x: list of names of Tensors") is None


def test_what_has_a_shape_is_a_tensor_of_such_elements() -> None:
    assert _said("x (bool): ``(batch, 1, length)``") == TENSOR
    assert _said("x (int): ``(batch x length)`` of ids") == TENSOR
    assert _said("x (bool): ``(batch)``") == BOOL
    assert _said("x (float): between (low, high)") == FLOAT


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("Tensor | None", TENSOR.optionally(True)),
        ("Optional[Tensor]", TENSOR.optionally(True)),
        ("Tensor or None, optional", TENSOR.optionally(True)),
        ("nn.Module", MODULE),
        ("torch.optim.Optimizer", Type("optimizer")),
        ("np.ndarray", NDARRAY),
        ("ndarray, shape (N,)", NDARRAY),
        ("int", INT),
        ("float, optional", FLOAT),
        ("bool", BOOL),
        ("str", STR),
        ("list[Tensor]", list_of(TENSOR)),
        ("List of Tensors", list_of(TENSOR)),
        ("Tuple[Tensor, ...]", TENSORS),
        ("tuple[Tensor, int]", tuple_of(TENSOR, INT)),
        ("dict[str, Tensor]", dict_of(STR, TENSOR)),
        ("Tensor or list[Tensor]", either(TENSOR, list_of(TENSOR))),
        ("Union[Tensor, List[Tensor]]", either(TENSOR, list_of(TENSOR))),
        ("Tensor, int", either(TENSOR, INT)),
    ],
)
def test_types_in_brackets(phrase: str, found: Type) -> None:
    assert _said(f"x ({phrase}): what it takes") == found


@pytest.mark.parametrize(
    "line",
    [
        "x (TensorDict): what it takes",
        "x (Tensor or Boxes): what it takes",
        "x (Tensor, list): what it takes",
        "x (dict): what it takes",
        "x (str or nn.Module): what it takes",
        "x (list): of Tensors",
        "x: index of the Tensor",
        "x: the tensor name",
        "x: a tensor of shape (N,) or None",
        "x: input tensor or a number",
        "x: a list of tensors",
        "x (what is taken): a Tensor",
        "the other x (Tensor) is taken",
        "y (Tensor): what is taken with x",
        "x",
    ],
)
def test_what_says_nothing(line: str) -> None:
    assert _said(line) is None


def test_a_docstring_without_a_telling_word_is_not_looked_through() -> None:
    assert documented("x (int): a number", ("x",)) == {}


def test_the_first_word_counts() -> None:
    assert documented("x (Tensor): one\nx (int): another", ("x",)) == {"x": TENSOR}
    assert UNKNOWN not in documented("x (Thing): one\nx (Tensor): another", ("x",)).values()
