"""What the examples of the mapping rows give within ``ms.jit``, beside what they give outside of it.

usage: python bench/graph_mode.py [ROW...]

Runs the MindSpore side of every example that is for the CPU, takes tensors and compares something, twice uncompiled and once
compiled. Prints those that differ or are refused, and the counts. What an example makes before it takes a tensor (layers) is made
uncompiled. Takes about half an hour for all rows.
"""

from __future__ import annotations

import argparse
import ast
import json
import multiprocessing
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mindport import examples
from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.verify import inputs as checking_inputs

_TOGETHER = 40  # examples of one process, so that what one leaves behind does not reach many
_TOLERANCE = 1e-4
_PRELUDE = (
    "import math\nimport numpy as np\nimport mindspore\nimport mindspore as ms\n"
    "from mindspore import nn, ops, mint, Tensor, Parameter\nfrom mindspore.common import initializer\n"
)


@dataclass(frozen=True)
class Case:
    """An example: the module whose function ``example`` is compiled, and its inputs as JSON."""

    name: str
    source: str
    helpers: str
    inputs: str


def cases(engine: Engine, rows: Sequence[str]) -> Iterator[Case]:
    """The examples that can be run both ways."""
    for name in rows or engine.index.names():
        row = engine.index.get(name)
        if row is None or row.torch != name:
            continue
        for number, one in enumerate(row.examples):
            if one.runs and one.target == engine.settings.target.value and one.compare and one.inputs:
                made = examples.rewrite(one, engine.settings.mindspore, index=engine.index)
                source = _module(one.mindspore or made.text, made.imports, tuple(one.inputs), one.compare)
                helpers = engine.helpers_module(made.helpers) if made.helpers else ""
                if source and one.mode == "eval":
                    yield Case(f"{name} {number}", source, helpers, json.dumps(one.inputs))


def _module(text: str, imports: str, inputs: Sequence[str], compare: Sequence[str]) -> str:
    """The source of a module with a function ``example``; empty where no statement takes an input."""
    first, rest = [], list(ast.parse(text).body)
    while rest and not any(type(node) is ast.Name and node.id in inputs for node in ast.walk(rest[0])):
        first.append(ast.unparse(rest.pop(0)))
    if not rest:
        return ""
    body = "\n".join(f"    {line}" for one in rest for line in ast.unparse(one).splitlines())
    made = "\n".join(first)
    return f"{_PRELUDE}{imports}\n{made}\n\ndef example({', '.join(inputs)}):\n{body}\n    return ({', '.join(compare)},)\n"


def outcomes(batch: Sequence[Case]) -> list[tuple[str, str]]:
    """Of each case ``same``, ``random``, or what became of it. Effect: runs the code, in a process that is for that alone."""
    import mindspore as ms

    found = []
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        for number, case in enumerate(batch):
            sys.modules.pop("mindport_helpers", None)
            Path(folder, "mindport_helpers.py").write_text(case.helpers, encoding="utf-8")
            Path(folder, f"case_{number}.py").write_text(case.source, encoding="utf-8")
            found.append((case.name, _outcome(ms, f"case_{number}", json.loads(case.inputs))))
    return found


def _outcome(ms: Any, module: str, inputs: Mapping[str, Mapping[str, object]]) -> str:
    def arguments() -> list[Any]:
        return [ms.Tensor(checking_inputs.of_example(name, spec, 0).values) for name, spec in inputs.items()]

    try:
        example = __import__(module).example
        plain, again = _leaves(example(*arguments())), _leaves(example(*arguments()))
    except Exception as error:
        return f"fails uncompiled: {type(error).__name__}"
    if _difference(plain, again):
        return "random"
    try:
        return _difference(plain, _leaves(ms.jit(example)(*arguments()))) or "same"
    except Exception as error:
        return f"refused: {' '.join(str(error).split())[:120]}"


def _leaves(value: Any) -> list[np.ndarray[Any, Any]]:
    if isinstance(value, (tuple, list)):
        return [leaf for one in value for leaf in _leaves(one)]
    if isinstance(value, dict):
        return _leaves(list(value.values()))
    if hasattr(value, "asnumpy"):
        value = (value.float() if "BFloat16" in str(value.dtype) else value).asnumpy()
    return [np.asarray(value)]


def _difference(one: Sequence[np.ndarray[Any, Any]], other: Sequence[np.ndarray[Any, Any]]) -> str:
    if [a.shape for a in one] != [b.shape for b in other]:
        return f"differs: shapes {[a.shape for a in one]} and {[b.shape for b in other]}"
    for a, b in zip(one, other):
        if a.dtype.kind not in "fciub" or b.dtype.kind not in "fciub":
            continue
        if not np.allclose(a, b, rtol=_TOLERANCE, atol=1e-5, equal_nan=True):
            return "differs: values"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", help="rows, all without any")
    options = parser.parse_args()
    found = list(cases(Engine(Settings(Target.CPU)), options.rows))
    counts: Counter[str] = Counter()
    for start in range(0, len(found), _TOGETHER):
        batch = found[start : start + _TOGETHER]
        # A new process for each batch; it must not be a fork of one in which a framework has threads.
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            try:
                results = pool.submit(outcomes, batch).result()
            except BrokenProcessPool:
                results = [(case.name, "lost: its process ended") for case in batch]
        for name, outcome in results:
            counts[outcome.partition(":")[0]] += 1
            if outcome not in ("same", "random"):
                print(f"{name}: {outcome}", flush=True)
    print(f"== {len(found)} examples: " + ", ".join(f"{count} {what}" for what, count in counts.most_common()))


if __name__ == "__main__":
    main()
