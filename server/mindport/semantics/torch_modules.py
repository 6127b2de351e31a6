"""Torch's Modules: what containers hold, what calling an instance gives."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.definitions import ClassInfo, Parts
from mindport.semantics.hindsight import WITH_MOVING_OBJECTS, made_by_tensor, read_through, was_a_tensor
from mindport.semantics.joining import element, join_all, value_of
from mindport.semantics.libraries import vision_and_audio
from mindport.semantics.libraries.modules import is_of_library
from mindport.semantics.likelihood import OTHER_TENSORS
from mindport.semantics.sequences import element_of
from mindport.semantics.types import (
    EITHER_MODULE,
    GIVEN,
    MODULE,
    OPEN,
    OUTPUT,
    PACKED,
    PAIR,
    TENSOR,
    UNKNOWN,
    Type,
    holds_tensors,
    tuple_of,
)
from mindport.semantics.word_sets import words
from mindport.syntax.nodes import Attribute, BinOp, Call, Constant, Dict, List, Name, Starred, Tuple, UnaryOp, USub

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

WRAPPERS: Final = frozenset(
    ["torch.nn.DataParallel", "torch.nn.parallel.DistributedDataParallel", "torch.nn.parallel.DataParallel",
     "torch.distributed.fsdp.FullyShardedDataParallel", "torch.optim.swa_utils.AveragedModel"]
)  # fmt: skip
"""Modules that run another one, which they hold as ``module``, on several devices, or with the mean of its weights."""
_CONTAINERS: Final = frozenset(["torch.nn.ModuleList", "torch.nn.Sequential", "torch.nn.ModuleDict"])
_RECURRENT: Final = {"torch.nn.LSTM": tuple_of(TENSOR, PAIR), "torch.nn.GRU": PAIR, "torch.nn.RNN": PAIR}
_TAKE_ANYTHING: Final = frozenset(
    [*_CONTAINERS, *WRAPPERS, "torch.nn.Module", "torch.nn.Identity", "torch.nn.EmbeddingBag"]
)
_MODULE_RESULTS: Final = {
    "torch.nn.LSTMCell": PAIR, "torch.nn.MultiheadAttention": PAIR, "torch.nn.AdaptiveLogSoftmaxWithLoss": PAIR,
}  # fmt: skip
_MADE_UNKNOWN: Final = frozenset([*OPEN, "guess", "output"])
_NO_TENSOR_RESULT: Final = ("_utils", "feature_extraction", "detection", "segmentation", "inception", "googlenet", "maskrcnn",
                     "fasterrcnn", "deeplab", "fcn", "optical_flow", "raft", "mvit.")  # fmt: skip


def construct_module(flow: Flow, name: str, given: Arguments) -> Type:
    """A Module of torch's; containers know what they hold."""
    if name in _CONTAINERS:
        parts = parts_of(flow, given)
        before = flow.types.get(id(given.call), UNKNOWN).definition
        if parts is not None and isinstance(before, Parts) and before.found == parts.found:
            parts = before  # the walk ends when nothing changes
        return Type("module", name, _contents(flow, name, given), False, parts)
    if name in WRAPPERS:
        # They take nothing else.
        return Type("module", name, (_unwrapped(given.first) if given.first.kind == "module" else MODULE,))
    if "return_indices" in given.keywords and "Pool" in name:
        return Type("module", name, (PAIR,))
    return Type("module", name)


def _unwrapped(value: Type) -> Type:
    """What is wrapped, which is nothing wrapped already: ``self.net = nn.DataParallel(self.net)``, walked twice."""
    if value.name != EITHER_MODULE:
        return value
    bare = [one for one in value.items if one.name not in WRAPPERS]
    return join_all(bare) if bare else value


