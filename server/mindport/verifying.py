"""Ties verification to the engine: what to migrate for a check, and which rows' examples to run."""

from __future__ import annotations

import ast
import contextlib
import itertools
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mindport import examples
from mindport.mapping import load
from mindport.mapping.row import Effect, Equivalent, Example, Row
from mindport.project import migration
from mindport.project.imports import closure, package_root
from mindport.project.walk import Project, ProjectFile
from mindport.verify import check, rows
from mindport.verify import samples as sampling
from mindport.verify.report import Reason, VerifyReport, VerifyRequest
from mindport.verify.row_case import RowCase
from mindport.verify.rows import RowsReport
from mindport.verify.verdict import Verdict
from mindport.weights import state_map

if TYPE_CHECKING:
    from mindport.engine import Engine

Progress = Callable[[str], None]


def verify(
    engine: Engine,
    request: VerifyRequest,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> VerifyReport:
    """Checks a model; without a MindSpore file, the torch file and what it imports are migrated for the check."""
    maps = state_map.from_rows(engine.index, engine.settings.target, engine.settings.mindspore)
    if request.mindspore_file is not None:
        return check.run(request, maps, progress, cancelled or (lambda: False))
    with tempfile.TemporaryDirectory(prefix="mindport-") as folder:
        if not request.torch_file.is_file():
            return VerifyReport(Verdict.INCONCLUSIVE, Reason.BAD_FILE, str(request.torch_file), "torch")
        migrated, left = migrate_closure(engine, request.torch_file, Path(folder))
        request = replace(
            request,
            mindspore_file=migrated,
            mindspore_build=request.mindspore_build or expression(engine, request.build, "model"),
            mindspore_call=request.mindspore_call or expression(engine, request.call, "output"),
        )
        report = check.run(request, maps, progress, cancelled or (lambda: False))
        return replace(report, notes=(*report.notes, *left))


_PRELUDE = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n"


def expression(engine: Engine, source: str | None, result: str) -> str | None:
    """The MindSpore version of a build or call expression, as statements that bind ``result``; None: it serves as it is."""
    try:
        tree = ast.parse(source or "")
    except SyntaxError:
        return None  # the check says what is wrong with it
    made = _chained(tree)
    named = any(isinstance(node, ast.Name) and node.id in ("torch", "F") for node in ast.walk(tree))
    if source is None or not (named or made):
        return None
    single = len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr)
    statements = made or (f"{result} = ({source.strip()})" if single else source)
    migrated = engine.migrate_text(_PRELUDE + statements + "\n")
    lines = migrated.text.splitlines()
    imports = [node for node in ast.parse(migrated.text).body if isinstance(node, (ast.Import, ast.ImportFrom))]
    text = "\n".join(lines[max((node.end_lineno or 0 for node in imports), default=0) :]).strip()
    if not migrated.helpers:
        return text
    return engine.helpers_module(migrated.helpers).replace("from __future__ import annotations\n", "") + "\n\n" + text


def _chained(tree: ast.Module) -> str | None:
    """``M.Net().double()`` in two statements, the first of which says that what ``M.Net()`` makes is a Module."""
    statement = tree.body[0] if len(tree.body) == 1 else None
    value = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else None
    methods: list[ast.Call] = []
    while (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and isinstance(value.func.value, ast.Call)
    ):
        methods.append(value)
        value = value.func.value
    if not methods or isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) != "model":
        return None
    base = ast.unparse(methods[-1].func.value)  # type: ignore[attr-defined]
    rest = ast.unparse(methods[0])[len(base) :]
    return f"model: nn.Module = {base}\nmodel = model{rest}"


def migrate_closure(engine: Engine, file: Path, out: Path) -> tuple[Path, tuple[str, ...]]:
    """Effect: migrates a file and the project files that it imports into ``out``; returns its copy and what was left."""
    root = package_root(file.resolve())
    if root.name.isidentifier():
        out = out / root.name  # relative imports without __init__.py name the folder
    sources = [ProjectFile(path, path.relative_to(root).as_posix()) for path in closure(file.resolve(), root)]

    def convert(text: str, path: Path, package: str) -> migration.MigratedText:
        return engine.migrate_text(text, path, package=package)

    project = Project(root, tuple(sources), (), ())
    engine.note_project(project)
    report = migration.migrate(
        project,
        out,
        convert,
        engine.helpers_module,
        engine.settings.target.value,
        engine.settings.mindspore,
    )
    _link_data({source.path.parent for source in sources}, root, out)
    left = tuple(f"{f.path}:{item.line}: {item.reason}" for f in report.files for item in f.left)
    return out / file.resolve().relative_to(root), left


