"""Calls of methods whose name and arguments tell whose they are: a Tensor's, a Module's, or one of both."""

from __future__ import annotations

import ast
from typing import Final

from mindport.semantics.word_sets import words
from mindport.syntax.nodes import (
    Add,
    Attribute,
    BinOp,
    Call,
    Constant,
    FloorDiv,
    List,
    ListComp,
    Mult,
    Name,
    Starred,
    Subscript,
    Tuple,
    UnaryOp,
    USub,
)

TENSOR_ONLY: Final = words("""
    addbmm addbmm_ addcdiv addcdiv_ addcmul addcmul_ addmm addmm_ addmv addmv_ addr_ as_strided as_strided_ backward baddbmm
    baddbmm_ bernoulli_ bmm clamp clamp_ clamp_max clamp_max_ clamp_min clamp_min_ contiguous cumsum_ detach detach_ div_
    exp_ expand_as exponential_ fill_ fill_diagonal_ flatten_ float_power floor_divide floor_divide_ fmod fmod_ gather_
    index_add index_add_ index_copy index_copy_ index_fill index_fill_ index_put index_put_ index_select is_contiguous
    is_floating_point isfinite_ lerp_ log_ log_normal_ log_softmax logsumexp logical_not_ masked_fill masked_fill_
    masked_scatter masked_scatter_ masked_select movedim mul_ mvlgamma narrow neg_ new_empty new_full new_ones new_tensor
    new_zeros normal_ numel pin_memory pow_ random_ reciprocal_ relu_ renorm_ repeat_interleave requires_grad_ retain_grad
    rsqrt rsqrt_ scatter_ scatter_add scatter_add_ scatter_reduce scatter_reduce_ select_scatter sigmoid_ softmax sqrt_
    squeeze_ sub_ t_ tanh_ tile_ transpose_ tril_ triu_ trunc_ type_as unflatten uniform_ unsqueeze unsqueeze_ record_stream
    view_as zero_ copy_ add_ unbind nelement element_size storage_offset untyped_storage logcumsumexp cummax cummin nansum
    nanmean erfinv lerp kthvalue histc msort share_memory_ index_reduce take_along_dim abs_ acos_ arccos_ arcsin_ arctan_
    asin_ atan2_ atan_ bitwise_and_ bitwise_not_ bitwise_or_ bitwise_xor_ ceil_ clip_ copysign_ cos_ cosh_ cumprod_ divide_
    eq_ erf_ erfc_ erfinv_ exp2_ expm1_ float_power_ floor_ frac_ ge_ gt_ index_reduce_ ldexp_ le_ lgamma_ log10_ log1p_
    log2_ allclose amax amin aminmax bincount count_nonzero deg2rad digamma heaviside histc hypot isclose
    lgamma logdet matrix_exp moveaxis nanmedian nanquantile narrow_copy pinverse polygamma rad2deg sgn signbit sinc
    slogdet swapdims tensor_split tril triu vdot xlogy logical_and_ logical_or_ logical_xor_ logit_ lt_ multiply_ nan_to_num_
    ne_ negative_ remainder_ resize_ resize_as_ round_ sign_ sin_ sinh_ square_ subtract_ swapaxes_ swapdims_ tan_
    true_divide_ xlogy_ as_subclass
""")
"""Methods whose bare name speaks for a Tensor: no str, container, array, data frame or Module has them."""


