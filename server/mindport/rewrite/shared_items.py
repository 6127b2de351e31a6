"""Whether a collection shares its tensors with others, ``dict(state)``, ``[x] * 3``, ``[x[0], x[1]]``; and what functions of the
file keep."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.syntax.source import SourceFile

_COPIES = frozenset(["dict", "list", "tuple", "copy", "OrderedDict", "sorted", "reversed"])

_TAKING = frozenset(["get", "setdefault", "pop", "popleft"])


def is_shared(source: SourceFile, target: ast.expr, at: ast.stmt) -> bool:
    """Whether the collection that ``target`` is an item of was copied, or was made of tensors that have names still."""
    held: ast.expr = target
    index: ast.expr = target
    while isinstance(held, ast.Subscript):
        index = held.slice
        held = held.value
    if held is target or not isinstance(held, (ast.Name, ast.Attribute)):
        return False
    of_object = isinstance(held, ast.Attribute)
    scope = source.around(held, ast.ClassDef) if of_object else names.scope_of(source, held)
    if scope is None:
        return False
    reads = [n for n in _of_text(source, scope, held) if isinstance(n.ctx, ast.Load)]
    if any(_is_copied(source, read) for read in reads):
        return True
    return any(_shares(source, value, at, index) for value in _values(source, scope, held)) or any(
        _adds_named(source, read, at, index) for read in reads
    )


def _of_text(source: SourceFile, scope: ast.AST, held: ast.Name | ast.Attribute) -> list[ast.Name | ast.Attribute]:
    if isinstance(held, ast.Name):
        return list(names.names_in(source, scope, held.id))
    text = ast.unparse(held)
    return [
        n
        for n in source.within(scope)
        if isinstance(n, ast.Attribute) and n.attr == held.attr and ast.unparse(n) == text
    ]


def _values(source: SourceFile, scope: ast.AST, held: ast.Name | ast.Attribute) -> Iterator[ast.expr]:
    for node in _of_text(source, scope, held):
        above = source.parent(node)
        if isinstance(above, (ast.Assign, ast.AnnAssign)) and above.value is not None and above.value is not node:
            yield above.value


def _is_copied(source: SourceFile, read: ast.expr) -> bool:
    """``dict(state)``, ``state.copy()``, ``list(state.values())``, ``states[:]``, ``{**state}``."""
    above = source.parent(read)
    if isinstance(above, ast.Attribute) and above.attr in ("values", "items", "copy"):
        call = source.parent(above)
        if above.attr == "copy" or not isinstance(call, ast.Call):
            return isinstance(call, ast.Call)
        read, above = call, source.parent(call)
    if isinstance(above, ast.Subscript) and above.value is read:
        return isinstance(above.slice, ast.Slice) and isinstance(above.ctx, ast.Load)
    if isinstance(above, ast.Dict):
        return any(key is None and value is read for key, value in zip(above.keys, above.values, strict=True))
    if isinstance(above, ast.Starred):
        return isinstance(source.parent(above), (ast.List, ast.Tuple))
    called = above.func if isinstance(above, ast.Call) and above.func is not read else None
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name in _COPIES and isinstance(source.parent(above) if above is not None else None, (ast.Assign, ast.Return))


def _shares(source: SourceFile, value: ast.expr, at: ast.stmt, index: ast.expr | None = None) -> bool:
    """Whether a collection is written out with tensors that are read by their names again, or with one several times."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return isinstance(value.left, ast.List) or isinstance(value.right, ast.List)
    if isinstance(value, (ast.ListComp, ast.DictComp)):
        part = _part_of(value.elt if isinstance(value, ast.ListComp) else value.value)
        own = {n.id for one in value.generators for n in ast.walk(one.target) if isinstance(n, ast.Name)}
        return part is not None and part.id not in own and _is_read(source, part, at)
    if isinstance(value, ast.Call):
        return any(_is_read(source, one, at) for one in _given_for_parts(source, value))
    if not isinstance(value, (ast.List, ast.Tuple, ast.Dict)):
        return False
    items = (
        value.elts
        if not isinstance(value, ast.Dict)
        else [one for key, one in zip(value.keys, value.values, strict=True) if not _are_others(key, index)]
    )
    names_alone = [one.id for one in items if isinstance(one, ast.Name)]
    if len(set(names_alone)) < len(names_alone):
        return True
    named = [held for one in items if (held := _named(one)) is not None]
    return any(_is_read(source, one, at) for one in named) or any(_shares(source, one, at) for one in items)


