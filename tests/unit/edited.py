"""A file that is edited, and what its analysis is compared with."""

from __future__ import annotations

import ast

from mindport.analysis.findings import Finding
from mindport.engine import Engine, FileAnalysis

ENGINE = Engine()
NET = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.norm = nn.BatchNorm2d(8)

    def forward(self, x):
        y = self.conv(x)
        return self.norm(y).view(-1)

    def count(self):
        return torch.tensor(3).item()


def scale(x: torch.Tensor):
    return x.mul(2)


z = scale(torch.ones(3)).sum()
"""


def what(finding: Finding) -> object:
    use = finding.use
    return (
        *(use.span, use.api, use.role, use.certainty, use.why, finding.compatibility, finding.fix, finding.notes),
        finding.equivalent,
    )


def assert_same(found: FileAnalysis, fresh: FileAnalysis, settle: bool = True) -> None:
    assert not found.stale
    assert_placed(found)
    if found.provisional and not settle:
        return
    found = ENGINE.settle(found)
    assert not found.provisional
    assert [what(f) for f in found.findings] == [what(f) for f in fresh.findings]
    assert [(m.name, m.span, m.name_span) for m in found.modules] == [
        (m.name, m.span, m.name_span) for m in fresh.modules
    ]
    assert found.problems == fresh.problems
    assert found.source.tree is not None and fresh.source.tree is not None
    assert ast.dump(found.source.tree, include_attributes=True) == ast.dump(fresh.source.tree, include_attributes=True)


def assert_placed(found: FileAnalysis) -> None:
    """Findings of a broken text stand where their names stand."""
    spans = [f.use.span for f in found.findings]
    assert spans == sorted(spans)
    for finding in found.findings:
        node = finding.use.node
        leaf = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else "?"
        assert found.text[finding.use.span.start : finding.use.span.end].endswith(leaf)


def replaced(old: str, new: str, text: str = NET) -> str:
    assert old in text
    return text.replace(old, new, 1)


def names(found: FileAnalysis) -> list[str]:
    return [f"{f.use.api}" for f in found.findings if f.use.role.value != "import"]
