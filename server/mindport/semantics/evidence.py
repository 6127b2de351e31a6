"""How a function's body uses its parameters, and what that says of their types."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from mindport.semantics import array_free, autograd, given_as, likelihood, own_objects, own_tests
from mindport.semantics.array_free import SHAPE, SPECIFIED
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.knowledge import OF_TWO_OR_DIMENSION, family
from mindport.semantics.types import EITHER_MODULE, MODULE, OUTPUT, TENSOR, UNKNOWN, Type, list_of
from mindport.semantics.usage import (
    AS_INPUT,
    IN_LIST,
    LIBRARIES,
    MODELS,
    MODULES,
    NOT_CALLED,
    SECOND_PART,
    Uses,
    scan,
    scan_kept,
)
from mindport.semantics.variables import leaf, makes_of_data
from mindport.semantics.word_sets import words
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Attribute, GeneratorExp, ListComp, Name, Subscript
from mindport.syntax.own_names import TESTS

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_NOTHING: Final[Mapping[str, Type]] = {}
_OWN_TO_MODULES: Final = frozenset(["parameters", "named_parameters", "state_dict", "load_state_dict", "named_modules", "modules",
                             "train", "eval", "children", "named_children", "register_buffer"])  # fmt: skip
_OWN_TO_OPTIMIZERS: Final = frozenset(["zero_grad", "step", "param_groups", "add_param_group"])


_VERBS: Final = words("""
    log add apply map_ put register_hook close device index split values resize rename round select sort sub to type where
    data names name view size fill copy_ unique mode histogram float int bool
""")
"""Words so common that objects of any kind have them."""
_ARRAY: Final = words("""
    shape dtype ndim size T real imag data item sum mean std var min max argmax argmin argsort sort reshape flatten ravel
    squeeze transpose swapaxes repeat all any astype clip conj copy cumsum cumprod diagonal dot fill nonzero prod round
    take tolist trace view put itemsize nbytes strides resize choose device
""")
OF_FRAMES: Final = (_ARRAY - {"device"}) | words("""
    abs add apply count cov corr diff div divide eq floordiv ge gt isin kurt le lt map median mod mode mul multiply ne pow
    quantile rename sub subtract to unique values where bool get index names name pipe rank mask clamp expand exp log sqrt
    sin cos tan sinh cosh tanh floor ceil sign
""")
"""Members of data frames and sparse matrices, and of arrays."""
_MODULE_LIKE: Final = words("""
    to cuda cpu float half double bfloat16 type apply requires_grad_ device dtype data shape size backward grad name names
