"""What a condition says of the variables in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import asked, asked_classes, class_tests, each_of, library_tests, own_tests, unions
from mindport.semantics.definitions import ClassInfo, derives
from mindport.semantics.joining import join_all
from mindport.semantics.torch_modules import WRAPPERS
from mindport.semantics.types import (
    BESIDE,
    DEFAULTED,
    GIVEN,
    MODULE,
    NDARRAY,
    NEVER,
    NONE,
    NUMBER,
    OPEN,
    OUTPUT,
    TENSOR,
    UNKNOWN,
    Type,
    dict_of,
    iterator_of,
)
from mindport.syntax.nodes import (
    And,
    Assign,
    Attribute,
    BoolOp,
    Call,
    Compare,
    Constant,
    Eq,
    GeneratorExp,
    Is,
    ListComp,
    Name,
    Not,
    NotEq,
    UnaryOp,
)

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


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
        elif outcome or any(map(asks_for_class, test.values)):
            _one_of(flow, test.values, outcome)
    elif type(test) is Compare:
        _compare(flow, test, outcome)
    elif type(test) is Call:
        _call(flow, test, outcome)
    elif type(test) is Name:
        if outcome:
            _present(flow, test.id)
        held = asked.outcome_in(flow, test.id) if flow.frame.asked is not None else None
        if held is not None:
            apply(flow, held, outcome)


def _is_check(test: ast.expr) -> bool:
    """Whether a condition narrows by class."""
    if type(test) is Compare:
        return class_tests.of_type(test) is not None
    if type(test) is not Call:
        return False
    if type(test.func) is Attribute:
        return _ASKING.fullmatch(test.func.attr) is not None
    return type(test.func) is Name and (test.func.id in _CLASS_TESTS or _ASKING.fullmatch(test.func.id) is not None)


_CLASS_TESTS: Final = frozenset(["isinstance", "issubclass"])

_ASKING: Final = re.compile(r"_?is_\w*(?:tensor|torch|array|numpy|np)\w*")
"""Names of functions that ask for a class."""


def _asks_for_elements(test: ast.Compare) -> bool:
    """``x.dtype is torch.float32``, which no array's is."""
    left, right = test.left, test.comparators[0]
    if (
        type(test.ops[0]) is not Is
        or type(left) is not Attribute
        or left.attr != "dtype"
        or type(left.value) is not Name
    ):
        return False
    return type(right) is Attribute and type(right.value) is Name and right.value.id == "torch"


def _present(flow: Flow, name: str) -> None:
    known = flow.frame.vars.get(name)
    if known is not None and known.optional:
        flow.frame.vars[name] = known.present()
    elif known is not None and known.kind == "none":
        _unreached(flow, name)


def _unreached(flow: Flow, name: str) -> None:
    """What is None is not, in the first turn of a loop that sets it."""
    if flow.frame.first_turns:
        flow.frame.unreached = True
        flow.frame.vars[name] = NEVER


def asks_for_class(test: ast.expr) -> bool:
    """Whether a condition tests a value's class, so that what follows ``and`` or ``or`` reads differently."""
    return _is_check(_positive(test))


def _positive(test: ast.expr) -> ast.expr:
    """``x`` of ``not x``."""
    return test.operand if type(test) is UnaryOp else test


def _one_of(flow: Flow, tests: list[ast.expr], outcome: bool) -> None:
    """One of several tests came out so, those before it otherwise: what all these cases tell of a variable holds."""
    before, parts = flow.frame.vars, flow.frame.asked
    rest = dict(before)  # where all tests so far came out otherwise
    found: list[dict[str, Type]] = []
    for test in tests:
        flow.frame.vars = dict(rest)
        apply(flow, test, outcome)
        found.append({name: value for name, value in flow.frame.vars.items() if before.get(name) is not value})
        flow.frame.vars = rest
        if type(_positive(test)) is not BoolOp:  # walked once, however deep they are nested
            apply(flow, test, not outcome)
    flow.frame.vars, flow.frame.asked = before, parts
    for name in set.intersection(*(set(one) for one in found)):
        joined = join_all(one[name] for one in found)
        if joined != UNKNOWN or (before[name] == GIVEN and all(one[name] != UNKNOWN for one in found)):
            before[name] = joined  # where it is one of several classes, what is done with it does not tell which


