"""Where a word stands on its own."""

from __future__ import annotations

import pytest

from mindport.syntax.words import place_of


@pytest.mark.parametrize(
    ("text", "word", "place"),
    [
        ("net = nets[0]", "net", 0),
        ("nets = my_net, net2, net", "net", 21),
        ("a.net(net)", "net", 2),
        ("nets", "net", -1),
        ("être = tr", "tr", 7),
        ("", "net", -1),
    ],
)
def test_the_place_of_a_word(text: str, word: str, place: int) -> None:
    assert place_of(text, word, 0, len(text)) == place


def test_only_what_lies_between_the_places_counts() -> None:
    text = "net = 1\nother = 2\nnet = 3\n"
    assert place_of(text, "net", 3, len(text)) == text.rindex("net")
    assert place_of(text, "net", 3, 10) == -1
