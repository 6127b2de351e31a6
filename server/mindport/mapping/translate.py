"""Translates a bound torch call by an equivalent: what becomes of each argument.

Everything that the user is shown about a call's arguments (hover table, notes, rewritten text) derives from ``Translation``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from enum import Enum
from typing import Final

from mindport.mapping import conditions, floats, reductions
from mindport.mapping.choosing import PLACEMENT
from mindport.mapping.conditions import TypeOf
from mindport.mapping.literals import decided, equal_defaults, fill, simplify
from mindport.mapping.row import Equivalent, Row
from mindport.syntax import signature as signatures
from mindport.syntax.nodes import Constant, Name
from mindport.syntax.signature import Argument, BoundCall, Parameter, Signature
from mindport.values import frozen


class Fate(str, Enum):
    """What becomes of one torch parameter."""

    KEPT = "kept"
    RENAMED = "renamed"
    CONVERTED = "converted"
    DROPPED = "dropped"  # harmless here
    AROUND = "around"  # written around the call
    MISSING = "missing"  # no counterpart: the call cannot be rewritten
    DEFAULT = "default"  # not given; torch's default differs and is written out
    ADDED = "added"  # a MindSpore argument that the row always writes


@frozen()
class Move:
    """The fate of one parameter; ``expression`` is a template over ``{parameter}`` for CONVERTED, DEFAULT and ADDED."""

    fate: Fate
    torch: str | None
    mindspore: str | None
    argument: Argument | None = None
    expression: str | None = None
    mindspore_default: str | None = None


@frozen()
class Translation:
    moves: tuple[Move, ...]
    hidden: bool = False  # *args or **kwargs hide arguments that would need a change

    @property
    def missing(self) -> tuple[Move, ...]:
        return tuple(m for m in self.moves if m.fate is Fate.MISSING)

    @property
    def changed(self) -> bool:
        return any(m.fate is not Fate.KEPT and m.fate not in LEFT_OUT for m in self.moves)


OUT: Final = "out"
"""The tensor or tensors that torch puts a result into, which no function of MindSpore takes."""

LEFT_OUT: Final = (Fate.DROPPED, Fate.AROUND)
"""What becomes of an argument that the rewritten call has no longer."""


def put_into(bound: BoundCall) -> Argument | None:
    """What a call names to put its result into; ``out=None`` names nothing."""
    argument = bound.arguments.get(OUT)
    if argument is None or type(argument.value) is Constant:
        return None
    return argument


def translate(
    equivalent: Equivalent, bound: BoundCall, general: Mapping[str, str | list[str]], type_of: TypeOf
) -> Translation:
    """What becomes of each argument of a call, for an equivalent that keeps the call's form."""
    torch_signature = bound.signature
    target = signatures.parse(equivalent.signature) if equivalent.signature else torch_signature
    same = equivalent.signature is None
    moves: list[Move] = []
    ours = same and equivalent.helper is not None
    old = reductions.of_old(bound, target, ours=ours)
    for name, argument in bound.arguments.items():
        if name in old:
            expression = old[name]
            fate = Fate.DROPPED if expression is None else Fate.CONVERTED
            moves.append(Move(fate, name, None if expression is None else "reduction", argument, expression))
            continue
        if ours and reductions.is_old(name, argument, target):
            moves.append(Move(Fate.MISSING, name, None, argument))
            continue
        moves.append(_given(name, argument, equivalent, torch_signature, target, general, type_of))
    if not same:
        for parameter in torch_signature.parameters:
            if parameter.name not in bound.arguments and not (old and parameter.name == "reduction"):
                move = _absent(parameter, equivalent, target)
                if move:
                    moves.append(move)
    written = {m.mindspore for m in moves if m.fate not in LEFT_OUT}
    for name, expression in equivalent.write.items():
        if name not in written:
            moves.append(Move(Fate.ADDED, None, name, None, expression))
        else:
            moves = [m for m in moves if not (m.fate is Fate.DEFAULT and m.mindspore == name)]
            if name not in {m.mindspore for m in moves if m.fate not in LEFT_OUT}:
                moves.append(Move(Fate.ADDED, None, name, None, expression))
    hidden = bound.open and not same and _could_matter(equivalent, torch_signature, target, bound)
    return Translation(tuple(moves), hidden)


