"""What a condition says of the variables in it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import class_tests, unions
from mindport.semantics.annotations import instance_type
from mindport.semantics.joining import join_all
from mindport.semantics.torch_modules import WRAPPERS
from mindport.semantics.types import (
    BESIDE,
    BOOL,
    DEFAULTED,
    DICT,
    FLOAT,
    GIVEN,
    INT,
    MODULE,
    NEVER,
    NONE,
    NUMBER,
    OPEN,
    OUTPUT,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    dict_of,
    iterator_of,
)
from mindport.syntax.nodes import (
    And,
    BinOp,
    BitOr,
    BoolOp,
    Call,
    Compare,
    Constant,
    Eq,
    Is,
    List,
    Name,
    Not,
    Set,
    Tuple,
    UnaryOp,
)

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_BUILTINS: Final = {"int": INT, "float": FLOAT, "bool": BOOL, "str": STR, "dict": DICT, "list": Type("list"),
             "tuple": Type("tuple", "...", (UNKNOWN,))}  # fmt: skip


def apply(flow: Flow, test: ast.expr, outcome: bool) -> None:
    """Narrows variables, given that ``test`` came out as ``outcome``."""
    if outcome and isinstance(test, (Compare, Call)):
        named = class_tests.tested(flow, test)
        if named is not None and named[0] in flow.frame.vars:
            flow.frame.vars[named[0]] = named[1]
            return
    if type(test) is UnaryOp and type(test.op) is Not:
        apply(flow, test.operand, not outcome)
    elif type(test) is BoolOp:
        if (type(test.op) is And) == outcome:
            for value in test.values:
                apply(flow, value, outcome)
        elif outcome:
            _either(flow, test.values)
    elif type(test) is Compare:
        _compare(flow, test, outcome)
    elif type(test) is Call:
        if outcome:
            _call(flow, test)
        else:
            _excluded(flow, test)

    elif type(test) is Name and outcome:
        _present(flow, test.id)


def is_check(test: ast.expr) -> bool:
    """Whether a condition narrows by class, so that what follows ``and`` reads differently."""
    return type(test) is Call and type(test.func) is Name and test.func.id == "isinstance"


def _present(flow: Flow, name: str) -> None:
    known = flow.frame.vars.get(name)
    if known is not None and known.optional:
        flow.frame.vars[name] = known.present()


def _either(flow: Flow, tests: list[ast.expr]) -> None:
    """One of several tests of the same variable's class holds."""
    before = dict(flow.frame.vars)
    found: list[dict[str, Type]] = []
    for test in tests:
        flow.frame.vars = dict(before)
        apply(flow, test, True)
        found.append({name: value for name, value in flow.frame.vars.items() if before.get(name) is not value})
    flow.frame.vars = before
    for name in set.intersection(*(set(one) for one in found)):
        joined = join_all(one[name] for one in found)
        if joined.kind == "module":
            flow.frame.vars[name] = joined


def _compare(flow: Flow, test: ast.Compare, outcome: bool) -> None:
    classes = class_tests.of_type(test) if outcome else None
    if classes is not None and classes[0] in flow.frame.vars:
        found = _classes(flow, classes[1])
        if found is not None and found.kind == "module":
            flow.frame.vars[classes[0]] = found
        return
    if len(test.ops) != 1 or type(test.left) is not Name:
        return
    right = test.comparators[0]
    if not (type(right) is Constant and right.value is None):
        return
    is_none = isinstance(test.ops[0], (Is, Eq)) == outcome
    known = flow.frame.vars.get(test.left.id)
    if known is None:
        return
    if is_none and (known.optional or known.kind == "none"):
        flow.frame.vars[test.left.id] = NONE
    elif not is_none and known.optional:
        flow.frame.vars[test.left.id] = known.present()
    elif not is_none and known == DEFAULTED:
        flow.frame.vars[test.left.id] = GIVEN  # without its default it is what any parameter is


def _call(flow: Flow, test: ast.Call) -> None:
    if not test.args or type(test.args[0]) is not Name:
        return
    name = test.args[0].id
    if name not in flow.frame.vars:
        return  # another scope's variable keeps its type where the paths meet again
    callee = flow.types.get(id(test.func), UNKNOWN)
    if callee.name == "torch.is_tensor":
        flow.frame.vars[name] = TENSOR
    elif callee.name == "builtins.isinstance" and len(test.args) == 2:
        found = _classes(flow, test.args[1])
        if found is not None:
            known = flow.lookup(name)
            if known is not None and known.name == "either":
                found = unions.only(known, found) or found
            if known is not None and known.kind == found.kind and found.kind not in ("module",):
                found = known.optionally(False)
            if known is not None and (known.kind == "tensor" or known in (OUTPUT, BESIDE)):
                found = _of_likely(found)
            flow.frame.vars[name] = found