def parts_of(flow: Flow, given: Arguments) -> Parts | None:
    """What a container holds under which name or number, where it is written out."""
    nodes = given.call.args
    if len(nodes) == 1 and type(nodes[0]) is Call and type(nodes[0].func) is Name:
        if nodes[0].func.id in ("dict", "OrderedDict"):
            named = {k.arg: k.value for k in nodes[0].keywords if k.arg is not None}
            if named:
                return Parts({name: flow.types.get(id(value), UNKNOWN) for name, value in named.items()})
            nodes = nodes[0].args
    if len(nodes) == 1 and type(nodes[0]) is Dict:
        pairs = zip(nodes[0].keys, nodes[0].values)
    elif len(nodes) == 1 and isinstance(nodes[0], (List, Tuple)):
        items = nodes[0].elts
        if not all(type(one) is Tuple and len(one.elts) == 2 for one in items):
            return _numbered(flow, items)
        pairs = zip([one.elts[0] for one in items], [one.elts[1] for one in items])  # type: ignore[attr-defined]
    else:
        return _numbered(flow, nodes)
    found: dict[str | int, Type] = {}
    for key, value in pairs:
        if type(key) is not Constant or not isinstance(key.value, str):
            return None
        found[key.value] = flow.types.get(id(value), UNKNOWN)
    return Parts(found)


def _numbered(flow: Flow, nodes: list[ast.expr]) -> Parts | None:
    if any(type(node) is Starred for node in nodes):
        return None
    types = [flow.types.get(id(node), UNKNOWN) for node in nodes]
    return Parts(dict(enumerate(types))) if types and all(one.kind == "module" for one in types) else None


def _contents(flow: Flow, name: str, given: Arguments) -> tuple[Type, ...]:
    parts: list[Type] = []
    for node, found in zip(given.call.args, given.positional):
        if type(node) is Starred:
            parts.append(element_of(flow, flow.types.get(id(node.value), UNKNOWN)))
        elif found.kind == "module":
            is_list = found.name in ("torch.nn.ModuleList", "torch.nn.ModuleDict") and name != "torch.nn.Sequential"
            parts.append(element(found) if is_list and found.items else found)  # ``nn.ModuleList(layers)``
        elif found.kind == "dict":
            parts.append(value_of(found) if found.items else MODULE)
        else:
            parts.append(element_of(flow, found))
    if not parts:
        return ()
    found = join_all(parts)
    return (found if found.kind == "module" else MODULE,)


def call_module(flow: Flow, callee: Type, given: Arguments) -> Type:
    """Result of calling an instance of a torch Module."""
    name = callee.name
    if name.startswith("torch.nn.") and name not in _TAKE_ANYTHING and name not in _RECURRENT:
        prove_tensor(flow, given)
    elif name == "torch.nn.Sequential" and callee.items and _takes_tensor(callee.items[0]):
        prove_tensor(flow, given)
    if name in _RECURRENT:
        out = given.first if given.first.kind == "tensor" or given.first.name == PACKED.name else UNKNOWN
        return tuple_of(TENSOR if out.kind == "tensor" else out, _RECURRENT[name].items[1])
    if name in _MODULE_RESULTS:
        return _MODULE_RESULTS[name]
    if name in WRAPPERS and callee.items:
        return call_inner(flow, callee.items[0], given)
    if name == "torch.nn.Sequential":
        return _sequential(flow, callee, given)
    if name == "torch.nn.Identity":
        return given.first
    if "Pool" in name and callee.items:
        return callee.items[0]
    names = name.split("|")
    if any(map(is_of_library, names)):
        return OUTPUT if given.has_tensor or GIVEN in given.positional else UNKNOWN
    if all(
        n.startswith("torch.nn.") and n != "torch.nn.Module" and n not in _RECURRENT and n not in _MODULE_RESULTS
        for n in names
    ):
        return TENSOR
    if name.startswith("torchvision.models."):
        return UNKNOWN if any(word in name.lower() for word in _NO_TENSOR_RESULT) else TENSOR
    if name.startswith(("torchaudio.transforms.", "torchvision.ops.")):
        return vision_and_audio.module(name)
    # A Module of unknown class, in code that passes tensors on: layers in forward.
    cls = flow.frame.cls
    if cls is not None and cls.kind == "module" and given.first.kind == "tensor" and len(given.positional) == 1:
        return TENSOR
    if given.first.name == PACKED.name:
        return tuple_of(PACKED, UNKNOWN)  # only recurrent layers take it
    if given.has_tensor or GIVEN in given.positional:
        return OUTPUT
    if name in ("", "torch.nn.Module") and _is_given_what_is_open(given) and flow.judges:
        return UNKNOWN if flow.knows((*OTHER_TENSORS, *WITH_MOVING_OBJECTS)) else OUTPUT
    return OUTPUT if any(one.kind == "dict" and holds_tensors(one) for one in given.positional) else UNKNOWN


