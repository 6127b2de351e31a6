"""What a docstring says of parameters' types, in the three usual styles:

``x (Tensor): …`` (also ``x (`torch.FloatTensor` of shape …)``, ``x: Tensor, …`` and ``x: a 2-D tensor of …``), ``x : Tensor``
under *Parameters*, and ``:param Tensor x:``, ``:param x: (Tensor)`` or ``:type x: Tensor``. Only types that matter here are
understood; what holds any other says nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from mindport.semantics.joining import either, join_all
from mindport.semantics.types import (
    BOOL,
    FLOAT,
    INT,
    MODULE,
    NDARRAY,
    NONE,
    OUTPUT,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    dict_of,
    list_of,
    tuple_of,
)
from mindport.syntax.nodes import Constant, Expr

_TELLING: Final = re.compile(r"[Tt]ensor|Module\b|ndarray|np\.array|Optimizer|DataLoader")
KIND_OF: Final = (
    r"(?:an?|the|scalar|optional|input|output|batched|dense|sparse|real|complex|torch|pytorch|float(?:16|32|64)?"
    r"|int(?:eger)?(?:32|64)?|long|bool(?:ean)?|byte|[1-5n]-?d(?:imensional)?"
    r"|`{1,2}[^`\n]+`{1,2}(?:-?dim(?:ensional)?)?|\[[^\]\n]+\])"
)
_STYLES: Final = (
    re.compile(
        r"[ \t]*[-*]{0,2}[ \t]*`{0,2}(?P<name>\w+)`{0,2}[ \t]*\((?P<type>(?:[^()\n]|\([^()\n]*\))+)\)[ \t]*(?::|--?[ \t]|$)",
        re.MULTILINE,
    ),
    re.compile(r"[ \t]*(?P<name>\w+)[ \t]+:[ \t]*(?P<type>[^\n]+)"),
    re.compile(r"[ \t]*:type[ \t]+(?P<name>\w+)[ \t]*:[ \t]*(?P<type>[^\n]+)"),
    re.compile(r"[ \t]*(?P<name>\w+):[ \t]*(?P<type>`{0,2}(?:torch\.)?\w*Tensor\b[^\n]*)"),
    re.compile(
        rf"[ \t]*(?::param[ \t]+)?(?P<name>\w+):[ \t]*(?:{KIND_OF}[ \t-]+)*(?P<type>(?:torch\.)?tensor)"
        r"(?=[ \t]+(?:of|with|containing|giving|holding|to|that|which|for|at|in|representing)\b|[ \t]*(?:[.(\[]|$))"
        r"(?![^\n]*\bor\b)",  # of this or that
        re.IGNORECASE | re.MULTILINE,
    ),
    re.compile(r"[ \t]*(?P<name>\w+):[ \t]*(?:a[ \t]+)?(?P<type>dict(?:ionary)? of tensors)\b"),
    re.compile(r"[ \t]*(?P<name>\w+):[ \t]*(?P<type>(?:list|tuple|sequence|iterable) of Tensors)\b"),
    re.compile(r"[ \t]*:param[ \t]+(?P<type>[^:\n]+?)[ \t]+(?P<name>\w+)[ \t]*:"),
    re.compile(r"[ \t]*:(?:param|i?var)[ \t]+(?P<name>\w+)[ \t]*:[ \t]*\((?P<type>(?:[^()\n]|\([^()\n]*\))+)\)"),
)
_BEFORE: Final = ("", " ", "\t", "\n", "*", "-", "`")
_BEHIND: Final = (" ", "\t", ":", "(", "`")
_QUOTED: Final = re.compile(r":\w+:`~?([^`]*)`|`+~?([^`]*)`+")
_REST: Final = re.compile(
    r"(?:(?:,[ \t]*|[ \t]+)(?:\*?optional\*?|of shape|of size|with shape|shape|defaults?)\b|\.(?:[ \t]|$)|;).*",
    re.DOTALL | re.IGNORECASE,
)
_OR: Final = re.compile(r"[ \t]+or[ \t]+|[ \t]*\|[ \t]*")
_PLURAL: Final = re.compile(r"(list|tuple|sequence|iterable)s? of ([\w.]+?)s?", re.IGNORECASE)
_ANY: Final = re.compile(
    r"list|tuple|dict|int|float|str|bool|array|Tensor|None|call|obj|seq|iter|Module", re.IGNORECASE
)
_GENERIC: Final = re.compile(r"(?:typing\.)?(\w+)[ \t]*\[(.*)\]")
_TENSORS: Final = re.compile(
    r"(?:Variable\()?"  # as tensors with gradients were once called
    r"(?:(?:[\w.*]*[x×][\w.*]+|[\w.*]+(?:[ \t]+[x×][ \t]+[\w.*]+)+)[ \t]+)?"  # ``BxCxHxW``, ``N x 3``
    r"(?:(?:(?:torch|th)\.)?(?:cuda\.)?(?:Float|Double|Half|BFloat16|Long|Int|Short|Byte|Char|Bool)?Tensor|[Tt]ensor)\)?"
)
_WORDS: Final = {
    "nn.module": MODULE, "torch.nn.module": MODULE, "module": MODULE, "ndarray": NDARRAY, "np.ndarray": NDARRAY, "none": NONE,
    "numpy.ndarray": NDARRAY, "np.array": NDARRAY, "numpy.array": NDARRAY, "numpy array": NDARRAY, "int": INT, "float": FLOAT,
    "bool": BOOL, "str": STR, "string": STR, "optimizer": Type("optimizer"), "torch.optim.optimizer": Type("optimizer"),
    "optim.optimizer": Type("optimizer"), "dataloader": Type("dataloader"),
    "torch.utils.data.dataloader": Type("dataloader"),
}  # fmt: skip


def of_body(body: Sequence[ast.stmt]) -> str:
    """The docstring of what has this body; empty where it has none."""
    first = body[0] if body else None
    if type(first) is not Expr or type(first.value) is not Constant or not isinstance(first.value.value, str):
        return ""
    return first.value.value


@lru_cache(maxsize=256)  # a function may be walked several times
def documented(text: str, names: tuple[str, ...]) -> Mapping[str, Type]:
    """The types that a docstring gives to those of the named parameters of which it says one."""
    found: dict[str, Type] = {}
    if _TELLING.search(text) is None:
        return found
    for name in names:
        value = next((one for one in map(type_of, _said(text, name)) if one != UNKNOWN), UNKNOWN)
        if value != UNKNOWN:
            found[name] = value
    return found


def says_tensor(body: Sequence[ast.stmt], name: str) -> bool:
    """Whether a class's docstring says of an attribute that it is a tensor."""
    text = _of_attributes(of_body(body))
    return name in text and documented(text, (name,)).get(name) == TENSOR


