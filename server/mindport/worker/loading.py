"""Imports the user's file as its own project would, and evaluates expressions with the file's names in scope."""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from . import stand_ins
from .protocol import Kind, WorkerError

_MAX_STAND_INS = 20
_LEVELS_UP = 2


@contextlib.contextmanager
def stage(name: str) -> Iterator[None]:
    """Mark errors with the stage in which they happened; the innermost stage counts."""
    try:
        yield
    except BaseException as error:
        if not hasattr(error, "mindport_stage"):
            with contextlib.suppress(AttributeError):
                error.mindport_stage = name  # type: ignore[attr-defined]
        raise


def load(path: str, roots: Sequence[str] = ()) -> tuple[ModuleType, list[str]]:
    """The module of a file, and the missing packages for which stand-ins had to be put. Effect: runs the file."""
    file = Path(path).resolve()
    if not file.is_file():
        raise WorkerError(Kind.BAD_FILE, f"no such file: {path}")
    name, root = module_name(file)
    for entry in [str(Path(extra).resolve()) for extra in reversed(roots)] + [str(root)]:
        if entry in sys.path:
            sys.path.remove(entry)
        sys.path.insert(0, entry)
    put: list[str] = []
    while True:
        try:
            return _import(file, name), put
        except ModuleNotFoundError as error:
            missing = (error.name or "").partition(".")[0]
            above = _folder_above(root, missing)
            if above is not None and above not in sys.path:
                sys.path.insert(1, above)
                continue
            if len(put) >= _MAX_STAND_INS or missing in put or not stand_ins.allowed(missing, root):
                raise
            stand_ins.put(missing)
            put.append(missing)


def _folder_above(root: Path, package: str) -> str | None:
    """A folder a little above the file's own that has the package: a project's root, when packages lack ``__init__.py``."""
    for folder in list(root.parents)[:_LEVELS_UP]:
        if package and ((folder / f"{package}.py").is_file() or any((folder / package).glob("*.py"))):
            return str(folder)
    return None


def module_name(file: Path) -> tuple[str, Path]:
    """Dotted name of a file in its package, and the directory that the outermost package lies in."""
    parts = [] if file.name == "__init__.py" else [file.stem]
    directory = file.parent
    while (directory / "__init__.py").is_file() and directory.name.isidentifier():
        parts.insert(0, directory.name)
        directory = directory.parent
    return ".".join(parts) or file.parent.name, directory


def _import(file: Path, name: str) -> ModuleType:
    if "." in name:
        importlib.import_module(name.rpartition(".")[0])  # a package's own imports may bring the module along
    known = sys.modules.get(name)
    if known is not None:
        if getattr(known, "__file__", None) and Path(str(known.__file__)).resolve() == file:
            return known
        name = name if "." in name else f"mindport_user_{name}"  # never take the place of a library's module
    try:
        return _execute(file, name)
    except ImportError as error:
        if "." in name or "no known parent package" not in str(error) or not file.parent.name.isidentifier():
            raise
    # relative imports in a folder without __init__.py: a namespace package
    sys.path.insert(0, str(file.parent.parent))
    return _execute(file, f"{file.parent.name}.{file.stem}")


def _execute(file: Path, name: str) -> ModuleType:
    locations = [str(file.parent)] if file.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=locations)
    if spec is None or spec.loader is None:
        raise WorkerError(Kind.BAD_FILE, f"not a Python file: {file.name}")
    module = importlib.util.module_from_spec(spec)
    previous = sys.modules.get(name)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        if previous is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = previous
        raise
    return module


def scope(module: ModuleType, extra: Mapping[str, object]) -> dict[str, Any]:
    """Names for an expression: the module's own, and unless it has taken them the module as ``M`` and the usual ones."""
    return {**extra, "M": module, **vars(module)}


def evaluate(source: str, names: dict[str, Any], result: str) -> object:
    """Value of an expression, or of statements that bind ``result``. Effect: runs it."""
    try:
        return eval(compile(source.strip(), f"<{result}>", "eval"), names)
    except SyntaxError:
        try:
            tree = ast.parse(source)
        except SyntaxError as error:
            raise WorkerError(Kind.BAD_BUILD, f"not an expression: {source!r} ({error.msg})") from None
    exec(compile(tree, f"<{result}>", "exec"), names)
    if result not in names:
        raise WorkerError(Kind.BAD_BUILD, f"the statements bind no {result!r}: {source!r}")
    return names[result]


def build(source: str, names: dict[str, Any]) -> Callable[..., Any]:
    """The model that a build expression gives."""
    model = evaluate(source, names, "model")
    if inspect.isclass(model):
        hint = f"{source.strip()}(…)"
        raise WorkerError(Kind.BAD_BUILD, f"{source!r} is a class, not a model: call it, as in {hint}")
    if not callable(model):
        raise WorkerError(Kind.BAD_BUILD, f"{source!r} gives a {type(model).__name__}, which cannot be called")
    return model


def arguments(function: Callable[..., Any], names: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Which inputs go by position and which by keyword: by name as far as the function knows the names."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return list(names), {}
    parameters = [p for p in signature.parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    keyword_only = [p.name for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY]
    known = [p.name for p in parameters] + keyword_only
    if not all(name in known for name in names):
        positional, keywords = list(names), dict[str, str]()
    else:
        positional = []
        for parameter in parameters:
            if parameter.name not in names:
                break
            positional.append(parameter.name)
        keywords = {name: name for name in names if name not in positional}
    try:
        signature.bind(*positional, **keywords)
    except TypeError as error:
        required = [p.name for p in parameters if p.default is p.empty]
        wanted = " ".join(f"--input {name}=DTYPE[SHAPE]" for name in required)
        text = f"forward{signature} does not take the inputs ({', '.join(names) or 'none'}): {error}; give {wanted}"
        raise WorkerError(Kind.BAD_INPUT, text) from None
    return positional, keywords
