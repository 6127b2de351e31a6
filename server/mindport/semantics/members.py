"""Attributes: torch's names along import chains, members of tensors, Modules and their kin."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mindport.semantics import autograd, hindsight, likelihood, phrases, unions
from mindport.semantics.definitions import ClassInfo, Parts, Super
from mindport.semantics.imports import IMPORTED, binds_itself, is_plain
from mindport.semantics.knowledge import family
from mindport.semantics.torch_names import (
    TorchName,
    speaks_for_either,
    speaks_for_module,
    speaks_for_tensor,
    speaks_inside_module,
    speaks_mostly,
)
from mindport.semantics.types import (
    BATCH,
    DICT,
    INT,
    MODULE,
    NUMPY,
    OPEN,
    OUTPUT,
    PARAMETER_GROUP,
    STR,
    TENSOR,
    TENSORS,
    UNKNOWN,
    Type,
    callable_to,
    dict_of,
    element,
    from_returns,
    iterator_of,
    join_all,
    list_of,
    tuple_of,
)
from mindport.semantics.usage import MODULES
from mindport.syntax.nodes import Attribute, Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

GUESSED: Final = Type("unknown", "guess")
"""Result of a method that only its name takes for a Tensor's."""

_CONTAINERS: Final = {
    "torch.nn.ModuleList": ("append", "extend", "insert", "pop"),
    "torch.nn.Sequential": ("append", "extend", "insert", "pop"),
    "torch.nn.ModuleDict": ("items", "keys", "values", "update", "pop", "clear"),
    "torch.nn.ParameterList": ("append", "extend"),
    "torch.nn.ParameterDict": ("items", "keys", "values", "update", "pop", "get"),
}  # fmt: skip
_OWNERS: Final = {
    "tensor": "torch.Tensor", "optimizer": "torch.optim.Optimizer", "scheduler": "torch.optim.lr_scheduler.LRScheduler",
    "dataloader": "torch.utils.data.DataLoader", "device": "torch.device", "dtype": "torch.dtype", "shape": "torch.Size",
}  # fmt: skip
_OF_OPTIMIZERS: Final = {"param_groups": list_of(PARAMETER_GROUP), "state": dict_of(UNKNOWN, DICT)}
_STATE_OF_OPTIMIZERS: Final = frozenset(f"torch.optim.Optimizer.{name}" for name in _OF_OPTIMIZERS)
_MNIST: Final = frozenset(["data", "targets", "train_data", "train_labels", "test_data", "test_labels"])
_PARTS: Final = frozenset(["weight", "bias", "grad", "running_mean", "running_var", "weight_g", "weight_v", "weight_orig",
                    "in_proj_weight", "in_proj_bias", "logits"])  # fmt: skip
"""Attributes that hold tensors, whatever the Module, Parameter or output they are of."""
_OF_DISTRIBUTIONS: Final = frozenset(["log_prob", "rsample", "entropy"])
"""Methods of probability distributions, the user's own as well, which give tensors."""
_PARAMETERS_OF_DISTRIBUTIONS: Final = frozenset(["loc", "scale", "probs", "logits", "rate", "concentration", "concentration0",
                                          "concentration1", "low", "high", "df", "covariance_matrix", "precision_matrix",
                                          "scale_tril"])  # fmt: skip
"""What torch's distributions are given, kept as tensors even where it was numbers."""
_OF_BATCHES: Final = frozenset(["to", "cuda", "cpu", "device"])
"""Members of what holds a batch's tensors, too."""
_SHARED: Final = frozenset(name for kind in (dict, list, str, set) for name in dir(kind))
"""Members that containers have too: they do not tell a tensor from what holds tensors."""
_OPEN_CALLED: Final = frozenset([*OPEN, "output", "callable"])
_OPERATOR_DOTS: Final = 3  # torch.ops.aten.add
_PLAIN: Final = frozenset(["str", "list", "dict", "int", "float", "bool", "tuple"])


def attribute(flow: Flow, node: ast.Attribute) -> Type:
    """Type of ``a.b.c``; records the longest prefix that is a torch API, and members after it."""
    call, flow.calling = flow.calling, None
    chain = [node]
    root = node.value
    while type(root) is Attribute:
        chain.append(root)
        root = root.value
    role = flow.role
    if type(root) is not Name:
        flow.role = "annotation" if role == "annotation" else "reference"
    found = flow.evaluate(root)
    flow.role = "annotation" if role == "annotation" else "reference"
    for one in reversed(chain):
        outermost = one is node
        if outermost:
            flow.role = role
        found = member(flow, found, one, call if outermost else None, outermost)
        flow.types[id(one)] = found
    return found


