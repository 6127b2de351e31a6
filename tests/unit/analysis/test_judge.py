"""What is said of a use does not depend on which others were judged before it."""

from __future__ import annotations

import pytest

from mindport.analysis import judge as judging
from mindport.analysis.judge import Context, judge
from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
VALUES = (
    "x",
    "1",
    "1.0",
    "True",
    "-1",
    "-2",
    "None",
    "'mean'",
    "(1, 2)",
    "(n, 2)",
    "n",
    "x.dtype",
    "torch.float32",
    "device",
)
CALLS = (
    "x.size({})",
    "x.sum({})",
    "x.view(*{})",
    "x.to({})",
    "x.max({}, {})",
    "torch.zeros({}, dtype={})",
    "torch.sum(x, **{})",
    "F.interpolate(x, {}, mode={})",
    "F.mse_loss(x, x, reduction={})",
    "F.one_hot(x, {})",
    "nn.LayerNorm({}, {})",
    "nn.Conv2d(3, 4, {}, bias={})",
)


@pytest.mark.parametrize("target", [Target.ASCEND, Target.CPU])
def test_like_uses_are_told_apart_where_it_matters(target: Target) -> None:
    lines = [call.format(first, second) for call in CALLS for first in VALUES for second in VALUES]
    body = "".join(f"    {line}\n" for line in dict.fromkeys(lines))
    engine = Engine(Settings(target=target))
    analysis = engine.analyze(f"{HEAD}def f(x: torch.Tensor, n: int, device, y):\n{body}")
    assert len(analysis.findings) > 500

    for found in analysis.findings:
        alone = Context(target, engine.settings.mindspore, engine.index, analysis.analysis.kind_of)
        assert found == judge(found.use, found.row, alone)


def test_what_was_said_is_not_kept_forever() -> None:
    engine = Engine(Settings())
    analysis = engine.analyze(f"{HEAD}" + "".join(f"torch.zeros({size})\n" for size in range(20)))
    first = analysis.findings[0]
    said: judging.Verdict = (first.equivalent, first.compatibility, first.notes, first.fix)
    known: dict[tuple[object, ...], judging.Verdict] = {(number,): said for number in range(judging._MOST_KNOWN)}
    context = Context(engine.settings.target, engine.settings.mindspore, engine.index, analysis.analysis.kind_of, known)

    again = [judge(found.use, found.row, context) for found in analysis.findings]

    assert again == list(analysis.findings)
    assert 0 < len(known) <= len(analysis.findings)
