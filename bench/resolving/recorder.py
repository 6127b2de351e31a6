"""Runs one case of a project under torch and writes down what stood at each attribute and name of the project's files.

    python -m resolving.recorder CASE.json OUT.json      (started by resolution.py, in a process of its own)

CASE names the project's folder (``folder``), further folders to import from (``path``), and either ``code`` to run or a
``script`` below the folder with its ``arguments``. What was seen is written even when the run ends in an exception.
"""

from __future__ import annotations

import builtins
import importlib.machinery
import io
import json
import os
import signal
import sys
import tempfile
import tokenize
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from resolving import synthetic
from resolving.absent import Absent
from resolving.instrument import RECEIVER, VALUE, Sites, instrument

_FAMILIES = ("torch", "torchvision", "torchaudio")
_files: list[Sites] = []
_receivers: list[set[Any]] = []
_values: list[dict[int, Any]] = []
swaps: dict[str, str] = {}  # parts of the files' text, and what is read for them


def _see_receiver(value: Any, site: int) -> Any:
    if isinstance(value, (ModuleType, type)):
        _values[site][id(value)] = value
    else:
        _receivers[site].add(type(value))
    return value


def _see_value(value: Any, site: int) -> Any:
    if callable(value) or type(value).__module__ == "torch":
        if len(_values[site]) < 4:
            _values[site][id(value)] = value
    else:
        _receivers[site].add(type(value))
    return value


def compiled(text: str, path: str) -> Any:
    """The code of a file's text, that notes what it meets."""
    tree, sites = instrument(text, path, len(_receivers))
    _files.append(sites)
    _receivers.extend(set() for _ in sites.sites)
    _values.extend({} for _ in sites.sites)
    return compile(tree, path, "exec", dont_inherit=True)


