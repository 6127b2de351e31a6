"""The commands of the server: migrate a file, scan a project, explain an API; ``verification`` has the fourth.

Each takes one argument, a table (or the plain value that matters most), and returns plain JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types

from mindport import own_process
from mindport.lsp import arguments as given
from mindport.lsp import convert, guard
from mindport.lsp.documents import Document
from mindport.lsp.features import migration
from mindport.lsp.progress import Report, progress
from mindport.lsp.server import Server
from mindport.project import files
from mindport.text import LineIndex

MIGRATE_FILE = "mindport.migrateFile"
SCAN_PROJECT = "mindport.scanProject"
EXPLAIN = "mindport.explain"
_LONGEST_LINE = 1 << 28


def register(server: Server) -> None:
    server.command(MIGRATE_FILE)(migrate_file)
    server.command(SCAN_PROJECT)(scan_project)
    server.command(EXPLAIN)(explain)


@guard.asked
async def migrate_file(ls: Server, arguments: Sequence[Any]) -> dict[str, Any]:
    """``{uri, apply?, safeOnly?}`` → ``{uri, text, cells, uses, converted, left, helpers, helpersText, problem, applied,
    message}``; ``cells``: of an open notebook, the text of each cell with Python."""
    table = given.table(ls.session, MIGRATE_FILE, arguments, "uri")
    uri = given.required(ls.session, MIGRATE_FILE, table, "uri")
    document = document_of(ls, uri)
    async with progress(ls, ls.session.say("progress.migrate", name=uri.rpartition("/")[2])):
        done = await migration.migrate(ls.session, document, safe_only=bool(table.get("safeOnly", False)))
    applied = False
    if done.change is not None and table.get("apply", True) and ls.session.client.apply_edit:
        applied = await _apply(ls, done.change.edit)
        migration.tell_lacking(ls, done.change)
    file = done.file
    return {
        "uri": uri,
        "text": file.text,
        "cells": document.divided(file.text),
        "uses": file.uses,
        "converted": file.converted,
        "left": [{**document.told(u.line, u.column), "api": u.api, "reason": u.reason} for u in file.left],
        "helpers": sorted(file.helpers),
        "helpersText": migration.helpers_text(ls.session, document, file.helpers) if file.helpers else None,
        "problem": _problem(ls, file.problem),
        "applied": applied,
        "message": _told(ls, file.uses, file.converted, len(file.left)),
    }


def _problem(ls: Server, kind: str | None) -> str | None:
    if kind is None:
        return None
    return ls.session.say("error.cells" if kind == migration.CELLS else "error.unparsed")


async def _apply(ls: Server, edit: types.WorkspaceEdit) -> bool:
    label = ls.session.say("action.migrate")
    answer = await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit=edit, label=label))
    if not answer.applied:
        raise guard.Refusal(ls.session.say("error.edit-refused", reason=answer.failure_reason or "?"))
    return True


def _told(ls: Server, uses: int, converted: int, left: int) -> str:
    if not uses:
        return ls.session.say("command.migrated.none")
    if not left:
        return ls.session.say("command.migrated.all", uses=uses)
    return ls.session.say("command.migrated", uses=uses, converted=converted, left=left)


@guard.asked
async def scan_project(ls: Server, arguments: Sequence[Any]) -> Any:
    """``{uri}`` of a folder, by default the workspace's first → the report of ``mindport scan --format json``."""
    table = given.table(ls.session, SCAN_PROJECT, arguments, "uri")
    uri = table.get("uri")
    folder = convert.path_of(str(uri)) if uri else next(iter(ls.session.folders), None)
    if folder is None and not uri:
        raise guard.Refusal(ls.session.say("error.folder.none"))
    if folder is None or not folder.exists():
        raise guard.Refusal(ls.session.say("error.folder", path=uri or folder))
    async with progress(ls, ls.session.say("progress.scan")) as report:
        return await _scan(ls, folder, report)


async def _scan(ls: Server, folder: Path, report: Report) -> Any:
    settings = ls.session.engine.settings
    job = {
        "paths": [str(folder)],
        "target": settings.target.value,
        "mindspore": settings.mindspore,
        "language": settings.language,
        "own": None if settings.own is None else [str(settings.own.folder), settings.own.stamp],
    }
    child = await asyncio.create_subprocess_exec(
        *own_process.command("mindport.lsp.scan_job"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=_LONGEST_LINE,
        start_new_session=True,
    )
    assert child.stdin is not None and child.stdout is not None
    try:
        child.stdin.write(json.dumps(job).encode() + b"\n")
        await child.stdin.drain()
        async for line in child.stdout:
            message = json.loads(line)
            if "report" in message:
                return message["report"]
            if "error" in message:
                raise guard.Refusal(ls.session.say("error.scan", reason=message["error"]))
            done, total = message["done"], message["total"]
            report(ls.session.say("progress.scan.files", done=done, total=total), done / max(total, 1))
        raise guard.Refusal(ls.session.say("error.scan", reason=f"exit {await child.wait()}"))
    finally:
        await _end(child)


async def _end(child: asyncio.subprocess.Process) -> None:
    """Ends the child and the processes that it started."""
    if child.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(child.pid, signal.SIGKILL)
            else:
                child.kill()
    await asyncio.shield(child.wait())


@guard.asked
async def explain(ls: Server, arguments: Sequence[Any]) -> str:
    """``{name}`` of an API → Markdown."""
    table = given.table(ls.session, EXPLAIN, arguments, "name")
    name = given.required(ls.session, EXPLAIN, table, "name")
    await ls.session.ready.wait()
    engine = ls.session.engine
    markdown = await ls.session.analyses.compute(lambda: engine.explain(name))
    if markdown is None:
        raise guard.Refusal(ls.session.say("error.unknown-api", name=name))
    return markdown


def document_of(ls: Server, uri: str) -> Document:
    """The open document, else the file as it is on disk."""
    document = ls.session.documents.get(uri)
    if document is not None:
        return document
    path = convert.path_of(uri)
    if path is not None and path.suffix == ".ipynb":
        raise guard.Refusal(ls.session.say("error.notebook", uri=uri))
    found = files.read_source(path) if path is not None else files.Unreadable("missing")
    if isinstance(found, files.Unreadable):
        raise guard.Refusal(ls.session.say("error.document", uri=uri, reason=found.detail or found.kind))
    return Document(uri, None, LineIndex(found.text))
