"""Files at work with torch alone, where nothing else that has a shape is at home: no arrays, no pictures, no files of data.

What annotations and calls tell of 26 packages' such files says how sure each member is: of what has a shape and is known, tensors
are 10,101 of 10,133; of what is summed up, 1,329 of 1,331.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import ClassInfo
from mindport.semantics.reaching import has_torchs_own
from mindport.semantics.telling_calls import takes_what_it_reduces
from mindport.semantics.types import FOREIGN, UNKNOWN
from mindport.semantics.usage import MODELS, MODULES
from mindport.semantics.word_sets import words
from mindport.syntax.nodes import (
    Attribute,
    BinOp,
    Call,
    Compare,
    Constant,
    Eq,
    Gt,
    GtE,
    Lt,
    LtE,
    Name,
    NotEq,
    Subscript,
    UnaryOp,
)

if TYPE_CHECKING:
    from mindport.semantics.definitions import Frame
    from mindport.semantics.flow import Flow

SHAPE: Final = frozenset(["shape", "ndim"])
"""What tensors and arrays have, and little else."""
_READ: Final = frozenset([*SHAPE, "dtype", "device", "T", "mT"])
_CALLED: Final = words("""
    all amax amin any argmax argmin chunk cumsum dim item max mean min ndimension nonzero prod repeat reshape squeeze std sum
    tolist var
""")
_OF_OBJECTS: Final = frozenset(["all", "any", "chunk", "dim", "ndimension"])
"""Of these, what other objects' parts have, too."""
_OF_SIZES: Final = frozenset(["repeat", "reshape"])
_LIBRARIES: Final = """
    PIL SimpleITK ase av awkward cupy cv2 dask decord dm_control faiss fx gym gymnasium h5py imageio jax k2 laspy librosa
    linear_operator mindspore mne moviepy mujoco mxnet netCDF4 nibabel numba numpy onnx onnxruntime open3d openvino paddle pandas
    plyfile polars pyarrow pybullet pydicom pywt pyvista rasterio rdkit scipy skimage sklearn soundfile sparse tensorflow tensorrt
    tifffile trimesh triton tritonclient xarray zarr
"""
"""What is imported, also from torch, whose values have shapes and are no tensors: ``torch.fx`` has what stands for one."""
_IMPORTED: Final = re.compile(
    rf"[ \t]*(?:import|from)[ \t][^#]*\b(?:{'|'.join(_LIBRARIES.split())})\b"
    rf"|[^#]*import\w*\([ \t]*[\"'](?:{'|'.join(_LIBRARIES.split())})\b"
)
_ARRAY: Final = re.compile(r"array|numpy|^np$", re.IGNORECASE)
_NAMED_ARRAY: Final = re.compile(r"array|numpy|(?:^|_)(?:np|arr)(?:\d|_|$)", re.IGNORECASE)
SPECIFIED: Final = re.compile(r"spec|space|config|info|schema|meta|field|param$", re.IGNORECASE)
"""Names of what tells shapes and types of others."""
_SETTINGS: Final = re.compile(
    r"^(?:self|cls|env|args?|opts?|opt|cfg|conf|hparams)$|_args$|_cfg$|storage|coco_?eval", re.IGNORECASE
)
_PLACED: Final = re.compile(
    r"accel|trainer|fabric|strategy|learner|runner|engine|state|cont?e?xt|client|server|worker|group|mesh|stream|tracker"
    r"|^(?:gen|rng)$",
    re.IGNORECASE,
)
"""Names of what is on a device, or speaks of several, and is no tensor."""


def is_one(flow: Flow) -> bool:
    """Whether the file imports no library whose values have shapes and are no tensors."""
    if flow.without_arrays is None:
        imported = any(map(_IMPORTED.match, _imports(flow.source.text)))
        flow.without_arrays = not imported and has_torchs_own(flow.source, flow.project)
    return flow.without_arrays and not flow.knows_numpy()


