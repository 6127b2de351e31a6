"""What files of weights hold: tensors by name, where a key or a variable is called a state dict."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from mindport.semantics.types import DICT, OPEN, OUTPUT, STR, UNKNOWN, Type, dict_of, iterator_of, tuple_of
from mindport.syntax.nodes import Attribute, BinOp, Constant, Name, Subscript

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

LOADED: Final = Type("dict", "loaded")
"""What ``torch.load`` gives: anything, by names."""
WEIGHTS: Final = Type("dict", "weights", (STR, OUTPUT))
"""What is fetched as pretrained weights: tensors by name, or a dict that holds such a dict."""
STORED: Final = Type("dict", "stored", (STR, OUTPUT))
"""What a file of torch's holds under a model's name: its state dict, or the Module itself."""
FETCHING: Final = frozenset(["torch.hub.load_state_dict_from_url", "torch.utils.model_zoo.load_url"])
_CONVERTED_FROM: Final = ("tensorflow", "jax", "paddle", "mxnet", "mindspore", "oneflow", "chainer", "caffe")
_STATE: Final = dict_of(STR, OUTPUT)
_CALLED: Final = re.compile(r"state_?dict|(?:^|_)sd$", re.I)
_OTHERS: Final = re.compile(
    r"opt|sched|scaler|sampler|load(?!ed)|train(?!ed)|rng|engine|callback|meter|amp|loop|swa_n", re.I
)
"""Words for what keeps something else than tensors in its state dict."""
_OWN: Final = re.compile(
    r"(?:(?:new|own|old|raw|model|net|pretrained|pre|checkpoint|ckpt|loaded|filtered|target|source|src|teacher|student|ema|encoder"
    r"|decoder|backbone|current|cur|base|full|partial|merged|converted|sharded)_)?(?:state_?dict|sd)",
    re.I,
)
"""Names of state dicts that tell of no other library's."""
_OF_MODELS: Final = re.compile(r"state|weights?|params?|pretrain|model|net_?dict|checkpoint|ckpt|backbone", re.I)
_MODEL: Final = re.compile(
    r"(?:[gd]_)?(?:model|net|network|module|params|ema|student|teacher|generator|discriminator|encoder|decoder|backbone|weights?)"
    r"(?:_(?:ema|state|weights|params|dict))?"
)
"""Keys under which files hold a model's state dict, if not the model itself."""
_PARAMETER: Final = re.compile(
    r"(?:^|[._])(?:weight|bias|embed(?:ding)?s?|proj(?:ection)?|kernel|running_(?:mean|var)|relative_position_bias_table|cls_token)$"
)
"""Keys that end like the names of parameters and buffers."""


def part(flow: Flow, node: ast.Subscript, owner: Type) -> Type | None:
    """What stands under a key of a file's dict, or of a variable of which nothing is known; None where that cannot be told."""
    key = node.slice.value if type(node.slice) is Constant else None
    is_file = owner.name in ("loaded", "weights")
    if isinstance(key, str):
        if says_state(key) and (is_file or _is_at_home(flow)):
            return _STATE
        if owner.name == "weights":
            return _STATE if _MODEL.fullmatch(key) is not None else OUTPUT
        if is_file and _MODEL.fullmatch(key) is not None:
            return STORED
        if _PARAMETER.search(key) is not None and _may_be_weights(flow, node.value):
            return OUTPUT
        return OUTPUT if "." in key and is_state(flow, node.value, is_file) else None
    kind = flow.types.get(id(node.slice), UNKNOWN).kind
    if kind != "str" and not (type(node.slice) in (Name, BinOp) and kind == "unknown"):  # ``prefix + "weight"``
        return None
    return OUTPUT if is_state(flow, node.value, is_file) else None


def method(flow: Flow, attr: str, holder: ast.expr, is_file: bool) -> Type | None:
    """What ``items``, ``values``, ``get`` or ``pop`` of a state dict gives; None where it is not known to be one."""
    if attr in ("get", "pop"):
        return OUTPUT if is_state(flow, holder, is_file) else None
    if attr not in ("items", "values") or not (is_state(flow, holder, is_file) or _is_whole(flow, holder, is_file)):
        return None
    return iterator_of(tuple_of(STR, OUTPUT) if attr == "items" else OUTPUT)


def is_state(flow: Flow, node: ast.expr, is_file: bool) -> bool:
    """Whether a value is called a state dict. ``is_file``: it certainly comes out of a file of torch's."""
    name = node.id if type(node) is Name else node.attr if type(node) is Attribute else ""
    return says_state(name) and (is_file or _OWN.fullmatch(name) is not None and _is_at_home(flow))


def _may_be_weights(flow: Flow, node: ast.expr) -> bool:
    """Whether a value is called after a model or its weights: ``checkpoint["pos_embed"]`` is a tensor then."""
    name = node.id if type(node) is Name else node.attr if type(node) is Attribute else ""
    return _OF_MODELS.search(name) is not None and _OTHERS.search(name) is None and _is_at_home(flow)


def _is_whole(flow: Flow, node: ast.expr, is_file: bool) -> bool:
    """Whether all of a file that is called after a model, or what stands there under a model's name, is gone through."""
    if type(node) is Name:
        return is_file and _OF_MODELS.search(node.id) is not None and _OTHERS.search(node.id) is None
    if type(node) is not Subscript or flow.types.get(id(node.value), UNKNOWN).name != "loaded":
        return False
    key = node.slice.value if type(node.slice) is Constant else None
    return isinstance(key, str) and _MODEL.fullmatch(key) is not None


def says_state(name: str) -> bool:
    return _CALLED.search(name) is not None and _OTHERS.search(name) is None


def names_model(key: str) -> bool:
    """Whether a file holds a model's state, or something else's, under a key."""
    return says_state(key) or _MODEL.fullmatch(key) is not None


def _is_at_home(flow: Flow) -> bool:
    """Whether state dicts that come from elsewhere hold torch's tensors: a class that is no Module has states of its own."""
    if not flow.judges or any(library in flow.source.text for library in _CONVERTED_FROM):
        return False
    function = flow.frame.function
    return (
        function is None or function.cls is None or function.cls.kind == "module" or function.name != "load_state_dict"
    )


OF_ANYTHING: Final = dict_of(STR, UNKNOWN)
"""``dict[str, Any]``"""


def is_open(value: Type) -> bool:
    """Whether nothing is known of a value but that it may come out of a file."""
    return (
        value.kind == "unknown"
        and value.name in OPEN
        or value.kind == "dict"
        and (value.name in ("loaded", "weights") or value in (DICT, OF_ANYTHING))
    )
