"""Settings: each is taken or refused on its own."""

from __future__ import annotations

import pytest

from mindport.analysis.findings import Compatibility
from mindport.lsp.settings import Language, Settings, Severity, TargetChoice, structure
from mindport.render import messages


def test_nothing_sent_means_defaults() -> None:
    assert structure(None) == (Settings(), ())
    assert structure({}) == (Settings(), ())


def test_every_setting_is_taken() -> None:
    settings, bad = structure(
        {
            "target": "cpu",
            "mindsporeVersion": "2.6.0",
            "language": "zh-CN",
            "severity": {"divergent": "error", "default-changed": "hint"},
            "diagnostics": {"enable": False},
            "verify": {"timeout": 30, "torchInterpreter": "/a/python", "mindsporeInterpreter": "/b/python"},
        }
    )
    assert not bad
    assert settings.target is TargetChoice.CPU
    assert settings.mindspore_version == "2.6.0"
    assert settings.language is Language.CHINESE
    assert not settings.diagnostics.enable
    assert settings.verify.timeout == 30.0
    assert settings.verify.torch_interpreter == "/a/python"
    assert settings.severity.of(Compatibility.DIVERGENT) is Severity.ERROR
    assert settings.severity.of(Compatibility.DIVERGENT, "default-changed") is Severity.HINT
    assert settings.severity.of(Compatibility.CONSISTENT) is Severity.OFF


def test_dotted_keys_are_the_same_as_tables() -> None:
    dotted, _ = structure({"verify.timeout": 5, "severity.unmapped": "off", "verify": {"torchInterpreter": "p"}})
    assert dotted.verify.timeout == 5.0
    assert dotted.verify.torch_interpreter == "p"
    assert dotted.severity.of(Compatibility.UNMAPPED) is Severity.OFF


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ({"target": "npu"}, "mindport.target"),
        ({"target": 3}, "mindport.target"),
        ({"mindsporeVersion": "newest"}, "mindport.mindsporeVersion"),
        ({"mindsporeVersion": 2.1}, "mindport.mindsporeVersion"),
        ({"language": "fr"}, "mindport.language"),
        ({"diagnostics": True}, "mindport.diagnostics"),
        ({"diagnostics": {"enable": "yes"}}, "mindport.diagnostics.enable"),
        ({"verify": {"timeout": True}}, "mindport.verify.timeout"),
        ({"verify": {"timeout": -1}}, "mindport.verify.timeout"),
        ({"severity": {"divergent": "loud"}}, "mindport.severity.divergent"),
        ({"severity": {"no-such-kind": "error"}}, "mindport.severity.no-such-kind"),
        ({"severity": "error"}, "mindport.severity"),
        (["target"], "mindport"),
    ],
)
def test_a_bad_value_falls_back_and_is_named(raw: object, name: str) -> None:
    settings, bad = structure(raw)
    assert settings == Settings()
    assert [b.name for b in bad] == [name]
    for language in messages.LANGUAGES:
        assert name in bad[0].message(language)


def test_good_values_hold_beside_bad_ones() -> None:
    settings, bad = structure({"target": "gpu", "language": 1, "verify": {"timeout": "x", "torchInterpreter": "t"}})
    assert (settings.target, settings.verify.torch_interpreter) == (TargetChoice.GPU, "t")
    assert len(bad) == 2


def test_null_means_not_set() -> None:
    assert structure({"target": None, "severity": {"random": None}}) == (Settings(), ())


def test_what_is_no_setting_is_ignored_and_values_are_shown_as_they_are_written() -> None:
    _, (kind, enable) = structure({"severity": {"no-such-kind": "error"}, "diagnostics": {"enable": "yes"}})
    assert (
        kind.message("en") == 'MindPort: setting mindport.severity.no-such-kind ("error") is not valid and is ignored.'
    )
    assert enable.message("en").endswith('is not valid ("yes"); true is used instead.')
