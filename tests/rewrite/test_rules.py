"""Every structural rule does what its examples say, and leaves its no-ops alone."""

from __future__ import annotations

import ast

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.rewrite.rule import Rule, rules

_ENGINE = Engine(Settings(target=Target.CPU))
_EXAMPLES = [pytest.param(b, a, id=f"{r.slug}-{i}") for r in rules() for i, (b, a) in enumerate(r.examples)]
_NOOPS = [pytest.param(code, id=f"{r.slug}-{i}") for r in rules() for i, code in enumerate(r.noops)]


@pytest.mark.parametrize(("before", "after"), _EXAMPLES)
def test_a_rule_rewrites_its_examples(before: str, after: str) -> None:
    result = _ENGINE.migrate_text(before)

    assert result.text == after
    assert result.left == ()


@pytest.mark.parametrize(("before", "after"), _EXAMPLES)
def test_a_second_pass_is_silent(before: str, after: str) -> None:
    assert _ENGINE.migrate_text(after).text == after


@pytest.mark.parametrize("code", _NOOPS)
def test_a_rule_leaves_its_noops_alone(code: str) -> None:
    assert _ENGINE.migrate_text(code).text == code


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.slug)
def test_a_rule_is_documented_and_shown(rule: Rule) -> None:
    assert rule.doc.strip()
    assert rule.examples
    assert rule.noops
    for before, after in rule.examples:
        ast.parse(before)
        ast.parse(after)
