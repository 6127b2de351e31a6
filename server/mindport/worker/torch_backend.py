"""The torch side of a check: builds the model, describes its state, runs it forward and backward."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from . import arrays, inspecting, loading, torch_cases, torch_files, torch_samples, torch_state
from .accuracy import KernelAccuracy
from .protocol import Kind, WorkerError
from .torch_state import to_numpy


class Backend:
    """One model at a time."""

    def __init__(self, device: str) -> None:
        torch.set_num_threads(1)
        self._model: Callable[..., Any] = lambda: None
        self._names: dict[str, Any] = {}
        self._restore: Callable[[], None] = lambda: None
        self._inputs: dict[str, torch.Tensor] = {}

    def versions(self) -> dict[str, str]:
        return {"torch": str(torch.__version__)}

    def methods(self) -> dict[str, Callable[[dict[str, Any]], dict[str, Any]]]:
        """What the worker answers to."""
        more = {**inspecting.METHODS, **torch_files.METHODS, **torch_cases.METHODS, **torch_samples.METHODS}
        return {"prepare": self.prepare, "run": self.run, **more}

    def prepare(self, params: dict[str, Any]) -> dict[str, Any]:
        """Import the file, build the model, set its weights and mode. Effect: runs user code."""
        seed_all(params["seed"])
        with loading.stage("import"):
            module, put = loading.load(params["file"], params.get("roots", ()))
        self._names = loading.scope(module, {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "np": np})
        with loading.stage("build"):
            self._model = loading.build(params["build"], self._names)
        is_module = isinstance(self._model, torch.nn.Module)
        if isinstance(self._model, torch.nn.Module):
            self._model.train(params["mode"] == "train")
            if params["reinit"] == "seeded":
                torch_state.reinitialise(self._model, params["seed"])
            self._restore = torch_state.snapshot(self._model)
        self._inputs = {
            item["name"]: torch_state.from_numpy(array, item["dtype"])
            for item, array in zip(params["inputs"], arrays.read(params["arrays"]))
        }
        store = arrays.Store()
        described = torch_state.describe(self._model, store) if isinstance(self._model, torch.nn.Module) else {}
        return {
            "is_module": is_module,
            "type": type(self._model).__name__,
            "parameters": _parameters(self._model),
            "stand_ins": put,
            "modules": described.get("modules", []),
            "entries": described.get("entries", []),
            "state_order": described.get("state_order", []),
            "arrays": store.write(params["out"]),
        }

    def run(self, params: dict[str, Any]) -> dict[str, Any]:
        """Run the model once. Outputs, and on request gradients, layers' outputs, the state afterwards.

        ``precision: double`` asks for the exact results, but for the accuracy of the kernels, as ``KernelAccuracy`` has it.
        """
        if params.get("precision") == "double":
            with (
                torch_state.double_precision(self._model),
                KernelAccuracy(params["kernels"], params["every"], params["seed"]) as kernels,
            ):
                return {
                    **self._run(params, {n: torch_state.doubled(v) for n, v in self._inputs.items()}),
                    "kernels": sorted(kernels.met),
                }
        return self._run(params, {name: value.clone() for name, value in self._inputs.items()})

    def _run(self, params: dict[str, Any], inputs: dict[str, torch.Tensor]) -> dict[str, Any]:
        model = self._model
        self._restore()
        seed_all(params["seed"])
        store = arrays.Store()
        layers: list[dict[str, Any]] = []
        grad = bool(params.get("grad"))
        inputs_with_grad = {n: v.requires_grad_() for n, v in inputs.items() if grad and v.is_floating_point()}
        # Copies, because a model may work in place on what it is given.
        call = _call(model, {**inputs, **{n: v.clone() for n, v in inputs_with_grad.items()}}, params, self._names)
        hooks = _watch(model, layers, store) if params.get("layers") else []
        try:
            with loading.stage("forward"), torch.set_grad_enabled(grad):
                output = call()
        finally:
            for hook in hooks:
                hook.remove()
        result: dict[str, Any] = {
            "outputs": arrays.record(output, "output", store, torch_state.is_tensor, to_numpy),
            "layers": layers,
            "state": _buffers(model, store),
            "gradients": [],
            "cotangents": [],
        }
        if grad:
            with loading.stage("backward"):
                result["cotangents"], result["gradients"] = _backward(
                    model, output, inputs_with_grad, params["seed"], store
                )
        result["arrays"] = store.write(params["out"])
        return result


def seed_all(seed: int) -> None:
    """Seed every source of random numbers that a model may use."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)


