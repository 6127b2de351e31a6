"""torch's own samples of its operators and modules, each as a few lines of source with its inputs and results.

The samples are those that torch tests itself with (``torch.testing._internal``); importing them takes ten seconds, so that
is done once, in the process that forks for every API.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.overrides import TorchFunctionMode

from . import arrays, torch_cases
from .forked import forked
from .torch_state import to_numpy

MOST = 400
"""Samples that are looked at; some operators have thousands."""

_TYPES = (torch.float32, torch.int64, torch.bool, torch.complex64)


class Unwritable(ValueError):
    """An argument that has no source text."""


@dataclass
class Source:
    """The text of a call and the tensors that it names."""

    inputs: dict[str, torch.Tensor] = field(default_factory=dict)

    def of(self, value: Any) -> str:
        """Python source of an argument; a tensor becomes an input. Raises ``Unwritable``."""
        if isinstance(value, torch.Tensor):
            if value.layout is not torch.strided or value.is_quantized or value.device.type != "cpu":
                raise Unwritable("a tensor of another layout or device")
            name = "x" if not self.inputs else f"a{len(self.inputs)}"
            self.inputs[name] = value.detach()
            return name
        if isinstance(value, (torch.Size, tuple)) and not hasattr(value, "_fields"):
            items = [self.of(item) for item in value]
            return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
        if isinstance(value, list):
            return f"[{', '.join(self.of(item) for item in value)}]"
        if isinstance(value, np.generic):
            value = value.item()
        if isinstance(value, (torch.dtype, torch.memory_format, torch.layout)):
            return str(value)
        if isinstance(value, float) and not math.isfinite(value):
            return f"float('{value}')"
        if value is None or isinstance(value, (bool, int, float, complex, str)):
            return repr(value)
        raise Unwritable(type(value).__name__)

    def call(self, function: str, args: Any, kwargs: dict[str, Any]) -> str:
        """A call; where results are put matters to nobody here."""
        parts = [self.of(value) for value in args]
        plain = {k: v for k, v in kwargs.items() if not (k == "device" or (k in ("out", "generator") and v is None))}
        parts += [f"{name}={self.of(value)}" for name, value in plain.items()]
        return f"{function}({', '.join(parts)})"


@dataclass(frozen=True)
class Sample:
    code: str
    compare: str
    inputs: dict[str, torch.Tensor]
    differentiable: bool
    mode: str = "eval"


def samples(params: dict[str, Any]) -> dict[str, Any]:
    """Up to ``cap`` samples of the API ``name``, spread over all that there are, with torch's results."""
    found, unwritable, empty = [], 0, 0
    for made in itertools.islice(_samples(params["name"]), MOST):
        if isinstance(made, Exception):
            unwritable += 1
        elif any(value.numel() == 0 for value in made.inputs.values()):
            empty += 1
        else:
            found.append(made)
    chosen = _spread(found, params["cap"])
    out: list[dict[str, Any]] = []
    refused = 0
    for number, sample in enumerate(chosen):
        run = _run(sample, number, params)
        if run is None:
            refused += 1
        else:
            out.append(run)
    return {"samples": out, "found": len(found), "unwritable": unwritable + refused, "empty": empty}


def _run(sample: Sample, number: int, params: dict[str, Any]) -> dict[str, Any] | None:
    folder = Path(params["directory"])
    store = arrays.Store()
    inputs = []
    for name, value in sample.inputs.items():
        array, dtype = to_numpy(value)
        store.add(array)
        inputs.append({"name": name, "dtype": dtype, "shape": list(array.shape)})
    floats = [item["name"] for item in inputs if item["dtype"] == "float32"] if sample.differentiable else []
    case = {
        "seed": params["seed"],
        "mode": sample.mode,
        "grad": floats if number < params["gradients"] else [],
        "compare": [sample.compare],
        "inputs": inputs,
        "arrays": store.write(str(folder / f"in{number}.npz")),
        "code": sample.code,
    }
    path = str(folder / f"torch{number}.npz")
    try:
        answer = torch_cases.run_case({**case, "out": path})
    except Exception:
        if not case["grad"]:
            return None
        case["grad"] = []
        try:
            answer = torch_cases.run_case({**case, "out": path})
        except Exception:
            return None
    if not answer["gradients"]:
        case["grad"] = []
    return {"case": case, "torch": answer, "random": _is_random(case, answer, str(folder / "again.npz"))}


def _is_random(case: dict[str, Any], answer: dict[str, Any], path: str) -> bool:
    """Whether another seed gives another result; a module's weights come from the seed, so they are left out."""
    if answer["modules"] and answer["modules"][0]["entries"]:
        return False
    try:
        again = torch_cases.run_case({**case, "grad": [], "seed": case["seed"] + 1, "out": path})
    except Exception:
        return True
    first, second = arrays.read(answer["arrays"]), arrays.read(again["arrays"])
    pairs = zip(answer["outputs"], again["outputs"])
    return any(
        not np.array_equal(first[a["array"]], second[b["array"]], equal_nan=first[a["array"]].dtype.kind in "fc")
        for a, b in pairs
        if "array" in a and "array" in b
    )


def _spread(found: list[Sample], cap: int) -> list[Sample]:
    if cap <= 0 or len(found) <= cap:
        return found
    step = (len(found) - 1) / max(1, cap - 1)
    return [found[round(index * step)] for index in range(cap)]


