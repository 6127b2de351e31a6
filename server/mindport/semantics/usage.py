"""How code uses certain names: which attributes it reads, where it passes them, what it does with them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mindport.semantics.torch_names import speaks_for_module, speaks_for_tensor
from mindport.syntax.parsing import BLOCKS, INNER

_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_SETTABLE = frozenset(["data", "grad", "requires_grad", "names", "real", "imag"])
MODULES = re.compile(r"model|net|module|layer|criteri|child", re.IGNORECASE)
_VIEWS = frozenset(["data", "grad", "T", "mT"])
_MOVES = frozenset(["to", "cuda", "cpu"])
_TESTS = frozenset(["isinstance", "range", "int", "str", "float", "bool"])


@dataclass
class Uses:
    """What the code does with one name."""

    attributes: set[str] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)  # those of them that are called
    passed: list[tuple[ast.expr, int]] = field(default_factory=list)  # callee and position, -1 for a keyword
    speaks: bool = False  # a method that only tensors have
    speaks_module: bool = False  # one that only Modules have
    arithmetic: bool = False
    sliced: bool = False
    indexed: bool = False
    keyed: bool = False  # subscript by a string
    iterated: bool = False
    called: bool = False
    tested: bool = False  # given to isinstance, range, int …


@dataclass
class _Scan:
    """``names``: variables; ``kept``: attributes of ``self`` that hold them."""

    names: Mapping[str, Uses]
    kept: Mapping[str, Uses] = field(default_factory=dict)
    owner: str = ""
    events: list[tuple[int, str, Uses, str, object]] = field(default_factory=list)

    def add(self, node: ast.AST | None, event: str, detail: object = None) -> None:
        if type(node) is ast.Name:
            found = self.names.get(node.id)
            if found is not None:
                self.events.append((node.lineno, node.id, found, event, detail))
        elif self.kept and type(node) is ast.Attribute and type(node.value) is ast.Name and node.value.id == self.owner:
            found = self.kept.get(node.attr)
            if found is not None:
                self.events.append((0, "", found, event, detail))


def scan(function: _FunctionNode, names: Iterable[str], since: int = 0) -> tuple[dict[str, Uses], dict[str, ast.expr]]:
    """The uses of each name in the function's body, after line ``since``; and loop variables with what they run over."""
    found = _Scan({name: Uses() for name in names})
    loops: dict[str, ast.expr] = {}
    stores: dict[str, int] = {}
    kept: set[int] = set()
    for node in _nodes(function.body):
        if type(node) is ast.Name:
            stored = type(node.ctx) is not ast.Load and node.lineno > since
            if stored and node.id in found.names and id(node) not in kept:
                stores[node.id] = min(stores.get(node.id, node.lineno), node.lineno)
            continue
        if (
            type(node) is ast.Assign
            and type(node.targets[0]) is ast.Name
            and _of_itself(node.value, node.targets[0].id)
        ):
            kept.add(id(node.targets[0]))
        _note(node, found)
        if isinstance(node, (ast.For, ast.comprehension)):
            _note_loop(node, loops)
    for line, name, uses, event, detail in found.events:
        # What follows an assignment to the name says nothing of what the caller gave.
        if since < line <= stores.get(name, line):
            _apply(uses, event, detail)
    return dict(found.names), loops


def _of_itself(value: ast.expr, name: str) -> bool:
    """``x.float()``, to be called ``x`` again: what is done with the result speaks for what was given too."""
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
        return False
    while isinstance(value, (ast.Call, ast.Attribute)):
        if isinstance(value, ast.Attribute) and value.attr in _ENDS:
            return False  # what follows is done with an array or a number
        value = value.func if isinstance(value, ast.Call) else value.value
    return isinstance(value, ast.Name) and value.id == name


_ENDS = frozenset(["numpy", "tolist", "item", "size", "dim", "numel", "astype", "asnumpy"])


