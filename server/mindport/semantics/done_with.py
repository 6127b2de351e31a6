"""What the code at hand does with a variable, and whether that is what one does with a Module or may do with a tensor."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mindport.semantics import given_as, variables
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import AsyncFunctionDef, Attribute, ClassDef, FunctionDef, Name

if TYPE_CHECKING:
    from mindport.semantics.definitions import FunctionInfo
    from mindport.semantics.flow import Flow


def is_module(flow: Flow, node: ast.expr) -> bool:
    """Whether what is done with a variable, or with an attribute of the method's own object, is what one does with a Module:
    ``net.to(device)``, ``net.eval()``, ``net(x)``."""
    done = _done_with(flow, node)
    if done & _NO_MODULE:
        return False
    if "[parallel]" in done or "()" in done and "load_state_dict" in done or "training" in done and "eval" in done:
        return True
    if "eval" in done or done & _PARAMETERS:
        return bool(done & (_PLACING | _STATE | {"()"})) or "eval" in done and bool(done & _PARAMETERS)
    return "train" in done and "()" in done and bool(done & _STATE)


def has_shape(flow: Flow, node: ast.expr) -> bool:
    """Whether a variable has the shape of a tensor, and nothing is done with it that a tensor does not have."""
    done = _done_with(flow, node)
    return not done.isdisjoint(("shape", "ndim", "dim")) and done <= flow.knowledge.tensor_members


def _done_with(flow: Flow, node: ast.expr) -> frozenset[str]:
    frame = flow.frame
    function = frame.function
    if type(node) is Attribute:
        arguments = function.node.args.args if function is not None and function.cls is not None else []
        if not arguments or type(node.value) is not Name or node.value.id != arguments[0].arg:
            return _NOTHING
        return _kept_members(flow).get(node.attr, _NOTHING)
    if type(node) is not Name:
        return _NOTHING
    return members_of(flow, function).of(node) if function is not None or frame is flow.module else _NOTHING


def _kept_members(flow: Flow) -> Mapping[str, frozenset[str]]:
    frame = flow.frame
    if frame.kept_members is None:
        function = frame.function
        assert function is not None and function.cls is not None
        frame.kept_members = _members_kept(flow, function.cls.node)
        if flow.journal is not None:
            flow.journal.body_readers.add(function)
    return frame.kept_members


def _members_kept(flow: Flow, cls: ast.ClassDef) -> Mapping[str, frozenset[str]]:
    known = flow.known_members
    if known is None:
        return variables.kept_members(cls, flow.nodes_of)
    found = known.get(cls)
    if found is None:
        found = known[cls] = variables.kept_members(cls, flow.nodes_of)
    return found


_NOTHING: Final[frozenset[str]] = frozenset()
MODULE_WORDS: Final = frozenset(["eval", "train", "parameters", "named_parameters", "load_state_dict", "state_dict", "to", "cuda",
                                 "cpu", "modules", "named_modules", "children", "zero_grad"])  # fmt: skip
_PARAMETERS: Final = frozenset(["parameters", "named_parameters", "modules", "named_modules"])
_PLACING: Final = frozenset(["to", "cuda", "half", "bfloat16"])
_STATE: Final = frozenset(["load_state_dict", "state_dict"])
_NO_MODULE: Final = frozenset(["[]", "[computes]", "step", "param_groups", "fit", "predict", "query", "columns"])


def own_code(flow: Flow) -> ast.Module:
    """The module's own statements: what functions do with a variable of the same name says nothing."""
    return ast.Module([s for s in flow.source.tree.body if not _defines(s)] if flow.source.tree else [], [])


def _defines(statement: ast.stmt) -> bool:
    return any(isinstance(n, (FunctionDef, AsyncFunctionDef, ClassDef)) for n in ast.walk(statement))


def members_of(flow: Flow, function: FunctionInfo | None) -> variables.Members:
    """What the function that is walked does with each name, or the module outside of functions."""
    frame = flow.frame if function is not None else flow.module
    if frame.members is None:
        frame.members = variables.Members(
            flow.frame.all_nodes(function) if function is not None else nodes_of(own_code(flow).body)
        )
    return frame.members


def is_of_comprehension(flow: Flow, node: ast.expr) -> bool:
    """Whether a variable is a comprehension's own."""
    return type(node) is Name and members_of(flow, flow.frame.function).key(node) != node.id


def has_more(flow: Flow, node: ast.expr) -> bool:
    """Whether the function does something with a variable that a tensor does not have: ``batch.pop("mask")``, ``batch["x"]``."""
    function = flow.frame.function
    if type(node) is not Name or function is None:
        return False
    return not members_of(flow, function).of(node) <= flow.knowledge.tensor_members | {"()", "[data]"}


def is_another(flow: Flow, node: ast.expr) -> bool:
    """Whether an attribute is read of a variable, or set, that a tensor does not have and that is not its user's secret; be that
    in a function that it is given to."""
    if type(node) is not Name or flow.frame.function is None and flow.frame is not flow.module:
        return False
    known = members_of(flow, flow.frame.function)
    done = known.of(node)
    if variables.OF_ARRAY in done:
        return True
    if any(one not in flow.knowledge.tensor_members and one.isidentifier() and one[0] != "_" for one in done):
        return True
    return given_as.is_another(flow, node, known)


def is_packed(flow: Flow, node: ast.expr) -> bool:
    """Whether the function asks a variable for ``batch_sizes``: it is a packed sequence, in whatever way that came here."""
    if type(node) is not Name or "batch_sizes" not in flow.source.text:
        return False
    return "batch_sizes" in members_of(flow, flow.frame.function).of(node)


def may_be_a_tensor(flow: Flow, node: ast.expr) -> bool:
    """Whether the function does nothing with a variable that a tensor does not have."""
    function = flow.frame.function
    if type(node) is not Name or function is None:
        return True
    return members_of(flow, function).of(node) <= flow.knowledge.tensor_members
