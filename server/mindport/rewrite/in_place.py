"""Methods that change their tensor: MindSpore makes a new one, which takes the old one's name or its place.

The name is bound anew where nothing else can hold the tensor; elsewhere its elements are assigned, ``x[...] = x + 1``.
"""

from __future__ import annotations

import ast
from enum import Enum

from mindport.analysis.uses import ApiUse
from mindport.rewrite import held_names as names
from mindport.rewrite import other_holders
from mindport.rewrite.site import Site
from mindport.rewrite.statements import indentation
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

_RESHAPING = frozenset(["unsqueeze_", "squeeze_", "transpose_", "t_", "swapaxes_", "swapdims_", "detach_"])
_VIEWS = frozenset(
    [
        "view",
        "reshape",
        "squeeze",
        "unsqueeze",
        "transpose",
        "permute",
        "t",
        "expand",
        "expand_as",
        "view_as",
        "reshape_as",
        "narrow",
        "select",
        "chunk",
        "split",
        "unbind",
        "flatten",
        "unflatten",
        "ravel",
        "contiguous",
        "to",
        "float",
        "double",
        "half",
        "long",
        "int",
        "type",
        "type_as",
        "detach",
        "swapaxes",
        "movedim",
        "moveaxis",
        "diagonal",
        "unfold",
        "as_strided",
        "cpu",
        "cuda",
        "T",
        "mT",
        "real",
        "imag",
        "data",
    ]
)
_SETTING = frozenset(
    ["zero_", "fill_", "masked_fill_", "copy_", "normal_", "uniform_", "random_", "bernoulli_", "exponential_"]
)
_LINEAR = frozenset(
    ["add_", "sub_", "subtract_", "neg_", "relu_", "sigmoid_", "exp_", "addmm_", "addcmul_", "addcdiv_", "baddbmm_"]
)
_SCALING = frozenset(["mul_", "multiply_", "div_", "divide_", "true_divide_"])
_NUMBERS = ("int", "float", "bool")


class Origin(Enum):
    """What is known of who else holds the tensor."""

    MADE = "made"
    VIEW = "view"  # shares its elements with another tensor
    HELD = "held"


def changed(use: ApiUse) -> ast.expr | None:
    """The tensor that an in-place method, or a function such as ``torch.relu_``, changes; of a chain the first one."""
    if use.first is not None:
        found: ast.expr | None = use.first
    elif use.receiver is not None:
        found = use.node.value if isinstance(use.node, ast.Attribute) else None
    elif use.bound is not None and use.bound.signature.positional:
        found = use.bound.value(use.bound.signature.positional[0].name)
    else:
        found = None
    while isinstance(found, ast.Call) and _in_chain(found.func):
        assert isinstance(found.func, ast.Attribute)
        found = found.func.value
    return found


def _in_chain(node: ast.AST | None) -> bool:
    """Whether the node is the name of an in-place method, as in ``x.mul_(2).add_``."""
    return isinstance(node, ast.Attribute) and node.attr.endswith("_") and not node.attr.endswith("__")


def edits(use: ApiUse, node: ast.expr, parts: list[str | Span], site: Site) -> tuple[bool, list[Edit] | None]:
    """Whether the call ``node``, worth ``parts``, is one whose effect has to be written out, and how (``None``: it cannot be)."""
    root, source = changed(use), site.source
    statement = source.parent(node)
    if root is None:
        return False, None
    if isinstance(statement, ast.Expr):
        return True, _statement(use, node, root, parts, site)
    if not isinstance(root, ast.Name) or _in_chain(statement):
        return False, None
    span = source.span(node)
    of_function = names.made_here(source, root) or names.is_argument(source, root)
    if of_function and not _reshapes(use) and _may_be_split(statement, node):
        origin, _ = _origin(site, root, node)
        if origin is Origin.HELD:
            assert isinstance(statement, ast.stmt)
            copies = _copies(use, node, root, site)
            assigned: list[str | Span] = [root.id, "[...] = ", *parts]
            if isinstance(statement, ast.Assign) and [ast.unparse(t) for t in statement.targets] == [root.id]:
                return True, [Edit(source.span(statement), tuple(assigned)), *copies]
            rest = source.text[source.span(statement).start : span.start] + root.id
            line = "\n" + indentation(source, statement) + rest
            return True, [Edit(source.span(statement), (*assigned, line)), *copies]
    if _kept_for_later(source, root, node):
        # As a value: the name takes the new tensor too, for it is read again.
        return True, [Edit(span, ("(", root.id, " := ", *parts, ")"))]
    return False, None


