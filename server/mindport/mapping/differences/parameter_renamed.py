"""A parameter whose counterpart has another name: the rewrite renames the keyword."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="parameter-renamed",
    summary="the parameter has another name",
    effect=Effect.HANDLED,
    derived=True,
)
