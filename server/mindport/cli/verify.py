"""``mindport verify``: one model, or with ``--rows`` the mapping rows' own examples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindport.cli.command import LEFT, Command, Failure, language, option, say
from mindport.cli.options import config_for, engine_for, engine_options, existing, format_option, output_option
from mindport.cli.output import as_json, emit, progress_bar, status_line
from mindport.project import config as configs
from mindport.render import messages

if TYPE_CHECKING:
    from mindport.engine import Engine
    from mindport.verify.report import VerifyRequest


def _how_many(ctx: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    if value is None or value == "all":
        return None if value is None else 0
    if not value.isdecimal() or int(value) < 1:
        raise click.BadParameter(f"'{value}' is neither a number nor all.", ctx, parameter)
    return int(value)


@click.command("verify", cls=Command)
@click.argument("names", nargs=-1, metavar="FILE | --rows [NAME...]")
@option("--rows", is_flag=True, help="help.option.rows")
@option("--samples", metavar="N|all", callback=_how_many, help="help.option.samples")
@option("--jobs", type=click.IntRange(min=1), help="help.option.jobs")
@option("--again", is_flag=True, help="help.option.again")
@option("--build", metavar="EXPR", help="help.option.build")
@option("--input", "inputs", multiple=True, metavar="NAME=DTYPE[SHAPE]", help="help.option.input")
@option("--call", metavar="EXPR", help="help.option.call")
@option("--mindspore-file", type=click.Path(path_type=Path), help="help.option.mindspore-file")
@option("--mode", type=click.Choice(["eval", "train"]), default="eval", help="help.option.mode")
@option("--grad", is_flag=True, help="help.option.grad")
@option("--layers", is_flag=True, help="help.option.layers")
@option("--seed", type=click.IntRange(min=0), default=0, help="help.option.seed")
@option("--weights", type=click.Choice(["seeded", "as-built"]), default="seeded", help="help.option.weights")
@option("--rtol", type=click.FloatRange(min=0), help="help.option.rtol")
@option("--atol", type=click.FloatRange(min=0), help="help.option.atol")
@option("--timeout", type=click.FloatRange(min=0, min_open=True), help="help.option.timeout")
@format_option("text", "json", "html")
@output_option
@engine_options
def command(
    names: tuple[str, ...],
    rows: bool,
    samples: int | None,
    jobs: int | None,
    again: bool,
    build: str | None,
    inputs: tuple[str, ...],
    call: str | None,
    mindspore_file: Path | None,
    mode: str,
    grad: bool,
    layers: bool,
    seed: int,
    weights: str,
    rtol: float | None,
    atol: float | None,
    timeout: float | None,
    form: str,
    output: Path | None,
    target: str | None,
    mindspore: str | None,
) -> int:
    """Runs a model and its MindSpore version with the same weights and inputs and compares them."""
    if rows:
        if build or inputs or call or mindspore_file:
            raise Failure("cli.only-with", option="--build, --input, --call, --mindspore-file", command="verify FILE")
        # A row is a fact of MindPort's, not of the project that one happens to stand in.
        engine = engine_for(configs.Config(target="cpu"), target, mindspore)
        return _rows(engine, names, form, output, samples, jobs or 1, again)
    if samples is not None or jobs is not None or again:
        raise Failure("cli.only-with", option="--samples, --jobs, --again", command="verify --rows")
    if len(names) != 1:
        raise Failure("cli.need-option", option="FILE")
    if build is None:
        raise Failure("cli.need-option", option="--build EXPR")
    file = Path(names[0])
    existing([file, *([mindspore_file] if mindspore_file else [])])
    config = config_for((file,))
    engine = engine_for(config, target, mindspore)
    try:
        from mindport.verify import inputs as checking
        from mindport.verify.report import VerifyRequest
        from mindport.verify.session import Limits

        for position, text in enumerate(inputs):
            checking.parse(text, position)
    except ImportError as error:
        raise Failure("cli.need-verify") from error
    except checking.BadInput as error:
        raise click.ClickException(str(error)) from error
    request = VerifyRequest(
        torch_file=file,
        mindspore_file=mindspore_file,
        build=build,
        inputs=inputs,
        call=call,
        mode=mode,
        grad=grad,
        layers=layers,
        seed=seed,
        reinit="none" if weights == "as-built" else "seeded",
        rtol=rtol,
        atol=atol,
        target=engine.settings.target,
        limits=Limits(request=timeout) if timeout else Limits(),
    )
    return _model(engine, request, form, output)


def _model(engine: Engine, request: VerifyRequest, form: str, output: Path | None) -> int:
    with status_line(say("progress.verifying")) as step:
        report = engine.verify(request, lambda stage: step(_stage(stage)))
    if report.reason == "framework_missing":
        raise Failure("cli.need-verify")
    document = report.to_json()
    if form == "json":
        emit(as_json(document), output)
    elif form == "html":
        from mindport.render.report import html

        emit(html.verify(document, language()), output)
    else:
        from mindport.render.report import equivalence

        emit(equivalence.as_text(document, language()), output)
        if report.reason == "unsupported_device":
            click.echo(say("verify.hint.target", target=engine.settings.target.value), err=True)
    return 0 if document["verdict"] == "equivalent" else LEFT


def _stage(stage: str) -> str:
    key = f"progress.verify.{stage}"
    return say(key) if key in messages.catalogue("en") else stage


def _rows(
    engine: Engine,
    names: tuple[str, ...],
    form: str,
    output: Path | None,
    samples: int | None,
    jobs: int,
    again: bool,
) -> int:
    for name in names:
        if engine.row(name) is None:
            raise Failure("cli.unknown-api", name=name)
    from mindport.render.report import row_examples

    if form == "html":
        raise Failure("cli.only-with", option="--format html", command="verify FILE")
    try:
        with progress_bar(say("progress.verifying")) as progress:
            report = engine.verify_rows(names, lambda done, total, name: progress(done, total), samples, jobs, again)
    except ImportError as error:
        raise Failure("cli.need-verify") from error
    if report.reason == "framework_missing":
        raise Failure("cli.need-verify")
    document = report.to_json()
    emit(as_json(document) if form == "json" else row_examples.as_text(document, language()), output)
    return LEFT if row_examples.failed(document) else 0
