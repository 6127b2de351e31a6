"""The MindSpore side of a check: builds the model, takes torch's weights, runs it forward and backward."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

os.environ.setdefault("GLOG_v", "3")  # before the import: warnings about devices that nobody asked for

import mindspore as ms
import numpy as np

from . import arrays, inspecting, loading, matching, mindspore_cases, mindspore_files, mindspore_state
from .mindspore_state import is_tensor, to_numpy
from .protocol import Kind, WorkerError, describe

_USUAL = {
    "ms": ms,
    "mindspore": ms,
    "mint": ms.mint,
    "nn": ms.nn,
    "ops": ms.ops,
    "Tensor": ms.Tensor,
    "Parameter": ms.Parameter,
    "np": np,
}
_DEVICES = {"cpu": "CPU", "gpu": "GPU", "ascend": "Ascend"}


class Backend:
    """One model at a time."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._ready = False
        self._model: Callable[..., Any] = lambda: None
        self._names: dict[str, Any] = {}
        self._state: list[tuple[dict[str, Any], np.ndarray[Any, Any]]] = []

    def versions(self) -> dict[str, str]:
        return {"mindspore": str(ms.__version__)}

    def methods(self) -> dict[str, Callable[[dict[str, Any]], dict[str, Any]]]:
        """What the worker answers to."""
        more = {**inspecting.METHODS, **mindspore_files.METHODS, **mindspore_cases.methods(self.set_up)}
        return {"prepare": self.prepare, "load": self.load, "run": self.run, **more}

    def set_up(self) -> None:
        """Choose the device and make errors appear at the call that causes them.

        Not at import: a process that is to be forked must not have run anything.
        """
        if self._ready:
            return
        try:
            ms.set_device(_DEVICES[self._device])
        except (RuntimeError, ValueError) as error:
            raise WorkerError(Kind.DEVICE, str(error)) from error
        ms.set_context(mode=ms.PYNATIVE_MODE)
        ms.runtime.launch_blocking()
        self._ready = True

    def prepare(self, params: dict[str, Any]) -> dict[str, Any]:
        """Import the file and build the model. Effect: runs user code."""
        self.set_up()
        seed_all(params["seed"])
        with loading.stage("import"):
            module, put = loading.load(params["file"], params.get("roots", ()))
        self._names = loading.scope(module, _USUAL)
        with loading.stage("build"):
            self._model = loading.build(params["build"], self._names)
        store = arrays.Store()
        entries = mindspore_state.describe(self._model, store) if isinstance(self._model, ms.nn.Cell) else []
        return {
            "is_module": isinstance(self._model, ms.nn.Cell),
            "type": type(self._model).__name__,
            "stand_ins": put,
            "entries": entries,
            "unmigrated": mindspore_state.unmigrated(self._model),
            "cells": sorted(mindspore_state.cells(self._model)),
            "arrays": store.write(params["out"]),
        }

    def load(self, params: dict[str, Any]) -> dict[str, Any]:
        """Take torch's weights, each where its candidates say; what found no place is in the answer."""
        values = arrays.read(params["arrays"])
        own = mindspore_state.describe(self._model, arrays.Store()) if isinstance(self._model, ms.nn.Cell) else []
        matched = matching.match(params["entries"], own)
        self._state = [(pair, values[pair["array"]].reshape(pair["shape"])) for pair in matched["pairs"]]
        with loading.stage("load"):
            mindspore_state.fill(self._model, self._state)
        return matched

    def run(self, params: dict[str, Any]) -> dict[str, Any]:
        """Run the model once. Outputs, and on request gradients, layers' outputs, the state afterwards."""
        model = self._model
        seed_all(params["seed"])
        if isinstance(model, ms.nn.Cell):
            mindspore_state.fill(model, self._state)
            model.set_train(params["mode"] == "train")
        values = arrays.read(params["inputs_arrays"])
        inputs = {
            item["name"]: mindspore_state.from_numpy(array, item["dtype"])
            for item, array in zip(params["inputs"], values)
        }
        call = self._call(inputs, params)
        store = arrays.Store()
        layers: list[dict[str, Any]] = []
        hooks = _watch(model, set(params.get("layers") or ()), layers, store)
        try:
            with loading.stage("forward"):
                output = call(inputs)
        finally:
            for hook in hooks:
                hook.remove()
        result: dict[str, Any] = {
            "outputs": arrays.record(output, "output", store, is_tensor, to_numpy),
            "layers": layers,
            "gradients": [],
            "state": self._after(params.get("buffers") or (), store),
        }
        named = {item["name"] for item in result["outputs"]}
        if any(item["name"] in named for item in params.get("cotangents") or ()):
            if isinstance(model, ms.nn.Cell):
                mindspore_state.fill(model, self._state)
            seed_all(params["seed"])
            try:
                result["gradients"] = self._backward(call, inputs, params, store)
            except Exception as error:  # the outputs are worth having all the same
                result["backward_error"] = describe(error, "backward").to_json()
        result["arrays"] = store.write(params["out"])
        return result

    def _call(self, inputs: dict[str, Any], params: dict[str, Any]) -> Callable[[dict[str, Any]], Any]:
        model, names = self._model, self._names
        if params.get("call"):
            source = params["call"]

            def evaluate(given: dict[str, Any]) -> Any:
                scope = {**names, **given, "model": model, "inputs": list(given.values())}
                return loading.evaluate(source, scope, "output")

            return evaluate
        function = model.construct if isinstance(model, ms.nn.Cell) else model
        positional, keywords = loading.arguments(function, list(inputs))
        return lambda given: model(*(given[n] for n in positional), **{n: given[v] for n, v in keywords.items()})

    def _after(self, wanted: Any, store: arrays.Store) -> list[dict[str, Any]]:
        found = mindspore_state.members(self._model)
        out = []
        for name in wanted:
            if name in found:
                array, dtype = to_numpy(found[name].value)
                shape = list(array.shape)
                out.append({"name": name, "dtype": dtype, "shape": shape, "array": store.add(array)})
        return out

    def _backward(
        self, call: Callable[[dict[str, Any]], Any], inputs: dict[str, Any], params: dict[str, Any], store: arrays.Store
    ) -> list[dict[str, Any]]:
        values = arrays.read(params["cotangent_arrays"])
        cotangents = {item["name"]: values[item["array"]] for item in params["cotangents"]}
        found = mindspore_state.members(self._model)
        weights = {name: found[name].value for name in params["weights"]}
        derived_inputs = [name for name in params["grad_inputs"] if name in inputs]
        order = list(inputs)

        def total(*given: Any) -> Any:
            output = call(dict(zip(order, given)))
            terms = [
                (leaf * ms.Tensor(cotangents[name].astype(np.float64)).astype(leaf.dtype)).sum()
                for name, leaf in arrays.leaves(output, "output", is_tensor)
                if name in cotangents and isinstance(leaf, ms.Tensor)
            ]
            if not terms:
                raise WorkerError(Kind.ERROR, "no output to derive: the outputs are named differently")
            return sum(terms[1:], terms[0])

        positions = tuple(order.index(name) for name in derived_inputs) or None
        parameters = ms.ParameterTuple(list(weights.values())) if weights else None
        if positions is None and parameters is None:
            return []
        _, derived = ms.value_and_grad(total, positions, parameters)(*inputs.values())
        if positions is not None and parameters is not None:
            by_input, by_weight = derived
        else:
            by_input, by_weight = (derived, ()) if positions is not None else ((), derived)
        out = []
        named = [*zip(derived_inputs, _tuple(by_input)), *zip(weights, _tuple(by_weight))]
        for name, value in named:
            array, dtype = to_numpy(value)
            out.append({"name": name, "dtype": dtype, "shape": list(array.shape), "array": store.add(array)})
        return out


def _tuple(value: Any) -> tuple[Any, ...]:
    return (value,) if is_tensor(value) else tuple(value)


def seed_all(seed: int) -> None:
    """Seed every source of random numbers that a model may use."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    ms.set_seed(seed % 2**32)


def _watch(model: Callable[..., Any], paths: set[str], layers: list[dict[str, Any]], store: arrays.Store) -> list[Any]:
    calls: dict[str, int] = {}

    def noting(path: str) -> Callable[[Any, Any, Any], None]:
        def note(cell: Any, args: object, output: object) -> None:
            number = calls[path] = calls.get(path, 0) + 1
            if store.size > arrays.MAX_LAYERS:
                return
            leaves = arrays.record(output, "", store, is_tensor, to_numpy)
            layers.append({"path": path, "call": number, "leaves": leaves})

        return note

    found = mindspore_state.cells(model) if paths else {}
    return [cell.register_forward_hook(noting(path)) for path, cell in found.items() if path in paths]