def _given(
    name: str,
    argument: Argument,
    equivalent: Equivalent,
    torch_signature: Signature,
    target: Signature,
    general: Mapping[str, str | list[str]],
    type_of: TypeOf,
) -> Move:
    if name == OUT:
        return Move(Fate.DROPPED if type(argument.value) is Constant else Fate.AROUND, name, None, argument)
    to = equivalent.rename.get(name, name)
    exists = target is torch_signature or target.get(to) is not None  # torch's own may take any keyword
    if name in equivalent.drop or not exists:
        harmless = equivalent.drop.get(name, general.get(name))
        # What asks for a gradient, or may, is written around the call.
        around = name == "requires_grad" and name not in equivalent.drop and equivalent.helper is None
        if harmless is not None and (around or _harmless(argument.value, harmless)):
            return Move(Fate.DROPPED, name, None, argument)
        declared = torch_signature.get(name)
        # Saying the default aloud means the same as leaving it out.
        if declared and declared.default is not None and _equals(argument.value, declared.default):
            return Move(Fate.DROPPED, name, None, argument)
        if not exists:
            return Move(Fate.MISSING, name, None, argument)
    if name in equivalent.convert:
        expression = decided(equivalent.convert[name], name, argument.value)
        expression = floats.converted(expression, name, argument.value, type_of)
        if expression != f"{{{name}}}":
            return Move(Fate.CONVERTED, name, to, argument, expression)
    other = target.get(to)
    if name == "dtype" and other is not None and other.default == _FLOAT32 and _may_be_none(argument.value, type_of):
        return Move(Fate.CONVERTED, name, to, argument, "{dtype} or " + _FLOAT32)
    if other is not None and other.default in _TRUTHS and name not in equivalent.convert:
        declared = torch_signature.get(name)
        switch = _switch(argument.value, name, type_of, declared.default if declared is not None else None)
        if switch is not None:
            return Move(Fate.CONVERTED, name, to, argument, switch)
    if other is not None and equivalent.helper is None:
        declared = torch_signature.get(name)
        own = declared.default if declared is not None else None
        number = floats.of_whole(argument.value, name, other.default, own, type_of)
        if number is not None:
            return Move(Fate.CONVERTED, name, to, argument, number)
    fate = Fate.RENAMED if to != name else Fate.KEPT
    return Move(fate, name, to, argument)


def unnamed(moved: Translation, equivalent: Equivalent, bound: BoundCall) -> set[str]:
    """Parameters whose arguments are given by their places, and stay there: nobody sees that MindSpore's have other names."""
    target = signatures.parse(equivalent.signature) if equivalent.signature else bound.signature
    there = {move.torch: move.mindspore for move in moved.moves if move.argument is not None}
    out: set[str] = set()
    for parameter, other in zip(bound.signature.positional, target.positional):
        argument = bound.arguments.get(parameter.name)
        if argument is None or argument.keyword is not None or there.get(parameter.name) != other.name:
            break  # what follows is written with its name
        out.add(parameter.name)
    return out


_TRUTHS: Final = ("True", "False")


def _switch(value: ast.expr, name: str, type_of: TypeOf, default: str | None) -> str | None:
    """A number or None in the place of a truth value, which torch takes and MindSpore does not, as the truth it stands for."""
    if type(value) is Constant:
        if value.value is None:
            return "False" if default in _TRUTHS else None
        plain = type(value.value) is int
        return str(bool(value.value)) if plain else None
    return f"bool({{{name}}})" if conditions.kind_of(value, type_of) == "int" else None


_FLOAT32: Final = "mindspore.float32"


def _may_be_none(value: ast.expr, type_of: TypeOf) -> bool:
    """Whether a data type may be None, which means torch's default to torch and nothing to MindSpore's layers."""
    return type(value) is Name or type_of(value) != "dtype"


def _absent(parameter: Parameter, equivalent: Equivalent, target: Signature) -> Move | None:
    if parameter.default is None:
        return None
    to = equivalent.rename.get(parameter.name, parameter.name)
    other = target.get(to)
    if other is None or to in equivalent.write:
        return None
    expression = parameter.default
    converted = parameter.name in equivalent.convert
    if converted:
        expression = fill(equivalent.convert[parameter.name], {parameter.name: parameter.default})
        if "{" in expression:  # depends on an argument that only a call can give
            return None
    if expression == "None" and not converted:
        # None asks for a derived value; what MindSpore derives is for the row to declare.
        return None if other.default is not None else Move(Fate.DEFAULT, parameter.name, to, None, expression)
    if equal_defaults(expression, other.default):
        return None
    return Move(Fate.DEFAULT, parameter.name, to, None, simplify(expression), other.default)


