"""How code uses certain names: which attributes it reads, where it passes them, what it does with them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from mindport.semantics.telling_calls import (
    keeps_dimensions,
    speaks_for_module,
    speaks_for_tensor,
    takes_what_it_reduces,
)
from mindport.semantics.word_sets import words
from mindport.syntax.indices import slices_dimensions
from mindport.syntax.nodes import (
    Assign,
    AsyncFunctionDef,
    Attribute,
    BinOp,
    Call,
    Compare,
    Constant,
    Eq,
    For,
    FunctionDef,
    Gt,
    GtE,
    List,
    Load,
    Lt,
    LtE,
    Name,
    NotEq,
    Slice,
    Starred,
    Subscript,
    Try,
    Tuple,
    UnaryOp,
    USub,
    comprehension,
)
from mindport.syntax.own_names import VIEWS
from mindport.syntax.trying import tried

_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_SETTABLE: Final = frozenset(["data", "grad", "requires_grad", "names", "real", "imag"])
LIBRARIES: Final = frozenset(
    ["xp", "_xp", "np", "_np", "tnp", "jnp", "lib", "_lib", "libs", "backend", "_backend", "ops", "array_module"]
)
"""What a variable is called that holds a library of arrays, whichever it is."""
NOT_CALLED: Final = words(
    "shape ndim device dtype layout data grad grad_fn requires_grad is_leaf is_cuda is_sparse T mT real imag nbytes itemsize"
)
"""Attributes of a Tensor: what has a method so called is none."""
NAMED_MODULE: Final = re.compile(
    r"(?i:model|net|network|module|encoder|decoder|backbone|discriminator|generator|teacher|student|policy|actor|critic)\d*$"
    r"|^net_?[A-Z0-9]"
)
"""Names that end as those of Modules do."""
NAMED_OPTIMIZER: Final = re.compile(r"(?i:optimi[sz]ers?|(?:^|_)optim|(?:^|_)opt)(?:[A-Z0-9]\w?|_\w+)?$")
"""Names as those of optimizers: ``optimizer``, ``opt_g``, ``optimizerD``, ``critic_optim``."""
NAMED_SCHEDULER: Final = re.compile(r"(?i:scheduler)s?(?:_\w+)?$|^sched(?:_\w+)?$")
MODULES: Final = re.compile(r"model|net|module|layer|criteri|child", re.IGNORECASE)
MODELS: Final = re.compile(
    r"encoder|decoder|backbone|vae|pipe|policy|agent|actor|critic|generat|discrimin|gan|bert|gpt|llm|clip",
    re.IGNORECASE,
)
"""Words in names of whole models."""

MOVES: Final = frozenset(["to", "cuda", "cpu"])
"""Methods that give the same on another device."""
AS_INPUT: Final = -2
"""Position of what is given as ``input=``, as torch's functions call what they compute with."""
SECOND_PART: Final = -3
"""Position of the second argument where it is a part by several dimensions, and so no dimension itself."""
IN_LIST: Final = -4
"""Position of what is put into a list, or a tuple, for a function of torch's that takes such a one of tensors alone."""
OF_MANY: Final = frozenset(["cat", "concat", "stack", "hstack", "vstack", "dstack"])
"""Names of such functions."""
TRANSPOSED: Final = 2
"""How many dimensions a tensor's ``transpose`` takes; an array's takes all that there are."""
_TESTS: Final = frozenset(["isinstance", "range", "int", "str", "float", "bool"])


@dataclass
class Uses:
    """What the code does with one name."""

    attributes: set[str] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)  # those of them that are called
    passed: list[tuple[ast.expr, int]] = field(default_factory=list)  # callee and position, below 0 for a keyword
    named: list[tuple[ast.expr, str]] = field(default_factory=list)  # callee and keyword
    speaks: bool = False  # a method that only tensors have
    sums: bool = False  # one that only tensors have, torch's or those of libraries like it
    speaks_module: bool = False  # one that only Modules have
    arithmetic: bool = False
    sliced: bool = False
    indexed: bool = False
    keyed: bool = False  # subscript by a string
    iterated: bool = False
    called: bool = False
    tested: bool = False  # given to isinstance, range, int …
    holds: bool = False  # a method that only tensors have, of a part of it