def scan_kept(
    cls: ast.ClassDef,
    init: _FunctionNode,
    uses: Mapping[str, Uses],
    body_of: Callable[[_FunctionNode], list[ast.stmt]],
) -> None:
    """Adds what the class's methods do with parameters that ``__init__`` keeps (``self.model = model``)."""
    if not init.args.args:
        return
    kept: dict[str, Uses] = {}
    for target, value in _pairs(init.body):
        while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _MOVES:
            value = value.func.value
        if _is_attribute(target, init.args.args[0].arg) and isinstance(value, ast.Name) and value.id in uses:
            kept[target.attr] = uses[value.id]  # type: ignore[attr-defined]
    if not kept:
        return
    for method in cls.body:
        if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) and method is not init and method.args.args:
            owner = method.args.args[0].arg
            body = body_of(method)
            names = {
                target.id: kept[value.attr]  # type: ignore[attr-defined]
                for target, value in _pairs(body)
                if isinstance(target, ast.Name) and _is_attribute(value, owner) and value.attr in kept  # type: ignore[attr-defined]
            }
            found = _Scan(names, kept, owner)
            for node in _nodes(body):
                _note(node, found)
            for _, _, one, event, detail in found.events:
                _apply(one, event, detail)


def members(function: _FunctionNode | ast.Module) -> dict[str, frozenset[str]]:
    """The attributes of each name in the body of a function or module, read or set; ``[]`` for a subscript by a string,
    ``()`` for a call, ``[data]`` where a tensor or an array is made of it, ``[asked]`` where it is asked for a member."""
    found: dict[str, set[str]] = {}
    for node in _nodes(function.body):
        if type(node) is ast.Call:
            if type(node.func) is ast.Name:
                found.setdefault(node.func.id, set()).add("()")
                if node.func.id == "hasattr" and node.args and type(node.args[0]) is ast.Name:
                    found.setdefault(node.args[0].id, set()).add("[asked]")
            elif node.args and type(node.args[0]) is ast.Name and makes_of_data(node.func):
                found.setdefault(node.args[0].id, set()).add("[data]")
        if type(node) is ast.Attribute and type(node.value) is ast.Name:
            found.setdefault(node.value.id, set()).add(node.attr)
        elif type(node) is ast.Subscript and type(node.value) is ast.Name:
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                found.setdefault(node.value.id, set()).add("[]")
    return {name: frozenset(attributes) for name, attributes in found.items()}


def makes_of_data(callee: ast.expr) -> bool:
    """Whether a call makes a tensor of numbers that are none yet, or an array: ``torch.LongTensor(…)``, ``np.asarray(…)``."""
    if not (isinstance(callee, ast.Attribute) and isinstance(callee.value, ast.Name)):
        return False
    if callee.value.id in ("np", "numpy"):
        return callee.attr in _ARRAYS_OF
    return callee.value.id in ("torch", "th", "t") and callee.attr in _TENSORS_OF


_ARRAYS_OF = frozenset(["array", "asarray", "stack", "concatenate"])
_TENSORS_OF = frozenset(
    ["from_numpy", "Tensor", *(f"{kind}Tensor" for kind in ("Float", "Double", "Half", "Long", "Int", "Byte", "Bool"))]
)


def items(function: _FunctionNode | ast.Module) -> frozenset[str]:
    """Variables of loops and of ``next(…)``, what those and batches are taken apart into, unless it is Modules by its words."""
    found: set[str] = set()
    assigned: list[ast.Assign] = []
    for node in _nodes(function.body):
        if isinstance(node, (ast.For, ast.AsyncFor)) and not MODULES.search(ast.unparse(node.iter)):
            found |= _names(node.target)
        elif isinstance(node, ast.comprehension) and _is_batch(node.iter):
            found |= _names(node.target)
        elif isinstance(node, ast.Assign):
            assigned.append(node)
    for node in sorted(assigned, key=lambda one: one.lineno):
        value = node.value
        while isinstance(value, ast.Subscript):
            value = value.value
        parts = type(node.targets[0]) in (ast.Tuple, ast.List) and _is_batch(node.value)
        if isinstance(value, ast.Name) and value.id in found or parts or _is_next(value):
            found |= _names(*node.targets)
    return frozenset(found)