def speaks_for_tensor(name: str, call: ast.Call) -> bool:
    """Whether a method called this way is a Tensor's, whatever the receiver."""
    if name in TENSOR_ONLY:
        return name != "backward" or not call.args  # an accelerator's or a scaler's takes the loss
    count = len(call.args)
    if name == "size":
        return count == 1 and _is_int(call.args[0]) or [one.arg for one in call.keywords] == ["dim"]
    if name == "view":
        # NumPy's takes a dtype.
        return count > 1 or any(
            type(one) is Starred
            or _is_int(one)
            or type(one) is Tuple
            or _is_sum_of_sizes(one)
            or _is_size(one)
            or _is_product(one)
            for one in call.args
        )
    if name == "expand":
        if count == 1:
            return _is_size(call.args[0]) or _are_sizes(call.args[0])  # ``x.expand(y.shape)``
        return (
            count > _PAIR or count == _PAIR and (_is_int(call.args[1]) or _are_one(call.args))
        )  # a tree's node takes others
    if name == "new":
        return any(_is_size(one) or _are_sizes(one) for one in call.args)  # ``x.new(n, *x.shape[1:])``
    if name == "transpose":
        places = _places(call)
        return len(places) == 2 and not places <= _OF_TWO  # NumPy's takes all axes, which are two
    if name == "permute":
        return count > 1
    if name == "gather":
        return _along_a_dimension(call)
    if name == "select":
        return count == _PAIR and _is_int(call.args[0])  # a dimension and a place in it
    if name == "repeat":
        # NumPy's takes how often and an axis.
        return count > _PAIR or count == _PAIR and type(call.args[0]) is Constant and call.args[0].value == 1
    if name == "unfold":
        return count == _WINDOW and _is_int(call.args[0])  # a dimension, a size and a step
    if name == "multinomial":
        return count < _PAIR  # NumPy's take the weights
    if name in ("nonzero", "sort", "argsort"):
        return any(keyword.arg in ("as_tuple", "descending") for keyword in call.keywords)
    return name == "topk" or name in _CASTS and not count and not call.keywords


def _are_one(nodes: list[ast.expr]) -> bool:
    """``n, n``"""
    return type(nodes[0]) is Name and type(nodes[1]) is Name and nodes[0].id == nodes[1].id


def _is_of_integers(node: ast.expr) -> bool:
    """``torch.int64``, which no Module can be brought to."""
    return type(node) is Attribute and type(node.value) is Name and node.value.id == "torch" and node.attr in _INTEGERS


_INTEGERS: Final = frozenset(["int8", "int16", "int32", "int64", "uint8", "short", "int", "long", "bool"])


def _along_a_dimension(call: ast.Call) -> bool:
    """``x.gather(1, index)``, ``x.gather(dim=1, index=index)``: what gathers from processes takes no dimension."""
    if any(keyword.arg == "index" for keyword in call.keywords):
        return True
    return len(call.args) == _PAIR and _is_int(call.args[0]) and type(call.args[1]) is not Constant


_PAIR: Final = 2
_WINDOW: Final = 3
_CASTS: Final = frozenset(["long", "int", "bool", "byte"])
"""Which Modules do not have."""


def _is_size(node: ast.expr) -> bool:
    """``x.size()``, ``x.shape``"""
    if type(node) is Call:
        return type(node.func) is Attribute and node.func.attr == "size" and not node.args
    return type(node) is Attribute and node.attr == "shape"


def _are_sizes(node: ast.expr) -> bool:
    """``*x.shape``, ``*x.size()[1:]``"""
    inner = node.value if type(node) is Starred else None
    if type(inner) is Subscript:
        inner = inner.value
    return inner is not None and _is_size(inner)


def _gives_sizes(node: ast.ListComp) -> bool:
    """``[p.numel() for p in params]``, ``[len(x) for x in xs]``: how long the parts are to be."""
    element = node.elt
    if type(element) is not Call:
        return False
    callee = element.func
    return type(callee) is Attribute and callee.attr in ("numel", "size") or type(callee) is Name and callee.id == "len"


_BY_DIMENSION: Final = frozenset(
    ["mean", "sum", "max", "min", "amax", "amin", "softmax", "argmax", "argmin", "norm", "std", "var", "split", "chunk", "cumsum",
     "sort", "flip", "prod", "any", "all"]
)  # fmt: skip
_IN_FORWARD: Final = words("""
    size view permute contiguous masked_fill chunk expand detach flatten reshape squeeze flip pow matmul mul div roll
""")
_PLAINLY: Final = frozenset(
    ["tanh", "sigmoid", "relu", "exp", "log", "sqrt", "sign", "neg", "erf", "log1p", "expm1", "log2", "log10", "square", "t",
     "reciprocal", "float", "int", "bool", "logical_not", "numpy", "abs", "sin", "cos", "tan", "asin", "acos", "atan",
     "sinh", "cosh", "floor", "ceil", "rsqrt", "isnan", "isinf", "isfinite"]
)  # fmt: skip
_WITH_ONE: Final = frozenset(
    ["eq", "ne", "lt", "le", "gt", "ge", "mm", "mv", "ger", "matmul", "addcdiv", "dist", "pow"]
)
_OF_DIMENSIONS: Final = frozenset(["dim0", "dim1", "dim2", "start_dim", "end_dim"])


