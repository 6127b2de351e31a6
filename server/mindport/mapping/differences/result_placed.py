"""A result that torch puts into a tensor given by ``out=``: no function of MindSpore takes one."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="result-placed",
    summary="the result is put into a tensor that the call names",
    effect=Effect.HANDLED,
    derived=True,
)
