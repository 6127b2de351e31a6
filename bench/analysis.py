"""What the engine alone takes for a keystroke: the analysis in place, and what follows when typing pauses."""

from __future__ import annotations

import ast
import gc
import time
from collections.abc import Callable
from typing import TypeVar

from figures import Figures
from servers import Plan, editing_texts
from typing_hands import Typist

from mindport.engine import Engine, FileAnalysis

Say = Callable[[str], None]
_T = TypeVar("_T")
_COMPARED = 18  # keystrokes after which all is analysed anew as well


def measure_analysis(figures: Figures, plan: Plan, say: Say) -> None:
    """Processor time in this process, edits one after the other as they are typed."""
    engine = Engine()
    engine.analyze("import torch")
    # As the server does.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 5, 4)
    for size, text in editing_texts(plan.files).items():
        say(f"analysis, {size}")
        typist = Typist(text, 3)
        found = engine.analyze(text, follow=True)
        for number, edit in enumerate(typist.edits(2 * plan.edits)):
            text = typist.typed(text, edit)
            found = _keystroke(figures, engine, f"{edit.kind} edit, {size}", text, found, number < _COMPARED)


def _keystroke(
    figures: Figures, engine: Engine, row: str, text: str, before: FileAnalysis, compared: bool
) -> FileAnalysis:
    group = "Analysis in process, processor time"
    found, spent = _timed(lambda: engine.analyze(text, None, before))
    figures.add(group, row, "ms", "in place", spent)
    if found.stale:
        return found
    if not compared:
        return found
    settled, rest = _timed(lambda: engine.settle(found))
    fresh, whole = _timed(lambda: engine.analyze(text))
    figures.add(group, row, "ms", "settled as well", spent + rest)
    figures.add(group, row, "ms", "all anew", whole)
    figures.add(group, row, "ms", "ast.parse alone", _timed(lambda: ast.parse(text))[1])
    if [f.use for f in settled.findings] != [f.use for f in fresh.findings]:
        raise AssertionError(f"{row}: not what a full analysis gives")
    return settled


def _timed(work: Callable[[], _T]) -> tuple[_T, float]:
    start = time.process_time()
    result = work()
    return result, (time.process_time() - start) * 1e3
