"""``mindport row``: work on the mapping database."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindport.cli.command import LEFT, Command, Failure, LazyGroup, Option, language, option, say
from mindport.cli.options import engine_for, engine_options, existing, format_option, language_option, output_option
from mindport.cli.output import as_json, emit, progress_bar, status_line
from mindport.project import config as configs

if TYPE_CHECKING:
    from mindport.authoring.stats import Counts, Stats
    from mindport.engine import Engine

_LISTED = 12
_NAME = re.compile(r"torch\w*(\.\w+)+")


@click.group("row", cls=LazyGroup, lazy={})
@language_option
def command() -> None:
    """Shows what the mapping rows cover, checks rows and drafts new ones."""


@click.command("stats", cls=Command)
@option("--frequency", type=click.Path(path_type=Path), metavar="TSV", help="help.option.frequency")
@option(
    "--files", "folders", type=click.Path(path_type=Path), multiple=True, metavar="FOLDER", help="help.option.files"
)
@option("--jobs", type=click.IntRange(min=1), help="help.option.jobs")
@option("--missing", type=click.IntRange(min=0), default=_LISTED, help="help.option.missing")
@format_option("text", "json")
@engine_options
def stats(
    frequency: Path | None,
    folders: tuple[Path, ...],
    jobs: int | None,
    missing: int,
    form: str,
    target: str | None,
    mindspore: str | None,
) -> None:
    """Rows by name space, and what they cover of uses and of whole files."""
    from dataclasses import replace

    from mindport.authoring import stats as measuring

    existing([*folders, *([frequency] if frequency else [])])
    engine = engine_for(configs.Config(target="cpu"), target, mindspore)
    found = measuring.of_rows(engine)
    if frequency is not None:
        try:
            uses, lacking = measuring.of_uses(engine, frequency)
        except measuring.BadTable as error:
            raise click.ClickException(str(error)) from error
        found = replace(found, uses=uses, lacking=lacking)
    if folders:
        with progress_bar(say("progress.scanning")) as progress:
            report = engine.scan(folders, jobs, progress)
        found = replace(found, files=measuring.of_files(engine, report))
    emit(as_json(found.to_json()) if form == "json" else _stats(found, missing))


def _stats(found: Stats, missing: int) -> str:
    from mindport.render.report.columns import lay_out

    head = ["", *(say(f"row.column.{name}") for name in ("rows", "ascend", "cpu", "gpu", "verified"))]
    lines = [head, *(_line(name, counts) for name, counts in found.namespaces.items())]
    lines.append(_line(say("row.total"), found.total))
    out = lay_out(lines, right=range(1, 6))
    for key, counts, lacking in (
        ("uses", found.uses, found.lacking),
        ("files", found.files.counts if found.files else None, found.files.lacking if found.files else ()),
    ):
        if counts is None:
            continue
        out += ["", say(f"row.covered.{key}", total=counts.total)]
        shares = [
            ("row", counts.row),
            *((f"on.{name}", n) for name, n in counts.on.items()),
            ("verified", counts.verified),
        ]
        out += lay_out(
            [[say(f"row.share.{name}"), f"{n}", f"{n / max(1, counts.total):.2%}"] for name, n in shares],
            right=(1, 2),
            indent="  ",
        )
        if lacking and missing:
            out.append("  " + say("row.lacking"))
            out += lay_out([[name, str(n)] for name, n in lacking[:missing]], right=(1,), indent="    ")
    return "\n".join(out)


def _line(name: str, counts: Counts) -> list[str]:
    return [
        name,
        *(str(n) for n in (counts.row, counts.on["ascend"], counts.on["cpu"], counts.on["gpu"], counts.verified)),
    ]


@click.command("test", cls=Command)
@click.argument("names", nargs=-1, metavar="NAME...")
@option("--mutate", is_flag=True, help="help.option.mutate")
@format_option("text", "json")
@engine_options
def test(names: tuple[str, ...], mutate: bool, form: str, target: str | None, mindspore: str | None) -> int:
    """Checks rows: format, signatures, rewriting, a second pass, agreement of both frameworks, what examples show."""
    engine = engine_for(configs.Config(target="cpu"), target, mindspore)
    known(engine, names)
    if mutate:
        return _mutate(engine, names or tuple(engine.index.names()), form)
    if not names:
        raise Failure("cli.need-option", option="NAME")
    with workers(), progress_bar(say("progress.verifying")) as progress:
        from mindport.authoring import check

        report = check.rows(engine, names, lambda done, total, name: progress(done, total))
    if form == "json":
        emit(as_json(report.to_json()))
    else:
        by_row: dict[str, list[str]] = {}
        for fault in report.faults:
            by_row.setdefault(fault.row, []).append(f"  {say(f'row.check.{fault.check}')}: {fault.detail}")
        lines = [line for name, faults in by_row.items() for line in (name, *faults)]
        count = len(report.rows)
        emit("\n".join([*lines, say("row.tested", count=count, sound=count - len(by_row))]))
    return LEFT if report.faults else 0


def _mutate(engine: Engine, names: tuple[str, ...], form: str) -> int:
    from mindport.authoring import mutate
    from mindport.render.report.columns import lay_out

    with progress_bar(say("progress.mutating")) as progress:
        report = mutate.run(engine, names, progress)
    if form == "json":
        emit(as_json(report.to_json()))
    else:
        kinds = [
            [kind, f"{caught}/{total}", f"{caught / total:.1%}"] for kind, (caught, total) in report.by_kind().items()
        ]
        missed = [f"  {m.row}: {m.what}" for m in report.survivors()]
        head = [say("row.survived"), *missed] if missed else []
        emit(
            "\n".join(
                [*head, say("row.mutated", rows=report.rows, count=len(report.outcomes)), *lay_out(kinds, (1, 2), "  ")]
            )
        )
    return LEFT if report.survivors() else 0


@click.command("missing", cls=Command)
@click.argument("spaces", nargs=-1, metavar="[NAMESPACE...]")
@format_option("text", "json")
@language_option
def missing(spaces: tuple[str, ...], form: str) -> int:
    """Lists public names of the installed torch that have no row."""
    engine = engine_for(configs.Config(target="cpu"), None, None)
    with workers(), status_line(say("progress.inspecting")):
        from mindport.authoring import names

        found = names.missing(engine.index, spaces or names.SPACES)
    empty = [space.name for space in found if not space.public]
    if empty:
        raise Failure("row.not-there", name=empty[0])
    count, public = sum(len(space.missing) for space in found), sum(space.public for space in found)
    if form == "json":
        document = {space.name: {"public": space.public, "missing": list(space.missing)} for space in found}
        emit(as_json({"schema": 1, "public": public, "missing": count, "namespaces": document}))
    else:
        lines = [
            line
            for space in found
            for line in (
                say("row.missing", space=space.name, count=space.public - len(space.missing), public=space.public),
                *(f"  {name}" for name in space.missing),
            )
        ]
        emit("\n".join([*lines, say("row.missing", space=say("row.total"), count=public - count, public=public)]))
    return LEFT if count else 0


@click.command("new", cls=Command)
@click.argument("name", metavar="NAME")
@output_option
@language_option
def new(name: str, output: Path | None) -> None:
    """Drafts a row from the installed packages; what is guessed is marked for review."""
    if not _NAME.fullmatch(name):
        raise Failure("row.no-name", name=name)
    if output is not None and output.exists():
        raise Failure("row.exists", path=output)
    with workers(), status_line(say("progress.inspecting")):
        from mindport.authoring import draft

        try:
            made = draft.draft(name)
        except draft.NotThere as error:
            raise Failure("row.not-there", name=name) from error
    emit(made.text, output)
    click.echo(say("row.drafted", path=made.path, count=len(made.candidates)), err=True)


@click.command("reference", cls=Command)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    cls=Option,
    metavar="DIR",
    help="help.option.reference-output",
)
@option("--mindspore", metavar="VERSION", help="help.option.mindspore")
@language_option
def reference(output: Path, mindspore: str | None) -> None:
    """Writes the reference of all rows, in English and Chinese."""
    from mindport.render import messages
    from mindport.render.report import reference as rendering

    engine = engine_for(configs.Config(target="cpu"), None, mindspore)
    rows = [row for name in engine.index.names() if (row := engine.index.get(name)) is not None]
    for one in messages.LANGUAGES:
        for name, text in rendering.pages(rows, engine.evidence, one, engine.settings.mindspore).items():
            emit(text, output / one / name)
    click.echo(say("row.reference", path=output / language() / "index.html", count=len(rows)))


def known(engine: Engine, names: tuple[str, ...]) -> None:
    """Raises ``Failure`` for the first name without a row."""
    for name in names:
        if engine.row(name) is None:
            raise Failure("cli.unknown-api", name=name)


@contextmanager
def workers() -> Iterator[None]:
    """Turns what a framework's process can fail with into one clear line."""
    try:
        from mindport.verify.session import ChildError
        from mindport.worker.protocol import Kind
    except ImportError as error:
        raise Failure("cli.need-verify") from error
    try:
        yield
    except ImportError as error:
        raise Failure("cli.need-verify") from error
    except ChildError as error:
        if error.failure.kind == Kind.MISSING:
            raise Failure("cli.need-verify") from error
        raise click.ClickException(f"{error.framework}: {error.failure.message}") from error


command.add_command(stats)
command.add_command(test)
command.add_command(new)
command.add_command(reference)
command.add_command(missing)
