"""``nn.Sequential(nn.ReLU(inplace=True), …)``: an activation in place that comes first changes what is given to the block.

Whatever else reads that input, a shortcut above all, sees it activated. Behind another layer nobody can tell, but for one that
gives on its input, as ``nn.Identity()`` does. A layer that is
called with a name, and a function, change it where it is read again. So does one of several, over which a loop keeps all that
they give.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from mindport.analysis.uses import Role
from mindport.rewrite import gradient_copies, holders, later_reads, views
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.site import Site
from mindport.rewrite.statements import indentation
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.body = nn.Sequential(nn.ReLU(inplace=True), nn.Linear(dim, dim), nn.ReLU(inplace=True))

    def forward(self, x):
        return x + self.body(x)
""",
        """
from mindspore import mint, nn
from mindport_helpers import InPlace


class Block(nn.Cell):
    def __init__(self, dim):
        super().__init__()
        self.body = nn.SequentialCell(InPlace(nn.ReLU()), mint.nn.Linear(dim, dim), nn.ReLU())

    def construct(self, x):
        return x + self.body(x)
""",
    ),
    (
        """
from torch import nn


def down(dim):
    act = nn.LeakyReLU(0.2, True)
    layers = [act, nn.Linear(dim, dim)]
    return nn.Sequential(*layers)
""",
        """
from mindspore import mint, nn
from mindport_helpers import InPlace


def down(dim):
    act = InPlace(nn.LeakyReLU(0.2))
    layers = [act, mint.nn.Linear(dim, dim)]
    return nn.SequentialCell(*layers)
""",
    ),
    (
        """
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.first = nn.Linear(dim, dim)
        self.act = nn.LeakyReLU(0.2, inplace=True)
        self.relu = nn.ReLU(inplace=True)
        self.silu = nn.SiLU(inplace=True)

    def forward(self, x):
        out = self.act(x)
        out = self.relu(self.first(out))
        out = self.first(out)
        out = self.relu(out)
        identity = out
        out = self.silu(out)
        out = F.relu(out, inplace=True) + out
        F.relu(out, inplace=True)
        return identity + out
""",
        """
from mindspore import mint, nn
from mindport_helpers import InPlace


class Block(nn.Cell):
    def __init__(self, dim):
        super().__init__()
        self.first = mint.nn.Linear(dim, dim)
        self.act = InPlace(nn.LeakyReLU(0.2))
        self.relu = nn.ReLU()
        self.silu = InPlace(nn.SiLU())

    def construct(self, x):
        out = self.act(x)
        out = self.relu(self.first(out))
        out = self.first(out)
        out = self.relu(out)
        identity = out
        out = self.silu(out)
        out[...] = mint.nn.functional.relu(out.copy())
        out = out + out
        out = mint.nn.functional.relu(out)
        return identity + out
""",
    ),
    (
        """
from torch import nn


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True), nn.Linear(2, 2))
        self.rest = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True))

    def forward(self, x):
        found = []
        for layer in self.main:
            x = layer(x)
            found.append(x)
        return self.rest(x), found
""",
        """
from mindspore import mint, nn
from mindport_helpers import InPlace


class Features(nn.Cell):
    def __init__(self):
        super().__init__()
        self.main = nn.SequentialCell(mint.nn.Linear(2, 2), InPlace(nn.ReLU()), mint.nn.Linear(2, 2))
        self.rest = nn.SequentialCell(mint.nn.Linear(2, 2), nn.ReLU())

    def construct(self, x):
        found = []
        for layer in self.main:
            x = layer(x)
            found.append(x)
        return self.rest(x), found
""",
    ),
    (
        """
from torch import nn


def clipped(x):
    act, y = nn.ReLU(inplace=True), x - 1
    relu = nn.ReLU(inplace=True)
    relu(y)
    z = x - 2
    nn.SiLU(True)(z)
    return y + z, relu(act(x + 1))
""",
        """
from mindspore import nn
from mindport_helpers import InPlace


def clipped(x):
    act, y = nn.ReLU(), x - 1
    relu = InPlace(nn.ReLU())
    relu(y)
    z = x - 2
    InPlace(nn.SiLU())(z)
    return y + z, relu(act(x + 1))
""",
    ),
    (
        """
from torch import nn


class Block(nn.Module):
    def __init__(self, dim, deep):
        super().__init__()
        self.body = nn.Sequential(nn.Dropout(0.1), nn.ReLU(inplace=True), nn.Linear(dim, dim), nn.ReLU(inplace=True))
        layers = [nn.Identity()]
        layers.append(nn.SiLU(inplace=True))
        layers.append(nn.ReLU(inplace=True))
        self.rest = nn.Sequential(*layers)

    def forward(self, x):
        y = self.body(x)
        return x + self.rest(y)
""",
        """
from mindspore import mint, nn
from mindport_helpers import InPlace


class Block(nn.Cell):
    def __init__(self, dim, deep):
        super().__init__()
        self.body = nn.SequentialCell(nn.Dropout(p=0.1), InPlace(nn.ReLU()), mint.nn.Linear(dim, dim), nn.ReLU())
        layers = [nn.Identity()]
        layers.append(InPlace(nn.SiLU()))
        layers.append(nn.ReLU())
        self.rest = nn.SequentialCell(*layers)

    def construct(self, x):
        y = self.body(x)
        return x + self.rest(y)
""",
    ),
]
EXAMPLES += [
    (
        """
import torch
import torch.nn.functional as F
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        y = self.act(x.view(-1))
        return x + y.sum()


def halves(x: torch.Tensor, mask: torch.Tensor):
    F.leaky_relu(x[1:], 0.1, inplace=True)
    F.elu(x.view(-1), inplace=True)
    F.relu(x[x > 1], inplace=True)
    return x
""",
        """
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import InPlace, put_through


class Gate(nn.Cell):
    def __init__(self):
        super().__init__()
        self.act = InPlace(nn.ReLU())

    def construct(self, x):
        y = self.act(x.view(-1))
        return x + y.sum()


def halves(x: Tensor, mask: Tensor):
    x[1:] = ops.leaky_relu(x[1:], 0.1)
    put_through(x, x.view(-1), ..., ops.elu(x.view(-1)))
    mint.nn.functional.relu(x[x > 1])
    return x
""",
    ),
]
NOOPS = ["import shop as nn\n\nbody = nn.Sequential(nn.ReLU(inplace=True))\n"]

