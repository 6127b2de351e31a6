"""Whether another name, an object or a caller reads a tensor again that a statement such as ``x += 1`` changes.

torch changes the tensor itself, whoever holds it; in MindSpore the name alone is given a new one. What is not known to be read
elsewhere counts as the name's own: nothing is claimed of callers in other files.
"""

from __future__ import annotations

import ast
from enum import Enum

from mindport.rewrite import held_names as names
from mindport.rewrite import object_holders, other_files, shared_items
from mindport.rewrite.holders import ALWAYS_VIEWS, RESHAPED
from mindport.rewrite.site import Site

_VIEWS = (ALWAYS_VIEWS | RESHAPED) - {"data"}
_OVER = frozenset(["enumerate", "zip", "reversed", "list", "tuple", "values", "items"])
_OF_MODULES = frozenset(["parameters", "named_parameters", "buffers", "named_buffers", "state_dict"])
_PIECES = frozenset(["chunk", "split", "unbind", "tensor_split"])
_ITEMS = frozenset(["get", "setdefault"])
_DEEP = 3


class Seen(Enum):
    """Who else sees the change, and so how it has to be written."""

    NOWHERE = "nowhere"
    ELSEWHERE = "elsewhere"
    BY_A_MODULE = "by a module"  # a Parameter, or its ``data``
    THROUGH_A_VIEW = "through a view"  # a copy in MindSpore


def of_change(site: Site, target: ast.expr, statement: ast.AugAssign) -> Seen:
    """Who sees what the statement does to the tensor, beside the name or the collection that the target is of."""
    if isinstance(target, ast.Name):
        return _seen(site, target, statement, _DEEP)
    if isinstance(target, ast.Attribute) and target.attr == "data":
        return Seen.NOWHERE  # what is assigned to it goes to the tensor itself
    if isinstance(target, ast.Subscript) and is_of_module(site, target) and _is_plain(target.slice):
        return Seen.BY_A_MODULE
    part = isinstance(target, ast.Subscript) and site.context.type_of(target.value) in ("tensor", "ndarray")
    if not part and (
        object_holders.is_kept_besides(site, target) or shared_items.is_shared(site.source, target, statement)
    ):
        return Seen.ELSEWHERE
    return Seen.ELSEWHERE if _has_another_name(site, target, statement) else Seen.NOWHERE


def _has_another_name(site: Site, target: ast.expr, statement: ast.AugAssign) -> bool:
    """Whether what an object or a collection holds has a name, too, that is read again: ``before = state["m"]``."""
    if not isinstance(target, (ast.Subscript, ast.Attribute)) or not _is_plain(target):
        return False
    if isinstance(target, ast.Subscript) and site.context.type_of(target.value) in ("tensor", "ndarray"):
        return False  # a part of a tensor is set in it
    scope = names.scope_of(site.source, target)
    text = ast.unparse(target)
    for node in site.source.within(scope) if scope is not None else ():
        if (
            not isinstance(node, ast.Assign)
            or len(node.targets) > 1
            or names.place_of(node) > names.place_of(statement)
        ):
            continue
        name, value = node.targets[0], node.value
        if not isinstance(name, ast.Name):
            name, value = value, name  # ``state["m"] = before``
        if isinstance(name, ast.Name) and type(value) is type(target) and ast.unparse(value) == text:
            if _is_read(site, name, statement) and _is_bound_once(site, scope, name, node, statement):
                return True
    return False


def _is_bound_once(site: Site, scope: ast.AST | None, name: ast.Name, node: ast.Assign, at: ast.stmt) -> bool:
    """Whether the name still stands for what it did at ``node``."""
    assert scope is not None
    places = [names.place_of(place) for place, _ in names.bindings_of(site.source, scope, name.id) if place is not node]
    return not any(names.place_of(node) < place < names.place_of(at) for place in places)


