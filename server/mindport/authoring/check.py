"""Checks rows as their authors need it: format, names and signatures, rewriting, a second pass, both frameworks."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mindport import examples
from mindport.authoring.stated import unstated
from mindport.engine import Engine
from mindport.mapping import load
from mindport.mapping.load import RowError
from mindport.mapping.row import Equivalent, Row, Target
from mindport.syntax import signature as signatures
from mindport.verify import names as naming
from mindport.verify.names import Described

if TYPE_CHECKING:
    from mindport.verify.rows import RowsReport

CHECKS = ("format", "signature", "rewriting", "second-pass", "agreement", "significance", "statement")
_MADE_LATER = ("Module", "Optimizer", "Tensor", "LRScheduler")


@dataclass(frozen=True)
class Fault:
    """What is wrong with a row; ``check`` is one of ``CHECKS``."""

    row: str
    check: str
    detail: str


@dataclass(frozen=True)
class CheckReport:
    rows: tuple[str, ...]
    faults: tuple[Fault, ...]
    ran: RowsReport | None = None  # None where nothing could be run

    def to_json(self) -> dict[str, object]:
        faulty = {fault.row for fault in self.faults}
        return {
            "schema": 1,
            "summary": {"rows": len(self.rows), "sound": len(set(self.rows) - faulty), "faults": len(self.faults)},
            "faults": [vars(fault) for fault in self.faults],
        }


def rows(engine: Engine, names: Sequence[str], progress: Callable[[int, int, str], None] | None = None) -> CheckReport:
    """Runs every check on the rows of ``names``. Raises ``ChildError`` without the frameworks. Effect: processes."""
    known = [row for name in names if (row := engine.row(name)) is not None]
    faults = [fault for row in known for fault in (*_format(row), *_rewriting(engine, row))]
    faults += _signatures(known)
    ran = engine.verify_rows([row.torch for row in known], progress)
    for result in ran.rows:
        if not result.evidence.passed:
            why = " ".join(f"{result.evidence.reason}: {result.evidence.detail or ''}".split())
            faults.append(Fault(result.name, "agreement", why))
        if result.evidence.trivial:
            faults.append(Fault(result.name, "significance", result.evidence.trivial))
    faults += [Fault(row.torch, "statement", text) for row in known if (text := unstated(engine, row)) is not None]
    return CheckReport(tuple(row.torch for row in known), tuple(faults), ran)


def file_of(row: Row) -> Path | None:
    """Where a row of MindPort's own stands; None in an installation without sources."""
    space, _, leaf = row.torch.rpartition(".")
    folder = load.find().rows / space
    return next((path for path in (folder / f"{leaf}.yaml", folder / f"{leaf}+.yaml") if _is_of(path, row)), None)


def _is_of(path: Path, row: Row) -> bool:
    return path.is_file() and load.name_of(path) == row.torch


def _format(row: Row) -> list[Fault]:
    path = file_of(row)
    if path is None:
        return []
    try:
        load.read_row(path)
        from mindport.mapping import schema

        wrong = schema.errors(load.read_raw(path))
    except RowError as error:
        wrong = [str(error)]
    except ImportError:
        wrong = []  # jsonschema comes with the test extra; reading the row has checked the most
    return [Fault(row.torch, "format", text) for text in wrong]


def _rewriting(engine: Engine, row: Row) -> list[Fault]:
    out: list[Fault] = []
    for number, example in enumerate(row.examples):
        made = examples.rewrite(example, engine.settings.mindspore, index=engine.index)
        where = f"examples[{number}]"
        if made.left and example.mindspore is not None:
            out.append(Fault(row.torch, "rewriting", f"{where}: left: {'; '.join(made.left)}"))
        if not made.left and example.mindspore is None:
            out.append(Fault(row.torch, "rewriting", f"{where}: the rewriter makes {made.text!r} of what should stay"))
        if example.mindspore is not None and made.text != example.mindspore.strip("\n"):
            out.append(Fault(row.torch, "rewriting", f"{where}: the rewriter makes {made.text!r}"))
        told = examples.told(example, row.torch, engine.settings.mindspore, engine.index)
        if example.notes is not None and told != example.notes:
            out.append(Fault(row.torch, "statement", f"{where}: a user is told [{', '.join(told)}]"))
        again = Engine(
            replace(
                engine.settings, target=Target(example.target), mindspore=example.version or engine.settings.mindspore
            ),
            engine.index,
        )
        body = textwrap.indent(made.text, "    ")
        text = f"{made.imports}\n\n\ndef example({', '.join(example.inputs)}):\n{body}\n"
        if not made.left and again.migrate_text(text).text != text:
            out.append(Fault(row.torch, "second-pass", f"{where}: rewriting the result changes it"))
    return out


def _signatures(known: Sequence[Row]) -> list[Fault]:
    wanted = sorted({e.mindspore for row in known for e in row.equivalents if e.mindspore and e.until is None})
    with naming.asked() as children:
        torch = naming.describe(children["torch"], [row.torch for row in known])
        mindspore = naming.describe(children["mindspore"], wanted)
    out: list[Fault] = []
    for row in known:
        out += _torch_side(row, torch[row.torch])
        for number, equivalent in enumerate(row.equivalents):
            out += _mindspore_side(row, number, equivalent, mindspore)
    return out


def _torch_side(row: Row, found: Described) -> list[Fault]:
    owner = row.torch.split(".")[-2]
    if not found.found:
        if owner in _MADE_LATER or row.torch.startswith(("torchvision.", "torchaudio.")):
            return []  # made when an instance is, or of a package that need not be there
        return [Fault(row.torch, "signature", f"the installed torch has no {row.torch}")]
    if row.kind not in ("function", "class") or len(row.signatures) != 1 or not found.fixed:
        return []
    if any(p.kind == "positional_only" for p in found.parameters or ()):
        return []
    actual = {p.name for p in found.parameters or ()}
    stated = {p.name for p in signatures.parse(row.signatures[0]).parameters}
    lacking = {name for name in actual if not name.startswith("_")} - stated
    return [
        Fault(row.torch, "signature", f"torch: {what} {', '.join(sorted(wrong))}")
        for what, wrong in (("not stated", lacking), ("not there", stated - actual))
        if wrong
    ]


def _mindspore_side(row: Row, number: int, equivalent: Equivalent, found: Mapping[str, Described]) -> list[Fault]:
    if equivalent.mindspore is None or equivalent.until is not None:
        return []
    described = found[equivalent.mindspore]
    where = f"equivalents[{number}]"
    if not described.found:
        parent = equivalent.mindspore.rpartition(".")[0].rpartition(".")[2]
        if parent[:1].isupper():
            return []  # an instance may carry it
        return [Fault(row.torch, "signature", f"{where}: the installed MindSpore has no {equivalent.mindspore}")]
    if not described.fixed or equivalent.template is not None:
        return []
    if any(p.kind == "positional_only" for p in described.parameters or ()):
        return []
    source = equivalent.signature or (row.signatures[0] if row.signatures else "()")
    stated = {p.name for p in signatures.parse(source).parameters if not p.kind.startswith("var_")}
    wrong = stated - {p.name for p in described.parameters or ()}
    return [Fault(row.torch, "signature", f"{where}: not there: {', '.join(sorted(wrong))}")] if wrong else []
