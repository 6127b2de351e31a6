"""Members of receivers of which no type says what they are: a Tensor or something else, what is likely one, the unknown.

What is called, and how, then tells; so does what else is done with the same value. Code that computes with arrays as well is
held to more (``likelihood``)."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from mindport.semantics import (
    alternatives,
    brought,
    checkpoints,
    done_with,
    hindsight,
    kept_by_modules,
    likelihood,
    own_objects,
    phrases,
    placed,
    unions,
)
from mindport.semantics.decorators import OPAQUE
from mindport.semantics.evidence import OF_FRAMES
from mindport.semantics.libraries import dispatch as libraries
from mindport.semantics.libraries import objects
from mindport.semantics.telling_calls import (
    converts_elements,
    speaks_for_either,
    speaks_for_module,
    speaks_for_tensor,
    speaks_inside_module,
    speaks_mostly,
)
from mindport.semantics.torch_members import is_part, of_module, of_torch, value
from mindport.semantics.torch_names import TorchName
from mindport.semantics.types import (
    BATCH,
    CUT,
    MODULE,
    NDARRAY,
    NO_TENSORS,
    NUMPY,
    OPEN,
    OUTPUT,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    callable_to,
    dict_of,
    iterator_of,
    tuple_of,
)
from mindport.semantics.usage import (
    LIBRARIES,
    MODULES,
    NAMED_MODULE,
    NAMED_OPTIMIZER,
    NAMED_SCHEDULER,
    NOT_CALLED,
    TRANSPOSED,
)
from mindport.syntax.nodes import Attribute, Call, Constant, Name, Subscript, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

GUESSED: Final = Type("unknown", "guess")
GUESS: Final = "torch.Tensor.guess"
"""Name of a method that is taken for a Tensor's by its name alone."""
"""Result of a method that only its name takes for a Tensor's."""
_OF_DISTRIBUTIONS: Final = frozenset(["log_prob", "rsample", "entropy"])
"""Methods of probability distributions, the user's own as well, which give tensors."""
_OF_BATCHES: Final = frozenset(["to", "cuda", "cpu", "device"])
"""Members of what holds a batch's tensors, too."""
_OF_OTHERS_TOO: Final = _OF_BATCHES | {"solve"}
"""Members that tell nothing of what has others that no tensor has: a subproblem is solved, a tensor no more."""
_HOOKED: Final = frozenset(["register_forward_hook", "register_forward_pre_hook", "register_full_backward_hook"])
"""Methods of which hardly anything but a Module has one."""
_SHARED: Final = frozenset(name for kind in (dict, list, str, set) for name in dir(kind))
"""Members that containers have too: they do not tell a tensor from what holds tensors."""
_OF_TENSORS: Final = frozenset(["dtype", "device"])
_OPEN_CALLED: Final = frozenset([*OPEN, "output", "callable"])


