"""The MindSpore half of a row's example."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

import mindspore as ms
import numpy as np

from . import arrays, cases, loading, matching, mindspore_state
from .forked import forked
from .mindspore_state import is_tensor, to_numpy
from .protocol import Kind, WorkerError, describe

_PRELUDE = (
    "import math\nimport numpy as np\nimport mindspore\nimport mindspore as ms\n"
    "from mindspore import nn, ops, mint, Tensor, Parameter\nfrom mindspore.common import initializer\n"
    "from mindspore.experimental import optim\nimport mindspore.dataset as ds"
)


class _Cells:
    """The cells of an example; each takes the weights of the torch module of the same key when it is first seen."""

    def __init__(self, params: dict[str, Any], values: list[np.ndarray[Any, Any]]) -> None:
        self._modules = {module["key"]: module for module in params["modules"]}
        self._values, self._train = values, params["mode"] == "train"
        self._seen: list[Any] = []
        self._called = 0
        self.names: dict[str, dict[str, str]] = {}  # variable → torch path → MindSpore path

    def made(self, key: str, cell: Any) -> None:
        if any(cell is other for other in self._seen):
            return
        self._seen += [child for _, child in mindspore_state._walk(cell, "", 0)]
        cell.set_train(self._train)
        module = self._modules.get(key)
        if module is None:
            return
        matched = matching.match(module["entries"], mindspore_state.describe(cell, arrays.Store()))
        if matched["missing"] or matched["unexpected"]:
            text = f"without a counterpart in MindSpore: {matched['missing']}; in torch: {matched['unexpected']}"
            raise WorkerError("state_mismatch", text)
        state = [(pair, self._values[pair["array"]].reshape(pair["shape"])) for pair in matched["pairs"]]
        mindspore_state.fill(cell, state)
        self.names[key.partition("#")[0]] = {pair["torch"]: pair["name"] for pair in matched["pairs"]}

    def called(self, cell: Any) -> None:
        if not any(cell is other for other in self._seen):
            self.made(f"call#{self._called}", cell)
            self._called += 1

    def value(self, expression: str, names: dict[str, Any]) -> Any:
        """Value of an expression to compare; ``bn.running_mean`` is looked up where the weights went."""
        path = cases.member(expression)
        if path is not None and path[1] in self.names.get(path[0], {}):
            return mindspore_state.members(names[path[0]])[self.names[path[0]][path[1]]].value
        return eval(expression, names)


def methods(set_up: Callable[[], None]) -> dict[str, Callable[[dict[str, Any]], dict[str, Any]]]:
    """The methods of a worker; ``set_up`` is called in the fork, before the first operation."""

    def case(params: dict[str, Any]) -> dict[str, Any]:
        set_up()
        return run_case(params)

    def cases(params: dict[str, Any]) -> dict[str, Any]:
        set_up()
        return run_cases(params)

    return {"case": forked(case), "cases": forked(cases)}


def run_cases(params: dict[str, Any]) -> dict[str, Any]:
    """Several examples one after another, up to the first that raises: a process that has seen an exception is not
    to be trusted. ``error`` belongs to the one after the last result, ``backward_error`` of a result to its gradients."""
    results: list[dict[str, Any]] = []
    for case in params["cases"]:
        try:
            results.append(run_case(case))
        except Exception as error:
            where = getattr(error, "mindport_stage", "")
            return {"results": results, "error_of_next": describe(error, where).to_json()}
        if "backward_error" in results[-1]:
            break
    return {"results": results}


def run_case(params: dict[str, Any]) -> dict[str, Any]:
    """Outputs and gradients of an example with torch's weights. Effect: runs the code."""
    seed = params["seed"]
    weights = arrays.read(params["weights"])
    given = {
        item["name"]: mindspore_state.from_numpy(array, item["dtype"])
        for item, array in zip(params["inputs"], arrays.read(params["arrays"]))
    }
    helpers = _helpers(params.get("helpers") or "")
    plain_call = ms.nn.Cell.__call__

    def run(inputs: dict[str, Any]) -> list[tuple[str, Any]]:
        ms.set_seed(seed % 2**32)
        np.random.seed(seed % 2**32)
        names: dict[str, Any] = {"__name__": "example"}  # value_and_grad reads the module of its function
        exec(_PRELUDE, names)
        names.update(helpers)
        exec(compile(params.get("imports") or "", "<imports>", "exec"), names)
        names.update(inputs)
        made = _Cells(params, weights)

        def call(self: Any, *args: Any, **kwargs: Any) -> Any:
            made.called(self)
            return plain_call(self, *args, **kwargs)

        ms.nn.Cell.__call__ = call
        try:
            cases.execute(params["code"], names, lambda value: isinstance(value, ms.nn.Cell), made.made)
        finally:
            ms.nn.Cell.__call__ = plain_call
        with loading.stage("compare"):
            return [(name, made.value(name, names)) for name in params["compare"]]

    store = arrays.Store()
    outputs: list[dict[str, Any]] = []
    for name, value in run(dict(given)):
        outputs += arrays.record(value, name, store, is_tensor, to_numpy)
    gradients: list[dict[str, Any]] = []
    more: dict[str, Any] = {}
    if params["grad"]:
        try:
            with loading.stage("backward"):
                derived = _derive(run, given, params["grad"], seed)
            for name, value in zip(params["grad"], derived):
                array, dtype = to_numpy(value)
                gradients.append({"name": name, "dtype": dtype, "shape": list(array.shape), "array": store.add(array)})
        except Exception as error:
            if not params.get("forward_stands"):
                raise
            gradients = []
            more = {"backward_error": describe(error, "backward").to_json()}
    return {"outputs": outputs, "gradients": gradients, "arrays": store.write(params["out"]), **more}


def _helpers(source: str) -> dict[str, Any]:
    """The public names of the generated module of helpers. Effect: puts it among the imported modules."""
    module = types.ModuleType("mindport_helpers")
    exec(compile(source, "<mindport_helpers>", "exec"), vars(module))
    sys.modules["mindport_helpers"] = module
    public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return {**public, "mindport_helpers": module}


def _derive(
    run: Callable[[dict[str, Any]], list[tuple[str, Any]]], given: dict[str, Any], wanted: list[str], seed: int
) -> tuple[Any, ...]:
    def total(*values: Any) -> Any:
        terms = []
        for index, (name, value) in enumerate(run({**given, **dict(zip(wanted, values))})):
            for number, (_, leaf) in enumerate(arrays.leaves(value, name, is_tensor)):
                if isinstance(leaf, ms.Tensor) and leaf.is_floating_point():
                    factors = arrays.cotangent(leaf.shape, seed + 1000 * index + number)
                    terms.append((leaf * ms.Tensor(factors).astype(leaf.dtype)).sum())
        if not terms:
            raise WorkerError(Kind.ERROR, "no float output to derive")
        return sum(terms[1:], terms[0])

    derived = ms.grad(total, tuple(range(len(wanted))))(*(given[name] for name in wanted))
    return (derived,) if is_tensor(derived) else tuple(derived)
