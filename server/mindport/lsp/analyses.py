"""Analyses of the open documents, off the event loop: the newest version wins, a superseded one is never waited for.

A keystroke waits for nothing but the statement or function that it touches. Once typing pauses, the rest of the document
learns of it (``settle``), and so do the other open documents that import from this one. What files that are not open give to a
document's functions is asked once, after it was opened (``learn``).
"""

from __future__ import annotations

import asyncio
import functools
import gc
import logging
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from mindport.engine import Engine, FileAnalysis, OpenTexts
from mindport.lsp import callers, convert, heap
from mindport.lsp.documents import Document, Documents

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_IDLE = 2.0
_PAUSE = 0.25
_LONG_PAUSE = 0.6
_MOST_SUPERSEDED = 8


@dataclass(frozen=True, eq=False)
class Analysed:
    """A document with its analysis; ``analysis`` is None when the engine failed on it."""

    document: Document
    engine: Engine
    analysis: FileAnalysis | None


class Analyses:
    """At most one analysis runs for a document; it starts over when the text has changed meanwhile."""

    def __init__(self, documents: Documents, engine: Callable[[], Engine], texts: OpenTexts) -> None:
        self._documents = documents
        self._engine = engine
        self._texts = texts
        self._done: dict[str, Analysed] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._tidying: asyncio.TimerHandle | None = None
        self._later: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._aftermath: set[asyncio.Task[None]] = set()
        self._superseded = 0
        self._asking = asyncio.Lock()  # one process at a time
        self.on_change: Callable[[str], None] = lambda uri: None  # an analysis changed without a change of its document
        # One thread: the work is bound to the processor, and Python runs one thread at a time anyway.
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="analysis")
        self._aside = ThreadPoolExecutor(1, thread_name_prefix="migration")

    async def newest(self, uri: str) -> Analysed | None:
        """The analysis of the newest version of a document; None for one that is not open."""
        while True:
            document = self._documents.get(uri)
            if document is None:
                return None
            done = self._done.get(uri)
            if done is not None and done.document is document and done.engine is self._engine():
                return done
            task = self._running.get(uri)
            if task is None:
                task = self._running[uri] = asyncio.create_task(self._analyse(document))
            # A request that is cancelled must not take the analysis, which others wait for, along.
            await asyncio.shield(task)

    async def compute(self, work: Callable[[], _T]) -> _T:
        """Runs ``work`` of the engine where analyses run."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def compute_aside(self, work: Callable[[], _T]) -> _T:
        """Runs long ``work`` in a thread of its own, with an engine of its own: hovers do not wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, work)

    def prepare(self) -> None:
        """Has the engine load what its first analysis will need."""
        engine = self._engine()
        self._pool.submit(lambda: engine.analyze(""))

    def forget(self, uri: str) -> None:
        """The document is closed: others see the file on disk again."""
        self._done.pop(uri, None)
        path = convert.path_of(uri)
        if path is not None and self._texts.drop(path):
            self._after("spread", uri, 0, lambda: self._spread(path, None))

    def changed(self, document: Document) -> None:
        """The text of a document has changed; who imports from it learns of it in a while."""
        path = document.path
        if path is not None:
            self._after("spread", document.uri, _LONG_PAUSE, lambda: self._spread(path, document))

    def changed_on_disk(self, paths: Iterable[Path]) -> None:
        """Files have changed that need not be open."""
        for path in paths:
            self._after("spread", str(path), _PAUSE, functools.partial(self._spread, path, None))

    def close(self) -> None:
        for timer in (self._tidying, *self._later.values()):
            if timer is not None:
                timer.cancel()
        for task in self._aftermath:
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._aside.shutdown(wait=False, cancel_futures=True)

    def _tidy_later(self) -> None:
        """Frees replaced analyses, which hold each other in circles, once nobody types, or too many are about."""
        if self._tidying is not None:
            self._tidying.cancel()
        self._superseded += 1
        if self._superseded >= _MOST_SUPERSEDED:
            self._superseded = 0
            self._pool.submit(gc.collect)
        self._tidying = asyncio.get_running_loop().call_later(_IDLE, lambda: self._pool.submit(heap.tidy))

    async def _analyse(self, document: Document) -> None:
        engine = self._engine()
        before = self._done.get(document.uri)
        previous = before.analysis if before is not None and before.engine is engine else None
        analysis = previous
        try:
            analysis = await self.compute(lambda: engine.analyze(document.lines, document.path, previous, follow=True))
        except Exception:
            _log.exception("analysis of %s, version %s, failed", document.uri, document.version)
        finally:
            self._running.pop(document.uri, None)
            self._tidy_later()
            if self._documents.get(document.uri) is not None:
                self._done[document.uri] = Analysed(document, engine, analysis)
                if analysis is not None and analysis.provisional:
                    self._after("settle", document.uri, _PAUSE, lambda: self._settle(document))
                if previous is None and analysis is not None and document.path is not None:
                    self._after("callers", document.uri, _LONG_PAUSE, lambda: self._learn(document.uri))

    def _after(self, what: str, about: str, pause: float, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Does ``work`` after a pause in which nothing of the kind came up again."""
        waiting = self._later.pop((what, about), None)
        if waiting is not None:
            waiting.cancel()

        def begin() -> None:
            self._later.pop((what, about), None)
            task = asyncio.ensure_future(work())
            self._aftermath.add(task)
            task.add_done_callback(self._aftermath.discard)

        self._later[(what, about)] = asyncio.get_running_loop().call_later(pause, begin)

    async def _settle(self, document: Document) -> None:
        """Has the rest of a document learn of the last edits, unless there are newer ones."""
        done = self._done.get(document.uri)
        if done is None or done.document is not document or done.analysis is None or document.uri in self._running:
            return
        before = done.analysis
        await self._replace(done, lambda: done.engine.settle(before))

    async def _learn(self, uri: str) -> None:
        """Has a document that was opened learn what calls in other files give to its functions."""
        done = self._done.get(uri)
        if done is None or done.document.path is None:
            return
        path, engine = done.document.path, done.engine
        try:
            async with self._asking:
                evidence = await callers.evidence_for(path, engine.settings)
            news = await self.compute(functools.partial(engine.learn, path, evidence))
        except Exception:
            _log.exception("callers of %s could not be found", uri)
            return
        while news and uri in self._running:
            await asyncio.shield(self._running[uri])
        done = self._done.get(uri)
        if news and done is not None and done.engine is engine and self._documents.get(uri) is done.document:
            lines = done.document.lines
            await self._replace(done, functools.partial(engine.analyze, lines, path, follow=True))

    async def _spread(self, path: Path, document: Document | None) -> None:
        """Has the open documents that import from a file learn what it defines now."""
        if document is not None:
            if self._documents.get(document.uri) is not document:
                return
            self._texts.put(path, document.text)
        concerned = await self.compute(functools.partial(self._engine().dependants, path))
        for uri, done in list(self._done.items()):
            place, current = done.document.path, self._documents.get(uri) is done.document
            if place is not None and place.absolute() in concerned and current and uri not in self._running:
                lines = done.document.lines
                await self._replace(done, functools.partial(done.engine.analyze, lines, place, follow=True))

    async def _replace(self, done: Analysed, work: Callable[[], FileAnalysis]) -> None:
        """Puts what ``work`` gives in the place of an analysis, unless that has been replaced meanwhile."""
        uri, before = done.document.uri, done.analysis
        try:
            after = await self.compute(work)
        except Exception:
            _log.exception("analysis of %s, version %s, failed", uri, done.document.version)
            return
        if self._done.get(uri) is not done or uri in self._running:
            return
        self._done[uri] = Analysed(done.document, done.engine, after)
        if before is None or before.findings != after.findings:
            self.on_change(uri)
