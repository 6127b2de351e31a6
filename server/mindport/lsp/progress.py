"""Progress of long work in the editor, with a way to stop it."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from lsprotocol import types

from mindport.lsp.protocol import progress_token
from mindport.lsp.server import Server

_log = logging.getLogger(__name__)

Report = Callable[[str, float | None], None]
"""Takes a message and the part that is done, 0 to 1; may be called from any thread."""


@asynccontextmanager
async def progress(ls: Server, title: str) -> AsyncIterator[Report]:
    """Shows ``title`` while the block runs; when the user stops it, the task that runs the block is cancelled."""
    token = await _token(ls)
    if token is None:
        yield lambda message, part: None
        return
    shown = ls.work_done_progress
    shown.begin(token, types.WorkDoneProgressBegin(title=title, cancellable=True, percentage=0))
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    stopped = shown.tokens[token]
    stopped.add_done_callback(lambda done: task.cancel() if task and done.cancelled() else None)

    def report(message: str, part: float | None) -> None:
        percentage = None if part is None else round(100 * min(max(part, 0.0), 1.0))
        value = types.WorkDoneProgressReport(message=message, percentage=percentage, cancellable=True)
        loop.call_soon_threadsafe(shown.report, token, value)

    try:
        yield report
    finally:
        shown.tokens.pop(token, None)
        shown.end(token, types.WorkDoneProgressEnd())


async def _token(ls: Server) -> types.ProgressToken | None:
    """The token that the client sent along with the request, else a new one that it agrees to."""
    given = progress_token.get()
    if given is not None or not ls.session.client.progress:
        return given
    token = str(uuid.uuid4())
    try:
        await asyncio.wait_for(ls.work_done_progress.create_async(token), 5)
    except Exception:
        _log.warning("the client refuses to show progress", exc_info=True)
        return None
    return token
