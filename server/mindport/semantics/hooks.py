"""Functions that torch calls: what a Module's hooks are given."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final, NamedTuple

from mindport.semantics.arguments import Applied, Arguments
from mindport.semantics.definitions import ClassInfo, FunctionInfo, LambdaInfo
from mindport.semantics.lambdas import call_lambda
from mindport.semantics.types import MODULE, OUTPUT, STR, TENSOR, UNKNOWN, Type, dict_of
from mindport.syntax.nodes import Attribute, Constant

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
_FORWARD: Final = (("input", "output"), ("inputs", "outputs"), ("inputs", "output"), ("inp", "out"), ("inp", "output"))
_BACKWARD: Final = (("grad_input", "grad_output"), ("grad_in", "grad_out"), ("grad_inputs", "grad_outputs"))
_BY_NAMES: Final[dict[tuple[str, ...], tuple[Type, Type]]] = {
    **dict.fromkeys(_FORWARD, (_SEVERAL, OUTPUT)),
    **dict.fromkeys(_BACKWARD, (_SEVERAL, _SEVERAL)),
}
"""Names of what hooks are given besides the Module."""
NAMES: Final = frozenset(_GIVEN)
"""Methods that take a function to be called later."""


class Hook(NamedTuple):
    """A function that is registered, and what it will be called with. ``bound``: its object is given already."""

    function: FunctionInfo
    given: Arguments
    bound: bool


def by_name(function: FunctionInfo, name: str) -> Type:
    """What a parameter of a function that is called a hook is given, where it is written to take a Module, what this was called
    with and what it gave (``def count_hook(module, input, output)``), in whatever way it is registered; unknown of any other."""
    if "hook" not in function.name.lower() or not function.flow.judges:
        return UNKNOWN
    names = function.positional[function.cls is not None and "staticmethod" not in function.decorators :]
    types = _BY_NAMES.get(tuple(names[1:]))
    if types is None or function.node.args.defaults or name not in names:
        return UNKNOWN
    return (MODULE, *types)[names.index(name)]


def given_to(flow: Flow, node: ast.Call, callee: Type, hook: Type) -> Hook | None:
    """The function that ``node`` registers, and what it is to be called with; a lambda is walked at once."""
    assert type(node.func) is Attribute
    types = _GIVEN[node.func.attr]
    if types == (TENSOR,) and not callee.name.startswith("torch.Tensor."):
        return None  # runners and engines have hooks that are called so, too
    owner = callee.items[0] if callee.items else MODULE
    if types[0] is MODULE and owner.kind == "module":
        types = (owner, *types[1:])
    asked = next((one.value for one in node.keywords if one.arg == "with_kwargs"), None)
    if asked is not None:
        if type(asked) is not Constant or asked.value is not True:
            return None
        types = (*types[:2], dict_of(STR, OUTPUT), *types[2:])
    if isinstance(hook.definition, LambdaInfo):
        call_lambda(flow, hook.definition, list(types))
        return None
    call = ast.Call(node.func, [ast.Constant(None)] * len(types), [])
    found = _called(hook, Arguments(call, list(types), {}))
    return found if found is not None and _takes(found) else None


def _called(hook: Type, given: Arguments) -> Hook | None:
    """What a call of the hook calls in the end: a function, one that was applied in part, an object's ``__call__``."""
    definition = hook.definition
    if isinstance(definition, Applied):
        return _called(definition.callee, definition.joined(given))
    if hook.kind == "function":
        return Hook(definition, given, bool(hook.items)) if isinstance(definition, FunctionInfo) else None
    if not isinstance(definition, ClassInfo) or hook.kind in ("class", "module_class"):
        return None
    method = definition.method("forward" if definition.kind == "module" else "__call__")
    return Hook(method, given, True) if method is not None else None


def _takes(hook: Hook) -> bool:
    """Whether the function takes as many arguments as it is given."""
    arguments = hook.function.node.args
    hidden = hook.bound and "staticmethod" not in hook.function.decorators
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)][hidden:]
    count = len(hook.given.positional)
    rest = {one.arg for one in arguments.kwonlyargs} | set(names[count:])
    optional = len(names) - len(arguments.defaults)
    return (
        count <= len(names)
        and set(hook.given.keywords) <= rest
        and set(names[count:optional]) <= set(hook.given.keywords)
    )