def _is_batch(node: ast.expr) -> bool:
    """Whether a value is called a batch."""
    return isinstance(node, ast.Name) and _BATCH.fullmatch(node.id) is not None


_BATCH = re.compile(r"(\w+_)?(batch|data|sample|inputs)(_\w+)?")


def _is_next(node: ast.expr) -> bool:
    """``next(batches)``, ``batches.next()``"""
    if not isinstance(node, ast.Call) or MODULES.search(ast.unparse(node)):
        return False
    callee = node.func
    if isinstance(callee, ast.Name):
        return callee.id == "next" and bool(node.args)
    return isinstance(callee, ast.Attribute) and callee.attr in ("next", "__next__") and not node.args


def beside_parameters(function: _FunctionNode) -> frozenset[str]:
    """Variables of loops that run over Parameters and something else together: ``for p, new in zip(net.parameters(), news)``."""
    found: set[str] = set()
    for node in _nodes(function.body):
        if isinstance(node, (ast.For, ast.comprehension)):
            over = [one for one in ast.walk(node.iter) if isinstance(one, ast.Call)]
            callees = {getattr(one.func, "id", getattr(one.func, "attr", "")) for one in over}
            if callees >= {"zip", "parameters"}:
                found |= _names(node.target)
    return frozenset(found)


def turned_into_tensors(function: _FunctionNode) -> frozenset[str]:
    """What the function gives to ``torch.from_numpy``, and what that is a part of, as ``ast.dump`` writes it."""
    found: set[str] = set()
    for node in _nodes(function.body):
        if type(node) is ast.Call and type(node.func) is ast.Attribute and node.func.attr == "from_numpy":
            given: ast.expr | None = node.args[0] if node.args else None
            while given is not None:
                found.add(ast.dump(given))
                given = given.value if isinstance(given, ast.Attribute) else None
    return frozenset(found)


def only_fills(node: ast.For | ast.AsyncFor | ast.While, names: Collection[str]) -> bool:
    """Whether all that a loop does with these variables is to add to them (``x.append(…)``, ``x[key] = …``)."""
    others = 0
    for one in _nodes([node]):
        kind = type(one)
        if kind is ast.Name:
            others += one.id in names  # type: ignore[attr-defined]
        elif kind is ast.Expr or kind is ast.Assign:
            held = _filled(one)  # type: ignore[arg-type]
            others -= isinstance(held, ast.Name) and held.id in names
    return not others


def _filled(statement: ast.Expr | ast.Assign) -> ast.expr | None:
    """What a statement adds to, if that is all it does with it."""
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
        return target.value if isinstance(target, ast.Subscript) else None
    callee = statement.value.func if isinstance(statement.value, ast.Call) else None
    return callee.value if isinstance(callee, ast.Attribute) and callee.attr in _FILLING else None


_FILLING = frozenset(["append", "extend", "insert", "update"])


def _names(*targets: ast.expr) -> set[str]:
    return {
        n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }


