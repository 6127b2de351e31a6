"""Judges a use by its row: the equivalent for the target, the notes that touch this call, how far a fix may go."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from mindport.analysis.findings import Applicability, Compatibility, Finding, Note
from mindport.analysis.places import stands
from mindport.analysis.uses import ApiUse, Certainty, Role
from mindport.mapping import choosing, conditions
from mindport.mapping import translate as translation
from mindport.mapping.conditions import Answer, TypeOf
from mindport.mapping.index import RowIndex
from mindport.mapping.row import Effect, Equivalent, Row, Target
from mindport.mapping.translate import Fate, Translation
from mindport.syntax.signature import BoundCall

# Worth knowing, but no reason to doubt the rewritten call.
_MILD: Final = frozenset(["random", "mode-default", "graph-support", "device-support", "dtype-support", "layout"])
_ORDER: Final = [Applicability.SAFE, Applicability.UNSAFE, Applicability.DISPLAY_ONLY, Applicability.NONE]
_MOST_KNOWN: Final = 10_000
_OF_TUPLES: Final = ("index", "count")

Verdict = tuple["Equivalent | None", Compatibility, tuple[Note, ...], Applicability]
"""What a finding says besides the use and its row."""


@dataclass(frozen=True)
class Context:
    """What judging needs beside the use."""

    target: Target
    mindspore: str
    rows: RowIndex
    type_of: TypeOf
    known: dict[tuple[object, ...], Verdict] = field(default_factory=dict, repr=False)
    """What was said of uses by all that it depends on."""
    holders: Callable[[ast.expr], Sequence[ast.AST]] = lambda _: ()
    """What holds an expression, from the inside out."""

    @property
    def general(self) -> Mapping[str, str | list[str]]:
        """Parameters that mean nothing in MindSpore, with their harmless values."""
        return self.rows.general


def worst(*values: Applicability) -> Applicability:
    return max(values, key=_ORDER.index)


def judge(use: ApiUse, row: Row | None, context: Context) -> Finding:
    """The finding of one use. Most uses are like others, of which the same is to be said."""
    if row is None:
        return Finding(use, None, *_judged(use, row, context))
    key = _looks(use, context.type_of)
    if row.tells_of_pairs and use.call is not None:
        key = (*key, is_taken_apart(use.call, context.holders))
    if row.places:
        around = context.holders(use.node)
        key = (*key, *(stands(where, use.node, around) for where in row.places))
    found = context.known.get(key)
    if found is None:
        if len(context.known) >= _MOST_KNOWN:
            context.known.clear()  # an editor lives long, and each number typed is another one
        found = context.known[key] = _judged(use, row, context)
    return Finding(use, row, *found)


def _looks(use: ApiUse, type_of: TypeOf) -> tuple[object, ...]:
    """All of a use that makes a difference to what is said of it."""
    # ``_value_`` is what ``value`` gives, several times quicker; and signatures are kept, once they are parsed.
    looks: list[object] = [use.api, use.role._value_, use.certainty._value_, use.call is not None, use.may_be_another]
    looks.append(use.type_test)
    bound = use.bound
    if bound is not None:
        looks += (id(bound.signature), bound.open, bound.stars_only, len(bound.extra))
        for name, argument in bound.arguments.items():
            looks += (name, argument.keyword is None, conditions.looks(argument.value, type_of))
        if bound.extra:
            looks += [conditions.looks(one, type_of) for one in bound.extra]
    return tuple(looks)


def _judged(use: ApiUse, row: Row | None, context: Context) -> Verdict:
    if row is None:
        note = Note("namespace" if _is_namespace(use.api, context) else "no-row", (("torch", use.api),))
        return None, Compatibility.UNMAPPED, (note,), Applicability.NONE
    if use.type_test or use.role is Role.ANNOTATION:
        choice = choosing.choose_type(row, context.target, context.mindspore, context.general, asked=use.type_test)
    elif use.call is None:
        choice = choosing.choose_reference(row, context.target, context.mindspore, context.general)
    else:
        choice = choosing.choose(row, use.bound, context.target, context.mindspore, context.type_of)
    equivalent = choice.equivalent
    if equivalent is None:
        note = Note("no-equivalent", (("torch", use.api), ("target", context.target.value)), tuple(row.note.items()))
        return None, Compatibility.UNSUPPORTED, (note,), Applicability.NONE
    notes: list[Note] = []
    fix = Applicability.SAFE
    if not choice.certain and use.role in (Role.CALL, Role.DECORATOR):
        notes.append(Note("unresolved-condition", (("torch", use.api),)))
        fix = Applicability.UNSAFE
        for name in choosing.lost(equivalent, use.bound, context.type_of):
            notes.append(
                Note("parameter-missing", (("parameter", name), ("mindspore", equivalent.mindspore or use.api)))
            )
            fix = Applicability.DISPLAY_ONLY
    elif use.may_be_another:
        notes.append(Note("unresolved-condition", (("torch", use.api),)))
        fix = Applicability.UNSAFE
    if use.certainty is Certainty.GUESSED:
        notes.append(Note("guessed", (("torch", use.api),)))
        fix = Applicability.DISPLAY_ONLY
    if use.role is Role.CALL and row.kind in ("function", "class", "method", "context"):
        if use.bound is None and row.signatures:
            notes.append(Note("unbound-call", (("torch", use.api),)))
            fix = worst(fix, Applicability.DISPLAY_ONLY)
        elif use.bound is not None and equivalent.template is None:
            moved = translation.translate(equivalent, use.bound, context.general, context.type_of)
            notes += argument_notes(moved, equivalent, use.bound)
            if moved.missing:
                fix = worst(fix, Applicability.DISPLAY_ONLY)
            if moved.hidden and equivalent.reference is None:
                fix = worst(fix, Applicability.DISPLAY_ONLY)
        elif use.bound is not None and equivalent.template is not None:
            for name in translation.unplaced(equivalent, use.bound, context.general):
                notes.append(
                    Note("parameter-missing", (("parameter", name), ("mindspore", equivalent.mindspore or use.api)))
                )
                fix = worst(fix, Applicability.DISPLAY_ONLY)
            if translation.hides(equivalent, use.bound, row.signatures, context.general):
                helped = equivalent.reference is not None
                notes.append(Note("open-call", (("mindspore", equivalent.mindspore or use.api),), handled=helped))
                fix = fix if helped else worst(fix, Applicability.DISPLAY_ONLY)
        if use.bound is not None and translation.put_into(use.bound) is not None:
            notes.append(Note("result-placed", (("parameter", translation.OUT),), handled=True))
    elif use.role is Role.REFERENCE and not use.type_test and not passes_around(row, equivalent, context):
        notes.append(Note("passed-around", (("torch", use.api), ("mindspore", equivalent.mindspore or ""))))
        silent = choosing.computes_otherwise(equivalent, row)
        fix = worst(fix, Applicability.DISPLAY_ONLY if silent else Applicability.UNSAFE)
    declared, effect = _declared(equivalent, use, context)
    notes += declared
    fix = worst(fix, effect)
    return equivalent, _compatibility(notes, row, equivalent, fix), tuple(notes), fix


def _is_namespace(api: str, context: Context) -> bool:
    """Whether a name is a module's, ``torch.nn`` in ``getattr(torch.nn, name)``, or that of what holds its names."""
    module = api.removesuffix(".__dict__")
    return module.rpartition(".")[2].islower() and context.rows.holds(module)  # a class has names as well


