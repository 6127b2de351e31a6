"""``mindport.verifyClass``: a Module class checked in both frameworks, in the background."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mindport.lsp import arguments as given
from mindport.lsp import convert, guard
from mindport.lsp.progress import progress
from mindport.lsp.server import Server
from mindport.render.messages import said
from mindport.render.report import equivalence

if TYPE_CHECKING:
    from mindport.verify.report import VerifyRequest

VERIFY_CLASS = "mindport.verifyClass"
_STAGES = ("start", "build", "torch", "mindspore", "layers", "compare")


def register(server: Server) -> None:
    server.command(VERIFY_CLASS)(verify_class)


@guard.asked
async def verify_class(ls: Server, arguments: Sequence[Any]) -> Any:
    """``{uri, className, build, inputs?, call?, mode?, grad?, layers?, seed?, rtol?, atol?, mindsporeUri?}`` →
    the report of ``mindport verify --format json``.

    Runs the user's code, and so refuses in a workspace that is not trusted.
    """
    session = ls.session
    if not session.client.trusted:
        raise guard.Refusal(session.say("error.untrusted"))
    table = given.table(session, VERIFY_CLASS, arguments, "uri")
    name = str(table.get("className") or "")
    if not table.get("build"):
        raise guard.Refusal(session.say("error.build", name=name or "Model"))
    request = _request(ls, table)
    engine, stopped = session.engine, threading.Event()
    async with progress(ls, session.say("progress.verify", name=name or str(table["build"]))) as report:

        def stage(at: str) -> None:
            known = _STAGES.index(at) / len(_STAGES) if at in _STAGES else None
            report(session.say(f"progress.verify.{at}") if known is not None else at, known)

        work = asyncio.to_thread(engine.verify, request, stage, stopped.is_set)
        try:
            return _told(session.language, (await work).to_json())
        except ImportError as error:
            raise guard.Refusal(session.say("error.verify-missing", reason=str(error))) from None
        finally:
            # On a cancelled request the thread goes on until the check has ended its processes.
            stopped.set()


def _told(language: str, report: dict[str, object]) -> dict[str, object]:
    """The report with its reason and its remarks in the user's language."""
    spoken = said.report_in_language(report, language)
    return {**spoken, "message": equivalence.reason(report, language) if report.get("reason") else None}


def _request(ls: Server, table: Mapping[str, Any]) -> VerifyRequest:
    session = ls.session
    torch_file = convert.path_of(given.required(session, VERIFY_CLASS, table, "uri"))
    mindspore_uri = table.get("mindsporeUri")
    if torch_file is None or not torch_file.is_file():
        raise guard.Refusal(session.say("error.document", uri=table["uri"], reason="file?"))
    try:
        from mindport.verify.report import VerifyRequest
        from mindport.verify.session import Limits
    except ImportError:
        raise guard.Refusal(session.say("error.verify-missing")) from None
    chosen = session.settings.verify
    try:
        return VerifyRequest(
            torch_file=torch_file,
            mindspore_file=convert.path_of(str(mindspore_uri)) if mindspore_uri else None,
            build=str(table["build"]),
            inputs=_inputs(table.get("inputs")),
            call=table.get("call") or None,
            mode=str(table.get("mode", "eval")),
            grad=bool(table.get("grad", False)),
            layers=bool(table.get("layers", False)),
            seed=int(table.get("seed", 0)),
            rtol=_number(table.get("rtol")),
            atol=_number(table.get("atol")),
            target=session.engine.settings.target,
            limits=Limits(request=chosen.timeout),
            torch_interpreter=chosen.torch_interpreter or None,
            mindspore_interpreter=chosen.mindspore_interpreter or None,
        )
    except (ValueError, TypeError) as error:
        raise guard.Refusal(session.say("error.arguments", command=VERIFY_CLASS, reason=str(error))) from None


def _inputs(value: Any) -> tuple[str, ...]:
    """Inputs as ``["x=float32[1,4]"]`` or ``{"x": "float32[1,4]"}``."""
    if isinstance(value, Mapping):
        return tuple(f"{name}={spec}" for name, spec in value.items())
    if isinstance(value, str):
        return (value,)
    return tuple(str(item) for item in value or ())


def _number(value: Any) -> float | None:
    return None if value is None else float(value)
