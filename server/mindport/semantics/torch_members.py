"""Members of what is torch's: of Tensors, Modules, and instances of its other classes."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import devices, done_with
from mindport.semantics.definitions import ClassInfo, Parts
from mindport.semantics.joining import element
from mindport.semantics.libraries.modules import is_of_library
from mindport.semantics.row_types import from_returns
from mindport.semantics.sequences import element_of
from mindport.semantics.torch_names import TorchName
from mindport.semantics.types import (
    MODULE,
    OUTPUT,
    PACKED,
    PARAMETER,
    PARAMETER_GROUP,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    callable_to,
    dict_of,
    iterator_of,
    list_of,
)

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_KEPT: Final = {
    "_buffers": dict_of(STR, TENSOR),
    "_parameters": dict_of(STR, PARAMETER),
    "_modules": dict_of(STR, MODULE),
}
"""Where a Module keeps what it holds, by name."""
_CONTAINERS: Final = {
    "torch.nn.ModuleList": ("append", "extend", "insert", "pop"),
    "torch.nn.Sequential": ("append", "extend", "insert", "pop"),
    "torch.nn.ModuleDict": ("items", "keys", "values", "update", "pop", "clear"),
    "torch.nn.ParameterList": ("append", "extend"),
    "torch.nn.ParameterDict": ("items", "keys", "values", "update", "pop", "get"),
}  # fmt: skip
OWNERS: Final = {
    "tensor": "torch.Tensor", "optimizer": "torch.optim.Optimizer", "scheduler": "torch.optim.lr_scheduler.LRScheduler",
    "dataloader": "torch.utils.data.DataLoader", "device": "torch.device", "dtype": "torch.dtype", "shape": "torch.Size",
}  # fmt: skip
"""Classes of torch's that have a kind of their own."""
OF_OPTIMIZERS: Final = {"param_groups": list_of(PARAMETER_GROUP), "state": dict_of(UNKNOWN, dict_of(STR, OUTPUT))}
"""Attributes of optimizers, of which torch's stubs do not say what they hold."""
_STATE_OF_OPTIMIZERS: Final = frozenset(f"torch.optim.Optimizer.{name}" for name in OF_OPTIMIZERS)
_PARTS: Final = frozenset(["weight", "bias", "grad", "running_mean", "running_var", "weight_g", "weight_v", "weight_u",
                    "weight_orig", "bias_orig", "weight_mask", "bias_mask", "in_proj_weight", "in_proj_bias",
                    "logits"])  # fmt: skip
"""Attributes that hold tensors, whatever the Module, Parameter or output they are of."""
_OF_RECURRENT_LAYERS: Final = re.compile(r"(?:weight|bias)_(?:ih|hh|hr)(?:_l\d+(?:_reverse)?)?")
_PARAMETERS_OF_DISTRIBUTIONS: Final = frozenset(["loc", "scale", "probs", "logits", "rate", "concentration", "concentration0",
                                          "concentration1", "low", "high", "df", "df1", "df2", "alpha", "cov_diag", "cov_factor",
                                          "covariance_matrix", "precision_matrix", "scale_tril"])  # fmt: skip
"""What torch's distributions are given, kept as tensors even where it was numbers."""


_PARTS_OF_PACKED: Final = frozenset(["data", "batch_sizes", "sorted_indices", "unsorted_indices"])
_MOVING_PACKED: Final = frozenset(
    ["to", "cuda", "cpu", "float", "double", "half", "bfloat16", "long", "int", "pin_memory", "_replace"]
)


def is_part(attr: str) -> bool:
    """Whether an attribute is called as one of ``_PARTS``, or as the weights of a recurrent layer: ``weight_ih_l0_reverse``."""
    return attr in _PARTS or attr.startswith(("weight_", "bias_")) and _OF_RECURRENT_LAYERS.fullmatch(attr) is not None


