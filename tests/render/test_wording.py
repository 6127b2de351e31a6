"""The Chinese texts: one term for a thing (``docs/glossary.md``), full-width marks, a blank before and after Latin words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mindport.render import messages
from mindport.render.messages import said

ROOT = Path(__file__).parents[2]
_CODE = re.compile(
    r"`[^`]*`?|!?\[[^\]]*\]\([^)]*\)|\w+(\.\w+)*\([^()]*(\([^()]*\))*[^()]*\)|\(-?\d[^()]*\)|https?://\S+"
)
_ROW = re.compile(r"""zh-CN: (?:"((?:\\.|[^"\\])*)"|'((?:''|[^'])*)'|([^}\n]*))""")
_HAN = r"[\u4e00-\u9fff]"
_MARKS = {
    "half-width mark": re.compile(rf"{_HAN}[*]*[,;:?!]|[,;:?!]{_HAN}|{_HAN}\(|\){_HAN}|{_HAN}\.(\s|$)"),
    "no blank before or after Latin": re.compile(rf"{_HAN}[A-Za-z0-9]|[A-Za-z0-9]{_HAN}|{_HAN}§|§{_HAN}"),
    "blank beside a full-width mark": re.compile(r"[，。；：！？、）”] [^|]|[^|\s] [，。；：！？、）”]"),
    "straight quotes": re.compile(rf'"{_HAN}|{_HAN}"'),
    "blank within Chinese": re.compile(rf"{_HAN} +{_HAN}"),
}


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Where each Chinese text stands, and the text with its code taken out."""
    return tuple({(where, _CODE.sub("§", text)) for where, text in _all()})


def _all() -> Iterator[tuple[str, str]]:
    for source in (messages.catalogue("zh-CN"), said.templates("zh-CN")):
        yield from source.items()
    for path in ("package.nls.zh-cn.json", "client-vscode/l10n/bundle.l10n.zh-cn.json"):
        for key, text in json.loads((ROOT / path).read_text(encoding="utf-8")).items():
            yield f"{path}: {key}", text
    for path in sorted((ROOT / "mapping_db" / "rows").rglob("*.yaml")):
        for match in _ROW.finditer(path.read_text(encoding="utf-8")):
            yield f"{path.parent.name}/{path.name}", next(text for text in match.groups() if text is not None)
    for path in (ROOT / "README.zh-CN.md", *sorted((ROOT / "docs").glob("*.zh-CN.md"))):
        yield from _prose(path)


def _prose(path: Path) -> Iterator[tuple[str, str]]:
    code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            code = not code
        elif not code and not line.startswith("    "):
            yield f"{path.name}:{number}", line


def _unwanted() -> list[str]:
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][1:]
    return [term for row in rows for term in row[2].split("、") if term != "—"]


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("权重,偏置", "half-width mark"),
        ("权重(偏置)", "half-width mark"),
        ("结果不同.", "half-width mark"),
        ("在CPU 上", "no blank before or after Latin"),
        ("参数§没有", "no blank before or after Latin"),
        ("权重， 偏置", "blank beside a full-width mark"),
        ('是"结果"', "straight quotes"),
        ("权重 偏置", "blank within Chinese"),
    ],
)
def test_wrong_marks_are_seen(text: str, mark: str) -> None:
    assert [name for name, pattern in _MARKS.items() if pattern.search(text)] == [mark]


def test_the_texts_are_found() -> None:
    assert len(texts()) > 2000


@pytest.mark.parametrize("term", _unwanted())
def test_one_term_for_a_thing(term: str) -> None:
    assert [(where, text) for where, text in texts() if term in text] == []


@pytest.mark.parametrize("mark", _MARKS)
def test_marks_and_blanks(mark: str) -> None:
    assert [(where, text) for where, text in texts() if _MARKS[mark].search(text)] == []