def _may_be_split(statement: ast.AST | None, node: ast.expr) -> bool:
    """Whether the statement gives or binds the call's value and does nothing else."""
    if isinstance(statement, ast.Return):
        return True
    if not isinstance(statement, ast.Assign):
        return False
    return statement.value is node and all(isinstance(t, ast.Name) for t in statement.targets)


def _statement(use: ApiUse, node: ast.expr, target: ast.expr, parts: list[str | Span], site: Site) -> list[Edit] | None:
    """``x.add_(1)`` as a statement becomes ``x = x + 1``.

    What the function did not make itself (an argument, the variable of a loop, what a name or an object holds) may be a
    Parameter or someone else's tensor: its elements are assigned, ``p[...] = p + 1``.
    """
    source = site.source
    span = source.span(node)
    if not isinstance(target, (ast.Name, ast.Attribute, ast.Subscript)):
        return None  # a temporary view: MindSpore has no way to write through it
    if _reshapes(use):
        return [Edit(span, (source.span(target), " = ", *parts))]
    if isinstance(target, ast.Attribute) and target.attr == "data" and not isinstance(target.value, ast.Call):
        if isinstance(target.value, ast.Name) and names.made_here(source, target.value):
            origin, base = _origin(site, target.value, node)
            if origin is Origin.VIEW:  # ``ops.assign`` takes no views
                if _read_later(source, base, target.value.id, node) or use.api.rpartition(".")[2] not in _SETTING:
                    return None
                name = target.value.id
                return [Edit(span, (name, " = ", *parts)), Edit(source.span(target), (name,))]
        # An optimizer that has run once goes on with what ``ops.assign`` changes, and never sees what ``p.data =`` sets.
        assign = site.spelling.name("mindspore.ops.assign")
        return [Edit(span, (f"{assign}(", source.span(target.value), ", ", *parts, ")"))]
    if site.is_parameter(target):
        return [Edit(span, (f"{site.spelling.name('mindspore.ops.assign')}(", source.span(target), ", ", *parts, ")"))]
    if not isinstance(target, ast.Name):
        # An attribute may be a Parameter or a buffer, which a Cell lets nobody replace.
        if isinstance(target, ast.Subscript) and other_holders.is_of_module(site, target):
            return [
                Edit(span, (f"{site.spelling.name('mindspore.ops.assign')}(", source.span(target), ", ", *parts, ")"))
            ]
        return [Edit(span, (source.span(target), "[...] = " if _of_self(target) else " = ", *parts))]
    if names.made_here(source, target):
        origin, base = _origin(site, target, node)
        if origin is Origin.VIEW and isinstance(base, ast.Attribute) and base.attr == "data":
            # ``[...]`` would not reach what it is the data of.
            return [Edit(span, (f"{site.spelling.name('mindspore.ops.assign')}({target.id}, ", *parts, ")"))]
        if origin is Origin.VIEW and _read_later(source, base, target.id, node):
            return None
        if origin is not Origin.HELD:
            return [Edit(span, (source.span(target), " = ", *parts))]
    return [Edit(span, (target.id, "[...] = ", *parts)), *_copies(use, node, target, site)]


def _reshapes(use: ApiUse) -> bool:
    return isinstance(use.node, ast.Attribute) and use.node.attr in _RESHAPING


def _of_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


# --- layers and functions with ``inplace=True`` ---


def is_seen(source: SourceFile, given: ast.expr, call: ast.expr) -> bool:
    """Whether anything may read again what a layer that works in place was given."""
    if isinstance(given, (ast.Attribute, ast.Subscript)):
        return True
    return isinstance(given, ast.Name) and _is_seen(source, given, call, 3)


def is_only_named(site: Site, given: ast.Name, call: ast.expr) -> bool:
    """Whether nothing but ``given`` may hold the tensor, so that the name can be bound anew."""
    return names.made_here(site.source, given) and _origin(site, given, call)[0] is Origin.MADE


def copies(source: SourceFile, given: ast.Name, call: ast.expr) -> list[Edit]:
    """The call made of a copy, as the gradient may ask for the elements as they were."""
    if _without_gradient(source, given, call):
        return []
    return [Edit(source.span(given), (f"{given.id}.copy()",))]


def _is_seen(source: SourceFile, given: ast.Name, call: ast.expr, depth: int) -> bool:
    scope = names.scope_of(source, given)
    if scope is None or names.is_read_again(source, scope, given.id, call):
        return True
    reaching, start = names.values_at(source, scope, given.id, call)
    for value in reaching:
        if value is None or isinstance(value, (ast.Attribute, ast.Subscript)):
            return True  # an argument, or part of something
        if isinstance(value, ast.Name) and (depth == 0 or _is_seen(source, value, call, depth - 1)):
            return True
    for read in names.reads_of(scope, given.id):
        if start <= names.place_of(read) < names.place_of(call) and names.keeps(source, read):
            other = source.parent(read)
            if (
                not isinstance(other, ast.Assign)
                or len(other.targets) > 1
                or not isinstance(other.targets[0], ast.Name)
            ):
                return True
            if names.is_read_again(source, scope, other.targets[0].id, call):
                return True
    return False


