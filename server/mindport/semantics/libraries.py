"""What libraries that stand on torch give, by the names of their classes and functions: they are rarely at hand, and too dynamic
to be followed. Facts of transformers 5.23, whose classes were compared with these names; of the others by their documentation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mindport.semantics import accelerate, library_modules
from mindport.semantics.arguments import Arguments
from mindport.semantics.torch_names import words
from mindport.semantics.types import (
    INT,
    NUMPY,
    OUTPUT,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    callable_to,
    list_of,
    tuple_of,
)
from mindport.syntax.nodes import Attribute, Constant, Name

if TYPE_CHECKING:
    import ast

_PREPARING: Final = frozenset(["transformers", "diffusers", "peft"])
_MAKING: Final = frozenset(["from_pretrained", "from_config", "from_single_file", "from_encoder_decoder_pretrained"])
_TOKENIZER: Final = (
    r"(?!\w*(?:Logits|Attn)\w*Processor)\w+(?:Tokenizer|TokenizerBase|Processor|FeatureExtractor)(?:Fast|Pil|WithLM)?"
)
_SCHEDULE: Final = r"get_(?:\w+_)?schedule\w*"
_OPTIMIZERS: Final = (
    "bitsandbytes.optim.",
    "apex.optimizers.",
    "deepspeed.ops.adam.",
    "deepspeed.ops.lamb.",
)
_TOKENIZING: Final = "tokenizer"
_ENCODED: Final = "encoded"
_HELD: Final = frozenset(
    [_TOKENIZING, _ENCODED, library_modules.AVERAGE, library_modules.TEXTS, accelerate.ACCELERATOR.name]
)
_FILLED: Final = frozenset(["encode_plus", "batch_encode_plus", "pad", "prepare_for_model", "__call__"])
_KEYS: Final = words("""
    input_ids attention_mask token_type_ids pixel_values labels input_features input_values pixel_mask position_ids bbox
    decoder_input_ids decoder_attention_mask special_tokens_mask global_attention_mask pixel_values_videos image_grid_thw
    video_grid_thw qformer_input_ids qformer_attention_mask input_points input_boxes
""")


def library(name: str, given: Arguments) -> Type:
    """Result of a function or class of one of the libraries."""
    owner, _, leaf = name.rpartition(".")
    made = instance(owner if leaf in _MAKING else name)
    if made != UNKNOWN or leaf in _MAKING:
        return made
    if name.startswith("timm."):
        from mindport.semantics import timm  # what few projects have is read where it is met

        return timm.library(name, given)
    if name.startswith("torchtext."):
        from mindport.semantics import torchtext

        return torchtext.library(name)
    if name.startswith("accelerate."):
        return accelerate.library(name)
    if re.fullmatch(_SCHEDULE, leaf):
        return Type("scheduler")
    if leaf in ("AdamW", "Adafactor"):
        return Type("optimizer")
    if leaf == "get_peft_model":
        return given.first if given.first.kind == "module" else _model(name)
    if name.startswith(_OPTIMIZERS) and (leaf[:1].isupper() or leaf.startswith("create_optimizer")):
        return Type("optimizer")
    if name == "deepspeed.initialize":
        return _engine(given)
    if name == "clip.load":
        return tuple_of(_model(name), callable_to(TENSOR))
    if name == "open_clip.create_model_and_transforms":
        return tuple_of(_model(name), callable_to(TENSOR), callable_to(TENSOR))
    if name in ("clip.tokenize", "open_clip.tokenize"):
        return TENSOR
    return callable_to(TENSOR) if name == "open_clip.get_tokenizer" else UNKNOWN


def instance(name: str) -> Type:
    """An instance of a class of one of the libraries, by its qualified name: a Module, what prepares its inputs, or unknown."""
    if name.partition(".")[0] in _PREPARING and re.fullmatch(_TOKENIZER, name.rpartition(".")[2]):
        return Type("other", _TOKENIZING)
    if library_modules.is_module(name):
        return _model(name)
    return accelerate.ACCELERATOR if accelerate.is_class(name) else UNKNOWN


def _engine(given: Arguments) -> Type:
    """``engine, optimizer, loader, schedule = deepspeed.initialize(model=net, …)``."""
    model = given.get(1, "model")
    optimizer = given.get(2, "optimizer")
    engine = model if model is not None and model.kind == "module" else Type("module", "deepspeed.DeepSpeedEngine")
    own = optimizer if optimizer is not None and optimizer.kind == "optimizer" else Type("optimizer")
    return tuple_of(engine, own, Type("dataloader"), Type("scheduler"))


def _model(name: str) -> Type:
    return Type("module", f"{name.partition('.')[0]}.{name.rpartition('.')[2]}")


def is_held(value: Type) -> bool:
    """Whether a value has members that ``member`` knows."""
    return value.name in _HELD and value.definition is None


def member(owner: Type, name: str, *, called: bool) -> Type:
    """A member of what prepares inputs, or of the inputs."""
    if owner.name == library_modules.AVERAGE:
        from mindport.semantics import timm

        return timm.member_of_average(owner, name)
    if owner.name == library_modules.TEXTS:
        from mindport.semantics import torchtext

        return torchtext.member(name)
    if accelerate.is_accelerator(owner):
        return accelerate.member(name)
    if owner.name == _TOKENIZING:
        return Type("function", f"{_TOKENIZING}.{name}", (owner,)) if called else UNKNOWN
    if name == "to":
        return callable_to(owner)
    if name in _KEYS or name == "data":
        return owner if name == "data" else owner.items[1]
    return Type("function", f"dict.{name}", (owner,)) if called else UNKNOWN


def is_tokenizer(value: Type) -> bool:
    """Whether calling a value prepares inputs."""
    return value.name == _TOKENIZING and value.definition is None


def method(leaf: str, given: Arguments) -> Type:
    """What a tokenizer or a processor makes of texts and images; ``__call__`` where it is called itself."""
    made = _kind(given.node(-1, "return_tensors"))
    if leaf in _FILLED:
        return Type("dict", _ENCODED, (STR, made))
    if leaf == "encode":
        return made if made != UNKNOWN else list_of(INT) if "return_tensors" not in given.keywords else UNKNOWN
    if leaf == "apply_chat_template" and made != UNKNOWN:
        as_dict = given.node(-1, "return_dict")
        if as_dict is None:
            return OUTPUT  # a tensor once, a dict since version 5
        whole = type(as_dict) is Constant and as_dict.value is True
        return Type("dict", _ENCODED, (STR, made)) if whole else made
    if leaf in ("decode", "batch_decode"):
        return STR if leaf == "decode" else list_of(STR)
    return list_of(STR) if leaf == "tokenize" else UNKNOWN


def encoded(callee: ast.expr, given: Arguments) -> Type:
    """What a tokenizer or processor that comes from elsewhere makes, told by ``return_tensors="pt"`` alone."""
    leaf = callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""
    if _kind(given.node(-1, "return_tensors")) == UNKNOWN or re.search(_NO_ENCODING, leaf) is not None:
        return UNKNOWN
    return method(leaf if leaf in _OF_OWN_FORM else "__call__", given)


_OF_OWN_FORM: Final = frozenset(["encode", "apply_chat_template"])
_NO_ENCODING: Final = r"(?i:collat)|(?:^|_)(?:partial|decode)|class|cls|^[A-Z]"


def _kind(node: ast.expr | None) -> Type:
    said = node.value if type(node) is Constant else None
    return {"pt": TENSOR, "np": NUMPY}.get(str(said), UNKNOWN)
