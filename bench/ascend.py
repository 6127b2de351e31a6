"""Migrates real models to MindSpore on Ascend and checks, without running them, that MindSpore accepts every call.

usage: migration.py ascend MODELS SET [ID...]

MODELS and SET are those of ``models.py``. Each model is migrated for Ascend; its files must parse and import, and the
arguments of each call of a MindSpore API must bind to the signature of what is installed. A signature that says nothing
(``*args, **kwargs``) is replaced by that of the docstring, where it has one.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target


def main(arguments: Sequence[str] | None = None) -> int:
    """Effect: migrates the models, imports them in processes of their own, prints a table and the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path)
    parser.add_argument("set", type=Path)
    parser.add_argument("ids", nargs="*")
    options = parser.parse_args(arguments)
    importlib.import_module("mindspore")  # once, before the processes part
    engine = Engine(Settings(Target.ASCEND))
    results = []
    for model in json.loads(options.set.read_text(encoding="utf-8"))["models"]:
        if options.ids and model["id"] not in options.ids:
            continue
        with tempfile.TemporaryDirectory() as folder:
            engine.migrate([options.models / model["id"]], Path(folder))
            result = _apart(Path(folder), model["import_module"])
        results.append(result)
        ok = result["parses"] and result["imports"] and not result["refused"]
        print(
            f"{'ok ' if ok else 'BAD'} {model['id']:26s} {result['calls']:4d} calls  {'; '.join(result['refused'][:3])}"[
                :220
            ]
        )
        if result["error"]:
            print(f"    {result['error'][:200]}")
    total = len(results)
    print(f"{total} models, {sum(r['calls'] for r in results)} calls of MindSpore APIs")
    print(f"{sum(r['parses'] for r in results):4d} of {total} parse")
    print(f"{sum(r['imports'] for r in results):4d} of {total} import")
    print(f"{sum(not r['refused'] for r in results):4d} of {total} have every call accepted")
    return 0


def _apart(folder: Path, module: str) -> dict[str, Any]:
    """What ``look`` finds, in a child process: imports leave no trace here. Effect: forks."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w", encoding="utf-8") as wire:
            json.dump(look(folder, module), wire)
            wire.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as wire:
        text = wire.read()
    os.waitpid(child, 0)
    ended = {"parses": True, "imports": False, "refused": [], "calls": 0, "error": "the process ended"}
    return json.loads(text) if text else ended


def look(folder: Path, module: str) -> dict[str, Any]:
    """Whether the files parse and import, and which calls MindSpore would refuse. Effect: imports user code."""
    result: dict[str, Any] = {"parses": True, "imports": False, "refused": [], "calls": 0, "error": ""}
    trees: dict[Path, ast.Module] = {}
    for path in sorted(folder.rglob("*.py")):
        try:
            trees[path] = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError as error:
            result["parses"] = False
            result["error"] = f"{path.name}: {error}"
    sys.path.insert(0, str(folder))
    here = Path(__file__).resolve().parent
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != here]
    for name, loaded in list(sys.modules.items()):
        if name != "__main__" and Path(str(getattr(loaded, "__file__", "/"))).resolve().parent == here:
            del sys.modules[name]  # this measurement's own, which a model's may be called alike
    _resolve("mindspore").set_device = lambda *args, **kwargs: None  # the device that a script chooses is not here
    try:
        importlib.import_module(module)
        result["imports"] = True
    except BaseException as error:  # whatever a file does when it is imported
        result["error"] = f"{type(error).__name__}: {error}"
    for path, tree in trees.items():
        for line, dotted, problem in refused(tree):
            result["calls"] += 1
            if problem:
                result["refused"].append(f"{path.name}:{line} {dotted}: {problem}")
    return result


def refused(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Each call of a MindSpore API: its line, its name, and why it would be refused ("" if it would not)."""
    names = _imported(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        dotted = _dotted(node.func, names)
        if dotted is None or not dotted.startswith("mindspore"):
            continue
        found = _resolve(dotted)
        yield node.lineno, dotted, "no such API" if found is None else _binds(found, node)


def _imported(tree: ast.Module) -> dict[str, str]:
    out: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            out |= {
                (a.asname or a.name.split(".")[0]): (a.name if a.asname else a.name.split(".")[0]) for a in node.names
            }
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            out |= {(a.asname or a.name): f"{node.module}.{a.name}" for a in node.names}
    return out


def _dotted(node: ast.expr, names: dict[str, str]) -> str | None:
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value, names)
        return None if owner is None else f"{owner}.{node.attr}"
    return None


def _resolve(dotted: str) -> Any:
    parts = dotted.split(".")
    found: Any = importlib.import_module(parts[0])
    for index, part in enumerate(parts[1:], 2):
        if not hasattr(found, part):
            try:
                importlib.import_module(".".join(parts[:index]))
            except ImportError:
                return None
        found = getattr(found, part, None)
        if found is None:
            return None
    return found


def _binds(found: Any, call: ast.Call) -> str:
    """Why no signature of ``found`` takes the arguments; "" if one does or none is known."""
    problems = []
    for signature in _signatures(found):
        positional = [object() for a in call.args if not isinstance(a, ast.Starred)]
        keywords = {k.arg: object() for k in call.keywords if k.arg is not None}
        hidden = len(positional) < len(call.args) or len(keywords) < len(call.keywords)
        try:
            (signature.bind_partial if hidden else signature.bind)(*positional, **keywords)
            return ""
        except TypeError as error:
            problems.append(str(error))
    return problems[0] if problems else ""


def _signatures(found: Any) -> list[inspect.Signature]:
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError):
        return _documented(found)
    kinds = {p.kind for p in signature.parameters.values()}
    if kinds == {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
        return _documented(found)
    return [signature]


def _documented(found: Any) -> list[inspect.Signature]:
    """The signatures that a docstring begins with: ``max(input, dim, keepdim=False) -> …``."""
    out = []
    name = getattr(found, "__name__", "")
    form = rf"^\s*(?:\.\. (?:py:)?function::\s*)?{re.escape(name)}\((.*?)\)\s*(?:->.*)?$"
    for match in re.finditer(form, inspect.getdoc(found) or "", re.MULTILINE):
        scope: dict[str, Any] = {}
        text = re.sub(r"=(?!=)\s*([^,]+)", "=None", match.group(1))
        try:
            exec(f"def signature({text}): ...", scope)  # parameters' names only: defaults are all None
        except SyntaxError:
            continue
        out.append(inspect.signature(scope["signature"]))
    return out