# --- what a gradient asks for ---


def _copies(use: ApiUse, node: ast.expr, target: ast.Name, site: Site) -> list[Edit]:
    """Where the gradient asks for the elements as they were, the new ones are made of a copy."""
    if _keeps_gradient(use, node, target, site) or _without_gradient(site.source, target, node):
        return []
    reads = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == target.id]
    return [Edit(site.source.span(n), (f"{n.id}.copy()",)) for n in reads if not names.asks_about(site.source, n)]


def copies_for_gradient(site: Site, node: ast.AugAssign, target: ast.expr) -> tuple[bool, list[Edit]]:
    """The same for ``x *= y``: whether what ``x`` held has to be copied, and the copies that ``y`` is made of."""
    if not isinstance(target, ast.Name) or _without_gradient(site.source, target, node):
        return False, []
    linear = isinstance(node.op, (ast.Add, ast.Sub))
    scaled = isinstance(node.op, (ast.Mult, ast.Div)) and _is_number(node.value, site)
    reads = [n for n in ast.walk(node.value) if isinstance(n, ast.Name) and n.id == target.id]
    copies = [Edit(site.source.span(n), (f"{n.id}.copy()",)) for n in reads if not names.asks_about(site.source, n)]
    return not linear and not scaled, copies


def _keeps_gradient(use: ApiUse, node: ast.expr, target: ast.Name, site: Site) -> bool:
    """Whether no gradient of the whole chain asks for what the tensor held."""
    current: ast.expr = node
    while isinstance(current, ast.Call) and isinstance(current.func, ast.Attribute):
        name, given = current.func.attr, [*current.args, *(k.value for k in current.keywords)]
        plain = name in _SETTING or name in _LINEAR or name in _SCALING and all(_is_number(one, site) for one in given)
        if not plain or any(_reads(one, target.id) for one in given if one is not target):
            return False
        current = target if target in given else current.func.value
    return True


def _is_number(node: ast.expr, site: Site) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand, site)
    if isinstance(node, ast.BinOp):
        return _is_number(node.left, site) and _is_number(node.right, site)
    return isinstance(node, ast.Constant) or site.context.type_of(node) in _NUMBERS


def _reads(node: ast.AST, name: str) -> bool:
    """Whether a value is made of what the name holds; a comparison has no gradient."""
    if isinstance(node, ast.Compare):
        return False
    if isinstance(node, ast.Name):
        return node.id == name
    return any(_reads(n, name) for n in ast.iter_child_nodes(node))


def _without_gradient(source: SourceFile, target: ast.Name, node: ast.AST) -> bool:
    """Whether the place is one where no gradient is recorded, or the tensor a parameter, which torch lets change only there."""
    current: ast.AST | None = node
    while current is not None:
        around: list[ast.expr] = []
        if isinstance(current, ast.With):
            around = [item.context_expr for item in current.items]
        elif isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef)):
            around = current.decorator_list
        if any("no_grad" in text or "inference_mode" in text for text in map(ast.unparse, around)):
            return True
        if isinstance(current, ast.ClassDef) and any("Optim" in ast.unparse(base) for base in current.bases):
            return True
        if (
            isinstance(current, ast.For)
            and names.binds(current.target, target.id)
            and "param" in ast.unparse(current.iter)
        ):
            return True
        current = source.parent(current)
    return False


# --- who holds the tensor ---


def _origin(site: Site, name: ast.Name, node: ast.AST) -> tuple[Origin, names.Value]:
    """Who may hold the tensor that ``name`` stands for at ``node``, and what it is a view of."""
    source = site.source
    scope = names.scope_of(source, name)
    assert scope is not None
    reaching, start = names.values_at(source, scope, name.id, node)
    origin, base = Origin.MADE, None
    for value in reaching:
        one, of = _origin_of(site, value)
        if one is Origin.HELD:
            return one, None
        if one is Origin.VIEW:
            origin, base = one, of
    if origin is Origin.MADE and names.is_kept_before(source, scope, name.id, node, start):
        return Origin.HELD, None
    return origin, base


