"""The Markdown that explains one use of a torch API, and the one that explains a whole row."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

from mindport.analysis.findings import Compatibility, Finding, Note
from mindport.analysis.uses import Certainty
from mindport.mapping import choosing, literals
from mindport.mapping.row import Conditions, Equivalent, Row
from mindport.mapping.translate import Fate, Move, Translation
from mindport.render import messages, summary
from mindport.render.evidence import Evidence
from mindport.render.summary import View, note_text, ordered_notes, target_name, template_text

_LONGEST_VALUE = 48
_MOST_OTHERS = 5


def hover(
    finding: Finding,
    view: View,
    *,
    translation: Translation | None = None,
    preview: str | None = None,
    evidence: Sequence[Evidence] = (),
    stale: bool = False,
    by_rule: bool = False,
) -> str:
    """One use explained: the equivalent, what touches this call, its arguments, the rewritten text, what is known."""
    blocks = [_heading(finding.use.api, _shown(finding, view), finding.compatibility, view)]
    if stale:
        blocks.append(f"*{_(view, 'hover.stale')}*")
    if finding.use.certainty is not Certainty.IMPORTED:
        rule = ".rule" if by_rule and finding.use.certainty is Certainty.GUESSED else ""
        blocks.append(_(view, f"hover.certainty.{finding.use.certainty.value}{rule}"))
    if finding.equivalent is None:
        blocks += _advice(finding, view)
        return _joined(blocks)
    helper = summary.helper(finding)
    if helper is not None:
        blocks.append(_(view, "hover.helper", helper=helper))
    blocks += _at_this_call(ordered_notes(finding), view)
    # A call that keeps an argument without a counterpart is no call to show.
    if preview and not (translation is not None and translation.missing):
        blocks.append(f"**{_(view, 'hover.rewritten')}**\n\n```python\n{preview.strip()}\n```")
    if translation is not None:
        blocks += _arguments(translation.moves, view)
    blocks += _other_differences(finding, view)
    blocks.append(support(finding.equivalent, view))
    ran = [e for e in evidence if e.device in finding.equivalent.on]
    blocks.append(evidence_line(ran, finding.row, view))
    return _joined(blocks)


def render_row(row: Row, view: View, evidence: Sequence[Evidence] = ()) -> str:
    """A whole row explained: every equivalent, the differences, the examples."""
    chosen = choosing.choose(row, None, view.target, view.mindspore, lambda node: "unknown").equivalent
    blocks = [_heading(row.torch, _named(chosen, view), None, view)]
    if row.aliases:
        blocks.append(_(view, "hover.aliases", names=", ".join(f"`{a}`" for a in row.aliases)))
    for signature in row.signatures:
        blocks.append(f"```python\n{row.torch}{signature}\n```")
    for equivalent in row.equivalents:
        blocks += _equivalent(equivalent, view)
    if row.note:
        blocks.append(own_text(row.note, view))
    blocks += _examples(row, view)
    blocks.append(evidence_line(evidence, row, view))
    return _joined(blocks)


def _(view: View, key: str, **arguments: object) -> str:
    return messages.text(key, view.language, **arguments)


def _joined(blocks: Iterable[str]) -> str:
    return "\n\n".join(b for b in blocks if b) + "\n"


def own_text(text: dict[str, str], view: View) -> str:
    """A row's own words in the language of ``view``."""
    return text.get(view.language) or text.get("en") or next(iter(text.values()), "")


def code(text: str) -> str:
    """Inline code that survives backticks and stands in a table cell."""
    fence = "``" if "`" in text else "`"
    pad = " " if fence == "``" else ""
    return f"{fence}{pad}{text}{pad}{fence}".replace("|", "\\|")


def _shown(finding: Finding, view: View) -> str:
    helper = summary.replacement(finding) if summary.helper(finding) else None
    return code(helper) if helper else _named(finding.equivalent, view)


def _named(equivalent: Equivalent | None, view: View) -> str:
    if equivalent is None:
        return _(view, "hover.no-counterpart")
    name = summary.counterpart(equivalent) or template_text(equivalent)
    return code(name) if name and not summary.vanishes(equivalent) else _(view, "hover.removed")