def _pairs(body: list[ast.stmt]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Targets and values of the plain assignments of a block, tuples taken apart."""
    for statement in body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
                yield from zip(target.elts, value.elts)
            else:
                yield target, value


def _is_attribute(node: ast.expr, owner: str) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == owner


def statements_below(node: ast.AST) -> list[ast.stmt]:
    """All statements within a statement, in the order of the text."""
    found: list[ast.stmt] = []
    stack: list[ast.AST] = [node]
    while stack:
        one = stack.pop()
        if one is not node and isinstance(one, ast.stmt):
            found.append(one)
        blocks = BLOCKS[type(one)]
        if blocks:
            inner: list[ast.AST] = []
            for name in blocks:
                inner += getattr(one, name)
            inner.reverse()
            stack += inner
    return found


_SKIPPED = frozenset([ast.Constant, type(None), str, int])


def _nodes(body: Sequence[ast.AST]) -> list[ast.AST]:
    """The nodes of statements but for constants, contexts and operators."""
    found: list[ast.AST] = []
    stack = list(body)
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind in _SKIPPED:
            continue
        found.append(node)
        if kind is ast.Name:
            continue
        for name in INNER[kind]:
            value = getattr(node, name, None)
            if type(value) is list:
                stack += value
            elif value is not None:
                stack.append(value)
    return found


def _note_loop(node: ast.For | ast.comprehension, loops: dict[str, ast.expr]) -> None:
    target, source = node.target, node.iter
    if (
        isinstance(source, ast.Call)
        and isinstance(source.func, ast.Name)
        and source.func.id == "enumerate"
        and source.args
    ):
        source = source.args[0]
        target = target.elts[1] if isinstance(target, ast.Tuple) and len(target.elts) == 2 else target
    if isinstance(target, ast.Name):
        loops[target.id] = source


def _note(node: ast.AST, found: _Scan) -> None:
    add = found.add
    if isinstance(node, ast.Attribute):
        add(node.value, "attribute", node.attr)
        if type(node.ctx) is not ast.Load and node.attr not in _SETTABLE:
            add(node.value, "keyed")  # an object of the user's own
    elif isinstance(node, ast.Call):
        _note_call(node, found)
    elif isinstance(node, ast.BinOp):
        add(node.left, "arithmetic")
        add(node.right, "arithmetic")
    elif isinstance(node, ast.Subscript):
        _note_subscript(node, found)
    elif isinstance(node, (ast.For, ast.comprehension)):
        add(node.iter, "iterated")
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Tuple, ast.List)):
        add(node.value, "iterated")
        _note_size(node.value, found)
    elif isinstance(node, ast.Compare):
        if any(isinstance(c, ast.Constant) and isinstance(c.value, str) for c in node.comparators):
            add(node.left, "keyed")


def _note_call(node: ast.Call, found: _Scan) -> None:
    add, callee = found.add, node.func
    add(callee, "called")
    if isinstance(callee, ast.Attribute):
        add(callee.value, "method", callee.attr)
        if speaks_for_tensor(callee.attr, node):
            receiver = callee.value
            while isinstance(
                receiver, (ast.Call, ast.Attribute)
            ):  # x.reshape(…).permute(…) speaks for x, as x.data.mul_(…)
                inner_one = receiver.func if isinstance(receiver, ast.Call) else receiver
                if not isinstance(inner_one, ast.Attribute) or inner_one is receiver and receiver.attr not in _VIEWS:
                    break
                receiver = inner_one.value
            if isinstance(receiver, ast.Subscript) and _is_of_many_dimensions(receiver.slice):
                receiver = receiver.value
            add(receiver, "speaks")
        elif speaks_for_module(callee.attr, node):
            add(callee.value, "speaks_module")
    tested = isinstance(callee, ast.Name) and callee.id in _TESTS
    for position, argument in enumerate(node.args):
        while type(argument) is ast.BinOp and type(argument.right) is ast.Constant:
            argument = argument.left  # ``f(x ** 2)`` asks of x what ``f(x)`` does
        add(argument, "tested" if tested else "passed", (callee, position))
    for keyword in node.keywords:
        add(keyword.value, "passed", (callee, -1))


def _is_of_many_dimensions(index: ast.expr) -> bool:
    return isinstance(index, ast.Tuple) and any(
        isinstance(e, ast.Slice) or isinstance(e, ast.Constant) and e.value is ... for e in index.elts
    )


def _note_size(value: ast.expr, found: _Scan) -> None:
    """``n, c, h, w = x.size()``, ``x.size()[0]``: a size that has parts is a tensor's."""
    if type(value) is ast.Call and type(value.func) is ast.Attribute and value.func.attr == "size" and not value.args:
        found.add(value.func.value, "speaks")


def _note_subscript(node: ast.Subscript, found: _Scan) -> None:
    index = node.slice
    _note_size(node.value, found)
    if isinstance(index, ast.Constant) and isinstance(index.value, str):
        found.add(node.value, "keyed")
    elif isinstance(index, ast.Tuple) and any(isinstance(e, ast.Slice) for e in index.elts):
        found.add(node.value, "sliced")
    elif isinstance(index, ast.Slice):
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
        found.passed.append(detail)
    else:
        setattr(found, event, True)