def member(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None, outermost: bool) -> Type:
    """Type of one attribute of ``owner``."""
    if id(node) in flow.uses:
        flow.forget(node)
    kind = owner.kind
    if kind == "namespace":
        return _of_namespace(flow, owner, node, call, outermost)
    definition = owner.definition
    if isinstance(definition, Super):
        return _of_super(flow, definition, node, call)
    if owner.name == autograd.CONTEXT and isinstance(definition, ClassInfo):
        return autograd.member(flow, definition, node.attr)
    if isinstance(definition, ClassInfo):
        return _of_user_class(flow, owner, definition, node, call)
    if kind == "module":
        return _of_module(flow, owner, node, call)
    if kind == "dataset" and owner.name.endswith("MNIST") and node.attr in _MNIST:
        return TENSOR
    if kind in _OWNERS:
        return _of_torch(flow, owner, node, call)
    if kind == "other" and owner.name.startswith("torch."):
        return _of_instance(flow, owner, node, call)
    if kind in ("class", "module_class"):
        return _of_class(flow, owner, node, call)
    if kind == "ndarray" or owner.name == "numpy" and owner == NUMPY:
        return Type("tuple", "...", (INT,)) if node.attr == "shape" else NUMPY
    if kind == "tuple" and owner.items and node.attr not in ("count", "index"):
        return element(owner) if element(owner).kind == "tensor" else UNKNOWN
    if kind in _PLAIN and not (node.attr == "backward" and call is not None):
        return Type("function", f"{kind}.{node.attr}", (owner,))
    if kind == "unknown":
        return _of_unknown(flow, owner, node, call)
    if kind in _PLAIN:
        return _of_unknown(flow, UNKNOWN, node, call)  # ``loss = 0`` at first, then ``loss.backward()``
    return UNKNOWN


def _of_namespace(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None, outermost: bool) -> Type:
    qualified = f"{owner.name}.{node.attr}"
    if owner.definition is not None and isinstance(owner.definition, Mapping):
        own = binds_itself(owner.definition, node.attr)
        exports = flow.project.exports(qualified, 0, flow.source.path) if flow.project is not None and not own else None
        if exports is not None:
            return Type("namespace", qualified, (), False, exports)
        found = owner.definition.get(node.attr)
        if isinstance(found, Type) and found.definition is IMPORTED:  # torch's by way of the file
            flow.record(found.name, node, "imported", call, why=(f"import|{found.name}",))
        if not isinstance(found, Type):
            return Type("namespace", qualified) if is_plain(owner.name) else UNKNOWN
        return found
    if not family(qualified):
        return Type("namespace", qualified)
    if qualified.startswith("torch.ops.") and qualified.count(".") == _OPERATOR_DOTS:
        flow.record(qualified, node, "imported", call, why=(f"import|{qualified}",))
        return Type("function", qualified)  # what follows is an overload of it
    found = flow.knowledge.type_of_name(qualified)
    if found.kind == "namespace" and call is None and (flow.knowledge.is_namespace(qualified) or not outermost):
        return found
    api = flow.knowledge.canonical(qualified)
    flow.record(api, node, "imported", call, why=(f"import|{qualified}",))
    return found


