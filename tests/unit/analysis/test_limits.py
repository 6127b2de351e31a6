"""Limits of an equivalent are told with the row, never at a call."""

from __future__ import annotations

from mindport.analysis.findings import Applicability, Compatibility
from mindport.engine import Engine, Settings
from mindport.mapping import index
from mindport.mapping.row import Target

ROW = {
    "torch": "torch.cumsum",
    "kind": "function",
    "returns": "tensor",
    "signature": "(input, dim)",
    "equivalents": [
        {
            "mindspore": "mindspore.ops.cumsum",
            "on": {"cpu": "2.0"},
            "signature": "(input, dim)",
            "differences": [
                {
                    "kind": "behaviour",
                    "effect": "limit",
                    "text": {"en": "No tensor without axes", "zh-CN": "不接受 0 维张量"},
                }
            ],
        }
    ],
}


def test_a_limit_marks_no_call_and_is_told_in_the_hover() -> None:
    engine = Engine(Settings(Target.CPU), index.load().with_rows({"torch.cumsum": ROW}, {}, {}))
    text = "import torch\ny = torch.cumsum(torch.ones(2), 0)\n"
    analysis = engine.analyze(text)
    finding = next(f for f in analysis.findings if f.use.api == "torch.cumsum")

    assert (finding.compatibility, finding.fix, finding.notes) == (Compatibility.CONSISTENT, Applicability.SAFE, ())
    hover = engine.hover(analysis, text.index("cumsum"))
    assert hover is not None and "No tensor without axes" in hover.markdown


def test_an_argument_that_a_template_has_no_place_for_is_not_dropped() -> None:
    row = {
        "torch": "torch.trace",
        "kind": "function",
        "returns": "tensor",
        "signature": "(input, offset=0, *, quick=False, device=None)",
        "equivalents": [
            {"template": "mindspore.ops.trace({input})", "on": {"cpu": "2.0"}, "drop": {"quick": "any"}},
        ],
    }
    engine = Engine(Settings(Target.CPU), index.load().with_rows({"torch.trace": row}, {}, {}))

    def fix(call: str) -> Applicability:
        return engine.analyze(f"import torch\ny = {call}\n").findings[0].fix

    assert fix("torch.trace(x)") is Applicability.SAFE
    assert fix("torch.trace(x, offset=0)") is Applicability.SAFE
    assert fix("torch.trace(x, quick=True, device='cpu')") is Applicability.SAFE
    assert fix("torch.trace(x, 1)") is Applicability.DISPLAY_ONLY
    assert engine.migrate_text("import torch\ny = torch.trace(x, offset=k)\n").left[0].api == "torch.trace"
