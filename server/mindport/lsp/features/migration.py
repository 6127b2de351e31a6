"""The migration of one file as a change in the editor."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from mindport.engine import Engine
from mindport.lsp import convert
from mindport.lsp.documents import Document
from mindport.lsp.edits import with_new_file, workspace_edit
from mindport.lsp.session import Session
from mindport.project import files
from mindport.project.migration import HELPERS_FILE, MigratedText
from mindport.text import LineIndex, Span, TextEdit


@dataclass(frozen=True)
class Migration:
    """A migrated file and the change that brings it about; ``edit`` is None when nothing changes."""

    file: MigratedText
    edit: types.WorkspaceEdit | None


async def migrate(session: Session, document: Document, safe_only: bool = False) -> Migration:
    """Migrates the text of a document, with the helpers that it needs in a file beside it."""
    engine, text, path = session.engine, document.text, document.path
    package = "." if path is not None and (path.parent / "__init__.py").exists() else ""
    migrated = await session.analyses.compute(lambda: engine.migrate_text(text, path, safe_only, package))
    edits = changed_lines(document.lines, migrated.text)
    if not edits:
        return Migration(migrated, None)
    edit = workspace_edit(session, document, edits)
    return Migration(migrated, with_helpers(session, document, edit, migrated.helpers))


def with_helpers(
    session: Session, document: Document, edit: types.WorkspaceEdit, names: frozenset[str]
) -> types.WorkspaceEdit:
    """``edit`` with the module of helpers beside the document; those that it already holds stay in it."""
    if not names or document.path is None:
        return edit
    path = document.path.with_name(HELPERS_FILE)
    there = _helpers_in(path, session.engine)
    if there is None or names <= there:
        return edit
    return with_new_file(session, edit, convert.uri_of(path), session.engine.helpers_module(names | there))


def _helpers_in(path: Path, engine: Engine) -> frozenset[str] | None:
    """Names of the helpers in a module; None when it is not one that was generated, and so is not ours to replace."""
    found = files.read_source(path)
    if isinstance(found, files.Unreadable):
        return frozenset() if found.kind == "missing" else None
    defined = frozenset(re.findall(r"^(?:def|class) (\w+)", found.text, flags=re.MULTILINE))
    known = frozenset(name for name in defined if engine.index.helper(name) is not None)
    generated = known and engine.helpers_module(known) == found.text
    return known if generated else None


def changed_lines(lines: LineIndex, after: str) -> list[TextEdit]:
    """The change from one text to another by whole lines, so that cursor and folds outside of it stay."""
    old = lines.text.splitlines(keepends=True)
    new = after.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    edits = []
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            edits.append(TextEdit(Span(starts[i1], starts[i2]), "".join(new[j1:j2])))
    return edits
