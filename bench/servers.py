"""What a user of an editor waits for: start, fresh diagnostics after a keystroke, hover; and the memory held."""

from __future__ import annotations

import ast
import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import processes
import sources
from figures import Figures
from lsp_client import Client
from typing_hands import Keystroke, Typist

Say = Callable[[str], None]
_BURST = 10
_KEYS_A_ROUND = 6


@dataclass(frozen=True)
class Tool:
    """A server. ``pulls``: answers a request for diagnostics; ``pushes``: sends them with the version they are of."""

    name: str
    command: tuple[str, ...]
    pulls: bool = True
    hovers: bool = True


@dataclass(frozen=True)
class Plan:
    """How often each thing is done; ``slow`` is for tools that wait on purpose before they answer."""

    starts: int
    edits: int
    slow_edits: int
    hovers: int
    bursts: int
    files: tuple[Path, ...] = ()


FULL = Plan(starts=9, edits=20, slow_edits=4, hovers=60, bursts=8)
QUICK = Plan(starts=3, edits=5, slow_edits=1, hovers=15, bursts=2)


def tools() -> list[Tool]:
    """MindPort, and what there is to compare it with."""
    found = [Tool("mindport", tuple(processes.mindport("lsp")))]
    if ruff := processes.installed("ruff"):
        # Its hover only explains noqa comments, so there is nothing to compare.
        found.append(Tool("ruff server", (ruff, "server"), hovers=False))
    if jedi := processes.installed("jedi-language-server"):
        found.append(Tool("jedi-ls", (jedi,), pulls=False))
    floor = Path(__file__).with_name("floor_server.py")
    return [*found, Tool("bare pygls", (sys.executable, str(floor)))]


def measure_start(figures: Figures, folder: Path, plan: Plan, say: Say) -> None:
    """Spawn to the answer to ``initialize``, and to the first diagnostics of a file of 1,500 lines."""
    path, text = _file(folder, 1500)
    for number in range(plan.starts):
        say(f"start, round {number + 1} of {plan.starts}")
        for tool in tools():
            for pull in (True, False) if tool.pulls else (False,):
                before = processes.children_cpu()
                with _session(tool, folder, pull) as (client, initialized):
                    client.open(path, text)
                    at, count = client.diagnostics()
                spent = processes.children_cpu() - before
                way = "asked for" if pull else "sent"
                group = "Start, ms since the process was spawned (1,500 lines)"
                if pull or not tool.pulls:
                    figures.add(group, "initialized", "ms", tool.name, (initialized - client.started) * 1e3)
                figures.add(group, f"first diagnostics, {way}", "ms", tool.name, (at - client.started) * 1e3)
                figures.add(group, f"processor until the end, {way}", "ms", tool.name, spent * 1e3)
                figures.add(group, f"diagnostics, {way}", "number", tool.name, count)


def measure_editing(figures: Figures, folder: Path, plan: Plan, say: Say) -> None:
    """Keystrokes, hovers and bursts; all servers are open at once and take turns."""
    texts = editing_texts(plan.files)
    for size, text in texts.items():
        path = folder / f"model_{len(text)}.py"
        path.write_text(text, encoding="utf-8")
        longest = len(text) == max(map(len, texts.values()))
        with contextlib.ExitStack() as stack:
            clients: dict[Tool, Client] = {}
            for tool in tools():
                client, _ = stack.enter_context(_session(tool, folder, tool.pulls))
                client.open(path, text)
                client.diagnostics()
                clients[tool] = client
                if longest:
                    _memory(figures, f"{size} opened", tool, client)
            say(f"keystrokes, {size}")
            _keystrokes(figures, size, clients, Typist(text), plan, text)
            say(f"hovers, {size}")
            _hovers(figures, size, clients, Typist(text, 1), plan)
            say(f"bursts, {size}")
            _bursts(figures, size, clients, Typist(text, 2), plan)
            if longest:
                for tool, client in clients.items():
                    _memory(figures, f"{size} edited and hovered", tool, client)


