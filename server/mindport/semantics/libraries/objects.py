"""Objects of libraries that stand on torch, but no Modules: their types, and those of their classes that are told by name. What
members they have says the library's own module, which is read where such an object is met.

Facts of transformers 5.23, diffusers 0.42, torch_geometric 2.8, accelerate 1.15 and tensordict 0.15, whose classes
were compared with these names.
"""

from __future__ import annotations

import ast
import re
from typing import Final

from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.nodes import Name

GRAPH: Final = Type("other", "graph")
"""A graph of PyTorch Geometric's, or several in one: ``Data`` and ``Batch``."""
NOISE: Final = Type("other", "noise-scheduler")
"""A scheduler of diffusers, which adds noise to pictures and takes it away."""
TOKENIZER: Final[Type] = Type("other", "tokenizer")
"""A tokenizer or processor: what prepares the inputs of a Module."""
ACCELERATOR: Final[Type] = Type("other", "accelerator")
"""An ``Accelerator``, of which there is one in each script."""
ENCODED: Final = "encoded"
"""Name of the type of inputs that were prepared, a dict with more members."""
AVERAGE: Final = "timm-average"
"""Name of the type of timm's ``ModelEma``."""
TEXTS: Final = "torchtext"
"""Name of the type of torchtext's vocabularies and vectors, and of fields, which have a vocabulary."""
SCORED: Final = Type("other", "coco-evaluation")
"""A ``COCOeval`` of pycocotools 2.0, which computes with arrays."""
STORED: Final = Type("other", "stored-tensors")
"""A file of tensors that is open: what safetensors' ``safe_open`` gives."""
TENSOR_DICT: Final = Type("other", "tensordict")
"""A dict of tensors with the methods of one: tensordict's."""
ESTIMATOR: Final[Type] = Type("other", "estimator")
"""A model of scikit-learn's, or one that is used alike."""
HELD: Final = frozenset(
    [
        ESTIMATOR.name,
        TENSOR_DICT.name,
        SCORED.name,
        STORED.name,
        GRAPH.name,
        NOISE.name,
        TOKENIZER.name,
        ACCELERATOR.name,
        ENCODED,
        AVERAGE,
        TEXTS,
    ]
)
"""Names of all these types."""

_CLASSES: Final = {
    "torch_geometric.data.Data": GRAPH,
    "torch_geometric.data.Batch": GRAPH,
    "pycocotools.cocoeval.COCOeval": SCORED,
    **dict.fromkeys(
        [f"tensordict.{one}" for one in ("TensorDict", "TensorDictBase", "LazyStackedTensorDict")], TENSOR_DICT
    ),
    **dict.fromkeys([f"tensordict.tensordict.{one}" for one in ("TensorDict", "TensorDictBase")], TENSOR_DICT),
    "torchdata.stateful_dataloader.StatefulDataLoader": Type("dataloader"),
    "accelerate.Accelerator": ACCELERATOR,
    "accelerate.accelerator.Accelerator": ACCELERATOR,
}
_PREPARING: Final = frozenset(["transformers", "diffusers", "peft"])
_TOKENIZER_CLASS: Final = (
    r"(?!\w*(?:Logits|Attn)\w*Processor)\w+(?:Tokenizer|TokenizerBase|Processor|FeatureExtractor)(?:Fast|Pil|WithLM)?"
)
_NOISE_CLASS: Final = r"diffusers\.(?:\w+\.)*(?!\w*LRScheduler)\w+(?:Schedulers?|SchedulerMixin)"


def instance(name: str) -> Type:
    """An instance of one of these classes, by the qualified name of the class."""
    root, leaf = name.partition(".")[0], name.rpartition(".")[2]
    if root == "diffusers" and re.fullmatch(_NOISE_CLASS, name) is not None:
        return NOISE
    if root in _PREPARING and re.fullmatch(_TOKENIZER_CLASS, leaf) is not None:
        return TOKENIZER
    return _CLASSES.get(name, UNKNOWN)


def is_called_dict(node: ast.expr) -> bool:
    """Whether a variable is called such a dict of tensors, as the examples of the library do."""
    return type(node) is Name and names_dict(node.id)


def names_dict(name: str) -> bool:
    """Whether such a dict of tensors is so called."""
    return _DICT.search(name) is not None


_DICT: Final = re.compile(
    r"(?:^|_)tds?\d*$|(?:^|_)td_(?:in|out|data)$|tensordicts?(?:_?\d+|_(?:in|out|data|copy|save))?$"
)
"""``td``, ``next_td``, ``tensordict_out``; but ``td_error`` is a temporal difference."""


def is_held(value: Type) -> bool:
    """Whether a value is such an object, and of no class of the user's own."""
    return value.name in HELD and value.definition is None
