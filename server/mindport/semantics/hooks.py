"""Functions that torch calls: what a Module's hooks are given."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.definitions import FunctionInfo, LambdaInfo
from mindport.semantics.lambdas import call_lambda
from mindport.semantics.types import MODULE, OUTPUT, TENSOR, Type
from mindport.syntax.nodes import Attribute

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_SEVERAL: Final = Type("tuple", "...", (OUTPUT,))
_GIVEN: Final = {
    "register_forward_hook": (MODULE, _SEVERAL, OUTPUT),
    "register_forward_pre_hook": (MODULE, _SEVERAL),
    "register_backward_hook": (MODULE, _SEVERAL, _SEVERAL),
    "register_full_backward_hook": (MODULE, _SEVERAL, _SEVERAL),
    "register_hook": (TENSOR,),
}
NAMES: Final = frozenset(_GIVEN)
"""Methods that take a function to be called later."""


def given_to(flow: Flow, node: ast.Call, callee: Type, hook: Type) -> tuple[FunctionInfo, Arguments] | None:
    """The function that ``node`` registers, and what it is to be called with; a lambda is walked at once."""
    assert type(node.func) is Attribute
    types = _GIVEN[node.func.attr]
    if types == (TENSOR,) and not callee.name.startswith("torch.Tensor."):
        return None  # runners and engines have hooks that are called so, too
    if any(one.arg == "with_kwargs" for one in node.keywords):
        return None
    if isinstance(hook.definition, LambdaInfo):
        call_lambda(flow, hook.definition, list(types))
        return None
    function = hook.definition
    if hook.kind != "function" or not isinstance(function, FunctionInfo):
        return None
    taken = len(function.node.args.posonlyargs) + len(function.node.args.args) - bool(hook.items)
    if taken != len(types):
        return None
    call = ast.Call(node.func, [ast.Constant(None)] * len(types), [])
    return function, Arguments(call, list(types), {})