def editing_texts(files: Sequence[Path]) -> dict[str, str]:
    """What is edited, by its name in the tables: generated files, and the given ones."""
    texts = {size: sources.model(lines) for size, lines in sources.SIZES.items()}
    for path in files:
        text = path.read_text(encoding="utf-8")
        texts[f"{path.name}, {text.count(chr(10)):,} lines"] = text
    return texts


def _memory(figures: Figures, what: str, tool: Tool, client: Client) -> None:
    figures.add("Memory of servers", f"{what}, peak", "MB", tool.name, processes.peak_so_far(client.pid))
    figures.add("Memory of servers", f"{what}, held", "MB", tool.name, processes.held_now(client.pid))


def _keystrokes(
    figures: Figures, size: str, clients: dict[Tool, Client], typist: Typist, plan: Plan, text: str
) -> None:
    group = "Keystroke to fresh diagnostics"
    before = {tool: processes.cpu_so_far(client.pid) for tool, client in clients.items()}
    for number, edit in enumerate(typist.edits(plan.edits)):
        for tool, client in clients.items():
            # A tool that only sends diagnostics may wait until typing pauses; a few samples show that well enough.
            if not tool.pulls and number >= _KEYS_A_ROUND * plan.slow_edits:
                continue
            start = time.perf_counter()
            _type(client, edit)
            at, _ = client.diagnostics()
            figures.add(group, f"{edit.kind} edit, {size}", "ms", tool.name, (at - start) * 1e3)
        if edit.kind == "valid":
            start = time.perf_counter()
            ast.parse(text)
            figures.add(
                group, f"{edit.kind} edit, {size}", "ms", "ast.parse alone", (time.perf_counter() - start) * 1e3
            )
    for tool, client in clients.items():
        spent = processes.cpu_so_far(client.pid) - before[tool]
        edits = _KEYS_A_ROUND * (plan.edits if tool.pulls else plan.slow_edits)
        figures.add(group, f"processor for an edit, {size}", "ms", tool.name, spent / edits * 1e3)


def _hovers(figures: Figures, size: str, clients: dict[Tool, Client], typist: Typist, plan: Plan) -> None:
    answers: dict[str, list[bool]] = {tool.name: [] for tool in clients if tool.hovers}
    for number, (line, column) in enumerate(typist.uses(plan.hovers + 1)):
        for tool, client in clients.items():
            if tool.hovers:
                start = time.perf_counter()
                at, answered = client.hover(line, column)
                name = f"{size}, the first" if number == 0 else size
                figures.add("Hover at a use of torch", name, "ms", tool.name, (at - start) * 1e3)
                answers[tool.name].append(answered)
    for name, given in answers.items():
        figures.add("Hover at a use of torch", f"{size}, answered", "share", name, sum(given) / len(given))


def _bursts(figures: Figures, size: str, clients: dict[Tool, Client], typist: Typist, plan: Plan) -> None:
    """Ten keystrokes without a pause; as editors do, each asks for diagnostics and cancels the request before."""
    for _ in range(plan.bursts):
        edits = typist.burst(_BURST)
        for tool, client in clients.items():
            if not tool.pulls:
                continue
            asked = None
            start = time.perf_counter()
            for edit in edits[:-1]:
                _type(client, edit)
                if asked is not None:
                    client.notify("$/cancelRequest", {"id": asked})
                asked = client.ask("textDocument/diagnostic", {"textDocument": {"uri": client.uri}})
            assert asked is not None
            at = client.answer(asked).at
            figures.add(f"Burst of {_BURST} keystrokes", size, "ms", tool.name, (at - start) * 1e3)
            _type(client, edits[-1])
            client.diagnostics()


def _type(client: Client, edit: Keystroke) -> None:
    client.change(edit.line, edit.start, edit.end, edit.text)


@contextlib.contextmanager
def _session(tool: Tool, folder: Path, pull: bool) -> Iterator[tuple[Client, float]]:
    client = Client(tool.command, folder, processes.environment(), subprocess.DEVNULL)
    try:
        yield client, client.initialize(pull)
    finally:
        client.close()


def _file(folder: Path, lines: int) -> tuple[Path, str]:
    path, text = folder / f"model_{lines}.py", sources.model(lines)
    path.write_text(text, encoding="utf-8")
    return path, text
