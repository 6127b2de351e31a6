"""Results of torch's functions, classes and Modules, where they depend on the arguments."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from mindport.semantics.arguments import Arguments
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.sequences import element_of
from mindport.semantics.types import (
    BATCH,
    DICT,
    FLOAT,
    INT,
    MODULE,
    PARAMETER,
    SHAPE,
    STR,
    TENSOR,
    TENSORS,
    UNKNOWN,
    Type,
    dict_of,
    element,
    from_returns,
    iterator_of,
    join,
    join_all,
    list_of,
    tuple_of,
)

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_PAIR = tuple_of(TENSOR, TENSOR)
_WRAPPERS = frozenset(
    ["torch.nn.DataParallel", "torch.nn.parallel.DistributedDataParallel", "torch.nn.parallel.DataParallel"]
)
_CONTAINERS = frozenset(["torch.nn.ModuleList", "torch.nn.Sequential", "torch.nn.ModuleDict"])
_RECURRENT = {"torch.nn.LSTM": tuple_of(TENSOR, _PAIR), "torch.nn.GRU": _PAIR, "torch.nn.RNN": _PAIR}
_TAKE_ANYTHING = frozenset([*_CONTAINERS, *_WRAPPERS, "torch.nn.Module", "torch.nn.Identity", "torch.nn.EmbeddingBag"])
_MODULE_RESULTS = {
    "torch.nn.LSTMCell": _PAIR, "torch.nn.MultiheadAttention": _PAIR, "torch.nn.AdaptiveLogSoftmaxWithLoss": _PAIR,
}  # fmt: skip
_SAME_AS_FIRST = frozenset(
    [
        "torch.compile",
        "torch.jit.script",
        "torch.jit.trace",
        "torch.nn.utils.weight_norm",
        "torch.nn.utils.spectral_norm",
        "torch.nn.utils.parametrizations.weight_norm",
        "torch.nn.utils.parametrizations.spectral_norm",
        "torch.nn.SyncBatchNorm.convert_sync_batchnorm",
        "torch.nn.utils.remove_weight_norm",
        "torch.nn.utils.parametrizations.orthogonal",
        "torch.nn.utils.fusion.fuse_conv_bn_eval",
    ]
)
_NO_TENSOR_RESULT = ("detection", "segmentation", "inception", "googlenet", "maskrcnn", "fasterrcnn", "deeplab", "fcn")


def function(flow: Flow, callee: Type, given: Arguments) -> Type:
    """Result of a torch function, or of a method when ``callee.items`` holds its receiver."""
    name = callee.name
    owner = callee.items[0] if callee.items else None
    if owner is None and flow.knowledge.demands_tensor(name):
        _prove_tensor(flow, given)
    owner_name, _, leaf = name.rpartition(".")
    if leaf in _SPECIAL and owner_name in ("torch", "torch.Tensor"):
        return _SPECIAL[leaf](given if owner is not None else _rest(given))
    if name == "torch.where":
        return TENSORS if len(given.positional) == 1 and not given.keywords else TENSOR
    if name.startswith("torch.nn.Module.") and owner is not None:
        return _module_method(flow, name[len("torch.nn.Module.") :], owner, given)
    if name.startswith("torch.nn.") and owner is not None:
        return _container_method(flow, name, owner, given)
    if name.startswith("torch.optim."):
        return _optimizer_method(name)
    if name in _SAME_AS_FIRST:
        return given.first
    if name in ("torch.nn.functional.max_pool1d", "torch.nn.functional.max_pool2d", "torch.nn.functional.max_pool3d"):
        return _PAIR if "return_indices" in given.keywords else TENSOR
    if name == "torch.utils.checkpoint.checkpoint":
        return _call_inner(flow, given.first, _rest(given))
    if name == "torch.utils.data.random_split":
        return Type("tuple", "...", (given.first if given.first.kind == "dataset" else Type("dataset"),))
    if name == "torch.autograd.Function.apply" and owner is not None:
        return _function_apply(flow, owner)
    word = flow.knowledge.returns(name)
    if name.startswith("torch.Generator.") or (owner is not None and owner.kind == "other"):
        known = flow.knowledge.member(owner_name, leaf)
        word = known.returns if known is not None else "any"
    if word == "self":
        return owner if owner is not None else UNKNOWN
    if word == "any" and name.startswith("torchvision."):
        return unlisted(name, given)
    return from_returns(word)


def _prove_tensor(flow: Flow, given: Arguments) -> None:
    """After a call that only takes tensors, the variable given to it is one."""
    node = given.node(0)
    if isinstance(node, ast.Name) and given.first.kind == "unknown" and given.first.name in ("", "defaulted", "guess"):
        if node.id in flow.frame.vars:
            flow.frame.vars[node.id] = TENSOR


def _rest(given: Arguments) -> Arguments:
    """The arguments after the tensor that a method would have as its receiver."""
    call = ast.Call(given.call.func, given.call.args[1:], given.call.keywords)
    return Arguments(call, given.positional[1:], given.keywords)


def _by_dim(given: Arguments) -> Type:
    """``max`` and the like: a pair with a dim, else a tensor."""
    if given.is_open:
        return UNKNOWN
    if "dim" in given.keywords or "axis" in given.keywords:
        return _PAIR
    if not given.positional:
        return TENSOR
    kind = given.positional[0].kind
    return TENSOR if kind == "tensor" else _PAIR if kind == "int" else UNKNOWN


def _size(given: Arguments) -> Type:
    return INT if given.positional or "dim" in given.keywords else SHAPE


def _unique(given: Arguments) -> Type:
    flags = {"return_inverse", "return_counts"}
    return TENSORS if flags & set(given.keywords) else UNKNOWN if given.is_open or len(given.positional) > 1 else TENSOR


def _nonzero(given: Arguments) -> Type:
    return TENSORS if "as_tuple" in given.keywords else TENSOR


def _type(given: Arguments) -> Type:
    return TENSOR if given.positional or given.keywords else STR


_SPECIAL: dict[str, Callable[[Arguments], Type]] = {
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
        _register(owner, given)
        return from_returns("none")
    if method in ("forward", "__call__"):
        return call_module(flow, owner, given)
    if method == "type" and not given.positional:
        return UNKNOWN
    word = flow.knowledge.returns(f"torch.nn.Module.{method}")
    return owner if word == "self" else from_returns(word)


def _register(owner: Type, given: Arguments) -> None:
    cls = owner.definition
    name = given.node(0, "name")
    value = given.get(1, "tensor") or given.get(1, "param") or given.get(1, "module")
    if (
        isinstance(cls, ClassInfo)
        and isinstance(name, ast.Constant)
        and isinstance(name.value, str)
        and value is not None
    ):
        cls.flow.assign_attribute(cls, name.value, value, id(given.call))


def _container_method(flow: Flow, name: str, owner: Type, given: Arguments) -> Type:
    from mindport.semantics.statements import rebind

    leaf = name.rpartition(".")[2]
    if leaf in ("append", "insert", "extend") and given.positional and isinstance(given.call.func, ast.Attribute):
        added = given.positional[-1] if leaf != "extend" else element_of(flow, given.first)
        if added.kind == "module" and "Module" in name:
            held = join(owner.items[0], added) if owner.items else added
            rebind(flow, given.call.func.value, replace(owner, items=(held,)))
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


def _optimizer_method(name: str) -> Type:
    leaf = name.rpartition(".")[2]
    if leaf == "state_dict":
        return DICT
    if leaf in ("get_last_lr", "get_lr"):
        return list_of(FLOAT)
    return UNKNOWN


def _function_apply(flow: Flow, owner: Type) -> Type:
    cls = owner.definition
    forward = cls.method("forward") if isinstance(cls, ClassInfo) else None
    if forward is None:
        return UNKNOWN
    flow.ensure(forward)
    return TENSOR if forward.returns.is_unknown else forward.returns


def construct(flow: Flow, name: str, given: Arguments) -> Type | None:
    """An instance of a torch class whose type depends on the arguments; None to leave it to the class."""
    if name == "torch.utils.data.DataLoader":
        return loader(flow, Type("dataloader", name), given)
    if name in ("torch.utils.data.TensorDataset",):
        return Type("dataset", name, (Type("tuple", "...", (TENSOR,)),))
    if name in ("torch.utils.data.Subset", "torch.utils.data.ConcatDataset"):
        return given.first if given.first.kind == "dataset" else Type("dataset", name)
    return None


def loader(flow: Flow, loader_type: Type, given: Arguments) -> Type:
    """A DataLoader; its batches follow from what the data set gives, collated."""
    if "collate_fn" in given.keywords:
        return Type("dataloader", loader_type.name, (UNKNOWN,))
    dataset = given.get(0, "dataset") or UNKNOWN
    sample = element_of(flow, dataset) if dataset.kind == "dataset" else UNKNOWN
    if dataset.items:
        sample = dataset.items[0]
    return Type("dataloader", loader_type.name, (_collated(sample),))


def _collated(sample: Type) -> Type:
    if sample.kind in ("tensor", "int", "float", "bool", "ndarray"):
        return TENSOR
    if sample.kind == "tuple":
        items = tuple(_collated_item(item) for item in sample.items)
        return Type("tuple", sample.name, items)
    if sample.kind == "dict" and len(sample.items) == 2:
        return dict_of(sample.items[0], _collated(sample.items[1]) if sample.items[1].kind != "unknown" else UNKNOWN)
    return BATCH


def _collated_item(item: Type) -> Type:
    if item.kind == "unknown" or item.kind in ("tensor", "int", "float", "bool", "ndarray"):
        return TENSOR
    return list_of(STR) if item.kind == "str" else UNKNOWN


def construct_module(flow: Flow, name: str, given: Arguments) -> Type:
    """A Module of torch's; containers know what they hold."""
    if name in _CONTAINERS:
        return Type("module", name, _contents(flow, given))
    if name in _WRAPPERS:
        return Type("module", name, (given.first,))
    if "return_indices" in given.keywords and "Pool" in name:
        return Type("module", name, (_PAIR,))
    return Type("module", name)


