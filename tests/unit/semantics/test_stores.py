"""Where a text sets attributes."""

from __future__ import annotations

import pytest

from mindport.semantics.stores import Stores, by_others


@pytest.mark.parametrize(
    "line",
    [
        "self.a = 1",
        "self.a=1",
        "other.a += 1",
        "self.a: list[int] = []",
        "x = self.a = 1",
        "self.a, self.b = 1, 2",
        "self.b, self.a = 1, 2",
        "(self.b, self.a) = 1, 2",
        "[self.b, *self.a] = 1, 2",
        "self.a[0] = 1",
        "self.a[key].append(1)",
        "self.a.extend(more)",
        "for self.a in range(3):",
        "with open(x) as self.a:",
    ],
)
def test_what_sets_an_attribute(line: str) -> None:
    text = f"def f(self):\n    {line}\n"
    assert list(Stores(text, 0, len(text)).of("a")) == [text.index(".a")]


@pytest.mark.parametrize(
    "line",
    [
        "self.a == 1",
        "self.ab = 1",
        "self.b = self.a",
        "self.a(1, dim=2)",
        "f(self.a, dim=2)",
        "self.a.b = 1",
        "self.b[self.a] == 1",
        "if self.a <= 3:",
        "x = self.a if y else self.a",
        "return self.a, self.b",
        "a = 1",
        "self.a",
    ],
)
def test_what_only_reads_it(line: str) -> None:
    text = f"def f(self):\n    {line}\n"
    assert list(Stores(text, 0, len(text)).of("a")) == []


def test_only_the_lines_asked_for_count() -> None:
    text = "self.a = 1\nself.b = 2\n"
    assert list(Stores(text, 0, text.index("\n")).of("b")) == []


@pytest.mark.parametrize(
    ("call", "gives"),
    [
        ("self.register_buffer('a', x)", True),
        ('self.add_module(\n    name="a", module=x)', True),
        ("keep('a', 3)", True),
        ("getattr(self, 'a', 3)", False),
        ("print('a')", False),
        ("x['a', 3]", False),
        ("kept.setdefault('a', 3)", False),
        ("kept.pop('a', None), kept.get('a', 3), name.replace('a', 'b')", False),
        ("kept.a_pop('a', 3)", True),
    ],
)
def test_what_is_given_an_attribute_s_name(call: str, gives: bool) -> None:
    assert bool(Stores(call, 0, len(call)).by_name("a")) is gives


def test_objects_of_others() -> None:
    text = "def f(self, other):\n    self.a = 1\n    other.b = 2\n    self.part.c += 3\n    other.d == 4\n    print(end=other.e)\n"
    assert {name: len(at) for name, at in by_others(text).items()} == {"b": 1, "c": 1}
