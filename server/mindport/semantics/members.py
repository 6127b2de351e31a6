"""Attributes: torch's names along import chains, and members of whatever stands before the dot."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mindport.semantics import (
    asked,
    autograd,
    checkpoints,
    delegation,
    devices,
    docstrings,
    done_with,
    filling,
    heirs,
    holding,
    meters,
    named_tuples,
    own_objects,
    own_records,
    plain_objects,
    running,
    undecided,
    unions,
)
from mindport.semantics.classes import is_of_library
from mindport.semantics.decorators import PROPERTY
from mindport.semantics.definitions import ClassInfo, Known, Super
from mindport.semantics.imports import CHOSEN, HELD, IMPORTED, LABELS, binds_itself, exported, is_plain
from mindport.semantics.joining import as_objects, element, join_all
from mindport.semantics.knowledge import HIDDEN_MODULES, family
from mindport.semantics.libraries import diffusion, objects, trainer
from mindport.semantics.libraries import dispatch as libraries
from mindport.semantics.telling_calls import speaks_for_module, speaks_for_tensor
from mindport.semantics.torch_members import (
    OF_OPTIMIZERS,
    OWNERS,
    of_distribution,
    of_instance,
    of_module,
    of_torch,
    torch_owner,
    value,
)
from mindport.semantics.types import (
    EITHER_MODULE,
    FOREIGN,
    GIVEN,
    INT,
    MODULE,
    NEVER,
    NUMPY,
    OUTPUT,
    TENSOR,
    TENSORS,
    UNKNOWN,
    Type,
    callable_to,
)
from mindport.syntax.below import parameters_of
from mindport.syntax.nodes import Attribute, Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_MNIST: Final = frozenset(["data", "targets", "train_data", "train_labels", "test_data", "test_labels"])
_CONTAINERS: Final = frozenset(["torch.nn.ModuleList", "torch.nn.ModuleDict", "torch.nn.Sequential"])
_OPERATOR_DOTS: Final = 3  # torch.ops.aten.add
_NOT_REACHED: Final = frozenset(["none", "never"])
_PLAIN: Final = frozenset(["str", "list", "dict", "int", "float", "bool", "tuple"])


def attribute(flow: Flow, node: ast.Attribute) -> Type:
    """Type of ``a.b.c``; records the longest prefix that is a torch API, and members after it."""
    call, flow.calling = flow.calling, None
    root = node.value
    if type(root) is Name:  # most are
        found = member(flow, flow.evaluate(root), node, call, True)
        return found if flow.frame.asked is None else asked.held(flow, node, found)
    chain = [node]
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
        if flow.frame.asked is not None:
            found = asked.held(flow, one, found)
        flow.types[id(one)] = found
    return found


def member(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None, outermost: bool) -> Type:
    """Type of one attribute of ``owner``."""
    if id(node) in flow.uses:
        flow.forget(node)
    kind = owner.kind
    if kind == "namespace":
        return _of_namespace(flow, owner, node, call, outermost)
    if flow.frame.first_turns and kind in _NOT_REACHED:
        flow.frame.unreached = True
        return NEVER
    definition = owner.definition
    if definition is not None:
        if isinstance(definition, ClassInfo):
            if owner.name == autograd.CONTEXT:
                return autograd.member(flow, definition, node.attr)
            return _of_user_class(flow, owner, definition, node, call)
        if isinstance(definition, Super):
            return _of_super(flow, definition, node, call)
    if kind == "module":
        return _of_module(flow, owner, node, call)
    if kind == "dataset":
        if owner.name == EITHER_MODULE:
            return join_all([member(flow, one, node, call, False) for one in owner.items])
        if owner.name.endswith("MNIST") and node.attr in _MNIST:
            return TENSOR
        if owner.name == "torch.utils.data.TensorDataset" and node.attr == "tensors":
            return owner.items[0]
    if node.attr == "data" and kind in ("tensor", "unknown") and done_with.is_packed(flow, node.value):
        return TENSOR
    if kind in OWNERS:
        if node.attr == "mode" and kind == "tensor" and call is not None and not (call.args or call.keywords):
            return undecided.member(flow, OUTPUT, node, call)  # a distribution's, as a Module may well give one
        return of_torch(flow, owner, node, call)
    if kind == "other" and owner.name.startswith("torch."):
        return of_instance(flow, owner, node, call)
    if kind == "other" and plain_objects.is_one(owner):
        held = plain_objects.member(owner, node.attr)
        return held if held is not None else undecided.member(flow, FOREIGN, node, call)
    if owner.name and objects.is_held(owner):
        return libraries.member(owner, node.attr, called=call is not None)
    if running.is_held(owner) and call is not None:
        return Type("function", f"{owner.name}.{node.attr}", (owner,))
    if kind in ("class", "module_class"):
        return _of_class(flow, owner, node, call)
    if kind == "ndarray" or owner.name == "numpy" and owner == NUMPY:
        return Type("tuple", "...", (INT,)) if node.attr == "shape" else NUMPY
    named = named_tuples.member(owner, node.attr) if kind == "tuple" and owner.name else None
    if named is not None:
        return named
    if kind == "tuple" and owner.items and node.attr not in ("count", "index"):
        return element(owner) if element(owner).kind == "tensor" else UNKNOWN
    if kind == "dict" and not owner.items:
        found = undecided.loaded(flow, node, call)
        if found is not None:
            return found
    if owner.name == checkpoints.STORED.name and call is not None and not hasattr(dict, node.attr):
        return of_module(flow, MODULE, node, call)
    if kind in _PLAIN and not (node.attr == "backward" and call is not None):
        if kind in ("float", "int") and call is not None and _is_parameter(flow, node.value):
            if unions.only_tensors_have(kind, node.attr, flow.knowledge):
                return undecided.member(flow, OUTPUT, node, call)  # ``mass: float``, then ``mass.square()``
        return Type("function", f"{kind}.{node.attr}", (owner,))
    if kind == "unknown":
        if owner.name == "one-of":
            return join_all([member(flow, one, node, call, False) for one in as_objects(owner, node.attr)])
        return undecided.member(flow, owner, node, call)
    if kind in _PLAIN:
        return undecided.member(flow, UNKNOWN, node, call)  # ``loss = 0`` at first, then ``loss.backward()``
    if kind == "none" and call is not None and not flow.source.has_tensordicts:
        if speaks_for_module(node.attr, call) or speaks_for_tensor(node.attr, call):
            return undecided.member(flow, UNKNOWN, node, call)  # others set it
    return UNKNOWN


def _is_parameter(flow: Flow, node: ast.expr) -> bool:
    """Whether it is one of the running function's, of which nothing but what is written there says what it is."""
    function = flow.frame.function
    if function is None or type(node) is not Name:
        return False
    return any(one.arg == node.id for one in parameters_of(function.node.args))


