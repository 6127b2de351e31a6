"""What is done with a value of which nothing else is known: whether only a tensor would have it done."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from mindport.semantics import array_free, loops, own_objects, placed, usage, variables
from mindport.semantics.done_with import may_be_a_tensor, members_of, own_code
from mindport.semantics.telling_calls import converts_elements, is_kind_of_tensor, speaks_mostly
from mindport.semantics.torch_names import FAMILIES
from mindport.semantics.types import FOREIGN, OPEN, TENSOR, Type
from mindport.semantics.word_sets import words
from mindport.syntax.below import parameters_of
from mindport.syntax.indices import slices_dimensions
from mindport.syntax.nodes import (
    Attribute,
    BinOp,
    Call,
    Compare,
    Constant,
    Name,
    Slice,
    Subscript,
    Tuple,
    UnaryOp,
)

if TYPE_CHECKING:
    from mindport.semantics.definitions import FunctionInfo
    from mindport.semantics.flow import Flow

OTHER_TENSORS: Final[tuple[str, ...]] = ("tensorflow", "jax", "paddle", "mxnet", "mindspore", "oneflow", "tinygrad", "jittor",
                                         "megengine", "chainer", "mlx", "linear_operator", "sparse", "tltorch")  # fmt: skip
"""Libraries whose objects have much the same members as torch's tensors."""
ARRAYS: Final[tuple[str, ...]] = ("numpy", "cupy", "pandas", "xarray", "scipy", "polars", "h5py", "zarr", "cv2", "skimage",
                                  "librosa", "soundfile", "sklearn", "onnxruntime", "nibabel", "SimpleITK", "pydicom", "tifffile",
                                  "rasterio", "netCDF4", "faiss", "trimesh", "open3d", "decord", *OTHER_TENSORS)  # fmt: skip
_GRADIENTS: Final = frozenset(["grad", "requires_grad", "is_leaf", "grad_fn", "is_cuda"])
_INDEXERS: Final = frozenset(["loc", "iloc", "at", "iat", "ix", "r_", "c_", "s_"])


def inside_module(flow: Flow) -> bool:
    """Whether the code stands in a method of a Module other than ``__init__``."""
    frame = flow.frame
    while frame.function is None and frame.outer is not None:
        frame = frame.outer
    function = frame.function
    return function is not None and is_of_module(function) and function.name != "__init__"


def is_of_module(function: FunctionInfo) -> bool:
    """Whether a function is a Module's method, or is written to take the place of one's ``forward``, outside of classes:
    ``def flash_forward(self, x)``."""
    if function.cls is not None:
        return function.cls.kind == "module"
    arguments = function.node.args.args
    if not arguments or arguments[0].arg != "self" or _FORWARD.search(function.name) is None:
        return False
    return not function.flow.knows(OTHER_TENSORS)


_FORWARD: Final = re.compile(r"(?:^|_)forward(?:_|$)")


_OF_NUMBERS: Final = words("""
    pi inf e nan newaxis sqrt log log2 log10 exp ceil floor round prod power sin cos tan tanh abs random float32 float64 int32
    int64
""")
"""Members of NumPy that models use for a number or two."""


def among_arrays(flow: Flow) -> bool:
    """Whether the running function itself works with NumPy or SciPy: what it has may well be theirs."""
    function = flow.frame.function
    if function is None or not (flow.source.imports_numpy or flow.knows(("numpy", "scipy"))):
        return False
    for name, used in members_of(flow, function).items():
        found = flow.lookup(name) if used - _OF_NUMBERS else None
        if found is not None and found.kind == "namespace" and found.name.partition(".")[0] in ("numpy", "scipy"):
            return True
    return False


