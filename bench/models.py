"""Migrates real models to MindSpore on the CPU and compares both frameworks on them.

usage: migration.py models MODELS SET [ID...] [--no-grad] [--json FILE] [--out DIR]

MODELS holds one folder a model, SET is a JSON file that describes them: ``{"models": [{"id", "import_module", "build",
"call", "inputs": [{"shape", "dtype", "range"}]}]}`` with ranges ``randn``, ``rand``, ``adj`` (a symmetric matrix of 0 and
1 with ones on the diagonal) or ``[low, high]``; an input may be written as the command line takes it as well. Weights are
filled with seeded values in torch and copied to MindSpore.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.verify.report import VerifyReport, VerifyRequest
from mindport.verify.session import Limits

LARGEST = 1e-4
"""Largest deviation of an output, in units of its standard deviation, with which a model counts as migrated."""


STAGES = ("import", "build", "load", "forward", "backward")


def main(arguments: Sequence[str] | None = None) -> int:
    """Effect: runs the models, prints a table and the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path)
    parser.add_argument("set", type=Path)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--no-grad", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--out", type=Path, help="keep the migrated files here")
    options = parser.parse_args(arguments)
    described = json.loads(options.set.read_text(encoding="utf-8"))["models"]
    engine = Engine(Settings(Target.CPU))
    results = []
    for model in described:
        folder = options.models / model["id"]
        if options.ids and model["id"] not in options.ids:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            result = measured(engine, folder, model, not options.no_grad, Path(scratch))
        results.append(result)
        print(line(result), flush=True)
        if options.out is not None and folder.is_dir():
            engine.migrate([folder], options.out / model["id"])
    for text in summary(results):
        print(text)
    if options.json is not None:
        options.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    return 0 if results and all(result["agrees"] for result in results) else 1


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
    if grad and report.side == "torch" and report.stage == "backward":
        # Torch itself has no gradients of this model; its outputs can still be compared.
        report = engine.verify(replace(request, grad=False))
        return {"id": model["id"], **figures(report, False), "torch_differentiates": False}
    return {"id": model["id"], **figures(report, grad), "torch_differentiates": True}


def figures(report: VerifyReport, grad: bool = True) -> dict[str, Any]:
    """What a report says in short; a failure of torch itself is not MindPort's."""
    worst = max((d.relative or 0.0 for d in report.outputs if d.max_abs is not None), default=None)
    wrong = [d for d in report.outputs if d.max_abs is None and not d.within]
    failed = STAGES.index(report.stage) if report.side == "mindspore" and report.stage in STAGES else len(STAGES)
    ran = bool(report.outputs)
    agrees = worst is not None and worst <= LARGEST and not wrong
    gradients = [d for d in report.gradients if not d.within]
    return {
        "torch_runs": report.side != "torch" and report.reason not in ("bad_file", "bad_input", "bad_build"),
        "imports": ran or failed > 0,
        "builds": ran or failed > 1,
        "runs": ran,
        "agrees": agrees,
        "gradients_agree": agrees and grad and bool(report.gradients) and not gradients,
        "worst": worst,
        "verdict": report.verdict.value,
        "reason": report.reason,
        "detail": ((report.detail or "").strip().splitlines() or [""])[0],
        "trace": report.trace,
        "stage": report.stage,
        "first_divergence": report.first_divergence,
        "gradients": max((d.relative or 0.0 for d in report.gradients), default=None),
        "seconds": round(report.seconds, 1),
        "notes": list(report.notes),
    }


def summary(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """The figures of a set, then every failure with its cause."""
    total = len(results)
    out = [f"{total} models"]
    for key, words in (
        ("torch_runs", "run under torch"),
        ("imports", "import under MindSpore"),
        ("builds", "build"),
        ("runs", "run"),
        ("agrees", f"agree (largest deviation <= {LARGEST:g} of the output's standard deviation)"),
        ("gradients_agree", "agree in the gradients of their parameters"),
    ):
        out.append(f"{sum(bool(r[key]) for r in results):4d} of {total} {words}")
    without = [result["id"] for result in results if not result.get("torch_differentiates", True)]
    if without:
        out.append(f"torch has no gradients of: {', '.join(without)}")
    for result in results:
        if not result["agrees"] or not result["gradients_agree"]:
            out.append(f"{result['id']}: {cause(result)}")
    return out


def cause(result: Mapping[str, Any]) -> str:
    """Why a model does not agree, in one line, with what its migration left."""
    parts = [result["reason"], result["stage"], result["detail"], result["first_divergence"]]
    left = f" (left: {'; '.join(result['notes'][:2])})" if result["notes"] else ""
    return " ".join(str(part) for part in parts if part) + left


def line(result: Mapping[str, Any]) -> str:
    """The result as a line of the table."""
    worst = "-" if result["worst"] is None else f"{result['worst']:.1e}"
    grad = "-" if result["gradients"] is None else f"{result['gradients']:.1e}"
    mark = "ok   " if result["gradients_agree"] else "ok  g" if result["agrees"] else "BAD  "
    text = f"{mark} {result['id']:26s} {worst:>8s} {grad:>8s} {result['seconds']:6.1f} s  "
    return (text + ("" if result["gradients_agree"] else cause(result)))[:230]


def file_of(folder: Path, module: str) -> Path:
    """The file of a module, the ``__init__.py`` of a package."""
    path = folder.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def spec(item: Mapping[str, Any] | str, number: int, scratch: Path) -> str:
    """An input as the command line takes it."""
    if isinstance(item, str):
        return f"input{number}={item}"
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
