"""A server that is killed leaves no process behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mindport import own_process

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
# Starts what it is told with a pipe to it, as the server does, tells its process, and is killed.
_SERVER = """
import json, os, signal, subprocess, sys
command, job = json.loads(sys.argv[1])
child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
child.stdin.write(json.dumps(job).encode() + b"\\n")
child.stdin.flush()
print(child.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def ends(group: int) -> bool:
    """Waits until nothing of the group runs any more."""
    for _ in range(1000):
        found = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
        if not any(line.split()[0] == str(group) and "Z" not in line for line in found.splitlines()):
            return True
    return False


@pytest.mark.parametrize("module", ["mindport.lsp.scan_job", "mindport.calling"])
def test_what_it_started_ends_with_it(module: str, tmp_path: Path) -> None:
    endless = tmp_path / "model.py"
    os.mkfifo(endless)  # whoever reads it waits for ever
    job = {"path": str(endless), "paths": [str(endless)], "target": "cpu", "mindspore": "2.10.0", "language": "en"}
    arguments = json.dumps([own_process.command(module), job])
    done = subprocess.run([sys.executable, "-c", _SERVER, arguments], stdout=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == -9
    assert ends(int(done.stdout))
