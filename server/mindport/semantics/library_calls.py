"""Results of functions of Python's modules, of NumPy and of other libraries."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import (
    data_fields,
    iteration,
    named_tuples,
    plain_objects,
    rearranging,
    refusals,
    running,
    trees,
)
from mindport.semantics.annotations import declared_type, union
from mindport.semantics.arguments import Applied, Arguments
from mindport.semantics.definitions import ClassInfo, FunctionInfo, LambdaInfo
from mindport.semantics.handing import handed
from mindport.semantics.libraries import dispatch as libraries
from mindport.semantics.libraries import estimators
from mindport.semantics.libraries.modules import CONTAINERS
from mindport.semantics.sequences import element_of
from mindport.semantics.torch_modules import construct_module
from mindport.semantics.types import (
    BOOL,
    DICT,
    FLOAT,
    INT,
    LIST,
    NUMPY,
    OTHER,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    callable_to,
    context_of,
    dict_of,
    iterator_of,
    list_of,
)
from mindport.syntax.nodes import Constant

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_WITHOUT_TENSORS: Final = frozenset(["array", "struct", "hashlib", "datetime", "zlib", "uuid", "decimal", "fractions"])
"""Modules of Python's own of which nothing gives what it was given."""
_RUNNERS: Final = frozenset(["asyncio", "threading", "multiprocessing", "concurrent", "joblib"])
_SAME_VALUE: Final = frozenset(
    [
        "pyre_extensions.none_throws",
        *(f"{one}.{name}" for one in ("typing", "typing_extensions") for name in ("assert_type", "reveal_type")),
    ]
)
"""What checks a value, or shows it, and gives it back."""


def library(flow: Flow, name: str, given: Arguments) -> Type:
    """Result of a function of another library."""
    root, _, rest = name.partition(".")
    if root == "numpy" or root == "PIL":
        refusals.note(flow, given.call, name)
    if root == "numpy":
        return _numpy(rest, given)
    if root == "math":
        return (
            INT
            if rest in ("floor", "ceil", "gcd", "factorial", "comb", "isqrt")
            else BOOL
            if rest.startswith("is")
            else FLOAT
        )
    if root == "einops":
        return rearranging.library(flow, rest, given)
    if root == "einx":
        return TENSOR if any(one.kind == "tensor" for one in given.positional) else UNKNOWN
    if name in ("typing.cast", "typing_extensions.cast") and given.call.args:
        declared = declared_type(flow, given.call.args[0])
        return given.positional[1] if declared == UNKNOWN and len(given.positional) > 1 else declared
    if name == "pyre_extensions.assert_is_instance" and len(given.call.args) > 1:
        return declared_type(flow, given.call.args[1])
    if name in _SAME_VALUE:
        return given.first
    if name in ("typing.NewType", "typing_extensions.NewType") and len(given.call.args) > 1:
        return Type("unknown", "alias", (declared_type(flow, given.call.args[1]),))
    if name in ("typing.TypeVar", "typing_extensions.TypeVar"):
        return _type_variable(flow, given)
    if name in ("copy.deepcopy", "copy.copy", "dataclasses.replace"):
        return given.first
    if root in data_fields.LIBRARIES:
        return data_fields.library(flow, name, given.first)
    if name in plain_objects.MAKING:
        return plain_objects.made(given)
    if name in named_tuples.MAKING:
        return named_tuples.made(given)
    if name == "functools.partial":
        return _partial(flow, given)
    if name in ("functools.cache", "functools.lru_cache"):  # ``cached = lru_cache(maxsize=None)(make)``
        keeps = given.first.kind in ("function", "class")
        return given.first if keeps else Type("namespace", "functools.cache")
    if name in ("contextlib.nullcontext", "contextlib.closing"):
        return context_of(given.first) if given.positional else UNKNOWN
    if name == "weakref.ref":
        return callable_to(given.first)
    if name == "collections.deque":
        empty = not given.positional or given.first == LIST
        return LIST if empty else list_of(element_of(flow, given.first))
    if name in ("collections.OrderedDict", "collections.defaultdict"):
        if name == "collections.defaultdict" and given.first.kind == "function" and given.first.definition is not None:
            return dict_of(UNKNOWN, handed(flow, given.call, given.first, []))
        return _ordered(flow, given)
    if root in ("itertools", "functools", "operator", "random"):
        found = iteration.library(flow, name, given)
        if found is not UNKNOWN:
            return found
    if root in ("tqdm", "rich") and given.positional and rest in ("", "tqdm", "auto.tqdm", "notebook.tqdm", "std.tqdm"):
        return given.first if given.first.kind == "dataloader" else iterator_of(element_of(flow, given.first))
    if name in ("os.path.join", "os.getcwd", "os.path.basename", "os.path.dirname", "os.path.abspath"):
        return STR
    if name in ("os.path.exists", "os.path.isfile", "os.path.isdir"):
        return BOOL
    if name in ("time.time", "time.perf_counter", "random.random", "random.uniform"):
        return FLOAT
    if name in ("random.randint", "random.randrange"):
        return INT
    if name in CONTAINERS:
        return construct_module(flow, CONTAINERS[name], given)
    if name.endswith(trees.OF_A_CLASS):
        return trees.applied(flow, given)
    if root in libraries.ROOTS:
        return libraries.library(name, given)
    if root in estimators.ROOTS:
        return estimators.library(name)
    if root in _RUNNERS:
        return running.library(flow, name, given)
    return OTHER if root in _WITHOUT_TENSORS else UNKNOWN