""")
_OF_CONTAINERS: Final = frozenset(name for kind in (dict, list, set) for name in dir(kind))
_OF_PICTURES: Final = frozenset(["resize", "size", "copy", "split"])
_LIKE_TENSORS: Final = (
    _ARRAY,
    OF_FRAMES,
    _MODULE_LIKE,
    *(frozenset(dir(kind)) for kind in (str, list, dict, set, int, float)),
)


def judge(
    flow: Flow,
    function: FunctionInfo,
    names: Iterable[str],
    since: int = 0,
    documented: Mapping[str, Type] = _NOTHING,
) -> dict[str, Type]:
    """Types that the uses of the named parameters speak for, or of variables by what follows line ``since``. ``documented``: what
    the docstring says they are, which counts where no use speaks against it."""
    if not flow.judges:
        return {}
    uses, loops = scan(flow.frame.all_nodes(function), names, since)
    if function.name == "__init__" and function.cls is not None:
        scan_kept(function.cls.node, function.node, uses, flow.body_of, flow.nodes_of)
        if flow.journal is not None:
            flow.journal.body_readers.add(function)
    out: dict[str, Type] = {}
    for name, found in uses.items():
        if name in LIBRARIES:
            continue  # of arrays, as the array API standard has it: its functions are called like methods
        said = documented.get(name)
        if said is not None and _agree(flow, found, said):
            out[name] = OUTPUT if said.kind == "tensor" and found.tested else said
        elif _is_tensor(flow, function, found, loops):
            out[name] = TENSOR
        elif _holds_tensors(flow, function, name, found, loops):
            out[name] = list_of(TENSOR)
        elif _is_likely(flow, function, found, name) or _is_indexed_alone(found):
            out[name] = OUTPUT
        elif found.speaks_module or found.called and found.attributes & _OWN_TO_MODULES and not found.keyed:
            out[name] = MODULE
        elif len(found.attributes & _OWN_TO_OPTIMIZERS) >= 2 and not found.called:
            out[name] = Type("optimizer")
        elif found.attributes >= {"parameters"} and found.attributes & {"train", "eval", "state_dict", "modules"}:
            out[name] = MODULE
    return out


def _agree(flow: Flow, uses: Uses, said: Type) -> bool:
    """Whether what is done with a parameter may be done with what the docstring says that it is."""
    if said.kind == "tensor":
        return (
            not (uses.called or uses.keyed or uses.speaks_module) and uses.attributes <= flow.knowledge.tensor_members
        )
    if said.kind == "module":
        return not (uses.keyed or uses.speaks or uses.sliced or uses.arithmetic)
    if uses.called or uses.speaks or uses.speaks_module:
        return said.name == "either" and not uses.called
    if said.kind == "ndarray":
        return not uses.attributes & _NOT_OF_ARRAYS
    return said.kind not in PLAIN or uses.attributes <= PLAIN[said.kind]


_NOT_OF_ARRAYS: Final = words("to cuda cpu detach grad requires_grad backward numpy unsqueeze permute")
PLAIN: Final = {one.__name__: frozenset(dir(one)) for one in (int, float, bool, str, list, tuple, dict)}
"""Members of Python's own types, by kind."""


def _is_tensor(flow: Flow, function: FunctionInfo, uses: Uses, loops: Mapping[str, ast.expr]) -> bool:
    in_forward = is_forward(function)
    if uses.called or uses.keyed or uses.methods & NOT_CALLED or _is_picture(uses) or _has_array_s_size(uses):
        return False
    members = flow.knowledge.tensor_members
    if not uses.attributes <= members:
        return False
    # What it is given to tells all the same.
    of_object = own_objects.have(flow, uses.attributes) and not (in_forward and uses.attributes <= _PLACED | _SHAPED)
    if (uses.speaks or uses.sums and not flow.knows(likelihood.OTHER_TENSORS)) and not of_object:
        return True
    if uses.tested:
        return False
    passed = [takes_tensor(flow, callee, position, loops) for callee, position in uses.passed]
    if any(answer is False for answer in passed):
        return False
    if any(passed) or not of_object and (_only_a_tensor(flow, uses) or _is_derived_by(flow, uses)):
        return True
    if not in_forward or of_object:
        return False
    if uses.attributes:
        if uses.attributes <= _OF_CONTAINERS:
            return False
        return not uses.iterated or bool(uses.attributes & {"shape", "size", "device", "dtype", "dim"})
    if uses.iterated:
        return False
    return uses.sliced or (uses.arithmetic and not uses.passed)


def _holds_tensors(flow: Flow, function: FunctionInfo, name: str, uses: Uses, loops: Mapping[str, ast.expr]) -> bool:
    """Whether a parameter holds tensors, by what is done with each in a loop: ``for p in ps: torch.zeros_like(p[..., 0])``."""
    if not (uses.iterated or uses.indexed) or uses.called or uses.keyed or uses.tested or is_forward(function):
        return False
    if uses.sliced or uses.arithmetic or uses.speaks or not uses.attributes <= PLAIN["list"]:
        return False
    nodes = flow.frame.all_nodes(function)
    for item, over in loops.items():
        if type(over) is Name and over.id == name and item != name:
            its, others = scan(nodes, [item], over.lineno)
            if _is_tensor_in_loop(flow, function, its[item], others):
                return True
    for node in nodes:
        if isinstance(node, (ListComp, GeneratorExp)) and type(node.generators[0].target) is Name:
            each = node.generators[0]
            if type(each.iter) is Name and each.iter.id == name and each.target.id != name:  # type: ignore[attr-defined]
                its, others = scan(nodes_of([node.elt]), [each.target.id])  # type: ignore[attr-defined]
                if _is_tensor_in_loop(flow, function, its[each.target.id], others):  # type: ignore[attr-defined]
                    return True
    return False


