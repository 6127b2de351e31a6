"""What the server offers is documented in both languages."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from mindport.lsp import settings
from mindport.lsp.server import build
from mindport.lsp.settings import DEFAULT_SEVERITIES, Settings

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("language-server.md", "language-server.zh-CN.md")


def names(cls: Any, prefix: str = "mindport") -> list[str]:
    found = []
    for item in fields(cls):
        kind = get_type_hints(cls)[item.name]
        name = f"{prefix}.{settings._camel(item.name)}"
        nested = is_dataclass(kind) and kind is not settings.SeverityTable
        found += names(kind, name) if nested else [name]
    return found


@pytest.mark.parametrize("page", PAGES)
def test_every_setting_kind_and_command_is_documented(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    offered = [f"`{name}`" for name in (*settings.severity_names(), *build().protocol.fm.commands)]
    offered += [f"`{n}" for n in names(Settings)]
    assert [name for name in offered if name not in text] == []


@pytest.mark.parametrize("page", PAGES)
def test_the_default_severities_are_those_documented(page: str) -> None:
    rows = [line.split("|") for line in (DOCS / page).read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    documented = {r[1].strip(" `"): r[3].strip(" `") for r in rows if len(r) == 5}
    assert {c.value: documented[c.value] for c in DEFAULT_SEVERITIES} == {
        c.value: s.value for c, s in DEFAULT_SEVERITIES.items()
    }
