"""Processes that work for another one, and end when that is killed before it could end them."""

from __future__ import annotations

import os
import threading

WATCHING = "mindport-watching"
"""The name of a thread that does nothing but wait; forking is as safe beside it as without it."""


def end_when_closed(stream: int) -> None:
    """Ends this process as soon as nobody holds the other end of ``stream``. Effect: starts a thread; reads what comes."""
    threading.Thread(target=_end, args=(stream,), name=WATCHING, daemon=True).start()


def _end(stream: int) -> None:
    while os.read(stream, 1 << 12):
        pass
    os._exit(1)  # from within whatever runs