def _compare(flow: Flow, test: ast.Compare, outcome: bool) -> None:
    by_type = class_tests.of_type(test)
    if by_type is not None:
        name, classes, equal = by_type
        if name not in flow.frame.vars:
            return
        if equal != outcome:
            _is_other(flow, name, asked_classes.each(flow, classes))
            return
        found = asked_classes.instance(flow, asked_classes.each(flow, classes))
        if found is not None and found != UNKNOWN:
            _is_of(flow, name, found)
        return
    if len(test.ops) == 1 and not outcome and _asks_for_elements(test) and flow.knows_numpy():
        name = test.left.value.id  # type: ignore[attr-defined]
        if flow.frame.vars.get(name) == OUTPUT:
            flow.frame.vars[name] = UNKNOWN  # or an array
    if len(test.ops) != 1 or type(test.left) is not Name:
        return
    right = test.comparators[0]
    if type(right) is not Constant:
        return
    if right.value is not None:
        if right.value in library_tests.OTHERS and type(test.ops[0]) is (Eq if outcome else NotEq):
            library_tests.of_another(flow, test.left.id)
        return
    is_none = isinstance(test.ops[0], (Is, Eq)) == outcome
    known = flow.frame.vars.get(test.left.id)
    if known is None:
        return
    if is_none and (known.optional or known.kind == "none"):
        flow.frame.vars[test.left.id] = NONE
    elif not is_none and known.optional:
        flow.frame.vars[test.left.id] = known.present()
    elif not is_none and known.kind == "none":
        _unreached(flow, test.left.id)
    elif not is_none and known == DEFAULTED and not test.left.id.endswith("device"):
        # Without its default it is what any parameter is: one called a device is what is written in its place.
        flow.frame.vars[test.left.id] = GIVEN


def _call(flow: Flow, test: ast.Call, outcome: bool) -> None:
    if not test.args:
        return
    if type(test.args[0]) is not Name:
        name = class_tests.type_in(test)
        if type(test.args[0]) is GeneratorExp or type(test.args[0]) is ListComp:
            each_of.apply(flow, test, outcome, apply)
        elif not name:
            _part(flow, test, outcome)
        elif name in flow.frame.vars and flow.types.get(id(test.func), UNKNOWN).name == "builtins.issubclass":
            _of_class(flow, name, test.args[1], outcome)
        return
    name = test.args[0].id
    if name not in flow.frame.vars:
        return  # another scope's variable keeps its type where the paths meet again
    callee = flow.types.get(id(test.func), UNKNOWN)
    if callee.name == "torch.is_tensor":
        if outcome:
            flow.frame.vars[name] = TENSOR
        else:
            _is_other(flow, name, None)
    elif callee.name == "builtins.isinstance" and len(test.args) == 2:
        _of_class(flow, name, test.args[1], outcome)
    else:
        _own(flow, callee, name, outcome)


def _of_class(flow: Flow, name: str, named: ast.expr, outcome: bool) -> None:
    """A variable is an instance of the class, or of one of the classes, that was asked for, or it is not."""
    classes = asked_classes.each(flow, named)
    if not outcome:
        _is_other(flow, name, classes)
        return
    known = flow.frame.vars[name]
    if len(classes) > 1 and known.kind in _TOLD:
        if any(one is not None and one.kind == known.kind for one in asked_classes.instances(flow, classes)):
            flow.frame.vars[name] = known.optionally(False)  # ``isinstance(x, (np.ndarray, torch.Tensor))``
            return
    found = asked_classes.instance(flow, classes)
    if found is not None:
        _is_of(flow, name, found)


def _own(flow: Flow, callee: Type, name: str, outcome: bool) -> None:
    """A function of the user's tells something of a variable: ``is_torch_tensor(x)``."""
    said = own_tests.asked_of(callee)
    if said is not None and outcome:
        _is_of(flow, name, said.kind)
    elif said is not None and said.alone and said.kind == TENSOR:
        _is_other(flow, name, None)
    elif not outcome and flow.frame.vars[name] == GIVEN:
        flow.frame.vars[name] = UNKNOWN