def _link_data(folders: Iterable[Path], root: Path, out: Path) -> None:
    """Effect: data beside the sources are found beside their copies, too: ``Path(__file__).parent / "a.json"``."""
    for folder in folders:
        place = out / folder.relative_to(root)
        for entry in folder.iterdir():
            link = place / entry.name
            if entry.name.startswith(".") or link.exists() or not place.is_dir() or _holds_code(entry):
                continue
            with contextlib.suppress(OSError):  # a system without links
                link.symlink_to(entry, target_is_directory=entry.is_dir())


def _holds_code(path: Path) -> bool:
    """Whether it is Python code, or a folder with some; a folder with very much else is data."""
    if not path.is_dir():
        return path.suffix in _CODE
    entries = itertools.islice(path.rglob("*"), _MOST_ENTRIES)
    return any(entry.suffix in _CODE for entry in entries)


_CODE = frozenset([".py", ".pyc", ".pyi", ".so", ".pyd"])
_MOST_ENTRIES = 2_000


def verify_rows(
    engine: Engine,
    names: Sequence[str] = (),
    progress: Callable[[int, int, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    samples: int | None = None,
    jobs: int = 1,
    again: bool = False,
) -> RowsReport:
    """Runs the examples of rows, of all rows without names. Rows asked for by name run even if nothing has changed.

    ``samples``: how many of torch's own samples of each API to run too, 0 for all that there are; None for none.
    ``again``: also what has evidence for the same row and versions.
    """
    known = [row for name in names or engine.index.names() if (row := engine.index.get(name)) is not None]
    cases: list[RowCase] = []
    for row in known:
        cases += [_case(engine, row, example) for example in row.examples if _runs(engine, example)]
    database = load.find()
    return rows.run(
        cases,
        state_map.from_rows(engine.index, engine.settings.target, engine.settings.mindspore),
        names=[row.torch for row in known],
        directory=database.root / "verified" if database.is_source else None,
        target=engine.settings.target.value,
        again=lambda name: again or bool(names),
        whole=not names,
        progress=progress,
        cancelled=cancelled or (lambda: False),
        samples=None if samples is None else sampled(engine, known, samples),
        jobs=jobs,
    )


def sampled(engine: Engine, known: Sequence[Row], cap: int) -> rows.Samples:
    """The samples of rows, rewritten as the same calls of a user would be."""
    target, version = engine.settings.target.value, engine.settings.mindspore

    def translate(code: str, names: Sequence[str]) -> sampling.Translated:
        example = Example(code, None, target, {}, {name: {} for name in names}, ())
        made = examples.rewrite(example, version, index=engine.index)
        helpers = engine.helpers_module(made.helpers) if made.helpers else ""
        return sampling.Translated(made.text, made.imports, helpers, made.left)

    jobs: dict[str, sampling.Job] = {}
    for row in known:
        serving = [e for e in row.equivalents if target in e.on]
        if not serving or row.kind not in ("function", "method", "class"):
            continue
        used = frozenset(h for e in serving for h in (e.helper, e.reference) if h)
        jobs[row.torch] = sampling.job(
            row.torch, cap, repr([_without_limits(e) for e in serving]), engine.helpers_module(used) if used else ""
        )
    return rows.Samples(jobs, translate, cap)


def _without_limits(equivalent: Equivalent) -> Equivalent:
    """What decides how a call is rewritten: limits are told, and change nothing."""
    return replace(equivalent, differences=tuple(d for d in equivalent.differences if d.effect is not Effect.LIMIT))


def _runs(engine: Engine, example: Example) -> bool:
    return example.runs and example.target == engine.settings.target.value


def _case(engine: Engine, row: Row, example: Example) -> RowCase:
    rewritten = examples.rewrite(example, engine.settings.mindspore, index=engine.index)
    return RowCase(
        name=row.torch,
        torch=example.torch,
        mindspore=example.mindspore or rewritten.text,
        inputs=example.inputs,
        compare=example.compare,
        mode=example.mode,
        grad=example.grad,
        rtol=example.rtol,
        atol=example.atol,
        imports=rewritten.imports,
        helpers=engine.helpers_module(rewritten.helpers) if rewritten.helpers else "",
    )
