"""The uses of a file as a scan keeps them: the form that each has in common with many others, and its place.

A project has hundreds of thousands of uses, so this can be compiled; the forms are made elsewhere, each once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from mindport.analysis.findings import Finding
from mindport.project.records import Form, Written
from mindport.text import Span

Look = tuple[object, ...]
"""All of a finding that its form says."""


def written(
    findings: Sequence[Finding], starts: Sequence[int], forms: dict[Look, Form], form_of: Callable[[Finding], Form]
) -> tuple[Written, dict[str, int]]:
    """The uses, and how many there are of each compatibility. ``starts``: where the text's lines begin; ``forms``: those that are
    known, to which ``form_of`` adds."""
    used: list[Form] = []
    numbers: dict[Look, int] = {}
    places: list[int] = []
    counts: dict[str, int] = {}
    for finding in findings:
        use = finding.use
        # ``_value_`` is what ``value`` gives, several times quicker. Equivalents live as long as the engine.
        compatibility: str = finding.compatibility._value_
        look = (
            use.api,
            use.role._value_,
            use.certainty._value_,
            compatibility,
            finding.fix._value_,
            id(finding.equivalent),
            finding.notes,
        )
        number = numbers.get(look)
        if number is None:
            form = forms.get(look)
            if form is None:
                form = forms[look] = form_of(finding)
            number = numbers[look] = len(used)
            used.append(form)
        places.append(number)
        places += place(use.span, starts)
        counts[compatibility] = counts.get(compatibility, 0) + 1
    return Written(used, places), counts


def place(span: Span, starts: Sequence[int]) -> tuple[int, int, int, int]:
    """Line and column of a span's start, and of its end, 1-based."""
    start, end = span.start, span.end
    line = bisect_right(starts, start)
    last = line if line == len(starts) or end < starts[line] else bisect_right(starts, end)
    return line, start - starts[line - 1] + 1, last, end - starts[last - 1] + 1
