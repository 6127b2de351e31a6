"""The processes of a scan: which does what, and what becomes of a task at which one ends."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from describers import describer, failed, none, task

from mindport.project.rounds import Task
from mindport.project.workers import Workers

pytestmark = pytest.mark.slow


@pytest.fixture
def workers() -> Iterator[Workers[str]]:
    found = Workers(2, describer, failed)
    yield found
    found.close()


def _done(workers: Workers[str], *turns: Sequence[Task]) -> dict[str, str]:
    """What became of the tasks, which can be done turn by turn."""
    left = list(turns)
    found = {done.task.file.relative: str(done.record) for done in workers.work(lambda: left.pop(0) if left else ())}
    assert not left
    return found


def test_every_task_is_done_once_by_one_of_the_processes(workers: Workers[str]) -> None:
    tasks = [task(f"f{place}") for place in range(100)]

    found = _done(workers, tasks[:60], tasks[60:])

    assert len(found) == 100
    assert len({record.rpartition(" ")[2] for record in found.values()}) == 2


def test_a_file_goes_to_the_process_that_has_read_it_for_another(workers: Workers[str]) -> None:
    for place in range(20):
        callers = [task(f"a{place}", f"b{place}"), task(f"c{place}", f"d{place}")]
        found = _done(workers, callers)
        found |= _done(workers, [task(f"d{place}"), task(f"b{place}")])
        by = {name: record.rpartition(" ")[2] for name, record in found.items()}

        assert by[f"a{place}"] == by[f"b{place}"] != by[f"c{place}"] == by[f"d{place}"]


def test_a_process_that_ends_takes_no_other_file_with_it(workers: Workers[str]) -> None:
    names = [f"{'deadly' if place % 50 == 7 else 'f'}{place}" for place in range(100)]

    found = _done(workers, [task(name) for name in names])

    assert {name: record for name, record in found.items() if name.startswith("deadly")} == {
        "deadly7": "deadly7: SIGKILL",
        "deadly57": "deadly57: SIGKILL",
    }
    assert all(f"{name} by " in found[name] for name in names if not name.startswith("deadly"))


def test_processes_that_cannot_even_begin_are_not_started_forever() -> None:
    workers = Workers(2, none, failed)
    try:
        found = _done(workers, [task(f"f{place}") for place in range(1000)])
    finally:
        workers.close()

    assert len(found) == 1000
    assert set(found.values()) == {f"{name}: 3" for name in found}


_PARENT = """
import sys, time
sys.path.insert(0, sys.argv[1])
from describers import describer, failed, task
from mindport.project.workers import Workers
workers = Workers(2, describer, failed)
tasks = [[task(f"f{place}") for place in range(100)]]
done = workers.work(lambda: tasks.pop() if tasks else ())
print(*{str(one.record).rpartition(" ")[2] for one in done}, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for the processes where Linux lists them")
def test_no_process_outlives_the_one_that_started_it() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT, str(Path(__file__).parent)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    children = [Path("/proc", number) for number in parent.stdout.readline().split()]
    assert len(children) == 2 and all(child.is_dir() for child in children)
    parent.kill()
    parent.wait()
    parent.stdout.close()

    until = time.monotonic() + 30
    while any(_runs(child) for child in children) and time.monotonic() < until:
        time.sleep(0.01)

    assert not any(_runs(child) for child in children)


def _runs(process: Path) -> bool:
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
