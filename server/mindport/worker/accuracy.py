"""Runs torch with the accuracy of another framework's kernels, to see how far a model carries it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode


class KernelAccuracy(TorchDispatchMode):  # type: ignore[misc]  # torch is not there where types are checked
    """Adds seeded noise to the results of kernels.

    ``kernels``: name → relative and absolute accuracy of those that are known to be coarse; ``every``: what each other
    one may be off, in units of the size of its result. ``met``: the coarse ones that ran.
    """

    def __init__(self, kernels: Mapping[str, Sequence[float]], every: float, seed: int) -> None:
        super().__init__()
        self.met: set[str] = set()
        self._kernels, self._every = kernels, every
        self._generator = torch.Generator().manual_seed(seed)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        name = str(func.overloadpacket.__name__)
        if isinstance(result, tuple) and result and name.startswith("native_"):  # normalisations: values, statistics
            return (self._noisy(result[0], name, args), *result[1:])
        return self._noisy(result, name, args) if isinstance(result, torch.Tensor) else result

    def _noisy(self, result: torch.Tensor, name: str, args: Any) -> torch.Tensor:
        kernel = name.rstrip("_")
        known = self._kernels.get(kernel)
        if not result.is_floating_point() or result.numel() == 0 or (known is None and kernel not in _SUMS):
            return result
        if known is not None:
            self.met.add(kernel)
            size = known[0] * result.abs() + known[1]
        else:
            size = self._every * result.square().mean().sqrt()
        noise = (torch.rand(result.shape, generator=self._generator).to(result.dtype) * 2 - 1) * size
        return result.add_(noise) if name.endswith("_") else result + noise


_SUMS = frozenset(
    {
        "addmm",
        "baddbmm",
        "bmm",
        "convolution",
        "mean",
        "mm",
        "native_batch_norm",
        "native_group_norm",
        "native_layer_norm",
        "sum",
    }
)
"""Kernels that add many numbers up; the order of the additions is each framework's own."""