_SEQUENTIAL = "torch.nn.Sequential"
_PASSING_ON = ("torch.nn.Identity", "torch.nn.Dropout", "torch.nn.AlphaDropout", "torch.nn.FeatureAlphaDropout")


def matches(module: Module) -> Iterator[Match]:
    for finding in list(module.findings.values()):
        use = finding.use
        if use.call is None or use.role is not Role.CALL or use.bound is None or finding.equivalent is None:
            continue
        value = use.bound.value("inplace")
        if finding.row is None or not isinstance(value, ast.Constant) or value.value is not True:
            continue
        if finding.row.kind == "class" and use.api.startswith("torch.nn."):
            if _leads(module, use.call) or _is_seen(module, use.call) or _is_collected(module, use.call):
                span = module.source.span(use.call)
                yield Match((Edit(span, (module.spelling.helper("InPlace") + "(", span, ")"), 1),))
        elif finding.row.kind == "function" and use.api.startswith("torch.nn.functional."):
            edits = _changed(module, use.call, use.bound.value("input"))
            if edits:
                yield Match(tuple(edits))


def _changed(module: Module, call: ast.Call, given: ast.expr | None) -> list[Edit]:
    """``F.relu(x, inplace=True)``, where ``x`` is read again."""
    source = module.source
    statement, span = source.parent(call), source.span(call)
    if not isinstance(given, ast.Name):
        return _part_changed(module.site, call, given) if isinstance(statement, ast.Expr) else []
    alone = holders.is_only_named(Site(source, module.spelling, module.context), given, call)
    if isinstance(statement, ast.Expr):
        if alone:
            return [Edit(span, (f"{given.id} = ", span), 1)]
        return [Edit(span, (f"{given.id}[...] = ", span), 1), *gradient_copies.of_call(source, given, call)]
    if not later_reads.is_seen(source, given, call):
        return []
    if alone:
        return [Edit(span, (f"({given.id} := ", span, ")"), 1)]
    whole = _first_of(source, call)
    if whole is None:  # others may hold the tensor, but its own name at least is given the new one
        return [Edit(span, (f"({given.id} := ", span, ")"), 1)]
    parts: list[str | Span] = [f"{given.id}[...] = ", span]
    if ast.unparse(whole) != f"{given.id} = {ast.unparse(call)}":
        at = source.span(whole)
        parts += ["\n" + indentation(source, whole), Span(at.start, span.start), given.id, Span(span.end, at.end)]
    return [Edit(source.span(whole), tuple(parts), 1), *gradient_copies.of_call(source, given, call)]


