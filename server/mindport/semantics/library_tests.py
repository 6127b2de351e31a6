"""Tests of which library computes, by its name: ``backend == "numpy"``, where what is given is no Tensor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mindport.semantics import done_with
from mindport.semantics.types import ARRAY_OF_ANOTHER, OUTPUT
from mindport.syntax.below import parameters_of

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

OTHERS: Final = frozenset(["numpy", "np", "tensorflow", "tf", "jax", "cupy", "mxnet", "paddle"])
"""What libraries are called that compute with arrays of their own."""
_ASKED: Final = re.compile(
    r"backend|framework|library|namespace|array_(?:type|module)|(?:^|_)(?:lib|xp)$", re.IGNORECASE
)


def of_another(flow: Flow, asked: str) -> None:
    """Another library than torch computes here: parameters that only what is done with them shows to be Tensors are none, but for
    those that an array is made of."""
    function = flow.frame.function
    if function is None or _ASKED.search(asked) is None:
        return
    variables, declared = flow.frame.vars, flow.frame.declared
    for one in parameters_of(function.node.args):
        known = variables.get(one.arg)
        if known is None or one.arg in declared or not (known.kind == "tensor" or known == OUTPUT):
            continue
        if one.annotation is None and _BRINGING.isdisjoint(done_with.members_of(flow, function).named(one.arg)):
            variables[one.arg] = ARRAY_OF_ANOTHER


_BRINGING: Final = frozenset(["numpy", "cpu", "detach", "tolist"])
"""Methods by which a Tensor becomes what another library takes."""
