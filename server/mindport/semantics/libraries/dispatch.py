"""What libraries that stand on torch give, by the names of their classes and functions: they are rarely at hand, and too dynamic
to be followed. Each of the larger ones has a module beside this, which says of which version its facts are; those of the others
are of their documentation.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.libraries import accelerate, hugging_face, modules, objects
from mindport.semantics.types import NUMPY, OUTPUT, STR, TENSOR, UNKNOWN, Type, callable_to, dict_of, list_of, tuple_of
from mindport.syntax.nodes import Attribute, Constant

_GEOMETRIC: Final = frozenset(["torch_geometric", "torch_scatter", "torch_cluster"])
"""PyTorch Geometric, and what it is built on."""
_SMALL: Final = frozenset(["pycocotools", "geoopt", "pyro", "safetensors", "tensordict", "torch_npu"])
"""Those of which little is to be said."""
ROOTS: Final = modules.LIBRARIES | _GEOMETRIC | _SMALL
"""Packages of these libraries."""
_MAKING: Final = frozenset(["from_pretrained", "from_config", "from_single_file", "from_encoder_decoder_pretrained"])
_SCHEDULE: Final = r"get_(?:\w+_)?schedule\w*"
_OPTIMIZERS: Final = (
    "bitsandbytes.optim.",
    "apex.optimizers.",
    "deepspeed.ops.adam.",
    "deepspeed.ops.lamb.",
)


def library(name: str, given: Arguments) -> Type:
    """Result of a function or class of one of the libraries."""
    root = name.partition(".")[0]
    if root in _GEOMETRIC:
        from mindport.semantics.libraries import geometric  # what few projects have is read where it is met

        return geometric.library(name)
    if root in _SMALL:
        return _of_small(name, given)
    owner, _, leaf = name.rpartition(".")
    made = instance(owner if leaf in _MAKING else name)
    if made != UNKNOWN or leaf in _MAKING:
        return made
    if root == "timm":
        from mindport.semantics.libraries import timm

        return timm.library(name, given)
    if root == "fastai":
        from mindport.semantics.libraries import fastai

        return fastai.library(name)
    if root == "torchtext":
        from mindport.semantics.libraries import torchtext

        return torchtext.library(name)
    if re.fullmatch(_SCHEDULE, leaf):
        return Type("scheduler")
    if leaf in ("AdamW", "Adafactor") or name.startswith(_OPTIMIZERS) and _is_optimizer(leaf):
        return Type("optimizer")
    return _of_models(name, leaf, given)


_COMPUTING: Final = frozenset([
    "causal_conv1d", "entmax", "fast_hadamard_transform", "fla", "flash_attn", "gsplat", "kornia", "lpips", "mamba_ssm", "monai",
    "natten", "nerfacc", "opt_einsum", "piq", "pytorch3d", "pytorch_msssim", "roma", "torchdiffeq", "torchgeometry",
    "torchmetrics", "torchsde", "whisper", "xformers",
])  # fmt: skip
_COMPUTING_PARTS: Final = re.compile(
    r"mmcv\.ops\.(?:\w+\.)*\w+|mmengine\.dist\.(?:all_reduce|all_gather|broadcast|gather)"
    r"|transformers\.(?:\w+\.)*(?:modeling_\w+|pytorch_utils)\.(?!prune|is_|get_|find_|load_|unwrap|meshgrid)\w+"
)
"""The same of parts of libraries: those of models hold their functions for attention and the like."""


def makes_objects(name: str) -> bool:
    """Whether a qualified name of a library that is not at hand is, as it is written, a class whose instances are no Tensors:
    ``pytorch3d.structures.Meshes``."""
    return _CLASS.search(name) is not None


_CLASS: Final = re.compile(
    r"\.(?:(?!\w*(?:Tensor|Array|Variable|Param|Buffer|Image|Mask))[A-Z]+[a-z0-9]\w*|(?:\w*Sparse\w*|Nested)Tensor|TensorField)$"
)


def makes_arrays(name: str) -> bool:
    """Whether a function that is not at hand says by its name that it gives arrays: ``utils.to_numpy``, ``tensor2np``."""
    return _MAKES_ARRAYS.search(name) is not None


_MAKES_ARRAYS: Final = re.compile(
    r"(?:^|\.|_)(?:to_?|as_?|(?:torch|tensor)(?:_to_|2|_)?)?(?:numpy|np|ndarray)$|(?:^|\.)as_?array$"
)


def declares_objects(name: str) -> bool:
    """The same of a name that annotates, and may as well be another name for Tensors: ``composer.core.Batch``."""
    return makes_objects(name) and not (_ALIAS.search(name) or name.startswith(_OF_TYPES))


_ALIAS: Final = re.compile(
    r"\.\w*(?:Like|Types?|Inputs?|Outputs?|Features?|Batch|Data|Vector|Matrix|Scalar|Latents?|Embeddings?|Logits|Float|Int|Bool"
    r"|Num|Real|Shaped|Any|T)\d*$"
)
_OF_TYPES: Final = (
    "typing.",
    "typing_extensions.",
    "collections.",
    "jaxtyping.",
    "torchtyping.",
    "beartype.",
    "numpy.",
    "builtins.",
)


def computes(name: str) -> bool:
    """Whether a name is that of a function, no class, of a library that computes with tensors and gives such."""
    root, _, rest = name.partition(".")
    if not rest.rpartition(".")[2][:1].islower():
        return False
    return root in _COMPUTING or _COMPUTING_PARTS.fullmatch(name) is not None


def brought(module: str) -> Mapping[str, Type] | None:
    """What is known of the names that a star import brings of a library's module."""
    if module.startswith("fastai"):
        from mindport.semantics.libraries import fastai

        return fastai.brought(module)
    if not module.startswith("timm."):
        return None
    from mindport.semantics.libraries import timm

    return timm.STARS.get(module)


