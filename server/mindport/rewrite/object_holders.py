"""Whether what an object holds is held by others as well: ``self.all = [self.m]``, ``Meter(start)``, ``m = meter.get()``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite import other_files
from mindport.rewrite.site import Site
from mindport.syntax.source import SourceFile


def is_kept_besides(site: Site, target: ast.expr) -> bool:
    """Whether a collection, another attribute or a name outside of the class is given the attribute, or the item of one."""
    source, item = site.source, isinstance(target, ast.Subscript)
    held = target.value if isinstance(target, ast.Subscript) else target
    if not isinstance(held, ast.Attribute) or held.attr in ("grad", "data"):
        return False
    around = source.around(target, ast.ClassDef)
    if not isinstance(held.value, ast.Name):
        if item or any(isinstance(n, ast.Call) for n in ast.walk(held)):
            return False
        return any(_is_made_outside(site, cls, held.attr) for cls in source.each(ast.ClassDef))
    text = ast.unparse(held)
    for node in _of_attribute(source, held.attr):
        if not isinstance(node.ctx, ast.Load):
            continue
        if ast.unparse(node) == text and source.around(node, ast.ClassDef) is around:
            if _is_kept(source, node, item) or around is not None and not item and _is_given_back(source, node, around):
                return True
        elif not item and around is not None and _is_named(source, node):
            return True
    return around is not None and not item and _is_made_outside(site, around, held.attr)


def _of_attribute(source: SourceFile, name: str) -> list[ast.Attribute]:
    def found() -> dict[str, list[ast.Attribute]]:
        by_name: dict[str, list[ast.Attribute]] = {}
        for node in source.each(ast.Attribute):
            by_name.setdefault(node.attr, []).append(node)
        return by_name

    return source.kept(("attributes by name",), found).get(name, [])


def _is_kept(source: SourceFile, node: ast.Attribute, item: bool) -> bool:
    """Whether what is read, or with ``item`` a part of it, is kept by what does not end with the function."""
    read: ast.expr = node
    if item:
        above = source.parent(read)
        if not isinstance(above, ast.Subscript) or above.value is not read or not isinstance(above.ctx, ast.Load):
            return False
        read = above
    above, in_collection = source.parent(read), False
    while isinstance(above, (ast.List, ast.Tuple, ast.Dict, ast.Set)):
        in_collection, above = True, source.parent(above)
    if isinstance(above, (ast.Assign, ast.AnnAssign)):
        targets = above.targets if isinstance(above, ast.Assign) else [above.target]
        flat = [one for target in targets for one in (target.elts if isinstance(target, ast.Tuple) else [target])]
        kept = [one for one in flat if isinstance(one, (ast.Attribute, ast.Subscript))]
        return bool(kept) and ast.unparse(read) not in {ast.unparse(one) for one in kept}
    if isinstance(above, ast.Return):
        return in_collection
    return isinstance(above, ast.Call) and isinstance(above.func, ast.Attribute) and above.func.attr in names.KEEPING


def _is_given_back(source: SourceFile, node: ast.Attribute, around: ast.ClassDef) -> bool:
    """Whether a method or a property gives what is read, and someone gives that a name: ``before = meter.get()``."""
    function = source.function_around(node)
    if not isinstance(source.parent(node), ast.Return) or function is None or source.parent(function) is not around:
        return False
    is_property = any(isinstance(one, ast.Name) and one.id == "property" for one in function.decorator_list)
    return any(
        _is_named(source, read if is_property else call)
        for read in _of_attribute(source, function.name)
        for call in (source.parent(read),)
        if is_property or isinstance(call, ast.Call) and call.func is read
    )


def _is_named(source: SourceFile, node: ast.AST | None) -> bool:
    """Whether a name that is read again, an object or a collection is given what stands there."""
    above = source.parent(node) if node is not None else None
    in_collection = False
    while isinstance(above, (ast.List, ast.Tuple, ast.Dict)):
        in_collection, above = True, source.parent(above)
    if in_collection:
        return isinstance(above, (ast.Assign, ast.Return))
    if isinstance(above, ast.Call):
        return isinstance(above.func, ast.Attribute) and above.func.attr in names.KEEPING and above.func is not node
    if not isinstance(above, ast.Assign) or above.value is not node or len(above.targets) != 1:
        return False
    target, scope = above.targets[0], names.scope_of(source, above)
    if not isinstance(target, ast.Name):
        return True
    return scope is not None and names.is_read_again(source, scope, target.id, above.value)


def _is_made_outside(site: Site, around: ast.ClassDef, attribute: str) -> bool:
    """Whether the class itself holds the tensor, or a method is given it for the attribute by who reads it again."""
    source = site.source
    if any(attribute in names.stored_in(t) for one in around.body if isinstance(one, ast.Assign) for t in one.targets):
        return True
    return any(
        isinstance(node.value, ast.Name)
        and (function := source.function_around(node)) is not None
        and source.parent(function) is around
        and (
            any(_reads_again(source, call, value) for call, value in given(source, function, node.value.id))
            or other_files.is_read_again(site, function, node.value.id)
        )
        for node in source.within(around)
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Attribute) and t.attr == attribute for t in node.targets)
    )


def _reads_again(source: SourceFile, call: ast.Call, value: ast.expr) -> bool:
    scope = names.scope_of(source, call)
    return isinstance(value, ast.Name) and scope is not None and names.is_read_again(source, scope, value.id, call)


def given(
    source: SourceFile, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str
) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Calls of the function in its file, of a class where it is its constructor, with what they give for an argument."""
    owner = source.parent(function)
    of_class = isinstance(owner, ast.ClassDef)
    makes = isinstance(owner, ast.ClassDef) and function.name == "__init__"
    called_as = owner.name if makes and isinstance(owner, ast.ClassDef) else function.name
    takes = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    place = takes.index(name) - of_class if name in takes else -1
    objects = _objects(source, owner) if of_class and called_as in ("__call__", "forward") else frozenset[str]()
    for call in source.each(ast.Call):
        func = call.func
        if of_class and not makes:
            called = isinstance(func, ast.Attribute) and func.attr == called_as
            if objects and not called:
                called = ast.unparse(func.func if isinstance(func, ast.Call) else func) in objects
        else:
            called = isinstance(func, ast.Name) and func.id == called_as
        if not called or any(isinstance(one, ast.Starred) for one in call.args):
            continue
        if 0 <= place < len(call.args):
            yield call, call.args[place]
        for keyword in call.keywords:
            if keyword.arg == name:
                yield call, keyword.value