def _is_tensor_in_loop(flow: Flow, function: FunctionInfo, uses: Uses, loops: Mapping[str, ast.expr]) -> bool:
    if uses.tested or any(leaf(to) in TESTS for to, _ in uses.passed):
        return False
    return _is_tensor(flow, function, uses, loops)


def _is_indexed_alone(uses: Uses) -> bool:
    """Whether parts of a parameter are tensors, and it may be a list of them as well as one itself: ``xs[0].flatten(1)``."""
    if uses.attributes or uses.iterated or uses.keyed or uses.called or uses.tested:
        return False
    return uses.holds and uses.indexed and not uses.arithmetic


def _is_derived_by(flow: Flow, uses: Uses) -> bool:
    """Whether gradients with respect to it are asked for, and it is no list of tensors: it has a shape."""
    if not uses.attributes & _SHAPED:
        return False
    return any(place < _DERIVED and _qualified(flow, to) == "torch.autograd.grad" for to, place in uses.passed)


_DERIVED: Final = 2
"""Of ``torch.autograd.grad``'s arguments, how many are tensors or lists of them."""


def _is_picture(uses: Uses) -> bool:
    """Whether a picture of PIL's has all that is read: Tensors have ``resize`` as well, which nobody calls any more."""
    return "resize" in uses.methods and uses.attributes <= _OF_PICTURES


def _has_array_s_size(uses: Uses) -> bool:
    """Whether ``x.size`` is read as a number, which is a method of tensors."""
    return "size" in uses.attributes and "size" not in uses.methods


def _only_a_tensor(flow: Flow, uses: Uses) -> bool:
    """Whether nothing but a tensor has all the attributes that are read."""
    attributes = uses.attributes
    if uses.sliced and "shape" in attributes:
        return not flow.knows_numpy()
    if uses.holds or "device" in attributes:
        if attributes & {"shape", "ndim", "dim", "numel"} | uses.methods & {"size"}:
            return True  # of what has a shape, only a tensor lies on a device, or has tensors for parts
    if attributes & _OF_TENSORS_ALONE:
        return True
    if len(attributes) < 2 or not uses.methods or not uses.methods - _VERBS:
        return False
    return not any(attributes <= members for members in _LIKE_TENSORS)


_OF_TENSORS_ALONE: Final = frozenset(["is_cuda", "grad_fn", "requires_grad"])


def is_forward(function: FunctionInfo) -> bool:
    """Whether the function is what a Module's or an autograd function's call runs."""
    cls = function.cls
    return function.name == "forward" and cls is not None and (cls.kind == "module" or autograd.is_function(cls))


