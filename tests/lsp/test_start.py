"""The server starts quickly: what it does not need at the start it does not import."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys

import pytest
from lsp_editor import CAPABILITIES, VSCODE, client_for_tests
from lsprotocol import types

from mindport.lsp import quick_start

pytestmark = pytest.mark.slow

HEAVY = ("torch", "mindspore", "numpy", "libcst", "jedi", "yaml", "rich", "jinja2", "click")


def imported(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "statement",
    [
        "from mindport.lsp.server import build; build()",
        "from mindport.engine import Engine; e = Engine(); e.analyze('import torch\\ntorch.relu(1)\\n')",
    ],
)
def test_nothing_heavy_is_imported(statement: str) -> None:
    assert imported(statement).isdisjoint(HEAVY)


QUICK_AND_PLAIN = """
import json, sys
import mindport.lsp
from lsprotocol import types
from pygls.protocol import default_converter
from mindport.lsp import quick_start
deferred = isinstance(types.ColorInformation.__dict__["__attrs_attrs__"], quick_start._Attributes)
converter = default_converter()
message = converter.structure(json.loads(sys.argv[1]), types.InitializeRequest)
print(json.dumps([deferred, converter.unstructure(message), repr(message)]))
"""


def test_the_quick_start_reads_and_writes_what_the_plain_one_does() -> None:
    message = {
        "id": 1,
        "jsonrpc": "2.0",
        "method": "initialize",
        "params": {
            "processId": 3,
            "rootUri": "file:///a",
            "locale": "zh-cn",
            "capabilities": json.loads((CAPABILITIES / f"{VSCODE}.json").read_text(encoding="utf-8")),
            "workspaceFolders": [{"uri": "file:///a", "name": "a"}],
        },
    }
    answers = []
    for plain in ("", "1"):
        environment = {**os.environ, quick_start.PLAIN: plain}
        command = [sys.executable, "-c", QUICK_AND_PLAIN, json.dumps(message)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        answers.append(json.loads(done.stdout))
    (quick, *one), (slow, *other) = answers
    assert (quick, slow) == (True, False)
    assert one == other


def test_a_failing_quick_start_gives_way_to_the_plain_one() -> None:
    code = (
        "import mindport, importlib.util, sys, attrs\n"
        "real, calls = attrs.resolve_types, []\n"
        "def broken(*a, **k):\n"
        "    calls.append(a)\n"
        "    if len(calls) == 1: raise RuntimeError('changed')\n"
        "    return real(*a, **k)\n"
        "attrs.resolve_types = broken\n"
        "from mindport.lsp.server import build\n"
        "build()\n"
        "from lsprotocol import types\n"
        "print(types.Position(line=1, character=2))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1:2"
    assert "starting plainly" in done.stderr


def test_the_server_ends_when_its_client_is_gone() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mindport", "lsp"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.asyncio
async def test_one_client_is_served_over_tcp() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "mindport", "lsp", "--tcp", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        client = client_for_tests()
        for _ in range(600):
            try:
                await client.start_tcp("127.0.0.1", port)
                break
            except OSError:
                await asyncio.sleep(0.1)
        params = types.InitializeParams(capabilities=types.ClientCapabilities())
        result = await client.initialize_session(params)
        assert result.server_info is not None and result.server_info.name == "mindport"
        await client.shutdown_session()
        assert server.communicate(timeout=30) == ("", "")
        assert server.returncode == 0
