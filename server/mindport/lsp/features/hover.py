"""Hover: the use under the cursor explained."""

from __future__ import annotations

import re

from lsprotocol import types

from mindport.lsp import guard
from mindport.lsp.server import Server


def register(server: Server) -> None:
    server.feature(types.TEXT_DOCUMENT_HOVER)(hover)


@guard.passive(None)
async def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    session = ls.session
    analysed = await session.analysed(params.text_document.uri)
    if analysed is None or analysed.analysis is None:
        return None
    document, analysis, uri = analysed.document, analysed.analysis, params.text_document.uri
    offset = document.offset(session.codec, uri, params.position)
    found = await session.analyses.compute(lambda: analysed.engine.hover(analysis, offset))
    if found is None:
        return None
    if session.client.markdown_hover:
        content = types.MarkupContent(kind=types.MarkupKind.Markdown, value=found.markdown)
    else:
        content = types.MarkupContent(kind=types.MarkupKind.PlainText, value=plain(found.markdown))
    return types.Hover(contents=content, range=document.range(session.codec, uri, found.span))


def plain(markdown: str) -> str:
    """Markdown as plain text, for a client that cannot show it."""
    text = re.sub(r"^```.*\n?", "", markdown, flags=re.MULTILINE)
    text = re.sub(r"^\| --- .*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\*\*|`|(?<=\w)  $|^\*|\*$", "", text, flags=re.MULTILINE).replace("\\|", "|")