def member(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    """Type of one attribute of ``owner``."""
    attr = node.attr
    if owner.name == "either":
        return _of_either(flow, owner, node, call)
    if flow.source.has_tensordicts and (owner == OUTPUT or owner.name in OPEN) and objects.is_called_dict(node.value):
        return libraries.member(objects.TENSOR_DICT, attr, called=call is not None)
    if owner == OUTPUT:
        return _of_likely(flow, node, call)
    if (
        owner.name in NO_TENSORS
        and attr in flow.knowledge.tensor_members
        and (call is None or attr not in done_with.MODULE_WORDS)
    ):
        # It is none: it was asked, or is of a library's own class.
        return callable_to(owner) if call is not None and attr in hindsight.OF_ITS_OWN_KIND else UNKNOWN
    if owner.name == GUESSED.name and owner == GUESSED:
        if not flow.judges:
            return UNKNOWN  # what is guessed of another file is no guess here
        known = flow.knowledge.member("torch.Tensor", attr)
        if known is not None and own_objects.may_be_of_one(flow, node):
            return GUESSED if call is None else _guessed(flow, node, call)
        if call is not None and known is not None:
            if attr not in _OF_MODULES_TOO and _tells(flow, attr, call):
                brought.fetched(flow, node.value)
                return _tensors(flow, known, node, call)
            return _guessed(flow, node, call)
        return GUESSED if attr in ("data", "T") else UNKNOWN
    batch = owner.name == BATCH.name and owner == BATCH
    if batch:
        # Nobody brings a tensor to a device and leaves it there.
        moves = call is not None and flow.dropped is not call and speaks_for_either(attr, call)
        if moves and likelihood.is_item(flow, node.value) or _is_whole(flow, node, call):
            hindsight.likely(flow, node.value)
            known = flow.knowledge.member("torch.Tensor", attr)
            return UNKNOWN if known is None else _tensors(flow, known, node, call)
    if batch and call is not None and type(node.value) is Call and speaks_for_either(attr, call):
        _guessed(flow, node, call)  # ``next(batches).to(device)``
        return callable_to(owner)
    if batch and call is not None and attr in ("items", "values"):
        return callable_to(iterator_of(tuple_of(STR, OUTPUT) if attr == "items" else OUTPUT))
    if owner.name == "iterator":
        if call is not None and attr in ("__next__", "next"):
            return callable_to(owner.items[0])  # ``next`` as in Python 2
        known = flow.knowledge.member("torch.Tensor", attr)
        if call is None and known is not None and placed.is_declared_loosely(flow, owner, node):
            return _tensors(flow, known, node, call)
    if not flow.judges:
        return UNKNOWN
    if owner.name in OPEN and attr in flow.knowledge.tensor_members and own_objects.may_be_of_one(flow, node):
        return UNKNOWN
    return _read(flow, owner, node) if call is None else _called(flow, owner, node, call)


def loaded(flow: Flow, node: ast.Attribute, call: ast.Call | None) -> Type | None:
    """A member of a dict of which nothing is known, as ``torch.load`` gives: it is a Module, if it is treated as one.

    What comes out of a file and is asked for what only Tensors do, or has a shape, was saved as a tensor."""
    known = flow.knowledge.member("torch.Tensor", node.attr)
    if known is not None and flow.types.get(id(node.value)) == checkpoints.LOADED:
        if call is None:
            asked = node.attr in ("shape", "ndim") and (
                type(node.value) is not Name or done_with.has_shape(flow, node.value)
            )
        else:
            asked = _asks_a_tensor(node.attr, call)
        if asked:
            if type(node.value) is Name:
                flow.frame.vars[node.value.id] = OUTPUT
            return _tensors(flow, known, node, call)
    if call is None or node.attr not in done_with.MODULE_WORDS or not done_with.is_module(flow, node.value):
        return None
    if type(node.value) is Name:
        flow.frame.vars[node.value.id] = MODULE
    return of_module(flow, MODULE, node, call)


def _tells(flow: Flow, attr: str, call: ast.Call) -> bool:
    """Whether a method of what was moved or cast, and may be a tensor or a Module, is one that only the former has."""
    if speaks_for_tensor(attr, call):
        return True
    if attr in likelihood.CASTS or flow.knows(likelihood.OTHER_TENSORS):
        return False
    return _speaks_here(flow, attr, call) or speaks_mostly(attr, call) and not flow.knows(likelihood.ARRAYS)


def _asks_a_tensor(attr: str, call: ast.Call) -> bool:
    """Whether neither a Module, an array nor a container of tensors has such a method."""
    return attr not in _OF_MODULES_TOO and (speaks_for_tensor(attr, call) or attr == "numpy" and not call.args)


def _is_whole(flow: Flow, node: ast.Attribute, call: ast.Call | None) -> bool:
    """Whether a batch is asked for what only a tensor has: data that are one tensor each."""
    attr = node.attr
    if flow.source.has_tensordicts or done_with.is_another(flow, node.value):
        return False
    if call is not None:
        return _asks_a_tensor(attr, call) and attr != "numpy"
    return attr in ("shape", "ndim") and "collate_fn" not in flow.source.text


_OF_MODULES_TOO: Final = frozenset(["requires_grad_", "bfloat16", "unflatten", "pin_memory"])


def _of_likely(flow: Flow, node: ast.Attribute, call: ast.Call | None) -> Type:
    """A member of what something unknown has made of Tensors."""
    attr = node.attr
    known = flow.knowledge.member("torch.Tensor", attr)
    if known is None and call is not None and attr.startswith("_"):
        return _of_its_own_kind(flow, attr)
    spoken = call is not None and (
        speaks_mostly(attr, call)
        or speaks_for_tensor(attr, call)
        or likelihood.inside_module(flow)
        and speaks_inside_module(attr, call)
        or attr == "add"
        and flow.dropped is not call  # which a set gives nothing back for
    )
    if call is None and known is not None and known.kind == "method":
        return OUTPUT  # of another object: ``distribution.mean``
    if known is None or attr in _SHARED and not spoken:
        return OUTPUT if call is None else UNKNOWN
    if attr == "mode" and call is not None and not call.args:
        return callable_to(OUTPUT)  # of a distribution: ``vae.encode(x).latent_dist.mode()``
    if attr == "transpose" and call is not None and len(call.args) > TRANSPOSED:
        return callable_to(UNKNOWN)
    if attr in _OF_OTHERS_TOO and done_with.has_more(flow, node.value):
        return OUTPUT if call is None else UNKNOWN
    if attr == "name":
        return UNKNOWN  # layers, nodes of graphs and the like have one; a tensor's is never asked for
    return _tensors(flow, known, node, call)


def _read(flow: Flow, owner: Type, node: ast.Attribute) -> Type:
    if owner == CUT and not _may_be_another_s(node.attr, None):
        known = flow.knowledge.member("torch.Tensor", node.attr)
        if known is not None:
            return _tensors(flow, known, node, None)
    if owner.name in OPEN and likelihood.is_read_of_a_tensor(flow, node, None):
        hindsight.likely(flow, node.value)
        known = flow.knowledge.member("torch.Tensor", node.attr)
        if known is not None:
            return _tensors(flow, known, node, None)
    if owner.name == "" and node.attr in kept_by_modules.READ and kept_by_modules.is_kept(flow, node.value):
        known = flow.knowledge.member("torch.Tensor", node.attr)
        if known is not None:
            return _tensors(flow, known, node, None)
    if node.attr == "module" and owner.name in OPEN and done_with.is_module(flow, node.value):
        return MODULE  # what was wrapped to run on several devices
    if owner.name in OPEN and node.attr in _HELD and not flow.knows(likelihood.OTHER_TENSORS):
        return _HELD[node.attr]
    return OUTPUT if owner.name in OPEN and is_part(node.attr) else UNKNOWN


_HELD: Final = {
    "tensor": OUTPUT,  # boxes of a detector, say
    **dict.fromkeys(["ndata", "edata", "srcdata", "dstdata"], dict_of(STR, OUTPUT)),  # a graph of DGL's
}
"""What attributes of unknown objects hold, by names that say it."""


def _may_be_another_s(name: str, call: ast.Call | None) -> bool:
    """Whether what is sliced in several dimensions may have such a member and be no tensor."""
    return name in OF_FRAMES or unions.may_have(NDARRAY, name, call)


def _called(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call) -> Type:
    attr, is_open = node.attr, owner.name in OPEN
    if is_open and call.args and _written(node.value) in LIBRARIES:
        return UNKNOWN  # ``xp.sqrt(x)``: of whatever library the arrays come from
    if is_open and _written(node.value) in _OF_TENSORS:
        return UNKNOWN  # ``x.dtype.numpy()``: of a library whose types have methods
    if is_open and (attr in _ARRAYS_MADE or attr.endswith(_ARRAYS_NAMED)):
        return callable_to(NUMPY)
    if is_open and attr.startswith("_"):
        return _of_its_own_kind(flow, attr)
    known = flow.knowledge.member("torch.Tensor", attr)
    if is_open and _is_of_distribution(flow, attr, call):
        return callable_to(OUTPUT)
    if is_open and known is not None and converts_elements(node, call) and hindsight.is_shaped(node.value):
        hindsight.made_by_tensor(flow, node.value)  # ``x.squeeze(-1).to(torch.float32)``
        return _tensors(flow, known, node, call)
    if owner.name == "" and attr in kept_by_modules.CALLED and kept_by_modules.is_kept(flow, node.value):
        if known is not None:
            return _tensors(flow, known, node, call)
    if attr == "to" and is_open and known is not None and brought.is_like_a_tensor(flow, node, call):
        hindsight.likely(flow, node.value)
        return _tensors(flow, known, node, call)
    if owner.name not in ("number", "numpy", "iterator", "callable", "context") and (
        speaks_for_tensor(attr, call) or _speaks_here(flow, attr, call)
    ):
        return _of_what_speaks(flow, owner, known, node, call)
    if owner == CUT and known is not None and not _may_be_another_s(attr, call):
        hindsight.likely(flow, node.value)
        return _tensors(flow, known, node, call)
    if is_open and likelihood.is_read_of_a_tensor(flow, node, call):
        hindsight.likely(flow, node.value)
        if known is not None:
            return _tensors(flow, known, node, call)
    if is_open and is_part(attr):
        return OUTPUT
    if attr in done_with.MODULE_WORDS and owner.name in _OPEN_CALLED and done_with.is_module(flow, node.value):
        hindsight.settled(flow, node.value, MODULE)
        return of_module(flow, MODULE, node, call)
    if is_open and brought.set_up(flow, node, call):
        return of_module(flow, MODULE, node, call)
    if is_open and (likelihood.speaks(flow, node, call) or phrases.speaks(flow, node, call)):
        hindsight.likely(flow, node.value)
        hindsight.read_through(flow, node.value)
        brought.fetched(flow, node.value)
        if attr in ("pow", "item", "numpy") or _is_call_of(node.value, "nonzero"):
            hindsight.made_by_tensor(flow, node.value)
        if known is not None:
            return _tensors(flow, known, node, call)
    if is_open and attr in _OF_NAMED and _is_called_a_module(flow, node, call):
        hindsight.settled(flow, node.value, MODULE)
        return of_module(flow, MODULE, node, call)
    if is_open and attr in _OF_NAMED:
        for named, kind in _NAMED_IN_TRAINING:
            if _has_state(flow, node, call, named):
                return of_torch(flow, Type(kind, ""), node, call)
    if owner.name in _OPEN_CALLED and speaks_for_module(attr, call):
        if attr in _HOOKED and likelihood.is_of_no_other_library(flow, node):
            hindsight.settled(flow, node.value, MODULE)
            return of_module(flow, MODULE, node, call)
        return of_parameters(flow, node, call)
    if is_open and attr in ("items", "values", "get", "pop"):
        found = checkpoints.method(flow, attr, node.value, False)
        if found is not None:
            return callable_to(found)
    if known is not None and is_open and _is_of_a_part(flow, node, call):
        if attr == "to":
            hindsight.likely(flow, node.value.value)  # type: ignore[attr-defined]
        return _tensors(flow, known, node, call)
    if known is not None and is_open and _is_fetched(flow, node, call):
        hindsight.likely(flow, node.value)
        return _tensors(flow, known, node, call)
    if attr == "state_dict" and is_open and not call.args:
        return callable_to(dict_of(STR, OUTPUT))  # what a Module keeps is tensors, and in part what an optimizer does
    if owner.name in _OPEN_CALLED and speaks_for_either(attr, call):
        # Nobody brings a tensor to a device and leaves it there.
        may_be = known is not None and is_open and owner.name not in NO_TENSORS
        brings = may_be and flow.dropped is not call and hindsight.is_field(flow, node.value)
        if known is not None and brings and not brought.may_be_own(flow, node.value):
            hindsight.likely(flow, node.value)
            return _tensors(flow, known, node, call)
        if known is not None and is_open and likelihood.is_indexed_as_tensors_are(flow, node.value):
            hindsight.likely(flow, node.value.value)  # type: ignore[attr-defined]
            return _tensors(flow, known, node, call)
        _guessed(flow, node, call)
        return callable_to(owner)
    return UNKNOWN


def _of_its_own_kind(flow: Flow, name: str) -> Type:
    """A method that is not public and that the class at work has, too: nobody calls those of anything but another of its kind.
    What such a method says it gives counts, for another class may do it in its own way."""
    cls = flow.frame.cls
    method = cls.method(name) if cls is not None else None
    if cls is None or method is None or method.node.returns is None or OPAQUE in method.decorators:
        return UNKNOWN
    return Type("function", name, (cls.instance,), False, method)


_ARRAYS_MADE: Final = frozenset(
    ["asnumpy", "astype", "as_array", "get_fdata", "to_numpy", "toarray", "todense", "to_ndarray"]
)
"""What gives arrays, whatever it is called on, and no tensor has."""
_ARRAYS_NAMED: Final = ("to_ndarray", "to_numpy", "as_numpy", "to_array")
"""How names of others of these end: ``converter.tensor_to_numpy(x)``."""


def _is_of_a_part(flow: Flow, node: ast.Attribute, call: ast.Call) -> bool:
    """``x[..., 3:].to(dtype)``, which no array has; ``torch.load(path)[key].clone()``, which no Module has."""
    part = node.value
    if type(part) is not Subscript:
        return False
    if node.attr == "to":
        return len(call.args) == 1 and type(part.slice) is Tuple and likelihood.is_indexed_as_tensors_are(flow, part)
    return node.attr == "clone" and not call.args and flow.types.get(id(part.value)) == checkpoints.LOADED


def _is_call_of(node: ast.expr, name: str) -> bool:
    return type(node) is Call and type(node.func) is Attribute and node.func.attr == name


def _is_fetched(flow: Flow, node: ast.Attribute, call: ast.Call) -> bool:
    """``net(x).cpu()``, ``net(x).to(y.dtype)``: of what a Module gave. ``{k: v.cpu() for k, v in out.items()}``"""
    if node.attr == "cpu" and not call.args:
        if hindsight.is_of_module(flow, node.value):
            return True
        return done_with.is_of_comprehension(flow, node.value) and hindsight.is_field(flow, node.value)
    if node.attr != "to" or len(call.args) != 1 or getattr(call.args[0], "attr", "") != "dtype":
        return False
    return type(node.value) is Call and hindsight.is_of_module(flow, node.value)


def _of_what_speaks(flow: Flow, owner: Type, known: TorchName | None, node: ast.Attribute, call: ast.Call) -> Type:
    """A method whose name, and how it is called, speak for a Tensor."""
    attr = node.attr
    if attr == "numel" and likelihood.is_shape(node.value):
        return Type("function", "torch.Size.numel")
    if attr == "requires_grad_":  # which Modules have, too
        if owner.name in OPEN and brought.set_up(flow, node, call):
            return of_module(flow, MODULE, node, call)
        if MODULES.search(ast.unparse(node.value)):
            return UNKNOWN
        asked = [*call.args, *(one.value for one in call.keywords)]
        if any(type(one) is Constant and one.value is False for one in asked):
            return _guessed(flow, node, call)
    if known is not None and owner.name in OPEN and likelihood.is_open(flow, node.value):
        hindsight.likely(flow, node.value)
        hindsight.read_through(flow, node.value)
        brought.fetched(flow, node.value)
        hindsight.made_by_tensor(flow, node.value)
        return _tensors(flow, known, node, call)
    if known is not None and attr not in ("reshape", "squeeze") and likelihood.inside_module(flow):
        # Arrays and the like do not live in a Module's methods.
        return _tensors(flow, known, node, call, f"method-name|{attr}")
    if known is not None and owner.name in OPEN and likelihood.speaks(flow, node, call):
        return _tensors(flow, known, node, call)
    return _guessed(flow, node, call)


def _tensors(
    flow: Flow, known: TorchName, node: ast.Attribute, call: ast.Call | None, why: str = "receiver|output"
) -> Type:
    """The member as a Tensor's, unless it is called and Tensors have no such method."""
    if call is not None and node.attr in NOT_CALLED:
        return UNKNOWN
    owner = flow.types.get(id(node.value), UNKNOWN)
    if owner.is_unknown and owner.name in OPEN and done_with.is_another(flow, node.value):
        return UNKNOWN if call is None else _guessed(flow, node, call)
    api = f"torch.Tensor.{node.attr}"
    flow.record(api, node, "inferred", call, node.value, why=(why,))
    return value(known, api, TENSOR)


def _guessed(flow: Flow, node: ast.Attribute, call: ast.Call) -> Type:
    """The method as a Tensor's by its name alone, or as a Module's where the receiver is called like one."""
    why = (f"method-name|{node.attr}",)
    if NAMED_MODULE.search(_written(node.value)) and flow.knowledge.member("torch.nn.Module", node.attr) is not None:
        flow.record(f"torch.nn.Module.{node.attr}", node, "guessed", call, node.value, why=why)
    else:
        flow.record(f"torch.Tensor.{node.attr}", node, "guessed", call, node.value, why=why)
    return Type("function", GUESS)


def _written(node: ast.expr) -> str:
    """The last word of an expression: ``net`` of ``self.net`` and of ``net()``."""
    if type(node) is Call:
        node = node.func
    return node.attr if type(node) is Attribute else node.id if type(node) is Name else ""


def _is_of_distribution(flow: Flow, attr: str, call: ast.Call) -> bool:
    if attr not in _OF_DISTRIBUTIONS or flow.knows(likelihood.OTHER_TENSORS):
        return False
    return attr != "entropy" or not call.args and not flow.knows(("scipy", "PIL"))


def _of_either(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> Type:
    """A member of what is a tensor or something else: a Tensor's where nothing else that it may be has one so called."""
    known = flow.knowledge.member("torch.Tensor", node.attr)
    if known is None or not alternatives.only_tensors_have(flow, owner, node, call):
        both = call is not None and any(one == objects.TENSOR_DICT for one in owner.items)
        if both and known is not None and libraries.member(objects.TENSOR_DICT, node.attr, called=True) == _GIVES_DICT:
            return callable_to(owner)  # again one or the other
        return UNKNOWN
    return _tensors(flow, known, node, call, "receiver|either")


_GIVES_DICT: Final = callable_to(objects.TENSOR_DICT)


def _speaks_here(flow: Flow, attr: str, call: ast.Call) -> bool:
    """Whether a method's name is a Tensor's in a Module's own code; one of arrays, too, where these are not at work."""
    if not likelihood.inside_module(flow) or not speaks_inside_module(attr, call):
        return False
    if attr not in unions.OF_ARRAYS or unions.names_dimensions(call):
        return True
    return not likelihood.among_arrays(flow)


def _is_called_a_module(flow: Flow, node: ast.Attribute, call: ast.Call) -> bool:
    """``cfg.model.load_state_dict(state)``, ``net.state_dict()``: what has the name of a Module, and is asked for what optimizers
    and the like have as well."""
    return _has_state(flow, node, call, NAMED_MODULE)


def _has_state(flow: Flow, node: ast.Attribute, call: ast.Call, named: re.Pattern[str]) -> bool:
    """Whether what has such a name is torch's, as far as the file says, and is asked for its state as torch's objects are."""
    held = node.value.value if type(node.value) is Subscript else node.value  # ``optimizers["d"].state_dict()``
    if len(call.args) > (node.attr == "load_state_dict") or not named.search(_written(held)):
        return False
    torchs = flow.judges and flow.source.imports_torch and not flow.knows(likelihood.OTHER_TENSORS)
    return torchs and not own_objects.defines(flow, node.attr)


_OF_NAMED: Final = frozenset(["load_state_dict", "state_dict"])
_NAMED_IN_TRAINING: Final = ((NAMED_OPTIMIZER, "optimizer"), (NAMED_SCHEDULER, "scheduler"))


def of_parameters(flow: Flow, node: ast.Attribute, call: ast.Call) -> Type:
    """A method that only Modules are known to have: by its name alone, where a class of the user's own has one so called, too."""
    api = f"torch.nn.Module.{node.attr}"
    of_torch = flow.source.imports_torch and not flow.knows(likelihood.OTHER_TENSORS)
    if of_torch and not node.attr.startswith("register") and not own_objects.defines(flow, node.attr):
        flow.record(api, node, "inferred", call, node.value, why=("module|torch.nn.Module",))
    else:
        flow.record(api, node, "guessed", call, node.value, why=(f"method-name|{node.attr}",))
    return Type("function", f"torch.nn.Module.{node.attr}", (MODULE,))
