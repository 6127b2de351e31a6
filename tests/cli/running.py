"""Runs the command line in this process, as a user would type it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

from mindport.cli import group


@dataclass(frozen=True)
class Done:
    status: int
    stdout: str
    stderr: str

    def json(self) -> Any:
        return json.loads(self.stdout)


def mindport(*arguments: object) -> Done:
    """Runs ``mindport`` with ``arguments``."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = group.run([str(argument) for argument in arguments])
    return Done(status, out.getvalue(), err.getvalue())


Run = Callable[..., Done]


def check_refused(done: Done, *words: str) -> None:
    """Status 2, nothing on stdout, exactly one line on stderr, with ``words`` in it."""
    assert done.status == 2, done
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("mindport: ")
    assert [word for word in words if word not in lines[0]] == []