def is_taken_apart(call: ast.Call, holders: Callable[[ast.expr], Sequence[ast.AST]]) -> bool:
    """Whether what a call gives is taken apart at once (``values, places = x.max(1)``, ``x.max(1)[0]``, ``x.max(1).values``), or
    is no pair, for it is computed with, or asked for what a tensor has: ``torch.max(x, y) - 1``."""
    around = holders(call)
    holder = around[0] if around else None
    if isinstance(holder, ast.Assign):
        return all(isinstance(target, (ast.Tuple, ast.List)) for target in holder.targets)
    if isinstance(holder, ast.Attribute):
        return holder.attr not in _OF_TUPLES
    if isinstance(holder, ast.Subscript):
        return holder.value is call
    return isinstance(holder, (ast.Expr, ast.Starred, ast.BinOp, ast.UnaryOp))


def passes_around(row: Row, equivalent: Equivalent, context: Context) -> bool:
    """Whether the API may be passed around under its MindSpore name (or a helper's)."""
    if row.kind in ("value", "attribute") or equivalent.reference or equivalent.helper:
        return True
    if row.kind == "class" and not row.signatures:
        return True
    return choosing.same_call(equivalent, row, context.general)


def argument_notes(moved: Translation, equivalent: Equivalent, bound: BoundCall) -> list[Note]:
    """Notes on the arguments of a call, each derived from the two signatures."""
    out: list[Note] = []
    mindspore = equivalent.mindspore or ""
    unnamed = translation.unnamed(moved, equivalent, bound)
    for move in moved.moves:
        if move.fate is Fate.RENAMED and move.torch in unnamed:
            continue
        names = (("parameter", move.torch or move.mindspore or ""), ("mindspore_parameter", move.mindspore or ""))
        if move.fate is Fate.RENAMED and move.argument is not None:
            out.append(Note("parameter-renamed", names, handled=True))
        elif move.fate is Fate.CONVERTED:
            out.append(Note("value-converted", (*names, ("expression", move.expression or "")), handled=True))
        elif move.fate is Fate.MISSING:
            out.append(Note("parameter-missing", (*names, ("mindspore", mindspore))))
        elif move.fate is Fate.DEFAULT:
            defaults = (("torch_default", move.expression or ""), ("mindspore_default", move.mindspore_default or "-"))
            out.append(Note("default-changed", (*names, *defaults), handled=True))
        elif move.fate is Fate.ADDED:
            out.append(Note("parameter-added", (*names, ("expression", move.expression or "")), handled=True))
    if moved.hidden:
        out.append(Note("open-call", (("mindspore", mindspore),), handled=equivalent.reference is not None))
    return out


