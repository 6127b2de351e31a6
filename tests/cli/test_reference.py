"""``mindport row reference``: static pages of all rows in both languages."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import pytest
from running import mindport

from mindport.mapping import index

_INDEX = index.load()


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if tag == "a" and found.get("href"):
            self.links.append(str(found["href"]))


@dataclass(frozen=True)
class Reference:
    folder: Path
    pages: dict[str, dict[str, Page]]  # of each language, by name


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    folder = tmp_path_factory.mktemp("reference")
    done = mindport("row", "reference", "-o", folder, "--language", "en")
    assert done.status == 0 and str(len(_INDEX)) in done.stdout
    languages = {
        language: {path.stem: Page(path.read_text(encoding="utf-8")) for path in (folder / language).glob("*.html")}
        for language in ("en", "zh-CN")
    }
    return Reference(folder, languages)


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_row_has_its_place(reference: Reference, language: str) -> None:
    pages = reference.pages[language]
    for name in _INDEX.names():
        space, _, leaf = name.rpartition(".")
        assert leaf in pages[space].ids
    assert {link.removesuffix(".html") for link in pages["index"].links} >= {
        n.rpartition(".")[0] for n in _INDEX.names()
    }


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_links_lead_somewhere(reference: Reference, language: str) -> None:
    for name, page in reference.pages[language].items():
        known = set(page.ids)
        for link in page.links:
            file, _, anchor = link.partition("#")
            assert (reference.folder / language / file).exists() if file else anchor in known, f"{name}: {link}"


def test_the_search_knows_every_row(reference: Reference) -> None:
    text = (reference.folder / "en" / "search.js").read_text(encoding="utf-8")
    found = re.match(r"const ENTRIES = (.*);\n", text)
    assert found is not None
    assert [entry[0] for entry in json.loads(found.group(1))] == _INDEX.names()


def test_pages_speak_their_language(reference: Reference) -> None:
    english, chinese = (
        (reference.folder / one / "torch.nn.html").read_text(encoding="utf-8") for one in ("en", "zh-CN")
    )
    assert '<html lang="en">' in english and "CPU from MindSpore" in english
    assert '<html lang="zh-CN">' in chinese and "经运行验证" in chinese and "verified by running" not in chinese
