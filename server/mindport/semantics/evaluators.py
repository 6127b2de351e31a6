"""Expressions: one handler for each kind of node."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from mindport.semantics import (
    asked,
    checkpoints,
    choices,
    handed_over,
    imports,
    narrowing,
    own_operators,
    phrases,
    sequences,
    stand_ins,
    told_after,
    unwrapping,
)
from mindport.semantics.assignment import bind_target
from mindport.semantics.brought import moved
from mindport.semantics.calls import call
from mindport.semantics.definitions import LambdaInfo
from mindport.semantics.hindsight import compared_dtype, compared_shape, likely
from mindport.semantics.joining import join, join_all, record_of, value_of
from mindport.semantics.knowledge import family
from mindport.semantics.lambdas import call_lambda
from mindport.semantics.libraries import objects
from mindport.semantics.likelihood import cut, sliced
from mindport.semantics.members import attribute
from mindport.semantics.operators import binary, compared, unary
from mindport.semantics.types import (
    BOOL,
    CUT,
    DICT,
    FLOAT,
    FOREIGN,
    INT,
    NEVER,
    NONE,
    NUMPY,
    OTHER,
    OUTPUT,
    STR,
    UNKNOWN,
    Type,
    awaited,
    dict_of,
    iterator_of,
    list_of,
    tuple_of,
)
from mindport.syntax.nodes import (
    And,
    Attribute,
    BinOp,
    Call,
    Compare,
    Constant,
    DictComp,
    FormattedValue,
    Lambda,
    ListComp,
    Mod,
    Name,
    Or,
    Slice,
    Starred,
    Tuple,
)

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

CONSTANTS: Final = {bool: BOOL, int: INT, float: FLOAT, str: STR, type(None): NONE}
_BUILTINS: Final = {name: Type("function", f"builtins.{name}") for name in dir(builtins) if not name.startswith("_")}
_MANY_ITEMS: Final = 64


def _constant(flow: Flow, node: ast.Constant) -> Type:
    return CONSTANTS.get(type(node.value), OTHER)


def _name(flow: Flow, node: ast.Name) -> Type:
    call_node, flow.calling = flow.calling, None
    found = flow.lookup(node.id)
    if found is None:
        return _BUILTINS.get(node.id, UNKNOWN)
    label = found.definition
    if type(label) is not str or label is imports.ALIAS and call_node is None:
        # Torchvision's and torchaudio's functions are not all listed; what is called is no module.
        if found.kind == "namespace" and family(found.name) and _is_no_module(flow, found.name, call_node):
            flow.record(found.name, node, "imported", call_node, why=(f"import|{found.name}",))
        elif id(node) in flow.uses:
            flow.forget(node)
    elif label is imports.IMPORTED:
        flow.record(found.name, node, "imported", call_node, why=(f"import|{found.name}",))
    elif label is imports.HELD:
        flow.record(found.name, node, "inferred", why=(f"{label}|{node.id}",))
        return found.defined_by(None)  # what takes it over holds a value
    else:
        called = call_node if label is not imports.CHOSEN else None  # which is called as it is
        flow.record(found.name, node, "inferred", called, why=(f"{label}|{node.id}",))
    return found


def _is_no_module(flow: Flow, name: str, call_node: ast.Call | None) -> bool:
    return (call_node is not None or flow.role in ("decorator", "base_class")) and not flow.knowledge.is_namespace(name)


def _bin_op(flow: Flow, node: ast.BinOp) -> Type:
    # Sums of thousands of terms lean to the left: walk down and come back up instead of recursing.
    spine = [node]
    while type(node.left) is BinOp:
        node = node.left
        spine.append(node)
    left = flow.evaluate(node.left)
    for one in reversed(spine):
        right = flow.evaluate(one.right)
        if left.kind == "tensor" and type(one.left) is Name and right == NUMPY:
            left = flow.lookup(one.left.id) or left  # ``x - np.min(x)``: which tells what ``x`` is
        left = _binary(flow, one, left, right)
        flow.types[id(one)] = left
    return left


def _binary(flow: Flow, node: ast.BinOp, left: Type, right: Type) -> Type:
    if type(node.left) is Call and left.kind == "unknown":
        left = moved(flow, node.left, left)
    if type(node.right) is Call and right.kind == "unknown":
        right = moved(flow, node.right, right)
    if left.kind == "str" and type(node.op) is Mod:
        return STR
    if own_operators.is_own(left) or own_operators.is_own(right):
        found = own_operators.binary(flow, node, left, right)
        if found is not None:
            return found
    return binary(node.op, left, right)


def _bool_op(flow: Flow, node: ast.BoolOp) -> Type:
    frame, saved, before = flow.frame, flow.frame.vars, flow.frame.asked
    types = []
    copied = False
    for value in node.values:
        types.append(flow.evaluate(value))
        if value is not node.values[-1] and narrowing.asks_for_class(value):
            if not copied:
                frame.vars = dict(saved)
                copied = True
            narrowing.apply(flow, value, type(node.op) is And)
    if copied:
        frame.vars, frame.asked = saved, before
    if type(node.op) is Or:
        # ``x or default``: None and the like give way to what follows.
        types = [t.present() for t in types[:-1]] + types[-1:]
        types = [t for t in types[:-1] if t.kind != "none"] + types[-1:]
        if types[0].kind in _TRUE and types[0].name.startswith("torch.") and not types[0].optional:
            return types[0]  # ``getattr(torch, "compile", None) or own``
    return join_all(types)


_TRUE: Final = ("function", "class", "module_class")


def _unary_op(flow: Flow, node: ast.UnaryOp) -> Type:
    operand = flow.evaluate(node.operand)
    if own_operators.is_own(operand):
        found = own_operators.unary(flow, node, operand)
        if found is not None:
            return found
    return unary(node.op, operand)


_UNKNOWN: Final = "unknown"


def _compare(flow: Flow, node: ast.Compare) -> Type:
    operands = [flow.evaluate(node.left), *(flow.evaluate(c) for c in node.comparators)]
    if operands[0].kind == "unknown" and type(node.left) is Attribute:
        compared_dtype(flow, node)
    elif type(node.left) is Call and _UNKNOWN in [one.kind for one in operands]:
        told_after.compared(flow, node)
    if operands[0].kind == "shape" or len(operands) == 2 and operands[1].kind == "shape":
        compared_shape(flow, node)
    if operands[0].definition is not None or operands[1].definition is not None:
        found = own_operators.compared(flow, node, operands[0], operands[1])
        if found is not None:
            return found
    return compared(node.ops, operands)


def _if_exp(flow: Flow, node: ast.IfExp) -> Type:
    flow.evaluate(node.test)
    frame, saved, before = flow.frame, flow.frame.vars, flow.frame.asked
    frame.vars = dict(saved)
    narrowing.apply(flow, node.test, True)
    body = flow.evaluate(node.body)
    frame.vars, frame.asked = dict(saved), before
    narrowing.apply(flow, node.test, False)
    if type(node.body) is Attribute and type(node.orelse) is Attribute and node.body.attr == node.orelse.attr:
        narrowing.alike(flow, node.test, node.body, node.orelse)
    orelse = flow.evaluate(node.orelse)
    frame.vars, frame.asked = saved, before
    if flow.asks_versions:
        from mindport.semantics import versions

        outcome = versions.decided(flow, node.test)
        if outcome is not None:
            return body if outcome else orelse
    if type(node.body) is Name or type(node.orelse) is Name:
        model = unwrapping.either_way(flow, node.body, node.orelse, body, orelse)
        found = model or unwrapping.rearranged(flow, node, body, orelse)
        if found is not None:
            return found
    return stand_ins.one_of(body, orelse) or join(body, orelse)


def _tuple(flow: Flow, node: ast.Tuple) -> Type:
    items = _items(flow, node.elts)
    if any(type(e) is Starred for e in node.elts):
        return Type("tuple", "...", (join_all(items),))
    if len(items) > _MANY_ITEMS:
        return Type("tuple", "...", (join_all(items),))
    return tuple_of(*items)


def _list(flow: Flow, node: ast.List) -> Type:
    items = _items(flow, node.elts)
    return list_of(join_all(items)) if items else Type("list")


def _set(flow: Flow, node: ast.Set) -> Type:
    return iterator_of(join_all(_items(flow, node.elts)))


def _items(flow: Flow, elements: Sequence[ast.expr]) -> list[Type]:
    out = []
    for one in elements:
        if type(one) is Starred:
            out.append(sequences.element_of(flow, flow.evaluate(one.value)))
        else:
            out.append(flow.evaluate(one))
    return out


def _dict(flow: Flow, node: ast.Dict) -> Type:
    keys: list[Type] = []
    values: list[Type] = []
    fields: dict[str, Type] = {}
    for key, value in zip(node.keys, node.values):
        if key is None:
            merged = flow.evaluate(value)
            known = merged.kind == "dict" and bool(merged.items)
            keys.append(merged.items[0] if known else UNKNOWN)
            values.append(value_of(merged) if known else UNKNOWN)
        else:
            keys.append(flow.evaluate(key))
            values.append(flow.evaluate(value))
            if type(value) is Lambda:
                handed_over.by_class(flow, keys[-1], values[-1])
            if type(key) is Constant and isinstance(key.value, str):
                fields[key.value] = values[-1]
    if len(fields) == len(keys) and fields:
        return record_of(fields)
    return dict_of(join_all(keys), join_all(values)) if keys else DICT


def _subscript(flow: Flow, node: ast.Subscript) -> Type:
    owner = flow.evaluate(node.value)
    if type(node.value) is Call and owner.kind == "unknown":
        owner = phrases.sized(flow, node.value, moved(flow, node.value, owner))
    if owner.kind == "unknown" and flow.source.has_tensordicts and objects.is_called_dict(node.value):
        owner = objects.TENSOR_DICT
    role, flow.role = flow.role, "annotation" if flow.role == "annotation" else "reference"
    flow.evaluate(node.slice)
    flow.role = role
    if owner.kind == "namespace" and choices.is_dict(owner.name):
        return choices.picked(owner.name) or owner
    if owner.kind == "namespace" and owner.name == "sys.modules":
        return flow.own_module if type(node.slice) is Name and node.slice.id == "__name__" else UNKNOWN
    if owner.kind in ("class", "module_class", "namespace"):
        return owner  # ``Generic[T]``: the class itself
    if owner.name == FOREIGN.name and owner == FOREIGN and isinstance(node.slice, (Tuple, Slice)):
        return owner  # ``boxes[:3]``, ``rays[..., :n]``: more of them
    if type(node.slice) is Tuple and sliced(flow, node, owner):
        likely(flow, node.value)
        return OUTPUT
    if type(node.slice) is Compare and phrases.masked(flow, node, owner):
        likely(flow, node.value)
        return OUTPUT
    if owner.kind in ("dict", "unknown") and checkpoints.is_open(owner):
        found = checkpoints.part(flow, node, owner)
        if found is not None:
            return found if flow.frame.asked is None else asked.held(flow, node, found)
    if not owner.items and flow.frame.first_turns and sequences.is_yet_empty(flow, owner, node):
        flow.frame.unreached = True
        return NEVER
    found = sequences.subscript(flow, owner, node.slice)
    if flow.frame.asked is not None:
        found = asked.held(flow, node, found)
    return CUT if found is UNKNOWN and owner == UNKNOWN and cut(flow, node) else found


def _slice(flow: Flow, node: ast.Slice) -> Type:
    for part in (node.lower, node.upper, node.step):
        if part is not None:
            flow.evaluate(part)
    return OTHER


def _starred(flow: Flow, node: ast.Starred) -> Type:
    flow.evaluate(node.value)
    return UNKNOWN


def _named(flow: Flow, node: ast.NamedExpr) -> Type:
    value = flow.evaluate(node.value)
    if flow.frame.asked is not None:
        asked.changed(flow, node.target, value)
    flow.types[id(node.target)] = value
    flow.bind(node.target.id, value)
    return value


def _comprehension(flow: Flow, node: Any) -> Type:
    frame, saved = flow.frame, flow.frame.vars
    frame.vars, frame.holds = dict(saved), None
    for generator in node.generators:
        found = sequences.looped(flow, generator.iter, flow.evaluate(generator.iter))
        bind_target(flow, generator.target, found)
        for condition in generator.ifs:
            flow.evaluate(condition)
            narrowing.apply(flow, condition, True)
    if type(node) is DictComp:
        made = dict_of(flow.evaluate(node.key), flow.evaluate(node.value))
    else:
        item = flow.evaluate(node.elt)
        made = list_of(item) if type(node) is ListComp else iterator_of(item)
    frame.vars = saved
    return made


def _lambda(flow: Flow, node: ast.Lambda) -> Type:
    for default in (*node.args.defaults, *node.args.kw_defaults):
        if default is not None:
            flow.evaluate(default)
    flow.frame.holds = None  # it runs at another time
    info = LambdaInfo(node, flow.frame.vars)
    cls, plain = flow.frame.cls if flow.frame.kind == "class" else None, node.args.args
    call_lambda(flow, info, [cls.instance] if cls is not None and plain and plain[0].arg == "self" else [])
    return Type("function", "", (), False, info)


def _joined_str(flow: Flow, node: ast.JoinedStr) -> Type:
    for value in node.values:
        if type(value) is FormattedValue:
            flow.evaluate(value.value)
            if value.format_spec is not None:
                flow.evaluate(value.format_spec)
    return STR


def _yield(flow: Flow, node: ast.Yield) -> Type:
    flow.frame.yields.append(flow.evaluate(node.value) if node.value is not None else NONE)
    return UNKNOWN


def _yield_from(flow: Flow, node: ast.YieldFrom) -> Type:
    flow.frame.yields.append(sequences.element_of(flow, flow.evaluate(node.value)))
    return UNKNOWN


def _await(flow: Flow, node: ast.Await) -> Type:
    return awaited(flow.evaluate(node.value))


EVALUATORS: Final[dict[type, Callable[[Flow, Any], Type]]] = {
    ast.Constant: _constant, ast.Name: _name, ast.Attribute: attribute, ast.Call: call, ast.BinOp: _bin_op,
    ast.BoolOp: _bool_op, ast.UnaryOp: _unary_op, ast.Compare: _compare, ast.IfExp: _if_exp, ast.Tuple: _tuple,
    ast.List: _list, ast.Set: _set, ast.Dict: _dict, ast.Subscript: _subscript, ast.Slice: _slice,
    ast.Starred: _starred, ast.NamedExpr: _named, ast.ListComp: _comprehension, ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension, ast.DictComp: _comprehension, ast.Lambda: _lambda, ast.JoinedStr: _joined_str,
    ast.Yield: _yield, ast.YieldFrom: _yield_from, ast.Await: _await,
}  # fmt: skip