def _origin_of(site: Site, value: names.Value) -> tuple[Origin, names.Value]:
    if isinstance(value, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Constant, ast.ListComp)):
        return Origin.MADE, None
    if isinstance(value, ast.Attribute) and value.attr in _VIEWS:
        if value.attr != "data" and _origin_of(site, value.value)[0] is Origin.MADE:
            return Origin.MADE, None
        return Origin.VIEW, value if value.attr == "data" else value.value
    if isinstance(value, ast.Subscript) and _takes_out(site, value):
        return Origin.MADE, None
    if not isinstance(value, ast.Call):
        return Origin.HELD, None
    return _origin_of_call(site, value)


def _origin_of_call(site: Site, call: ast.Call) -> tuple[Origin, names.Value]:
    func = call.func
    if not isinstance(func, ast.Attribute):
        return Origin.HELD, None
    on_value = not _is_torch(site, func.value)
    subject = func.value if on_value else (call.args[0] if call.args else None)
    if _in_chain(func):
        while isinstance(subject, ast.Call) and _in_chain(subject.func):
            assert isinstance(subject.func, ast.Attribute)
            subject = subject.func.value
        return _origin_of(site, subject)
    if func.attr in _VIEWS and (not on_value or _may_be_tensor(site, func.value)):
        origin, base = _origin_of(site, subject)
        if origin is Origin.MADE:
            return origin, None
        return Origin.VIEW, base if origin is Origin.VIEW else subject
    if not on_value or site.context.type_of(func.value) == "tensor":
        return Origin.MADE, None
    return Origin.HELD, None


def _may_be_tensor(site: Site, node: ast.expr) -> bool:
    return site.context.type_of(node) in ("tensor", "unknown")


def _is_torch(site: Site, node: ast.expr) -> bool:
    """Whether the expression is torch or a part of it, as ``torch.nn.functional`` is."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and (node.id in ("torch", "F") or site.context.type_of(node) == "namespace")


def _takes_out(site: Site, item: ast.Subscript) -> bool:
    """Whether the index copies, as a mask does: torch's tensor keeps what it has, MindSpore's would not."""
    index = item.slice.elts if isinstance(item.slice, ast.Tuple) else [item.slice]
    if any(
        isinstance(one, (ast.Compare, ast.List))
        or isinstance(one, ast.UnaryOp)
        and isinstance(one.op, ast.Invert)
        or site.context.type_of(one) == "tensor"
        for one in index
    ):
        return True
    return site.context.type_of(item.value) == "tensor" and not all(
        isinstance(one, (ast.Slice, ast.Constant, ast.UnaryOp, ast.BinOp)) or _is_number(one, site) for one in index
    )


def _read_later(source: SourceFile, base: names.Value, name: str, node: ast.AST) -> bool:
    """Whether what a view was made of is read again; anything but a name is held elsewhere."""
    while isinstance(base, (ast.Attribute, ast.Subscript)) and not _of_self(base):
        base = base.value
    if not isinstance(base, ast.Name):
        return isinstance(base, ast.Attribute)
    scope = names.scope_of(source, base)
    if base.id == name or scope is None:
        return False
    loops = [one for one in names.nodes_around(source, node, scope) if isinstance(one, names.LOOPS)]
    end, rebound = names.end_of(node), names.place_of(base)
    after = [n for n in ast.walk(scope) if isinstance(n, ast.Name) and n.id == base.id and names.place_of(n) >= end]
    after.sort(key=names.place_of)
    for read in after:
        if isinstance(read.ctx, ast.Store):
            statement = source.parent(read)
            if isinstance(statement, ast.Assign) and source.parent(statement) is scope:
                if not any(n.id == base.id for n in ast.walk(statement.value) if isinstance(n, ast.Name)):
                    return False
            continue
        if not names.asks_about(source, read):
            return True
    return any(
        isinstance(n, ast.Name) and n.id == base.id and isinstance(n.ctx, ast.Load) and names.place_of(n) < rebound
        for loop in loops
        for n in ast.walk(loop)
        if not any(names.binds_in(one, base.id) for one in loops)
    )


def _kept_for_later(source: SourceFile, name: ast.Name, call: ast.expr) -> bool:
    """Whether the function that made the tensor called ``name`` reads the name again after the in-place call."""
    scope: ast.AST | None = call
    while scope is not None and not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
        if isinstance(scope, (ast.Lambda, ast.ClassDef, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)):
            return False
        if isinstance(scope, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name.id for t in scope.targets):
            return False
        scope = source.parent(scope)
    if scope is None or not names.made_here(source, name):
        return False
    end = names.end_of(call)
    return any(
        isinstance(n, ast.Name) and n.id == name.id and isinstance(n.ctx, ast.Load) and names.place_of(n) >= end
        for n in ast.walk(scope)
    )