def is_read_of_a_tensor(flow: Flow, node: ast.Attribute, call: ast.Call | None) -> bool:
    """Whether an attribute is one that hardly anything but a tensor has: in a Module's own code, what has a shape."""
    if call is not None or not may_be_a_tensor(flow, node.value):
        return False
    if array_free.is_read_of_a_tensor(flow, node):
        return True
    if placed.is_tensor(flow, node):
        return not flow.knows((*OTHER_TENSORS, "cupy"))
    if type(node.value) is Attribute or type(node.value) is Subscript and _is_configured(node.value):
        return False
    if node.attr in _PLACED and is_of_batch(flow, node.value):
        return inside_module(flow) and not flow.knows(OTHER_TENSORS) and not among_arrays(flow)
    if node.attr in _GRADIENTS:
        return node.attr != "grad" or not flow.knows(OTHER_TENSORS)
    if node.attr in _TURNED:
        return not flow.knows(OTHER_TENSORS) and not among_arrays(flow)
    if node.attr == "data" and type(node.value) is Name and flow.frame.function is not None:
        if flow.frame.beside is None:
            flow.frame.beside = loops.beside_parameters(flow.frame.function.node)
        return node.value.id in flow.frame.beside and not flow.knows(OTHER_TENSORS)
    if node.attr not in array_free.SHAPE or not inside_module(flow) or flow.knows(OTHER_TENSORS):
        return False
    return not among_arrays(flow) and not _is_turned_into_a_tensor(flow, node.value)


_TURNED: Final = frozenset(["mT", "mH"])
_PLACED: Final = frozenset(["device", "dtype"])


def _is_configured(node: ast.expr) -> bool:
    """``self.config.features["action"]``: what is written down in settings has shapes as well, and is none of the tensors."""
    while isinstance(node, (Attribute, Subscript)):
        if type(node) is Attribute and _CONFIGURED.search(node.attr):
            return True
        node = node.value
    return type(node) is Name and _CONFIGURED.search(node.id) is not None


_CONFIGURED: Final = re.compile(r"cfg|config|hparams|settings|specs?$", re.IGNORECASE)


def is_of_batch(flow: Flow, node: ast.expr) -> bool:
    """``data["pos"]``, where neither is called a model or tells of settings."""
    if type(node) is not Subscript or type(node.value) is not Name or type(node.slice) is not Constant:
        return False
    key = node.slice.value
    if not isinstance(key, str):
        return False
    said = f"{key} {node.value.id}"
    if usage.MODELS.search(said) or array_free.SPECIFIED.search(said):
        return False
    return not (_names_a_module(key) or _names_a_module(node.value.id) or _SETTINGS.search(said))


_SETTINGS: Final = re.compile(r"arg|opt|cfg|conf|param|kw|device|dtype|trainer|state|accel", re.IGNORECASE)


def is_array(flow: Flow, name: str) -> bool:
    """Whether what the running function does with arrays makes a parameter of that name rather one of them."""
    return among_arrays(flow) or _is_turned_into_a_tensor(flow, ast.Name(name, ast.Load()))


def _is_turned_into_a_tensor(flow: Flow, node: ast.expr) -> bool:
    """Whether the function gives the value, or a part of it, to ``torch.from_numpy``: it is an array."""
    function = flow.frame.function
    if function is None or "from_numpy" not in flow.source.text:
        return False
    if flow.frame.turned is None:
        flow.frame.turned = variables.turned_into_tensors(function.node)
    return bool(flow.frame.turned) and ast.dump(node) in flow.frame.turned


def is_shape(node: ast.expr) -> bool:
    """Whether a value is called a shape, or is a part of one, which counts its elements as a tensor does."""
    if type(node) is BinOp:
        return is_shape(node.left) or is_shape(node.right)
    while type(node) is Subscript:
        node = node.value
    name = node.attr if type(node) is Attribute else node.id if type(node) is Name else ""
    return name.endswith(("shape", "size"))


def is_variable(flow: Flow, node: ast.expr) -> bool:
    """Whether a value is a variable without an annotation, or an item of one, of which nothing is known that a tensor does not
    have, in code that knows no tensors but torch's."""
    root = node
    while type(root) is Subscript:
        root = root.value
    function = flow.frame.function
    if type(root) is not Name or flow.knows(OTHER_TENSORS):
        return False
    if function is None:
        return flow.frame is flow.module and root.id in flow.module.vars
    arguments = function.node.args
    named = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    if any(one.arg == root.id and one.annotation is not None for one in named):
        held = flow.lookup(root.id)  # a dict of anything, or the like
        return root is not node and held is not None and held.kind in ("dict", "list", "tuple")
    return root is not node or may_be_a_tensor(flow, node)