def _is_likely(flow: Flow, function: FunctionInfo, uses: Uses, name: str) -> bool:
    """What ``forward`` is given and passes on, and reads nothing of but what tensors have; in other methods of a Module, what
    has a shape; anywhere, what has both a type of elements and a device, or is called a tensor."""
    if uses.called or uses.keyed or uses.tested or uses.iterated or uses.speaks_module or uses.methods & NOT_CALLED:
        return False
    if _is_picture(uses) or _has_array_s_size(uses):
        return False
    if not uses.attributes <= flow.knowledge.tensor_members or any(makes_of_data(callee) for callee, _ in uses.passed):
        return False
    if own_objects.have(flow, uses.attributes):
        return False
    if is_forward(function):
        arguments = function.node.args
        first = [one.arg for one in arguments.args][1:2] == [name] and len(arguments.defaults) < len(arguments.args) - 1
        first = first and "classmethod" not in function.decorators
        return bool(uses.attributes - _VERBS) or first and bool(uses.attributes or uses.passed or uses.arithmetic)
    if uses.attributes >= _PLACED and not (MODULES.search(name) or MODELS.search(name)):
        return True
    if uses.attributes and name == "tensor":
        return True
    if "to" in uses.methods and uses.attributes & SHAPE and not flow.knows(_WITH_UNITS):
        return True  # what has a shape is no Module, and what goes to a device no array
    if "dtype" in uses.attributes and uses.attributes & SHAPE and not flow.knows_numpy():
        return not SPECIFIED.search(name)  # of what has elements of a type and a shape, arrays are not at work here
    if (uses.arithmetic or uses.sliced) and uses.methods & _SIZES and not flow.knows(_WITH_SIZES):
        return True  # the size of an array is no method, and what else has such a one is not computed with, nor cut so
    if "device" in uses.attributes and (
        uses.arithmetic or uses.sliced or "cpu" in uses.methods or _is_computed_elsewhere(flow, uses)
    ):
        return True
    if array_free.is_given_a_tensor(flow, name, frozenset(uses.attributes - uses.methods), frozenset(uses.methods)):
        return True
    if not likelihood.is_of_module(function) or function.name.startswith("__"):
        return False
    if uses.attributes & _PLACED and (uses.arithmetic or uses.sliced or uses.indexed):
        return True
    if likelihood.is_array(flow, name):
        return False
    return bool(uses.attributes & _SHAPED or uses.methods & {"size", "dim"})


def _is_computed_elsewhere(flow: Flow, uses: Uses) -> bool:
    """``noise(size, device=mask.device, mask=mask)``, where that function computes with the mask."""
    return any(given_as.is_computed_by_name(flow, to, name) for to, name in uses.named) or any(
        place >= 0 and given_as.is_computed_with(flow, to, place) for to, place in uses.passed
    )


_TAKEN_BY: Final = {
    name: places
    for places, names in (
        ((0,), "type_as view_as expand_as reshape_as copy_ masked_fill masked_fill_ masked_select take_along_dim"),
        ((1,), "gather index_select index_fill index_fill_ scatter scatter_ scatter_reduce scatter_reduce_"),
        ((1, 2), "scatter_add scatter_add_ index_add index_add_ index_copy index_copy_"),
    )
    for name in names.split()
}
"""Methods of tensors alone, and which of their arguments must be tensors."""
_SHAPED: Final = frozenset(["shape", "ndim", "T", "mT"])
_PLACED: Final = frozenset(["device", "dtype"])
_SIZES: Final = frozenset(["size", "dim"])
_WITH_SIZES: Final = ("casadi", "gpytorch", "linear_operator", *likelihood.OTHER_TENSORS)
"""Libraries whose objects are computed with and have a method that gives their size."""
_WITH_UNITS: Final = ("pint", "astropy", "unyt", *likelihood.OTHER_TENSORS)
"""Libraries whose objects have a shape, and are brought to another unit or device by ``to``."""


