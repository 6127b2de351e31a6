"""What calls in other files give to a file's functions, found in a process of its own: it walks dozens of files, whose trees
would stay in the server's memory, and takes no turn from what is being typed.

One line of JSON in, the evidence out, pickled by and for MindPort alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.mapping.own_files import OwnRows
from mindport.semantics.callers import Evidence


class Failed(Exception):
    """The process has ended without an answer."""


async def evidence_for(path: Path, settings: Settings) -> Evidence:
    """What calls in other files give to the functions of a file, as they are on disk. Raises ``Failed``."""
    import pickle

    own = None if settings.own is None else [str(settings.own.folder), settings.own.stamp]
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "mindport.lsp.callers_job"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        out, _ = await child.communicate(json.dumps({"path": str(path), "own": own}).encode() + b"\n")
    finally:
        if child.returncode is None:
            child.kill()
    if child.returncode != 0:
        raise Failed(f"exit {child.returncode}")
    evidence: Evidence = pickle.loads(out)
    return evidence


def main() -> None:
    import pickle

    job = json.loads(sys.stdin.readline())
    wire = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints must not end up in the answer
    if hasattr(os, "nice"):
        os.nice(5)
    own = OwnRows(Path(job["own"][0]), job["own"][1]) if job.get("own") else None
    found = Engine(Settings(own=own)).callers_of(Path(job["path"]))
    with wire:
        pickle.dump(dict(found), wire)


if __name__ == "__main__":
    main()