def views_of(site: Site, name: ast.Name, statement: ast.AugAssign) -> list[ast.Call]:
    """The calls that give the views that the name may stand for."""
    scope = names.scope_of(site.source, name)
    values = names.values_at(site.source, scope, name.id, statement)[0] if scope is not None else []
    calls = [value for value in values if isinstance(value, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in _VIEWS]


def _is_plain(index: ast.expr) -> bool:
    """Whether asking twice makes no difference."""
    return not any(isinstance(n, (ast.Call, ast.NamedExpr, ast.Await)) for n in ast.walk(index))


def _seen(site: Site, name: ast.Name, at: ast.stmt, depth: int) -> Seen:
    source, scope = site.source, names.scope_of(site.source, name)
    if scope is None or depth == 0 or isinstance(scope, ast.Lambda):
        return Seen.NOWHERE
    reaching, start = names.values_at(source, scope, name.id, at)
    found = Seen.NOWHERE
    for value in reaching:
        one = (
            _unbound(site, scope, name, at, depth == _DEEP)
            if value is None
            else _of_value(site, name, value, at, depth)
        )
        if one is not Seen.NOWHERE:
            found = one
    if found is Seen.NOWHERE and _is_kept(site, scope, name, at, start):
        return Seen.ELSEWHERE
    if found is Seen.NOWHERE and object_holders.is_of_others(source, name, scope):
        return Seen.ELSEWHERE
    if found is Seen.NOWHERE and _is_bound_with_others(site, scope, name, at):
        return Seen.ELSEWHERE
    return found


def _is_bound_with_others(site: Site, scope: ast.AST, name: ast.Name, at: ast.stmt) -> bool:
    """``a = b = zeros``, or ``a, b = pair``: whether what got the tensor at once, or gave it, is read again."""
    reaching = names.values_at(site.source, scope, name.id, at)[0]
    for node, value in names.bindings_of(site.source, scope, name.id):
        if not isinstance(node, ast.Assign) or not any(one is value for one in reaching):
            continue
        if any(isinstance(t, ast.Name) and t.id != name.id and _is_read(site, t, at) for t in node.targets):
            return True
        unpacked = isinstance(node.targets[0], (ast.Tuple, ast.List))
        held = isinstance(node.value, (ast.Name, ast.Attribute, ast.Subscript))
        if value is None and unpacked and held and site.context.type_of(node.value) not in ("tensor", "ndarray"):
            if _is_held(site, name, node.value, at):
                return True
    return False


def _of_value(site: Site, name: ast.Name, value: ast.expr, at: ast.stmt, depth: int) -> Seen:
    """The same for a name that was bound to ``value``."""
    if isinstance(value, ast.IfExp):
        both = [_of_value(site, name, one, at, depth) for one in (value.body, value.orelse)]
        return next((one for one in both if one is not Seen.NOWHERE), Seen.NOWHERE)
    if isinstance(value, ast.Name):
        if value.id == name.id:
            return Seen.NOWHERE
        return Seen.ELSEWHERE if _is_read(site, value, at) else _seen(site, value, _statement(site, value), depth - 1)
    if isinstance(value, ast.Attribute):
        if value.attr == "data":
            return Seen.BY_A_MODULE
        if value.attr in _VIEWS:
            return _through(site, name, value.value, at)
        return Seen.NOWHERE if value.attr == "grad" else Seen.ELSEWHERE
    if isinstance(value, ast.Subscript):
        if _copies(site, value):
            return Seen.NOWHERE
        return Seen.ELSEWHERE if _is_held(site, name, value.value, at) else Seen.NOWHERE
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _ITEMS:
        of_dict = value.args and site.context.type_of(value.func.value) not in ("tensor", "module", "namespace")
        return Seen.ELSEWHERE if of_dict and _is_held(site, name, value.func.value, at) else Seen.NOWHERE
    if isinstance(value, ast.Call) and shared_items.is_of_object(site.source, value):
        return Seen.ELSEWHERE
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _VIEWS:
        subject = value.func.value
        if site.context.type_of(subject) == "namespace" and value.args:
            subject = value.args[0]
        return _through(site, name, subject, at)
    return Seen.NOWHERE


def _through(site: Site, name: ast.Name, base: ast.expr, at: ast.stmt) -> Seen:
    if site.context.type_of(base) == "tensor" and _is_held(site, name, base, at):
        return Seen.THROUGH_A_VIEW
    return Seen.NOWHERE


def _is_held(site: Site, name: ast.Name, base: ast.expr, at: ast.stmt) -> bool:
    """Whether what a value is a part of is read again."""
    while isinstance(base, ast.Subscript):
        base = base.value
    if isinstance(base, ast.Name):
        return base.id != name.id and (_is_read(site, base, at) or _is_kept_elsewhere(site, base, at))
    return isinstance(base, ast.Attribute)


def _is_kept_elsewhere(site: Site, base: ast.Name, at: ast.stmt) -> bool:
    """Whether the collection itself is one that an object holds: ``state = self.state[p]``."""
    scope = names.scope_of(site.source, base)
    values = names.values_at(site.source, scope, base.id, at)[0] if scope is not None else []
    for value in values:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _ITEMS:
            value = ast.Subscript(value.func.value, ast.Constant(None), ast.Load())
        item = isinstance(value, ast.Subscript)
        while isinstance(value, ast.Subscript):
            value = value.value
        if isinstance(value, ast.Name) and item and names.is_argument(site.source, value):
            return True
        if isinstance(value, ast.Attribute) and site.context.type_of(base) not in ("tensor", "ndarray"):
            return True
    return False


def _is_read(site: Site, name: ast.Name, at: ast.stmt) -> bool:
    scope = names.scope_of(site.source, name)
    return scope is not None and names.is_read_again(site.source, scope, name.id, _value(at))


def _value(statement: ast.stmt) -> ast.expr:
    """An expression of the statement, which tells its place."""
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        return statement.iter
    value = getattr(statement, "value", None)
    return value if isinstance(value, ast.expr) else ast.Constant(None)


def _statement(site: Site, node: ast.expr) -> ast.stmt:
    return site.source.around(node, ast.stmt) or ast.Pass()


def _copies(site: Site, item: ast.Subscript) -> bool:
    """Whether a tensor's index makes a new tensor, as masks and lists of numbers do."""
    index = item.slice.elts if isinstance(item.slice, ast.Tuple) else [item.slice]
    return any(
        isinstance(one, (ast.Compare, ast.List))
        or site.context.type_of(one) not in ("int", "bool", "str", "unknown", "none")
        for one in index
        if not isinstance(one, (ast.Slice, ast.Constant))
    )


# --- what the name stood for before ---


def _is_kept(site: Site, scope: ast.AST, name: ast.Name, at: ast.stmt, start: tuple[int, int]) -> bool:
    """Whether a collection, an object or another name that is read again was given the tensor before the change."""
    source = site.source
    loops = [one for one in names.nodes_around(source, at, scope) if isinstance(one, names.LOOPS)]
    inner = [one for one in loops if names.place_of(one) > start]
    for read in names.reads_of(source, scope, name.id):
        before = start <= names.place_of(read) < names.place_of(at)
        if not before and not (inner and names.stands_in(source, read, scope, inner)):
            continue
        holder = source.parent(read)
        if shared_items.is_kept_of_call(source, read):
            return True
        given_back = isinstance(holder, ast.Call) and shared_items.is_given_back(source, holder, read)
        if not given_back and not names.keeps(source, read):
            continue
        if isinstance(holder, ast.Assign) and len(holder.targets) == 1 and isinstance(holder.targets[0], ast.Name):
            other = holder.targets[0]
            if other.id != name.id and names.is_read_again(source, scope, other.id, _value(at)):
                return True
        elif isinstance(holder, ast.Tuple):
            if shared_items.is_read_by_name(source, scope, holder, _value(at)):
                return True
        elif given_back:
            if shared_items.is_read_by_name(source, scope, read, _value(at)):
                return True
        elif not isinstance(holder, (ast.NamedExpr, ast.Yield)):
            return True
    return False


def _unbound(site: Site, scope: ast.AST, name: ast.Name, at: ast.stmt, itself: bool) -> Seen:
    """The same for the variable of a loop, or an argument. Without a reader of its own, the change is meant for others."""
    loop = _loop_of(site, scope, name)
    alone = itself and not names.is_read_again(site.source, scope, name.id, _value(at))
    if loop is not None:
        return _of_loop(site, loop, name.id, alone)
    if not names.is_argument(site.source, name) or not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return Seen.NOWHERE
    if alone or object_holders.is_of_default(scope, name.id):
        return Seen.ELSEWHERE
    if any(_is_read_by_caller(site, call, one) for call, one in object_holders.given(site.source, scope, name.id)):
        return Seen.ELSEWHERE
    if other_files.is_read_again(site, scope, name.id):
        return Seen.ELSEWHERE
    return Seen.NOWHERE


def _loop_of(site: Site, scope: ast.AST, name: ast.Name) -> ast.For | ast.AsyncFor | None:
    for node in names.nodes_around(site.source, name, scope):
        if isinstance(node, (ast.For, ast.AsyncFor)) and names.binds(node.target, name.id):
            return node
    return None


def _place_in(target: ast.expr, name: str) -> int:
    """Which item of a loop's target binds the name: of ``i, (a, b)`` the one of the pair."""
    if isinstance(target, (ast.Tuple, ast.List)):
        for number, one in enumerate(target.elts):
            if isinstance(one, ast.Tuple):
                inner = _place_in(one, name)
                if inner >= 0:
                    return inner
            elif isinstance(one, ast.Name) and one.id == name:
                return number
    return -1


def _of_loop(site: Site, loop: ast.For | ast.AsyncFor, name: str, alone: bool) -> Seen:
    """Whether the loop takes what something else holds as well, and reads again."""
    over = loop.iter
    while isinstance(over, ast.Call):
        if _is_of_module(over):
            return Seen.BY_A_MODULE
        func = over.func
        called = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
        if called in _PIECES:
            held = func.value if isinstance(func, ast.Attribute) else func
            given = site.context.type_of(held) == "namespace" and over.args
            return Seen.ELSEWHERE if _is_base_held(site, loop, over.args[0] if given else held) else Seen.NOWHERE
        if called not in _OVER:
            return Seen.NOWHERE
        if isinstance(func, ast.Attribute):
            over = func.value
        elif len(over.args) == 1:
            over = over.args[0]
        else:
            place = _place_in(loop.target, name)
            if called != "zip" or not 0 <= place < len(over.args):
                return Seen.ELSEWHERE if alone and over.args else Seen.NOWHERE
            over = over.args[place]
    if isinstance(over, ast.Name):
        if _is_gathered(site, over, loop):
            return Seen.BY_A_MODULE
        read = alone or _is_read(site, over, loop)
    else:
        read = alone and isinstance(over, (ast.Attribute, ast.Tuple, ast.List, ast.Subscript))
    return Seen.ELSEWHERE if read else Seen.NOWHERE


def _is_base_held(site: Site, loop: ast.For | ast.AsyncFor, base: ast.expr) -> bool:
    """Whether what a loop takes the pieces of is read again, or comes from outside."""
    if isinstance(base, ast.Name):
        return _is_read(site, base, loop) or names.is_argument(site.source, base)
    return isinstance(base, ast.Attribute)


# --- collections ---


def is_of_module(site: Site, target: ast.expr) -> bool:
    """Whether a Module holds the tensor as well: ``state["weight"]``, or what a loop over it gives, of ``net.state_dict()``."""
    if isinstance(target, ast.Name):
        scope = names.scope_of(site.source, target)
        loop = _loop_of(site, scope, target) if scope is not None else None
        return loop is not None and _of_loop(site, loop, target.id, False) is Seen.BY_A_MODULE
    held = target.value if isinstance(target, ast.Subscript) else None
    if isinstance(held, ast.Call):
        return _is_of_module(held)
    return isinstance(held, ast.Name) and _is_gathered(site, held, target)


def _is_gathered(site: Site, name: ast.Name, at: ast.AST) -> bool:
    scope = names.scope_of(site.source, name)
    values = names.values_at(site.source, scope, name.id, at)[0] if scope is not None else []
    return any(isinstance(value, ast.expr) and _gathers(value) for value in values)


def _gathers(value: ast.expr) -> bool:
    """Whether a collection holds what belongs to a Module, not copies of it."""
    if isinstance(value, (ast.ListComp, ast.DictComp)):
        made = value.elt if isinstance(value, ast.ListComp) else value.value
        return isinstance(made, ast.Name) and any(_gathers(one.iter) for one in value.generators)
    if not isinstance(value, ast.Call):
        return False
    if isinstance(value.func, ast.Attribute) and value.func.attr in ("copy", "items", "values"):
        return _gathers(value.func.value)
    if isinstance(value.func, ast.Name) and value.func.id in ("list", "tuple", "dict", "OrderedDict") and value.args:
        return _gathers(value.args[0])
    return _is_of_module(value)


def _is_of_module(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in _OF_MODULES


def _is_read_by_caller(site: Site, call: ast.Call, given: ast.expr) -> bool:
    if isinstance(given, ast.Name):
        scope = names.scope_of(site.source, given)
        return scope is not None and names.is_read_again(site.source, scope, given.id, call)
    if isinstance(given, (ast.Attribute, ast.Subscript)) and site.context.type_of(given) == "tensor":
        statement = _statement(site, call)
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        return all(ast.unparse(one) != ast.unparse(given) for one in targets)
    return False