def _part_changed(site: Site, call: ast.Call, given: ast.expr | None) -> list[Edit]:
    """``F.relu(x[1:], inplace=True)`` and ``F.relu(x.view(-1), inplace=True)``."""
    span = site.source.span(call)
    of = views.base(site, given, call) if given is not None else None
    if of is not None and given is not None:
        return [views.put(site, of, given, call, (span,))]
    if isinstance(given, ast.Subscript) and not holders.is_copy(site, given):
        return [Edit(span, (site.source.span(given), " = ", span), 1)]
    return []


def _first_of(source: SourceFile, call: ast.Call) -> ast.stmt | None:
    """The statement that does nothing before the call."""
    node: ast.AST = call
    parent = source.parent(node)
    while isinstance(parent, ast.BinOp) and parent.left is node:
        node, parent = parent, source.parent(parent)
    if isinstance(parent, ast.Return):
        return parent
    plain = isinstance(parent, ast.Assign) and all(isinstance(t, ast.Name) for t in parent.targets)
    return parent if plain and isinstance(parent, ast.Assign) else None


def _is_seen(module: Module, layer: ast.Call) -> bool:
    """Whether the layer is called at once, or has a name, its own or one of an object, by which it is called, somewhere, with
    what is read again."""
    parent = module.source.parent(layer)
    if isinstance(parent, ast.Call) and parent.func is layer:
        calls: Iterable[ast.Call] = [parent]
    elif not isinstance(parent, ast.Assign) or len(parent.targets) != 1:
        return False
    elif isinstance(parent.targets[0], ast.Name):
        calls = _calls_here(module.source, parent, parent.targets[0].id)
    else:
        calls = _calls_of_own(module.source, layer, parent.targets[0])
    return any(len(call.args) == 1 and later_reads.is_seen(module.source, call.args[0], call) for call in calls)


def _calls_here(source: SourceFile, assignment: ast.Assign, name: str) -> Iterator[ast.Call]:
    """Calls of what the assignment binds: in its function, or in the file where it stands in none."""
    scope = source.function_around(assignment)
    for call in source.each(ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id == name:
            if scope is None or source.function_around(call) is scope:
                yield call


def _calls_of_own(source: SourceFile, layer: ast.Call, target: ast.expr) -> Iterator[ast.Call]:
    """Calls of ``self.act``: in the class that sets it, or in one that does not."""
    if not (isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"):
        return
    owner = source.around(layer, ast.ClassDef)
    for call in source.each(ast.Call):
        func = call.func
        if not isinstance(func, ast.Attribute) or func.attr != target.attr:
            continue
        if isinstance(func.value, ast.Name) and func.value.id == "self":
            user = source.around(call, ast.ClassDef)
            if user is owner or not _sets(user, func.attr):
                yield call


def _is_collected(module: Module, layer: ast.Call) -> bool:
    """Whether the layer is one of several, of which a loop of the class keeps what each gives: the next one changes that."""
    statement = module.source.around(layer, ast.stmt)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    name, owner = ast.unparse(statement.targets[0]), module.source.around(layer, ast.ClassDef)
    if not name.startswith("self.") or owner is None:
        return False
    return any(
        isinstance(loop, ast.For)
        and any(isinstance(n, ast.Attribute) and ast.unparse(n) == name for n in ast.walk(loop.iter))
        and _keeps_what_it_makes(loop)
        for loop in ast.walk(owner)
    )


def _keeps_what_it_makes(loop: ast.For) -> bool:
    """``x = layer(x)``, ``found.append(x)``."""
    layers = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
    made: set[str] = set()
    kept: set[str] = set()
    for node in ast.walk(loop):
        value: ast.expr | None = None
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Name) and node.value.func.id in layers:
                made.add(node.targets[0].id)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            value = node.value
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "append"
            and node.args
        ):
            value = node.args[0]
        elif isinstance(node, ast.AugAssign) and isinstance(node.value, ast.List) and node.value.elts:
            value = node.value.elts[0]
        if isinstance(value, ast.Name):
            kept.add(value.id)
    return bool(made & kept)