def _part_of(item: ast.expr) -> ast.Name | None:
    """``x`` of ``x[0]`` and ``x[:, 1]``: a view, or what another collection has."""
    if not isinstance(item, ast.Subscript):
        return None
    while isinstance(item, ast.Subscript):
        item = item.value
    return item if isinstance(item, ast.Name) else None


def _given_for_parts(source: SourceFile, call: ast.Call) -> Iterator[ast.Name]:
    """What a function of the file is given that gives a list of its parts: ``return [x[i] for i in range(n)]``."""
    for given in call.args:
        found = _taken_as(source, call, given) if isinstance(given, ast.Name) else None
        for node in source.within(found[0]) if found is not None else ():
            if isinstance(node, ast.Return) and isinstance(node.value, (ast.ListComp, ast.List, ast.Tuple)):
                items = [node.value.elt] if isinstance(node.value, ast.ListComp) else node.value.elts
                parts = [part.id for one in items if (part := _part_of(one)) is not None]
                if isinstance(given, ast.Name) and found is not None and found[1] in parts:
                    yield given


def _adds_named(source: SourceFile, read: ast.expr, at: ast.stmt, index: ast.expr) -> bool:
    """``states.append(h)``, ``states["h"] = h`` of a name that is read again."""
    above = source.parent(read)
    call = source.parent(above) if isinstance(above, ast.Attribute) and above.attr in ("append", "insert") else None
    if isinstance(call, ast.Call):
        return any((held := _named(one)) is not None and _is_read(source, held, at) for one in call.args)
    item = above if isinstance(above, ast.Subscript) and above.value is read else None
    if item is not None and _are_others(item.slice, index):
        return False
    node = source.parent(item) if item is not None else None
    held = _named(node.value) if isinstance(node, ast.Assign) else None
    return held is not None and _is_read(source, held, at)


def _named(value: ast.expr) -> ast.Name | None:
    return value if isinstance(value, ast.Name) else _part_of(value)


def _are_others(key: ast.expr | None, index: ast.expr | None) -> bool:
    """Whether both are written out and differ."""
    return isinstance(key, ast.Constant) and isinstance(index, ast.Constant) and key.value != index.value


def _is_read(source: SourceFile, name: ast.Name, at: ast.stmt) -> bool:
    scope, asked = names.scope_of(source, name), getattr(at, "value", None)
    if scope is None or not isinstance(asked, ast.expr) or scope is not names.scope_of(source, at):
        return False
    return names.is_read_again(source, scope, name.id, asked)


def is_read_by_name(source: SourceFile, scope: ast.AST, part: ast.expr, at: ast.expr) -> bool:
    """Whether what ``part`` stands in is given a name that is read again."""
    above: ast.AST | None = source.parent(part)
    while isinstance(above, (ast.Tuple, ast.List, ast.Dict, ast.Call)):
        above = source.parent(above)
    if not isinstance(above, ast.Assign) or len(above.targets) != 1:
        return False
    target = above.targets[0]
    return not isinstance(target, ast.Name) or names.is_read_again(source, scope, target.id, at)


def is_given_back(source: SourceFile, call: ast.Call, read: ast.expr) -> bool:
    """Whether a function of the file gives back what it is given there, having changed its elements at most."""
    found = _taken_as(source, call, read)
    if found is None:
        return False
    function, name = found
    if names.bindings_of(source, function, name):
        return False
    return any(
        isinstance(node, ast.Return) and isinstance(node.value, ast.Name) and node.value.id == name
        for node in source.within(function)
    )


def is_of_object(source: SourceFile, call: ast.Call) -> bool:
    """Whether a method of the file gives what its object holds: ``self.states[name]``, ``self.free.pop()``."""
    if not isinstance(call.func, ast.Attribute):
        return False
    found = source.kept(("functions by name",), lambda: _functions(source)).get(call.func.attr, [])
    if len(found) != 1 or not found[0][1]:
        return False
    return any(
        isinstance(node, ast.Return) and node.value is not None and _is_held(node.value)
        for node in source.within(found[0][0])
    )