def _heading(torch: str, shown: str, compatibility: Compatibility | None, view: View) -> str:
    title = f"**{code(torch)} → {shown}**"
    facts = [f"{target_name(view.target)}, MindSpore {view.mindspore}"]
    if compatibility is not None:
        facts.insert(0, _(view, f"compatibility.{compatibility.value}"))
    return f"{title}  \n*{' · '.join(facts)}*"


def _advice(finding: Finding, view: View) -> list[str]:
    if finding.row is None:
        return []
    blocks = [own_text(finding.row.note, view)] if finding.row.note else []
    elsewhere = [e for e in finding.row.equivalents if view.target.value not in e.on]
    return blocks + [f"- {_named(e, view)}: {support(e, view)}" for e in elsewhere]


def _at_this_call(notes: Sequence[Note], view: View) -> list[str]:
    if not notes:
        return []
    lines = []
    for note in notes:
        mark = "" if note.handled else f"**{_(view, 'hover.remains')}** · "
        lines.append(f"- {mark}{note_text(note, view)}")
    return [f"**{_(view, 'hover.at-this-call')}**\n\n" + "\n".join(lines)]


def _arguments(moves: Sequence[Move], view: View) -> list[str]:
    if not moves:
        return []
    if all(move.fate is Fate.KEPT for move in moves):
        return [_(view, "hover.arguments.same")]
    head = [_(view, f"hover.table.{column}") for column in ("torch", "mindspore", "what")]
    given = {move.torch: ast.unparse(move.argument.value) for move in moves if move.torch and move.argument}
    rows = [_row_of(move, given, view) for move in moves]
    table = [f"| {' | '.join(head)} |", "| --- | --- | --- |", *rows]
    return [f"**{_(view, 'hover.arguments')}**\n\n" + "\n".join(table)]


def _row_of(move: Move, given: Mapping[str, str], view: View) -> str:
    own = given.get(move.torch or "")
    left = code(f"{move.torch}={_short(own)}" if own else str(move.torch)) if move.torch else ""
    # An expression may speak of other arguments than its own.
    value = own if move.expression is None else literals.simplify(summary.plain(move.expression, given))
    right = code(f"{move.mindspore}={_short(value)}" if value else str(move.mindspore))
    if move.mindspore is None or move.fate in (Fate.MISSING, Fate.DROPPED, Fate.AROUND):
        right = "—"
    return f"| {left} | {right} | {_(view, f'fate.{move.fate.value}')} |"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST_VALUE else flat[: _LONGEST_VALUE - 1] + "…"


def _other_differences(finding: Finding, view: View) -> list[str]:
    """Differences that do not touch this call: the rest of what the row declares, in short."""
    said = {note_text(n, view) for n in ordered_notes(finding)}
    others = [note_text(n, view) for n in finding.notes if not n.affects]
    if finding.equivalent is not None:
        others += declared(finding.equivalent, view)
    fresh = [text for text in dict.fromkeys(others) if text not in said]
    if not fresh:
        return []
    lines = [f"- {text}" for text in fresh[:_MOST_OTHERS]]
    if len(fresh) > _MOST_OTHERS:
        lines.append(f"- *{_(view, 'hover.more', count=len(fresh) - _MOST_OTHERS)}*")
    return [f"{_(view, 'hover.others')}\n\n" + "\n".join(lines)]


def declared(equivalent: Equivalent, view: View) -> list[str]:
    """The differences that a row declares for an equivalent, in words."""
    out = []
    for difference in equivalent.differences:
        arguments = (("parameter", difference.parameter),) if difference.parameter else ()
        out.append(note_text(Note(difference.kind, arguments, tuple(difference.text.items())), view))
    return out


def support(equivalent: Equivalent, view: View) -> str:
    """The devices that an equivalent serves, and since when."""
    key = "hover.platform.until" if equivalent.until else "hover.platform"
    parts = [
        _(view, key, target=target_name(target), version=version, until=equivalent.until)
        for target, version in equivalent.on.items()
    ]
    return _(view, "hover.platforms", platforms=messages.join(parts, view.language))


