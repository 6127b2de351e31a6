"""Chooses the equivalent of a row that serves a target, a MindSpore version and a call."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Final

from mindport.mapping import conditions
from mindport.mapping.conditions import Answer, TypeOf
from mindport.mapping.literals import equal_defaults
from mindport.mapping.row import Conditions, Difference, Equivalent, Row, Target
from mindport.syntax import signature as signatures
from mindport.syntax.signature import BoundCall, Parameter, Signature
from mindport.values import frozen

PLACEMENT: Final = frozenset(["device", "dtype"])
"""Parameters that what passes an API around leaves alone; were one given after all, the call would fail loudly."""


@frozen()
class Choice:
    """The equivalent that serves a call; ``certain`` is False when a condition could not be decided."""

    equivalent: Equivalent | None
    certain: bool = True


@functools.lru_cache(maxsize=1024)
def version_key(version: str) -> tuple[int, ...]:
    """Sortable form of ``2.10.0``."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def serves(equivalent: Equivalent, target: Target, version: str) -> bool:
    """Whether the equivalent works on the target with this MindSpore version."""
    since = equivalent.on.get(target.value)
    if since is None or version_key(version) < version_key(since):
        return False
    return equivalent.until is None or version_key(version) < version_key(equivalent.until)


def choose(row: Row, bound: BoundCall | None, target: Target, version: str, type_of: TypeOf) -> Choice:
    """The first equivalent that serves the target and whose conditions hold."""
    first_unknown: Equivalent | None = None
    for equivalent in row.equivalents:
        if not serves(equivalent, target, version):
            continue
        answer = conditions.holds(equivalent.when, bound, type_of)
        if equivalent.known and answer is Answer.UNKNOWN:
            continue
        if equivalent.presume and bound is not None and answer is not Answer.NO:
            return Choice(equivalent)
        if answer is Answer.YES:
            if first_unknown is None:
                return Choice(equivalent)
            # An earlier overload that might have held makes this choice a guess.
            guess = equivalent if lost(first_unknown, bound, type_of) else first_unknown
            return Choice(guess, False)
        if answer is Answer.UNKNOWN and first_unknown is None:
            first_unknown = equivalent
    return Choice(first_unknown, first_unknown is None)


def lost(equivalent: Equivalent, bound: BoundCall | None, type_of: TypeOf) -> tuple[str, ...]:
    """Arguments that the equivalent leaves out for a value of theirs that they may not have."""
    return tuple(
        name
        for name, condition in equivalent.when.items()
        if bound is not None
        and name in bound.arguments
        and not _has_place(equivalent, name)
        and conditions.holds({name: condition}, bound, type_of) is Answer.UNKNOWN
    )


def _has_place(equivalent: Equivalent, name: str) -> bool:
    if equivalent.template is not None or name in equivalent.convert:
        written = equivalent.template if equivalent.template is not None else equivalent.convert[name]
        return re.search(rf"\{{{name}\b", written) is not None
    return True


General = Mapping[str, "str | list[str]"]
"""Parameters that mean nothing in MindSpore, with their harmless values."""


def choose_reference(row: Row, target: Target, version: str, general: General) -> Choice:
    """The equivalent of an API that is named but not called: one that can be passed around, else the plainest."""
    serving = [e for e in row.equivalents if serves(e, target, version)]
    for equivalent in serving:
        if not equivalent.when and (equivalent.reference or same_call(equivalent, row, general)):
            return Choice(equivalent)
    for wanted in ("reference", "mindspore", "helper", "template"):
        for equivalent in serving:
            if getattr(equivalent, wanted):
                return Choice(equivalent)
    return Choice(None)


def choose_type(row: Row, target: Target, version: str, general: General, *, asked: bool) -> Choice:
    """The equivalent of a class that is named as a type; ``asked``: what is asked is whether a value is of it, which the row may
    have an equivalent for."""
    serving = [e for e in row.equivalents if serves(e, target, version)]
    for equivalent in serving:
        if asked and any(difference.of_type_tests for difference in equivalent.differences):
            return Choice(equivalent)
    for equivalent in serving:
        if equivalent.mindspore and not equivalent.helper and not equivalent.template:
            return Choice(equivalent)  # a helper class derives from the class that it stands for: that one matches both
    return choose_reference(row, target, version, general)


def differences(equivalent: Equivalent, bound: BoundCall | None, type_of: TypeOf) -> list[tuple[Difference, Answer]]:
    """The row's declared differences, each with whether it touches this call."""
    out = []
    for difference in equivalent.differences:
        when: Conditions = dict(difference.when)
        if difference.parameter and not when:
            when = {difference.parameter: "given"}
        out.append((difference, conditions.holds(when, bound, type_of)))
    return out


def _may_vanish(parameter: Parameter, harmless: General) -> bool:
    """Whether leaving the parameter alone gives it a harmless value; were another given, the call would fail loudly."""
    values = harmless.get(parameter.name, [])
    return parameter.default is not None and (
        values == "any" or any(equal_defaults(parameter.default, one) for one in values)
    )


def same_call(equivalent: Equivalent, row: Row, general: General) -> bool:
    """Whether any call of the torch API means the same when only the name changes (so it may be passed around)."""
    if equivalent.template or equivalent.convert or equivalent.write or equivalent.rename or equivalent.when:
        return False
    if equivalent.helper or equivalent.signature is None:
        return True
    target, harmless = signatures.parse(equivalent.signature), {**general, **equivalent.drop}
    return all(_is_same(signatures.parse(one), target, harmless) for one in row.signatures)


def computes_otherwise(equivalent: Equivalent, row: Row) -> bool:
    """Whether a plain call under the other name gives other numbers, where it does not fail: a default is another, what a call
    needs is not written, or the arguments have other places."""
    if row.kind == "class" and row.returns == "tensor":
        return False  # named as a type more often than called
    written = equivalent.template is not None and (row.kind == "function" or "{" in equivalent.template)
    if equivalent.write or equivalent.convert or written:
        return True
    if equivalent.signature is None:
        return False
    target = signatures.parse(equivalent.signature)
    own = [signatures.parse(one) for one in row.signatures]
    for parameter in (one for signature in own for one in signature.parameters):
        other = target.get(equivalent.rename.get(parameter.name, parameter.name))
        if other is None or parameter.default is None or other.default is None or parameter.name in PLACEMENT:
            continue  # what is not given, but needed, fails loudly
        if not equal_defaults(parameter.default, other.default):
            return True
    return len(own) == 1 and _changes_places(own[0], target, equivalent.rename)


def _changes_places(own: Signature, target: Signature, rename: Mapping[str, str]) -> bool:
    """Whether an argument that a call has to give, without its name mostly, stands elsewhere in MindSpore."""
    places = [one.name for one in target.positional]
    needed = [rename.get(one.name, one.name) for one in own.positional if one.default is None]
    return any(name in places and places.index(name) != place for place, name in enumerate(needed))


def _is_same(torch_signature: Signature, target: Signature, harmless: General) -> bool:
    for index, parameter in enumerate(torch_signature.parameters):
        if parameter.name in PLACEMENT:
            continue
        other = target.get(parameter.name)
        if other is None and _may_vanish(parameter, harmless):
            continue
        if other is None or not equal_defaults(parameter.default, other.default):
            return False
        if (parameter.kind == "var_positional") is not (other.kind == "var_positional"):
            return False
        if parameter.kind in ("positional", "positional_only"):
            positions = [p.name for p in target.positional]
            if parameter.name not in positions or positions.index(parameter.name) != index:
                return False
    return True
