"""The catalogues: equal in keys and placeholders, plain YAML, every note in words."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from mindport.analysis.findings import Note
from mindport.render import messages

FOLDER = Path(messages.__file__).parent


def test_both_languages_have_the_same_keys() -> None:
    english, chinese = (messages.catalogue(language) for language in messages.LANGUAGES)
    assert english.keys() == chinese.keys()


def test_both_languages_have_the_same_placeholders() -> None:
    english, chinese = (
        {key: messages.placeholders(text) for key, text in messages.catalogue(language).items()}
        for language in messages.LANGUAGES
    )
    assert [key for key, found in english.items() if found != chinese[key]] == []


@pytest.mark.parametrize("file", sorted(p.name for p in FOLDER.glob("*.yaml")))
def test_the_quick_reader_reads_what_yaml_reads(file: str) -> None:
    source = (FOLDER / file).read_text(encoding="utf-8")
    assert messages._read(source) == yaml.safe_load(source)


@pytest.mark.parametrize("kind", sorted(messages.kinds()))
@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_every_kind_has_words_even_without_arguments(kind: str, language: str) -> None:
    said = messages.note(Note(kind), language)
    assert said != kind and "{" not in said


def test_the_fullest_wording_that_can_be_filled_is_used() -> None:
    some = Note("default-changed", (("parameter", "eps"),))
    assert messages.note(some, "en") == "the default of `eps` differs"
    assert "1e-12" in messages.note(
        Note(
            "default-changed",
            (
                ("parameter", "eps"),
                ("mindspore_parameter", "epsilon"),
                ("torch_default", "1e-05"),
                ("mindspore_default", "1e-12"),
            ),
        ),
        "zh-CN",
    )


def test_a_row_speaks_for_itself() -> None:
    note = Note("behaviour", (), (("en", "rounds down"), ("zh-CN", "向下取整")))
    assert [messages.note(note, language) for language in messages.LANGUAGES] == ["rounds down", "向下取整"]


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh-cn", "zh-CN"), ("zh_CN.UTF-8", "zh-CN"), ("zh-TW", "zh-CN"), ("en", "en"), ("de", "en"), (None, "en")],
)
def test_locales(locale: str | None, language: str) -> None:
    assert messages.language_of(locale) == language
