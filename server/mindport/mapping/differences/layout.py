"""Strides and memory formats, which MindSpore hides."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="layout",
    summary="memory layout cannot be chosen",
    effect=Effect.NOTE,
)
