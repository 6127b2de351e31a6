"""Migrates real models to MindSpore on the CPU and compares both frameworks on them.

usage: models.py MODELS SET [ID...] [--grad] [--json FILE] [--out DIR]

MODELS holds one folder a model, SET is a JSON file that describes them: ``{"models": [{"id", "import_module", "build",
"call", "inputs": [{"shape", "dtype", "range"}]}]}`` with ranges ``randn``, ``rand``, ``adj`` (a symmetric matrix of 0 and
1 with ones on the diagonal) or ``[low, high]``. Weights are filled with seeded values in torch and copied to MindSpore.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.verify.report import VerifyReport, VerifyRequest
from mindport.verify.session import Limits

LARGEST = 1e-4
"""Largest deviation of an output, in units of its standard deviation, with which a model counts as migrated."""


def main() -> int:
    """Effect: runs the models, prints a table, writes the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path)
    parser.add_argument("set", type=Path)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--grad", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--out", type=Path, help="keep the migrated files here")
    options = parser.parse_args()
    described = json.loads(options.set.read_text(encoding="utf-8"))["models"]
    engine = Engine(Settings(Target.CPU))
    results = []
    for model in described:
        if (options.ids and model["id"] not in options.ids) or not (options.models / model["id"]).is_dir():
            continue
        with tempfile.TemporaryDirectory() as folder:
            result = measured(engine, options.models / model["id"], model, options.grad, Path(folder))
        results.append(result)
        print(line(result), flush=True)
        if options.out is not None:
            engine.migrate([options.models / model["id"]], options.out / model["id"])
    good = sum(result["agrees"] for result in results)
    print(f"{good} of {len(results)} models agree (largest deviation <= {LARGEST:g} of the standard deviation)")
    if options.json is not None:
        options.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    return 0 if results and good == len(results) else 1


def measured(engine: Engine, folder: Path, model: Mapping[str, Any], grad: bool, scratch: Path) -> dict[str, Any]:
    """One model, migrated and checked."""
    request = VerifyRequest(
        torch_file=file_of(folder, model["import_module"]),
        mindspore_file=None,
        build=model["build"],
        call=None if model["call"] == "model(*inputs)" else model["call"],
        inputs=tuple(spec(item, number, scratch) for number, item in enumerate(model["inputs"])),
        grad=grad,
        target=Target.CPU,
        limits=Limits(request=180.0),
    )
    report = engine.verify(request)
    worst = max((d.relative or 0.0 for d in report.outputs if d.max_abs is not None), default=None)
    agrees = worst is not None and worst <= LARGEST and report.verdict.value != "inconclusive"
    return {"id": model["id"], "agrees": agrees, "worst": worst, **figures(report)}


def figures(report: VerifyReport) -> dict[str, Any]:
    """What a report says in short."""
    return {
        "verdict": report.verdict.value,
        "reason": report.reason,
        "detail": (report.detail or "").splitlines()[:1],
        "stage": report.stage,
        "first_divergence": report.first_divergence,
        "gradients": max((d.relative or 0.0 for d in report.gradients), default=None),
        "seconds": round(report.seconds, 1),
        "notes": list(report.notes),
    }


def line(result: Mapping[str, Any]) -> str:
    """The result as a line of the table."""
    worst = "-" if result["worst"] is None else f"{result['worst']:.1e}"
    why = " ".join(str(part) for part in (result["reason"], result["stage"], *result["detail"]) if part)
    mark = "ok " if result["agrees"] else "BAD"
    where = result["first_divergence"] or ""
    return f"{mark} {result['id']:26s} {result['verdict']:12s} {worst:>8s} {result['seconds']:6.1f} s  {where} {why}"[
        :200
    ]


def file_of(folder: Path, module: str) -> Path:
    """The file of a module, the ``__init__.py`` of a package."""
    path = folder.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def spec(item: Mapping[str, Any], number: int, scratch: Path) -> str:
    """An input as the command line takes it."""
    shape = ",".join(str(size) for size in item["shape"])
    text = f"input{number}={item['dtype']}[{shape}]"
    kind = item["range"]
    if kind == "randn":
        return text
    if kind == "rand":
        return text + "{0:1}"
    if kind == "adj":
        ones = np.random.RandomState(number).rand(*item["shape"]) < 0.2
        adjacency = (ones | ones.T | np.eye(len(ones), dtype=bool)).astype(item["dtype"])
        path = scratch / f"input{number}.npy"
        np.save(path, adjacency)
        return f"input{number}=@{path}"
    return f"{text}{{{kind[0]}:{kind[1]}}}"


if __name__ == "__main__":
    sys.exit(main())