def _is_given_what_is_open(given: Arguments) -> bool:
    """Whether nothing is known of what is given, which a Module then takes for tensors: ``self.model(*inputs)``."""
    if any(type(one) is Starred for one in given.call.args):
        return True
    return bool(given.positional) and all(one.kind == "unknown" and one.name in OPEN for one in given.positional)


def _takes_tensor(part: Type) -> bool:
    """Whether what a container holds is layers of torch's alone, of which the first takes a tensor."""
    if part.kind != "module" or part.definition is not None:
        return False
    return all(
        one.startswith("torch.nn.") and one not in _TAKE_ANYTHING and one not in _RECURRENT
        for one in part.name.split("|")
    )


def call_inner(flow: Flow, inner: Type, given: Arguments) -> Type:
    from mindport.semantics.calls import result

    return result(flow, given.call, inner, given)


def _sequential(flow: Flow, callee: Type, given: Arguments) -> Type:
    inner = callee.items[0] if callee.items else None
    if inner is not None and isinstance(inner.definition, ClassInfo):
        found = call_inner(flow, inner, given)
        if not found.is_unknown:
            return found
        return TENSOR if given.first.kind == "tensor" else UNKNOWN
    return TENSOR


_FIRST: Final = (0,)


def prove_tensor(flow: Flow, given: Arguments, places: Sequence[int] = _FIRST) -> None:
    """After a call that only takes tensors at these positions, the variables given there are tensors."""
    nodes = given.call.args
    for place in places:
        if place >= len(nodes) or place >= len(given.positional):
            break
        node, found = nodes[place], given.positional[place]
        if type(node) is Starred:
            break
        while type(node) is UnaryOp and type(node.op) is USub:
            node = node.operand
            found = flow.types.get(id(node), UNKNOWN)
        if type(node) is Attribute and found.kind == "unknown" and found.name in OPEN:
            read_through(flow, node)
        if type(node) is Name and found.kind == "unknown" and found.name in _MADE_UNKNOWN:
            if node.id in flow.frame.vars:
                flow.frame.vars[node.id] = TENSOR
                if found.name in OPEN:
                    flow.frame.spoken_for.append(node.id)
                    was_a_tensor(flow, node)
        if type(node) is Call:
            made_by_tensor(flow, node)


def prove_operands(flow: Flow, node: ast.expr) -> None:
    """In a sum that only a tensor may come out of, what has a tensor's methods is one: ``torch.sum(1 - v.exp())``."""
    stack = [node]
    while stack:
        one = stack.pop()
        if type(one) is BinOp:
            stack += [one.left, one.right]
        elif type(one) is UnaryOp:
            stack.append(one.operand)
        elif type(one) is Call and type(one.func) is Attribute and type(one.func.value) is Name:
            name = one.func.value.id
            known = flow.frame.vars.get(name)
            if one.func.attr in _ELEMENTWISE and known is not None and known.kind == "unknown" and known.name in OPEN:
                flow.frame.vars[name] = TENSOR


_ELEMENTWISE: Final = words("""
    exp log pow abs sqrt square sigmoid tanh detach clamp float log1p expm1 sin cos reshape view flatten squeeze unsqueeze
    transpose permute contiguous
""")
"""Methods of which the result is computed with like the tensor itself."""
