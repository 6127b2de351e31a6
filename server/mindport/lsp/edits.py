"""Changes of text as the client can take them."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from mindport.lsp.documents import Part
from mindport.lsp.session import Session


def workspace_edit(session: Session, parts: Sequence[Part]) -> types.WorkspaceEdit:
    """Changes of texts, each tied to its version where the client understands that."""
    if not session.client.document_changes:
        return types.WorkspaceEdit(changes={part.uri: part.edits for part in parts})
    changes = [
        types.TextDocumentEdit(
            text_document=types.OptionalVersionedTextDocumentIdentifier(uri=part.uri, version=part.version),
            edits=list(part.edits),
        )
        for part in parts
    ]
    return types.WorkspaceEdit(document_changes=list(changes))


def with_new_file(edit: types.WorkspaceEdit, uri: str, text: str) -> types.WorkspaceEdit:
    """``edit`` together with a file that is created, or replaced if it is there; for a client that can create files."""
    changes = edit.document_changes or ()
    options = types.CreateFileOptions(overwrite=True)
    start = types.Position(line=0, character=0)
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=None)
    content = types.TextEdit(range=types.Range(start=start, end=start), new_text=text)
    return types.WorkspaceEdit(
        document_changes=[
            *changes,
            types.CreateFile(uri=uri, options=options),
            types.TextDocumentEdit(text_document=identifier, edits=[content]),
        ]
    )
