"""What an installed framework says of its own names: whether they exist, their parameters, their documented forms."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from typing import Any

_HIDDEN = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_FORMS = 6


def describe(params: dict[str, Any]) -> dict[str, Any]:
    """For every name of ``names``: ``found``, ``kind``, ``parameters`` (None where they cannot be seen), ``forms``."""
    return {"names": {name: _one(name) for name in params["names"]}}


def public(params: dict[str, Any]) -> dict[str, Any]:
    """Public names of every module or class of ``spaces``, as ``name → kind``; a space that is not there has none."""
    out: dict[str, dict[str, str]] = {}
    for space in params["spaces"]:
        found, owner = resolve(space)
        names = getattr(owner, "__all__", None) if found and inspect.ismodule(owner) else None
        listed = names if names is not None else [n for n in dir(owner) if not n.startswith("_")] if found else []
        kinds = {str(name): _kind(getattr(owner, str(name), None)) for name in listed}
        out[space] = {name: kind for name, kind in kinds.items() if kind != "module" and not name.startswith("_")}
    return {"spaces": out}


def resolve(name: str) -> tuple[bool, Any]:
    """Whether a dotted name exists, and what it is; modules on the way are imported."""
    parts = name.split(".")
    try:
        found: Any = importlib.import_module(parts[0])
    except ImportError:
        return False, None
    for count, part in enumerate(parts[1:], 2):
        try:
            found = getattr(found, part)
        except Exception:  # an attribute may be computed, and fail in its own way
            if not inspect.ismodule(found):
                return False, None
            try:
                found = importlib.import_module(".".join(parts[:count]))
            except Exception:
                return False, None
    return True, found


def _one(name: str) -> dict[str, Any]:
    found, value = resolve(name)
    if not found:
        return {"found": False, "kind": "", "parameters": None, "forms": []}
    return {"found": True, "kind": _kind(value), "parameters": _parameters(value), "forms": _forms(value, name)}


def _kind(value: Any) -> str:
    if inspect.ismodule(value):
        return "module"
    if inspect.isclass(value):
        return "class"
    return "function" if callable(value) else "value"


def _parameters(value: Any) -> list[dict[str, Any]] | None:
    if not callable(value):
        return None
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        return None
    if parameters and all(p.kind in _HIDDEN for p in parameters):
        return None
    return [
        {
            "name": p.name,
            "kind": p.kind.name.lower(),
            "default": None if p.default is inspect.Parameter.empty else _source(p.default),
        }
        for p in parameters
        if p.name != "self"
    ]


def _source(value: Any) -> str:
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}"
    text = repr(value)
    return text if not text.startswith("<") else "..."


def _forms(value: Any, name: str) -> list[str]:
    """Call forms that the documentation shows at the start of its lines, as ``(input, dim=None)``."""
    leaf = name.rpartition(".")[2]
    out: list[str] = []
    for line in (inspect.getdoc(value) or "").splitlines():
        match = re.match(rf"(?:\.\. \w+:: )?(?:[\w.]*\.)?{re.escape(leaf)}(\(.*\))", line.strip())
        if match and match.group(1) not in out:
            out.append(match.group(1))
    return out[:_FORMS]


METHODS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"describe": describe, "public": public}
