"""A new Module trains, a new Cell does not: a script that trains without ever calling ``train()`` is told so."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator

from mindport.rewrite import idle, statements
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.training import handed_on, put_out, run_forward, unpacked
from mindport.semantics.definitions import FunctionInfo
from mindport.text import Edit, Span


def sets_mode(module: Module, target: ast.expr) -> bool:
    """Whether the script itself puts the network of that name into training: by the name, or where it is handed on to."""
    name = ast.unparse(target)
    setting = [
        n.func.value
        for n in module.source.each(ast.Call)
        if isinstance(n.func, ast.Attribute) and n.func.attr == "train" and len(n.args) < 2
    ]
    networks = [
        n for n in setting if module.analysis.type_of(n).kind in ("module", "unknown") and not _is_put_back(module, n)
    ]
    if not networks:
        return False
    made = _makes_those(module, networks)
    setters = _that_set_it(module, [one for one in networks if _names_around(module, one)])
    function = _function_of(module, target) if isinstance(target, ast.Name) else None
    nodes = _where_it_is(module, name) if function is None else list(ast.walk(function))
    here = {id(node) for node in nodes}
    if any(isinstance(n, ast.Call) and _is_copy(n) and ast.unparse(n.args[0]) == name for n in nodes):
        return False  # the copy's mode is the network's
    if any(ast.unparse(network) == name and id(network) in here for network in networks):
        return True
    if function is not None and any(isinstance(n, ast.arg) and n.arg == name for n in ast.walk(function.args)):
        return True  # who hands it over may have done so
    return any(
        isinstance(argument, (ast.Name, ast.Attribute)) and ast.unparse(argument) == name
        for call in nodes
        if isinstance(call, ast.Call) and (made is None or id(call) in made or _called(call) in setters)
        for argument in (*call.args, *(keyword.value for keyword in call.keywords))
    )


def _makes_those(module: Module, networks: list[ast.expr]) -> frozenset[int] | None:
    """The calls that make what is put into training at the top, which may have others within; None where that is not known."""
    found: set[int] = set()
    for network in networks:
        if _names_around(module, network):
            continue
        if not isinstance(network, ast.Name):
            return None
        values = [n.value for n in module.source.each(ast.Assign) if network.id in map(ast.unparse, n.targets)]
        if not values:
            return None
        found |= {id(n) for value in values for n in module.source.within(value) if isinstance(n, ast.Call)}
    return frozenset(found)


def _is_put_back(module: Module, network: ast.expr) -> bool:
    """Whether ``network.train()`` only ends what ``network.eval()`` began in the same block: it has to train before."""
    statement = statements.statement_of(module.source, network)
    block = next((b for b in _blocks(module.source.parent(statement)) if statement in b), [])
    text = f"{ast.unparse(network)}.eval()"
    before = block[: block.index(statement)] if block else []
    return any(isinstance(one, ast.Expr) and ast.unparse(one) == text for one in before)


def _blocks(node: ast.AST | None) -> Iterator[list[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield block


def _where_it_is(module: Module, name: str) -> list[ast.AST]:
    """The file's nodes but those of functions that have a variable of that name of their own."""
    nodes: list[ast.AST] = list(module.source.nodes)
    if not name.isidentifier():
        return nodes
    own = {id(n): n for n in (_function_of(module, node) for node in nodes if _binds(node, name)) if n is not None}
    inside = {id(node) for function in own.values() for node in ast.walk(function)}
    return [node for node in nodes if id(node) not in inside]


def _binds(node: ast.AST, name: str) -> bool:
    return (
        isinstance(node, ast.arg)
        and node.arg == name
        or (isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store))
    )


def _that_set_it(module: Module, networks: list[ast.expr]) -> set[str]:
    """Names of the file's functions and classes in which a network is put into training, and of those that call them."""
    found = {name for network in networks for name in _names_around(module, network)}
    calls = [(name, n) for n in module.source.each(ast.Call) if (name := _called(n))]
    grows = True
    while grows:
        more = {one for name, call in calls if name in found for one in _names_around(module, call)} - found
        grows = bool(more)
        found |= more
    return found


def _names_around(module: Module, node: ast.AST) -> set[str]:
    names: set[str] = set()
    current = module.source.parent(node)
    while current is not None:
        if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(current.name)
        current = module.source.parent(current)
    return names


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _is_new(module: Module, call: ast.Call) -> bool:
    """Whether the call makes a network, which trains: not where it is one's own method, ``model.to(device)``, or puts it into
    another mode at once, ``Net().eval()``, or a function does."""
    current: ast.expr = call
    while isinstance(current, ast.Call) and isinstance(current.func, ast.Attribute):
        if current.func.attr == "eval" and not current.args and current is call:
            return False  # whatever that is: ``torch.load(path)["net"].eval()``
        if module.analysis.type_of(current.func.value).kind != "module":
            if not _is_copy(current):
                return not put_out.by_function(module, current)
            return isinstance(current.args[0], ast.Call) and _is_new(module, current.args[0])
        if current.func.attr == "eval" or current.func.attr == "train" and (current.args or current.keywords):
            return False
        current = current.func.value
    if isinstance(current, ast.Call) and _is_copy(current):
        return isinstance(current.args[0], ast.Call) and _is_new(module, current.args[0])
    return isinstance(current, ast.Call) and not put_out.by_function(module, current)


