"""``size_average`` and ``reduce``, by which losses were once told what ``reduction`` says now."""

from __future__ import annotations

import ast

from mindport.syntax.signature import Argument, BoundCall, Signature

_OLD = ("size_average", "reduce")


def of_old(bound: BoundCall, target: Signature, *, ours: bool = False) -> dict[str, str | None]:
    """What becomes of the old arguments of a call: the expression of ``reduction`` for one, ``None`` for what it makes void.

    ``ours``: the target is a helper of torch's signature, which knows ``reduction`` alone. Empty where the call gives none, where
    the target takes them itself, and where they cannot be told (torch's rules depend on both, and a value that is not written
    out might be ``None``).
    """
    if "size_average" not in bound.arguments and "reduce" not in bound.arguments:
        return {}  # as nearly always
    given = {name: bound.arguments[name] for name in _OLD if name in bound.arguments}
    if target.get("reduction") is None or not ours and any(target.get(name) is not None for name in _OLD):
        return {}
    if "reduction" in bound.arguments or bound.open:
        return {}
    values = {name: argument.value for name, argument in given.items()}
    plain = {name: value.value for name, value in values.items() if isinstance(value, ast.Constant)}
    if any(value not in (None, True, False) for value in plain.values()):
        return {}
    unsure = [name for name in values if name not in plain]
    if not unsure:
        if all(value is None for value in plain.values()):
            return {}
        if plain.get("reduce") is False:
            expression = "'none'"
        else:
            expression = "'sum'" if plain.get("size_average") is False else "'mean'"
        first, *rest = given
        return {first: expression, **dict.fromkeys(rest)}
    if len(given) > 1:
        return {}
    name = unsure[0]
    return {name: f"'{'sum' if name == 'size_average' else 'none'}' if {{{name}}} is False else 'mean'"}


def is_old(name: str, argument: Argument, target: Signature) -> bool:
    """Whether an argument is one that a helper would leave alone, although it says what ``reduction`` shall be."""
    if name not in _OLD or target.get("reduction") is None:
        return False
    return not (isinstance(argument.value, ast.Constant) and argument.value.value is None)