def _install(folder: str) -> None:
    """Has every module below ``folder`` run instrumented."""
    setattr(builtins, RECEIVER, _see_receiver)
    setattr(builtins, VALUE, _see_value)
    plain = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: Any, fullname: str) -> Any:
        # As it is found in the project: ``tools/../lib`` is ``lib``.
        path = os.path.normpath(Path(self.get_filename(fullname)).absolute())
        if not path.startswith(folder + os.sep):
            return plain(self, fullname)
        try:
            return compiled(source_text(Path(path)), path)
        except (SyntaxError, RecursionError):
            return plain(self, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def source_text(path: Path) -> str:
    """The text of a file of the project, with what ``swaps`` has for its parts."""
    data = path.read_bytes()
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return swapped(data.decode(encoding).replace("\r\n", "\n"), swaps)


def swapped(text: str, given: Mapping[str, str]) -> str:
    """Text with parts replaced by others of the same length, so that places stay where they are."""
    for old, new in given.items():
        assert len(old) == len(new), old
        text = text.replace(old, new)
    return text


def _names() -> dict[int, set[str]]:
    """Public names of torch's objects, by identity."""
    out: dict[int, set[str]] = {}
    for module_name, module in list(sys.modules.items()):
        parts = module_name.split(".")
        if parts[0] in _FAMILIES and not any(p.startswith("_") for p in parts):
            for name, value in list(vars(module).items()):
                home = getattr(value, "__module__", None) or "torch"
                if name.startswith("__") or not isinstance(home, str) or home.partition(".")[0] not in _FAMILIES:
                    continue
                if not isinstance(value, (ModuleType, int, float, str, tuple, list, dict)):
                    out.setdefault(id(value), set()).add(f"{module_name}.{name}")
    return out


def _category(kind: type, torch: Any) -> str:
    if issubclass(kind, torch.Tensor):
        return "Tensor"
    for base, name in (
        (torch.nn.Module, "Module"),
        (torch.optim.Optimizer, "Optimizer"),
        (torch.optim.lr_scheduler.LRScheduler, "Scheduler"),
    ):
        if issubclass(kind, base):
            return name
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _qualified(owner: Any, attribute: str, names: dict[int, set[str]]) -> set[str]:
    """Names of a member of a torch module or class; none for modules and plain values."""
    if isinstance(owner, ModuleType):
        home = owner.__name__
    else:
        home = f"{owner.__module__}.{owner.__qualname__}"
        if home.partition(".")[0] not in _FAMILIES:
            return set()
        public = names.get(id(owner))
        homes = public or {home}
        return {f"{one}.{attribute}" for one in homes}
    if home.partition(".")[0] not in _FAMILIES:
        return set()
    value = getattr(owner, attribute, None)
    if value is None or isinstance(value, ModuleType):
        return set()
    return {f"{home}.{attribute}", *names.get(id(value), set())}


def _records(folder: str) -> Iterator[dict[str, Any]]:
    import torch

    names = _names()
    first = 0
    for sites in _files:
        out = []
        for number, site in enumerate(sites.sites, first):
            kinds, values = _receivers[number], _values[number]
            if not kinds and not values:
                continue
            seen = sorted({_category(kind, torch) for kind in kinds})
            if site.kind in ("method", "attribute"):
                apis = set().union(*(_qualified(v, site.text, names) for v in values.values())) if values else set()
                seen += ["module" if isinstance(v, ModuleType) else "class" for v in values.values()]
                own = any(_overrides(kind, site.text, torch) for kind in kinds)
            else:
                apis = set().union(*(names.get(i, set()) for i in values)) if values else set()
                seen += ["torch" if names.get(i) else other(value) for i, value in values.items()]
                own = False
            out.append(
                {
                    "at": [site.line, site.column, site.end_line, site.end_column],
                    "text": site.text,
                    "kind": site.kind,
                    "seen": sorted(set(seen)),
                    "apis": sorted(apis),
                    "own": own,
                    "imported": site.text in sites.imported or sites.star and _is_called(site.text, apis),
                }
            )
        first += len(sites.sites)
        if out:
            yield {"path": str(Path(sites.path).relative_to(folder)), "sites": out}


def other(value: Any) -> str:
    """What is not torch's: the project's own, or put there by the case for what is not installed or would take too long."""
    home = getattr(value, "__module__", None) or ""
    put = isinstance(value, (Absent, synthetic.Anything)) or home == "case" or str(home).startswith("resolving")
    return "stand-in" if put else "other"


def _is_called(name: str, apis: set[str]) -> bool:
    """Whether a star import may have brought the name: a variable that holds an object of torch's is called otherwise."""
    return not apis or any(api.rpartition(".")[2] == name for api in apis)


def _overrides(kind: type, name: str, torch: Any) -> bool:
    """Whether a class of the user's gives the member, not torch's."""
    for one in kind.__mro__:
        if name in vars(one):
            return not one.__module__.startswith("torch")
    return False


def _stop(*_: object) -> None:
    raise TimeoutError("time is up")


def _run_code(case: dict[str, Any], errors: list[str]) -> None:
    names: dict[str, Any] = {"torch": sys.modules["torch"], "__name__": "case"}
    exec(compile(case["code"], "<case>", "exec"), names)
    for line in case.get("each", []):
        try:
            exec(compile(line, "<case>", "exec"), names)
        except TimeoutError:
            raise
        except Exception as raised:  # the rest of the project is still worth seeing
            errors.append(f"{line[:60]}: {_told(raised)}")


def _run_script(case: dict[str, Any], folder: str) -> None:
    script = Path(folder) / case["script"]
    os.chdir(script.parent)
    synthetic.prepare(case)
    sys.path.insert(0, str(script.parent))
    sys.argv = [str(script), *case.get("arguments", [])]
    main_module = ModuleType("__main__")
    main_module.__file__ = str(script)
    sys.modules["__main__"] = main_module
    exec(compiled(source_text(script), str(script)), vars(main_module))


def _told(raised: BaseException) -> str:
    last = traceback.extract_tb(raised.__traceback__)[-1]
    return f"{type(raised).__name__}: {str(raised)[:160]} ({last.filename}:{last.lineno})"


def main() -> None:
    case = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    out = Path(sys.argv[2]).absolute()
    folder = str(Path(case["folder"]).absolute())
    os.environ["SEEN_FOLDER"] = folder
    sys.path = [folder, *case.get("path", []), *(one for one in sys.path if Path(one) != Path(__file__).parents[1])]
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(int(case.get("seconds", 120)))
    errors: list[str] = []
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)
    try:
        synthetic.install()
        if "script" in case:
            synthetic.for_training()
        _install(folder)
        if "script" in case:
            _run_script(case, folder)
        else:
            with tempfile.TemporaryDirectory() as scratch:
                os.chdir(scratch)
                _run_code(case, errors)
    except SystemExit as left:
        errors += [f"exit {left.code}"] if left.code else []
    except BaseException as raised:  # what was seen before counts
        errors.append(_told(raised))
    signal.alarm(0)
    out.write_text(json.dumps({"errors": errors, "files": list(_records(folder))}), "utf-8")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    sys.modules["resolving.recorder"] = sys.modules["__main__"]  # what cases import is this module, not a second one
    main()
