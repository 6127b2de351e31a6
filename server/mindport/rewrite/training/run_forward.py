"""Networks that a script makes and only runs: a new Module drops and normalises as in training, a new Cell does not."""

from __future__ import annotations

import ast
import re

from mindport.rewrite import held_names, origins
from mindport.rewrite.rule import Module
from mindport.rewrite.training import handed_on, put_out
from mindport.semantics.definitions import ClassInfo, FunctionInfo, Super
from mindport.semantics.types import Type
from mindport.syntax.source import SourceFile

_LAYERS_WITH_MODES = re.compile(r"Dropout|BatchNorm|RReLU|Transformer")
_SETTINGS_WITH_MODES: dict[str, tuple[str, int | None]] = {
    **dict.fromkeys(["LSTM", "GRU", "RNN", "MultiheadAttention"], ("dropout", None)),
    **dict.fromkeys(["InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d"], ("track_running_stats", 4)),
}
"""What has a layer compute something else in training: the setting's name, and where it may stand without it."""
_WITH_MODES = re.compile(
    rf"{_LAYERS_WITH_MODES.pattern}|\.training\b|(?i:drop_?path|dropout)|MultiheadAttention|InstanceNorm|batch_norm|rrelu"
)
_DEPTH = 4


def is_layer_with_modes(api: str, made: ast.Call) -> bool:
    """Whether the call makes one of torch's layers that compute something else in training."""
    if not api.startswith("torch.nn.") or api.count(".") != 2:
        return False
    if _LAYERS_WITH_MODES.search(api) is not None:
        return True
    name, place = _SETTINGS_WITH_MODES.get(api.rpartition(".")[2], ("", None))
    given = [keyword.value for keyword in made.keywords if keyword.arg == name]
    if place is not None and len(made.args) > place:
        given.append(made.args[place])
    return any(not (isinstance(one, ast.Constant) and not one.value) for one in given)


def runs(module: Module, target: ast.expr) -> bool:
    """Whether the network of that name is new, computes something else in training, and is run before it is put out of it."""
    made = module.source.parent(target)
    first = _made_first(module, made)
    if first is None or not isinstance(made, (ast.Assign, ast.AnnAssign)) or not is_new_with_modes(module, first):
        return False
    return _is_run(module, target) and not _ends_training_first(module, made, ast.unparse(target))


def runs_or_is_kept(module: Module, target: ast.expr) -> bool:
    """The same, or whether an object keeps it, for other files to run or to train: ``self.net = Net()``."""
    made = module.source.parent(target)
    if isinstance(target, ast.Attribute):
        if isinstance(made, (ast.Tuple, ast.List)):
            return True
        first = _made_first(module, made)
        if first is not None and is_new_with_modes(module, first):
            return True
    return runs(module, target)


def _made_first(module: Module, made: ast.AST | None) -> ast.Call | None:
    """``Net()`` of ``net = Net().to(device)``."""
    value = made.value if isinstance(made, (ast.Assign, ast.AnnAssign)) else None
    return _first_call(module, value) if isinstance(value, ast.Call) else None


def chosen(module: Module, made: ast.Assign) -> list[ast.Call]:
    """The new layers and networks that a choice or a tuple gives to names that are run: ``norm = given or nn.BatchNorm1d(3)``."""
    target, value = made.targets[0], made.value
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = list(zip(target.elts, value.elts, strict=True))
    elif not isinstance(value, (ast.IfExp, ast.BoolOp)):
        return []
    return [
        call
        for name, given in pairs
        if isinstance(name, (ast.Name, ast.Attribute))
        for call in _alternatives(given)
        if is_new_with_modes(module, call)
        and _is_run(module, name)
        and not _ends_training_first(module, made, ast.unparse(name))
    ]


def _alternatives(value: ast.expr) -> list[ast.Call]:
    """The calls that one of may give the value."""
    if isinstance(value, ast.IfExp):
        return _alternatives(value.body) + _alternatives(value.orelse)
    if isinstance(value, ast.BoolOp):
        return [call for one in value.values for call in _alternatives(one)]
    return [value] if isinstance(value, ast.Call) else []


def is_new_with_modes(module: Module, made: ast.Call) -> bool:
    """Whether the call makes a layer or network, in training as a Module is, that computes something else there."""
    api = module.api(made) or ""
    if api == "torch.nn.Sequential":
        return any(
            is_new_with_modes(module, n)
            for argument in made.args
            for item in (starred_items(module, argument) if isinstance(argument, ast.Starred) else None) or [argument]
            for n in ast.walk(item)
            if isinstance(n, ast.Call) and n is not made
        )
    if api.startswith("torch.nn."):
        return is_layer_with_modes(api, made)
    if api:
        return False
    found = module.analysis.type_of(made.func).definition
    if isinstance(found, FunctionInfo):
        given = module.analysis.type_of(made)
        if put_out.by_function(module, made):
            return False
        layer = given.kind == "module" and not isinstance(given.definition, ClassInfo)  # one of torch's
        return layer and _speaks(found.flow.source, _WITH_MODES) or _has_modes(given, _DEPTH)
    return isinstance(found, ClassInfo) and _has_modes(module.analysis.type_of(made), _DEPTH)