def _imports(text: str) -> Iterator[str]:
    """Lines that may import something; far quicker found so than by an expression that looks at each line."""
    at = text.find("import")
    while at >= 0:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield text[text.rfind("\n", 0, at) + 1 : end]
        at = text.find("import", end)


def is_read_of_a_tensor(flow: Flow, node: ast.Attribute) -> bool:
    """Whether an attribute of what nothing else is known of is likely a tensor's."""
    if node.attr not in _READ or flow.frame.function is None or not is_one(flow):
        return False
    value = node.value
    if type(value) is Name:
        return may_be_one(flow, value.id) and (node.attr != "device" or not _PLACED.search(value.id))
    # Of what has a shape, nothing is a Module: ``layers[0].shape``
    if type(value) is not Subscript or _is_turned_later(flow, value):
        return False
    return may_be_one(flow, _root(value), node.attr in SHAPE)


def speaks(flow: Flow, node: ast.Attribute, call: ast.Call) -> bool:
    """Whether a method called on what nothing else is known of is likely a tensor's."""
    if node.attr not in _CALLED or flow.frame.function is None or not is_one(flow):
        return False
    if call.args and type(call.args[0]) is Constant and isinstance(call.args[0].value, str):
        return False
    if takes_what_it_reduces(call, node.attr):
        return False
    value = node.value
    if type(value) is Call:
        return not _is_of_array(flow, value)
    if type(value) is BinOp:  # ``(a * b[1:]).sum(1)``
        by_dimension = bool(call.args) and all(map(_is_written_out, call.args))
        return node.attr not in _OF_OBJECTS and by_dimension and _is_made_of_one(flow, value)
    if type(value) is Compare:  # ``(x == y).all()``, which is none of a bool
        return all(type(one) in _OF_VALUES for one in value.ops)
    if type(value) is Attribute:
        return (
            node.attr not in _OF_OBJECTS
            and (node.attr in _OF_SIZES or all(map(_is_written_out, call.args)))
            and _is_no_other(value.attr)
            and not _is_of_array(flow, call)
            and not _is_of_settings(value)
            and _is_open(flow, value)
        )
    if type(value) is Subscript and _is_turned_later(flow, value):
        return False
    return type(value) in (Name, Subscript) and may_be_one(flow, _root(value))


def _is_turned_later(flow: Flow, node: ast.Subscript) -> bool:
    """``batch["x"].shape`` before ``batch[key] = torch.tensor(batch[key])``: then it is an array or a list."""
    name = _root(node)
    put = [one for one in flow.own_names(flow.frame.function).put.get(name, ()) if node.lineno < one.lineno]
    return any(type(one) is Subscript and _root(one) == name for one in map(_turned, put))


def _turned(node: ast.expr) -> ast.expr | None:
    """``mask`` of ``torch.as_tensor(mask)``."""
    if type(node) is not Call or type(node.func) is not Attribute or node.func.attr not in _TURNING or not node.args:
        return None
    return node.args[0]


_TURNING: Final = frozenset(["as_tensor", "tensor", "from_numpy", "Tensor", "FloatTensor", "LongTensor"])
_OF_VALUES: Final = (Eq, Gt, GtE, Lt, LtE, NotEq)


def _is_made_of_one(flow: Flow, node: ast.expr) -> bool:
    """Whether a sum or product is one of the function's own variables, or of parts of them."""
    if type(node) is BinOp:
        return _is_made_of_one(flow, node.left) or _is_made_of_one(flow, node.right)
    return type(node) in (Name, Subscript) and may_be_one(flow, _root(node))


def _is_of_settings(node: ast.expr) -> bool:
    """``cfg.model.mean``, ``self.args.shape``"""
    while isinstance(node, (Attribute, Subscript)):
        node = node.value
        name = node.attr if type(node) is Attribute else node.id if type(node) is Name and node.id not in _OWN else ""
        if _SETTINGS.search(name):
            return True
    return False


_OWN: Final = ("self", "cls")


def _is_written_out(node: ast.expr) -> bool:
    """Whether an argument is a number, as dimensions mostly are."""
    return type(node) is Constant or type(node) is UnaryOp and type(node.operand) is Constant


