"""Hover and one-line summaries: what is said of a use, in both languages."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from mindport.analysis.findings import Finding
from mindport.analysis.judge import Context, judge
from mindport.analysis.uses import ApiUse, Certainty, Role
from mindport.mapping import index, translate
from mindport.mapping.row import Difference, Effect, Equivalent, Row, Target
from mindport.render import hover as rendering
from mindport.render import summary
from mindport.render.evidence import Evidence
from mindport.render.summary import View
from mindport.syntax.signature import bind_first
from mindport.text import Span

SOFTMAX = Row(
    "torch.nn.functional.softmax",
    "function",
    "tensor",
    ("(input, dim=None, _stacklevel=3, dtype=None)",),
    equivalents=(
        Equivalent("mindspore.mint.nn.functional.softmax", {"ascend": "2.3"}),
        Equivalent(
            "mindspore.ops.softmax",
            {"cpu": "2.0"},
            signature="(input, axis=-1)",
            rename={"dim": "axis"},
            differences=(
                Difference("behaviour", Effect.NOTE, "dim", text={"en": "sums in float32", "zh-CN": "以 float32 求和"}),
            ),
        ),
    ),
    note={"en": "Write it out.", "zh-CN": "请自行展开。"},
    provenance={"source": "measured"},
)
CPU, ASCEND, GPU = (View(target=t) for t in (Target.CPU, Target.ASCEND, Target.GPU))
RAN = Evidence("cpu", "2.13.0", "2.10.0", True, 1.2e-7)


def found(source: str, view: View, certainty: Certainty = Certainty.IMPORTED, row: Row | None = SOFTMAX) -> Finding:
    call = ast.parse(source, mode="eval").body
    assert isinstance(call, ast.Call)
    bound = bind_first(call, SOFTMAX.signatures)
    use = ApiUse(SOFTMAX.torch, Span(0, 9), Role.CALL, certainty, call.func, call, bound)
    return judge(use, row, Context(view.target, view.mindspore, index.load(), lambda node: "unknown"))


def shown(source: str, view: View, **more: object) -> str:
    finding = found(source, view)
    moved = None
    if finding.equivalent is not None and finding.use.bound is not None:
        moved = translate.translate(finding.equivalent, finding.use.bound, {}, lambda node: "unknown")
    return rendering.hover(finding, view, translation=moved, **more)  # type: ignore[arg-type]


def test_arguments_are_translated_in_a_table() -> None:
    text = shown("F.softmax(a | b, dim=1)", CPU)
    assert "| `input=a \\| b` | `input=a \\| b` | unchanged |" in text
    assert "| `dim=1` | `axis=1` | renamed |" in text


def test_the_user_s_own_braces_stay() -> None:
    assert "`dim={f'{n}'}`" in shown("F.softmax(x, dim={f'{n}'})", CPU)


def test_what_touches_this_call_comes_before_other_differences() -> None:
    touched, untouched = shown("F.softmax(x, dim=1)", CPU), shown("F.softmax(x)", CPU)
    assert touched.index("At this call") < touched.index("sums in float32")
    assert untouched.index("Other differences") < untouched.index("sums in float32")


def test_an_argument_without_a_counterpart_is_to_be_checked_and_no_rewriting_is_shown() -> None:
    text = shown("F.softmax(x, dtype=d)", CPU, preview="ops.softmax(x, =d)")
    assert "**to check** · `mindspore.ops.softmax` has no parameter for torch's `dtype`" in text
    assert "=d)" not in text


def test_evidence_counts_only_for_the_devices_of_the_equivalent() -> None:
    assert "verified on CPU: largest error 1.2e-07" in shown("F.softmax(x)", CPU, evidence=[RAN])
    assert "according to MindSpore's documentation; not run" in shown("F.softmax(x)", ASCEND, evidence=[RAN])


def test_evidence_quotes_the_samples_of_torch() -> None:
    ran = replace(RAN, samples_passed=11, samples=12, gradients_passed=5, gradients=6)
    text = shown("F.softmax(x)", CPU, evidence=[ran])
    assert "MindSpore 2.10.0; 11 of 12 of torch's own samples agree, gradients of 5 of 6" in text
    alone = shown("F.softmax(x)", CPU, evidence=[replace(ran, agrees=False)])
    assert "run on CPU: torch 2.13.0" in alone and "found a difference" not in alone


def test_a_target_without_a_counterpart_says_what_to_do() -> None:
    text = shown("F.softmax(x)", GPU)
    assert "no counterpart" in text and "Write it out." in text
    assert "`mindspore.ops.softmax`: Platforms: CPU from MindSpore 2.0" in text


def test_a_guess_is_shown_as_one() -> None:
    text = rendering.hover(found("F.softmax(x)", CPU, Certainty.GUESSED), CPU)
    assert "**This is a guess**" in text


@pytest.mark.parametrize(
    ("source", "view", "line"),
    [
        ("F.softmax(x)", ASCEND, "`mindspore.mint.nn.functional.softmax`: same call, same meaning"),
        ("F.softmax(x, 1)", CPU, "`mindspore.ops.softmax`: sums in float32"),
        ("F.softmax(x)", GPU, "has no counterpart on GPU in MindSpore 2.10.0"),
        ("F.softmax(x)", View("zh-CN", Target.GPU), "在 MindSpore 2.10.0 的 GPU 平台上没有对应接口：请自行展开。"),
    ],
)
def test_a_line_says_the_gist(source: str, view: View, line: str) -> None:
    assert line in summary.line(found(source, view), view)


def test_a_whole_row_is_explained_in_both_languages() -> None:
    english, chinese = (rendering.render_row(SOFTMAX, View(lang, Target.CPU), [RAN]) for lang in ("en", "zh-CN"))
    assert "`dim` → `axis`" in english and "CPU from MindSpore 2.0" in english and "sums in float32" in english
    assert "CPU：MindSpore 2.0 起" in chinese and "以 float32 求和" in chinese and "verified" not in chinese