def _of_likely(container: Type) -> Type:
    """A container that stands where a tensor may stand as well holds likely tensors."""
    if container.kind == "dict" and not container.items:
        return dict_of(UNKNOWN, OUTPUT)
    holds = container.kind in ("list", "tuple") or container.name == "iterator"
    return container.of(OUTPUT) if holds and container.items in ((), (UNKNOWN,)) else container


def _excluded(flow: Flow, test: ast.Call) -> None:
    """What is no tensor here, though it may be one elsewhere, is not to be taken for one where the paths meet."""
    name = test.args[0].id if test.args and type(test.args[0]) is Name else ""
    known = flow.frame.vars.get(name)
    if known is None:
        return
    if known.name == "either":
        _alternatives(flow, test, name, known)
        return
    callee = flow.types.get(id(test.func), UNKNOWN)
    if known.kind == "tensor":
        if callee.name == "torch.is_tensor" or callee.name == "builtins.isinstance" and _asks_for_tensors(flow, test):
            flow.frame.vars[name] = NEVER
        return
    asked = _classes(flow, test.args[1]) if callee.name == "builtins.isinstance" and len(test.args) == 2 else None
    if known.kind in _NUMBERS and asked is not None and (asked == NUMBER or asked.kind == known.kind):
        flow.frame.vars[name] = GIVEN  # ``factor=1``, which is no number here
        return
    if known.kind == "unknown" and known.name in OPEN and asked is not None and asked.name in WRAPPERS:
        flow.frame.vars[name] = MODULE  # which was not wrapped to run on several devices
        return
    of_tensors = callee.name == "torch.is_tensor" or asked is not None and asked.kind == "tensor"
    if of_tensors and known in (GIVEN, UNKNOWN):
        flow.frame.vars[name] = BESIDE
    elif known == GIVEN and (asked is None or asked.kind == "unknown"):
        flow.frame.vars[name] = UNKNOWN
    elif known == BESIDE and asked is not None and (asked.kind == "ndarray" or asked.name == "either"):
        flow.frame.vars[name] = UNKNOWN  # a list may hold arrays as well


def _asks_for_tensors(flow: Flow, test: ast.Call) -> bool:
    """Whether a test of the class asks for tensors of any kind."""
    node = test.args[1] if len(test.args) == 2 else None
    asked = node.elts if type(node) is Tuple else [node]
    return any(one is not None and flow.types.get(id(one), UNKNOWN).name == "torch.Tensor" for one in asked)


_NUMBERS: Final = frozenset(["int", "float"])


def _alternatives(flow: Flow, test: ast.Call, name: str, known: Type) -> None:
    """Leaves out what a failed test says the variable is not."""
    callee = flow.types.get(id(test.func), UNKNOWN)
    if callee.name == "torch.is_tensor":
        asked: list[Type | None] = [TENSOR]
    elif callee.name == "builtins.isinstance" and len(test.args) == 2:
        node = test.args[1]
        asked = [_classes(flow, one) for one in (node.elts if type(node) is Tuple else [node])]
    else:
        return
    for one in asked:
        if one is not None and not (one == UNKNOWN or known.name != "either"):
            known = unions.without(known, one)
    flow.frame.vars[name] = known


def _classes(flow: Flow, node: ast.expr) -> Type | None:
    if isinstance(node, (Tuple, List, Set)):
        found = [_classes(flow, one) for one in node.elts]
        known = [one for one in found if one is not None]
        if len(known) != len(found) or not known:
            return UNKNOWN
        if {one.kind for one in known} == {"list", "tuple"}:
            return iterator_of(UNKNOWN)
        return join_all(known)
    if type(node) is BinOp and type(node.op) is BitOr:
        parts = [_classes(flow, node.left), _classes(flow, node.right)]
        return join_all(p for p in parts if p is not None)
    found_type = flow.types.get(id(node), UNKNOWN)
    if found_type.name.startswith("builtins."):
        return _BUILTINS.get(found_type.name.partition(".")[2], UNKNOWN)
    return instance_type(flow, found_type)
