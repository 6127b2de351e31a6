"""Assignments: variables, attributes of the user's classes, items of containers."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from mindport.semantics import (
    asked,
    autograd,
    brought,
    classes,
    evidence,
    filling,
    growing,
    hindsight,
    holding,
    imports,
    narrowing,
    own_records,
    phrases,
    plain_objects,
    renewals,
    restored,
    saved_whole,
    sequences,
    written,
)
from mindport.semantics.annotations import SHAPED, annotation_type, declared_type
from mindport.semantics.definitions import ClassInfo, Known
from mindport.semantics.joining import fields_of, join, record_of, value_of
from mindport.semantics.knowledge import family
from mindport.semantics.operators import binary
from mindport.semantics.types import (
    GIVEN,
    NUMBER,
    OPEN,
    OUTPUT,
    PARAMETER_GROUP,
    TENSOR,
    UNKNOWN,
    Type,
    dict_of,
    list_of,
)
from mindport.syntax.nodes import (
    Attribute,
    BinOp,
    BitOr,
    Call,
    Compare,
    Constant,
    JoinedStr,
    List,
    Name,
    Slice,
    Starred,
    Subscript,
    Tuple,
    UnaryOp,
)

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


_OF_ANNOTATIONS: Final = ("typing.", "typing_extensions.", "collections.abc.", *SHAPED)
_GENERIC: Final = frozenset(["list", "dict", "tuple"])


def assign(flow: Flow, node: ast.Assign) -> None:
    source, targets = node.value, node.targets
    value = flow.evaluate(source)
    if isinstance(value.definition, Known):
        flow.asks_versions = True  # by what a call gives: whatever is walked before, what follows is read alike
    if flow.asks_versions:
        from mindport.semantics import versions

        value = versions.noted(flow, source, value)
    if value.kind == "namespace":
        flow.frame.has_libraries = True
    if type(source) in (Subscript, BinOp) and _is_alias(flow, value, source):
        value = Type("unknown", "alias", (declared_type(flow, source),))
    if type(source) is Call and value.kind == "unknown":
        value = saved_whole.brought(flow, source, targets[0]) or brought.placed(flow, source, targets, value)
        if value.kind == "unknown" and value.name in ("", "given"):
            value = renewals.prepared(flow, source, renewals.renewed(flow, source, value, targets), targets)
            if type(targets[0]) in (Tuple, List):
                value = phrases.sized(flow, source, value)
    if type(targets[0]) is Name and (
        flow.frame.written
        or type(source) is JoinedStr
        or type(source) is BinOp
        or type(source) is Attribute
        and source.attr == "name"
    ):
        written.renewed(flow, targets[0], source)
    for target in targets:
        if type(target) is Attribute and value.kind == "unknown":
            value = growing.made_of_itself(flow, target, source, value)
            if type(source) is Call and value.kind == "unknown":
                restored.told(flow, target, source)
        if (
            type(target) in (Tuple, List)
            and type(source) in (Tuple, List)
            and len(target.elts) == len(source.elts)  # type: ignore[attr-defined]
            and not any(type(e) is Starred for e in (*target.elts, *source.elts))  # type: ignore[attr-defined]
        ):
            values = [flow.types.get(id(e), UNKNOWN) for e in source.elts]  # type: ignore[attr-defined]
            for one, its, part in zip(target.elts, values, source.elts):  # type: ignore[attr-defined]
                bind_target(flow, one, _aliased(its) if _is_unmarked(its) else its)
                if type(one) is Attribute and one.attr == "data" and its.kind == "unknown":
                    hindsight.becomes_data(flow, one, part)
        else:
            if type(target) in (Tuple, List) and value.kind == "tuple" and any(map(_is_unmarked, value.items)):
                value = value.of(*[_aliased(its) if _is_unmarked(its) else its for its in value.items])
            saved = _saved_whole(flow, target, source) if type(target) is Name and type(source) is Call else None
            bind_target(flow, target, saved or (_aliased(value) if value.kind in _NAMED else value))
            if value.kind == "tensor" and type(target) in (Attribute, Subscript) and type(source) is Call:
                asked.converted(flow, target, source, value)
            if type(target) is Subscript:
                hindsight.put(flow, target, source, value)
            elif type(target) is Attribute and target.attr == "data" and value.kind == "unknown":
                hindsight.becomes_data(flow, target, source)
            elif type(target) is Name and type(source) in _TESTS and narrowing.asks_for_class(source):
                asked.remember(flow, target.id, source)
            if type(target) in (Tuple, List) and value == GIVEN:
                _parts_of_input(flow, target)  # type: ignore[arg-type]
            if flow.frame.declared:
                _keep_declared(flow, target, source)


_TESTS: Final = (Call, Compare, UnaryOp)
"""Kinds of expressions that may ask for a value's class."""


