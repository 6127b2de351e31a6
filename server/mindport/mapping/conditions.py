"""Decides whether a row's conditions hold for a call: yes, no, or unknown."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from enum import Enum
from typing import Final

from mindport.mapping.row import Conditions
from mindport.syntax.nodes import Attribute, Constant, List, ListComp, Name, Tuple, UnaryOp, USub
from mindport.syntax.signature import BoundCall

TypeOf = Callable[[ast.expr], str]
"""Kind of an expression's type (``semantics.types.Type.kind``); ``unknown`` when the analysis cannot tell."""

_VALUES: Final = ("tensor", "int", "float", "bool", "str", "sequence", "list", "tuple", "shape", "none", "number")
TYPE_WORDS: Final = frozenset((*_VALUES, "dtype", "device", "module", "function"))
_SEQUENCES: Final = frozenset(["tuple", "list", "shape"])
PYTHON_TYPES: Final = {"bool": "bool_", "int": "int64", "float": "float64", "complex": "complex128"}
"""Python's types of numbers, and the element types that torch takes each for: ``x.to(int)``."""
_LITERAL: Final = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp, ast.BinOp, ast.Call)
_PLAIN: Final = (type(None), bool, int, float, str)


class Answer(Enum):
    NO = 0
    UNKNOWN = 1
    YES = 2


def literal(node: ast.expr) -> str | None:
    """Normalised source of a literal expression (numbers, strings, None, booleans, tuples and lists of them)."""
    if isinstance(node, ast.Constant):
        return repr(node.value)
    # Most of what follows ``literal_eval`` would find, by way of an exception, or more slowly.
    if not isinstance(node, _LITERAL):
        return None
    if isinstance(node, ast.UnaryOp) and type(node.op) is USub and type(node.operand) is Constant:
        value = node.operand.value
        return repr(-value) if isinstance(value, (int, float, complex)) and type(value) is not bool else None
    if isinstance(node, (ast.Tuple, ast.List)) and all(type(one) is Constant for one in node.elts):
        values = [one.value for one in node.elts if isinstance(one, ast.Constant)]
        return repr(tuple(values) if type(node) is Tuple else values)
    if (
        isinstance(node, (ast.Tuple, ast.List))
        and node.elts
        and not isinstance(node.elts[0], (ast.Constant, *_LITERAL))
    ):
        return None
    if isinstance(node, ast.BinOp) and not isinstance(node.right, ast.Constant):
        return None
    if isinstance(node, ast.Call) and not isinstance(node.func, ast.Name):
        return None
    try:
        return repr(ast.literal_eval(node))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


@functools.lru_cache(maxsize=4096)
def normal(source: str) -> str:
    """Normalised form of a literal in a row, comparable with ``literal``."""
    try:
        return repr(ast.literal_eval(source))
    except (ValueError, SyntaxError):
        return source


def kind_of(node: ast.expr, type_of: TypeOf) -> str:
    """Kind of an expression's type; a literal speaks for itself."""
    kind = _literal_kind(node) or type_of(node)
    if type(node) is Name and node.id in PYTHON_TYPES:
        return "dtype" if kind in ("unknown", "function") else kind
    if kind == "unknown":
        if type(node) is Name:
            return _spoken_kind(node.id)
        return _spoken_kind(node.attr) if type(node) is Attribute else kind
    return kind


def _spoken_kind(name: str) -> str:
    """What a name says: nobody calls anything else so, and the type of a parameter is often beyond inference."""
    for kind in ("device", "dtype"):
        if name == kind or name.endswith(f"_{kind}"):
            return kind
    return "unknown"


def matches_type(node: ast.expr, word: str, type_of: TypeOf) -> Answer:
    """Whether ``node`` is of the type that ``word`` names."""
    kind = kind_of(node, type_of)
    if kind == "unknown":
        return Answer.UNKNOWN
    if kind == "number" and word in ("int", "float"):
        return Answer.UNKNOWN
    if word == "sequence":
        return Answer.YES if kind in _SEQUENCES else Answer.NO
    if word == "number":
        return Answer.YES if kind in ("int", "float", "bool", "number") else Answer.NO
    return Answer.YES if kind == word else Answer.NO


