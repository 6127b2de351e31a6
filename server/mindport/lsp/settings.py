"""The settings of the editor, ``mindport.*``: frozen values, structured with care for each on its own.

A value that cannot be used falls back to its default and is named to the user; the others hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar, get_type_hints

from cattrs import Converter

from mindport.analysis.findings import Compatibility
from mindport.mapping.row import Target
from mindport.render import messages

SECTION = "mindport"
_T = TypeVar("_T")
_VERSION = re.compile(r"\d+\.\d+(\.\d+)?((a|b|rc|\.dev)\d+)?")


class Severity(str, Enum):
    """How loud a diagnostic is."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"
    OFF = "off"


class Language(str, Enum):
    """``auto`` follows the editor."""

    AUTO = "auto"
    ENGLISH = "en"
    CHINESE = "zh-CN"


class TargetChoice(str, Enum):
    """``auto`` follows the project's own settings, else Ascend."""

    AUTO = "auto"
    ASCEND = "ascend"
    CPU = "cpu"
    GPU = "gpu"

    @property
    def target(self) -> Target | None:
        return None if self is TargetChoice.AUTO else Target(self.value)


# A consistent call asks for nothing; what a rewrite makes up for is worth knowing; what remains wants judgement.
DEFAULT_SEVERITIES = {
    Compatibility.CONSISTENT: Severity.OFF,
    Compatibility.ADJUSTED: Severity.INFORMATION,
    Compatibility.DIVERGENT: Severity.WARNING,
    Compatibility.UNSUPPORTED: Severity.WARNING,
    Compatibility.UNMAPPED: Severity.HINT,
}


@dataclass(frozen=True)
class SeverityTable:
    """Severity by note kind or compatibility; a note kind that is not named takes that of the use's compatibility."""

    chosen: Mapping[str, Severity] = field(default_factory=dict)

    def of(self, compatibility: Compatibility, kind: str | None = None) -> Severity:
        if kind is not None and kind in self.chosen:
            return self.chosen[kind]
        return self.chosen.get(compatibility.value, DEFAULT_SEVERITIES[compatibility])


@dataclass(frozen=True)
class DiagnosticsSettings:
    enable: bool = True


@dataclass(frozen=True)
class VerifySettings:
    """How checks run; an empty interpreter is the server's own."""

    timeout: float = 300.0
    torch_interpreter: str = ""
    mindspore_interpreter: str = ""


@dataclass(frozen=True)
class Settings:
    """Everything the user can set. An empty ``mindspore_version``: the installed one, else the newest known."""

    target: TargetChoice = TargetChoice.AUTO
    mindspore_version: str = ""
    language: Language = Language.AUTO
    severity: SeverityTable = SeverityTable()
    diagnostics: DiagnosticsSettings = DiagnosticsSettings()
    verify: VerifySettings = VerifySettings()


@dataclass(frozen=True)
class BadSetting:
    """A value that cannot be used, and what is used instead; ``None``: nothing, it is as if it were not there."""

    name: str
    value: object
    default: object

    def message(self, language: str) -> str:
        if self.default is None:
            return messages.text("error.settings.ignored", language, name=self.name, value=_shown(self.value))
        value, default = (_shown(v) for v in (self.value, self.default))
        return messages.text("error.settings", language, name=self.name, value=value, default=default)


def severity_names() -> frozenset[str]:
    """Every ``mindport.severity.<name>``: the compatibilities and the kinds of notes."""
    return frozenset(c.value for c in Compatibility) | messages.kinds()


def structure(raw: object) -> tuple[Settings, tuple[BadSetting, ...]]:
    """Settings from what an editor sends (``{"target": "cpu", "verify": {"timeout": 60}}``), and what was bad in it."""
    bad: list[BadSetting] = []
    if raw is None:
        return Settings(), ()
    if not isinstance(raw, Mapping):
        return Settings(), (BadSetting(SECTION, raw, {}),)
    settings = _structure(Settings, _nested(raw), SECTION, bad)
    return settings, tuple(bad)


def _nested(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted keys as nested tables: ``{"verify.timeout": 60}`` → ``{"verify": {"timeout": 60}}``."""
    out: dict[str, Any] = {}
    for key, value in raw.items():
        head, dot, rest = str(key).partition(".")
        if dot and isinstance(out.setdefault(head, {}), dict):
            out[head].update(_nested({rest: value}))
        elif isinstance(value, Mapping) and isinstance(out.get(head), dict):
            out[head].update(_nested(value))
        else:
            out[head] = _nested(value) if isinstance(value, Mapping) else value
    return out


def _structure(cls: type[_T], raw: Mapping[str, Any], path: str, bad: list[BadSetting]) -> _T:
    chosen: dict[str, Any] = {}
    types = get_type_hints(cls)
    default = cls()
    for item in fields(cls):  # type: ignore[arg-type]
        name = _camel(item.name)
        value = raw.get(name)
        if value is None:
            continue
        kind = types[item.name]
        where = f"{path}.{name}"
        fallback = getattr(default, item.name)
        if kind is SeverityTable and isinstance(value, Mapping):
            chosen[item.name] = _severities(value, where, bad)
        elif is_dataclass(kind) and isinstance(value, Mapping):
            chosen[item.name] = _structure(kind, value, where, bad)  # type: ignore[arg-type]
        else:
            chosen[item.name] = _single(value, kind, where, fallback, bad)
    return cls(**chosen)


def _single(value: object, kind: Any, where: str, fallback: object, bad: list[BadSetting]) -> object:
    try:
        structured: object = _CONVERTER.structure(value, kind)
    except (ValueError, TypeError):
        bad.append(BadSetting(where, value, fallback))
        return fallback
    if where == f"{SECTION}.mindsporeVersion" and structured and not _VERSION.fullmatch(str(structured)):
        bad.append(BadSetting(where, value, fallback))
        return fallback
    if where == f"{SECTION}.verify.timeout" and not 0 < float(str(structured)) <= 86_400:
        bad.append(BadSetting(where, value, fallback))
        return fallback
    return structured


def _severities(raw: Mapping[str, Any], where: str, bad: list[BadSetting]) -> SeverityTable:
    chosen: dict[str, Severity] = {}
    names = severity_names()
    for name, value in raw.items():
        if value is None:
            continue
        try:
            if name not in names:
                raise ValueError(name)
            chosen[name] = Severity(value)
        except ValueError:
            compatibility = next((c for c in Compatibility if c.value == name), None)
            default = DEFAULT_SEVERITIES[compatibility].value if compatibility else None
            bad.append(BadSetting(f"{where}.{name}", value, default))
    return SeverityTable(chosen)


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def _shown(value: object) -> str:
    """As it stands in the editor's settings."""
    text = json.dumps(value.value if isinstance(value, Enum) else value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:59] + "…"


def _strictly(*accepted: type) -> Any:
    def hook(value: object, kind: type) -> object:
        # bool is an int to Python, but "true" seconds is a mistake.
        if not isinstance(value, accepted) or (isinstance(value, bool) and bool not in accepted):
            raise TypeError(f"{value!r} is no {kind.__name__}")
        return kind(value)

    return hook


def _dataclass_hook(value: object, kind: type) -> object:
    raise TypeError(f"{value!r} is no table")


_CONVERTER = Converter()
_CONVERTER.register_structure_hook(bool, _strictly(bool))
_CONVERTER.register_structure_hook(str, _strictly(str))
_CONVERTER.register_structure_hook(float, _strictly(int, float))
_CONVERTER.register_structure_hook_func(is_dataclass, _dataclass_hook)