def _of_module(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    if owner.name != EITHER_MODULE:
        return of_module(flow, owner, node, call)
    if flow.knowledge.member("torch.nn.Module", node.attr) is None:
        found = join_all([member(flow, one, node, call, False) for one in owner.items])
        if found != UNKNOWN:
            return found
    return of_module(flow, Type("module", "", (), owner.optional), node, call)


_SETTINGS: Final = "torch.backends."
_ANY: Final = ("unknown", "other")


def _of_namespace(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None, outermost: bool) -> Type:
    qualified = f"{owner.name}.{node.attr}"
    if owner.definition is not None and isinstance(owner.definition, Mapping):
        own = binds_itself(owner.definition, node.attr)
        exports = flow.project.exports(qualified, 0, flow.source.path) if flow.project is not None and not own else None
        if exports is not None:
            return Type("namespace", qualified, (), False, exports)
        found = owner.definition.get(node.attr)
        if isinstance(found, Type) and found.kind == "dtype":
            found = exported(found)
        if isinstance(found, Type) and isinstance(found.definition, Known):
            flow.asks_versions = True
        if isinstance(found, Type) and found.definition is IMPORTED:  # torch's by way of the file
            flow.record(found.name, node, "imported", call, why=(f"import|{found.name}",))
        elif isinstance(found, Type) and found.definition in LABELS:
            stays = found.definition is CHOSEN or found.definition is HELD
            flow.record(found.name, node, "inferred", None if stays else call, why=(f"{found.definition}|{node.attr}",))
        if not isinstance(found, Type):
            return Type("namespace", qualified) if is_plain(owner.name) else UNKNOWN
        return found.defined_by(None) if found.definition is HELD else found
    if not family(qualified):
        return Type("namespace", qualified)
    if qualified.startswith("torch.ops.") and qualified.count(".") == _OPERATOR_DOTS:
        flow.record(qualified, node, "imported", call, why=(f"import|{qualified}",))
        return Type("function", qualified)  # what follows is an overload of it
    found = flow.knowledge.type_of_name(qualified)
    if found.kind == "namespace" and call is None and (flow.knowledge.is_namespace(qualified) or not outermost):
        return found
    if not outermost and (qualified in HIDDEN_MODULES or found.kind in _ANY and qualified.startswith(_SETTINGS)):
        return Type("namespace", qualified)  # a function has no members; settings are grouped in objects
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
        above = "torch.nn.Module" if is_module else OWNERS.get(flow.knowledge.instance_kind(parent), parent)
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
        if f"{parent}.{node.attr}" in devices.GIVEN:
            return Type("function", f"{parent}.{node.attr}")
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
    if node.attr in ("__init__", "forward") and cls.kind == "module" and is_of_library(cls):
        return UNKNOWN
    owner = base if node.attr == "__init__" else torch_owner(flow, cls.kind, base, node.attr)
    known = flow.knowledge.member(owner, node.attr) if owner else None
    if known is None and node.attr != "__init__":
        return UNKNOWN
    flow.record(f"{owner}.{node.attr}", node, "inferred", call, node.value, why=(f"super|{base}",))
    return value(known, f"{owner}.{node.attr}", cls.instance) if known else UNKNOWN


def _handed_on(flow: Flow, cls: ClassInfo, node: ast.Attribute, call: ast.Call | None) -> Type | None:
    """The member of what answers for an object that does not have it itself; None where nothing known does, or where it asks the
    object in turn."""
    asking = (cls, node.attr)
    other = delegation.behind(flow, cls, node.attr) if asking not in flow.handing_on else None
    if other is None:
        return None
    flow.handing_on.add(asking)
    try:
        return member(flow, other, node, call, False)
    finally:
        flow.handing_on.discard(asking)


def _of_user_class(flow: Flow, owner: Type, cls: ClassInfo, node: ast.Attribute, call: ast.Call | None) -> Type:
    is_class = owner.kind in ("class", "module_class")
    if not is_class and not cls.all_prepared:
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
    if found is not None and found.kind == "none" and not is_class:
        found = heirs.held(flow, cls, attr, found)
    if flow.frame.holds is not None and (found is None or found.kind != "tensor"):
        found = holding.held(flow, node) or found
    if found is not None and found.kind == "module" and found.name in _CONTAINERS:
        found = filling.filled(flow, node) or found
    elif flow.frame.filled is not None and (found is None or found.kind == "tensor"):
        found = filling.meanwhile(flow, node) or found
    if found is None or found.kind == "unknown":
        if cls.flow is not flow and meters.counts_tensors(flow, node):
            return OUTPUT
        if found is not None and not (cls.kind == "optimizer" and attr in OF_OPTIMIZERS):
            said = found in (UNKNOWN, GIVEN) and cls.flow.judges and docstrings.says_tensor(cls.node.body, attr)
            return OUTPUT if said else found
    else:
        return found
    method = cls.method(attr)
    if method is not None:
        if PROPERTY in method.decorators:
            if method.flow.needs(method, lost=False):
                flow.ensure(method)
            flow.note_caller(method)
            return flow.returns_of(method)
        return Type("function", attr, () if is_class else (owner,), False, method)
    if not is_class and attr == "__class__":
        return cls.as_class
    if not is_class and attr == "_replace" and own_records.is_tuple(cls):
        return callable_to(owner)
    if not is_class and "__getattr__" in cls.methods:
        found = _handed_on(flow, cls, node, call)
        if found is not None:
            return found
    if cls.kind == "module":
        return of_module(flow, Type("module", cls.torch_base, owner.items, False, cls), node, call)
    if cls.torch_base and (cls.kind in OWNERS or flow.knowledge.member(cls.torch_base, attr) is not None):
        parent = OWNERS.get(cls.kind, cls.torch_base)
        known = flow.knowledge.member(parent, attr)
        if known is not None:
            flow.record(f"{parent}.{attr}", node, "inferred", call, node.value, why=(f"class|{cls.name}",))
            if cls.kind == "optimizer" and attr in OF_OPTIMIZERS:
                return OF_OPTIMIZERS[attr]
            return value(known, f"{parent}.{attr}", owner)
    if not is_class and cls.torch_base.startswith("torch.distributions."):
        return of_distribution(cls.torch_base, attr)
    if not is_class and cls.kind == "unknown":
        held = trainer.held(cls, attr)
        held = held if held != UNKNOWN else diffusion.held(cls, attr)
        if held != UNKNOWN:
            return held
    if not is_class and cls.kind == "other" and own_objects.is_for_modules(cls):
        return of_module(flow, Type("module", "torch.nn.Module"), node, call)
    if not is_class and call is not None and cls.kind in ("other", "unknown") and speaks_for_module(attr, call):
        return undecided.of_parameters(flow, node, call)  # a class to be mixed into a Module
    return UNKNOWN
