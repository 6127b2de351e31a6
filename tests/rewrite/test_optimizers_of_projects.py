"""Steps of optimizers and scalers that may be the project's own, beside those of torch's."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))

_OWN_OPTIMIZER = """from torch.optim import Optimizer


class Plain(Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group['params']:
                p.data.add_(p.grad, alpha=-group['lr'])
"""


_WITH_OPTIMIZER = """import torch
from torch import nn
from plain import Plain

net = nn.Linear(2, 1)
{made}
for x in torch.ones(2, 3, 2):
    fit.zero_grad()
    loss = net(x).sum()
    loss.backward()
    fit.step()
"""


@pytest.mark.parametrize(
    "made",
    [
        "fit = Plain(net.parameters())",
        "fit = {'sgd': torch.optim.SGD, 'plain': Plain}['plain'](net.parameters(), lr=0.1)",
    ],
)
def test_an_optimizer_that_may_be_the_project_s_own_takes_its_step(made: str, tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(_OWN_OPTIMIZER, encoding="utf-8")
    result = _ENGINE.migrate_text(_WITH_OPTIMIZER.format(made=made), tmp_path / "main.py")

    assert "zero_gradients(fit)" in result.text
    assert "accumulate_gradients(loss)" in result.text
    assert "apply_gradients(fit)" in result.text


def test_one_of_torch_s_is_called_with_the_gradients() -> None:
    result = _ENGINE.migrate_text(_WITH_OPTIMIZER.format(made="fit = torch.optim.SGD(net.parameters(), lr=0.1)"))

    assert "fit(grads)" in result.text


def test_the_state_of_what_is_called_an_optimizer_is_no_checkpoint() -> None:
    source = (
        "import torch\n\n\ndef keep(trainer, path):\n    torch.save(trainer.net.state_dict(), path)\n"
        "    torch.save(trainer.optim.state_dict(), path)\n    trainer.scheduler.load_state_dict(torch.load(path))\n"
    )

    made = Engine(Settings(target=Target.CPU)).migrate_text(source).text

    assert "ms.save_checkpoint(trainer.net.state_dict(), checkpoint_path(path))" in made
    assert "save_object(optimizer_state(trainer.optim), path)" in made
    assert "load_scheduler_state(trainer.scheduler, load_object(path))" in made


def test_a_scaler_of_the_project_s_own_is_given_the_loss_as_before() -> None:
    text = (
        "import torch\nfrom scalers import Fixed\n\n\nclass Half:\n    def __init__(self, optimizer, state):\n"
        "        self.optimizer = optimizer\n        self.loss_scaler = state['scaler'] or Fixed()\n\n"
        "    def backward(self, loss, engine, errors, one):\n        self.loss_scaler.backward(loss.float())\n"
        "        engine.backward(torch.mean(loss))\n        errors.backward(one)\n        loss.backward(retain_graph=True)\n"
    )
    after = _ENGINE.migrate_text(text).text
    assert "        self.loss_scaler.backward(loss.float())\n        engine.backward(" in after
    assert "        accumulate_gradients(errors, one)\n        accumulate_gradients(loss, retain_graph=True)\n" in after