@dataclass
class _Scan:
    """``names``: variables; ``kept``: attributes of ``self`` that hold them."""

    names: Mapping[str, Uses]
    kept: Mapping[str, Uses] = field(default_factory=dict)
    owner: str = ""
    events: list[tuple[int, str, Uses, str, object]] = field(default_factory=list)

    def add(self, node: ast.AST | None, event: str, detail: object = None) -> None:
        if type(node) is Name:
            found = self.names.get(node.id)
            if found is not None:
                self.events.append((node.lineno, node.id, found, event, detail))
        elif self.kept and type(node) is Attribute and type(node.value) is Name and node.value.id == self.owner:
            found = self.kept.get(node.attr)
            if found is not None:
                self.events.append((0, "", found, event, detail))


def scan(nodes: Sequence[ast.AST], names: Iterable[str], since: int = 0) -> tuple[dict[str, Uses], dict[str, ast.expr]]:
    """The uses of each name among the nodes of a function's body, after line ``since``;
    and variables that stand for items, with what these are items of."""
    found = _Scan({name: Uses() for name in names})
    loops: dict[str, ast.expr] = {}
    stores: dict[str, int] = {}
    kept: set[int] = set()
    items: list[ast.Assign] = []
    for node in nodes:
        if type(node) is Name:
            stored = type(node.ctx) is not Load and node.lineno > since
            if stored and node.id in found.names and id(node) not in kept:
                stores[node.id] = min(stores.get(node.id, node.lineno), node.lineno)
            continue
        if type(node) is Attribute:
            if type(node.value) is Name and node.value.id in found.names:
                _note(node, found)
            continue
        if type(node) not in _NOTED:
            continue
        if type(node) is Assign:
            if type(node.value) is Subscript:
                items.append(node)
            kept.update(id(one) for one, value in _pairs([node]) if type(one) is Name and _of_itself(value, one.id))
        _note(node, found)
        if isinstance(node, (For, comprehension)):
            _note_loop(node, loops)
        elif type(node) is Try:
            for tested in tried(node):
                found.add(tested, "keyed")  # it may as well be something else
    for one in items:
        _note_item(one, loops)
    for line, name, uses, event, detail in found.events:
        # What follows an assignment to the name says nothing of what the caller gave.
        if since < line <= stores.get(name, line):
            _apply(uses, event, detail)
    return dict(found.names), loops


_NOTED: Final = frozenset([Assign, BinOp, Call, Compare, For, Subscript, Try, comprehension])


def _of_itself(value: ast.expr, name: str) -> bool:
    """``x.float()``, to be called ``x`` again: what is done with the result speaks for what was given too."""
    if not (isinstance(value, Call) and type(value.func) is Attribute):
        return False
    while isinstance(value, (Call, Attribute)):
        if isinstance(value, Attribute) and value.attr in _ENDS:
            return False  # what follows is done with an array or a number
        value = value.func if isinstance(value, Call) else value.value
    return type(value) is Name and value.id == name


_ENDS: Final = frozenset(["numpy", "tolist", "item", "size", "dim", "numel", "astype", "asnumpy"])


def scan_kept(
    cls: ast.ClassDef,
    init: _FunctionNode,
    uses: Mapping[str, Uses],
    body_of: Callable[[_FunctionNode], list[ast.stmt]],
    nodes_of: Callable[[_FunctionNode], Sequence[ast.AST]],
) -> None:
    """Adds what the class's methods do with parameters that ``__init__`` keeps (``self.model = model``)."""
    if not init.args.args:
        return
    kept: dict[str, Uses] = {}
    for target, value in _pairs(init.body):
        while type(value) is Call and type(value.func) is Attribute and value.func.attr in MOVES:
            value = value.func.value
        if is_attribute(target, init.args.args[0].arg) and type(value) is Name and value.id in uses:
            kept[target.attr] = uses[value.id]  # type: ignore[attr-defined]
    if not kept:
        return
    for method in cls.body:
        if isinstance(method, (FunctionDef, AsyncFunctionDef)) and method is not init and method.args.args:
            owner = method.args.args[0].arg
            body = body_of(method)
            names = {
                target.id: kept[value.attr]  # type: ignore[attr-defined]
                for target, value in _pairs(body)
                if type(target) is Name and is_attribute(value, owner) and value.attr in kept  # type: ignore[attr-defined]
            }
            found = _Scan(names, kept, owner)
            for node in nodes_of(method):
                _note(node, found)
            for _, _, one, event, detail in found.events:
                _apply(one, event, detail)


