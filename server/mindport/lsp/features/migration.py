"""The migration of one file as a change in the editor."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from mindport.engine import Engine
from mindport.lsp import convert
from mindport.lsp.documents import Document
from mindport.lsp.edits import with_new_file, workspace_edit
from mindport.lsp.server import Server
from mindport.lsp.session import Session
from mindport.project import files

if TYPE_CHECKING:
    from mindport.project.migration import MigratedText


CELLS = "notebook"
"""The problem of a notebook whose cells cannot be told apart in the migrated script."""


@dataclass(frozen=True)
class Change:
    """``lacking``: helpers that the changed text imports, in a module that this client cannot create."""

    edit: types.WorkspaceEdit
    lacking: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Migration:
    """A migrated file and the change that brings it about; ``change`` is None when there is none."""

    file: MigratedText
    change: Change | None


async def migrate(session: Session, document: Document, safe_only: bool = False) -> Migration:
    """Migrates the text of a document, with the helpers that it needs in a file beside it."""
    engine, text, path = Engine(session.engine.settings, texts=session.texts), document.text, document.path
    package = package_of(document)
    aside = session.analyses.compute_aside
    migrated = await aside(lambda: engine.migrate_text(text, path, safe_only, package))
    parts = await aside(lambda: document.rewritten(session.codec, migrated.text))
    if parts is None:  # nothing is written where it might go to another cell
        return Migration(replace(migrated, problem=CELLS), None)
    if not parts:
        return Migration(migrated, None)
    edit = workspace_edit(session, parts)
    return Migration(migrated, with_helpers(session, document, edit, migrated.helpers))


def package_of(document: Document) -> str:
    """Dots before the module of helpers beside a document: one where that is part of a package."""
    path = document.path
    return "." if path is not None and (path.parent / "__init__.py").exists() else ""


def with_helpers(session: Session, document: Document, edit: types.WorkspaceEdit, names: frozenset[str]) -> Change:
    """``edit`` with the module of helpers beside the document; those that it already holds stay in it."""
    if not names or document.path is None:
        return Change(edit)
    from mindport.project.migration import HELPERS_FILE

    path = document.path.with_name(HELPERS_FILE)
    there = _helpers_in(path, session.engine)
    if there is not None and names <= there:
        return Change(edit)
    if there is None or not session.client.create_files:
        return Change(edit, names)
    text = session.engine.helpers_module(names | there)
    return Change(with_new_file(edit, convert.uri_of(path), text))


def helpers_text(session: Session, document: Document, names: frozenset[str]) -> str:
    """The module of helpers beside a document, with ``names`` and with those that it already holds."""
    from mindport.project.migration import HELPERS_FILE

    there = _helpers_in(document.path.with_name(HELPERS_FILE), session.engine) if document.path is not None else None
    return session.engine.helpers_module(names | (there or frozenset()))


def tell_lacking(ls: Server, change: Change) -> None:
    """Says which helpers the user has to bring along."""
    if change.lacking:
        text = ls.session.say("command.helpers", names=", ".join(sorted(change.lacking)))
        ls.window_show_message(types.ShowMessageParams(type=types.MessageType.Info, message=text))


def _helpers_in(path: Path, engine: Engine) -> frozenset[str] | None:
    """Names of the helpers in a module; None when it is not one that was generated, and so is not ours to replace."""
    found = files.read_source(path)
    if isinstance(found, files.Unreadable):
        return frozenset() if found.kind == "missing" else None
    if not found.text.startswith(engine.helpers_module(frozenset()).splitlines()[0]):
        return None
    defined = re.findall(r"^(?:def|class) (\w+)", found.text, flags=re.MULTILINE)
    return frozenset(name for name in defined if engine.index.helper(name) is not None)