def starred_items(module: Module, starred: ast.Starred) -> list[ast.expr] | None:
    """What ``*layers`` gives, by the list in the same function and what that appends to it; None where that does not tell."""
    given, added = starred.value, list[ast.expr]()
    if isinstance(given, ast.Name):
        name, scope = given, held_names.scope_of(module.source, given)
        found = origins.assigned(module.source, name)
        if found is None or scope is None:
            return None
        given = found
        for node in held_names.names_in(module.source, scope, name.id):
            method = module.source.parent(node)
            call = module.source.parent(method) if isinstance(method, ast.Attribute) else None
            if isinstance(method, ast.Attribute) and method.value is node:
                if method.attr != "append" or not isinstance(call, ast.Call) or len(call.args) != 1:
                    return None
                added += call.args
            elif node is not name and isinstance(node.ctx, ast.Load):
                return None  # given to what may add anything
    if isinstance(given, ast.ListComp):
        return [given.elt, *added]
    return [*given.elts, *added] if isinstance(given, (ast.List, ast.Tuple)) else None


def _has_modes(found: Type, depth: int) -> bool:
    """Whether the text of the network's class, or of what it keeps, speaks of layers that have modes."""
    cls = found.definition
    if found.kind != "module" or not isinstance(cls, ClassInfo) or not depth:
        return False
    lineage = cls.lineage()
    if any(_speaks(one.flow.source, _WITH_MODES) for one in lineage):
        return True
    return any(_has_modes(kept, depth - 1) for one in lineage for kept in one.attributes.values())


def _speaks(source: SourceFile, pattern: re.Pattern[str]) -> bool:
    return source.kept(("speaks", pattern), lambda: pattern.search(source.text) is not None)


def _first_call(module: Module, value: ast.Call) -> ast.Call | None:
    """``Net()`` of ``nn.DataParallel(Net().to(device).double())``."""
    current: ast.expr = value
    while isinstance(current, ast.Call):
        if (module.api(current) or "").endswith("DataParallel"):
            current = current.args[0] if current.args else current.func
        elif isinstance(current.func, ast.Attribute) and current.func.attr in put_out.KEEPS_MODE:
            if not isinstance(current.func.value, ast.Call):
                break
            current = current.func.value
        else:
            break
    return current if isinstance(current, ast.Call) else None


def _is_run(module: Module, target: ast.expr) -> bool:
    """Called, or a method of its own is, or a function of the project is given it."""
    return any(
        isinstance(around, ast.Call) and (around.func is node or _is_of_project(module, around))
        for node in handed_on.of_name(module, target)
        for around in (_call_of(module, node),)
    )


def _call_of(module: Module, node: ast.expr) -> ast.AST | None:
    """The call of it, of a method of its own, or that it is given to."""
    parent = module.source.parent(node)
    if isinstance(parent, ast.Attribute):
        return module.source.parent(parent)
    return parent if isinstance(parent, ast.Call) and parent.func is node else handed_on.call_around(module, node)


def _is_of_project(module: Module, call: ast.Call) -> bool:
    found = module.analysis.type_of(call.func).definition
    return not module.api(call) and isinstance(found, (FunctionInfo, ClassInfo)) and not isinstance(found, Super)


def is_put_out_first(module: Module, target: ast.expr) -> bool:
    """Whether ``net.eval()`` follows beside the statement that makes the network, before it is run."""
    made = module.source.parent(target)
    return isinstance(made, (ast.Assign, ast.AnnAssign)) and _ends_training_first(module, made, ast.unparse(target))


def _ends_training_first(module: Module, made: ast.Assign | ast.AnnAssign, name: str) -> bool:
    """Whether ``net.eval()`` follows beside, before the network is run."""
    around = module.source.parent(made)
    for block in (getattr(around, field, None) for field in ("body", "orelse", "finalbody")):
        if not isinstance(block, list) or made not in block:
            continue
        for statement in block[block.index(made) + 1 :]:
            calls = [n for n in ast.walk(statement) if isinstance(n, ast.Call)]
            for call in calls:
                if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == name:
                    if call.func.attr == "eval" or (call.func.attr == "train" and call.args):
                        return isinstance(statement, (ast.Expr, ast.Assign))
            if any(ast.unparse(call.func) == name for call in calls):
                return False
    return False