_NAMES_OF_TENSORS: Final = frozenset(["Tensor", "torch.Tensor", "torch.tensor"])


def _type_variable(flow: Flow, given: Arguments) -> Type:
    """What an annotation by the variable says: its bound, or one of its alternatives."""
    bound = given.node(-1, "bound")
    nodes = given.call.args[1:] or ([bound] if bound is not None else [])
    found = union(*(declared_type(flow, one) for one in nodes)) if nodes else UNKNOWN
    if not nodes and type(name := given.node(0, "name")) is Constant and name.value in _NAMES_OF_TENSORS:
        found = TENSOR  # ``Tensor = TypeVar("torch.tensor")``
    late = bound if found == UNKNOWN and type(bound) is Constant else None  # the class may follow
    return Type("unknown", "alias", (found,), False, late)


# fmt: off
UNIVERSAL: Final = frozenset([
    "abs", "absolute", "add", "arccos", "arcsin", "arctan", "ceil", "clip", "cos", "cosh", "divide", "exp", "expm1", "floor",
    "log", "log10", "log1p", "log2", "maximum", "minimum", "mod", "multiply", "negative", "power", "reciprocal", "remainder",
    "round", "sign", "sin", "sinh", "sqrt", "square", "subtract", "tan", "tanh", "true_divide",
])
"""NumPy's functions of each element."""
# fmt: on


def _numpy(name: str, given: Arguments) -> Type:
    if name in ("array", "asarray", "zeros", "ones", "arange", "empty", "full", "concatenate", "stack", "eye", "linspace",
                "zeros_like", "ones_like", "meshgrid", "transpose", "random.permutation", "expand_dims"):  # fmt: skip
        return Type("ndarray")
    if name in UNIVERSAL and given.positional and given.positional[0].kind == "tensor":
        return TENSOR  # torch wraps what NumPy's elementwise functions give
    return NUMPY


def _partial(flow: Flow, given: Arguments) -> Type:
    """A partially applied callable gives what the callable gives."""
    from mindport.semantics.calls import result

    callee = given.first
    if callee.kind == "module_class" and callee.definition is None or callee.kind == "function":
        inner = Arguments(
            ast.Call(given.call.func, given.call.args[1:], given.call.keywords), given.positional[1:], given.keywords
        )
        if callee.kind == "module_class" or callee.name.startswith("torch"):
            return callable_to(result(flow, inner.call, Type(callee.kind, callee.name, callee.items), inner))
        if isinstance(callee.definition, (FunctionInfo, LambdaInfo, Applied)):
            return Type("function", "partial", (), False, Applied(callee, inner))
    if isinstance(callee.definition, ClassInfo) and callee.kind in ("module_class", "class"):
        return callable_to(callee.definition.instance)
    return UNKNOWN


def _ordered(flow: Flow, given: Arguments) -> Type:
    if not given.positional:
        return DICT
    item = element_of(flow, given.first)
    if given.first.kind == "dict":
        return given.first
    if given.first.name in ("builtins.list", "builtins.dict"):
        return dict_of(UNKNOWN, LIST if given.first.name.endswith("list") else DICT)
    if item.kind == "tuple" and len(item.items) == 2:
        return dict_of(item.items[0], item.items[1])
    return DICT