def _of_class(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    """``torch.Tensor.view``: the member is the use, not the class."""
    if not family(owner.name):
        return UNKNOWN
    parent = owner.name
    known = flow.knowledge.member(parent, node.attr)
    if known is None and node.attr != "__init__":
        is_module = owner.kind == "module_class"
        above = "torch.nn.Module" if is_module else _OWNERS.get(flow.knowledge.instance_kind(parent), parent)
        known = flow.knowledge.member(above, node.attr) if above != parent else None
        if known is not None:  # ``nn.Linear.train(self, mode)``: what Linear has from Module; both are named
            api = f"{above}.{node.attr}"
            flow.record(api, node, "imported", call, node.value, why=(f"import|{parent}",))
            return Type("function", api)
    if known is None:
        if node.attr.startswith("_") or not (
            call is not None or node.attr.isupper() or owner.name.endswith("_Weights")
        ):
            return UNKNOWN
        parent = owner.name  # ``nn.Embedding.from_pretrained``, ``ResNet18_Weights.DEFAULT``
        made = owner.kind == "module_class" and node.attr.startswith("from_")
        flow.forget(node.value)
        flow.record(f"{parent}.{node.attr}", node, "imported", call, why=(f"import|{parent}",))
        return callable_to(Type("module", parent)) if made else UNKNOWN
    flow.forget(node.value)
    flow.record(f"{parent}.{node.attr}", node, "imported", call, why=(f"import|{owner.name}",))
    return Type("function", f"{parent}.{node.attr}")


def _of_super(flow: Flow, above: Super, node: ast.Attribute, call: ast.Call | None) -> Type:
    cls = above.cls
    for parent in cls.lineage()[1:]:
        if node.attr in parent.methods:
            return Type("function", node.attr, (cls.instance,), False, parent.methods[node.attr])
    base = cls.torch_base
    if not base or any(
        isinstance(b.definition, ClassInfo) and node.attr == "__init__" and b.definition.method("__init__")
        for b in cls.bases
    ):
        return UNKNOWN
    owner = base if node.attr == "__init__" else _torch_owner(flow, cls.kind, base, node.attr)
    known = flow.knowledge.member(owner, node.attr) if owner else None
    if known is None and node.attr != "__init__":
        return UNKNOWN
    flow.record(f"{owner}.{node.attr}", node, "inferred", call, node.value, why=(f"super|{base}",))
    return _value(known, f"{owner}.{node.attr}", cls.instance) if known else UNKNOWN


def _torch_owner(flow: Flow, kind: str, base: str, attr: str) -> str:
    if kind == "module":
        return base if flow.knowledge.member(base, attr) is not None else "torch.nn.Module"
    return _OWNERS.get(kind, base)


def _of_user_class(flow: Flow, owner: Type, cls: ClassInfo, node: ast.Attribute, call: ast.Call | None) -> Type:
    is_class = owner.kind in ("class", "module_class")
    if not is_class:
        cls.flow.prepare(cls)
    reader = flow.frame.function
    if reader is not None and reader.reads is not None and cls not in reader.reads.classes and reader.flow is cls.flow:
        reader.reads.classes.add(cls)
        for one in cls.lineage():
            if one.flow is cls.flow and reader not in one.readers:
                cls.flow.change(one.readers, reader, None)
    attr = node.attr
    if attr in autograd.SAVED and autograd.is_function(cls):
        return TENSORS
    found = flow.attribute_of(cls, attr)
    if found is not None and not (found.is_unknown and attr in _OF_OPTIMIZERS and cls.kind == "optimizer"):
        return found
    method = cls.method(attr)
    if method is not None:
        if "property" in method.decorators or "cached_property" in method.decorators:
            flow.ensure(method)
            flow.note_caller(method)
            return flow.returns_of(method)
        return Type("function", attr, () if is_class else (owner,), False, method)
    if cls.kind == "module":
        return _of_module(flow, Type("module", cls.torch_base, owner.items, False, cls), node, call)
    if cls.torch_base and (cls.kind in _OWNERS or flow.knowledge.member(cls.torch_base, attr) is not None):
        parent = _OWNERS.get(cls.kind, cls.torch_base)
        known = flow.knowledge.member(parent, attr)
        if known is not None:
            flow.record(f"{parent}.{attr}", node, "inferred", call, node.value, why=(f"class|{cls.name}",))
            if cls.kind == "optimizer" and attr in _OF_OPTIMIZERS:
                return _OF_OPTIMIZERS[attr]
            return _value(known, f"{parent}.{attr}", owner)
    if not is_class and call is not None and cls.kind in ("other", "unknown") and speaks_for_module(attr, call):
        return _of_parameters(flow, node, call)  # a class to be mixed into a Module
    return UNKNOWN


def _of_module(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
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
            return _value(known, f"{name}.{attr}", owner)
    if attr == "module" and any("Parallel" in name for name in names):
        return element(owner) if owner.items else MODULE
    known = flow.knowledge.member("torch.nn.Module", attr)
    if known is None:
        return OUTPUT if attr in _PARTS else UNKNOWN
    api = f"torch.nn.Module.{attr}"
    flow.record(api, node, "inferred", call, node.value, why=(f"module|{owner.name or 'torch.nn.Module'}",))
    return _value(known, api, owner)


def _of_torch(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    parent = _OWNERS[owner.kind]
    known = flow.knowledge.member(parent, node.attr)
    if known is None:
        return Type("function", f"tuple.{node.attr}", (owner,)) if owner.kind == "shape" else UNKNOWN
    api = f"{parent}.{node.attr}"
    flow.record(api, node, "inferred", call, node.value, why=(f"receiver|{owner.kind}",))
    return _OF_OPTIMIZERS[node.attr] if api in _STATE_OF_OPTIMIZERS else _value(known, api, owner)


def _of_instance(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    """A member of an instance of some other torch class: ``scaler.scale``."""
    known = flow.knowledge.member(owner.name, node.attr)
    if known is None:
        of_distribution = node.attr in _PARAMETERS_OF_DISTRIBUTIONS and owner.name.startswith("torch.distributions.")
        return TENSOR if of_distribution else UNKNOWN
    api = f"{owner.name}.{node.attr}"
    flow.record(api, node, "inferred", call, node.value, why=(f"receiver|{owner.name}",))
    return _value(known, api, owner)


def _value(known: TorchName, api: str, owner: Type) -> Type:
    """A method bound to its receiver, or the value of an attribute."""
    if known.kind == "method" or known.kind == "function":
        return Type("function", api, (owner,))
    if known.returns.startswith("module:"):
        return Type("module", known.returns[7:])
    return from_returns(known.returns)


def _of_either(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    """A member of what is a tensor or something else: a Tensor's where nothing else that it may be has one so called."""
    known = flow.knowledge.member("torch.Tensor", node.attr)
    others = [one for one in owner.items if one.kind != "tensor"]
    if known is None or any(unions.may_have(one, node.attr) for one in others):
        return UNKNOWN
    flow.record(f"torch.Tensor.{node.attr}", node, "inferred", call, node.value, why=("receiver|either",))
    return _value(known, f"torch.Tensor.{node.attr}", TENSOR)


def _of_unknown(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    attr = node.attr
    if owner.name == "either":
        return _of_either(flow, owner, node, call)
    if owner.name == "one-of":
        return join_all([member(flow, one, node, call, False) for one in owner.items])
    if owner == OUTPUT:
        known = flow.knowledge.member("torch.Tensor", attr)
        spoken = call is not None and (
            speaks_mostly(attr, call) or likelihood.inside_module(flow) and speaks_inside_module(attr, call)
        )
        if call is None and known is not None and known.kind == "method":
            return OUTPUT  # of another object: ``distribution.mean``
        if known is None or attr in _SHARED and not spoken:
            return OUTPUT if call is None else UNKNOWN
        if attr == "mode" and call is not None and not call.args:
            return callable_to(OUTPUT)  # of a distribution: ``vae.encode(x).latent_dist.mode()``
        if attr in _OF_BATCHES and likelihood.has_more(flow, node.value):
            return OUTPUT if call is None else UNKNOWN
        flow.record(f"torch.Tensor.{attr}", node, "inferred", call, node.value, why=("receiver|output",))
        return _value(known, f"torch.Tensor.{attr}", TENSOR)
    if owner == GUESSED:
        if call is not None and flow.knowledge.member("torch.Tensor", attr) is not None:
            flow.record(f"torch.Tensor.{attr}", node, "guessed", call, node.value, why=(f"method-name|{attr}",))
            return Type("function", "torch.Tensor.guess")
        return GUESSED if attr in ("data", "T") else UNKNOWN
    if owner == BATCH and call is not None and attr in ("items", "values"):
        return callable_to(iterator_of(tuple_of(STR, OUTPUT) if attr == "items" else OUTPUT))
    if not flow.judges:
        return UNKNOWN
    if (
        call is not None
        and attr in _OF_DISTRIBUTIONS
        and owner.name in OPEN
        and not flow.knows(likelihood.OTHER_TENSORS)
        and (attr != "entropy" or not call.args and not flow.knows(("scipy", "PIL")))
    ):
        return callable_to(OUTPUT)
    if (
        call is not None
        and owner.name not in ("number", "numpy", "iterator", "callable")
        and (speaks_for_tensor(attr, call) or _speaks_here(flow, attr, call))
    ):
        known = flow.knowledge.member("torch.Tensor", attr)
        if attr == "numel" and likelihood.is_shape(node.value):
            return Type("function", "torch.Size.numel")
        if attr == "requires_grad_" and MODULES.search(ast.unparse(node.value)):
            return UNKNOWN  # Modules have it, too
        if known is not None and owner.name in OPEN and likelihood.is_open(flow, node.value):
            hindsight.likely(flow, node.value)
            hindsight.read_through(flow, node.value)
            hindsight.fetched(flow, node.value)
            hindsight.made_by_tensor(flow, node.value)
            flow.record(f"torch.Tensor.{attr}", node, "inferred", call, node.value, why=("receiver|output",))
            return _value(known, f"torch.Tensor.{attr}", TENSOR)
        if known is not None and attr not in ("reshape", "squeeze") and likelihood.inside_module(flow):
            # Arrays and the like do not live in a Module's methods.
            flow.record(f"torch.Tensor.{attr}", node, "inferred", call, node.value, why=(f"method-name|{attr}",))
            return _value(known, f"torch.Tensor.{attr}", TENSOR)
        flow.record(f"torch.Tensor.{attr}", node, "guessed", call, node.value, why=(f"method-name|{attr}",))
        return Type("function", "torch.Tensor.guess")
    if owner.name in OPEN and likelihood.is_read_of_a_tensor(flow, node, call):
        hindsight.likely(flow, node.value)
        known = flow.knowledge.member("torch.Tensor", attr)
        if known is not None:
            flow.record(f"torch.Tensor.{attr}", node, "inferred", call, node.value, why=("receiver|output",))
            return _value(known, f"torch.Tensor.{attr}", TENSOR)
    if attr in _PARTS and owner.name in OPEN:
        return OUTPUT
    if call is not None and attr in likelihood.MODULE_WORDS and owner.name in _OPEN_CALLED:
        if likelihood.is_module(flow, node.value):
            hindsight.settled(flow, node.value, MODULE)
            return _of_module(flow, MODULE, node, call)
    if (
        call is not None
        and owner.name in OPEN
        and (likelihood.speaks(flow, node, call) or phrases.speaks(flow, node, call))
    ):
        hindsight.likely(flow, node.value)
        hindsight.read_through(flow, node.value)
        hindsight.fetched(flow, node.value)
        if attr in ("pow", "item"):
            hindsight.made_by_tensor(flow, node.value)
        known = flow.knowledge.member("torch.Tensor", attr)
        if known is not None:
            flow.record(f"torch.Tensor.{attr}", node, "inferred", call, node.value, why=("receiver|output",))
            return _value(known, f"torch.Tensor.{attr}", TENSOR)
    if call is not None and owner.name in _OPEN_CALLED and speaks_for_module(attr, call):
        return _of_parameters(flow, node, call)
    if call is not None and attr == "state_dict" and owner.name in OPEN and not call.args:
        return callable_to(dict_of(STR, OUTPUT))  # what a Module keeps is tensors, and in part what an optimizer does
    if call is not None and owner.name in _OPEN_CALLED and speaks_for_either(attr, call):
        known = flow.knowledge.member("torch.Tensor", attr)
        if known is not None and owner.name in OPEN and likelihood.is_item_or_field(flow, node.value):
            hindsight.likely(flow, node.value)
            flow.record(f"torch.Tensor.{attr}", node, "inferred", call, node.value, why=("receiver|output",))
            return _value(known, f"torch.Tensor.{attr}", TENSOR)
        flow.record(f"torch.Tensor.{attr}", node, "guessed", call, node.value, why=(f"method-name|{attr}",))
        return callable_to(owner)
    return UNKNOWN


def _speaks_here(flow: Flow, attr: str, call: ast.Call) -> bool:
    """Whether a method's name is a Tensor's in a Module's own code; one of arrays, too, where these are not at work."""
    if not likelihood.inside_module(flow) or not speaks_inside_module(attr, call):
        return False
    if attr not in unions.OF_ARRAYS or any(keyword.arg in ("dim", "dims", "keepdim") for keyword in call.keywords):
        return True
    return not likelihood.among_arrays(flow)


def _of_parameters(flow: Flow, node: ast.Attribute, call: ast.Call) -> Type:
    flow.record(f"torch.nn.Module.{node.attr}", node, "guessed", call, node.value, why=(f"method-name|{node.attr}",))
    return Type("function", f"torch.nn.Module.{node.attr}", (MODULE,))