def _contents(flow: Flow, given: Arguments) -> tuple[Type, ...]:
    parts: list[Type] = []
    for node, found in zip(given.call.args, given.positional):
        if isinstance(node, ast.Starred):
            parts.append(element_of(flow, flow.types.get(id(node.value), UNKNOWN)))
        elif found.kind == "module":
            parts.append(found)
        elif found.kind == "dict":
            parts.append(found.items[1] if len(found.items) == 2 else MODULE)
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
        _prove_tensor(flow, given)
    if name in _RECURRENT:
        return _RECURRENT[name] if given.first.kind == "tensor" else tuple_of(UNKNOWN, _RECURRENT[name].items[1])
    if name in _MODULE_RESULTS:
        return _MODULE_RESULTS[name]
    if name in _WRAPPERS and callee.items:
        return _call_inner(flow, callee.items[0], given)
    if name == "torch.nn.Sequential":
        return _sequential(flow, callee, given)
    if name == "torch.nn.Identity":
        return given.first
    if "Pool" in name and callee.items:
        return callee.items[0]
    names = name.split("|")
    if all(
        n.startswith("torch.nn.") and n != "torch.nn.Module" and n not in _RECURRENT and n not in _MODULE_RESULTS
        for n in names
    ):
        return TENSOR
    if name.startswith("torchvision.models."):
        return UNKNOWN if any(word in name for word in _NO_TENSOR_RESULT) else TENSOR
    if name.startswith("torchaudio.transforms."):
        return TENSOR
    # A Module of unknown class, in code that passes tensors on: layers in forward.
    cls = flow.frame.cls
    if cls is not None and cls.kind == "module" and given.first.kind == "tensor" and len(given.positional) == 1:
        return TENSOR
    return UNKNOWN


def _call_inner(flow: Flow, inner: Type, given: Arguments) -> Type:
    from mindport.semantics.calls import result

    return result(flow, given.call, inner, given)


def _sequential(flow: Flow, callee: Type, given: Arguments) -> Type:
    inner = callee.items[0] if callee.items else None
    if inner is not None and isinstance(inner.definition, ClassInfo):
        found = _call_inner(flow, inner, given)
        if not found.is_unknown:
            return found
        return TENSOR if given.first.kind == "tensor" else UNKNOWN
    return TENSOR


def unlisted(name: str, given: Arguments) -> Type:
    """Result of a name of the torch families that the table does not list."""
    if name.startswith("torchvision.models."):
        return Type("module", name)
    if name.startswith(
        ("torchvision.transforms.functional.to_tensor", "torchvision.transforms.functional.pil_to_tensor")
    ):
        return TENSOR
    if name.startswith(("torchvision.transforms.functional.normalize", "torchvision.ops.", "torchaudio.functional.")):
        return TENSOR
    if name == "torchvision.utils.make_grid":
        return TENSOR
    if name == "torchaudio.load":
        return tuple_of(TENSOR, INT)
    return UNKNOWN
