"""Decorators: which leave a function what it is."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Sequence
from typing import Final

from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.scope import bound_name
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.below import nodes_of, own_returns, own_statements
from mindport.syntax.nodes import (
    Assign,
    AsyncFunctionDef,
    Attribute,
    Call,
    Compare,
    Constant,
    FunctionDef,
    If,
    Is,
    Name,
    Not,
    Starred,
    Subscript,
    UnaryOp,
)
from mindport.syntax.source import SourceFile

OPAQUE: Final = "?"
"""Stands for a decorator that may make something else of a function."""

MANAGERS: Final[frozenset[str]] = frozenset(["contextmanager", "asynccontextmanager"])
"""Decorators of ``contextlib`` that make a context of a generator."""

PROPERTY: Final = "property"
"""Stands for a decorator that makes a property of a method, whatever keeps its value (``cached_property``, ``lazy_property``)."""

_PRESERVING: Final = (
    "torch.", "functools.", "abc.", "numba.", "typing.", "typing_extensions.", "overrides.", "pyre_extensions.",
    "beartype.", "typeguard.", "jaxtyping.", "torchtyping.", "deprecated.", "cachetools.", "tenacity.", "backoff.", "loguru.",
    "line_profiler.", "memory_profiler.", "transformers.utils.", "huggingface_hub.utils.", "mmcv.runner.", "mmengine.",
    "lightning_utilities.", "spaces.", "gin.",
)  # fmt: skip
"""Beginnings of what leaves a function what it is: the standard library's, those that check types, try again, measure, or mark
what is out of use."""
_NAMES: Final = frozenset([
    "staticmethod", "classmethod", "abstractmethod", "lru_cache", "wraps", "setter", "deleter",
    "inference_mode", "enable_grad", "custom_fwd", "custom_bwd", "export", "unused", "ignore", "compile", *MANAGERS,
])  # fmt: skip
_BEGINNINGS: Final = ("register", "jit", "script", "no_grad", "autocast")
_KEEPING: Final = ("cache", "memo", "typecheck", "override", "deprecat")
"""Beginnings of what a decorator is called that gives what the function gives, where its own code does not tell."""
_FUNCTIONS: Final = (FunctionDef, AsyncFunctionDef)


def name_of(node: ast.expr, found: Type, called: Type, source: SourceFile) -> str:
    """Name of a decorator that leaves the function what it is, ``?`` for one that may not. ``found``: what the expression is;
    ``called``: what makes it, if it is a call, or itself; ``source``: where it stands."""
    callee = node.func if type(node) is Call else node
    leaf = callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""
    if leaf.endswith(PROPERTY):
        return PROPERTY
    by = found if called.name == "functools.partial" else called
    if leaf in _NAMES or leaf.startswith(_BEGINNINGS) or by.name.startswith(_PRESERVING):
        return leaf
    definition = found.definition
    if leaf.startswith(_KEEPING) and not (isinstance(definition, FunctionInfo) and _takes_it_alone(definition)):
        return leaf
    if not source.imports_torch:
        return OPAQUE  # a library that fetches files, say, of which all would be walked
    if isinstance(definition, ClassInfo) and found.kind == "class" and "__get__" in definition.methods:
        return PROPERTY  # ``class lazy: def __get__(self, instance, owner)``
    if found.kind != "function" or not isinstance(definition, FunctionInfo) or found.items:
        return OPAQUE
    if definition.hands_on is None:
        definition.hands_on = _hands_on(definition)
    return "handed on" if definition.hands_on else OPAQUE


def keeps_what_is_declared(function: FunctionInfo) -> bool:
    """Whether all that may make something else of a function are its user's, and tell that they stand for it
    (``functools.wraps``): what it is declared to give, these likely give as well."""
    types, source = function.flow.types, function.flow.source
    for node in function.node.decorator_list:
        found = types.get(id(node), UNKNOWN)
        called = types.get(id(node.func), UNKNOWN) if type(node) is Call else found
        if name_of(node, found, called, source) != OPAQUE:
            continue
        if found.kind != "function" or not isinstance(found.definition, FunctionInfo) or not _wraps(found.definition):
            return False
    return True


def _wraps(function: FunctionInfo) -> bool:
    """``def decorator(given):``, ``@functools.wraps(given) def wrapper(…)``, ``return wrapper``."""
    if not _takes_it_alone(function):
        return False
    body, given = function.flow.body_of(function.node), function.node.args.args[0].arg
    inner = {
        one.name for one in body if isinstance(one, _FUNCTIONS) and any(_wrap(by, given) for by in one.decorator_list)
    }
    returned = [one.value for one in own_returns(body)]
    return bool(returned) and all(type(one) is Name and one.id in inner for one in returned)


def _wrap(node: ast.expr, given: str) -> bool:
    if type(node) is not Call or len(node.args) != 1 or type(node.args[0]) is not Name or node.args[0].id != given:
        return False
    leaf = node.func.attr if type(node.func) is Attribute else node.func.id if type(node.func) is Name else ""
    return leaf == "wraps"


def _hands_on(function: FunctionInfo) -> bool:
    """Whether a user's decorator gives back the function that it is given, or one that takes what that takes and returns what
    that returns: it measures time, say, or sets a mode meanwhile."""
    if not _takes_it_alone(function):
        return False
    given = function.node.args.args[0].arg
    body = function.flow.body_of(function.node)
    inner = {one.name: one for one in body if isinstance(one, _FUNCTIONS)}
    returned = [one.value for one in own_returns(body)]
    for one in returned:
        if type(one) is not Name or one.id != given and (one.id not in inner or not _calls_alike(inner[one.id], given)):
            return False
    # Looked for last: most decorators do something else.
    bound = [bound_name(one) for one in nodes_of(body)] if returned else []
    return bool(returned) and given not in bound and all(bound.count(name) == 1 for name in inner)


def _takes_it_alone(function: FunctionInfo) -> bool:
    arguments = function.node.args
    return function.cls is None and len(arguments.args) == 1 and not arguments.posonlyargs


def _calls_alike(wrapper: ast.FunctionDef | ast.AsyncFunctionDef, given: str) -> bool:
    """Whether a function returns what ``given`` makes of the same arguments, or nothing."""
    returned = [one for one in own_returns(wrapper.body) if one.value is not None and not _is_none(one.value)]
    values = [one.value for one in returned if not _is_missing(one, wrapper.body)]
    names = {one.id for one in values if type(one) is Name}
    assigned = [(name, value) for name, value in _assigned(wrapper.body) if name in names]
    kept = {one.value.id for one in values if type(one) is Subscript and type(one.value) is Name}
    results = [one for one in values if type(one) is not Name and not _is_item(one, kept)]
    results += [value for _, value in assigned] + list(_put_into(wrapper.body, kept))
    if not results or not all(_passes_on(one, wrapper, given) for one in results):
        return False
    bound = [name for name in map(bound_name, nodes_of(wrapper.body)) if name in names] if names else []
    return set(bound) == names and len(bound) == len(assigned)  # else a parameter, or what a loop binds, say, or ``+=``


def _is_item(value: ast.expr | None, kept: Container[str]) -> bool:
    return type(value) is Subscript and type(value.value) is Name and value.value.id in kept


def _put_into(body: Sequence[ast.stmt], kept: Container[str]) -> Iterator[ast.expr]:
    """``cache[key] = function(*args)``: what is kept, to be given back the next time."""
    for one in own_statements(body):
        if type(one) is Assign and any(_is_item(target, kept) for target in one.targets):
            yield one.value


def _passes_on(value: ast.expr | None, wrapper: ast.FunctionDef | ast.AsyncFunctionDef, given: str) -> bool:
    if type(value) is not Call or type(value.func) is not Name or value.func.id != given:
        return False
    arguments = wrapper.args
    takes = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    takes += [f"*{arguments.vararg.arg}"] if arguments.vararg is not None else []
    gives = [_written(one) for one in value.args]
    if any(one.arg is not None and one.arg != _written(one.value) for one in value.keywords):
        return False
    return gives == takes


def _written(node: ast.expr) -> str:
    if type(node) is Starred:
        return f"*{_written(node.value)}"
    return node.id if type(node) is Name else "?"


def _is_none(node: ast.expr) -> bool:
    return type(node) is Constant and node.value is None


def _is_missing(statement: ast.Return, body: Sequence[ast.stmt]) -> bool:
    """``if x is None: return x``, also ``if not exists(x)``."""
    value = statement.value
    for one in body:
        if type(one) is If and statement in one.body and type(value) is Name:
            test = one.test
            if type(test) is UnaryOp and type(test.op) is Not and type(test.operand) is Call:
                given = test.operand.args
                return len(given) == 1 and _written(given[0]) == value.id
            if type(test) is Compare and type(test.ops[0]) is Is:
                return _written(test.left) == value.id and _is_none(test.comparators[0])
    return False


def _assigned(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for one in own_statements(body):
        if type(one) is Assign:
            for target in one.targets:
                if type(target) is Name:
                    yield target.id, one.value
