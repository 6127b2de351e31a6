"""Runs torch with the accuracy of another framework's kernels, to see how far a model carries it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode


class KernelAccuracy(TorchDispatchMode):  # type: ignore[misc]  # torch is not there where types are checked
    """Adds seeded noise to the results of kernels: name → its relative and absolute accuracy. ``met``: those that ran."""

    def __init__(self, kernels: Mapping[str, Sequence[float]], seed: int) -> None:
        super().__init__()
        self.met: set[str] = set()
        self._kernels = kernels
        self._generator = torch.Generator().manual_seed(seed)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        name = str(func.overloadpacket.__name__)
        kernel = name.rstrip("_")
        if kernel not in self._kernels or not isinstance(result, torch.Tensor) or not result.is_floating_point():
            return result
        self.met.add(kernel)
        relative, absolute = self._kernels[kernel]
        noise = torch.rand(result.shape, generator=self._generator).to(result.dtype) * 2 - 1
        noisy = result + noise * (relative * result.abs() + absolute)
        return result.copy_(noisy) if name.endswith("_") else noisy
