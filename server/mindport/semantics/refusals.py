"""What takes no tensor, and so tells that what it is given is none.

NumPy's reductions ask an object of another library for its own method, with keywords that a Tensor's does not take:
``np.mean(x)`` raises ``TypeError`` for every Tensor (measured with torch 2.13 and NumPy 1.26), and ``Image.fromarray``
an ``AttributeError``.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import FunctionInfo
from mindport.semantics.types import NDARRAY, NUMPY, OUTPUT, Type
from mindport.semantics.word_sets import words
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Attribute, Call, Load, Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_REDUCTIONS: Final = words("mean sum max min amax amin std var prod any all moveaxis")
_NAMES: Final = "|".join(sorted(_REDUCTIONS))
# One for each name: what begins with plain characters is looked for many times quicker than what begins with a choice.
_CALLS: Final = tuple(re.compile(rf"{name}[ \t]*\.[ \t]*(?:{_NAMES})[ \t]*\(") for name in ("np", "numpy"))
_TESTS: Final = words("isinstance is_tensor hasattr type")


def note(flow: Flow, node: ast.Call, name: str) -> None:
    """Effect: what a function of NumPy's or PIL's is given by a variable's name is an array from here on, if it was taken for a
    tensor."""
    root, _, leaf = name.partition(".")
    if not (root == "numpy" and leaf in _REDUCTIONS or name == "PIL.Image.fromarray") or not node.args:
        return
    given = node.args[0]
    known = flow.frame.vars.get(given.id) if type(given) is Name else None
    if known is not None and type(given) is Name and _may_be_wrong(known):
        flow.bind(given.id, NUMPY)


def without_arrays(flow: Flow, function: FunctionInfo, variables: dict[str, Type]) -> None:
    """Effect: parameters that were taken for tensors, and that the function's body hands to what takes none, are arrays."""
    if not (_is(flow, "np", "numpy") or _is(flow, "numpy", "numpy") or _is(flow, "Image", "PIL.Image")):
        return
    if not _calls_any(flow.source.text):
        return
    taken = [name for name, found in variables.items() if _may_be_wrong(found)]
    if not taken:
        return
    refused = _refused(flow.frame.all_nodes(function))
    for name in taken:
        if name in refused:
            variables[name] = NUMPY


@functools.lru_cache(maxsize=16)
def _calls_any(text: str) -> bool:
    return "Image.fromarray" in text or any(one.search(text) for one in _CALLS)


def either_given(flow: Flow, function: FunctionInfo, name: str) -> bool:
    """Whether calls in the file give a parameter arrays, whatever its annotation says: for certain, or perhaps, where the body
    asks for its class."""
    if not function.seeds or not flow.knows_numpy():
        return False
    if function.reads is not None:
        function.reads.given[name] = function.given(name)
    found = [site[name] for site in function.seeds.values() if name in site]
    if any(one.kind == "ndarray" for one in found):
        return True
    return any(one.name == "either" and NDARRAY in one.items for one in found) and name in _asked(function)


def _is(flow: Flow, name: str, module: str) -> bool:
    found = flow.module.vars.get(name)
    return found is not None and found.name == module


def _may_be_wrong(found: Type) -> bool:
    return found.kind == "tensor" or found == OUTPUT or found.name == "either"


def _refused(nodes: Sequence[ast.AST]) -> set[str]:
    """Variables that a function hands to what takes no tensor, before they are bound anew, and that nothing asks for their class.
    ``nodes`` are those of its body."""
    handed: dict[str, int] = {}
    stored: dict[str, int] = {}
    tested: set[str] = set()
    for node in nodes:
        if type(node) is Name:
            if type(node.ctx) is not Load:
                stored[node.id] = min(stored.get(node.id, node.lineno), node.lineno)
        elif type(node) is Call and node.args and type(node.args[0]) is Name:
            callee, name = node.func, node.args[0].id
            leaf = callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""
            if leaf in _TESTS:
                tested.add(name)
            elif type(callee) is Attribute and type(callee.value) is Name and _refuses(callee.value.id, leaf):
                handed[name] = min(handed.get(name, node.lineno), node.lineno)
    return {name for name, line in handed.items() if name not in tested and line <= stored.get(name, line)}


def _asked(function: FunctionInfo) -> set[str]:
    """Variables of which the body asks for the class."""
    calls = [one for one in nodes_of(function.node.body) if type(one) is Call and type(one.func) is Name and one.args]
    return {
        one.args[0].id for one in calls if getattr(one.func, "id", "") == "isinstance" and type(one.args[0]) is Name
    }


def _refuses(module: str, leaf: str) -> bool:
    return module in ("np", "numpy") and leaf in _REDUCTIONS or module == "Image" and leaf == "fromarray"