def _is_optimizer(leaf: str) -> bool:
    return leaf[:1].isupper() or leaf.startswith("create_optimizer")


def _of_models(name: str, leaf: str, given: Arguments) -> Type:
    if leaf == "get_peft_model":
        return given.first if given.first.kind == "module" else modules.instance(name)
    if name == "deepspeed.initialize":
        return _engine(given)
    if name == "clip.load":
        return tuple_of(modules.instance(name), callable_to(TENSOR))
    if name == "open_clip.create_model_and_transforms":
        return tuple_of(modules.instance(name), callable_to(TENSOR), callable_to(TENSOR))
    if name in ("clip.tokenize", "open_clip.tokenize"):
        return TENSOR
    return callable_to(TENSOR) if name == "open_clip.get_tokenizer" else UNKNOWN


def _engine(given: Arguments) -> Type:
    """``engine, optimizer, loader, schedule = deepspeed.initialize(model=net, …)``."""
    model = given.get(1, "model")
    optimizer = given.get(2, "optimizer")
    engine = model if model is not None and model.kind == "module" else Type("module", "deepspeed.DeepSpeedEngine")
    own = optimizer if optimizer is not None and optimizer.kind == "optimizer" else Type("optimizer")
    return tuple_of(engine, own, Type("dataloader"), Type("scheduler"))


def instance(name: str) -> Type:
    """An instance of a class of one of the libraries, by its qualified name: a Module, one of the objects whose members are
    known, or unknown."""
    found = objects.instance(name)
    return modules.instance(name) if found == UNKNOWN and modules.is_module(name) else found


def _of_small(name: str, given: Arguments) -> Type:
    """The same of pycocotools 2.0, geoopt 0.5, pyro 1.9, safetensors 0.8 and torch_npu, the operators of Ascend."""
    if name == "safetensors.safe_open":
        framework = given.node(1, "framework")
        of_torch = type(framework) is Constant and framework.value in ("pt", "torch", "pytorch")
        return objects.STORED if of_torch else UNKNOWN
    if name in ("safetensors.torch.load_file", "safetensors.torch.load"):
        return dict_of(STR, TENSOR)
    if name.startswith("torch_npu.npu_"):
        return OUTPUT
    if name in _TENSORS:
        return TENSOR
    return NUMPY if name in _ARRAYS else instance(name)


_TENSORS: Final = frozenset([
    "pyro.sample", "pyro.param", "pyro.nn.PyroParam", "pyro.nn.PyroSample",
    "geoopt.ManifoldParameter", "geoopt.ManifoldTensor",
])  # fmt: skip
"""Pyro's parameters and samples are read as tensors from the attribute that they are assigned to."""
_ARRAYS: Final = frozenset(f"pycocotools.mask.{one}" for one in ("decode", "area", "iou", "toBbox"))
_OF_STORED: Final = {
    "get_tensor": callable_to(TENSOR),
    "get_slice": callable_to(OUTPUT),
    "keys": callable_to(list_of(STR)),
    "offset_keys": callable_to(list_of(STR)),
}


def member(owner: Type, name: str, *, called: bool) -> Type:
    """A member of such a value. ``called``: a call of it is asked for next, of which ``method`` may be asked."""
    if owner.name == objects.GRAPH.name:
        from mindport.semantics.libraries import geometric

        return geometric.member(name)
    if owner.name == objects.ACCELERATOR.name:
        return accelerate.member(name)
    if owner.name == objects.TENSOR_DICT.name:
        from mindport.semantics.libraries import tensordict

        return tensordict.member(name)
    if owner.name == objects.STORED.name:
        return _OF_STORED.get(name, UNKNOWN)
    if owner.name == objects.ESTIMATOR.name:
        from mindport.semantics.libraries import estimators

        return estimators.member(name)
    if owner.name == objects.SCORED.name:
        return NUMPY if name == "stats" else UNKNOWN
    if owner.name == objects.NOISE.name:
        from mindport.semantics.libraries import diffusion

        return diffusion.member(name)
    if owner.name == objects.AVERAGE:
        from mindport.semantics.libraries import timm

        return timm.member_of_average(owner, name)
    if owner.name == objects.TEXTS:
        from mindport.semantics.libraries import torchtext

        return torchtext.member(name)
    return hugging_face.member(owner, name, called=called)


def item(index: ast.expr, key: Type) -> Type:
    """A part of a dict of tensors; ``key``: what is known of the index, or of the last one of several."""
    from mindport.semantics.libraries import tensordict

    return tensordict.item(index, key)


def method(owner: Type, leaf: str, given: Arguments) -> Type:
    """What calling a member of such a value gives, where that depends on what it is given."""
    if owner.name == objects.ACCELERATOR.name:
        return accelerate.method(leaf, given)
    return hugging_face.method(leaf, given) if owner == objects.TOKENIZER else UNKNOWN


def unseen(callee: ast.expr, given: Arguments) -> Type:
    """What a call gives of an object that comes from elsewhere, where its name and arguments tell what it is."""
    if "return_tensors" in given.keywords:
        return hugging_face.encoded(callee, given)
    if "convert_to_tensor" in given.keywords or "convert_to_numpy" in given.keywords:
        return hugging_face.converted(given)
    if type(callee) is not Attribute:
        return UNKNOWN
    if callee.attr.startswith("setup_"):
        from mindport.semantics.libraries import lightning

        return lightning.set_up(callee.attr, given)
    return accelerate.unseen(callee, given)
