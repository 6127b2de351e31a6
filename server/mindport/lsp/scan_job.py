"""A scan in a process of its own: one line of JSON in, progress and the report as lines of JSON out."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from mindport.project.orphans import end_when_closed

_SECONDS_BETWEEN = 0.1


def main() -> None:
    job = json.loads(sys.stdin.readline())
    end_when_closed(0)  # the server holds the other end for as long as it waits
    wire = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what anything prints must not end up among the lines
    last = 0.0

    def send(message: dict[str, object]) -> None:
        wire.write(json.dumps(message) + "\n")
        wire.flush()

    def progress(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _SECONDS_BETWEEN or done == total:
            last = now
            send({"done": done, "total": total})

    from mindport.engine import Engine, Settings
    from mindport.mapping.own_files import OwnRows
    from mindport.mapping.row import Target

    try:
        own = OwnRows(Path(job["own"][0]), job["own"][1]) if job.get("own") else None
        engine = Engine(Settings(Target(job["target"]), job["mindspore"], job["language"], own))
        report = engine.scan([Path(p) for p in job["paths"]], progress=progress)
        send({"report": report.to_json()})
    except Exception as error:
        send({"error": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main()
