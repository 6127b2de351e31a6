"""The catalogues: equal in keys and placeholders, plain YAML, every note in words."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from mindport.analysis.findings import Note
from mindport.render import messages
from mindport.render.messages import said

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
    assert messages.read(source) == yaml.safe_load(source)


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


@pytest.mark.parametrize(("files", "said"), [(0, "0 files"), (1, "1 file"), (2, "2 files"), ("1", "1 file")])
def test_a_word_goes_by_its_number(files: object, said: str) -> None:
    assert f"in {said}," in messages.text("scan.summary", "en", uses=3, files=files, target="cpu", mindspore="2.10.0")


# -- what lower layers say ---------------------------------------------------------------------------------------------


def test_templates_have_the_same_keys_and_placeholders() -> None:
    english, chinese = (said.templates(language) for language in messages.LANGUAGES)
    assert english.keys() == chinese.keys()
    assert [key for key in english if messages.placeholders(english[key]) != messages.placeholders(chinese[key])] == []


@pytest.mark.parametrize("key", said.templates("en"))
def test_every_template_is_told_from_all_others(key: str) -> None:
    words = {name: f"‹{name}›" for name in messages.placeholders(said.templates("en")[key])}
    english, chinese = (messages.filled(said.templates(language)[key], words) for language in messages.LANGUAGES)
    assert said.in_language(english, "zh-CN") == chinese
    assert said.in_language(english, "en") == english


def test_a_reason_within_a_text_is_translated_too() -> None:
    text = "Invalid value for '--target': 'tpu' is not one of 'ascend', 'cpu', 'gpu'."
    assert said.in_language(text, "zh-CN") == "'--target' 的值无效：'tpu' 不在可选值 'ascend', 'cpu', 'gpu' 之中。"


def test_what_nobody_here_said_stays() -> None:
    assert said.in_language("ValueError: shapes differ", "zh-CN") == "ValueError: shapes differ"