def _is_copy(call: ast.Call) -> bool:
    """``copy.deepcopy(net)``, which is in the mode of what is copied."""
    return len(call.args) == 1 and ast.unparse(call.func) in ("copy.deepcopy", "copy.copy", "deepcopy", "copy")


def _is_of_new(module: Module, call: ast.Call) -> bool:
    """Whether what torch's container is given is made in the call: others keep the mode that they have."""
    if (module.api(call) or "") not in ("torch.nn.Sequential", "torch.nn.ModuleList", "torch.nn.ModuleDict"):
        return True
    given = [n for argument in call.args for n in ast.walk(argument) if isinstance(n, (ast.Name, ast.Attribute))]
    starred = [run_forward.starred_items(module, one) for one in call.args if isinstance(one, ast.Starred)]
    if any(items is None for items in starred):
        return False
    made = [item for items in starred for item in items or ()]
    return not any(module.analysis.type_of(n).kind == "module" for n in given) and all(
        isinstance(item, ast.Call) and _is_new(module, item) for item in made
    )


def _function_of(module: Module, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The outermost function around the node."""
    found: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    current = module.source.parent(node)
    while current is not None:
        if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found = current
        current = module.source.parent(current)
    return found


def is_made_here(module: Module, network: ast.expr) -> bool:
    """Whether the file makes the network of that name, by a statement after which it can be put into training."""
    name, inside = ast.unparse(network), in_modules(module)
    return any(
        id(node) not in inside and name in map(ast.unparse, _new_networks(module, node))
        for node in module.source.each(ast.Assign, ast.AnnAssign)
    )


def _new_networks(module: Module, node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    """What the statement gives a new network, which trains; nothing for any other statement."""
    targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
    if not isinstance(node.value, ast.Call):
        return []
    if not all(isinstance(one, (ast.Name, ast.Attribute)) or _is_layer_of(module, one) for one in targets):
        return []
    found = module.analysis.type_of(node.value)
    if found.kind != "module" or found.optional or "loss" in ast.unparse(node.value.func).lower():
        return []
    return targets if _is_new(module, node.value) and _is_of_new(module, node.value) else []


def trained(module: Module, asked: Callable[[Module, ast.expr], bool] | None = None) -> Iterator[Match]:
    """``set_train()`` of every network that the script makes, or of those that ``asked`` says yes to and those that it runs."""
    yield from _from_the_start(
        module,
        None
        if asked is None
        else lambda file, target: asked(file, target) or run_forward.runs_or_is_kept(file, target),
        in_functions=asked is not handed_on.goes_to_training,
    )
    others = asked is handed_on.goes_to_training and not handed_on.any_has_trained(module)
    yield from _made_in_collections(module, run_forward.is_new_with_modes if others else None)
    yield from _made_in_choices(module)
    yield from _made_for_others(module, asked is not None)


def in_modules(module: Module) -> frozenset[int]:
    """What stands in the classes of networks, by id."""
    within = module.source.within
    found = [one.node for one in module.analysis.modules]
    return module.source.kept(("in modules",), lambda: frozenset(id(node) for cls in found for node in within(cls)))


def only_run(module: Module, done: frozenset[str], begun: frozenset[str]) -> Iterator[Match]:
    """``set_train()`` of networks that the script only runs. ``done``: what its training steps put into training; ``begun``: what
    they leave in the mode that it has."""

    def asked(module: Module, target: ast.expr) -> bool:
        if ast.unparse(target) in begun:
            return not run_forward.is_put_out_first(module, target)
        function = _function_of(module, target)
        steps = module.source.within(function) if function is not None else module.source.nodes
        here = any(isinstance(n, ast.Attribute) and n.attr == "backward" for n in steps)
        return not (here and ast.unparse(target) in done) and run_forward.runs(module, target)

    yield from _from_the_start(module, asked)
    yield from _made_in_collections(module, run_forward.is_new_with_modes)
    yield from _made_in_choices(module)


def _from_the_start(
    module: Module, asked: Callable[[Module, ast.expr], bool] | None, *, in_functions: bool = True
) -> Iterator[Match]:
    """``set_train()`` after each statement that makes a network, outside of other networks. ``in_functions``: also where a
    function makes one that it gives back."""
    assert module.source.tree is not None
    inside = in_modules(module)
    # Nothing new is made in what does nothing.
    inside = inside | {id(n) for statement, _ in idle.idle(module) for n in ast.walk(statement)}
    for node in module.source.each(ast.Assign, ast.AnnAssign):
        targets = _new_networks(module, node) if id(node) not in inside else []
        if not targets:
            continue
        networks = [_holder(target) for target in targets]
        if any(sets_mode(module, network) for network in networks):
            continue
        if asked is not None and not any(asked(module, t) or put_out.in_some_cases(module, t) for t in networks):
            continue
        yield _said_after(module, node, put_out.training_started(module, targets[-1]))
    for node in module.source.each(ast.Assign):
        for network in unpacked.networks(module, node, in_functions) if id(node) not in inside else ():
            if sets_mode(module, network) or asked is not None and not asked(module, network):
                continue
            yield _said_after(module, node, put_out.training_started(module, network, later=True))


def _said_after(module: Module, node: ast.stmt, call: str) -> Match:
    """A statement behind another one."""
    if not statements.alone_on_lines(module.source, node):
        end = module.source.span(node).end
        return Match((Edit(Span(end, end), (f"; {call}",), 1),))
    end = statements.line_span(module.source, node).end
    lead = "" if module.source.text[:end].endswith("\n") else module.source.newline
    line = f"{statements.indentation(module.source, node)}{call}"
    return Match((Edit(Span(end, end), (lead, line, module.source.newline if not lead else ""), 1),))


def _is_layer_of(module: Module, target: ast.expr) -> bool:
    """``net.classifier[6] = …``, where a number of a network's stack of layers is another one from there on."""
    number = (
        target.slice.operand if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.UnaryOp) else None
    )
    held = target.value if isinstance(target, ast.Subscript) else None
    return (
        isinstance(target, ast.Subscript)
        and isinstance(held, ast.Attribute)
        and isinstance(held.value, ast.Name)
        and isinstance(number or target.slice, ast.Constant)
        and module.analysis.type_of(held).kind == "module"
    )