def _is_open(flow: Flow, node: ast.Attribute) -> bool:
    """Whether nothing is known of what an attribute is read of, or it is the running method's own object."""
    owner = flow.types.get(id(node.value))
    cls = owner.definition if owner is not None else None
    return cls is flow.frame.cls if isinstance(cls, ClassInfo) else True


def _is_of_array(flow: Flow, call: ast.Call) -> bool:
    """``np.asarray(x)`` of a name that nothing here has bound, ``as_numpy(x)``, ``x.values.max(axis=0)``, or ``f(x)`` of
    an array."""
    if any(flow.types.get(id(one), UNKNOWN).kind == "ndarray" for one in call.args):
        return True
    if any(keyword.arg == "axis" for keyword in call.keywords):
        return True
    left: ast.expr = call
    while type(left) in (Call, Attribute, Subscript):
        if type(left) is Call and _ARRAY.search(getattr(left.func, "attr", getattr(left.func, "id", ""))):
            return True
        left = left.func if type(left) is Call else left.value  # type: ignore[attr-defined]
    return type(left) is Name and flow.lookup(left.id) is None


def is_given_a_tensor(flow: Flow, name: str, read: frozenset[str], called: frozenset[str]) -> bool:
    """Whether a parameter of which nothing else is known is likely a tensor, by its members that are read and called."""
    if not (read & _READ or called & _CALLED) or read & _CALLED or not is_one(flow):
        return False
    return _is_no_other(name) and (bool(read & SHAPE or called & _CALLED) or not _PLACED.search(name))


def may_be_one(flow: Flow, name: str, has_shape: bool = False) -> bool:
    """Whether a function's own variable may be a tensor, by its name; ``has_shape``: it is no Module."""
    function = flow.frame.function
    if function is None:
        return False
    own = flow.own_names(function)
    if name in own.beside_tensors or any(map(_is_kept_as_array, own.assigned.get(name, ()))):
        return False
    if any(map(_is_of_spaces, own.looped.get(name, ()))) or any(turns(one, name) for one in own.assigned.get(name, ())):
        return False
    frame: Frame | None = flow.frame
    while frame is not None and frame.function is not None and name not in frame.vars:
        frame = frame.outer
    if frame is None or frame.function is None or frame.vars[name] == FOREIGN:
        return False
    return _is_no_other(name, has_shape)


def _is_no_other(name: str, has_shape: bool = False) -> bool:
    if not has_shape and (MODULES.search(name) or MODELS.search(name)):
        return False
    return not any(others.search(name) for others in (SPECIFIED, _NAMED_ARRAY, _SETTINGS))


def turns(node: ast.expr, name: str) -> bool:
    """``mask = torch.as_tensor(mask)``: before that it is an array or a list."""
    turned = _turned(node)
    return type(turned) is Name and turned.id == name


def _is_of_spaces(node: ast.expr) -> bool:
    """``obs_space.spaces.items()``: what an environment gives and takes."""
    while isinstance(node, (Attribute, Call, Subscript)):
        if type(node) is Attribute and _SPACE.search(node.attr):
            return True
        node = node.func if type(node) is Call else node.value  # type: ignore[union-attr]
    return type(node) is Name and _SPACE.search(node.id) is not None


_SPACE: Final = re.compile(r"(?:^|_)(?:space|spec)s?$", re.IGNORECASE)


def _is_kept_as_array(node: ast.expr) -> bool:
    """``row["audio"]["array"]``"""
    while type(node) is Subscript:
        key = node.slice.value if type(node.slice) is Constant else None
        if isinstance(key, str) and _NAMED_ARRAY.search(key):
            return True
        node = node.value
    return False


def _root(node: ast.expr) -> str:
    """``xs`` of ``xs[0]["image"]``; empty where it is no variable, or kept under an array's name."""
    if _is_kept_as_array(node):
        return ""
    while type(node) is Subscript:
        node = node.value
    return node.id if type(node) is Name else ""
