"""``x = f(x)``: what an unknown function makes of a tensor, and is called as the tensor was."""

from __future__ import annotations

import pytest
from found_uses import members

CODE = "def f(y):\n    x = torch.neg(y)\n    x = {}(x)\n    {}\n    return x.data\n"


@pytest.mark.parametrize("made", ["scale", "to_range", "tensor_to_cuda", "to_dense_tensor"])
def test_it_likely_is_a_tensor(made: str) -> None:
    assert members(CODE.format(made, "pass")) == ["T.data"]


@pytest.mark.parametrize("made", ["tensor_to_graph", "from_torch_to_mesh", "torch2trt", "tensor_to_funsor"])
def test_a_function_may_promise_something_else(made: str) -> None:
    assert members(CODE.format(made, "pass")) == []


@pytest.mark.parametrize("then", ["x.inputs.copy()", "x.features = y"])
def test_what_tensors_do_not_have_speaks_against_it(then: str) -> None:
    assert members(CODE.format("wrap", then)) == []
