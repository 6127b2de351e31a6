"""Signatures written as Python source, and calls bound to them without running anything."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final

from mindport.syntax.nodes import FunctionDef, Starred
from mindport.values import frozen


@dataclass(frozen=True)
class Parameter:
    """``kind``: positional_only, positional, var_positional, keyword_only, var_keyword."""

    name: str
    kind: str
    default: str | None = None  # Python source; None: required


@dataclass(frozen=True)
class Signature:
    parameters: tuple[Parameter, ...]

    def get(self, name: str) -> Parameter | None:
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, Parameter]:
        return {parameter.name: parameter for parameter in reversed(self.parameters)}

    @cached_property
    def var_positional(self) -> Parameter | None:
        return next((p for p in self.parameters if p.kind == "var_positional"), None)

    @cached_property
    def takes_any_keyword(self) -> bool:
        return any(p.kind == "var_keyword" for p in self.parameters)

    @cached_property
    def required(self) -> tuple[str, ...]:
        """Parameters that a call must give."""
        kinds = ("positional_only", "positional", "keyword_only")
        return tuple(p.name for p in self.parameters if p.default is None and p.kind in kinds)

    @cached_property
    def positional(self) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.kind in ("positional_only", "positional"))


@cache
def parse(source: str) -> Signature:
    """Signature of ``"(input, dim=None, *, dtype=None)"``; raises ``ValueError`` on what is not one."""
    try:
        tree = ast.parse(f"def _{source}: ...")
    except SyntaxError as error:
        raise ValueError(f"not a signature: {source}") from error
    function = tree.body[0]
    assert type(function) is FunctionDef
    args = function.args
    out: list[Parameter] = []
    plain = [*args.posonlyargs, *args.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    for index, (arg, default) in enumerate(zip(plain, defaults)):
        kind = "positional_only" if index < len(args.posonlyargs) else "positional"
        out.append(Parameter(arg.arg, kind, ast.unparse(default) if default is not None else None))
    if args.vararg:
        out.append(Parameter(args.vararg.arg, "var_positional"))
    for arg, kw_default in zip(args.kwonlyargs, args.kw_defaults):
        out.append(Parameter(arg.arg, "keyword_only", ast.unparse(kw_default) if kw_default is not None else None))
    if args.kwarg:
        out.append(Parameter(args.kwarg.arg, "var_keyword"))
    return Signature(tuple(out))


@frozen()
class Argument:
    """One argument of a call; ``keyword`` is None for a positional one. ``unpacked``: it comes out of ``**keyword.value``."""

    value: ast.expr
    keyword: ast.keyword | None = None

    @property
    def unpacked(self) -> bool:
        return self.keyword is not None and self.keyword.arg is None


@frozen()
class BoundCall:
    """Which argument a call gives to which parameter. ``open``: ``*a`` or ``**k`` hide some."""

    signature: Signature
    arguments: dict[str, Argument] = field(default_factory=dict)
    extra: tuple[ast.expr, ...] = ()  # values of *args
    open: bool = False
    stars_only: bool = False  # what is hidden stands behind ``*a`` alone

    def value(self, name: str) -> ast.expr | None:
        argument = self.arguments.get(name)
        return argument.value if argument else None


Unpack = Callable[[ast.expr], "Mapping[str, ast.expr] | None"]
"""What ``**value`` gives, by name; None where that is not known."""


_NUMPY_NAMES: Final = {"axis": "dim", "keepdims": "keepdim", "x": "input", "x1": "input", "x2": "other"}
"""Names of NumPy's that torch's own functions take for theirs."""


def bind(call: ast.Call, signature: Signature, unpack: Unpack | None = None) -> BoundCall | None:
    """Binds ``call`` as Python would; None where the call does not fit the signature."""
    given: list[tuple[str, ast.expr, ast.keyword]] = []
    hidden = False
    for keyword in call.keywords:
        if keyword.arg is not None:
            given.append((keyword.arg, keyword.value, keyword))
            continue
        known = unpack(keyword.value) if unpack is not None else None
        hidden = hidden or known is None
        given += [(name, value, keyword) for name, value in (known or {}).items()]
    arguments: dict[str, Argument] = {}
    extra: list[ast.expr] = []
    positional = signature.positional
    is_open = hidden
    for index, value in enumerate(call.args):
        if type(value) is Starred:
            is_open = True
            if signature.var_positional and index >= len(positional):
                extra.append(value)
                continue
            break
        if index < len(positional):
            arguments[positional[index].name] = Argument(value)
        elif signature.var_positional:
            extra.append(value)
        else:
            return None
    for name, value, keyword in given:
        other = _NUMPY_NAMES.get(name)
        if other is not None and signature.get(name) is None and signature.get(other) is not None:
            name = other
        parameter = signature.get(name)
        if parameter is None or parameter.kind in ("positional_only", "var_positional", "var_keyword"):
            if not signature.takes_any_keyword:
                return None
        elif name in arguments:
            return None
        arguments[name] = Argument(value, keyword)
    if not is_open:
        for required in signature.required:
            if required not in arguments:
                return None
    stars_only = is_open and not hidden
    return BoundCall(signature, arguments, tuple(extra), is_open, stars_only)


def bind_first(call: ast.Call, signatures: tuple[str, ...], unpack: Unpack | None = None) -> BoundCall | None:
    """Binds ``call`` to the first overload that takes it."""
    for source in signatures:
        bound = bind(call, parse(source), unpack)
        if bound is not None:
            return bound
    return None
