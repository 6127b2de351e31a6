"""What a docstring says a function returns, in the three usual styles: ``Returns:`` with ``Tensor: …`` below it, *Returns* that
is underlined, and ``:rtype: Tensor``. It counts where nothing else is known of that: likely Tensors, and objects of the code's
own."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mindport.semantics import docstrings
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.types import OUTPUT, UNKNOWN, Type, tuple_of
from mindport.syntax.below import own_returns

if TYPE_CHECKING:
    from mindport.semantics.definitions import FunctionInfo
    from mindport.semantics.flow import Flow

_SECTION: Final = re.compile(r"\n([ \t]*)(?:Returns?[ \t]*:[ \t]*([^\n]*)|Returns?[ \t]*\n[ \t]*-{3,}[ \t]*)(?=\n|\Z)")
_NO_KINDS: Final = """
    and array(?:s|like)? axes axis batch batches bool class count device dict\\w* dimensions? dtype each every for generator
    if in index indices is iterable iterator jax keys? length list lists mapping names? ndarray no not number numpy of on one
    optional or pairs? params? parameters? per product rank sequence sets? shape size string tensorflow tf to tuples? type value
    values when whether
"""
"""Words before *tensor* that make something else of it: the shape of a tensor, a list of each tensor."""
_FIELDS: Final = (re.compile(r":rtype:[ \t]*([^\n]+)"), re.compile(r":returns?:[ \t]*([^\n]+)"))
_IN_WORDS: Final = re.compile(
    rf"(?:(?:{docstrings.KIND_OF}|(?!(?:{'|'.join(_NO_KINDS.split())})\b)[a-z]\w*)[ \t-]+){{0,5}}(?:torch\.)?tensor"
    r"(?=[ \t]+(?:of|with|containing|giving|holding|representing|that|which)\b|[ \t]*(?:[.(\[]|$))(?![^\n]*\bor\b)",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"\w+[ \t]*\(((?:[^()\n]|\([^()\n]*\))+)\)[ \t]*(?::|$)")
_LEADING: Final = re.compile(r"((?::\w+:)?[^:\n]*)(?::[ \t]|:?$)")
_CLASS: Final = re.compile(r"(?::\w+:)?[`~]*(?:\w+\.)*([A-Z]\w*)`*")
_TYPED: Final = re.compile(r"`|:\w+:|(?:int|float|bool|str|list|dict|tuple|None)\b")
_AT_TIMES: Final = re.compile(r"\b(?:[Ii]f|[Ww]hen|[Oo]nly|[Oo]ptional(?:ly)?|[Oo]therwise)\b")
_MOST: Final = 6  # values that are returned together


def returned(flow: Flow, function: FunctionInfo) -> Type:
    """What the docstring of a function says it returns; unknown where that is nothing that matters here."""
    text = docstrings.of_body(function.node.body)
    if "eturn" not in text and ":rtype:" not in text:
        return UNKNOWN
    found = _documented(text)
    if isinstance(found, Type):
        return found if flow.judges else UNKNOWN
    known = flow.lookup(found) if found else None
    if known is None or known.kind not in ("class", "module_class") or not isinstance(known.definition, ClassInfo):
        return UNKNOWN
    return known.definition.instance


def speak(function: FunctionInfo) -> bool:
    """Whether it is the docstring that tells what the function returns."""
    given = [function.flow.types.get(id(one.value), UNKNOWN) for one in own_returns(function.node.body) if one.value]
    if any(one != UNKNOWN for one in given) or function.returns == UNKNOWN:
        return False
    return returned(function.flow, function) == function.returns


@lru_cache(maxsize=256)  # a function may be walked several times
def _documented(text: str) -> Type | str:
    """A type, or the name of what may be a class."""
    field = _FIELDS[0].search(text) or _FIELDS[1].search(text)
    if field is not None:
        return _told(field.group(1))
    section = _SECTION.search(text)
    if section is None:
        return ""
    if section.group(2):
        return _told(_before_colon(section.group(2)) or section.group(2))
    underlined = section.group(2) is None
    entries = [_entry(one, underlined) for one in _entries(text[section.end() + 1 :], section.group(1))]
    first, *others = entries or [None]
    found = [first, *(one for one in others if one is not None)]
    if _AT_TIMES.search(text, section.end()) is not None and (len(found) > 1 or "uple" in text[section.end() :]):
        return ""  # ``indices: only if return_indices``
    if len(found) == 1:
        return "" if first is None else first
    if first is None or len(found) > _MOST:
        return ""
    return tuple_of(*(one if isinstance(one, Type) else UNKNOWN for one in found))


def _entries(text: str, indent: str) -> list[str]:
    """The lines that stand for a value each: those that are indented least."""
    lines: list[str] = []
    inner = ""
    for line in text.split("\n"):
        said = line.strip()
        own = line[: len(line) - len(line.lstrip())]
        if not said and not lines:
            continue
        inner = inner if lines else own
        if not said or len(own) < max(len(inner), len(indent)):
            break
        if own == inner:
            lines.append(said)
    return lines


def _entry(line: str, underlined: bool) -> Type | str | None:
    """The type that a line begins with; None of one that only says more of the value before."""
    if underlined:
        return _told(line.partition(" : ")[2] or line.removesuffix(":"))
    named = _NAMED.match(line)
    if named is not None:
        return _told(named.group(1))
    said = _before_colon(line) or line
    found = _told(said)
    return None if not isinstance(found, str) and found == UNKNOWN and _TYPED.match(said) is None else found


def _before_colon(line: str) -> str:
    """``torch.Tensor`` of ``torch.Tensor: the loss``; roles as ``:class:`Tensor``` have colons, too."""
    found = _LEADING.match(line)
    return found.group(1) if found is not None else ""


def _told(said: str) -> Type | str:
    if _IN_WORDS.match(said) is not None:
        return OUTPUT
    if said.startswith("(") and "," in said and said.rstrip().endswith(")"):
        said = f"tuple[{said.strip()[1:-1]}]"  # ``(Tensor, Tensor)``
    found = docstrings.type_of(said)
    if found != UNKNOWN:
        return _likely(found)
    named = _CLASS.fullmatch(said.strip())
    return named.group(1) if named is not None else UNKNOWN


def _likely(found: Type) -> Type:
    """Tensors of which only words speak are likely ones."""
    if found.kind == "tensor":
        return OUTPUT
    if found.kind in ("list", "tuple", "dict") and found.items:
        parts = [_likely(one) for one in found.items]
        return found.of(*parts) if OUTPUT in parts else UNKNOWN
    return UNKNOWN
