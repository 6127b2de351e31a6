"""Networks that are put out of training as they are made: ``def load(): …; net.eval(); return net``, or parts of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite import given_back
from mindport.rewrite import held_names as names
from mindport.rewrite.given_back import Reading
from mindport.rewrite.rule import Module
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.types import Type
from mindport.text import Edit, Span

KEEPS_MODE = frozenset(["to", "cuda", "cpu", "float", "double", "half", "bfloat16", "apply", "requires_grad_", "type"])
_DEEPEST = 5  # variables, one made of the other
_PARTS = 4  # networks, one within the other
_SETS_MODE = re.compile(r"\.eval\(\s*\)|\.train\(\s*[^)\s]")


def trained(module: Module, made: ast.Call, *, later: bool = False) -> tuple[Edit, ...]:
    """``Net()`` as a network that trains: ``Net().set_train()``, which would put parts into training that its class put out.
    ``later``: after modes may have been set."""
    span = module.source.span(made)
    if not later and not _in_parts(module, module.analysis.type_of(made), _PARTS):
        return (Edit(Span(span.end, span.end), (".set_train()",), 1),)
    begin = f"{module.spelling.helper('start_training')}("
    return Edit(Span(span.start, span.start), (begin,), 1), Edit(Span(span.end, span.end), (")",), 1)


def training_started(module: Module, target: ast.expr, *, later: bool = False) -> str:
    """The statement that has a network train from the start: ``net.set_train()``. ``later``: after modes may have been set."""
    name = ast.unparse(target)
    if later or _in_parts(module, module.analysis.type_of(target), _PARTS):
        return f"{module.spelling.helper('start_training')}({name})"
    return f"{name}.set_train()"


def _in_parts(module: Module, found: Type, depth: int) -> bool:
    """Whether a class of the code's own, or of what it keeps, speaks of modes, or calls functions that decide on them."""
    cls = found.definition
    if found.kind != "module" or not isinstance(cls, ClassInfo) or not depth:
        return False
    lineage = cls.lineage()
    if any(_SETS_MODE.search(one.flow.source.text_of(one.node)) for one in lineage):
        return True
    for one in lineage:
        if "__init__" not in one.methods:
            continue
        file, node = given_back.where_defined(given_back.reading(module), one.methods["__init__"])
        calls = [n for n in ast.walk(node) if isinstance(n, ast.Call)] if node is not None else []
        if any(_is_called_in_mode(file, call) for call in calls):
            return True
    return any(_in_parts(module, kept, depth - 1) for one in lineage for kept in one.attributes.values())


def by_function(module: Module, call: ast.Call) -> bool:
    """Whether the call runs a function of the code's own, here or in another file, that says what mode its network is in, or that
    gives back one that was there before: ``unwrap(net)``."""
    if _is_called_in_mode(given_back.reading(module), call):
        return True
    if any(isinstance(one, ast.Call) for one in (*call.args, *(keyword.value for keyword in call.keywords))):
        return False  # ``loaded(Net(), path)``
    there, values = given_back.followed(given_back.reading(module), call)
    return bool(values) and all(_was_there(there, value, _DEEPEST) for value in values)


def is_set_where_made(module: Module, call: ast.Call) -> bool:
    """Whether a function of this file gives back names alone: what they stand for is put into training where it is made."""
    function = module.analysis.type_of(call.func).definition
    if not isinstance(function, FunctionInfo) or function.flow.source.path != module.source.path:
        return False
    _, values = given_back.followed(given_back.reading(module), call)
    parts = [part for value in values for part in (value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value])]
    return not any(isinstance(part, ast.Call) for part in parts)


def at_once(module: Module, network: ast.expr) -> bool:
    """Whether the network of that name was out of training as it was made, or by the function that made it."""
    name = ast.unparse(network)
    return any(
        _is_in_mode(given_back.reading(module), value, _DEEPEST)
        for node in module.source.each(ast.Assign, ast.AnnAssign)
        for target, value in _bound(node)
        if ast.unparse(target) == name
    )


def spoken_of(module: Module, network: ast.expr) -> bool:
    """Whether the file sets a mode of anything, or a function that the network of that name is given to may."""
    if module.source.kept(("sets modes",), lambda: _SETS_MODE.search(module.source.text) is not None):
        return True
    name = ast.unparse(network)
    for call in module.source.each(ast.Call):
        given = (*call.args, *(keyword.value for keyword in call.keywords))
        if any(isinstance(one, (ast.Name, ast.Attribute)) and ast.unparse(one) == name for one in given):
            found = module.analysis.type_of(call.func).definition
            if isinstance(found, (FunctionInfo, ClassInfo)) and _SETS_MODE.search(found.flow.source.text):
                return True
    return False