def _is_held(value: ast.expr) -> bool:
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _TAKING:
        value = value.func.value
    while isinstance(value, ast.Subscript):
        value = value.value
    return isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.value.id == "self"


def is_kept_by_call(source: SourceFile, call: ast.Call, read: ast.expr) -> bool:
    """Whether a function or a class of the file keeps what it is given there: ``Node(x)``, ``memory.push(x)``."""
    found = _taken_as(source, call, read)
    if found is None:
        return isinstance(call.func, ast.Name) and call.func.id in source.kept(("records",), lambda: _records(source))
    function, name = found
    return any(
        names.keeps(source, one) and not _stays(source, function, one) for one in names.reads_of(source, function, name)
    )


def is_kept_before(source: SourceFile, scope: ast.AST, name: str, node: ast.AST, start: tuple[int, int]) -> bool:
    """As of ``names``, also by what a function or a class of the file is given."""
    if names.is_kept_before(source, scope, name, node, start):
        return True
    return any(
        start <= names.place_of(read) < names.place_of(node)
        and (call := _call_of(source, read)) is not None
        and (
            is_kept_by_call(source, call, read)
            or is_given_back(source, call, read)
            and is_read_by_name(source, scope, read, read)
        )
        for read in names.reads_of(source, scope, name)
    )


def _call_of(source: SourceFile, read: ast.expr) -> ast.Call | None:
    above = source.parent(read)
    if isinstance(above, ast.keyword):
        above = source.parent(above)
    return above if isinstance(above, ast.Call) and above.func is not read else None


def is_kept_of_call(source: SourceFile, read: ast.expr) -> bool:
    call = _call_of(source, read)
    return call is not None and is_kept_by_call(source, call, read)


def _stays(source: SourceFile, function: ast.AST, read: ast.expr) -> bool:
    """Whether only a variable of the function is given what is read."""
    above = source.parent(read)
    while isinstance(above, (ast.Tuple, ast.List, ast.Dict)):
        above = source.parent(above)
    if isinstance(above, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
        targets = above.targets if isinstance(above, ast.Assign) else [above.target]
        return all(isinstance(one, (ast.Name, ast.Tuple)) for one in targets)
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Attribute):
        held = above.func.value
        taken = isinstance(held, ast.Name) and bool(names.bindings_of(source, function, held.id))
        return taken
    return not isinstance(above, ast.Call)


def _records(source: SourceFile) -> frozenset[str]:
    """The names of named tuples and data classes that the file makes."""
    found = {
        node.targets[0].id
        for node in source.each(ast.Assign)
        if isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func).rpartition(".")[2] == "namedtuple"
    }
    for cls in source.each(ast.ClassDef):
        texts = [ast.unparse(one) for one in (*cls.bases, *cls.decorator_list)]
        if any("NamedTuple" in text or "dataclass" in text for text in texts):
            found.add(cls.name)
    return frozenset(found)


def _taken_as(
    source: SourceFile, call: ast.Call, read: ast.expr
) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, str] | None:
    """The function of the file that is called, the constructor of a class, and its argument for ``read``."""
    func = call.func
    name = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
    functions = source.kept(("functions by name",), lambda: _functions(source)).get(name, [])
    if len(functions) != 1:
        return None
    function, of_class = functions[0]
    if isinstance(func, ast.Name) and of_class and function.name != "__init__":
        return None
    if isinstance(func, ast.Attribute) and not of_class:
        return None
    for keyword in call.keywords:
        if keyword.value is read and keyword.arg is not None:
            return function, keyword.arg
    takes = [one.arg for one in (*function.args.posonlyargs, *function.args.args)][of_class:]
    places = [number for number, one in enumerate(call.args) if one is read]
    return (function, takes[places[0]]) if places and places[0] < len(takes) else None


def _functions(source: SourceFile) -> dict[str, list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool]]]:
    """The file's functions and methods by their names, constructors by their classes', and whether each is of a class."""
    found: dict[str, list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool]]] = {}
    for node in source.each(ast.FunctionDef, ast.AsyncFunctionDef):
        owner = source.parent(node)
        name = owner.name if isinstance(owner, ast.ClassDef) and node.name == "__init__" else node.name
        found.setdefault(name, []).append((node, isinstance(owner, ast.ClassDef)))
    return found
