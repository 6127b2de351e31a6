"""Build and call expressions in MindSpore's words."""

from __future__ import annotations

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.verifying import expression


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(Settings(Target.CPU))


@pytest.mark.parametrize("source", [None, "model(*inputs)", "Net(3)", "Net(("])
def test_what_names_nothing_of_torch_serves_as_it_is(engine: Engine, source: str | None) -> None:
    assert expression(engine, source, "output") is None


def test_an_expression_is_rewritten(engine: Engine) -> None:
    assert expression(engine, "model(x, torch.zeros(1, 2))", "output") == "output = (model(x, mint.zeros((1, 2))))"


def test_statements_are_rewritten(engine: Engine) -> None:
    assert expression(engine, "a = torch.zeros(3); model = Net(a)", "model") == "a = mint.zeros(3); model = Net(a)"