def speaks_mostly(name: str, call: ast.Call) -> bool:
    """Whether a method called this way is hardly anything's but a Tensor's; what the code knows besides decides."""
    if name in _PLAINLY:
        return not call.args and not call.keywords
    if name == "chunk":
        return 0 < len(call.args) + len(call.keywords) <= _PAIR
    if name == "cuda":
        return any(keyword.arg == "non_blocking" for keyword in call.keywords)  # which that of a Module does not take
    if name == "type":
        return len(call.args) == 1 and (
            is_kind_of_tensor(call.args[0]) or type(call.args[0]) is Attribute and _is_dtype(call.args[0])
        )
    if name in _WITH_ONE:
        argument = call.args[0] if len(call.args) == 1 and not call.keywords else None
        return argument is not None and not (type(argument) is Constant and isinstance(argument.value, str))
    if name == "transpose":
        return len(_places(call)) == 2
    if name in ("flatten", "unflatten"):
        return (
            any(keyword.arg in _OF_DIMENSIONS for keyword in call.keywords) or bool(call.args) and _is_int(call.args[0])
        )
    if name == "flip" and call.args and all(map(_is_int, call.args)):
        return True
    if name in _BY_DIMENSION and len(call.args) == 1 and type(call.args[0]) is List and name != "split":
        return bool(call.args[0].elts) and all(_is_int(one) for one in call.args[0].elts)  # NumPy's are tuples
    if name == "norm" and any(keyword.arg == "p" for keyword in call.keywords):
        return True
    if name == "split" and len(call.args) == 2 and isinstance(call.args[0], (List, Tuple)):
        return _is_int(call.args[1])
    if name == "split" and len(call.args) == 1 and type(call.args[0]) is ListComp:
        return _gives_sizes(call.args[0])
    if name == "to":
        return len(call.args) == 1 and not call.keywords and _is_of_integers(call.args[0])
    if name == "squeeze":
        return any(keyword.arg == "dim" for keyword in call.keywords)  # NumPy's takes an axis
    if name not in _BY_DIMENSION or takes_what_it_reduces(call, name):
        return False
    return any(keyword.arg in ("dim", "dims", "keepdim") for keyword in call.keywords)


def keeps_dimensions(name: str, call: ast.Call) -> bool:
    """``x.sum(dim=-1, keepdim=True)``: of what torch and libraries like it have. NumPy's is ``keepdims``, and a library's
    function of this name takes first what is summed up."""
    if name not in _BY_DIMENSION or call.args and not _is_int(call.args[0]):
        return False
    return any(keyword.arg == "keepdim" for keyword in call.keywords)


def converts_elements(node: ast.Attribute, call: ast.Call) -> bool:
    """``x.to(torch.float32)``, ``x.type(y.dtype)``: of what is no Module, only a Tensor's."""
    if node.attr not in ("to", "type") or len(call.args) != 1 or call.keywords:
        return False
    return type(call.args[0]) is Attribute and _is_dtype(call.args[0])


def is_kind_of_tensor(node: ast.expr) -> bool:
    """``torch.cuda.FloatTensor``, or a variable that is called one: ``tensor_type``, ``FloatTensor``."""
    name = node.attr if type(node) is Attribute else node.id if type(node) is Name else ""
    return name.endswith("Tensor") or name.lower().replace("_", "") == "tensortype"


def _is_dtype(node: ast.Attribute) -> bool:
    """``x.dtype``, ``torch.float32``, ``torch.LongTensor``"""
    return node.attr == "dtype" or type(node.value) is Name and node.value.id in ("torch", "th")


_OF_TWO: Final = frozenset([0, 1, -1, -2])


