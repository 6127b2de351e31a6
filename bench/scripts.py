"""Training scripts, migrated for the CPU and run unedited: how many take their steps, and whose losses follow torch's.

usage: scripts.py REPOSITORIES LIST [ID...] [--steps N] [--packages FOLDER] [--keep FOLDER] [--json FILE]

LIST names for each script its ``source`` (``github:owner/name@commit``), the ``files`` that it needs below ``root``, the
``script`` to run, its ``arguments``, and the ``data`` to make up for it. Nothing of the scripts is kept with the list.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import model_sources
import numpy as np

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

NEAR = 1e-3
"""Largest relative deviation of a loss from torch's with which a curve counts as followed."""
SECONDS = 600


def main(arguments: Sequence[str] | None = None) -> int:
    """Effect: runs the scripts, prints a table, writes the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", type=Path)
    parser.add_argument("list", type=Path)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--packages", type=Path, help="a folder of packages that scripts may import")
    parser.add_argument("--keep", type=Path, help="keep what was run here")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    results = []
    for script in json.loads(options.list.read_text(encoding="utf-8"))["scripts"]:
        if options.ids and script["id"] not in options.ids:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            folder = (options.keep or Path(scratch)).resolve() / script["id"]
            shutil.rmtree(folder, ignore_errors=True)
            result = measured(script, folder, options)
        results.append(result)
        print(line(result), flush=True)
    out_of_reach = [r["id"] for r in results if not r["torch_ran"] and not r["ran"]]
    results = [r for r in results if r["id"] not in out_of_reach]
    ran = sum(r["ran"] for r in results)
    followed = sum(bool(r["deviation"] is not None and r["deviation"] <= NEAR) for r in results)
    projects = len({r["project"] for r in results})
    print(f"{ran} of {len(results)} scripts of {projects} projects take {options.steps} steps unedited; ", end="")
    print(f"{followed} follow torch's losses")
    if out_of_reach:
        print(f"not counted, for torch does not take them here either: {', '.join(out_of_reach)}")
    if options.json is not None:
        options.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    return 0 if results and ran >= 0.8 * len(results) else 1


def measured(script: Mapping[str, Any], folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """One script in both frameworks."""
    for name in ("torch", "source"):
        model_sources.lay_out(options.repositories, script, folder / name)
    Engine(Settings(Target.CPU)).migrate([folder / "source"], folder / "mindspore")
    runs = {}
    for framework in ("torch", "mindspore"):
        for item in script.get("data", ()):
            make(item, folder / framework)
        runs[framework] = run(framework, script, folder / framework, options)
    own, theirs = runs["mindspore"], runs["torch"]
    count = min(len(own["losses"]), len(theirs["losses"]))
    deviation = None
    if count and own["steps"] == theirs["steps"] and len(own["losses"]) == len(theirs["losses"]):
        pairs = list(zip(own["losses"], theirs["losses"]))
        if not own["steps"]:
            pairs = pairs[: options.steps]  # weights changed by hand: a loss a step
        deviation = max(abs(a - b) / max(abs(b), 1e-6) for a, b in pairs)
    return {
        "id": script["id"],
        "project": script["source"].removeprefix("github:").partition("@")[0],
        "ran": took(own, options.steps),
        "torch_ran": took(theirs, options.steps),
        "without_torch": not own["torch"],
        "deviation": deviation,
        "reason": "; ".join(reason for reason in (own["reason"], theirs["reason"]) if reason),
        "losses": {"mindspore": own["losses"], "torch": theirs["losses"]},
    }


def took(found: Mapping[str, Any], steps: int) -> bool:
    """Whether a run took its steps; a script without an optimiser counts by its losses."""
    return bool(found["steps"] >= steps or (not found["steps"] and len(found["losses"]) >= steps))


def run(framework: str, script: Mapping[str, Any], folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Runs one script in a process of its own."""
    runner = Path(__file__).with_name("script_runner.py")
    place = folder / script.get("folder", "")
    paths = [str(folder), *([str(options.packages)] if options.packages else [])]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONHASHSEED": "0",
        "GLOG_v": "3",
        "HOME": str(folder),
    }
    command = [sys.executable, str(runner), framework, str(options.steps), Path(script["script"]).name]
    command += script.get("arguments", [])
    nothing: dict[str, Any] = {"steps": 0, "losses": [], "torch": False}
    at = (place / script["script"]).parent
    try:
        done = subprocess.run(
            command, cwd=at, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return {**nothing, "reason": f"{framework}: {SECONDS} s"}
    (folder / "output.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
    found = [text for text in done.stdout.splitlines() if text.startswith("RECORD ")]
    if found:
        record = json.loads(found[-1].removeprefix("RECORD "))
        ended = took(record, options.steps) or not record["reason"]
        return {**record, "reason": "" if ended else f"{framework}: {record['reason'][:150]}"}
    lines = [text for text in done.stderr.splitlines() if text.strip()]
    errors = [text for text in lines if "Error" in text.split(":")[0]]
    return {**nothing, "reason": f"{framework}: {(errors or lines or ['?'])[-1][:150]}"}


def make(item: Mapping[str, Any], folder: Path) -> None:
    """Effect: writes a made-up data set."""
    random = np.random.RandomState(0)
    kind, place = item["kind"], folder / item.get("path", "")
    place.parent.mkdir(parents=True, exist_ok=True)
    if kind == "digits":
        raw = place / item.get("name", "MNIST") / "raw"
        raw.mkdir(parents=True, exist_ok=True)
        for part in ("train", "t10k"):
            count = item.get("count", 640)
            images = random.randint(0, 256, (count, 28, 28)).astype(np.uint8)
            head = np.array([2051, count, 28, 28], ">i4").tobytes()
            (raw / f"{part}-images-idx3-ubyte").write_bytes(head + images.tobytes())
            labels = random.randint(0, 10, count).astype(np.uint8)
            (raw / f"{part}-labels-idx1-ubyte").write_bytes(np.array([2049, count], ">i4").tobytes() + labels.tobytes())
    elif kind == "photographs":
        hundred = item.get("classes") == 100
        base = place / ("cifar-100-python" if hundred else "cifar-10-batches-py")
        base.mkdir(parents=True, exist_ok=True)
        for name in ["train", "test"] if hundred else [*(f"data_batch_{i}" for i in range(1, 6)), "test_batch"]:
            data = random.randint(0, 256, (item.get("count", 130), 3072)).astype(np.uint8)
            labels = random.randint(0, 100 if hundred else 10, len(data)).tolist()
            (base / name).write_bytes(pickle.dumps({"data": data, "fine_labels" if hundred else "labels": labels}))
        (base / "batches.meta").write_bytes(pickle.dumps({"label_names": [str(i) for i in range(10)]}))
        (base / "meta").write_bytes(pickle.dumps({"fine_label_names": [str(i) for i in range(100)]}))
    elif kind == "text":
        words = [f"w{n}" for n in random.randint(0, item.get("words", 50), item.get("count", 6000))]
        lines = [" ".join(words[i : i + 12]) for i in range(0, len(words), 12)]
        place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    elif kind == "graph":
        count, width = item.get("count", 1600), item.get("width", 40)
        values, classes = random.randint(0, 2, (count, width)), random.randint(0, 7, count)
        nodes = [f"{i}\t" + "\t".join(map(str, row)) + f"\tclass{c}" for i, (row, c) in enumerate(zip(values, classes))]
        edges = [f"{a}\t{b}" for a, b in random.randint(0, count, (2 * count, 2))]
        place.with_name(place.name + ".content").write_text("\n".join(nodes) + "\n", encoding="utf-8")
        place.with_name(place.name + ".cites").write_text("\n".join(edges) + "\n", encoding="utf-8")
    elif kind == "arrays":
        arrays = {name: random.randint(0, 2, shape).astype(np.float32) for name, shape in item["arrays"].items()}
        np.savez(place, **arrays)
    elif kind == "tokens":
        random.randint(0, item.get("words", 50), item.get("count", 6000)).astype(np.uint16).tofile(place)
    elif kind == "masks":
        from PIL import Image

        place.mkdir(parents=True, exist_ok=True)
        for number in range(item.get("count", 12)):
            mask = random.randint(0, 2, (item.get("size", 64), item.get("size", 64))).astype(np.uint8)
            Image.fromarray(mask * 255).save(place / f"{number}_mask.png")
    elif kind == "images":
        from PIL import Image

        for number in range(item.get("count", 12)):
            target = place / item.get("class", "a") / f"{number}.jpg"
            target.parent.mkdir(parents=True, exist_ok=True)
            size = item.get("size", 64)
            Image.fromarray(random.randint(0, 256, (size, size, 3)).astype(np.uint8)).save(target)
    else:
        raise ValueError(f"no such kind of data: {kind}")


def line(result: Mapping[str, Any]) -> str:
    """One row of the table."""
    deviation = "-" if result["deviation"] is None else f"{result['deviation']:.1e}"
    state = "ran" if result["ran"] else "failed" if result["torch_ran"] else "neither"
    return f"{result['id']:32} {state:7} {deviation:>8}  {result['reason']}"


if __name__ == "__main__":
    sys.exit(main())
