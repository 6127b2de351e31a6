"""What single functions and methods of torch give, where that depends on the arguments."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from mindport.semantics import batches, checkpoints, devices, running, saved, setters, transforms, trees, written
from mindport.semantics.annotations import declared_type
from mindport.semantics.arguments import Arguments
from mindport.semantics.assignment import rebind
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.handing import handed
from mindport.semantics.hindsight import made_by_tensor
from mindport.semantics.joining import element, join
from mindport.semantics.libraries import vision_and_audio
from mindport.semantics.row_types import from_returns
from mindport.semantics.sequences import element_of
from mindport.semantics.torch_modules import call_inner, call_module
from mindport.semantics.types import (
    DEFAULTED,
    DICT,
    FLOAT,
    FOREIGN,
    INT,
    MODULE,
    NONE,
    NUMPY,
    OPEN,
    OUTPUT,
    PACKED,
    PAIR,
    PARAMETER,
    SHAPE,
    STR,
    TENSOR,
    TENSORS,
    UNKNOWN,
    Type,
    dict_of,
    iterator_of,
    list_of,
    tuple_of,
)
from mindport.syntax.nodes import Attribute, Constant

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

Rule = Callable[["Flow", str, "Type | None", Arguments], "Type | None"]
"""What the function of this name gives, or the method of its owner; None to leave that to what the table says of every call."""


@cache
def rule_of(name: str) -> Rule | None:
    """The rule for a torch function or method; None for most."""
    found = _BY_NAME.get(name)
    if found is None:
        found = next((rule for root, rule in _BY_ROOT if name.startswith(root)), None)
    return found


_SAME_AS_FIRST: Final = frozenset(["torch.compile", "torch.jit.script", "torch.jit.trace"])
_SAME_MODULE: Final = frozenset(
    [
        "torch.nn.utils.weight_norm",
        "torch.nn.utils.spectral_norm",
        "torch.nn.utils.parametrizations.weight_norm",
        "torch.nn.utils.parametrizations.spectral_norm",
        "torch.nn.SyncBatchNorm.convert_sync_batchnorm",
        "torch.nn.utils.remove_weight_norm",
        "torch.nn.utils.parametrizations.orthogonal",
        "torch.nn.utils.fusion.fuse_conv_bn_eval",
        "torch.fx.symbolic_trace",
        *(
            f"torch.{root}quantization.{name}"
            for root in ("", "ao.")
            for name in ("quantize_dynamic", "prepare", "prepare_qat", "convert", "fuse_modules", "fuse_modules_qat")
        ),
    ]
)
"""Functions that give the Module that they take."""


_FUNCTIONAL: Final = frozenset(["torch.func.functional_call", "torch.nn.utils.stateless.functional_call"])
_PACKING: Final = frozenset(f"torch.nn.utils.rnn.{name}" for name in ("pack_padded_sequence", "pack_sequence"))
_GATHERING: Final = {"torch.distributed.all_gather_object": (0, 1), "torch.distributed.gather_object": (1, 0)}
"""Functions that put every process's object into a list: where that stands in a call, and where the process's own."""


def _gather(flow: Flow, given: Arguments, into: int, own: int) -> Type:
    held = given.get(own, "obj")
    holder = given.node(into, "object_list" if into == 0 else "object_gather_list")
    if held is not None and held.kind != "unknown":
        rebind(flow, holder, list_of(held))
    return NONE


def _rest(given: Arguments) -> Arguments:
    """The arguments after the tensor that a method would have as its receiver."""
    call = ast.Call(given.call.func, given.call.args[1:], given.call.keywords)
    return Arguments(call, given.positional[1:], given.keywords)


def _by_dim(given: Arguments) -> Type:
    """``max`` and the like: a pair with a dim, else a tensor."""
    if given.is_open:
        return UNKNOWN
    if "dim" in given.keywords or "axis" in given.keywords:
        return PAIR
    if not given.positional:
        return TENSOR
    kind = given.positional[0].kind
    return TENSOR if kind == "tensor" else PAIR if kind == "int" else OUTPUT


def _size(given: Arguments) -> Type:
    return INT if given.positional or "dim" in given.keywords else SHAPE


def _unique(given: Arguments) -> Type:
    flags = {"return_inverse", "return_counts"}
    return TENSORS if flags & set(given.keywords) else UNKNOWN if given.is_open or len(given.positional) > 1 else TENSOR


def _nonzero(given: Arguments) -> Type:
    wanted = next((one.value for one in given.call.keywords if one.arg == "as_tuple"), None)
    if wanted is None:
        return TENSOR
    if type(wanted) is not Constant:
        return UNKNOWN
    return TENSORS if wanted.value else TENSOR


def _type(given: Arguments) -> Type:
    return TENSOR if given.positional or given.keywords else STR


_SPECIAL: Final[dict[str, Callable[[Arguments], Type]]] = {
    "max": _by_dim, "min": _by_dim, "median": _by_dim, "nanmedian": _by_dim, "size": _size, "stride": _size,
    "unique": _unique, "unique_consecutive": _unique, "nonzero": _nonzero, "type": _type,
}  # fmt: skip


def _module_method(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type | None:
    if owner is None:
        return None
    method = name[len("torch.nn.Module.") :]
    if method in ("modules", "children"):
        return iterator_of(MODULE)
    if method in ("named_modules", "named_children"):
        return iterator_of(tuple_of(STR, MODULE))
    if method in ("parameters", "buffers"):
        return iterator_of(PARAMETER if method == "parameters" else TENSOR)
    if method in ("named_parameters", "named_buffers"):
        return iterator_of(tuple_of(STR, PARAMETER if method == "named_parameters" else TENSOR))
    if method == "state_dict":
        return dict_of(STR, TENSOR)
    if method in ("register_buffer", "register_parameter", "add_module", "register_module"):
        register(flow, owner, given)
        return from_returns("none")
    if method in ("forward", "__call__"):
        return call_module(flow, owner, given)
    if method == "type" and not given.positional:
        return UNKNOWN
    if method == "apply" and given.positional:
        handed(flow, given.call, given.first, [MODULE])  # each part of it
    word = flow.knowledge.returns(f"torch.nn.Module.{method}")
    return owner if word == "self" else from_returns(word)


def _functional_call(flow: Flow, given: Arguments) -> Type:
    """``functional_call(net, weights, (x,))``: what the Module gives of these inputs, or of the only one."""
    inputs = given.get(2, "args") or UNKNOWN
    if inputs.kind == "tuple" and inputs.name == "":
        return handed(flow, given.call, given.first, inputs.items)
    return handed(flow, given.call, given.first, [element(inputs) if inputs.kind == "tuple" else inputs])


def _derivative(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type:
    """``jacobian(f, x)`` and its like: as many tensors as there are inputs."""
    inputs = given.get(1, "inputs") or UNKNOWN
    derived = TENSOR if inputs.kind == "tensor" else OUTPUT
    if name.endswith((".jacobian", ".hessian")):
        return derived
    return tuple_of(handed(flow, given.call, given.first, [inputs]), derived)


def register(flow: Flow, owner: Type, given: Arguments) -> None:
    """Takes up what a Module registers under a name that is written out."""
    cls, name = owner.definition, given.node(0, "name")
    names = ("tensor", "param", "parameter", "module", "buffer")
    value = next((found for found in (given.get(1, one) for one in names) if found is not None), None)
    node = next((found for found in (given.node(1, one) for one in names) if found is not None), None)
    if value is None:
        return
    several = list(written.under(flow, name, node, value))
    if not several:
        setters.note_registered(flow, given, node, value)
    if not isinstance(cls, ClassInfo):
        return
    method = given.call.func.attr if type(given.call.func) is Attribute else ""
    for one, its in several:
        if method == "register_buffer":
            flow.has_buffer(cls, one)
            its = _as_buffer(flow, its, node)
        elif method in ("add_module", "register_module") and its.kind in ("unknown", "other"):
            its = MODULE.optionally(its.optional)  # torch takes nothing else
        flow.assign_attribute(cls, one, its, flow.site(given.call))


def _as_buffer(flow: Flow, value: Type, node: ast.expr | None) -> Type:
    """What a buffer is, of which torch takes nothing but tensors."""
    if value.is_unknown and value.name in OPEN:
        if node is not None:
            made_by_tensor(flow, node)
        return TENSOR.optionally(value == DEFAULTED)
    if value.kind == "ndarray" or value == NUMPY:
        return TENSOR.optionally(value.optional)  # annotated as an array, and has been made a tensor
    return value


def _container_method(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type | None:
    if owner is None:
        return None
    leaf = name.rpartition(".")[2]
    if leaf in ("append", "insert", "extend") and given.positional and type(given.call.func) is Attribute:
        added = given.positional[-1] if leaf != "extend" else element_of(flow, given.first)
        if added.kind == "module" and "Module" in name:
            held = join(owner.items[0], added) if owner.items else added
            rebind(flow, given.call.func.value, owner.of(held))
        return owner
    item = element(owner) if owner.items else (TENSOR if "Parameter" in name else MODULE)
    if leaf == "items":
        return iterator_of(tuple_of(STR, item))
    if leaf == "keys":
        return iterator_of(STR)
    if leaf == "values":
        return iterator_of(item)
    if leaf in ("pop", "get"):
        return item
    return UNKNOWN


def _optimizer_method(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type:
    leaf = name.rpartition(".")[2]
    if leaf == "step" and name.startswith("torch.optim.Optimizer.") and given.positional:
        return handed(flow, given.call, given.first, [])  # the closure works the loss out anew
    if leaf == "state_dict":
        return DICT
    if leaf in ("get_last_lr", "get_lr"):
        return list_of(FLOAT)
    return UNKNOWN


def _function_apply(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type | None:
    if owner is None:
        return None
    from mindport.semantics.calls import seed

    cls = owner.definition
    forward = cls.method("forward") if isinstance(cls, ClassInfo) else None
    if forward is None:
        return UNKNOWN
    seed(flow, given.call, forward, given, bound=True)
    flow.ensure(forward)
    returns = flow.returns_of(forward)
    return TENSOR if returns.is_unknown else returns


def unlisted(name: str, given: Arguments) -> Type:
    """Result of a name of the torch families that the table does not list."""
    if name.startswith(("torchvision.", "torchaudio.")):
        return vision_and_audio.function(name, given)
    if name.startswith("torch._foreach_"):
        return NONE if name.endswith("_") else list_of(TENSOR)
    if name.startswith("torch.ops."):
        return OUTPUT if given.has_tensor else UNKNOWN  # a library's operator: one tensor mostly, or several
    leaf = name.rpartition(".")[2]
    if (
        name.startswith("torch.")
        and leaf.islower()
        and given.first.kind == "tensor"
        and not leaf.startswith(_NO_VALUES)
    ):
        return OUTPUT  # ``torch.ifft``, which was there once, or one that torch keeps to itself
    return UNKNOWN


_NO_VALUES: Final = ("is_", "_is_", "has_", "_has_", "get_", "_get_", "set_", "_set_", "check", "_check", "assert", "_assert",
                     "register", "_register", "save", "_save")  # fmt: skip
"""Beginnings of functions that give no tensor, whatever they take."""


def _where(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type:
    return TENSORS if len(given.positional) == 1 and not given.keywords else TENSOR


def _first(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type:
    return given.first


def _same_module(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type:
    return MODULE if given.first.kind == "unknown" and given.first.name in OPEN else given.first


def _pooled(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type:
    return PAIR if "return_indices" in given.keywords else TENSOR


def _checkpoint(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type:
    return call_inner(flow, given.first, _rest(given))


def _tree(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type:
    return trees.function(flow, name[len(trees.ROOT) :], given)


def _of_data(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type | None:
    if not name.endswith(".default_collate"):
        return None
    sample = element_of(flow, given.first)
    return OUTPUT if sample.is_unknown else batches.collated(sample)


def _annotated(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type | None:
    return declared_type(flow, given.call.args[0]) if given.call.args else None


def _split(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type:
    return Type("tuple", "...", (given.first if given.first.kind == "dataset" else Type("dataset"),))


def _special(flow: Flow, name: str, owner: Type | None, given: Arguments) -> Type:
    return _SPECIAL[name.rpartition(".")[2]](given if owner is not None else _rest(given))


_BY_NAME: Final[dict[str, Rule]] = {
    **{f"{root}.{leaf}": _special for root in ("torch", "torch.Tensor") for leaf in _SPECIAL},
    **{f"torch.nn.functional.max_pool{n}d": _pooled for n in (1, 2, 3)},
    **dict.fromkeys(_SAME_AS_FIRST, _first),
    **dict.fromkeys(_SAME_MODULE, _same_module),
    **dict.fromkeys(_PACKING, lambda flow, name, owner, given: PACKED),
    **dict.fromkeys(checkpoints.FETCHING, lambda flow, name, owner, given: checkpoints.WEIGHTS),
    **dict.fromkeys(_FUNCTIONAL, lambda flow, name, owner, given: _functional_call(flow, given)),
    **dict.fromkeys(transforms.NAMES, lambda flow, name, owner, given: transforms.transformed(flow, name, given)),
    **dict.fromkeys(devices.GIVEN, lambda flow, name, owner, given: devices.GIVEN[name]),
    **dict.fromkeys(_GATHERING, lambda flow, name, owner, given: _gather(flow, given, *_GATHERING[name])),
    "torch.Tensor.untyped_storage": lambda flow, name, owner, given: FOREIGN,  # which has some of a tensor's methods
    "torch.autograd.Function.apply": _function_apply,
    "torch.jit.annotate": _annotated,
    "torch.load": lambda flow, name, owner, given: saved.loaded(flow, given),
    "torch.multiprocessing.spawn": lambda flow, name, owner, given: running.library(flow, name, given),
    "torch.utils.checkpoint.checkpoint": _checkpoint,
    "torch.utils.data.random_split": _split,
    "torch.where": _where,
}
_BY_ROOT: Final[tuple[tuple[str, Rule], ...]] = (
    ("torch._foreach_", lambda flow, name, owner, given: unlisted(name, given)),
    ("torch.nn.Module.", _module_method),
    ("torch.nn.", _container_method),
    ("torch.optim.", _optimizer_method),
    ("torch.utils.data.", _of_data),
    ("torch.autograd.functional.", _derivative),
    (trees.ROOT, _tree),
)
