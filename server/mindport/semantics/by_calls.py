"""What is made of a parameter by its default and by what the file's calls give for it, where no annotation says more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.joining import join, join_all
from mindport.semantics.reads import Reads, same
from mindport.semantics.types import COMPUTING, DEFAULTED, FOREIGN, OUTPUT, UNKNOWN, Type

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def made(
    flow: Flow, function: FunctionInfo, name: str, default: Type | None, seed: Type | None, declared: Type | None
) -> Type:
    """The type of a parameter. ``seed``: the join of what calls give; ``declared``: what its annotation says, if little."""
    if default is None:
        return seed if seed is not None else declared or UNKNOWN
    if default.kind == "none":
        if seed is not None and seed.name in ("output", "either"):
            return seed if seed == OUTPUT else seed.optionally(True)
        if seed is not None and not seed.is_unknown:
            return seed.optionally(True)
        return FOREIGN if declared == FOREIGN else DEFAULTED
    if default.kind in ("module_class", "class", "function", "module") and not _is_own_module(default):
        default = _one_like(flow, default)
        if default is COMPUTING and (seed is None or seed.kind == "function" and seed.name.startswith("torch.")):
            return default
    if seed is not None and seed.is_unknown:
        return join_all([default, *function.told(name)])  # an int by default, a tuple at some calls
    return default if seed is None else join(default, seed)


def stand(flow: Flow, function: FunctionInfo, reads: Reads) -> bool:
    """Whether the file's calls still give the function what makes of its parameters what they were in its last walk."""
    for name, known in reads.given.items():
        given = function.given(name)
        if len(given) == len(known) and all(same(one, other) for one, other in zip(known, given)):
            continue
        default, found = reads.made.get(name, _NOTHING)
        if found is None or function.elsewhere:
            return False
        seed = given[0]
        if seed is not None and seed.kind == "none" and default is None:
            seed = None
        # An output may stand for an array, which the function's own code decides.
        if seed == OUTPUT or not same(made(flow, function, name, default, seed, None), found):
            return False
    return True


_NOTHING = (None, None)


def _is_own_module(default: Type) -> bool:
    """Whether the default is a Module's class of the project: what is given instead has what is read of it, too."""
    return default.kind == "module_class" and isinstance(default.definition, ClassInfo)


def _one_like(flow: Flow, default: Type) -> Type:
    """One of many that may be given where this is the default: of torch's functions of tensors (``act=F.relu``), another."""
    if default.kind == "function" and default.name.startswith("torch.") and not default.items:
        if flow.knowledge.tensor_places(default.name) and flow.knowledge.returns(default.name) == "tensor":
            return COMPUTING
    return Type(default.kind)
