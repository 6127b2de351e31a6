"""Results of torch's functions, classes and Modules, where they depend on the arguments."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mindport.semantics import batches, checkpoints, devices, running, setters, told_after, transforms, trees, written
from mindport.semantics.annotations import declared_type
from mindport.semantics.arguments import Arguments
from mindport.semantics.assignment import rebind
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.handing import handed
from mindport.semantics.hindsight import made_alike, made_by_tensor, made_of_parts, operands, read_dtype, read_through
from mindport.semantics.joining import element, join
from mindport.semantics.libraries import vision_and_audio
from mindport.semantics.row_types import from_returns
from mindport.semantics.sequences import element_of
from mindport.semantics.torch_modules import call_inner, call_module, prove_tensor
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
_IN_PLACE: Final = frozenset(f"torch.Tensor.{name}_" for name in ("copy", "add", "mul", "sub", "div", "lerp"))


def function(flow: Flow, callee: Type, given: Arguments) -> Type:
    """Result of a torch function, or of a method when ``callee.items`` holds its receiver."""
    name = callee.name
    owner_name, _, leaf = name.rpartition(".")
    owner = callee.items[0] if callee.items else None
    if given.positional and _takes_over(given.positional[0]) and not given.has_tensor:
        return UNKNOWN
    places = flow.knowledge.tensor_places(name) if owner is None else ()
    if places:
        prove_tensor(flow, given, places)
    elif name in _IN_PLACE and given.call.args:
        for part in operands(given.call.args[0]):
            read_through(flow, part)
    if name == "torch.Tensor.backward" and type(given.call.func) is Attribute:
        made_of_parts(flow, given.call.func.value)
    if leaf in told_after.SIZED and given.call.args:
        told_after.sized(flow, given.call)
    if "dtype" in given.keywords or "device" in given.keywords:
        made_alike(flow, given.call)
    if owner is not None and leaf in ("to", "type") and given.call.args:
        read_dtype(flow, given.call.args[0])
    if leaf in _SPECIAL and owner_name in ("torch", "torch.Tensor"):
        return _SPECIAL[leaf](given if owner is not None else _rest(given))
    if leaf.startswith("_foreach_"):
        return unlisted(name, given)
    if name == "torch.where":
        return TENSORS if len(given.positional) == 1 and not given.keywords else TENSOR
    if name.startswith("torch.nn.Module.") and owner is not None:
        return _module_method(flow, name[len("torch.nn.Module.") :], owner, given)
    if name.startswith("torch.nn.") and owner is not None:
        return _container_method(flow, name, owner, given)
    if name.startswith("torch.optim."):
        return _optimizer_method(flow, name, given)
    if name in _SAME_AS_FIRST:
        return given.first
    if name in _SAME_MODULE:
        return MODULE if given.first.kind == "unknown" and given.first.name in OPEN else given.first
    if name in ("torch.nn.functional.max_pool1d", "torch.nn.functional.max_pool2d", "torch.nn.functional.max_pool3d"):
        return PAIR if "return_indices" in given.keywords else TENSOR
    if name in _PACKING:
        return PACKED
    if name == "torch.load":
        return checkpoints.LOADED
    if name in checkpoints.FETCHING:
        return checkpoints.WEIGHTS
    if name == "torch.utils.checkpoint.checkpoint":
        return call_inner(flow, given.first, _rest(given))
    if name.startswith(trees.ROOT):
        return trees.function(flow, name[len(trees.ROOT) :], given)
    if name.startswith("torch.utils.data.") and leaf == "default_collate":
        sample = element_of(flow, given.first)
        return OUTPUT if sample.is_unknown else batches.collated(sample)
    if name == "torch.jit.annotate" and given.call.args:
        return declared_type(flow, given.call.args[0])
    if name in _FUNCTIONAL:
        return _functional_call(flow, given)
    if name == "torch.Tensor.untyped_storage":
        return FOREIGN  # which has some of a tensor's methods
    if name in transforms.NAMES:
        return transforms.transformed(flow, name, given)
    if name.startswith("torch.autograd.functional."):
        return _derivative(flow, leaf, given)
    if name in devices.GIVEN:
        return devices.GIVEN[name]
    if name in _GATHERING:
        return _gather(flow, given, *_GATHERING[name])
    if name == "torch.multiprocessing.spawn":
        return running.library(flow, name, given)
    if name == "torch.utils.data.random_split":
        return Type("tuple", "...", (given.first if given.first.kind == "dataset" else Type("dataset"),))
    if name == "torch.autograd.Function.apply" and owner is not None:
        return _function_apply(flow, owner, given)
    word = flow.knowledge.returns(name)
    if name.startswith("torch.Generator.") or (owner is not None and owner.kind == "other"):
        known = flow.knowledge.member(owner_name, leaf)
        word = known.returns if known is not None else "any"
    if word == "self":
        return owner if owner is not None else UNKNOWN
    if word == "any" and name.startswith(("torchvision.", "torchaudio.", "torch.ops.")):
        return unlisted(name, given)
    return from_returns(word)


def _takes_over(value: Type) -> bool:
    """Whether an object of the user's own, or the first of several, says itself what torch's functions make of it."""
    value = element(value) if value.kind in ("list", "tuple") and value.items else value
    cls = value.definition
    if value.kind == "tensor" or not isinstance(cls, ClassInfo):
        return False
    return value.kind not in ("class", "module_class") and cls.method("__torch_function__") is not None


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


def _module_method(flow: Flow, method: str, owner: Type, given: Arguments) -> Type:
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
    word = flow.knowledge.returns(f"torch.nn.Module.{method}")
    return owner if word == "self" else from_returns(word)


def _functional_call(flow: Flow, given: Arguments) -> Type:
    """``functional_call(net, weights, (x,))``: what the Module gives of these inputs, or of the only one."""
    inputs = given.get(2, "args") or UNKNOWN
    if inputs.kind == "tuple" and inputs.name == "":
        return handed(flow, given.call, given.first, inputs.items)
    return handed(flow, given.call, given.first, [element(inputs) if inputs.kind == "tuple" else inputs])


def _derivative(flow: Flow, name: str, given: Arguments) -> Type:
    """``jacobian(f, x)`` and its like: as many tensors as there are inputs."""
    inputs = given.get(1, "inputs") or UNKNOWN
    derived = TENSOR if inputs.kind == "tensor" else OUTPUT
    if name in ("jacobian", "hessian"):
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


def _container_method(flow: Flow, name: str, owner: Type, given: Arguments) -> Type:
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


def _optimizer_method(flow: Flow, name: str, given: Arguments) -> Type:
    leaf = name.rpartition(".")[2]
    if leaf == "step" and name.startswith("torch.optim.Optimizer.") and given.positional:
        return handed(flow, given.call, given.first, [])  # the closure works the loss out anew
    if leaf == "state_dict":
        return DICT
    if leaf in ("get_last_lr", "get_lr"):
        return list_of(FLOAT)
    return UNKNOWN


def _function_apply(flow: Flow, owner: Type, given: Arguments) -> Type:
    from mindport.semantics.calls import seed

    cls = owner.definition
    forward = cls.method("forward") if isinstance(cls, ClassInfo) else None
    if forward is None:
        return UNKNOWN
    seed(flow, given.call, forward, given, bound=True)
    flow.ensure(forward)
    returns = flow.returns_of(forward)
    return TENSOR if returns.is_unknown else returns


def construct(flow: Flow, name: str, given: Arguments) -> Type | None:
    """An instance of a torch class whose type depends on the arguments; None to leave it to the class."""
    if name == "torch.utils.data.DataLoader":
        return batches.loader(flow, Type("dataloader", name), given)
    if name == PACKED.name:
        return PACKED
    if name.endswith("Tensor"):
        told_after.sized(flow, given.call)
    if name.startswith("torch.multiprocessing."):
        return running.library(flow, name, given)
    if name in ("torch.utils.data.TensorDataset",):
        return Type("dataset", name, (Type("tuple", "...", (TENSOR,)),))
    if name in ("torch.utils.data.Subset", "torch.utils.data.ConcatDataset"):
        of = element(given.first) if given.first.kind in ("list", "tuple") else given.first
        return of if of.kind == "dataset" else Type("dataset", name)
    if name.startswith("torchvision.transforms."):
        return vision_and_audio.transform(flow, name.rpartition(".")[2], given)
    if name.startswith("torchvision.datasets."):
        return vision_and_audio.pictures(name, given)
    return None


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