def _part(flow: Flow, test: ast.Call, outcome: bool) -> None:
    """``isinstance(batch[0], torch.Tensor)``"""
    part, callee = test.args[0], flow.types.get(id(test.func), UNKNOWN)
    said = own_tests.asked_of(callee)
    asks_of_tensors = callee.name == "torch.is_tensor" or said is not None and said.kind == TENSOR
    if not asks_of_tensors and not (callee.name == "builtins.isinstance" and len(test.args) == 2):
        return
    if outcome:
        found = TENSOR if asks_of_tensors else asked_classes.instance(flow, asked_classes.each(flow, test.args[1]))
        known = flow.types.get(id(part), UNKNOWN)
        own = found is not None and known.kind == "unknown" and isinstance(found.definition, ClassInfo)
        if found is not None and (own or found.kind in _TOLD or derives(found, known)):
            asked.note(flow, part, found)
    elif flow.types.get(id(part), OUTPUT) in (GIVEN, UNKNOWN) and (said is None or said.alone):
        if asks_of_tensors or asked_classes.of_tensors(asked_classes.each(flow, test.args[1])):
            asked.note(flow, part, BESIDE)


_TOLD: Final = frozenset(["tensor", "ndarray"])


def converted(flow: Flow, test: ast.expr, taken: dict[str, Type]) -> None:
    """``if isinstance(x, np.ndarray): x = torch.from_numpy(x)``: what follows takes tensors, so that is what else ``x`` is likely
    to be. ``taken``: variables after the branch."""
    name = _array_in(flow, test)
    made, known = taken.get(name), flow.frame.vars.get(name)
    if made is None or made.kind != "tensor" or known is None or not _may_be_likely(known):
        return
    flow.frame.vars[name] = OUTPUT


def wrapped(flow: Flow, test: ast.expr, taken: dict[str, Type]) -> None:
    """``if isinstance(xs, torch.Tensor): xs = [xs]``: what is none likely is several. ``taken``: variables after the branch."""
    if type(test) is not Call or not test.args or type(test.args[0]) is not Name:
        return
    name = test.args[0].id
    made, known = taken.get(name), flow.frame.vars.get(name)
    if made is None or made.kind not in ("list", "tuple") or len(made.items) != 1 or made.items[0].kind != "tensor":
        return
    if known is None or known.kind != "unknown" or known.name not in OPEN:
        return
    if asked_of_tensors(flow, test):
        flow.frame.vars[name] = iterator_of(OUTPUT)


def asked_of_tensors(flow: Flow, test: ast.Call) -> bool:
    """Whether a test asks its first argument to be a tensor."""
    callee = flow.types.get(id(test.func), UNKNOWN)
    said = own_tests.asked_of(callee)
    if callee.name == "torch.is_tensor" or said is not None and said.kind == TENSOR:
        return True
    if callee.name != "builtins.isinstance" or len(test.args) != _PAIR:
        return False
    return asked_classes.of_tensors(asked_classes.each(flow, test.args[1]))


def likely_again(flow: Flow, test: ast.expr, ends: Sequence[dict[str, Type]]) -> None:
    """``if isinstance(x, (np.ndarray, torch.Tensor)): …``: what likely is a tensor still is one after all branches."""
    name = test.args[0].id if type(test) is Call and len(test.args) == _PAIR and type(test.args[0]) is Name else ""
    if name and ends[0].get(name, UNKNOWN).name == "either" and all(one.get(name) == OUTPUT for one in ends[1:]):
        if all(one.kind in _TOLD for one in ends[0][name].items):
            flow.frame.vars[name] = OUTPUT


_PAIR: Final = 2


def kept_as_it_is(flow: Flow, node: ast.If) -> None:
    """``if isinstance(x, np.ndarray): y = torch.from_numpy(x)``, ``else: y = x``: what is kept beside a tensor likely is one."""
    name = _array_in(flow, node.test)
    if not name or not _may_be_likely(flow.frame.vars.get(name, OUTPUT)):
        return
    made = [asked.place(one.targets[0]) for one in node.body if type(one) is Assign and _makes_tensor(flow, one.value)]
    for one in node.orelse:
        if type(one) is Assign and type(one.value) is Name and one.value.id == name:
            target = asked.place(one.targets[0])
            if target is not None and target in made:
                flow.frame.vars[name] = OUTPUT


def _makes_tensor(flow: Flow, node: ast.expr) -> bool:
    return flow.types.get(id(node), UNKNOWN).kind == "tensor"


def _array_in(flow: Flow, test: ast.expr) -> str:
    """The variable that a test asks to be an array."""
    if type(test) is not Call or not test.args or type(test.args[0]) is not Name:
        return ""
    callee = flow.types.get(id(test.func), UNKNOWN)
    said = own_tests.asked_of(callee)
    if said is not None and said.kind == NDARRAY:
        return test.args[0].id
    if len(test.args) != 2 or callee.name != "builtins.isinstance":
        return ""
    classes = asked_classes.instances(flow, asked_classes.each(flow, test.args[1]))
    return test.args[0].id if any(one is not None and one.kind == "ndarray" for one in classes) else ""


