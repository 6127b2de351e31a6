"""Asks another process what calls in other files give to a document's functions: that walks dozens of files, whose trees would
stay in the server's memory, and takes no turn from what is being typed."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path

from mindport import own_process
from mindport.engine import Settings
from mindport.semantics.callers import Evidence


class Failed(Exception):
    """The process has ended without an answer."""


async def evidence_for(path: Path, settings: Settings) -> Evidence:
    """What calls in other files give to the functions of a file, as they are on disk. Raises ``Failed``."""
    from mindport.semantics import portable

    own = None if settings.own is None else [str(settings.own.folder), settings.own.stamp]
    child = await asyncio.create_subprocess_exec(
        *own_process.command("mindport.calling"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdin is not None and child.stdout is not None
    try:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            child.stdin.write(json.dumps({"path": str(path), "own": own}).encode() + b"\n")
            await child.stdin.drain()
        out = await child.stdout.read()  # what it reads from stays open: it ends when this process does
        await child.wait()
    finally:
        if child.returncode is None:
            child.kill()
    if child.returncode != 0:
        raise Failed(f"exit {child.returncode}")
    return portable.unpack_evidence(out)