def _holder(target: ast.expr) -> ast.expr:
    """What is asked for its mode: a network's name, where one of its numbered layers is set."""
    held = target.value if isinstance(target, ast.Subscript) else target
    return held.value if isinstance(target, ast.Subscript) and isinstance(held, ast.Attribute) else target


def _made_in_collections(module: Module, asked: Callable[[Module, ast.Call], bool] | None) -> Iterator[Match]:
    """``set_train()`` of networks that are made as items: ``clients = [Net() for _ in range(n)]``."""
    inside = in_modules(module)
    for node in module.source.each(ast.Assign, ast.AnnAssign):
        if id(node) in inside:
            continue
        made = node.value
        items: list[ast.expr] = [made.elt] if isinstance(made, ast.ListComp) else []
        if isinstance(made, (ast.List, ast.Tuple)):
            items = list(made.elts)
        elif isinstance(made, ast.Dict):
            items = list(made.values)
        elif isinstance(made, ast.DictComp):
            items = [made.value]
        for item in items:
            if isinstance(item, ast.Call) and module.analysis.type_of(item).kind == "module" and _is_new(module, item):
                called = ast.unparse(item.func)
                if asked is not None and not asked(module, item):
                    continue
                if "loss" not in called.lower() and not _is_of_torch(module, item):
                    yield Match(put_out.trained(module, item))


def _made_in_choices(module: Module) -> Iterator[Match]:
    """``norm = given or nn.BatchNorm1d(3)``, ``norm, drop = nn.BatchNorm1d(3), nn.Dropout(0.1)``: what is run trains."""
    inside = in_modules(module)
    for node in module.source.each(ast.Assign):
        if id(node) in inside or len(node.targets) != 1:
            continue
        in_collection = isinstance(node.value, ast.Tuple)
        for call in run_forward.chosen(module, node):
            if _is_new(module, call) and not (in_collection and not _is_of_torch(module, call)):
                yield Match(put_out.trained(module, call))


def _made_for_others(module: Module, to_training: bool) -> Iterator[Match]:
    """``set_train()`` of networks that are made where a function of the project gets them: ``Trainer(Net(), loader)``."""
    inside = in_modules(module)
    for node in module.source.nodes:
        if not isinstance(node, ast.Call) or id(node) in inside or module.api(node) or _is_copy(node):
            continue
        if not _called(node) or hasattr(builtins, _called(node)) or module.analysis.type_of(node).kind == "module":
            continue
        if to_training and not handed_on.has_trained(module, node):
            continue
        for value in (*node.args, *(keyword.value for keyword in node.keywords)):
            if not isinstance(value, ast.Call) or _is_of_torch(module, value):
                continue
            own = isinstance(module.analysis.type_of(value.func).definition, FunctionInfo)
            if own and put_out.is_set_where_made(module, value):
                continue
            if not own and not _called(value)[:1].isupper():
                continue
            if module.analysis.type_of(value).kind == "module" and _is_new(module, value):
                if "loss" not in _called(value).lower():
                    yield Match(put_out.trained(module, value, later=own))


def _is_of_torch(module: Module, call: ast.Call) -> bool:
    """Whether the call makes one of torch's own layers, of which most do not ask for a mode."""
    return (module.api(call) or "").startswith("torch.nn.")