@lru_cache(maxsize=64)
def _of_attributes(text: str) -> str:
    """The part of a class's docstring that speaks of its objects' attributes; empty where none does."""
    found = _ATTRIBUTES.search(text)
    if found is None:
        return ""
    part = text[found.end() :]
    following = _SECTION.search(part)
    return part[: following.start()] if following is not None else part


_ATTRIBUTES: Final = re.compile(r"\n[ \t]*Attributes:?[ \t]*\n(?:[ \t]*-{3,}[ \t]*\n)?")
_SECTION: Final = re.compile(
    r"\n[ \t]*(?:[A-Z]\w*(?:[ \t]\w+)?:?[ \t]*\n[ \t]*-{3,}"
    r"|(?:Args|Arguments|Examples?|Methods|Notes?|Returns):[ \t]*\n)"
)


def _said(text: str, name: str) -> Iterator[str]:
    """What lines that begin with the name say of it."""
    at = text.find(name)
    while at >= 0:
        after = at + len(name)
        if text[after : after + 1] in _BEHIND and text[at - 1 : at] in _BEFORE:
            line = text.rfind("\n", 0, at) + 1
            for style in _STYLES:
                found = style.match(text, line)
                if found is not None and found.group("name") == name:
                    said = found.group("type")
                    if _A_CLASS.match(text, found.end()) is not None:
                        continue  # ``network (nn.Module): the class of the network`` is no Module itself
                    of_elements = said in _ELEMENTS and _SHAPED.match(text, found.end()) is not None
                    yield "Tensor" if of_elements else said
        at = text.find(name, after)