def _keep_declared(flow: Flow, target: ast.expr, value: ast.expr) -> None:
    """``embeds = self.encode(prompt)``, where a parameter of that name is annotated as a Tensor: it is likely one again, unless
    what gives it is called after something else."""
    frame = flow.frame
    for one in target.elts if isinstance(target, (Tuple, List)) else (target,):
        if type(one) is not Name or one.id not in frame.declared:
            continue
        known = frame.vars.get(one.id)
        if known is not None and known.kind == "unknown" and known.name in OPEN and not _is_of_others(value):
            flow.types[id(one)] = frame.vars[one.id] = OUTPUT


def _is_of_others(value: ast.expr) -> bool:
    """Whether a value is no call's, or of a function that is called after something else than Tensors."""
    while type(value) is Subscript:
        value = value.value
    if type(value) is not Call:
        return True
    return _OF_OTHERS.search(getattr(value.func, "attr", getattr(value.func, "id", ""))) is not None


_OF_OTHERS: Final = re.compile(
    r"numpy|array|image|pil|list|tuple|dict|str|conver|decode|post|format|frame|audio|video|file|load|read|to_|as_|^np|wrap|boxes",
    re.IGNORECASE,
)
"""Names of what makes something else of a Tensor, or of many."""


def _parts_of_input(flow: Flow, target: ast.Tuple | ast.List) -> None:
    """``audio, mel = inputs`` in ``forward``: the parts are likely tensors where they are used as tensors are."""
    function = flow.frame.function
    if function is None or not evidence.is_forward(function):
        return
    names = [one.id for one in target.elts if type(one) is Name]
    for name, found in evidence.judge(flow, function, names, target.lineno).items():
        if found in (TENSOR, OUTPUT) and flow.lookup(name) == UNKNOWN:
            flow.bind(name, OUTPUT)


def _saved_whole(flow: Flow, target: ast.Name, value: ast.Call) -> Type | None:
    """The Module that a variable held, where ``torch.load`` gives it a new value: it was saved as a whole."""
    used = flow.uses.get(id(value.func))
    if used is None or used.api != "torch.load":
        return None
    held = flow.lookup(target.id)
    return held if held is not None and held.kind == "module" else None


def _is_alias(flow: Flow, value: Type, node: ast.expr) -> bool:
    """``OptTensor = Optional[Tensor]``: another name for what an annotation says."""
    if type(node) is BinOp:
        # ``np.ndarray | torch.Tensor``
        parts = (flow.types.get(id(node.left), UNKNOWN), flow.types.get(id(node.right), UNKNOWN))
        return type(node.op) is BitOr and any(part.kind in ("class", "module_class") for part in parts)
    if value.kind == "namespace":
        return value.name.startswith(_OF_ANNOTATIONS)
    owner = node.value if type(node) is Subscript else None
    return type(owner) is Name and owner.id in _GENERIC and flow.lookup(owner.id) is None


_NAMED: Final = ("module_class", "class", "function")
"""Kinds of values that an API is."""


def _aliased(value: Type) -> Type:
    """Marks a torch API that gets another name; a method bound to its receiver is none."""
    named = value.kind in _NAMED and not value.items and family(value.name)
    if named and value.definition in (None, imports.IMPORTED, imports.NAMED):
        return value.defined_by(imports.ALIAS)
    return value.defined_by(imports.CHOSEN) if named and value.definition is imports.STAND_IN else value


