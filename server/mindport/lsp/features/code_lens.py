"""Code lenses: a check in both frameworks over each Module class."""

from __future__ import annotations

from lsprotocol import types

from mindport.lsp import guard
from mindport.lsp.features.verification import VERIFY_CLASS
from mindport.lsp.server import Server


def register(server: Server) -> None:
    server.feature(types.TEXT_DOCUMENT_CODE_LENS)(code_lens)


@guard.passive(None)
async def code_lens(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    session = ls.session
    analysed = await session.analysed(params.text_document.uri)
    if analysed is None or analysed.analysis is None or analysed.document.path is None:
        return None
    if not analysed.document.is_imported:  # a check imports the class
        return None
    title = session.say("lens.verify")
    lenses = []
    for module in analysed.analysis.modules:
        arguments = {"uri": analysed.document.uri, "className": module.name}
        command = types.Command(title=title, command=VERIFY_CLASS, arguments=[arguments])
        area = session.codec.range(analysed.document.lines, module.name_span)
        lenses.append(types.CodeLens(range=area, command=command))
    return lenses