def _sets(cls: ast.AST | None, name: str) -> bool:
    return cls is not None and any(
        isinstance(n, ast.Attribute) and n.attr == name and isinstance(n.ctx, ast.Store) for n in ast.walk(cls)
    )


def _leads(module: Module, node: ast.expr) -> bool:
    """Whether the layer is the first of a Sequential, or of a list of layers, that makes a tensor of its own."""
    parent = module.source.parent(node)
    if isinstance(parent, ast.Call):
        if isinstance(parent.func, ast.Attribute) and parent.func.attr == "append" and parent.args == [node]:
            return _is_appended_first(module, parent, parent.func.value)
        return module.api(parent) == _SEQUENTIAL and _is_first(module, node, parent.args)
    if isinstance(parent, ast.Tuple) and len(parent.elts) == 2 and parent.elts[1] is node:  # ("relu", nn.ReLU(True))
        return _leads_list(module, parent)
    if isinstance(parent, ast.List):
        return _is_first(module, node, parent.elts)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        return any(_leads(module, name) for name in _reads(module, parent, parent.targets[0].id))
    return False


def _leads_list(module: Module, pair: ast.Tuple) -> bool:
    parent = module.source.parent(pair)
    return isinstance(parent, ast.List) and _is_first(module, pair, parent.elts)


def _is_first(module: Module, node: ast.expr, layers: list[ast.expr]) -> bool:
    """Whether nothing stands before it but what may give on what it is given: ``nn.Identity()``, a Dropout that is evaluated."""
    for one in layers:
        if one is node:
            return True
        if not _passes_on(module, one):
            return False
    return False


def _passes_on(module: Module, layer: ast.expr) -> bool:
    named = isinstance(layer, ast.Tuple) and len(layer.elts) == 2
    layer = layer.elts[1] if isinstance(layer, ast.Tuple) and named else layer
    return isinstance(layer, ast.Call) and (module.api(layer) or "").startswith(_PASSING_ON)


def _is_appended_first(module: Module, call: ast.Call, layers: ast.expr) -> bool:
    """``layers = []``, ``layers.append(nn.ReLU(True))``, with nothing between but what passes on its input."""
    scope = module.source.function_around(call)
    if not isinstance(layers, ast.Name) or scope is None:
        return False
    uses = [n for n in ast.walk(scope) if isinstance(n, ast.Name) and n.id == layers.id and n.lineno <= call.lineno]
    first, *others = sorted(uses, key=lambda use: (use.lineno, use.col_offset))
    made = module.source.parent(first)
    if not isinstance(made, ast.Assign) or not isinstance(made.value, ast.List) or layers is first:
        return False
    given = list(made.value.elts)
    for use in others:
        held = module.source.parent(use)
        outer = module.source.parent(held) if held is not None else None
        if not isinstance(held, ast.Attribute) or held.attr != "append" or not isinstance(outer, ast.Call):
            return False
        given += outer.args
    return _is_first(module, call.args[0], given)


def _reads(module: Module, assignment: ast.Assign, name: str) -> Iterator[ast.Name]:
    """Where the function reads the name that the assignment binds."""
    scope = module.source.function_around(assignment)
    for node in ast.walk(scope) if scope is not None else ():
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            yield node
