"""Real files made worse, and whether the analysis takes them without an exception."""

from __future__ import annotations

import random
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from mindport.analysis.analyze import analyze
from mindport.mapping import index as mapping_index
from mindport.syntax.source import SourceFile, SourceProblem, decode, read_source

_INDEX = mapping_index.load()
_TOKEN = re.compile(r"\w+|[^\w\s]")


def _deleted(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    for _ in range(chance.randint(1, 4)):
        if lines:
            del lines[chance.randrange(len(lines))]
    return "".join(lines)


def _swapped(text: str, chance: random.Random) -> str:
    found = list(_TOKEN.finditer(text))
    if len(found) < 4:
        return text
    first, second = sorted(chance.sample(range(len(found)), 2))
    a, b = found[first], found[second]
    return text[: a.start()] + b.group() + text[a.end() : b.start()] + a.group() + text[b.end() :]


def _truncated(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _mixed(text: str, chance: random.Random) -> str:
    return "".join(
        ("\t" if chance.random() < 0.5 else "   ") + line if line.startswith(" ") and chance.random() < 0.1 else line
        for line in text.splitlines(keepends=True)
    )


def _tabs(text: str, chance: random.Random) -> str:
    return text.replace("    ", "\t")


def _crlf(text: str, chance: random.Random) -> str:
    return text.replace("\n", chance.choice(["\r\n", "\r", "\n\r\n"]))


def _bom(text: str, chance: random.Random) -> str:
    return "\ufeff" * chance.randint(1, 2) + text


def _renamed(text: str, chance: random.Random) -> str:
    names = sorted(set(re.findall(r"\b[a-z_]{2,}\b", text)))
    return re.sub(rf"\b{chance.choice(names)}\b", chance.choice(names), text) if names else text


def _long(text: str, chance: random.Random) -> str:
    term = chance.choice(["x + ", "[", "f(", "-", "not ", "x.y(", "lambda: ", "x if y else ", "(x := "])
    return text + "\nlong = " + term * chance.choice([50, 1000, 10_000]) + "x\n"


def _nulls(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(["\0", "\x0c", "\u2028", "\ud800", "ａ", "\x1a"]) + text[at:]


MUTATIONS: tuple[Callable[[str, random.Random], str], ...] = (
    _deleted, _deleted, _swapped, _swapped, _truncated, _mixed, _tabs, _crlf, _bom, _renamed, _long, _nulls,
)  # fmt: skip


def mutant(text: str, seed: int) -> str:
    """The text made worse in one to three ways, always the same for a seed."""
    chance = random.Random(seed)
    for _ in range(chance.randint(1, 3)):
        text = chance.choice(MUTATIONS)(text, chance)
    return text


def _spoiled(text: str, seed: int) -> SourceFile:
    """The mutant of a seed; one in eight by way of bytes that are not UTF-8, or said to be something else."""
    worse = mutant(text, seed)
    if seed % 8:
        return SourceFile.parse(worse)
    chance = random.Random(seed)
    data = worse.encode(chance.choice(["utf-8", "utf-8", "latin-1", "utf-16", "gbk"]), "replace")
    at = chance.randrange(len(data) + 1)
    data = data[:at] + chance.choice([b"\xe9", b"\xff", b"", b"\xc3\x28"]) + data[at:]
    data = chance.choice([b"", b"# coding: latin-1\n", b"# -*- coding: gbk -*-\n", b"# coding: none\n"]) + data
    found = decode(data)
    return SourceFile("", None, None, found) if isinstance(found, SourceProblem) else SourceFile.parse(found)


def raises(source: SourceFile, *, whole: bool = False) -> str:
    """The traceback of an analysis that raised; empty otherwise. ``whole``: or the first place that is said to nest too deeply,
    as recursion without an end does, too."""
    try:
        found = analyze(source, _INDEX)
    except Exception:
        return traceback.format_exc()
    for problem in found.problems if whole else ():
        if problem.kind == "too-large" and problem.span is not None:
            return f"    {problem.message}: line {source.text.count(chr(10), 0, problem.span.start) + 1}"
    return ""


def failures(files: list[Path], mutants_each: int) -> Iterator[tuple[Path, int, str]]:
    """Files, with the seed of the mutant (-1: the file itself), whose analysis raised, and the traceback; files that are said to
    nest too deeply, as they are."""
    for number, path in enumerate(files):
        if number and number % 500 == 0:
            print(f"{number} files so far", file=sys.stderr, flush=True)
        source = read_source(path)
        error = raises(source, whole=True)
        if error:
            yield path, -1, error
        for one in range(mutants_each):
            seed = number * 100 + one
            error = raises(_spoiled(source.text, seed))
            if error:
                yield path, seed, error
