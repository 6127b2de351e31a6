"""Files at work with torch alone, where nothing else that has a shape is at home: no arrays, no pictures, no files of data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mindport.semantics.usage import MODELS, MODULES

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

SHAPE: Final = frozenset(["shape", "ndim"])
"""What tensors and arrays have, and little else."""
_LIBRARIES: Final = """
    PIL cupy cv2 dask fx gym gymnasium h5py imageio jax k2 librosa linear_operator mindspore mxnet numpy onnx onnxruntime
    openvino paddle pandas polars pyarrow scipy skimage sklearn soundfile sparse tensorflow triton xarray zarr
"""
"""What is imported, also from torch, whose values have shapes and are no tensors: ``torch.fx`` has what stands for one."""
_IMPORTED: Final = re.compile(
    rf"^[ \t]*(?:import|from)[ \t][^\n#]*\b(?:{'|'.join(_LIBRARIES.split())})\b", re.MULTILINE
)
SPECIFIED: Final = re.compile(r"spec|space|config|info|schema|meta|field|param$", re.IGNORECASE)
"""Names of what tells shapes and types of others."""
_SETTINGS: Final = re.compile(r"^(?:self|cls|env|args?|opts?|opt|cfg|conf|hparams)$|_args$|_cfg$", re.IGNORECASE)


def shapes_are_tensors(flow: Flow, name: str) -> bool:
    """Whether a variable of that name, of which nothing else is known, is likely a tensor if it has a shape: where a file imports
    torch and nothing whose values have one, annotations say so in 99 of 100 cases (of 2,455 parameters of 17 packages)."""
    if flow.without_arrays is None:
        flow.without_arrays = _IMPORTED.search(flow.source.text) is None
    if not flow.without_arrays or flow.knows_numpy():
        return False
    return not any(words.search(name) for words in (SPECIFIED, _SETTINGS, MODULES, MODELS))
