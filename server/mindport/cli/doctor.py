"""``mindport doctor``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mindport import __version__
from mindport.cli.command import USAGE, Command, say
from mindport.cli.options import format_option, language_option
from mindport.cli.output import as_json, emit, status_line
from mindport.verify.environment import TESTED, Environment, Framework, inspect


@click.command("doctor", cls=Command)
@format_option("text", "json")
@language_option
def command(form: str) -> int:
    """Says what is installed, what works, and what to do about what does not."""
    with status_line("doctor"):
        found = inspect(lambda seconds: say("doctor.timeout", seconds=f"{seconds:g}"))
    emit(as_json(_document(found)) if form == "json" else "\n".join(_lines(found)))
    return 0 if found.can_scan else USAGE


def _document(found: Environment) -> dict[str, object]:
    return {
        "schema": 1,
        "mindport": __version__,
        "python": {"version": found.python, "executable": found.executable, "ok": found.python_fits},
        "rows": {"count": found.rows, "reason": found.rows_reason, "ok": bool(found.rows)},
        "frameworks": [
            {
                "name": framework.name,
                "version": framework.version,
                "devices": list(framework.devices),
                "tested": TESTED[framework.name],
                "ok": framework.works,
                "reason": framework.reason,
                "remedy": _remedy(framework),
            }
            for framework in found.frameworks
        ],
        "can_scan": found.can_scan,
        "can_verify": found.can_verify,
    }


def _lines(found: Environment) -> Iterator[str]:
    yield say("doctor.title", version=__version__)
    yield _line(found.python_fits, say(f"doctor.python{'' if found.python_fits else '.bad'}", version=found.python))
    if not found.python_fits:
        yield _remedy_line(say("doctor.remedy.python"))
    if found.rows:
        yield _line(True, say("doctor.rows", count=found.rows))
    else:
        yield _line(False, say("doctor.rows.bad", reason=found.rows_reason or "0"))
        yield _remedy_line(say("doctor.remedy.reinstall"))
    for framework in found.frameworks:
        yield from _framework(framework)
    yield ""
    yield _line(found.can_scan, say("doctor.scan"))
    yield _line(found.can_verify, say("doctor.verify" if found.can_verify else "doctor.verify.lacking"))


def _framework(framework: Framework) -> Iterator[str]:
    name, version = framework.name, framework.version
    if version is None:
        yield f"  [{say('doctor.lacking')}] {say('doctor.framework.lacking', name=name)}"
    elif not framework.works:
        reason = framework.reason or "-"
        yield f"  [{say('doctor.broken')}] {say('doctor.framework.broken', name=name, version=version, reason=reason)}"
    else:
        devices = ", ".join(framework.devices)
        yield _line(True, say("doctor.framework", name=name, version=version, devices=devices))
    if version is not None and not framework.tested:
        yield f"      {say('doctor.tested', name=name, version=version, tested=TESTED[name])}"
    remedy = _remedy(framework)
    if remedy:
        yield _remedy_line(remedy)


def _remedy(framework: Framework) -> str | None:
    if framework.version is None:
        return say("doctor.remedy.verify")
    return None if framework.works else say("doctor.remedy.framework", module=framework.name)


def _line(good: bool, what: str) -> str:
    return f"  [{say('doctor.ok' if good else 'doctor.lacking')}] {what}"


def _remedy_line(remedy: str) -> str:
    return f"      → {remedy}"