def _parameters(model: Callable[..., Any]) -> str:
    try:
        return str(inspect.signature(model.forward if isinstance(model, torch.nn.Module) else model))
    except (TypeError, ValueError):
        return "(…)"


def _call(
    model: Callable[..., Any], inputs: dict[str, torch.Tensor], params: dict[str, Any], names: dict[str, Any]
) -> Callable[[], Any]:
    if params.get("call"):
        scope = {**names, **inputs, "model": model, "inputs": list(inputs.values())}
        return lambda: loading.evaluate(params["call"], scope, "output")
    function = model.forward if isinstance(model, torch.nn.Module) else model
    positional, keywords = loading.arguments(function, list(inputs))
    return lambda: model(*(inputs[n] for n in positional), **{n: inputs[v] for n, v in keywords.items()})


def _watch(model: Callable[..., Any], layers: list[dict[str, Any]], store: arrays.Store) -> list[Any]:
    """Note every submodule's outputs in the order in which they are finished."""
    if not isinstance(model, torch.nn.Module):
        return []
    calls: dict[str, int] = {}

    def noting(path: str) -> Callable[[Any, Any, Any], None]:
        def note(module: torch.nn.Module, args: object, output: object) -> None:
            number = calls[path] = calls.get(path, 0) + 1
            if store.size > arrays.MAX_LAYERS:
                return
            leaves = arrays.record(output, "", store, torch_state.is_tensor, to_numpy)
            name = torch_state.class_names(module)[0]
            layers.append({"path": path, "call": number, "type": name, "leaves": leaves})

        return note

    return [module.register_forward_hook(noting(path)) for path, module in model.named_modules() if path]


def _buffers(model: Callable[..., Any], store: arrays.Store) -> list[dict[str, Any]]:
    if not isinstance(model, torch.nn.Module) or not model.training:
        return []
    out = []
    for name, value in model.named_buffers():
        array, dtype = to_numpy(value)
        out.append({"name": name, "dtype": dtype, "shape": list(array.shape), "array": store.add(array)})
    return out


def _backward(
    model: Callable[..., Any], output: object, inputs: dict[str, torch.Tensor], seed: int, store: arrays.Store
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    cotangents: list[dict[str, Any]] = []
    total = torch.zeros(())
    for index, (name, leaf) in enumerate(arrays.leaves(output, "output", torch_state.is_tensor)):
        if not isinstance(leaf, torch.Tensor) or not leaf.is_floating_point() or not leaf.requires_grad:
            continue
        weights = arrays.cotangent(leaf.shape, seed + index)
        cotangents.append({"name": name, "array": store.add(weights)})
        total = total + (leaf * torch.from_numpy(weights).to(leaf.dtype)).sum()
    if not cotangents:
        raise WorkerError(Kind.BAD_INPUT, "no output depends on a parameter or on a float input: nothing to derive")
    wanted = dict(inputs)
    if isinstance(model, torch.nn.Module):
        wanted.update({name: p for name, p in model.named_parameters() if p.requires_grad})
    derived = torch.autograd.grad(total, list(wanted.values()), allow_unused=True)
    gradients = []
    for (name, of), gradient in zip(wanted.items(), derived):
        array, dtype = to_numpy(torch.zeros_like(of) if gradient is None else gradient)
        kind = "input" if name in inputs else "parameter"
        shape = list(array.shape)
        gradients.append({"name": name, "kind": kind, "dtype": dtype, "shape": shape, "array": store.add(array)})
    return cotangents, gradients
