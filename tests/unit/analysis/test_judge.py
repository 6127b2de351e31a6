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
        alone = Context(
            target,
            engine.settings.mindspore,
            engine.index,
            analysis.analysis.kind_of,
            holders=analysis.analysis.source.holders,
        )
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


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("values, places = x.max(1)", False),
        ("[values, places] = torch.max(x, 1)", False),
        ("y = x.max(1)[0]", False),
        ("y = x.min(1).indices", False),
        ("print(*torch.median(x, 1))", False),
        ("x.max(1)", False),
        ("pair = x.max(1)", True),
        ("pair = values, places = x.max(1)", True),
        ("y = kept[x.max(1)]", True),
        ("return torch.max(x, 1)", True),
        ("y = torch.max(x, z).mean() - torch.min(x, z)", False),
        ("y = torch.max(x, 1).count(x)", True),
    ],
)
def test_a_pair_that_is_taken_apart_at_once_is_like_torch_s(line: str, told: bool) -> None:
    engine = Engine(Settings())
    found = engine.analyze(f"{HEAD}def f(x: torch.Tensor):\n    {line}\n").findings
    assert any(note.kind == "return-changed" for one in found for note in one.notes) is told


@pytest.mark.parametrize(
    ("line", "fix"),
    [
        ("act = F.relu", "safe"),
        ("act = torch.sigmoid", "safe"),
        ("kind = torch.optim.Adamax", "safe"),
        ("kind = torch.optim.SGD", "safe"),  # a helper with torch's ``lr``
        ("made = torch.zeros", "unsafe"),  # one size only, not several numbers
        ("act = F.leaky_relu", "safe"),  # a helper with torch's slope
        ("loss = F.margin_ranking_loss", "display_only"),  # another margin
        ("pad = nn.ZeroPad3d", "display_only"),  # what fills it is not written
        ("act = F.celu", "unsafe"),
    ],
)
def test_what_means_nothing_where_it_is_left_alone_may_be_missing(line: str, fix: str) -> None:
    found = Engine(Settings(target=Target.CPU)).analyze(f"{HEAD}{line}\n").findings[-1]
    assert found.fix.value == fix


def check_note_on_a_name(line: str, noted: bool) -> None:
    engine = Engine(Settings(target=Target.CPU))
    analysis = engine.analyze(f"{HEAD}def f(x: torch.Tensor, layers: nn.ModuleList, m):\n    {line}\n")
    finding = max(analysis.findings, key=lambda found: found.use.span.start)
    assert any(note.kind == "parameter-renamed" for note in finding.notes) is noted


@pytest.mark.parametrize(
    ("line", "noted"),
    [
        ("x.squeeze(1)", False),
        ("x.squeeze(dim=1)", True),
        ("layers.append(m)", False),
        ("layers.append(module=m)", True),
        ("F.log_softmax(x, 1)", False),
        ("F.log_softmax(x, dim=1)", True),
        ("F.log_softmax(x, 1, dtype=torch.float32)", False),
    ],
)
def test_of_a_parameter_s_other_name_only_calls_that_write_it_are_told(line: str, noted: bool) -> None:
    check_note_on_a_name(line, noted)