def _could_matter(equivalent: Equivalent, torch_signature: Signature, target: Signature, bound: BoundCall) -> bool:
    """Whether arguments hidden behind ``*args`` or ``**kwargs`` might need a change."""
    variadic = torch_signature.var_positional
    if variadic and bound.extra and bound.stars_only and not torch_signature.positional:
        return False  # ``zeros(*shape)``: nothing but sizes can be behind the star
    if equivalent.rename or equivalent.convert or equivalent.drop:
        return True
    if variadic and target.var_positional and len(torch_signature.parameters) == 1:
        return False
    places = [p.name for p in torch_signature.positional]
    same_places = bool(places) and places == [p.name for p in target.positional][: len(places)]
    for parameter in torch_signature.parameters:
        other = target.get(parameter.name)
        if parameter.name in bound.arguments or parameter.name in PLACEMENT:
            continue
        if other is None and bound.stars_only and same_places and parameter.name not in places:
            continue  # ``eye(*shape)``: no keyword is behind a star
        if other is None or not equal_defaults(parameter.default, other.default):
            return True
    return False


def hides(
    equivalent: Equivalent, bound: BoundCall, overloads: tuple[str, ...], general: Mapping[str, str | list[str]]
) -> bool:
    """Whether ``*args`` or ``**kwargs`` may hold arguments that matter and for which a template has no place."""
    if not bound.open or (bound.stars_only and bound.extra):
        return False
    if equivalent.template is None or "{" not in equivalent.template:
        return False
    names = {match.group(1) for match in _PLACED.finditer(equivalent.template)} - {"self"}
    names |= {parameter.name for overload in overloads for parameter in signatures.parse(overload).parameters}
    return any(equivalent.drop.get(name, general.get(name)) != "any" for name in names - bound.arguments.keys())


def unplaced(equivalent: Equivalent, bound: BoundCall, general: Mapping[str, str | list[str]]) -> tuple[str, ...]:
    """Arguments that a template has no place for, and that make a difference as far as the row says."""
    placed = {match.group(1) for match in _PLACED.finditer(equivalent.template or "")}
    if not placed:
        return ()  # a constant in the place of the whole call, or nothing at all
    known = placed | equivalent.when.keys() | {d.parameter for d in equivalent.differences if d.parameter}
    out = []
    for name, argument in bound.arguments.items():
        harmless = equivalent.drop.get(name, general.get(name))
        declared = bound.signature.get(name)
        default = declared.default if declared else None
        if name in known or name == OUT or (harmless is not None and _harmless(argument.value, harmless)):
            continue
        if default is None or not _equals(argument.value, default):
            out.append(name)
    return tuple(out)


def superfluous(row: Row, equivalent: Equivalent, name: str, general: Mapping[str, str | list[str]]) -> bool:
    """Whether the ``drop`` of a parameter says only what holds of every parameter without a place in MindSpore: its default
    and the values harmless everywhere may vanish from a call."""
    sources = [equivalent.signature] if equivalent.signature else row.signatures
    if any(signatures.parse(source).get(equivalent.rename.get(name, name)) for source in sources):
        return False
    values, known = equivalent.drop[name], general.get(name)
    if known is not None:
        return values == known
    declared = [parameter for source in row.signatures if (parameter := signatures.parse(source).get(name))]
    defaults = {conditions.normal(parameter.default) for parameter in declared if parameter.default is not None}
    return bool(declared) and values != "any" and {conditions.normal(value) for value in values} == defaults


def _harmless(value: ast.expr, harmless: str | list[str]) -> bool:
    if harmless == "any":
        return True
    text = conditions.literal(value) or conditions.torch_name(value)
    allowed = [harmless] if isinstance(harmless, str) else harmless
    return text is not None and text in {conditions.normal(str(h)) for h in allowed}


def _equals(value: ast.expr, default: str) -> bool:
    text = conditions.literal(value)
    return text is not None and text == conditions.normal(default)


_PLACED: Final = re.compile(r"\{(\w+)(?:\?|:\w+)?\}")
