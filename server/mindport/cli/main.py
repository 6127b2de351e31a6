"""The ``mindport`` script. What is asked for most often, or runs for hours, does without the library that reads command lines:
it takes a third of a short command's time, and megabytes of a server."""

from __future__ import annotations

import gc
import os
import sys

from mindport import __version__

_VERSION = (["--version"], ["-V"])
_SERVER = (["lsp"], ["lsp", "--stdio"])


def main() -> None:
    """Entry point of the ``mindport`` script."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    arguments = sys.argv[1:]
    if arguments in _VERSION:
        print(f"mindport, version {__version__}")
        return
    if arguments in _SERVER:
        from mindport.lsp import server

        server.serve_stdio()
        return
    if arguments[:1] == ["scan"]:
        from mindport.cli import kept

        try:
            status = kept.answer(arguments[1:])
        except BrokenPipeError:
            # The reader (`| head`) has gone; what it wanted it got.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 0
        if status is not None:
            sys.exit(status)
    from mindport.cli import group

    status = group.run(arguments)
    # What is left goes with the process. Looking through the objects of a large project for what could be freed takes seconds.
    gc.freeze()
    sys.exit(status)