def _samples(name: str) -> Iterator[Sample | Exception]:
    parent, _, leaf = name.rpartition(".")
    if name in _modules():
        yield from _of_module(name)
    elif parent == "torch.Tensor":
        in_place = leaf.endswith("_") and not leaf.endswith("__") and leaf not in _operators()
        for op in _operators().get(leaf[:-1] if in_place else leaf, ()):
            yield from _of_operator(op, lambda sample: _method(sample, leaf, in_place))
    else:
        function = _resolve(name)
        for op in _operators().get(name.removeprefix("torch."), ()):
            yield from _of_operator(op, lambda sample, op=op: _function(sample, op, name, function))  # type: ignore[misc]


def _of_operator(op: Any, write: Callable[[Any], tuple[str, str, Source]]) -> Iterator[Sample | Exception]:
    dtype = next((t for t in _TYPES if op.supports_dtype(t, "cpu")), None)
    if dtype is None:
        return
    differentiable = bool(op.supports_autograd) and dtype is torch.float32
    torch.manual_seed(0)
    try:
        for sample in op.sample_inputs("cpu", dtype):
            try:
                code, compare, source = write(sample)
            except Exception as error:  # whatever cannot be written down is counted and left out
                yield error
                continue
            yield Sample(code, compare, source.inputs, differentiable)
    except Exception as error:
        yield error


def _function(sample: Any, op: Any, name: str, function: Any) -> tuple[str, str, Source]:
    args, kwargs = (sample.input, *sample.args), sample.kwargs
    if op.op is not function and op.op is not _resolve(f"torch.{op.name}"):
        args, kwargs = _recorded(op, sample, function)
    source = Source()
    return f"y = {source.call(_short(name), args, kwargs)}", "y", source


def _recorded(op: Any, sample: Any, function: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments that reach ``function`` when an operator calls it in its own way."""
    seen: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    class Watch(TorchFunctionMode):  # type: ignore[misc]
        def __torch_function__(
            self, called: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
        ) -> Any:
            if called is function and not seen:
                seen.append((args, dict(kwargs or {})))
            return called(*args, **(kwargs or {}))

    with Watch():
        op.op(sample.input, *sample.args, **sample.kwargs)
    if not seen:
        raise Unwritable("the operator calls something else")
    args, kwargs = seen[0]
    return args, {k: v for k, v in kwargs.items() if not _is_default(function, k, v)}


def _is_default(function: Any, name: str, value: Any) -> bool:
    try:
        parameter = inspect.signature(function).parameters.get(name)
    except (TypeError, ValueError):
        return value is None
    return parameter is not None and type(parameter.default) is type(value) and bool(parameter.default == value)


def _method(sample: Any, leaf: str, in_place: bool) -> tuple[str, str, Source]:
    if not isinstance(sample.input, torch.Tensor):
        raise Unwritable("no receiver")
    if in_place and sample.broadcasts_input:
        raise Unwritable("a result that is larger than its receiver")
    source = Source()
    receiver = source.of(sample.input)
    if not in_place:
        return f"y = {source.call(f'{receiver}.{leaf}', sample.args, sample.kwargs)}", "y", source
    call = source.call(f"z.{leaf}", sample.args, sample.kwargs)
    return f"z = {receiver}.clone()\n{call}", "z", source


def _of_module(name: str) -> Iterator[Sample | Exception]:
    info = _modules()[name]
    for training in (False, True):
        torch.manual_seed(0)
        try:
            found = info.module_inputs_func(
                info, device="cpu", dtype=torch.float32, requires_grad=False, training=training
            )
            for item in found:
                source = Source()
                try:
                    given = source.call("m", item.forward_input.args, item.forward_input.kwargs)
                    made = source.call(_short(name), item.constructor_input.args, item.constructor_input.kwargs)
                except Unwritable as error:
                    yield error
                    continue
                mode = "train" if training else "eval"
                yield Sample(f"m = {made}\ny = {given}", "y", source.inputs, True, mode)
        except Exception as error:
            yield error


def _short(name: str) -> str:
    for long, short in (("torch.nn.functional.", "F."), ("torch.nn.", "nn.")):
        if name.startswith(long) and name.count(".") == long.count("."):
            return short + name[len(long) :]
    return name


def _resolve(name: str) -> Any:
    return functools.reduce(lambda owner, part: getattr(owner, part, None), name.split(".")[1:], torch)


@functools.cache
def _operators() -> dict[str, list[Any]]:
    """Operators by name and by the names of their aliases."""
    from torch.testing._internal.common_methods_invocations import op_db

    out: dict[str, list[Any]] = {}
    for op in op_db:
        for name in {op.name, *(alias.name for alias in op.aliases)}:
            out.setdefault(name, []).append(op)
    return out


@functools.cache
def _modules() -> dict[str, Any]:
    from torch.testing._internal.common_modules import module_db

    return {
        f"torch.nn.{info.module_cls.__name__}": info
        for info in module_db
        if info.module_cls.__module__[:9] == "torch.nn."
    }


def _in_fork(params: dict[str, Any]) -> dict[str, Any]:
    _operators(), _modules()  # before the fork, or every child would import them anew
    return forked(samples)(params)


METHODS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"samples": _in_fork}
