"""What prepares the inputs of Modules of the Hugging Face libraries, tokenizers and processors, and the inputs (facts of
transformers 5.23, whose classes were compared with these names)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.libraries.objects import ENCODED, TOKENIZER
from mindport.semantics.types import INT, NUMPY, OUTPUT, STR, TENSOR, UNKNOWN, Type, callable_to, list_of
from mindport.semantics.word_sets import words
from mindport.syntax.nodes import Attribute, Constant, Name

if TYPE_CHECKING:
    import ast

_PARTS: Final = frozenset(["tokenizer", "image_processor", "video_processor", "feature_extractor"])
"""What processors are made of, which prepare inputs themselves."""
_FILLED: Final = frozenset(["encode_plus", "batch_encode_plus", "pad", "prepare_for_model", "__call__"])
_KEYS: Final = words("""
    input_ids attention_mask token_type_ids pixel_values labels input_features input_values pixel_mask position_ids bbox
    decoder_input_ids decoder_attention_mask special_tokens_mask global_attention_mask pixel_values_videos image_grid_thw
    video_grid_thw qformer_input_ids qformer_attention_mask input_points input_boxes
""")


def is_tokenizer(value: Type) -> bool:
    """Whether calling a value prepares inputs."""
    return value.name == TOKENIZER.name and value.definition is None


def member(owner: Type, name: str, *, called: bool) -> Type:
    """A member of what prepares inputs, or of the inputs."""
    if owner.name == TOKENIZER.name:
        if name in _PARTS:
            return TOKENIZER
        return Type("function", f"{TOKENIZER.name}.{name}", (owner,)) if called else UNKNOWN
    if name == "to":
        return callable_to(owner)
    if name in _KEYS or name == "data":
        return owner if name == "data" else owner.items[1]
    return Type("function", f"dict.{name}", (owner,)) if called else UNKNOWN


def method(leaf: str, given: Arguments) -> Type:
    """What a tokenizer or a processor makes of texts and images; ``__call__`` where it is called itself."""
    made = _kind(given.node(-1, "return_tensors"))
    if leaf in _FILLED:
        return Type("dict", ENCODED, (STR, made))
    if leaf == "encode":
        return made if made != UNKNOWN else list_of(INT) if "return_tensors" not in given.keywords else UNKNOWN
    if leaf == "apply_chat_template" and made != UNKNOWN:
        as_dict = given.node(-1, "return_dict")
        if as_dict is None:
            return OUTPUT  # a tensor once, a dict since version 5
        whole = type(as_dict) is Constant and as_dict.value is True
        return Type("dict", ENCODED, (STR, made)) if whole else made
    if leaf in ("decode", "batch_decode"):
        return STR if leaf == "decode" else list_of(STR)
    return list_of(STR) if leaf == "tokenize" else UNKNOWN


def encoded(callee: ast.expr, given: Arguments) -> Type:
    """What a tokenizer or processor that comes from elsewhere makes, told by ``return_tensors="pt"`` alone."""
    leaf = callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""
    if _kind(given.node(-1, "return_tensors")) == UNKNOWN or re.search(_NO_ENCODING, leaf) is not None:
        return UNKNOWN
    return method(leaf if leaf in _OF_OWN_FORM else "__call__", given)


def converted(given: Arguments) -> Type:
    """What Sentence Transformers' ``encode`` and ``predict``, and what is written like them, give by a flag of the call."""
    flags = {name: given.node(-1, f"convert_to_{name}") for name in ("tensor", "numpy")}
    said = {name: node.value for name, node in flags.items() if type(node) is Constant}
    if said.get("tensor") is True:
        return TENSOR
    return NUMPY if said.get("numpy") is True or said.get("tensor") is False and said.get("numpy", True) else UNKNOWN


_OF_OWN_FORM: Final = frozenset(["encode", "apply_chat_template"])
_NO_ENCODING: Final = r"(?i:collat)|(?:^|_)(?:partial|decode)|class|cls|^[A-Z]"


def _kind(node: ast.expr | None) -> Type:
    said = node.value if type(node) is Constant else None
    return {"pt": TENSOR, "np": NUMPY}.get(str(said), UNKNOWN)