def is_open(flow: Flow, node: ast.expr) -> bool:
    """The same, or what a call gives or an object holds: ``self.output.detach()``, ``sample(x).unsqueeze(0)``."""
    if isinstance(node, (BinOp, UnaryOp, Compare)):
        return not flow.knows(OTHER_TENSORS)
    root = node
    while type(root) is Subscript:
        root = root.value
    if not isinstance(root, (Attribute, Call)):
        return is_variable(flow, node)
    while isinstance(node, (Attribute, Call, Subscript)):
        if type(node) is Call and type(node.func) is Name and node.func.id == "getattr" and node.args:
            node = node.args[0]  # ``getattr(self.layer, name).unsqueeze(0)``
        else:
            node = node.func if isinstance(node, Call) else node.value
    if isinstance(node, (BinOp, UnaryOp)):
        return not flow.knows(OTHER_TENSORS)
    if type(node) is not Name or flow.knows(OTHER_TENSORS) or is_tried(flow, node):
        return False
    found = flow.lookup(node.id)
    if found is None or found.kind != "namespace":
        return found is not None
    return found.name in FAMILIES and isinstance(root, Call)  # another library has its own objects


def is_tried(flow: Flow, node: ast.Name) -> bool:
    """Whether the function tries what a variable can do: ``try: return x.cpu().numpy()``, ``except AttributeError``."""
    function = flow.frame.function
    if function is None or "AttributeError" not in flow.source.text:
        return False
    return "[tried]" in members_of(flow, function).of(node)


def is_of_no_other_library(flow: Flow, node: ast.Attribute) -> bool:
    """Whether a method is asked of what no other library's module holds, in code that knows no tensors but torch's, and that has
    no method so called itself."""
    if flow.knows(OTHER_TENSORS) or f"def {node.attr}(" in flow.source.text:
        return False
    root: ast.expr = node.value
    while isinstance(root, (Attribute, Call, Subscript)):
        root = root.func if isinstance(root, Call) else root.value
    found = flow.lookup(root.id) if type(root) is Name else None
    return found is not None and found.kind != "namespace"


def is_item_or_field(flow: Flow, node: ast.expr) -> bool:
    """Whether a value comes out of a loop, or by its key out of something that is not called a model: ``batch["image"]``,
    ``batch["image"][0]``, ``batch.get("image")``."""
    if type(node) is Call and type(node.func) is Attribute and node.func.attr == "get" and node.args:
        word = node.args[0].value if type(node.args[0]) is Constant else None
        return isinstance(word, str) and loops.is_batch(node.func.value) and not _names_a_module(word)
    while type(node) is Subscript and type(node.value) is Subscript and not _is_key(node.slice):
        node = node.value
    if type(node) is Subscript and type(node.value) is Name and not flow.knows(OTHER_TENSORS):
        if usage.MODULES.search(node.value.id):
            return False
        if type(node.slice) is Constant and isinstance(node.slice.value, int):
            # ``for batch in xs: batch[0].to(device)``, ``def step(self, batch): batch[0].to(device)``
            return loops.is_batch(node.value) and (is_item(flow, node.value) or _is_given(flow, node.value))
        if type(node.slice) is Constant and _names_a_module(str(node.slice.value)):
            return False
        key = flow.types.get(id(node.slice))
        if key is not None and key.kind == "str":
            return True
        # ``for key in batch: batch[key].to(device)``
        return type(node.slice) is Name and loops.is_batch(node.value) and _is_of_loop(flow, node.slice)
    return is_item(flow, node)


def _is_key(node: ast.expr) -> bool:
    return type(node) is Constant and isinstance(node.value, str)


def _names_a_module(key: str) -> bool:
    return usage.MODULES.search(key) is not None or usage.NAMED_MODULE.search(key) is not None