def looks(node: ast.expr, type_of: TypeOf) -> tuple[object, ...]:
    """All that conditions, and what becomes of an argument, can tell of an expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, _PLAIN):
        return (type(node.value), node.value)
    if type(node) is Name:
        spoken = "dtype" if node.id in PYTHON_TYPES else _spoken_kind(node.id)
        return (Name, type_of(node), None, spoken, None)
    if type(node) is Attribute:
        return (Attribute, type_of(node), None, torch_name(node) or _spoken_kind(node.attr), None)
    return (type(node), type_of(node), _literal_kind(node), "", literal(node))


def _literal_kind(node: ast.expr) -> str | None:
    if type(node) is UnaryOp and type(node.op) is USub:
        node = node.operand
    if type(node) is Constant:
        value = node.value
        if value is None:
            return "none"
        for kind, python in (("bool", bool), ("int", int), ("float", float), ("str", str)):
            if isinstance(value, python):
                return kind
        return None
    if type(node) is Tuple:
        return "tuple"
    if isinstance(node, (List, ListComp)):
        return "list"
    return None


def holds(conditions: Conditions, bound: BoundCall | None, type_of: TypeOf) -> Answer:
    """Whether all ``conditions`` hold; without a bound call everything but "absent" is unknown."""
    answer = Answer.YES
    for parameter, condition in conditions.items():
        one = _holds_one(parameter, condition, bound, type_of)
        if one is Answer.NO:
            return Answer.NO
        if one is Answer.UNKNOWN:
            answer = Answer.UNKNOWN
    return answer


def _holds_one(parameter: str, condition: str | list[str], bound: BoundCall | None, type_of: TypeOf) -> Answer:
    if bound is None:
        return Answer.UNKNOWN
    value = bound.value(parameter)
    variadic = bound.signature.var_positional
    if value is None and variadic is not None and variadic.name == parameter and bound.extra:
        value = bound.extra[0] if len(bound.extra) == 1 else ast.Tuple(elts=list(bound.extra), ctx=ast.Load())
    if condition in ("given", "absent", "present"):
        given = value is not None
        if condition == "present" and value is not None:
            # A variable that says it is a type, of which nothing else is known: None, where the caller gives none.
            return Answer.UNKNOWN if type(value) is Name and type_of(value) in ("unknown", "none") else Answer.YES
        if not given and bound.open:
            return Answer.UNKNOWN
        return Answer.YES if given == (condition != "absent") else Answer.NO
    if value is None:
        if bound.open:
            return Answer.UNKNOWN
        declared = bound.signature.get(parameter)
        if declared is None or declared.default is None:
            return Answer.NO
        value = ast.parse(declared.default, mode="eval").body
    if isinstance(condition, str) and condition in TYPE_WORDS:
        return matches_type(value, condition, type_of)
    wanted = [condition] if isinstance(condition, str) else condition
    answers = [matches_type(value, w, type_of) for w in wanted if w in TYPE_WORDS]
    text = literal(value) or torch_name(value)
    literals = [normal(w) for w in wanted if w not in TYPE_WORDS]
    if literals:
        if text is None:
            answers.append(Answer.NO if _never_literal(value, literals, type_of) else Answer.UNKNOWN)
        else:
            answers.append(Answer.YES if text in literals else Answer.NO)
    return max(answers, key=lambda a: a.value)


def torch_name(value: ast.expr) -> str | None:
    """``torch.float32`` as it stands: of such values a row may name some, and the others are known to be none of them."""
    if type(value) is Attribute and type(value.value) is Name and value.value.id == "torch":
        return f"torch.{value.attr}"
    return None


def _never_literal(value: ast.expr, literals: list[str], type_of: TypeOf) -> bool:
    """An expression whose type is known can rule out literals of other types (an int is never ``'same'``)."""
    kind = type_of(value)
    if kind == "unknown":
        return False
    kinds = set()
    for source in literals:
        try:
            kinds.add(type(ast.literal_eval(source)).__name__)
        except (ValueError, SyntaxError):
            return False
    if kind == "number":
        return not kinds & {"int", "float", "bool"}
    return kind not in {"NoneType" if k == "none" else k for k in kinds} and not (
        kind == "none" and "NoneType" in kinds
    )