def _places(call: ast.Call) -> set[int]:
    """The numbers of dimensions that are written out as a call's only arguments."""
    found: set[int] = set()
    for one in call.args:
        sign, value = (-1, one.operand) if type(one) is UnaryOp and type(one.op) is USub else (1, one)
        if type(value) is not Constant or type(value.value) is not int:
            return set()
        found.add(sign * value.value)
    return set() if call.keywords or len(found) < len(call.args) else found


def _is_sum_of_sizes(node: ast.expr) -> bool:
    """``(n, -1) + x.shape[1:]``, ``x.shape[:-2] + (k, m)``: no dtype."""
    if type(node) is not BinOp or type(node.op) is not Add:
        return False
    return any(type(one) is Tuple or _is_sum_of_sizes(one) or _is_size(one) for one in (node.left, node.right))


def _is_product(node: ast.expr) -> bool:
    """``n * k``, ``n // 2``: a number."""
    return type(node) is BinOp and type(node.op) in (Mult, FloorDiv)


def speaks_inside_module(name: str, call: ast.Call) -> bool:
    """The same for a call in a Module's own code, where arrays and data frames are no guests."""
    if name == "transpose":
        return len(call.args) == 2
    if name in _BY_DIMENSION:
        by_number = len(call.args) == 1 and name not in ("split", "chunk", "sort") and _is_int(call.args[0])
        return by_number or any(keyword.arg in ("dim", "dims", "keepdim") for keyword in call.keywords)
    if name == "dot":
        return len(call.args) == 1 and not call.keywords
    return name in _IN_FORWARD


def speaks_for_either(name: str, call: ast.Call) -> bool:
    """Whether a method called this way is a Tensor's or a Module's, whatever the receiver: it goes to a device."""
    if name == "to" and all(one.arg in _OF_MOVES for one in call.keywords):
        given = [*call.args, *(one.value for one in call.keywords if one.arg == "device")]
        if len(given) == 2 and type(given[1]) is Attribute and _is_dtype(given[1]):
            given.pop()  # ``x.to(device, torch.float32)``
        return len(given) == 1 and _is_place(given[0])
    return name == "cuda"


def _is_place(node: ast.expr) -> bool:
    """Whether a value is called a device: ``"cuda:0"``, ``self.device``, ``model.get_device()``, ``args.gpu``, ``local_rank``,
    ``options["device"]``."""
    if type(node) is Subscript and type(node.slice) is Constant:
        return isinstance(node.slice.value, str) and node.slice.value.endswith("device")
    if type(node) is Constant:
        return isinstance(node.value, str) and node.value.partition(":")[0] in ("cuda", "cpu")
    if type(node) is Call:
        node = node.func
    name: str = getattr(node, "attr", getattr(node, "id", ""))
    return name.lower().endswith("device") or name in _NUMBERED


_NUMBERED: Final = frozenset(["gpu", "gpu_id", "rank", "local_rank"])


_OF_MOVES: Final = frozenset(["device", "dtype", "non_blocking", "copy", "memory_format"])


def speaks_for_module(name: str, call: ast.Call) -> bool:
    """Whether a method called this way is a Module's, whatever the receiver."""
    if name == "load_state_dict":
        return any(keyword.arg == "strict" for keyword in call.keywords)  # which optimizers do not take
    return name in _OF_MODULES and not call.args or name in _REGISTERING


_OF_MODULES: Final = frozenset(
    ["parameters", "named_parameters", "modules", "named_modules", "named_children", "named_buffers"]
)
_REGISTERING: Final = frozenset(
    ["register_parameter", "register_forward_hook", "register_forward_pre_hook", "register_full_backward_hook"]
)


def _is_int(node: ast.expr) -> bool:
    if type(node) is UnaryOp:
        node = node.operand
    return type(node) is Constant and type(node.value) is int


def takes_what_it_reduces(call: ast.Call, name: str) -> bool:
    """Whether a call gives a dimension by name beside what a tensor's own method takes for one: ``semiring.sum(x, dim=1)``."""
    if not call.keywords or not call.args or name not in _ALONG_ONE:
        return False
    return any(one.arg in ("dim", "axis") for one in call.keywords)


_ALONG_ONE: Final = words(
    "sum prod mean max min amax amin argmax argmin median logsumexp softmax log_softmax cumsum cumprod all any"
)
"""Methods of which the first argument is a dimension."""
