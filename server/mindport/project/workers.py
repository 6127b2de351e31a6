"""The processes of a scan. A file goes to the one that has read most of what it imports, and what imports it: of these, each
process has parsed and walked what it needs, and the others would do so again."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import marshal
import multiprocessing
import os
import signal
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkContext, ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from typing import Generic, TypeVar

from mindport.project.orphans import WATCHING
from mindport.project.rounds import Done, Ready, Task
from mindport.semantics import portable
from mindport.semantics.project import Read

Record = TypeVar("Record")

_Context = ForkContext | SpawnContext | ForkServerContext
_Batch = Sequence[Task]

_AHEAD = 2  # batches that a process has: one that it works on, one that waits
_MOST_TOGETHER = 16  # files of a batch
_PIECES = 8
_CHOICE = 64  # of so many files, the largest that are left, those are taken that a process knows most of
# Reading a file's own names first is what saves most: its parts that others asked for need not be parsed again.
_ITSELF = 2
_MOST_ENDED = 10  # processes, none of which came to the end of a batch, before no more are started

Describer = Callable[[Task], Done[Record]]
"""Does a task. Never raises."""


class Workers(Generic[Record]):
    """Processes, each with a describer of its own, that do the tasks of several calls. ``failed``: what is to be said of a task
    at which a process ended (by the system, say, for want of memory)."""

    def __init__(
        self,
        count: int,
        prepare: Callable[[], Describer[Record]],
        failed: Callable[[Task, str], Done[Record]],
    ) -> None:
        """``prepare`` makes the describer in each process, and must pickle."""
        self._prepare, self._failed = prepare, failed
        # All of them before any thread is started, as a queue does with the first that is put into it.
        self._all = [self._started() for _ in range(count)]
        self._alone: set[int] = set()
        self._ended = 0  # processes in a row

    def close(self) -> None:
        """Ends the processes, without waiting until the system has their memory back."""
        for worker in self._all:
            worker.end()

    def work(self, ready: Ready) -> Iterator[Done[Record]]:
        """Does the tasks, and asks for more after each that is done."""
        waiting = list(ready())
        while waiting or any(worker.batches for worker in self._all):
            while waiting:
                worker = min(self._all, key=lambda one: len(one.batches))
                if len(worker.batches) == _AHEAD:
                    break
                worker.give(self._chosen(waiting, worker))
            busy = [worker for worker in self._all if worker.batches]
            told = wait([worker.results for worker in busy])
            for worker in busy:
                if worker.results in told:
                    yield from self._received(worker, waiting)
            waiting.extend(ready())

    def _chosen(self, waiting: list[Task], worker: _Worker[Record]) -> _Batch:
        """Takes the next tasks for a process out of those that wait. The first are the largest; small ones go together."""
        count = max(1, min(_MOST_TOGETHER, len(waiting) // (len(self._all) * _PIECES)))
        others = [one.known for one in self._all if one is not worker]
        batch: list[Task] = []
        while len(batch) < count and waiting:
            gains = [_gain(task, worker.known, others) for task in waiting[:_CHOICE]]
            at = gains.index(max(gains))
            alone = id(waiting[at]) in self._alone
            if alone and batch:
                break
            batch.append(waiting.pop(at))
            worker.known.update(batch[-1].near)
            if alone:
                break
        return batch

    def _received(self, worker: _Worker[Record], waiting: list[Task]) -> Iterator[Done[Record]]:
        try:
            found = worker.results.recv()
        except (EOFError, OSError):
            yield from self._replace(worker, waiting)
            return
        self._ended = 0
        for task, sent in zip(worker.batches.popleft(), found):
            yield _opened(task, *sent)

    def _replace(self, worker: _Worker[Record], waiting: list[Task]) -> Iterator[Done[Record]]:
        """A process has ended: what it had is done by another, that at which it may have ended file by file."""
        first, *others = worker.batches
        worker.end()
        worker.process.join()
        self._all[self._all.index(worker)] = self._started()
        self._ended += 1
        waiting.extend(task for batch in others for task in batch)
        lost = [first[0]] if len(first) == 1 else []
        if not lost:
            self._alone.update(id(task) for task in first)
            waiting.extend(first)
        if self._ended >= _MOST_ENDED:
            lost += waiting
            waiting.clear()
        for task in lost:
            yield self._failed(task, _cause(worker.process.exitcode))

    def _started(self) -> _Worker[Record]:
        context = _context()
        tasks: Queue[_Batch] = context.Queue()
        results, sender = context.Pipe(duplex=False)
        process = context.Process(
            target=_run, args=(self._prepare, tasks, sender, gc.get_threshold()), name="mindport-scan", daemon=True
        )
        process.start()
        sender.close()  # so that the end of the process is the end of what it sends
        return _Worker(process, tasks, results)


@dataclasses.dataclass(eq=False)
class _Worker(Generic[Record]):
    """A process, the batches that it has, and the files that it has read for its tasks so far."""

    process: BaseProcess
    tasks: Queue[_Batch]
    results: Connection
    batches: deque[_Batch] = dataclasses.field(default_factory=deque)
    known: set[str] = dataclasses.field(default_factory=set)

    def give(self, batch: _Batch) -> None:
        self.batches.append(batch)
        self.tasks.put([dataclasses.replace(task, near=()) for task in batch])

    def end(self) -> None:
        self.process.kill()
        self.tasks.cancel_join_thread()
        self.tasks.close()
        self.results.close()


def _gain(task: Task, known: set[str], others: Sequence[set[str]]) -> float:
    """How much more of what a task needs a process has read than others have."""
    return _familiar(task, known) - sum([_familiar(task, one) for one in others]) / max(1, len(others))


def _familiar(task: Task, known: set[str]) -> int:
    if not known or not task.near:
        return 0
    return len(known.intersection(task.near)) + (_ITSELF - 1) * (task.near[0] in known)


def _cause(status: int | None) -> str:
    """Why a process has ended: the name of a signal, or its exit status."""
    try:
        return signal.Signals(-(status or 0)).name
    except ValueError:
        return str(status)


def _context() -> _Context:
    # Forking is quick, but unsafe once other threads run (the language server has some).
    others = [one for one in threading.enumerate() if one.name != WATCHING]
    if "fork" in multiprocessing.get_all_start_methods() and len(others) == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _run(
    prepare: Callable[[], Describer[Record]],
    tasks: Queue[_Batch],
    results: Connection,
    collection: tuple[int, int, int],
) -> None:
    """What a process does until it is ended."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.set_threshold(*collection)
    warnings.simplefilter("ignore")  # see ``quietly``
    describe = prepare()
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):  # nobody waits for it any more
        while True:
            results.send([_packed(describe(task)) for task in tasks.get()])


def _end_with_parent() -> None:
    """Ends this process when the one that started it was ended before it could do so."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


_Sent = tuple["Record | None", "tuple[bytes, bytes] | None", "bytes | None", bool]
"""Of what is done, what goes from one process to another: bytes are quicker to take apart than objects."""


def _packed(done: Done[Record]) -> _Sent[Record]:
    packed = done.packed or (portable.pack(done.walked) if done.walked is not None else None)
    return done.record, packed, marshal.dumps(tuple(done.read)) if done.read is not None else None, done.kept


def _opened(
    task: Task, record: Record | None, packed: tuple[bytes, bytes] | None, read: bytes | None, kept: bool
) -> Done[Record]:
    walked = portable.unpack(packed[0]) if packed is not None else None
    return Done(task, record, walked, packed, Read(*marshal.loads(read)) if read is not None else None, kept)