def takes_tensor(flow: Flow, callee: ast.expr, position: int, loops: Mapping[str, ast.expr]) -> bool | None:
    """Whether the callee's argument at ``position`` must be a tensor; None when that is open, False when it is asked there."""
    if type(callee) is Name and callee.id in loops:
        container = _part(flow, loops[callee.id])
        return None if container is None else layer_takes_tensor(flow, _held(container), position)
    if type(callee) is Subscript:
        container = _part(flow, callee.value)
        return None if container is None else layer_takes_tensor(flow, _held(container), position)
    if type(callee) is Attribute and position in _TAKEN_BY.get(callee.attr, ()):
        owner = flow.lookup(callee.value.id) if type(callee.value) is Name else None
        if owner is None or owner.kind != "namespace":
            return True
    if type(callee) is Name:
        given_to = flow.lookup(callee.id)
        if given_to is not None and isinstance(given_to.definition, FunctionInfo) and given_to.definition.cls is None:
            if position == 0 and own_tests.asked_of(given_to) is not None:
                return False
            return _user_takes_tensor(flow, given_to.definition, position)
    if type(callee) is Attribute and type(callee.value) is Name:
        root = flow.lookup(callee.value.id)
        if root is not None and isinstance(root.definition, ClassInfo):
            if root.kind == "module":
                return _part_takes_tensor(flow, root.definition, callee, position)
            method = root.definition.method(callee.attr)
            if method is not None and not method.analyzed:
                # Nothing is asked of it yet: what it leaves in attributes is to come in the order of the calls.
                _ask_later(flow, method, position)
                return None
            return _user_takes_tensor(flow, method, position) if method is not None else None
    name = _qualified(flow, callee)
    if not name:
        return None
    if position == IN_LIST:
        return True if name.startswith("torch.") else None
    place = 0 if position == AS_INPUT else position
    of_two = position == SECOND_PART and name in OF_TWO_OR_DIMENSION
    return True if of_two or place in flow.knowledge.tensor_places(name) else None


def _part(flow: Flow, node: ast.expr) -> Type | None:
    """Type of ``self.part`` inside a Module."""
    if type(node) is Attribute and type(node.value) is Name:
        root = flow.lookup(node.value.id)
        if root is not None and isinstance(root.definition, ClassInfo) and root.kind == "module":
            return flow.own_attribute(root.definition, node.attr)
    return None


def _held(container: Type) -> Type:
    if container.kind != "module" or isinstance(container.definition, ClassInfo):
        return UNKNOWN
    return container.items[0] if container.items else MODULE


def _part_takes_tensor(flow: Flow, cls: ClassInfo, callee: ast.Attribute, position: int) -> bool | None:
    """The same for ``self.part(…)`` inside a Module, the part being a layer or a method."""
    found = flow.own_attribute(cls, callee.attr)
    method = cls.method(callee.attr) if found is None else None
    if method is not None:
        return _user_takes_tensor(flow, method, position)
    return None if found is None else layer_takes_tensor(flow, found, position)


def layer_takes_tensor(flow: Flow, found: Type, position: int) -> bool | None:
    if found.kind != "module":
        return None
    if isinstance(found.definition, ClassInfo):
        forward = found.definition.method("forward")
        if forward is not None:
            return _user_takes_tensor(flow, forward, position)
        return True if position == 0 and found.definition.torch_base != "torch.nn.Module" else None
    if position != 0:
        return True if found.name == "torch.nn.MultiheadAttention" and position in (1, 2) else None
    # Of a layer given from outside nothing is known but that it is one.
    return True if found.name in ("", EITHER_MODULE) or found.name.startswith("torch.nn.") else None


def _ask_later(flow: Flow, method: FunctionInfo, position: int) -> None:
    """Has the running function walked again, if it turns out that the method's argument must be a tensor."""
    names = _own_parameters(method)
    reader = flow.frame.function
    if 0 <= position < len(names) and reader is not None and reader.reads is not None:
        flow.takes_tensor(method, names[position])
        flow.make_stale(reader)


def _own_parameters(function: FunctionInfo) -> list[str]:
    return [a.arg for a in function.node.args.args][function.cls is not None :]


def _user_takes_tensor(flow: Flow, function: FunctionInfo, position: int) -> bool | None:
    names = _own_parameters(function)
    if not 0 <= position < len(names):
        return None
    flow.ensure(function)
    return flow.takes_tensor(function, names[position]) or None


def _qualified(flow: Flow, node: ast.expr) -> str:
    attributes: list[str] = []
    while type(node) is Attribute:
        attributes.append(node.attr)
        node = node.value
    if type(node) is not Name:
        return ""
    root = flow.lookup(node.id)
    if root is None or not root.name or not family(root.name):
        return ""
    if root.kind == "namespace":
        return flow.knowledge.canonical(".".join([root.name, *reversed(attributes)]))
    return root.name if root.kind == "function" and not attributes else ""