def _objects(source: SourceFile, cls: ast.AST | None) -> frozenset[str]:
    """How objects of the class are called in the file, and the class itself: ``norm`` of ``norm = Norm()``."""
    if not isinstance(cls, ast.ClassDef):
        return frozenset()
    made = [
        ast.unparse(target)
        for node in source.each(ast.Assign)
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name) and node.value.func.id == cls.name
        for target in node.targets
    ]
    return frozenset([cls.name, *made])


def is_of_others(source: SourceFile, name: ast.Name, scope: ast.AST) -> bool:
    """Whether a function changes a variable of the file or of a function around it, which is kept there: ``global total``."""
    if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    told = [n for n in source.within(scope) if isinstance(n, (ast.Global, ast.Nonlocal)) and name.id in n.names]
    if not told:
        return False
    outer = source.tree if isinstance(told[0], ast.Global) else names.scope_of(source, source.parent(scope) or scope)
    return outer is not None and any(names.keeps(source, read) for read in names.reads_of(source, outer, name.id))


def is_of_default(scope: ast.AST, name: str) -> bool:
    """Whether the argument has a default that lasts from one call to the next: ``def add(x, total=torch.zeros(3))``."""
    if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    taken = [*scope.args.posonlyargs, *scope.args.args]
    pairs = list(zip(reversed(taken), reversed(scope.args.defaults), strict=False))
    pairs += [(one, value) for one, value in zip(scope.args.kwonlyargs, scope.args.kw_defaults, strict=True) if value]
    return any(one.arg == name and not isinstance(value, (ast.Constant, ast.UnaryOp)) for one, value in pairs)