def bind_target(flow: Flow, target: ast.expr, value: Type) -> None:
    """Gives a target of an assignment, loop, ``with`` or comprehension its type."""
    kind = type(target)
    if flow.frame.asked is not None:
        asked.changed(flow, target, value)
    if kind is Name:
        flow.types[id(target)] = value
        flow.bind(target.id, value)  # type: ignore[attr-defined]
    elif type(target) is Attribute:
        owner = flow.evaluate(target.value)
        cls = owner.definition
        if isinstance(cls, ClassInfo) and owner.kind not in ("class", "module_class"):
            flow.types[id(target)] = value
            flow.forget(target)
            if value.kind == "tensor" or flow.frame.holds is not None:
                holding.put(flow, cls, target, value)
            passing = value.kind != "tensor" and filling.becomes_tensor(flow, target)
            if passing or value.kind in ("list", "dict") or flow.frame.filled:
                filling.put(flow, target, value, passing)
            name = autograd.attribute(target.attr) if owner.name == autograd.CONTEXT else target.attr
            declared = (
                value.kind == "unknown"
                and value.name in OPEN
                and (restored.restores(flow) or cls.declares(target.attr))
            )
            if not declared and not passing:
                flow.assign_attribute(cls, name, _plain(value), flow.site(target))
            if not classes.is_torch_attribute(flow, cls, target.attr):
                return
        elif plain_objects.is_one(owner):
            plain_objects.put(flow, target, owner, value)
        flow.evaluate(target)
        flow.types[id(target)] = value
    elif isinstance(target, (Tuple, List)):
        parts = sequences.unpack(flow, own_records.taken_apart(flow, value), target.elts)
        for one, part in zip(target.elts, parts):
            bind_target(flow, one.value if type(one) is Starred else one, part)
    elif type(target) is Starred:
        bind_target(flow, target.value, value)
    elif type(target) is Subscript:
        owner = flow.evaluate(target.value)
        flow.evaluate(target.slice)
        flow.types[id(target)] = value
        if owner.kind in ("dict", "list") and type(target.slice) is not Slice:
            _store_item(flow, target, owner, value)


def _says_nothing(value: Type) -> bool:
    """Whether nothing is known of a value, or of what a list or tuple holds: ``[(x[0].clone(), x[1].clone()) for x in kept]``."""
    if value.kind in ("list", "tuple"):
        return bool(value.items) and all(_says_nothing(one) for one in value.items)
    return value.kind == "unknown" and value.name in OPEN


def _is_unmarked(value: Type) -> bool:
    """Whether a part of a tuple is an API that no import has named: ``return nn.Conv2d, nn.Linear``."""
    return value.kind in ("module_class", "class", "function") and value.definition is None


def _plain(value: Type) -> Type:
    if value.definition in imports.LABELS:
        return Type(value.kind, value.name, value.items, value.optional)
    return value


def _store_item(flow: Flow, target: ast.Subscript, owner: Type, value: Type) -> None:
    if owner == PARAMETER_GROUP or value.kind == "never":
        return  # ``group["step"] = 0``: its parameters stay what they are
    if type(target.value) is Attribute and _says_nothing(value) and restored.restores(flow):
        return
    if flow.frame.first_turns and not owner.items and type(target.slice) is Name and _is_given(flow, target.value):
        flow.frame.unreached = True  # ``results[key] = to_tensor(results[key])``: the next turn reads what was given
        return
    if owner.kind == "list":
        joined = join(owner, list_of(value))
    else:
        joined = with_entry(flow, target.slice, owner, value, type(target.value) is not Name)
    rebind(flow, target.value, joined)


def _is_given(flow: Flow, node: ast.expr) -> bool:
    """Whether a value is a parameter that nothing else is put in the place of."""
    function = flow.frame.function
    if function is None or type(node) is not Name or node.id not in function.positional:
        return False
    return not flow.own_names(function).stores[node.id]


def with_entry(flow: Flow, key: ast.expr | None, owner: Type, value: Type, held: bool = False) -> Type:
    """The dict once a value stands under a key. ``held``: or what stood there."""
    fields = fields_of(owner)
    if type(key) is Constant and owner.items and not fields and value_of(owner) == OUTPUT:
        return owner  # ``inputs["use_cache"] = False``: what else is among the inputs stays what it was
    if type(key) is not Constant or not isinstance(key.value, str) or owner.items and not fields:
        return join(owner, dict_of(flow.types.get(id(key), UNKNOWN), value))
    before = fields.get(key.value) if held else None
    fields[key.value] = value if before is None else join(before, value)
    return record_of(fields).optionally(owner.optional)


