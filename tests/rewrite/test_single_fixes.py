"""The fix of one use is, at its place, what the migration of the whole file writes there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindport.analysis.findings import Applicability, Finding
from mindport.analysis.uses import Role
from mindport.engine import Engine, FileAnalysis, Settings
from mindport.mapping.row import Target
from mindport.rewrite import fixes
from mindport.rewrite.rule import rules
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span, apply, render

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
ENGINE = Engine(Settings(Target.CPU))
TEXTS = [before for rule in rules() for before, _ in rule.examples]
FILES = sorted((ROOT / "examples").rglob("*.py"))
# What such a fix leaves to the migration of the file: what is no use of torch, or stands in a statement of its own.
_LEFT = re.compile(r"""abs\(spectrum\)|model\.module\.|, torch\.optim, |m\.running_mean = |self\.cells = """)
# In a file that stays torch's, ``nn`` is torch's, and so is the name of a function that is imported.
_SPELLED = [
    (re.compile(r"\bms\.(nn|ops|mint|Tensor|Parameter|dataset|experimental\.optim|common\.initializer)\b"), r"\1"),
    (re.compile(r"\bdataset\b"), "ds"),
    (re.compile(r"\bexperimental\.optim\b"), "optim"),
    (re.compile(r"\bcommon\.initializer\b"), "initializer"),
    (re.compile(r"\btorch_(\w+)\("), r"\1("),
    (re.compile(r"\s+"), ""),
]


def statement(source: SourceFile, node: ast.AST) -> Span | None:
    """Where the statement stands; of one with a body, its first lines."""
    current: ast.AST | None = node
    while current is not None and not isinstance(current, ast.stmt):
        current = source.parent(current)
    if current is None:
        return None
    span, body = source.span(current), getattr(current, "body", None)
    if not body:
        return span
    first = min([body[0], *getattr(body[0], "decorator_list", ())], key=lambda one: (one.lineno, one.col_offset))
    return Span(span.start, source.span(first).start - 1)


def spelled_alike(text: str) -> str:
    for pattern, to in _SPELLED:
        text = pattern.sub(to, text)
    return text


def places(analysis: FileAnalysis) -> Iterator[tuple[Span, list[Finding]]]:
    """Statements with their uses."""
    found: dict[Span, list[Finding]] = {}
    for finding in analysis.findings:
        span = statement(analysis.source, finding.use.node) if finding.use.role is not Role.IMPORT else None
        if span is not None:
            found.setdefault(span, []).append(finding)
    yield from found.items()


def differences(text: str, path: Path | None = None) -> list[tuple[str, str, str]]:
    """Places that the fixes of all their uses leave otherwise than a migration of the file does: as they were, as they are
    after the fixes, and as migrated."""
    analysis = ENGINE.settle(ENGINE.analyze(text, path))
    source = analysis.source
    plan = ENGINE._plan(analysis, safe_only=False)
    prepared = ENGINE._prepared(analysis)
    elsewhere = {edit for match in prepared.by_rules.loose for edit in match.edits}
    out = []
    for span, findings in places(analysis):
        edits: list[Edit] = []
        for finding in findings:
            far = fixes.outlook(prepared, finding).applicability
            made = fixes.one(prepared, finding) if far in (Applicability.SAFE, Applicability.UNSAFE) else None
            edits += [edit for edit in (made[0] if made is not None else ()) if edit not in edits]
        own = [edit for edit in edits if span.contains(edit.span)]
        beyond = any(span.overlaps(edit.span) for edit in edits if edit not in own)
        apart = any(span.overlaps(edit.span) for edit in elsewhere if edit not in own)
        wide = any(span.overlaps(edit.span) and not span.contains(edit.span) for edit in plan.edits)
        if beyond or apart or wide or not own:
            continue  # a whole block is rewritten, or what stands there is no use's alone
        alone, whole = (spelled_alike(render(text, edits, span)) for edits in (own, plan.edits))
        before = source.text[span.start : span.end]
        if not whole.endswith(alone) and not _LEFT.search(before):
            out.append((before, alone, whole))
    return out


def test_a_fix_alone_writes_what_the_migration_writes_in_the_examples_of_the_rules() -> None:
    assert [found for text in TEXTS for found in differences(text)] == []


def test_a_fix_alone_writes_what_the_migration_writes_in_the_projects() -> None:
    assert [found for path in FILES for found in differences(path.read_text(encoding="utf-8"), path)] == []


def fixed(text: str, name: str) -> str:
    """The text with the fix of the first use that is written ``name``."""
    analysis = ENGINE.analyze(text)
    written = ((one, text[one.use.span.start : one.use.span.end]) for one in analysis.findings)
    finding = next(one for one, text_of_it in written if text_of_it == name and one.use.role is not Role.IMPORT)
    fix = ENGINE.fix(analysis, finding)
    return apply(text, fix.edits) if fix is not None else text


@pytest.mark.parametrize(
    ("body", "name", "after"),
    [
        ("g = torch.ones(3).half()\ng.add_(torch.ones(3).double())", "add_", ".to(g.dtype)"),
        ("r = deque()\nx = torch.tensor(r)", "torch.tensor", "x = ms.tensor(list(r))"),
        ("with torch.device('meta'):\n    pass", "torch.device", "with inert_context():"),
        ("if torch.cuda.is_available():\n    pass", "torch.cuda.is_available", '"device_target") != "CPU"'),
        ("x = torch.ones(3)\nx = x.to('cuda')\ny = x", "to", "ones(3)\ny = x"),
        ("s = torch.linalg.slogdet(x).sign", "torch.linalg.slogdet", "s = linalg_slogdet(x)[0]"),
    ],
)
def test_what_the_rules_say_of_a_use_holds_for_its_fix_alone(body: str, name: str, after: str) -> None:
    text = f"import torch\nfrom collections import deque\nx = torch.ones(2, 2)\n{body}\n"

    assert after in fixed(text, name)


def test_a_fix_brings_the_imports_that_it_needs_and_no_more() -> None:
    text = "import torch\nwith torch.device('meta'):\n    pass\nx = torch.rand(3)\nx = x.cuda()\n"

    assert "from mindport_helpers import inert_context\n" in fixed(text, "torch.device")


@pytest.mark.parametrize("call", ["x.view(-1)", "(x * x > 0).to(x.dtype)"])
def test_what_stays_the_same_has_no_fix(call: str) -> None:
    analysis = ENGINE.analyze(f"import torch\nx = torch.ones(3)\ny = {call}\n")
    (view,) = (one for one in analysis.findings if one.use.api in ("torch.Tensor.view", "torch.Tensor.to"))

    assert view.fix is Applicability.SAFE and ENGINE.outlook(analysis, view).applicability is Applicability.NONE
    assert ENGINE.fix(analysis, view) is None


def test_in_a_large_file_menus_and_hovers_do_not_wait_for_the_rules() -> None:
    lines = "import torch\nx = torch.ones(3)\nz = torch.rand(3)\ny = x.view(-1)\n"
    analysis = ENGINE.analyze(lines + "# nothing\n" * 11_000)
    offered = {one.use.api: ENGINE.outlook(analysis, one, quick=True).applicability for one in analysis.findings}

    assert analysis.prepared is None
    assert offered["torch.rand"] is Applicability.SAFE and offered["torch.Tensor.view"] is Applicability.NONE

    hover = ENGINE.hover(analysis, analysis.text.index("rand"))
    assert hover is not None and "mindspore.ops.rand" in hover.markdown and analysis.prepared is None
    small = ENGINE.analyze(lines)
    assert ENGINE.hover(small, lines.index("rand")) is not None and small.prepared is not None
