"""Results of Python's own functions and methods."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import (
    asked,
    checkpoints,
    choices,
    iteration,
    running,
    setters,
    unwrapping,
    written,
)
from mindport.semantics.arguments import Arguments
from mindport.semantics.assignment import rebind, with_entry
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.handing import handed
from mindport.semantics.joining import element, join, join_all, record_of, value_of
from mindport.semantics.knowledge import family
from mindport.semantics.libraries import dispatch as libraries
from mindport.semantics.libraries import objects
from mindport.semantics.sequences import element_of, field
from mindport.semantics.torch_members import is_part
from mindport.semantics.types import (
    BOOL,
    DICT,
    FLOAT,
    INT,
    NONE,
    NUMBER,
    OTHER,
    OUTPUT,
    PAIR,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    callable_to,
    dict_of,
    iterator_of,
    list_of,
    tuple_of,
)
from mindport.syntax.nodes import Attribute, Call, Constant, Name, Starred, Subscript

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_SIMPLE: Final = {
    "len": INT, "int": INT, "float": FLOAT, "str": STR, "bool": BOOL, "isinstance": BOOL, "issubclass": BOOL,
    "hasattr": BOOL, "callable": BOOL, "any": BOOL, "all": BOOL, "print": NONE, "repr": STR, "format": STR, "input": STR,
    "id": INT, "hash": INT, "ord": INT, "chr": STR, "hex": STR, "bin": STR, "open": OTHER, "setattr": NONE,
    "range": iterator_of(INT), "bytes": OTHER, "dir": list_of(STR), "slice": OTHER, "memoryview": OTHER,
    "bytearray": OTHER, "object": OTHER,
}  # fmt: skip
_STR_METHODS: Final = {
    "split": list_of(STR), "rsplit": list_of(STR), "splitlines": list_of(STR), "startswith": BOOL, "endswith": BOOL,
    "find": INT, "index": INT, "count": INT, "isdigit": BOOL, "encode": OTHER, "partition": tuple_of(STR, STR, STR),
    "rpartition": tuple_of(STR, STR, STR), "isalpha": BOOL, "isspace": BOOL, "isupper": BOOL, "islower": BOOL, "rfind": INT,
}  # fmt: skip
_NUMBERS: Final = frozenset(["int", "float", "bool"])


def builtin(flow: Flow, name: str, given: Arguments) -> Type:
    """Result of a function of ``builtins``."""
    simple = _SIMPLE.get(name)
    if simple is not None:
        if name == "setattr":
            setters.note(flow, given)
        return simple
    first = given.first
    if name == "type":
        cls = first.definition if len(given.positional) == 1 and first.kind not in ("class", "module_class") else None
        if isinstance(cls, ClassInfo):
            return cls.as_class
        of_tensor = len(given.positional) == 1 and first.certain_kind == "tensor"
        return flow.knowledge.type_of_name("torch.Tensor") if of_tensor else UNKNOWN
    if name == "enumerate":
        return iterator_of(tuple_of(INT, element_of(flow, first)))
    if name == "zip" and len(given.call.args) == 1 and type(given.call.args[0]) is Starred:
        return _taken_apart(given.spread[0])
    if name == "zip":
        return iterator_of(tuple_of(*(element_of(flow, one) for one in given.positional)))
    if name in ("list", "sorted"):
        iteration.keyed(flow, given, element_of(flow, first))
        if first.kind == "tuple" and given.call.args and _is_taken_apart(given.call.args[0]):
            return first  # ``xs, ys = list(zip(*batch))``
        return list_of(element_of(flow, first)) if given.positional else Type("list")
    if name == "tuple":
        if first.kind in ("tuple", "shape"):
            return first if first.kind == "tuple" else Type("tuple", "...", (INT,))
        return Type("tuple", "...", (element_of(flow, first),)) if given.positional else tuple_of()
    if name in ("reversed", "iter", "set", "frozenset", "filter"):
        source = given.positional[1] if name == "filter" and len(given.positional) > 1 else first
        if source is not first:
            handed(flow, given.call, first, [element_of(flow, source)])
        return iterator_of(element_of(flow, source))
    if name == "next":
        return element_of(flow, first)
    if name == "map":
        return _map(flow, given)
    if name == "dict":
        return _dict(flow, given)
    if name in ("min", "max"):
        return _extreme(flow, given)
    if name == "sum":
        item = element_of(flow, first)
        if item.kind == "list" and len(given.positional) > 1:
            return item  # ``sum(lists, [])``
        if item.kind == "other" and isinstance(item.definition, ClassInfo):
            return item  # what adds up its own objects mostly makes such a one
        return item if item.kind in ("tensor", "int", "float") else UNKNOWN
    if name in ("abs", "round", "pow"):
        if first.kind == "tensor" or name == "abs" and first.kind in ("int", "float"):
            return first
        return NUMBER if first.kind in _NUMBERS else UNKNOWN
    if name == "divmod":
        return PAIR if first.kind == "tensor" else UNKNOWN
    if name == "getattr":
        return asked.held(flow, given.call, _getattr(flow, given))
    if name == "vars" and first.kind == "namespace" and family(first.name):
        return choices.dict_of_module(first.name)
    return UNKNOWN


def _taken_apart(item: Type) -> Type:
    """``zip(*samples)``, of what each sample is: all their first parts, all their second ones …"""
    if item.kind == "tuple" and item.name != "...":
        return tuple_of(*(Type("tuple", "...", (one,)) for one in item.items))
    part = element(item) if item.kind in ("tuple", "list") else UNKNOWN
    return iterator_of(Type("tuple", "...", (part,)))


def _is_taken_apart(node: ast.expr) -> bool:
    """Whether it is ``zip(*samples)``."""
    return type(node) is Call and type(node.func) is Name and node.func.id == "zip"


def _dict(flow: Flow, given: Arguments) -> Type:
    """``dict(pairs)``, ``dict(mean=m, std=s)``."""
    found = DICT
    if given.positional:
        pair = element_of(flow, given.first)
        if given.first.kind == "dict":
            found = given.first
        elif pair.kind == "tuple" and len(pair.items) == 2 and pair.name != "...":
            found = dict_of(pair.items[0], pair.items[1])
    if given.keywords and not given.is_open and (found.items or not given.positional):
        found = join(found, record_of(given.keywords))
    return found


def _map(flow: Flow, given: Arguments) -> Type:
    sources = given.positional[1:]
    if len(sources) == 1 and given.first.name in ("builtins.list", "builtins.tuple"):
        if sources[0].kind == "tuple" and sources[0].name != "...":  # ``xs, ys = map(list, zip(*samples))``
            return tuple_of(*(list_of(element_of(flow, one)) for one in sources[0].items))
        return iterator_of(list_of(element_of(flow, element_of(flow, sources[0]))))
    return iterator_of(_mapped(flow, given))


def _mapped(flow: Flow, given: Arguments) -> Type:
    mapped = given.first
    if mapped.name in ("builtins.int", "builtins.float", "builtins.str"):
        return _SIMPLE[mapped.name[9:]]
    return handed(flow, given.call, mapped, [element_of(flow, one) for one in given.positional[1:]])


def _extreme(flow: Flow, given: Arguments) -> Type:
    values = given.positional if len(given.positional) > 1 else [element_of(flow, given.first)]
    iteration.keyed(flow, given, join_all(values))
    kinds = {value.kind for value in values}
    if kinds == {"int"}:
        return INT
    if kinds == {"tensor"} and not any(value.optional for value in values):
        return TENSOR
    if len(given.positional) == 1 and kinds <= _ITEMS:
        return values[0]
    return NUMBER if kinds <= _NUMBERS else UNKNOWN


_ITEMS: Final = frozenset(["tuple", "list", "str", "dict", "module"])
"""What the least of several is like all of them."""


def _getattr(flow: Flow, given: Arguments) -> Type:
    name = given.node(1)
    cls = given.first.definition
    if given.first.kind == "namespace" and type(name) is Constant and isinstance(name.value, str):
        if family(given.first.name):
            found = flow.knowledge.type_of_name(f"{given.first.name}.{name.value}")
            return found.named(flow.knowledge.canonical(found.name)) if found.kind != "namespace" else found
    if given.first.kind == "namespace" and isinstance(name, (Name, Attribute, Subscript)):
        found = choices.picked(given.first.name) or UNKNOWN
        # ``getattr(torch, window)(n)``: of what is called there, most gives tensors.
        return callable_to(OUTPUT) if found == UNKNOWN and given.first.name == "torch" else found
    default = given.positional[2] if len(given.positional) > 2 else UNKNOWN
    own = None
    if isinstance(cls, ClassInfo):
        held = [flow.own_attribute(cls, one) for one in written.strings(flow, name)]
        there = [one for one in held if one is not None]
        own = join_all(there) if there else None
    if own is None and given.first.kind == "module":
        if default == given.first:
            return given.first  # ``getattr(model, "module", model)``
        parts = written.strings(flow, name)
        if parts and all(map(is_part, parts)):
            return OUTPUT
    if own is not None:
        return _or_default(own, default)
    model = unwrapping.or_itself(flow, given.node(0), name, given.node(2), given.first)
    return model or _or_default(UNKNOWN, default)


def _or_default(found: Type, default: Type) -> Type:
    """What of unknown type a tensor stands in for is likely one: ``getattr(net, "log_std", torch.zeros(1))``."""
    return OUTPUT if found == UNKNOWN and default.kind == "tensor" and not default.optional else found


def method(flow: Flow, node: ast.Call, name: str, owner: Type, given: Arguments) -> Type:
    """Result of a method of a str, number or container, ``name`` being ``list.append``."""
    kind, _, leaf = name.partition(".")
    if kind == "str":
        return _STR_METHODS.get(leaf, STR)
    if kind == "list":
        return _list_method(flow, node, leaf, owner, given)
    if kind == "dict":
        return _dict_method(flow, node, leaf, owner, given)
    if kind == "tuple":
        return INT if leaf in ("index", "count") else UNKNOWN
    if objects.is_held(owner):
        return libraries.method(owner, leaf, given)
    return running.method(flow, leaf, owner, given) if running.is_held(owner) else UNKNOWN


def _holder(node: ast.Call) -> ast.expr | None:
    return node.func.value if type(node.func) is Attribute else None  # ``add = found.append``


def _list_method(flow: Flow, node: ast.Call, leaf: str, owner: Type, given: Arguments) -> Type:
    if leaf in ("append", "insert", "appendleft") and given.positional:
        added, holder = list_of(given.positional[-1]), _holder(node)
        among_others = added.items[0].kind == "tensor" and owner.items and owner.items[0].kind == "unknown"
        if among_others and type(holder) is Attribute and holder.attr not in (flow.frame.filled or ()):
            rebind(flow, holder, added)  # what other places put there, these say themselves
        else:
            rebind(flow, holder, join(owner, added))
        return NONE
    if leaf in ("extend", "extendleft") and given.positional:
        rebind(flow, _holder(node), join(owner, list_of(element_of(flow, given.first))))
        return NONE
    if leaf in ("pop", "popleft"):
        return element(owner)
    if leaf == "copy":
        return owner
    return INT if leaf in ("index", "count") else NONE


def _dict_method(flow: Flow, node: ast.Call, leaf: str, owner: Type, given: Arguments) -> Type:
    holder = _holder(node)
    if holder is not None and (owner.name == "loaded" or owner == checkpoints.OF_ANYTHING):
        found = checkpoints.method(flow, leaf, holder, owner.name == "loaded")
        if found is not None:
            return found
    key, value = (owner.items[0], value_of(owner)) if owner.items else (UNKNOWN, UNKNOWN)
    if leaf == "items":
        return iterator_of(tuple_of(key, value))
    if leaf in ("keys", "values"):
        return iterator_of(key if leaf == "keys" else value)
    if leaf in ("get", "pop", "setdefault"):
        value = field(owner, given.node(0)) if owner.items else UNKNOWN
        if len(given.positional) == 1:
            return value
        default = given.positional[1]
        if leaf == "setdefault":
            either = join(value, default) if value != UNKNOWN else default
            rebind(flow, holder, with_entry(flow, given.node(0), owner, either))
            return either
        return join(value, default)
    if leaf == "copy":
        return owner
    if leaf == "update" and given.first.kind == "dict":
        rebind(flow, _holder(node), join(owner, given.first))
    return NONE if leaf in ("update", "clear") else UNKNOWN