def rebind(flow: Flow, holder: ast.expr | None, value: Type) -> None:
    """Records that a container now holds more than was known."""
    if type(holder) is Call and type(holder.func) is Attribute and holder.func.attr == "setdefault" and holder.args:
        # ``parts.setdefault(label, []).append(…)``
        flow.evaluate(holder.func.value)  # which holds the default by now
        holder = ast.copy_location(ast.Subscript(holder.func.value, holder.args[0], ast.Store()), holder)
    if type(holder) is Name:
        if holder.id in flow.frame.vars:
            if flow.lookup(holder.id) != value:
                flow.bind(holder.id, value)
        elif flow.frame.function is not None:
            _fill_around(flow, holder.id, value)
    elif type(holder) is Attribute:
        cls = flow.types.get(id(holder.value), UNKNOWN).definition
        if isinstance(cls, ClassInfo):
            if not _passes(flow, holder, value):
                flow.assign_attribute(cls, holder.attr, value, flow.site(holder))
    elif type(holder) is Subscript and type(holder.slice) is not Slice:
        # ``parts[label].append(…)``; what an optimizer keeps is known without
        if type(holder.value) is Attribute and holder.value.attr == "state":
            return
        outer = flow.types.get(id(holder.value), UNKNOWN)
        if outer.kind == "dict" and outer.items:
            rebind(flow, holder.value, with_entry(flow, holder.slice, outer, value, type(holder.value) is not Name))
        elif outer.kind == "list" and outer.items:
            rebind(flow, holder.value, join(outer, list_of(value)))


def _fill_around(flow: Flow, name: str, value: Type) -> None:
    """What a function puts into a container of the function around it, or of the module."""
    outer = flow.frame.outer
    while outer is not None and outer.function is not None:
        if name in outer.vars:
            outer.vars[name] = value
            return
        outer = outer.outer
    if outer is flow.module:  # a name that others import has a scope of its own: it does not depend on who asked before
        flow.fill(name, value)


def _passes(flow: Flow, target: ast.Attribute, value: Type) -> bool:
    """Takes up what was added to a list that the method fills; whether a tensor takes its place before anybody else sees it."""
    if not flow.frame.filled or target.attr not in flow.frame.filled:
        return False
    passing = filling.becomes_tensor(flow, target)
    filling.put(flow, target, value, passing)
    return passing


def aug_assign(flow: Flow, node: ast.AugAssign) -> None:
    value = flow.evaluate(node.value)
    if type(node.value) is Call and value.kind == "unknown":
        value = brought.moved(flow, node.value, value)
    if type(node.target) is Name:
        current = flow.lookup(node.target.id) or UNKNOWN
        result = binary(node.op, current, value)
        flow.types[id(node.target)] = result
        flow.bind(node.target.id, result)
        return
    current = flow.evaluate(node.target)
    if type(node.target) is Attribute:
        cls = flow.types.get(id(node.target.value), UNKNOWN).definition
        if isinstance(cls, ClassInfo) and current.kind != "tensor":
            result = growing.added(flow, cls, node.target, binary(node.op, current, value))
            if not _passes(flow, node.target, result):
                flow.assign_attribute(cls, node.target.attr, result, flow.site(node.target))
    elif type(node.target) is Subscript and current.kind in ("int", "float"):
        owner = flow.types.get(id(node.target.value), UNKNOWN)
        # A list as well, of numbers that tensors are added to: ``grads = [0] * n``, ``grads[i] += p.grad``.
        if owner.kind == "dict" or owner.kind == "list" and value.kind == "tensor":
            _store_item(flow, node.target, owner, binary(node.op, current, value))


def _begins_empty(value: Type, declared: Type) -> bool:
    """``parts: list[Tensor] = []``, ``parts: list[Tensor] | None = None``: what is declared says more."""
    if value.kind == "none":
        return not declared.is_unknown
    return value.kind == declared.kind and value.kind in ("list", "dict") and not value.items


def _declare(flow: Flow, target: ast.Attribute, declared: Type) -> None:
    """``self.parts: list[Part]``, which other statements put there."""
    cls = flow.evaluate(target.value).definition
    if isinstance(cls, ClassInfo) and cls.flow is flow and holding.is_own(flow, target.value):
        flow.change(cls.said, target.attr, None)
        flow.assign_attribute(cls, target.attr, declared, flow.site(target))


def ann_assign(flow: Flow, node: ast.AnnAssign) -> None:
    declared = annotation_type(flow, node.annotation)
    value = flow.evaluate(node.value) if node.value is not None else None
    if value is None and flow.frame.kind != "class":
        if type(node.target) is Attribute and not (declared.is_unknown and declared.name in OPEN):
            _declare(flow, node.target, declared)
        return
    if (
        value is None
        or value.is_unknown
        or _begins_empty(value, declared)
        or (value.kind != declared.kind and declared.kind in ("tensor", "module", "float"))
    ):
        whole = value is not None and value.kind == "int" and declared.kind == "float"
        value = NUMBER if whole else declared  # ``dropout: float = 0`` may stay a whole number
    bind_target(flow, node.target, _aliased(value))  # ``FloatTensor: TypeAlias = torch.Tensor``