def _bound(node: ast.Assign | ast.AnnAssign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is given a value, and the value: each of ``teacher, student = load(), Net()``."""
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(node.value, (ast.Tuple, ast.List)):
            yield from zip(target.elts, node.value.elts, strict=False)
        elif node.value is not None:
            yield target, node.value


def in_some_cases(module: Module, target: ast.expr) -> bool:
    """Whether the function that makes the network of that name gives it back, and puts it out of training only ``if …``."""
    scope = names.scope_of(module.source, target)
    if not isinstance(target, ast.Name) or not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    within = module.source.within(scope)
    returned = [n.value for n in within if isinstance(n, ast.Return) and n.value is not None]
    if not any(isinstance(n, ast.Name) and n.id == target.id for value in returned for n in ast.walk(value)):
        return False
    setting = [n for n in within if isinstance(n, ast.Call) and _sets_mode(n) and _written(n) == target.id]
    return any(isinstance(one, ast.If) for call in setting for one in names.nodes_around(module.source, call, scope))


def _is_called_in_mode(file: Reading, call: ast.Call) -> bool:
    there, values = given_back.followed(file, call)
    return any(_is_in_mode(there, value, _DEEPEST) for value in values)


def _is_in_mode(file: Reading, value: ast.expr, depth: int) -> bool:
    if isinstance(value, ast.IfExp):
        return any(_is_in_mode(file, one, depth) for one in (value.body, value.orelse))
    if isinstance(value, ast.Name):
        scope = names.scope_of(file.source, value)
        if scope is None or not depth:
            return False
        if any(isinstance(n, ast.Call) and _sets_mode(n) and _written(n) == value.id for n in ast.walk(scope)):
            return True
        values, _ = names.values_at(file.source, scope, value.id, value)
        return any(one is not None and _is_in_mode(file, one, depth - 1) for one in values)
    if not isinstance(value, ast.Call):
        return False
    if _sets_mode(value):
        return True
    if isinstance(value.func, ast.Attribute) and value.func.attr in KEEPS_MODE:
        return _is_in_mode(file, value.func.value, depth)
    return _is_called_in_mode(file, value)


def _was_there(file: Reading, value: ast.expr, depth: int) -> bool:
    """Whether a value that a function gives back is an argument of it, or what an object holds and the function does not make."""
    scope = names.scope_of(file.source, value)
    if scope is None or not depth:
        return False
    if isinstance(value, ast.IfExp):
        return all(_was_there(file, one, depth) for one in (value.body, value.orelse))
    if isinstance(value, ast.Name):
        given = isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)) and any(
            one.arg == value.id for one in ast.walk(scope.args) if isinstance(one, ast.arg)
        )
        bound, _ = names.values_at(file.source, scope, value.id, value)
        return all(given if one is None else _was_there(file, one, depth - 1) for one in bound)
    if isinstance(value, (ast.Attribute, ast.Subscript)):
        name = ast.unparse(value)
        within = file.source.within(scope)
        made = (target for n in within if isinstance(n, (ast.Assign, ast.AnnAssign)) for target, _ in _bound(n))
        return not any(ast.unparse(target) == name for target in made)
    if not isinstance(value, ast.Call):
        return isinstance(value, ast.Constant)
    if isinstance(value.func, ast.Attribute) and value.func.attr in KEEPS_MODE:
        return _was_there(file, value.func.value, depth)
    there, values = given_back.followed(file, value)
    return bool(values) and all(_was_there(there, one, depth - 1) for one in values)


def _sets_mode(call: ast.Call) -> bool:
    """``net.eval()``, ``net.train(mode)``."""
    if not isinstance(call.func, ast.Attribute):
        return False
    given = bool(call.args or call.keywords)
    return call.func.attr == "eval" and not given or call.func.attr == "train" and given


def _written(call: ast.Call) -> str:
    """What ``self.net.to(device).eval()`` is done to: ``self.net``."""
    current: ast.expr = call
    while isinstance(current, ast.Call) and isinstance(current.func, ast.Attribute):
        current = current.func.value
    return ast.unparse(current) if isinstance(current, (ast.Name, ast.Attribute)) else ""
