"""Strings that code writes out, where attributes are set or read by name: ``for n in ("a", "b"): self.register_buffer(n, x)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from mindport.semantics import data_fields
from mindport.semantics.joining import fields_of
from mindport.semantics.types import GIVEN, UNKNOWN, Type
from mindport.syntax.nodes import (
    Add,
    Attribute,
    BinOp,
    Call,
    Constant,
    FormattedValue,
    JoinedStr,
    List,
    Mod,
    Name,
    Tuple,
)

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_MOST: Final = 24
_DIGITS: Final = tuple("0123456789")


class Written(NamedTuple):
    """What a variable may be: one of these strings. ``beside``: the variable of the same loop that holds what stands under that
    key of a dict, and ``values`` what that is."""

    strings: tuple[str, ...]
    beside: str = ""
    values: Mapping[str, Type] = {}


def strings(flow: Flow, node: ast.expr | None) -> Sequence[str]:
    """The strings that an expression may be; none where they are not written out. Of a number in them nothing is known but that
    it is small: ``f"conv{i}"``."""
    if node is None or type(node) is Constant:
        return (node.value,) if node is not None and isinstance(node.value, str) else ()
    if type(node) is Name:
        found = flow.frame.written.get(node.id)
        return found.strings if found is not None else ()
    if type(node) is Attribute:
        return data_fields.named(flow, node)
    if type(node) is JoinedStr:
        made: Sequence[str] = ("",)
        for part in node.values:
            made = _each_with_each(made, _part(flow, part, made[0] if made else ""))
        return made
    if type(node) is not BinOp:
        return ()
    if type(node.op) is Add:
        firsts = strings(flow, node.left)
        return _each_with_each(firsts, strings(flow, node.right) or _number(flow, node.right)) if firsts else ()
    template = node.left.value if type(node.op) is Mod and type(node.left) is Constant else None
    if isinstance(template, str) and template.count("%") == template.count("%s") + template.count("%d") == 1:
        put = strings(flow, node.right) or _number(flow, node.right)
        return [template.replace("%s", one).replace("%d", one) for one in put]
    return ()


def _part(flow: Flow, part: ast.expr, before: str) -> Sequence[str]:
    """What a part of a formatted string may be; what stands ``before`` it is mostly counted, where nothing is known of it."""
    if type(part) is not FormattedValue:
        return strings(flow, part)
    if part.conversion != -1 or part.format_spec is not None:
        return ()
    found = strings(flow, part.value) or _number(flow, part.value)
    if not found and before and flow.types.get(id(part.value), UNKNOWN) in (GIVEN, UNKNOWN):
        return _DIGITS
    return found


def _number(flow: Flow, node: ast.expr) -> Sequence[str]:
    """What a number is in a string, or ``str(i)``."""
    if type(node) is Call and type(node.func) is Name and node.func.id == "str" and len(node.args) == 1:
        node = node.args[0]
    return _DIGITS if flow.types.get(id(node), UNKNOWN).kind == "int" else ()


def _each_with_each(firsts: Sequence[str], lasts: Sequence[str]) -> Sequence[str]:
    return [first + last for first in firsts for last in lasts][:_MOST]


def under(flow: Flow, name: ast.expr | None, value: ast.expr | None, found: Type) -> Iterator[tuple[str, Type]]:
    """The strings that ``name`` may be, each with what ``value``, which is ``found`` to be of a type, is then."""
    several = strings(flow, name)
    its = flow.frame.written.get(name.id) if len(several) > 1 and type(name) is Name else None
    paired = its is not None and type(value) is Name and value.id == its.beside
    for one in several:
        yield one, its.values.get(one, UNKNOWN) if paired and its is not None else found


def of_loop(flow: Flow, target: ast.expr, source: ast.expr) -> dict[str, Written]:
    """The same of the variables of a loop."""
    if type(source) is Call and type(source.func) is Name and type(target) is Tuple:
        if source.func.id == "enumerate" and source.args and len(target.elts) == _PAIR:
            return of_loop(flow, target.elts[1], source.args[0])
        if source.func.id == "zip":
            found: dict[str, Written] = {}
            for one, its in zip(target.elts, source.args):
                found.update(of_loop(flow, one, its))
            return found
    if type(source) is Call and type(source.func) is Name and source.func.id == "range" and type(target) is Name:
        return _counted(target, source)
    beside = ""
    fields: Mapping[str, Type] = {}
    if (
        type(source) is Call
        and type(source.func) is Attribute
        and source.func.attr in ("items", "keys")
        and not source.args
    ):
        fields = fields_of(flow.types.get(id(source.func.value), UNKNOWN))
        if source.func.attr == "items":
            if type(target) is not Tuple or len(target.elts) != _PAIR:
                return {}
            beside = target.elts[1].id if type(target.elts[1]) is Name else ""
            target = target.elts[0]
    elif isinstance(source, (Tuple, List)):
        if all(type(one) is Constant and isinstance(one.value, str) for one in source.elts):
            fields = {one.value: UNKNOWN for one in source.elts}  # type: ignore[attr-defined]
    else:
        fields = fields_of(flow.types.get(id(source), UNKNOWN))
    if not fields or len(fields) > _MOST or type(target) is not Name:
        return {}
    return {target.id: Written(tuple(fields), beside, fields)}


_PAIR: Final = 2


def _counted(target: ast.Name, source: ast.Call) -> dict[str, Written]:
    """The numbers of a ``range`` that is written out, as they stand in strings."""
    bounds = [one.value if type(one) is Constant and type(one.value) is int else None for one in source.args]
    if None in bounds or source.keywords:
        return {}
    try:
        numbers = range(*bounds)[:_MOST]  # type: ignore[arg-type]
    except (TypeError, ValueError):  # too many, or steps of 0
        return {}
    return {target.id: Written(tuple(map(str, numbers)))} if numbers else {}


def renewed(flow: Flow, target: ast.Name, source: ast.expr) -> None:
    """A variable is given a string that is made of others: ``name = f"{name}_ema"``."""
    its, known = strings(flow, source), flow.frame.written
    if its:
        flow.frame.written = {**known, target.id: Written(tuple(its))}
    elif target.id in known:
        flow.frame.written = {name: one for name, one in known.items() if name != target.id}


def enter(flow: Flow, target: ast.expr, named: Mapping[str, Written]) -> None:
    """The variables of a loop get other values than they had."""
    bound = {one.id for one in (target.elts if type(target) is Tuple else [target]) if type(one) is Name}
    flow.frame.written = {**{name: one for name, one in flow.frame.written.items() if name not in bound}, **named}
