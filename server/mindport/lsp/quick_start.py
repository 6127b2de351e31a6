"""Imports what the server is made of without what it never uses: the time of a start, and memory for as long as it runs.

Of the protocol's more than 500 classes a session uses some 60. Most of a plain start is spent on generating the methods of
these classes. Here each class is generated when it is first used. This leans on how ``attrs`` and ``lsprotocol`` are made, in
their pinned versions; should either have changed, the plain import takes over. And ``asyncio`` is imported without TLS, which
no client speaks to a language server.
"""

from __future__ import annotations

import importlib
import linecache
import logging
import os
import sys
from types import ModuleType
from typing import Any

import attrs

PLAIN = "MINDPORT_PLAIN_START"
_TYPES = "lsprotocol.types"
_HOOKS = "lsprotocol._hooks"
_log = logging.getLogger(__name__)


def install() -> None:
    """Imports the types, quickly if that can be; ``MINDPORT_PLAIN_START=1`` asks for the plain way."""
    if _TYPES in sys.modules or os.environ.get(PLAIN):
        return
    _import_without_tls()
    try:
        _import_deferred()
    except Exception:
        _log.warning("the quick start failed; starting plainly", exc_info=True)
        for name in [n for n in sys.modules if n.partition(".")[0] == "lsprotocol"]:
            del sys.modules[name]
        importlib.import_module(_TYPES)


def _import_without_tls() -> None:
    """``asyncio`` does without ``ssl`` where Python was built without it; importing that takes 5 MB."""
    if "asyncio" in sys.modules or "ssl" in sys.modules:
        return
    sys.modules["ssl"] = None  # type: ignore[assignment]  # asks for an ImportError
    try:
        importlib.import_module("asyncio")
    finally:
        del sys.modules["ssl"]


def _import_deferred() -> None:
    plain = attrs.define
    attrs.define = _deferred  # type: ignore[assignment]
    try:
        types = importlib.import_module(_TYPES)
    finally:
        attrs.define = plain
    _Attributes.types = types
    hooks: Any = importlib.import_module(_HOOKS)
    if hooks._resolved_forward_references is not False:
        raise RuntimeError(f"{_HOOKS} resolves references in another way")
    # It would resolve, and so build, every class; each is resolved when it is built instead.
    hooks._resolved_forward_references = True
    probe = types.Position(line=1, character=2)
    if probe != types.Position(line=1, character=2) or not attrs.has(types.Range):
        raise RuntimeError("deferred classes do not behave like plain ones")


def _deferred(cls: type) -> type:
    """Stands for ``attrs.define``: the class is left as it is until someone makes an instance or asks for its fields."""
    attributes = _Attributes()
    cls.__attrs_attrs__ = attributes  # type: ignore[attr-defined]
    cls.__init__ = _first_init  # type: ignore[misc]
    return cls


def _first_init(self: Any, *arguments: Any, **named: Any) -> None:
    cls = type(self)
    _build(cls)
    cls.__init__(self, *arguments, **named)


class _Attributes:
    """In the place of a class's fields; looking at them builds the class."""

    types: ModuleType

    def __get__(self, instance: object, owner: type) -> Any:
        _build(owner)
        return owner.__attrs_attrs__  # type: ignore[attr-defined]


def _forget_sources() -> None:
    """``attrs`` keeps the source of every method that it generates, for debuggers."""
    for name in [name for name in linecache.cache if name.startswith("<attrs generated")]:
        del linecache.cache[name]


def _build(cls: type) -> None:
    """Makes the class, and those that it derives from, what ``attrs.define`` would have made of them, in place."""
    for base in reversed(cls.__mro__):
        if isinstance(base.__dict__.get("__attrs_attrs__"), _Attributes):
            del base.__attrs_attrs__  # type: ignore[attr-defined]
            del base.__init__  # type: ignore[misc]
            attrs.define(base, slots=False)
            _forget_sources()
            attrs.resolve_types(base, _Attributes.types.ALL_TYPES_MAP, {})