def speaks(flow: Flow, node: ast.Attribute, call: ast.Call) -> bool:
    """Whether a method called on a variable is one that hardly anything but a tensor has, where arrays and frames of other
    libraries are not at home."""
    attr, value = node.attr, node.value
    if array_free.speaks(flow, node, call) and may_be_a_tensor(flow, value):
        return True
    if attr in _OF_DATA and type(value) is Attribute and value.attr == "data" and not call.args:
        return not flow.knows(OTHER_TENSORS) and not flow.knows(_FRAMES) and not flow.knows(_GRIDS)
    if attr == "item":
        if type(value) is Subscript and flow.knows(_FRAMES):
            return False  # a column of a table
        if type(value) is Name and array_free.may_be_one(flow, value.id) and not (call.args or call.keywords):
            if not (among_arrays(flow) or flow.knows((*_FRAMES, *OTHER_TENSORS)) or "def item(" in flow.source.text):
                return may_be_a_tensor(flow, value)
        if type(value) is Call and type(value.func) is Attribute and value.func.attr in _REDUCING and not value.args:
            if not flow.knows(ARRAYS) and not among_arrays(flow):  # ``x.mean().item()``
                return not call.args
            value = value.func.value  # ``loss.sum().item()``
        if type(value) is BinOp:
            return not call.args and not flow.knows(ARRAYS)
        said = f"{_called(value)} {_looped_over(flow, value)}".lower()
        return "loss" in said and not call.args and not flow.knows(OTHER_TENSORS)
    if attr == "clone" and (
        type(value) is Subscript and type(value.slice) is Slice or inside_module(flow) and is_of_batch(flow, value)
    ):
        return not call.args and may_be_a_tensor(flow, value) and is_of_no_other_library(flow, node)
    if attr == "type" and type(value) is Call and converts_elements(node, call):
        return not flow.knows(OTHER_TENSORS)  # nobody brings a Module to a type as soon as it is made
    if attr == "norm" and type(value) is BinOp and not (call.args or call.keywords):
        return not flow.knows((*_FRAMES, *_NUMBERS, *OTHER_TENSORS))  # ``(new - old).norm()``
    if not flow.is_in_code or not speaks_mostly(attr, call):
        return False
    if flow.knows(_FRAMES if attr in _COMPARISONS else ARRAYS if attr == "transpose" else _NUMBERS):
        return False
    if attr == "numpy" and any(f"import {one}" in flow.source.text for one in OTHER_TENSORS):
        return False  # be it within a function
    if attr in _OWN_WORDS and f"def {attr}(" in flow.source.text:
        return False  # the file's own numbers or points
    if (attr in CASTS or attr == "type" and _is_of_torch(call)) and type(value) is not Compare:
        name = value.id if type(value) is Name else _key_of_item(flow, value)
        if not name or usage.MODULES.search(name) or usage.MODELS.search(name):
            return False
    return is_open(flow, value)


def _is_of_torch(call: ast.Call) -> bool:
    """``x.type(torch.float32)``, as a Module may be called too."""
    return is_kind_of_tensor(call.args[0]) or type(call.args[0]) is Attribute and call.args[0].attr != "dtype"


def _key_of_item(flow: Flow, node: ast.expr) -> str:
    """``image`` of ``batch["image"]``, where the dict comes out of a loop, or is given and called a batch."""
    if type(node) is not Subscript or type(node.value) is not Name or type(node.slice) is not Constant:
        return ""
    key = node.slice.value
    if not isinstance(key, str) or not (_is_of_loop(flow, node.value) or is_given_batch(flow, node.value)):
        return ""
    return f"{node.value.id} {key}"


def is_given_batch(flow: Flow, node: ast.expr) -> bool:
    """Whether a value is a parameter that is called a batch."""
    function = flow.frame.function
    if function is None or not loops.is_batch(node):
        return False
    return any(one.arg == node.id for one in parameters_of(function.node.args))  # type: ignore[attr-defined]


def _looped_over(flow: Flow, node: ast.expr) -> str:
    """``losses`` of ``{name: value.item() for name, value in losses.items()}``, asked of ``value``."""
    if type(node) is not Name or not flow.is_in_code:
        return ""
    over = flow.own_names(flow.frame.function).looped.get(node.id, ())
    if len(over) != 1:
        return ""
    taken = over[0].func if type(over[0]) is Call else over[0]
    return _called(taken.value if type(taken) is Attribute and taken.attr in ("items", "values") else taken)


def _called(node: ast.expr) -> str:
    """What a value is called: ``self.loss``, ``losses["total"]``, ``out["loss"]``."""
    if type(node) is Subscript:
        key = node.slice.value if type(node.slice) is Constant else None
        return f"{_called(node.value)} {key}" if isinstance(key, str) else ""
    return node.id if type(node) is Name else node.attr if type(node) is Attribute else ""


