"""The extension's settings are those that the server knows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mindport import __version__
from mindport.lsp import settings as known

ROOT = Path(__file__).parents[2]
MANIFEST = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
PROPERTIES: dict[str, dict[str, Any]] = MANIFEST["contributes"]["configuration"]["properties"]
OWN = {"interpreter", "installCommand", "trace.server"}
DEFAULTS = {name.removeprefix("mindport."): each["default"] for name, each in PROPERTIES.items()}


def test_every_severity_of_the_server_can_be_set() -> None:
    shown = {name.removeprefix("severity.") for name in DEFAULTS if name.startswith("severity.")}

    assert shown == known.severity_names()


def test_severities_start_as_in_the_server() -> None:
    shown = {name: value for name, value in DEFAULTS.items() if name.startswith("severity.") and value is not None}

    assert shown == {f"severity.{each.value}": loud.value for each, loud in known.DEFAULT_SEVERITIES.items()}


def test_the_server_takes_the_defaults_as_its_own() -> None:
    settings, bad = known.structure({name: value for name, value in DEFAULTS.items() if name not in OWN})
    plain = known.Settings()

    assert bad == ()
    assert settings == known.Settings(severity=settings.severity)
    assert all(settings.severity.of(each) is plain.severity.of(each) for each in known.DEFAULT_SEVERITIES)


def test_choices_are_those_of_the_server() -> None:
    assert set(PROPERTIES["mindport.target"]["enum"]) == {each.value for each in known.TargetChoice}
    assert set(PROPERTIES["mindport.language"]["enum"]) == {each.value for each in known.Language}
    loud = {each.value for each in known.Severity}
    severities = [each["enum"] for name, each in PROPERTIES.items() if ".severity." in name]
    assert all(set(choices) - {None} == loud for choices in severities)


def test_versions_agree() -> None:
    assert MANIFEST["version"] == __version__