def of_module(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    """A member of a Module: one that its class has, or any."""
    attr = node.attr
    if isinstance(owner.definition, Parts) and attr in owner.definition.found:
        return owner.definition.found[attr]
    names = owner.name.split("|")
    for name in names:
        if name == "torch.nn.Module":
            continue
        known = flow.knowledge.member(name, attr) if name.startswith("torch.nn.") else None
        if known is None and attr in _CONTAINERS.get(name, ()):
            known = TorchName("method")
        if known is not None:
            flow.record(f"{name}.{attr}", node, "inferred", call, node.value, why=(f"module|{name}",))
            return value(known, f"{name}.{attr}", owner)
    if attr == "module":
        wrapped = _wrapped(flow, owner, names)
        if wrapped is not None:
            return wrapped
    known = flow.knowledge.member("torch.nn.Module", attr)
    if known is None and call is not None and attr in devices.OF_PLUG_INS:
        return callable_to(owner)
    if known is None:
        return _KEPT.get(attr) or (OUTPUT if is_part(attr) else UNKNOWN)
    api = f"torch.nn.Module.{attr}"
    flow.record(api, node, "inferred", call, node.value, why=(f"module|{owner.name or 'torch.nn.Module'}",))
    return value(known, api, owner)


def _wrapped(flow: Flow, owner: Type, names: Sequence[str]) -> Type | None:
    """What ``net.module`` is: what was wrapped to run on several devices. It may have been wrapped where nobody saw it."""
    if any("Parallel" in name or name.endswith(".AveragedModel") for name in names):
        return element(owner) if owner.items else MODULE
    if owner.definition is None:
        if is_of_library(owner.name):
            return owner
        return MODULE if owner.name in ("", "torch.nn.Module") else None
    return owner if isinstance(owner.definition, ClassInfo) and owner.definition is not _own_class(flow) else None


def _own_class(flow: Flow) -> ClassInfo | None:
    """The class of the running method."""
    return flow.frame.function.cls if flow.frame.function is not None else None


def of_torch(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    """A member of an instance of one of ``OWNERS``."""
    parent = OWNERS[owner.kind]
    known = flow.knowledge.member(parent, node.attr)
    if owner.kind == "tensor" and call is not None and (known is None or node.attr == "values"):
        found = _of_other(flow, node.attr, call)
        if found is not None:
            return found
    if known is None:
        if node.attr == "__iter__" and call is not None:
            return callable_to(iterator_of(element_of(flow, owner)))  # ``loader.__iter__().__next__()``
        return Type("function", f"tuple.{node.attr}", (owner,)) if owner.kind == "shape" else UNKNOWN
    if call is None and node.attr in _OF_DISTRIBUTIONS and done_with.is_another(flow, node.value):
        return OUTPUT  # a Module may well give one: ``out = self.head(x); out.mean, out.stddev``
    api = f"{parent}.{node.attr}"
    flow.record(api, node, "inferred", call, node.value, why=(f"receiver|{owner.kind}",))
    return OF_OPTIMIZERS[node.attr] if api in _STATE_OF_OPTIMIZERS else value(known, api, owner)


_OF_DISTRIBUTIONS: Final = frozenset(["mean", "mode"])
"""Methods of Tensors, which are values of a distribution."""


def _of_other(flow: Flow, attr: str, call: ast.Call) -> Type | None:
    """What is called on what is taken for a tensor, and is no plain one: a dict of tensors, by what only dicts or sparse tensors
    have (``x.get(name)``, ``x.values()``), or a tensor that is shared by devices."""
    if attr == "get" and call.args:
        return callable_to(OUTPUT)
    if attr == "values" and not call.args and "sparse" not in flow.source.text:
        return callable_to(iterator_of(OUTPUT))
    return callable_to(TENSOR) if attr in devices.SHARED or attr in devices.OF_PLUG_INS else None


def of_instance(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    """A member of an instance of some other torch class: ``scaler.scale``."""
    if owner.name == PACKED.name:
        return (
            TENSOR if node.attr in _PARTS_OF_PACKED else callable_to(owner) if node.attr in _MOVING_PACKED else UNKNOWN
        )
    known = flow.knowledge.member(owner.name, node.attr)
    if known is None:
        return of_distribution(owner.name, node.attr)
    api = f"{owner.name}.{node.attr}"
    flow.record(api, node, "inferred", call, node.value, why=(f"receiver|{owner.name}",))
    return value(known, api, owner)


def of_distribution(name: str, attr: str) -> Type:
    """What a distribution of torch's, or of a class that derives from it, was given: ``dist.loc``."""
    return TENSOR if attr in _PARAMETERS_OF_DISTRIBUTIONS and name.startswith("torch.distributions.") else UNKNOWN


def value(known: TorchName, api: str, owner: Type) -> Type:
    """A method bound to its receiver, or the value of an attribute."""
    if known.kind == "method" or known.kind == "function":
        return Type("function", api, (owner,))
    if known.returns.startswith("module:"):
        return Type("module", known.returns[7:])
    return from_returns(known.returns)


def torch_owner(flow: Flow, kind: str, base: str, attr: str) -> str:
    """The class of torch's that gives ``attr`` to what derives from ``base``."""
    if kind == "module":
        return base if flow.knowledge.member(base, attr) is not None else "torch.nn.Module"
    return OWNERS.get(kind, base)