_OF_DATA: Final = frozenset(["item", "cpu", "cuda"])
"""Methods of what ``x.data`` gives where ``x`` is a tensor; of arrays the first alone."""
_REDUCING: Final = frozenset(["mean", "sum"])
_NUMBERS: Final = ("decimal", "mpmath", "sympy", "polars", "xarray")
_GRIDS: Final = ("scipy", "xarray", "zarr", "h5py")
_FRAMES: Final = ("pandas", "polars", "pyspark", "sqlalchemy", "sympy")
_COMPARISONS: Final = frozenset(["eq", "ne", "lt", "le", "gt", "ge", "pow", "abs", "isnan"])
_OWN_WORDS: Final = frozenset(["pow", "abs", "transpose", "floor", "ceil", "sin", "cos", "tan", "diagonal", "flatten"])
CASTS: Final = frozenset(["float", "int", "bool"])


def is_item(flow: Flow, node: ast.expr) -> bool:
    """Whether a value comes out of a loop, and nothing is done with it that a tensor does not have."""
    if type(node) is not Name or flow.knows(OTHER_TENSORS) or not _is_of_loop(flow, node):
        return False
    return members_of(flow, flow.frame.function).of(node) <= flow.knowledge.tensor_members


def _is_given(flow: Flow, node: ast.Name) -> bool:
    """Whether a value is a parameter, and nothing is done with it that a tensor does not have."""
    function = flow.frame.function
    if function is None or all(one.arg != node.id for one in parameters_of(function.node.args)):
        return False
    return members_of(flow, function).of(node) <= flow.knowledge.tensor_members


def _is_of_loop(flow: Flow, node: ast.Name) -> bool:
    function = flow.frame.function
    frame = flow.frame if function is not None else flow.module
    if frame.items is None:
        frame.items = loops.items(function.node if function is not None else own_code(flow))
    return bool(frame.items) and members_of(flow, function).key(node) in frame.items


def is_indexed_as_tensors_are(flow: Flow, node: ast.expr) -> bool:
    """Whether a value is ``x[None]``, ``x[:, 0]`` or ``x[mask]``, of a mask that is a tensor: of what is indexed so and then
    brought to a device, only tensors are known."""
    if type(node) is not Subscript or flow.knows(OTHER_TENSORS):
        return False
    index = node.slice
    if type(index) is Name and flow.types.get(id(index)) == TENSOR:
        return True
    parts = index.elts if type(index) is Tuple else [index] if type(index) is Constant else []
    return any(type(one) is Slice or type(one) is Constant and one.value in (None, ...) for one in parts)


def cut(flow: Flow, node: ast.Subscript) -> bool:
    """Whether a subscript takes slices of several dimensions, ``x[:, 1:]``, where nothing but tensors and arrays is at home."""
    if not slices_dimensions(node.slice) or type(node.value) is Attribute and node.value.attr in _INDEXERS:
        return False
    return not flow.knows((*_FRAMES, *_GRIDS, *OTHER_TENSORS))


def sliced(flow: Flow, node: ast.Subscript, owner: Type) -> bool:
    """Whether a subscript is one that only tensors and arrays take (``x[..., :n]``), where arrays are not at home."""
    index = node.slice
    if (
        not (flow.judges and type(index) is Tuple and owner.kind == "unknown" and owner.name in OPEN)
        or owner == FOREIGN
    ):
        return False
    if flow.role == "annotation" or type(node.value) is Attribute and node.value.attr in _INDEXERS:
        return False
    if not any(type(e) is Slice or type(e) is Constant and e.value in (None, ...) for e in index.elts):
        return False
    if own_objects.are_sliced(flow):
        return False
    if inside_module(flow):
        return not flow.knows(OTHER_TENSORS) and not among_arrays(flow) and may_be_a_tensor(flow, node.value)
    return not flow.knows(ARRAYS) and may_be_a_tensor(flow, node.value) and not _is_of_arrays(flow, node.value)


def _is_of_arrays(flow: Flow, node: ast.expr) -> bool:
    """``nibabel.load(path).dataobj``, where the function has imported that."""
    while isinstance(node, (Attribute, Call, Subscript)):
        node = node.func if isinstance(node, Call) else node.value
    found = flow.lookup(node.id) if type(node) is Name else None
    return found is not None and found.kind == "namespace" and found.name.partition(".")[0] in ARRAYS