def evidence_line(evidence: Sequence[Evidence], row: Row | None, view: View) -> str:
    """What running has shown, and where the row comes from."""
    if evidence:
        # The device that the user migrates to speaks first.
        own_first = sorted(evidence, key=lambda e: e.device != view.target.value)
        said = messages.join([_one_evidence(e, view) for e in own_first], view.language)
    else:
        said = _(view, "hover.unverified")
    source = row.provenance.get("source") if row else None
    tail = f"  \n{_(view, 'hover.source', source=source)}" if source else ""
    return _(view, "hover.evidence", evidence=said) + tail


def _one_evidence(item: Evidence, view: View) -> str:
    facts = {"device": target_name(item.device), "torch": item.torch, "mindspore": item.mindspore}
    said = _of_examples(item, facts, view)
    if not item.samples:
        return said
    more = _(view, "hover.samples", passed=item.samples_passed, samples=item.samples)
    if item.gradients:
        more += _(view, "hover.samples.gradients", passed=item.gradients_passed, gradients=item.gradients)
    return messages.join([said, more], view.language)


def _of_examples(item: Evidence, facts: dict[str, str], view: View) -> str:
    if not item.agrees and item.reason is None:  # there are samples only
        return _(view, "hover.ran", **facts)
    if not item.agrees:
        key = f"verify.reason.{item.reason}"
        known = key in messages.catalogue(view.language)
        return _(view, "hover.failed", reason=_(view, key) if known else item.reason or "?", **facts)
    if item.max_error is None:
        return _(view, "hover.verified.plain", **facts)
    return _(view, "hover.verified", error=f"{item.max_error:.1e}" if item.max_error else "0", **facts)


def _equivalent(equivalent: Equivalent, view: View) -> list[str]:
    title = f"**{_named(equivalent, view)}**"
    if equivalent.when:
        title += " · " + _(view, "hover.when", conditions=conditions(equivalent.when, view))
    lines = [f"- {support(equivalent, view)}"]
    lines += [f"- {code(torch)} → {code(mindspore)}" for torch, mindspore in equivalent.rename.items()]
    lines += [f"- {code(name)} → {code(expression)}" for name, expression in equivalent.convert.items()]
    lines += [f"- {text}" for text in declared(equivalent, view)]
    if equivalent.state:
        names = ", ".join(f"{code(torch)} → {code(entry.name)}" for torch, entry in equivalent.state.items())
        lines.append(f"- {_(view, 'hover.state', names=names)}")
    shape = [f"```python\n{summary.counterpart(equivalent)}{equivalent.signature}\n```"] if equivalent.signature else []
    return [title, *shape, "\n".join(lines)]


def conditions(stated: Conditions, view: View) -> str:
    """The calls that an equivalent is for."""
    parts = []
    for parameter, condition in stated.items():
        if condition in ("given", "absent", "present"):
            word = "absent" if condition == "absent" else "given"
            parts.append(_(view, f"hover.when.{word}", parameter=parameter))
            continue
        values = [condition] if isinstance(condition, str) else condition
        literals = " / ".join(code(str(value)) for value in values)
        kind = f"hover.kind.{condition}" if isinstance(condition, str) else ""
        shown = _(view, kind) if kind in messages.catalogue(view.language) else _(view, "hover.literal", value=literals)
        parts.append(_(view, "hover.when.value", parameter=parameter, values=shown))
    return messages.join(parts, view.language)


def _examples(row: Row, view: View) -> list[str]:
    if not row.examples:
        return []
    blocks = [f"**{_(view, 'hover.examples')}**"]
    for example in row.examples:
        title = ""
        if example.title:
            said = _(view, "hover.example", title=own_text(example.title, view), target=target_name(example.target))
            title = f"# {said}\n"
        after = f"\n# MindSpore\n{example.mindspore.strip()}" if example.mindspore else ""
        blocks.append(f"```python\n{title}# torch\n{example.torch.strip()}{after}\n```")
    return blocks
