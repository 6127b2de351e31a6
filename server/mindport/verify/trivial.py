"""Says when an example shows nothing: any wrong translation would give the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from mindport.verify.inputs import Input
from mindport.verify.verdict import Leaf

CONSTANTS = frozenset(
    [
        "zeros_like",
        "ones_like",
        "full_like",
        "empty_like",
        "new_zeros",
        "new_ones",
        "new_full",
        "new_empty",
        "zero_",
        "fill_",
        "zeros_",
        "ones_",
        "constant_",
        "is_tensor",
        "is_floating_point",
        "is_complex",
        "numel",
        "isreal",
        "constant",
        "sparse_",
        "fill",
    ]
)
"""Last parts of names whose result is the same number everywhere, whatever their input."""

IDENTITIES = frozenset(
    [
        "contiguous",
        "clone",
        "alias_copy",
        "detach_copy",
        "is_compiling",
        "is_initialized",
        "is_in_onnx_export",
        "get_rank",
        "view_as_complex",
        "get_world_size",
        "logical_not_",
        "atleast_1d",
        "atleast_2d",
        "atleast_3d",
        "detach",
        "detach_",
        "requires_grad_",
        "cpu",
        "cuda",
        "to",
        "type_as",
        "type",
        "float",
        "data",
        "Identity",
        "identity",
        "checkpoint",
        "retain_grad",
        "pin_memory",
        "as_tensor",
        "tensor",
        "asarray",
        "from_numpy",
        "numpy",
        "item",
        "tolist",
        "Parameter",
        "copy_",
        "set_",
        "resolve_conj",
        "resolve_neg",
        "dropout",
        "Dropout",
        "Dropout1d",
        "Dropout2d",
        "Dropout3d",
        "AlphaDropout",
        "FeatureAlphaDropout",
        "eval",
        "dropout1d",
        "dropout2d",
        "dropout3d",
        "alpha_dropout",
        "feature_alpha_dropout",
        "positive",
        "real",
        "conj",
        "conj_physical",
        "FloatTensor",
        "Tensor",
        "is_leaf",
        "share_memory_",
    ]
)
"""Last parts of names that give back what they get, or do so where examples are run."""


def why(name: str, outputs: Iterable[Leaf], inputs: Sequence[Input]) -> str | None:
    """``empty``, ``constant`` or ``identity`` where that is all that the outputs of torch are, else None."""
    leaf = name.rpartition(".")[2]
    arrays = [np.asarray(output.array) for output in outputs if output.array is not None]
    if not arrays:
        return None  # words and None are compared as they are
    if all(array.size == 0 for array in arrays):
        return "empty"
    several = [array for array in arrays if array.size > 1]
    flat = all(bool(np.all(array == array.flat[0])) for array in several)
    if inputs and several and len(several) == len(arrays) and flat and leaf not in CONSTANTS:
        return "constant"
    if leaf not in IDENTITIES and any(_same(arrays, given) for given in inputs):
        return "identity"
    return None


def _same(arrays: Sequence[object], given: Input) -> bool:
    values = np.asarray(given.values)
    return len(arrays) == 1 and values.size > 1 and np.array_equal(np.asarray(arrays[0]), values)