def in_place_of_none(flow: Flow, test: ast.expr, taken: dict[str, Type]) -> None:
    """``if y is None: y = x`` and an ``else``: where it is given, it likely is what is taken in its place. ``taken``: variables
    after the branch."""
    name = _none_in(test)
    made = taken.get(name)
    if made is not None and (made.kind == "tensor" or made == OUTPUT):
        _likely(flow, name)


def alike(flow: Flow, test: ast.expr, one: ast.Attribute, other: ast.Attribute) -> None:
    """``x.shape if y is None else y.shape``: what is read alike of both is a tensor's, if it is of one."""
    name = _none_in(test)
    if type(other.value) is Name and other.value.id == name and type(one.value) is Name:
        known = flow.types.get(id(one.value), UNKNOWN)
        if known.kind == "tensor" or known == OUTPUT:
            _likely(flow, name)


def _none_in(test: ast.expr) -> str:
    """The variable that a test asks to be None."""
    if type(test) is not Compare or type(test.ops[0]) is not Is or type(test.left) is not Name or len(test.ops) != 1:
        return ""
    return test.left.id if type(test.comparators[0]) is Constant and test.comparators[0].value is None else ""


def _likely(flow: Flow, name: str) -> None:
    if flow.frame.vars.get(name) in (GIVEN, UNKNOWN, DEFAULTED):
        flow.frame.vars[name] = OUTPUT


def _may_be_likely(known: Type) -> bool:
    """Whether nothing is known of a variable, or that it is a tensor, an array or something that is not known."""
    if known.name == "either":
        return all(one.kind in ("tensor", "ndarray") or one == UNKNOWN for one in known.items)
    return known.kind == "unknown" and known.name in OPEN


def _is_of(flow: Flow, name: str, found: Type) -> None:
    """A variable is an instance of the class, or of one of the classes, that was asked for."""
    known = flow.lookup(name)
    if known is not None and known.name == "either":
        found = unions.only(known, found) or found
    if known is not None and found.name == "iterator" and (known.kind in ("list", "tuple") or known.name == "iterator"):
        found = known.optionally(False)  # ``isinstance(xs, (list, tuple))``
    if (
        known is not None
        and known.kind == found.kind
        and found.kind != "module"
        and (found.name in OPEN or found.kind != "unknown")
        and not derives(found, known)
    ):
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


def _is_other(flow: Flow, name: str, classes: Sequence[Type] | None) -> None:
    """A variable is an instance of none of the classes; of ``torch.Tensor``, where these are None.

    What is no tensor here, though it may be one elsewhere, is not to be taken for one where the paths meet."""
    known = flow.frame.vars[name]
    others = [TENSOR] if classes is None else asked_classes.instances(flow, classes)
    if known.name == "either":
        for one in others:
            if one is not None and not (one == UNKNOWN or known.name != "either"):
                known = unions.without(known, one)
        flow.frame.vars[name] = known
        return
    if known.kind == "tensor":
        if classes is None or asked_classes.of_tensors(classes):
            flow.frame.vars[name] = NEVER
        return
    whole = others[0] if len(others) == 1 else asked_classes.one_of(others)
    if known.kind in _NUMBERS and whole is not None and (whole == NUMBER or whole.kind == known.kind):
        flow.frame.vars[name] = GIVEN  # ``factor=1``, which is no number here
    elif known.kind == "unknown" and known.name in OPEN and whole is not None and whole.name in WRAPPERS:
        flow.frame.vars[name] = MODULE  # which was not wrapped to run on several devices
    elif whole is not None and whole.kind == "tensor" and known in (GIVEN, UNKNOWN):
        if classes is None or asked_classes.of_tensors(classes):
            flow.frame.vars[name] = BESIDE
    elif known == GIVEN and (whole is None or whole.kind == "unknown" and whole.name not in _PLAIN):
        flow.frame.vars[name] = UNKNOWN
    elif known == BESIDE and whole is not None and (whole.kind == "ndarray" or whole.name == "either"):
        flow.frame.vars[name] = UNKNOWN  # a list may hold arrays as well


_NUMBERS: Final = frozenset(["int", "float"])
_PLAIN: Final = frozenset(["iterator", "number"])
"""Names of what is one of several of Python's own: ``(list, tuple)``, ``(int, float)``."""
