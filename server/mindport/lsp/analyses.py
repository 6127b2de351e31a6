"""Analyses of the open documents, off the event loop: the newest version wins, a superseded one is never waited for.

A keystroke waits for nothing but the statement or function that it touches. Once typing pauses, the rest of the document
learns of it (``settle``), and so do the other open documents that import from this one. What files that are not open give to a
document's functions is asked once, after it was opened (``learn``). What other files have told since leaves an analysis
*outdated*: keystrokes go on with it, and it is made anew in the next pause.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import logging
import re
from collections.abc import Callable, Collection, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from mindport.engine import Engine, FileAnalysis, OpenTexts
from mindport.lsp import callers, convert, heap
from mindport.lsp.documents import Document, Documents
from mindport.syntax.source import read_text

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_IDLE = 2.0
_PAUSE = 0.25
_LONG_PAUSE = 0.6
_MOST_SUPERSEDED = 8
_BOM = "\ufeff"
_NAME = re.compile(r"\w+")


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
        self._outdated: set[str] = set()
        self._on_disk: set[Path] = set()
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
            uri = document.uri
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
        self._outdated.discard(uri)
        path = convert.path_of(uri)
        if path is not None and self._texts.drop(path):
            self._after("spread", uri, 0, lambda: self._spread([path]))

    def opened(self, document: Document) -> None:
        """A document is open; who imports from it learns of it in a while, if it is not as it is on disk."""
        path = document.path
        if path is not None and document.is_imported:
            self._after("spread", document.uri, _LONG_PAUSE, lambda: self._spread_unsaved(path, document))

    def changed(self, document: Document) -> None:
        """The text of a document has changed; who imports from it learns of it in a while."""
        path = document.path
        if path is not None and document.is_imported:
            self._after("spread", document.uri, _LONG_PAUSE, lambda: self._spread_text(path, document))

    def changed_on_disk(self, paths: Iterable[Path]) -> None:
        """Files have changed that need not be open; thousands of them at once, where another branch is checked out."""
        self._on_disk.update(paths)
        if self._on_disk:
            self._after("spread", "", _PAUSE, self._spread_on_disk)

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
        engine, uri = self._engine(), document.uri
        before = self._done.get(uri)
        previous = before.analysis if before is not None and before.engine is engine else None
        if previous is None:
            self._outdated.discard(uri)  # all is read as it is by now
        analysis = None
        try:
            analysis = await self.compute(lambda: _analysed(engine, document, previous))
        except Exception:
            _log.exception("analysis of %s, version %s, failed", uri, document.version)
        finally:
            self._running.pop(uri, None)
            self._tidy_later()
            if self._documents.get(uri) is not None:
                self._done[uri] = Analysed(document, engine, analysis)
                if uri in self._outdated:
                    self._after("renew", uri, _PAUSE, lambda: self._renew(uri))
                elif analysis is not None and analysis.provisional:
                    self._after("settle", uri, _PAUSE, lambda: self._settle(document))
                if previous is None and analysis is not None and document.path is not None and document.is_imported:
                    self._after("callers", uri, _LONG_PAUSE, lambda: self._learn(uri))

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
            await self.compute_aside(functools.partial(engine.load, done.document.text))
            async with self._asking:
                evidence = await callers.evidence_for(path, engine.settings)
            news = await self.compute(functools.partial(engine.learn, path, evidence))
        except Exception:
            _log.exception("callers of %s could not be found", uri)
            return
        if news and engine is self._engine():
            self._outdate(uri)

    async def _spread_unsaved(self, path: Path, document: Document) -> None:
        """The same for a document that was opened with changes that are not on disk."""
        saved = await self.compute(lambda: read_text(path))
        if not isinstance(saved, str) or saved.removeprefix(_BOM) != document.text.removeprefix(_BOM):
            await self._spread_text(path, document)

    async def _spread_text(self, path: Path, document: Document) -> None:
        """Has the open documents that import from a document learn what it defines now."""
        if self._documents.get(document.uri) is document:
            self._texts.put(path, document.text)
            await self._spread([path])

    async def _spread_on_disk(self) -> None:
        paths, self._on_disk = self._on_disk, set()
        await self._spread(paths)

    async def _spread(self, paths: Collection[Path]) -> None:
        """Has the open documents that import from files learn what these define now, and what is there at all."""
        engine = self._engine()
        concerned = await self.compute(lambda: {one for path in paths for one in engine.dependants(path)})
        # An import may lead to a file that was not there before.
        names = {path.parent.name if path.stem == "__init__" else path.stem for path in paths}
        for document in self._documents.all():
            place = document.path
            if place is not None and (place.absolute() in concerned or _imports(document.text, names)):
                self._outdate(document.uri)

    def _outdate(self, uri: str) -> None:
        """What other files tell is not what a document's analysis was made with."""
        self._outdated.add(uri)
        self._after("renew", uri, 0, lambda: self._renew(uri))

    async def _renew(self, uri: str) -> None:
        """Makes an outdated analysis anew, unless there is one under way: that comes back here."""
        done = self._done.get(uri)
        if done is None or uri not in self._outdated or uri in self._running:
            return
        document = done.document
        if self._documents.get(uri) is not document:
            return
        self._outdated.discard(uri)  # what comes now leaves the new one outdated, too
        if not await self._replace(done, lambda: done.engine.analyze(document.lines, document.path, follow=True)):
            self._outdated.add(uri)
            self._after("renew", uri, _PAUSE, lambda: self._renew(uri))

    async def _replace(self, done: Analysed, work: Callable[[], FileAnalysis]) -> bool:
        """Puts what ``work`` gives in the place of an analysis; not if that has been replaced meanwhile."""
        uri, before = done.document.uri, done.analysis
        try:
            after = await self.compute(work)
        except Exception:
            _log.exception("analysis of %s, version %s, failed", uri, done.document.version)
            return True  # it would fail again
        if self._done.get(uri) is not done or uri in self._running:
            return self._done.get(uri) is None
        self._done[uri] = Analysed(done.document, done.engine, after)
        if before is None or before.findings != after.findings:
            self.on_change(uri)
        return True


def _analysed(engine: Engine, document: Document, previous: FileAnalysis | None) -> FileAnalysis:
    if previous is not None:
        try:
            return engine.analyze(document.lines, document.path, previous, follow=True)
        except Exception:
            _log.exception("%s, version %s, is analysed anew", document.uri, document.version)
    return engine.analyze(document.lines, document.path, follow=True)


def _imports(text: str, names: set[str]) -> bool:
    """Whether a line that imports something names one of these."""
    lines = (line for line in text.splitlines() if "import" in line)
    return any(not names.isdisjoint(_NAME.findall(line)) for line in lines)
