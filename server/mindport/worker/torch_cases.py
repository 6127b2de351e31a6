"""The torch half of a row's example."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from . import arrays, cases, loading, torch_state
from .forked import forked
from .torch_state import is_tensor, to_numpy

_PRELUDE = "import math\nimport numpy as np\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F"


class _Modules:
    """The modules of an example, each with seeded weights from the moment it is first seen."""

    def __init__(self, mode: str, seed: int, store: arrays.Store) -> None:
        self.found: list[dict[str, Any]] = []
        self._mode, self._seed, self._store = mode, seed, store
        self._seen: list[torch.nn.Module] = []
        self._called = 0

    def made(self, key: str, module: torch.nn.Module) -> None:
        if any(module is other for other in self._seen):
            return
        self._seen.extend(module.modules())
        module.train(self._mode == "train")
        torch_state.reinitialise(module, self._seed + len(self.found))
        self.found.append({"key": key, **torch_state.describe(module, self._store)})

    def called(self, module: torch.nn.Module, args: object) -> None:
        """A module that no name is bound to is first seen when it is called."""
        if not any(module is other for other in self._seen):
            self.made(f"call#{self._called}", module)
            self._called += 1


def run_case(params: dict[str, Any]) -> dict[str, Any]:
    """Outputs and gradients of an example, and the weights of its modules. Effect: runs the code."""
    seed = params["seed"]
    torch.manual_seed(seed)
    np.random.seed(seed % 2**32)
    names: dict[str, Any] = {}
    exec(_PRELUDE, names)
    for item, array in zip(params["inputs"], arrays.read(params["arrays"])):
        value = torch_state.from_numpy(array, item["dtype"])
        names[item["name"]] = value.requires_grad_() if item["name"] in params["grad"] else value
    wanted = [names[name] for name in params["grad"]]
    store = arrays.Store()
    modules = _Modules(params["mode"], seed, store)
    hook = torch.nn.modules.module.register_module_forward_pre_hook(modules.called)
    try:
        cases.execute(params["code"], names, lambda value: isinstance(value, torch.nn.Module), modules.made)
    finally:
        hook.remove()
    outputs: list[dict[str, Any]] = []
    total: Any = None
    with loading.stage("compare"):
        for index, expression in enumerate(params["compare"]):
            value = eval(expression, names)
            outputs += arrays.record(value, expression, store, is_tensor, to_numpy)
            for number, (_, leaf) in enumerate(arrays.leaves(value, expression, is_tensor)):
                if wanted and isinstance(leaf, torch.Tensor) and leaf.requires_grad:
                    weights = arrays.cotangent(leaf.shape, seed + 1000 * index + number)
                    term = (leaf * torch.from_numpy(weights).to(leaf.dtype)).sum()
                    total = term if total is None else total + term
    gradients = []
    if total is not None:
        with loading.stage("backward"):
            derived = torch.autograd.grad(total, wanted, allow_unused=True)
        for name, of, gradient in zip(params["grad"], wanted, derived):
            array, dtype = to_numpy(torch.zeros_like(of) if gradient is None else gradient)
            shape = list(array.shape)
            gradients.append({"name": name, "dtype": dtype, "shape": shape, "array": store.add(array)})
    return {
        "outputs": outputs,
        "gradients": gradients,
        "modules": modules.found,
        "arrays": store.write(params["out"]),
    }


METHODS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"case": forked(run_case)}
