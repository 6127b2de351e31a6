"""``mindport weights convert`` and ``mindport weights compare``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindport.cli.command import LEFT, Command, Failure, LazyGroup, language, option, say
from mindport.cli.options import config_for, engine_for, engine_options, existing, format_option, language_option
from mindport.cli.output import as_json, emit, status_line
from mindport.render.messages import said

if TYPE_CHECKING:
    from mindport.weights.compare import CompareReport
    from mindport.weights.convert import ConvertReport

_LISTED = 8


@click.group("weights", cls=LazyGroup, lazy={})
@language_option
def command() -> None:
    """Converts and compares checkpoints of both frameworks."""


@click.command("convert", cls=Command)
@click.argument("source", type=click.Path(path_type=Path), metavar="IN")
@click.argument("destination", type=click.Path(path_type=Path), metavar="OUT")
@option("--torch-file", type=click.Path(path_type=Path), required=True, help="help.option.torch-file")
@option("--build", metavar="EXPR", required=True, help="help.option.weights-build")
@format_option("text", "json")
@engine_options
def convert(
    source: Path,
    destination: Path,
    torch_file: Path,
    build: str,
    form: str,
    target: str | None,
    mindspore: str | None,
) -> int:
    """Converts a checkpoint, in the direction that the file names say."""
    existing([source, torch_file])
    engine = engine_for(config_for((torch_file,)), target, mindspore)
    try:
        from mindport.weights import convert as conversion
        from mindport.weights import state_map
    except ImportError as error:
        raise Failure("cli.need-verify") from error
    maps = state_map.from_rows(engine.index, engine.settings.target, engine.settings.mindspore)
    with status_line(say("progress.weights")):
        report = conversion.convert(source, destination, torch_file, build, maps)
    if report.error:
        raise Failure("weights.failed", reason=report.error)
    emit(as_json(report.to_json()) if form == "json" else "\n".join(_converted(report, destination)))
    return LEFT if report.missing or report.unmatched else 0


@click.command("compare", cls=Command)
@click.argument("left", type=click.Path(path_type=Path), metavar="A")
@click.argument("right", type=click.Path(path_type=Path), metavar="B")
@format_option("text", "json")
@language_option
def compare(left: Path, right: Path, form: str) -> int:
    """Compares names, shapes and values of two checkpoints."""
    existing([left, right])
    try:
        from mindport.weights import compare as comparison
    except ImportError as error:
        raise Failure("cli.need-verify") from error
    with status_line(say("progress.weights")):
        report = comparison.compare_files(left, right)
    if report.error:
        raise Failure("weights.failed", reason=report.error)
    emit(as_json(report.to_json()) if form == "json" else "\n".join(_compared(report, left, right)))
    return 0 if report.same else LEFT


command.add_command(convert)
command.add_command(compare)


def _converted(report: ConvertReport, destination: Path) -> Iterator[str]:
    yield say("weights.converted", count=report.converted, path=destination)
    if report.renamed:
        yield say("weights.renamed", count=len(report.renamed))
    if report.unmatched:
        yield say("weights.unmatched", names=_names(report.unmatched))
    if report.missing:
        yield say("weights.missing", names=_names(report.missing))
    yield from (said.in_language(note, language()) for note in report.notes)


def _compared(report: CompareReport, left: Path, right: Path) -> Iterator[str]:
    for deviation in report.tensors:
        if deviation.note:
            yield say("weights.differ", name=deviation.name, what=said.in_language(deviation.note, language()))
        elif deviation.max_abs:
            yield say("weights.value", name=deviation.name, value=f"{deviation.max_abs:.2e}")
    if report.only_left:
        yield say("weights.only", path=left, names=_names(report.only_left))
    if report.only_right:
        yield say("weights.only", path=right, names=_names(report.only_right))
    same = sum(d.within and d.max_abs == 0 for d in report.tensors)
    count = len(report.tensors) + len(report.only_left) + len(report.only_right)
    yield say("weights.summary", same=same, count=count)


def _names(names: tuple[str, ...]) -> str:
    more = f", … (+{len(names) - _LISTED})" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
