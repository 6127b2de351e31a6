"""A use of a torch API in one line of plain text: what a diagnostic and a report say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mindport.analysis.findings import Compatibility, Finding, Note
from mindport.analysis.uses import Role
from mindport.mapping.row import Equivalent, Target
from mindport.render import messages

_PLACEHOLDER = re.compile(r"\{(\w+)(?::\w+)?\??\}")
_TARGETS = {Target.ASCEND: "Ascend", Target.CPU: "CPU", Target.GPU: "GPU"}


@dataclass(frozen=True)
class View:
    """For whom something is shown: the language, and the device and MindSpore version that the user migrates to."""

    language: str = "en"
    target: Target = Target.ASCEND
    mindspore: str = "2.10.0"


def target_name(target: Target | str) -> str:
    """How a device is written in prose."""
    return _TARGETS[Target(target)]


def helper(finding: Finding) -> str | None:
    """The helper that takes the place of the use: the equivalent's own, or the one that can be passed around."""
    equivalent = finding.equivalent
    if equivalent is None:
        return None
    passed = finding.use.role is Role.REFERENCE and (not finding.use.type_test or equivalent.mindspore is None)
    return equivalent.helper or (equivalent.reference if passed else None)


def replacement(finding: Finding) -> str | None:
    """Name of what takes the place of the use; None when that has no name of its own."""
    name = helper(finding)
    if name is not None:
        return f"mindport_helpers.{name}"
    return counterpart(finding.equivalent) if finding.equivalent else None


def counterpart(equivalent: Equivalent) -> str | None:
    """Name of an equivalent, whatever the use."""
    return f"mindport_helpers.{equivalent.helper}" if equivalent.helper else equivalent.mindspore


def vanishes(equivalent: Equivalent) -> bool:
    """Whether nothing but the receiver remains of the use."""
    return equivalent.template == "{self}"


def ordered_notes(finding: Finding) -> list[Note]:
    """The notes that touch the call: what remains to be judged first, what the rewrite makes up for after it."""
    touching = [n for n in finding.notes if n.affects]
    return sorted(touching, key=lambda n: n.handled)


def note_text(note: Note, view: View) -> str:
    """A note in words; devices are written as in prose, placeholders of an expression as plain names."""
    arguments = tuple((k, _argument(k, v)) for k, v in note.arguments)
    return messages.note(Note(note.kind, arguments, note.text, note.affects, note.handled), view.language)


def line(finding: Finding, view: View) -> str:
    """The use in one line: its equivalent and what there is to know at this call."""
    torch = finding.use.api
    language = view.language
    if any(note.kind == "replaced" for note in finding.notes):
        return messages.text("line.replaced", language, torch=torch)
    if finding.compatibility is Compatibility.UNMAPPED:
        module = any(note.kind == "namespace" for note in finding.notes)
        return messages.text("line.namespace" if module else "line.unmapped", language, torch=torch)
    notes = ordered_notes(finding)
    if finding.compatibility is Compatibility.UNSUPPORTED or finding.equivalent is None:
        words = messages.join([note_text(n, view) for n in notes if n.text], language)
        key = "line.unsupported.note" if words else "line.unsupported"
        target = target_name(view.target)
        return messages.text(key, language, torch=torch, target=target, version=view.mindspore, notes=words)
    mindspore = replacement(finding) or template_text(finding.equivalent)
    if not mindspore or vanishes(finding.equivalent):
        words = messages.join([note_text(n, view) for n in notes if not n.handled], language)
        return messages.text("line.removed.note" if words else "line.removed", language, torch=torch, notes=words)
    if finding.compatibility is Compatibility.CONSISTENT and not helper(finding):
        return messages.text("line.consistent", language, torch=torch, mindspore=mindspore)
    remaining = [n for n in notes if not n.handled] or notes
    if not remaining:
        form = "helper" if helper(finding) else "rewritten"
        return messages.text(f"line.{form}", language, torch=torch, mindspore=mindspore)
    words = messages.join([note_text(n, view) for n in remaining], language)
    key = "line.divergent" if finding.compatibility is Compatibility.DIVERGENT else "line.adjusted"
    return messages.text(key, language, torch=torch, mindspore=mindspore, notes=words)


def template_text(equivalent: Equivalent) -> str | None:
    """A template as a reader sees it: ``{self}.shape[{dim}]`` → ``self.shape[dim]``."""
    if equivalent.template is None:
        return None
    return plain(equivalent.template)


def _argument(name: str, value: str) -> str:
    if name == "target":
        return target_name(value)
    return plain(value) if name in ("expression", "torch_default") else value


def plain(expression: str, values: Mapping[str, str] | None = None) -> str:
    """An expression of a row with the values of its placeholders, or with their plain names."""
    known = values or {}
    return _PLACEHOLDER.sub(lambda match: known.get(match.group(1), match.group(1)), expression)
