"""Analyses of the open documents, off the event loop: the newest version wins, a superseded one is never waited for."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from mindport.engine import Engine, FileAnalysis
from mindport.lsp.documents import Document, Documents

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_IDLE = 2.0
_MOST_SUPERSEDED = 8


@dataclass(frozen=True, eq=False)
class Analysed:
    """A document with its analysis; ``analysis`` is None when the engine failed on it."""

    document: Document
    engine: Engine
    analysis: FileAnalysis | None


class Analyses:
    """At most one analysis runs for a document; it starts over when the text has changed meanwhile."""

    def __init__(self, documents: Documents, engine: Callable[[], Engine]) -> None:
        self._documents = documents
        self._engine = engine
        self._done: dict[str, Analysed] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._tidying: asyncio.TimerHandle | None = None
        self._superseded = 0
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
        self._done.pop(uri, None)

    def close(self) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
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
        self._tidying = asyncio.get_running_loop().call_later(_IDLE, lambda: self._pool.submit(gc.collect))

    async def _analyse(self, document: Document) -> None:
        engine = self._engine()
        before = self._done.get(document.uri)
        previous = before.analysis if before is not None and before.engine is engine else None
        analysis = previous
        try:
            analysis = await self.compute(lambda: engine.analyze(document.text, document.path, previous, follow=True))
        except Exception:
            _log.exception("analysis of %s, version %s, failed", document.uri, document.version)
        finally:
            self._running.pop(document.uri, None)
            self._tidy_later()
            if self._documents.get(document.uri) is not None:
                self._done[document.uri] = Analysed(document, engine, analysis)
