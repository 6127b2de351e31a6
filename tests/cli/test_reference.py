"""``mindport row reference``: static pages of all rows in both languages."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from running import mindport

from mindport.mapping import index

pytestmark = pytest.mark.slow

_INDEX = index.load()


class Page:
    """What of a page of ours is asked about: its places and its links."""

    def __init__(self, text: str) -> None:
        tags = re.findall(r"<(\w+)((?:\s+[\w-]+(?:=\"[^\"]*\")?)+)\s*/?>", text)
        given = [(tag, dict(re.findall(r"([\w-]+)=\"([^\"]*)\"", attributes))) for tag, attributes in tags]
        self.ids = {html.unescape(found["id"]) for _, found in given if found.get("id")}
        self.links = [html.unescape(found["href"]) for tag, found in given if tag == "a" and found.get("href")]


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
        for link in page.links:
            file, _, anchor = link.partition("#")
            assert (reference.folder / language / file).exists() if file else anchor in page.ids, f"{name}: {link}"


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