_A_CLASS: Final = re.compile(
    r"[ \t]*(?:an?|the)[ \t]+(?:[\w-]+[ \t]+){0,2}class(?=[ \t]*(?:$|[.,;(])|[ \t]+(?:to|of|for|that|which|used)\b)",
    re.MULTILINE,
)
_ELEMENTS: Final = frozenset(["bool", "int", "long", "float"])
_SHAPED: Final = re.compile(r"[ \t]*``\([ \t]*\w+(?:[ \t]*(?:,|[x*])[ \t]*\w+)+[ \t]*,?\)``")
"""A shape, of what holds such elements: ``mask (bool): ``(batch, 1, length)````."""


def type_of(said: str) -> Type:
    """The type that a phrase names; unknown where a part of it is."""
    plain = _REST.sub("", _QUOTED.sub(r"\1\2", said)).strip().strip("(),. ")
    first, *others = _parts(plain, _COMMA)
    alternatives = _parts(first, _OR)
    for other in others:
        if _ANY.search(other) is not None:  # else it says something of shapes, or the like
            alternatives += _parts(other, _OR)
    found = [_one(part) for part in alternatives]
    values = [one for one in found if one != NONE]
    if not values or UNKNOWN in values:
        return UNKNOWN
    whole = either(*values) if any(one.kind == "tensor" for one in values) else join_all(values)
    optional = len(values) < len(found) or any(one.optional for one in values)
    return whole.optionally(True) if optional and whole != UNKNOWN else whole


def _one(word: str) -> Type:
    if _TENSORS.fullmatch(word) is not None:
        return TENSOR
    known = _WORDS.get(word.lower())
    if known is not None:
        return known
    if word in ("dict of tensors", "dictionary of tensors"):
        return dict_of(STR, OUTPUT)  # and what it holds besides
    plural = _PLURAL.fullmatch(word)
    if plural is not None:
        return _container(plural.group(1).lower(), [_one(plural.group(2))])
    generic = _GENERIC.fullmatch(word)
    if generic is None:
        return UNKNOWN
    items = [type_of(part) for part in _parts(generic.group(2), _COMMA) if part != "..."]
    kind = generic.group(1).lower()
    if _TENSORS.fullmatch(generic.group(1)) is not None:
        return TENSOR  # ``Tensor[N, 4]``
    if kind == "optional" and len(items) == 1:
        return items[0].optionally(True)
    if kind == "union":
        return type_of(" | ".join(_parts(generic.group(2), _COMMA)))
    return _container(kind, items)


_COMMA: Final = re.compile(r"[ \t]*,[ \t]*")


def _container(kind: str, items: Sequence[Type]) -> Type:
    if not items or UNKNOWN in items:
        return UNKNOWN
    if kind in ("list", "sequence", "iterable") and len(items) == 1:
        return list_of(items[0])
    if kind == "tuple":
        return Type("tuple", "...", (items[0],)) if len(items) == 1 else tuple_of(*items)
    return dict_of(*items) if kind == "dict" and len(items) == _A_PAIR else UNKNOWN


_A_PAIR: Final = 2


def _parts(text: str, between: re.Pattern[str]) -> list[str]:
    """The text, taken apart where that is not within brackets."""
    parts: list[str] = []
    depth = start = at = 0
    while at < len(text):
        depth += (text[at] in "[(") - (text[at] in "])")
        found = between.match(text, at) if not depth else None
        if found is None or found.end() == at:
            at += 1
            continue
        parts.append(text[start:at])
        start = at = found.end()
    return [*parts, text[start:]]
