"""What a scan says of a file, packed by the process that has analysed it: each form of a use once, and the places."""

from __future__ import annotations

import functools
import json
import marshal
import zlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from mindport.values import fields_of, frozen

_write = json.JSONEncoder(ensure_ascii=False).encode


@frozen()
class NoteRecord:
    kind: str
    message: str


@frozen()
class UseRecord:
    """One use of a torch API; lines and columns are 1-based, columns count code points, the end is exclusive."""

    api: str
    line: int
    column: int
    end_line: int
    end_column: int
    role: str
    certainty: str
    compatibility: str
    mindspore: str | None
    fix: str
    notes: tuple[NoteRecord, ...] = ()

    def form(self) -> Form:
        """The JSON of the use and of all that differ from it in their place alone. A project has hundreds of thousands of uses
        and some hundred forms, so each is written out once."""
        value = {**fields_of(self), "notes": [fields_of(note) for note in self.notes]}
        before = _write({"api": self.api})[:-1]
        after = _write({name: one for name, one in value.items() if name not in _FIRST})[1:]
        return Form(before + ', "line": ', after)


_FIRST = ("api", "line", "column", "end_line", "end_column")


class Form(NamedTuple):
    """The JSON of a use ``before`` its line, and ``after`` its place."""

    before: str
    after: str


class Written(NamedTuple):
    """The uses of a file: ``forms`` that they have, and in ``places`` five numbers of each: which form, line and column of its
    start, and of its end."""

    forms: Sequence[Form]
    places: Sequence[int]


@dataclass(frozen=True)
class ProblemRecord:
    """Why a file, or a part of it, was not seen."""

    kind: str
    message: str
    line: int = 1
    column: int = 1


_NO_USES = Written((), ())


@dataclass(frozen=True)
class FileRecord:
    """``packed`` holds the file's problems and uses; ``counts`` are its uses by compatibility."""

    path: str
    packed: bytes
    counts: Mapping[str, int]

    @classmethod
    def of(
        cls,
        path: str,
        uses: Written = _NO_USES,
        counts: Mapping[str, int] | None = None,
        problems: Sequence[ProblemRecord] = (),
    ) -> FileRecord:
        """The record of a file."""
        head = _write({"path": path, "problems": [vars(problem) for problem in problems]})[:-1]
        befores, afters = [form.before for form in uses.forms], [form.after for form in uses.forms]
        # Several times less to be packed than the JSON of all uses, which takes as long as it is long.
        parts = head, befores, afters, array("I", uses.places).tobytes()
        return cls(path, zlib.compress(marshal.dumps(parts), 1), counts or {})

    def moved(self, place: Callable[[int, int], tuple[int, int]]) -> FileRecord:
        """The record of a file in which each place stands where ``place`` puts its line and column."""
        head, befores, afters, packed = marshal.loads(zlib.decompress(self.packed))
        about = json.loads(head + "}")
        for problem in about["problems"]:
            problem["line"], problem["column"] = place(problem["line"], problem["column"])
        places = array("I")
        places.frombytes(packed)
        moved = array("I")
        number = iter(places)
        for which, line, column, last, end in zip(number, number, number, number, number):
            moved.extend((which, *place(line, column), *place(last, end)))
        parts = _write(about)[:-1], befores, afters, moved.tobytes()
        return FileRecord(self.path, zlib.compress(marshal.dumps(parts), 1), self.counts)

    @property
    def json(self) -> str:
        """The file as JSON, in one line."""
        head, befores, afters, packed = marshal.loads(zlib.decompress(self.packed))
        places = array("I")
        places.frombytes(packed)
        number = iter(places)
        uses = [
            f'{befores[which]}{line}, "column": {column}, "end_line": {last}, "end_column": {end}, {afters[which]}'
            for which, line, column, last, end in zip(number, number, number, number, number)
        ]
        return f'{head}, "uses": [{", ".join(uses)}]}}'

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.json)
        return found

    @functools.cached_property
    def uses(self) -> tuple[UseRecord, ...]:
        return tuple(
            UseRecord(**{**use, "notes": tuple(NoteRecord(**note) for note in use["notes"])})
            for use in self.to_json()["uses"]
        )

    @functools.cached_property
    def problems(self) -> tuple[ProblemRecord, ...]:
        return tuple(ProblemRecord(**problem) for problem in self.to_json()["problems"])
