"""Measures speed and memory beside other tools, in turns within one run: ``python bench/speed.py`` (see README.md)."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import analysis
import commands
import processes
import servers
from figures import Figures
from rich.console import Console

GROUPS = ("start", "analysis", "editing", "scan", "migrate", "startup", "imports")


def main() -> int:
    arguments = _arguments()
    # Into a file, a table need not be as narrow as an unknown terminal.
    console, progress = Console(width=None if sys.stdout.isatty() else 140), Console(stderr=True)
    figures = Figures()
    for_servers = replace(servers.QUICK if arguments.quick else servers.FULL, files=tuple(arguments.file))
    for_commands = commands.QUICK if arguments.quick else commands.FULL
    begin, load = time.monotonic(), os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    # The first start compiles modules and rows; that happens once for a user, so it is not measured.
    processes.run(processes.mindport("explain", "torch.nn.Conv2d"))

    def say(text: str) -> None:
        progress.print(f"[dim]{time.monotonic() - begin:5.0f} s  {text}[/]", highlight=False)

    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name).resolve()
        for group in arguments.only or GROUPS:
            if group == "analysis":
                analysis.measure_analysis(figures, for_servers, say)
                continue
            module, plan = (servers, for_servers) if group in ("start", "editing") else (commands, for_commands)
            getattr(module, f"measure_{group}")(figures, folder, plan, say)
    document = {
        "schema": 1,
        "conditions": {**_conditions(), "load": load, "seconds": round(time.monotonic() - begin, 1)},
        "figures": figures.to_json(),
    }
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    console.print("median / 95th percentile; to be compared within this run only\n")
    figures.show(console)
    console.print(f"Written to {arguments.output}")
    return 0


def _conditions() -> dict[str, object]:
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "versions": processes.versions(),
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures MindPort's speed and memory beside other tools.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, smaller projects")
    parser.add_argument("--only", nargs="+", choices=GROUPS, metavar="GROUP", help=f"some of: {', '.join(GROUPS)}")
    help_file = "a real file to be edited beside the generated ones (analysis, editing)"
    parser.add_argument("--file", type=Path, action="append", default=[], help=help_file)
    default = processes.ROOT / "build" / "bench" / "speed.json"
    parser.add_argument(
        "-o", "--output", type=Path, default=default, help="where the JSON goes (build/bench/speed.json)"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
