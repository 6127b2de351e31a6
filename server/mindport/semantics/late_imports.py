"""Modules that a call imports by their name: ``importlib.import_module("h5py")``, ``lazy_import("numpy")``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mindport.semantics import imports
from mindport.semantics.arguments import Arguments
from mindport.semantics.types import BOOL, UNKNOWN, Type, tuple_of
from mindport.syntax.nodes import Attribute, Call, Constant, Name

if TYPE_CHECKING:
    import ast

    from mindport.semantics.flow import Flow

_IMPORTING: Final = re.compile(
    r"import_module|importorskip|__import__|import_optional_dependency|import_or_none|import_optional|import_lazy"
    r"|_?(?:lazy|optional|try|safe|maybe|soft)_import(?:_module)?|Lazy(?:Module|Loader|Import|Importer)"
)
_MODULE: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


def module(flow: Flow, node: ast.Call, given: Arguments) -> Type | None:
    """The module that the call gives; None of any other call. Effect: may read the module's file, where it is of the project."""
    callee = node.func
    leaf = callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""
    if "mport" not in leaf and "Lazy" not in leaf or _IMPORTING.fullmatch(leaf) is None:
        return None
    locally = len(node.args) == _LOCALLY and leaf.startswith("Lazy") and _are_globals(node.args[1])
    if leaf.startswith("Lazy") and len(node.args) != 1 and not locally:
        return None
    written = node.args[2 if locally else 0]  # ``LazyLoader("nn", globals(), "torch.nn")``
    name = written.value if type(written) is Constant and isinstance(written.value, str) else ""
    if _MODULE.fullmatch(name) is None:
        return None
    if leaf == "optional_import":
        # What MONAI has: the module, or what it holds of a name, and whether it is there.
        parted = len(node.args) > 1 or "name" in given.keywords
        return tuple_of(UNKNOWN if parted else imports.module_named(flow, name), BOOL)
    if len(node.args) > 1 and leaf not in ("__import__", "importorskip") and not locally:
        return None
    return imports.module_named(flow, name.partition(".")[0] if leaf == "__import__" else name)


_LOCALLY: Final = 3


def _are_globals(node: ast.expr) -> bool:
    return type(node) is Call and type(node.func) is Name and node.func.id == "globals"
