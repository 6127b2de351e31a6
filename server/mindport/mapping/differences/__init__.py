"""The closed vocabulary of differences between a torch API and its MindSpore counterpart, one module a kind."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from mindport.mapping.differences.kind import Kind


@lru_cache(maxsize=1)
def kinds() -> dict[str, Kind]:
    """Every kind by its slug."""
    names = [m.name for m in pkgutil.iter_modules(__path__) if m.name != "kind"]
    found = [importlib.import_module(f"{__name__}.{name}").KIND for name in sorted(names)]
    return {kind.slug: kind for kind in found}


def declared() -> dict[str, Kind]:
    """The kinds that a row may declare."""
    return {slug: kind for slug, kind in kinds().items() if not kind.derived}


def derived() -> dict[str, Kind]:
    """The kinds that come from comparing signatures at the call."""
    return {slug: kind for slug, kind in kinds().items() if kind.derived}