def _pairs(body: list[ast.stmt]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Targets and values of the plain assignments of a block, tuples taken apart."""
    for statement in body:
        if type(statement) is Assign and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
            if type(target) is Tuple and type(value) is Tuple and len(target.elts) == len(value.elts):
                yield from zip(target.elts, value.elts)
            else:
                yield target, value


def is_attribute(node: ast.expr, owner: str) -> bool:
    """Whether a value is an attribute of the variable ``owner``."""
    return type(node) is Attribute and type(node.value) is Name and node.value.id == owner


def _note_loop(node: ast.For | ast.comprehension, loops: dict[str, ast.expr]) -> None:
    target, source = node.target, _without_slices(node.iter)
    if type(source) is Call and type(source.func) is Name and source.func.id == "enumerate" and source.args:
        source = source.args[0]
        target = target.elts[1] if type(target) is Tuple and len(target.elts) == 2 else target
    if type(target) is Name:
        loops[target.id] = source
    elif type(target) is Tuple and type(source) is Call and type(source.func) is Name and source.func.id == "zip":
        for one, its in zip(target.elts, source.args):
            if type(one) is Name:
                loops[one.id] = its


def _without_slices(node: ast.expr) -> ast.expr:
    """``xs`` of ``xs[:n]``, which holds the same."""
    while type(node) is Subscript and type(node.slice) is Slice:
        node = node.value
    return node


def _note_item(node: ast.Assign, loops: dict[str, ast.expr]) -> None:
    """``x = xs[i + n]`` within ``for i in range(n)``: the variable goes through what a loop over ``xs`` does."""
    target, value = node.targets[0], node.value
    if type(target) is not Name or type(value) is not Subscript:
        return
    index = value.slice.left if type(value.slice) is BinOp else value.slice
    counted = loops.get(index.id) if type(index) is Name else None
    if type(counted) is Call and type(counted.func) is Name and counted.func.id == "range":
        loops[target.id] = value.value


def _note(node: ast.AST, found: _Scan) -> None:
    add = found.add
    if type(node) is Attribute:
        add(node.value, "attribute", node.attr)
        if type(node.ctx) is not Load and node.attr not in _SETTABLE:
            add(node.value, "keyed")  # an object of the user's own
    elif type(node) is Call:
        _note_call(node, found)
    elif type(node) is BinOp:
        for operand in (node.left, node.right):
            add(operand, "arithmetic")
            add(_of_other_elements(operand), "speaks")
    elif type(node) is Subscript:
        _note_subscript(node, found)
    elif isinstance(node, (For, comprehension)):
        add(node.iter, "iterated")
    elif type(node) is Assign and isinstance(node.targets[0], (Tuple, List)):
        add(node.value, "iterated")
        _note_size(node.value, found)
    elif type(node) is Compare:
        if any(type(c) is Constant and isinstance(c.value, str) for c in node.comparators):
            add(node.left, "keyed")


def _of_other_elements(node: ast.expr) -> ast.expr | None:
    """``x`` of ``x.to(torch.float64)``, which of a Module gives nothing to compute with."""
    if type(node) is not Call or type(node.func) is not Attribute or node.func.attr != "to":
        return None
    given = [*node.args, *(one.value for one in node.keywords)]
    told = any(type(one) is Attribute and type(one.value) is Name and one.value.id in _TORCH for one in given)
    return node.func.value if told else None


_TORCH: Final = frozenset(["torch", "th"])


def _note_call(node: ast.Call, found: _Scan) -> None:
    add, callee = found.add, node.func
    add(callee, "called")
    if type(callee) is Attribute:
        add(callee.value, "method", callee.attr)
        if callee.attr == "transpose" and len(node.args) > TRANSPOSED:
            add(callee.value, "attribute", "[array]")  # no tensor has it
        elif takes_what_it_reduces(node, callee.attr):
            add(callee.value, "attribute", "[library]")  # as torch has it, or one like it
        receiver = callee.value
        speaks = speaks_for_tensor(callee.attr, node) and callee.attr != "requires_grad_"  # which Modules have, too
        if type(receiver) is Compare:
            speaks = speaks or callee.attr in _CONVERTING
            receiver = _computed_with(receiver)
        if speaks:
            while isinstance(receiver, (Call, Attribute)):  # x.reshape(…).permute(…) speaks for x, as x.data.mul_(…)
                inner_one = receiver.func if type(receiver) is Call else receiver
                if type(inner_one) is not Attribute or inner_one is receiver and receiver.attr not in VIEWS:
                    break
                receiver = inner_one.value
            if type(receiver) is Subscript:
                many = _is_of_many_dimensions(receiver.slice)
                receiver = receiver.value
                add(receiver, "speaks" if many else "holds")
            else:
                add(receiver, "speaks")
        elif speaks_for_module(callee.attr, node):
            add(callee.value, "speaks_module")
        elif node.keywords and keeps_dimensions(callee.attr, node):
            add(callee.value, "sums")
    tested = callee.id in _TESTS if type(callee) is Name else type(callee) is Attribute and callee.attr == "is_tensor"
    for position, argument in enumerate(node.args):
        if type(argument) is Starred:
            _note_size(argument.value, found)
        argument = _computed_with(argument)
        if type(argument) in _LISTED and type(callee) is Attribute and callee.attr in OF_MANY:
            _note_parts(argument.elts, callee, found)  # type: ignore[attr-defined]
        whole = argument
        while type(argument) is Subscript and _is_of_many_dimensions(argument.slice):
            argument = argument.value  # ``f(x[:, 0])`` asks of x what ``f(x)`` does
        if tested and type(argument) is Subscript:
            argument = argument.value  # what its parts are asked to be, it is no tensor of
        add(argument, "tested" if tested else "passed", (callee, position))
        if position == 1 and argument is not whole:
            add(argument, "passed", (callee, SECOND_PART))
    for keyword in node.keywords:
        add(keyword.value, "passed", (callee, AS_INPUT if keyword.arg == "input" else -1, keyword.arg))


_LISTED: Final = frozenset([List, Tuple])


def _note_parts(parts: Sequence[ast.expr], callee: ast.expr, found: _Scan) -> None:
    for part in parts:
        part = _computed_with(part)
        while type(part) is Subscript and _is_of_many_dimensions(part.slice):
            part = part.value
        found.add(part, "passed", (callee, IN_LIST))


_CONVERTING: Final = frozenset(["float", "double", "half", "bfloat16"])
"""Methods that Modules have as well, but neither arrays nor what else a comparison gives."""


def _computed_with(node: ast.expr) -> ast.expr:
    """``x`` of ``x ** 2``, ``1 - x``, ``-x``, ``x < 0.5`` and ``x == 1``: what takes these asks of ``x`` what it asks of them."""
    while True:
        if type(node) is BinOp and type(node.right) is Constant:
            node = node.left
        elif type(node) is BinOp and type(node.left) is Constant and type(node.left.value) in (int, float):
            node = node.right
        elif type(node) is UnaryOp and type(node.op) is USub:
            node = node.operand
        elif type(node) is Compare and type(node.ops[0]) in _COMPARISONS and _is_number(node.comparators):
            node = node.left
        else:
            return node


_COMPARISONS: Final = frozenset([Lt, LtE, Gt, GtE, Eq, NotEq])


def _is_number(nodes: list[ast.expr]) -> bool:
    """Whether it is one number that is written out."""
    node = nodes[0].operand if type(nodes[0]) is UnaryOp else nodes[0]
    return len(nodes) == 1 and type(node) is Constant and type(node.value) in (int, float)


def _is_of_many_dimensions(index: ast.expr) -> bool:
    return type(index) is Tuple and any(type(e) is Slice or type(e) is Constant and e.value is ... for e in index.elts)


def _note_size(value: ast.expr, found: _Scan) -> None:
    """``n, c, h, w = x.size()``, ``x.size()[0]``, ``f(*x.size())``: a size that has parts is a tensor's."""
    if type(value) is Call and type(value.func) is Attribute and value.func.attr == "size" and not value.args:
        found.add(value.func.value, "speaks")


def _note_subscript(node: ast.Subscript, found: _Scan) -> None:
    index = node.slice
    _note_size(node.value, found)
    if type(index) is Constant and isinstance(index.value, str):
        found.add(node.value, "keyed")
    elif slices_dimensions(index):
        found.add(node.value, "sliced")
    elif type(index) is Slice:
        found.add(node.value, "iterated")
    else:
        found.add(node.value, "indexed")


def _apply(found: Uses, event: str, detail: object) -> None:
    if event == "attribute":
        found.attributes.add(str(detail))
    elif event == "method":
        found.methods.add(str(detail))
    elif event == "passed":
        assert isinstance(detail, tuple)
        found.passed.append(detail[:2])
        if len(detail) > 2 and detail[2] is not None:
            found.named.append((detail[0], detail[2]))
    else:
        setattr(found, event, True)