def _declared(equivalent: Equivalent, use: ApiUse, context: Context) -> tuple[list[Note], Applicability]:
    notes: list[Note] = []
    fix = Applicability.SAFE
    for difference, answer in choosing.differences(equivalent, use.bound, context.type_of):
        if difference.of_pairs and use.call is not None and is_taken_apart(use.call, context.holders):
            continue
        if difference.where is not None and not stands(difference.where, use.node, context.holders(use.node)):
            continue
        if answer is Answer.NO or (use.role is not Role.CALL and (difference.when or difference.parameter)):
            continue  # without a call, no argument can bring the difference about
        if difference.effect is Effect.LIMIT or difference.of_type_tests is not use.type_test:
            continue
        if use.role is Role.ANNOTATION:
            continue  # what calls do
        handled = difference.effect is Effect.HANDLED
        arguments = (("parameter", difference.parameter),) if difference.parameter else ()
        notes.append(Note(difference.kind, arguments, tuple(difference.text.items()), handled=handled))
        if use.role is Role.BASE_CLASS:
            continue
        if difference.effect is Effect.UNSAFE:
            fix = worst(fix, Applicability.UNSAFE)
        elif difference.effect is Effect.BLOCKS:
            fix = worst(fix, Applicability.DISPLAY_ONLY if answer is Answer.YES else Applicability.UNSAFE)
    return notes, fix


def _compatibility(notes: list[Note], row: Row, equivalent: Equivalent, fix: Applicability) -> Compatibility:
    if fix is not Applicability.SAFE:
        return Compatibility.DIVERGENT
    if any(not note.handled and note.kind not in _MILD for note in notes):
        return Compatibility.DIVERGENT
    if notes or equivalent.template or equivalent.helper:
        return Compatibility.ADJUSTED
    return Compatibility.CONSISTENT
