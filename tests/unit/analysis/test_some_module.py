"""What only a Module has, of values of which nothing else is known."""

from __future__ import annotations

import pytest
from found_uses import apis, uses

MIXIN = """
import torch
class Freezing:
    def device(self):
        return next(self.parameters()).device
    def run(self):
        was = self.training
        self.eval()
        return self.state_dict(), was
"""


@pytest.mark.parametrize("name", ["parameters", "named_parameters", "named_modules", "named_children", "named_buffers"])
def test_a_method_that_only_modules_have_is_known_by_its_name(name: str) -> None:
    code = f"import torch\ndef f(build):\n    net = build()\n    return net.{name}()\n"
    assert uses(code)[-1] == f"torch.nn.Module.{name} call inferred [{name}]"


@pytest.mark.parametrize(
    "own",
    [
        "class Neuron:\n    def parameters(self):\n        return [1]\n",
        "import jax\n",
        "import paddle\n",
    ],
)
def test_it_is_a_guess_where_others_have_it_as_well(own: str) -> None:
    code = f"import torch\n{own}def f(build):\n    return build().parameters()\n"
    assert uses(code)[-1] == "torch.nn.Module.parameters call guessed [parameters]"


def test_a_class_that_is_mixed_into_modules_is_one() -> None:
    found = [one for one in apis(MIXIN) if one.startswith("torch.nn.Module.")]
    assert found == [f"torch.nn.Module.{one}" for one in ("parameters", "training", "eval", "state_dict")]


@pytest.mark.parametrize(
    "other",
    [
        MIXIN.replace("class Freezing:", "from engine import Base\nclass Freezing(Base):"),
        MIXIN.replace("    def run", "    def parameters(self):\n        return iter([])\n    def run"),
        MIXIN.replace("next(self.parameters()).device", "0"),
    ],
)
def test_a_class_of_which_more_may_be_elsewhere_is_none(other: str) -> None:
    assert [one for one in uses(other) if "Module" in one and "guessed" not in one] == [
        one for one in uses(other) if "parameters call inferred" in one
    ]


@pytest.mark.parametrize("receiver", ["cfg.model", "self.agent.policy", "net", "context_encoder", "netG"])
@pytest.mark.parametrize("called", ["state_dict()", "load_state_dict(saved)", "load_state_dict(saved, strict=False)"])
def test_what_is_called_a_module_and_has_weights_is_one(receiver: str, called: str) -> None:
    code = f"import torch\ndef f(self, cfg, net, netG, context_encoder, saved):\n    return {receiver}.{called}\n"
    assert uses(code)[-1] == f"torch.nn.Module.{called.partition('(')[0]} call inferred [{called.partition('(')[0]}]"


@pytest.mark.parametrize(
    ("receiver", "owner"),
    [
        *(
            (one, "torch.optim.Optimizer")
            for one in ("self.optimizer", "opt", "optimizerD", "cfg.critic_optim", "optimizers[0]")
        ),
        *((one, "torch.optim.lr_scheduler.LRScheduler") for one in ("self.lr_scheduler", "scheduler_g", "sched")),
    ],
)
@pytest.mark.parametrize("called", ["state_dict()", "load_state_dict(saved)"])
def test_what_is_called_an_optimizer_or_a_scheduler_and_has_a_state_is_one(
    receiver: str, owner: str, called: str
) -> None:
    code = f"import torch\ndef f(self, cfg, saved, opt, optimizerD, optimizers, sched, scheduler_g):\n    return {receiver}.{called}\n"
    assert uses(code)[-1] == f"{owner}.{called.partition('(')[0]} call inferred [{called.partition('(')[0]}]"


@pytest.mark.parametrize(
    ("head", "read"),
    [
        ("", "state.option.state_dict()"),
        ("", "state.optimizer.state_dict(saved)"),
        ("class Scheduled:\n    def state_dict(self):\n        return {}\n", "state.optimizer.state_dict()"),
        ("", "state.model.state_dict(saved)"),
        ("", "state.model.load_state_dict(saved, other)"),
        ("import jax\n", "state.model.state_dict()"),
        ("class Model:\n    def state_dict(self):\n        return {}\n", "state.model.state_dict()"),
    ],
)
def test_what_else_has_weights_is_unknown(head: str, read: str) -> None:
    found = uses(f"import torch\n{head}def f(state, saved, other):\n    return {read}\n")
    assert not [one for one in found if "inferred" in one and "state_dict" in one]
