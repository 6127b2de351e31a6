"""What calls in other files give to a file's functions, found in a process of its own: one line of JSON in, the evidence out,
as bytes."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.mapping.own_files import OwnRows
from mindport.project.orphans import end_when_closed
from mindport.semantics import portable


def main() -> None:
    job = json.loads(sys.stdin.readline())
    end_when_closed(0)  # who asks holds the other end until the answer is there
    wire = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints must not end up in the answer
    if hasattr(os, "nice"):
        os.nice(5)
    own = OwnRows(Path(job["own"][0]), job["own"][1]) if job.get("own") else None
    found = Engine(Settings(own=own)).callers_of(Path(job["path"]))
    with wire:
        wire.write(portable.pack_evidence(found))


if __name__ == "__main__":
    main()
