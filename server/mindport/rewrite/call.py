"""Rewrites one use of a torch API by its row: minimal edits that compose with those of nested uses."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from mindport.analysis.findings import Applicability, Finding, Rewrite
from mindport.analysis.judge import Context, passes_around
from mindport.analysis.uses import ApiUse, Role
from mindport.mapping import conditions
from mindport.mapping import translate as translation
from mindport.mapping.row import Equivalent, Row
from mindport.mapping.translate import Fate, Move, Translation
from mindport.rewrite import template as templates
from mindport.rewrite.arguments import ArgumentList, Item, attribute_name, receiver_span
from mindport.rewrite.spelling import Spelling
from mindport.semantics.types import Type
from mindport.syntax import signature as signatures
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

_TENSOR = "mindspore.Tensor."
_CELL = "mindspore.nn.Cell."
_METHOD_OWNERS = (
    _TENSOR,
    _CELL,
    "mindspore.Parameter.",
    "mindspore.nn.CellList.",
    "mindspore.nn.CellDict.",
    "mindspore.nn.SequentialCell.",
    "mindspore.experimental.optim.Optimizer.",
    "mindspore.experimental.optim.lr_scheduler.LRScheduler.",
)


@dataclass(frozen=True)
class Site:
    """Where a use stands: the file, how names are spelled in it, what the analysis knows."""

    source: SourceFile
    spelling: Spelling
    context: Context


def rewrite(finding: Finding, site: Site) -> Rewrite | None:
    """The rewrite of one finding, or ``None`` when there is nothing to change or nothing that may be changed."""
    equivalent = finding.equivalent
    if equivalent is None or finding.fix in (Applicability.NONE, Applicability.DISPLAY_ONLY):
        return None
    edits = _edits(finding, equivalent, site)
    if edits is None:
        return None
    return Rewrite(tuple(edits), frozenset(), frozenset(site.spelling.helpers), finding.fix)


def preview(finding: Finding, site: Site) -> list[Edit]:
    """The edits even where they are for display only."""
    if finding.equivalent is None:
        return []
    return _edits(finding, finding.equivalent, site) or []


def _edits(finding: Finding, equivalent: Equivalent, site: Site) -> list[Edit] | None:
    use, row = finding.use, finding.row
    assert row is not None
    node = use.node
    if use.role is Role.IMPORT:
        return []
    called = use.call is not None and use.role in (Role.CALL, Role.DECORATOR) and row.kind != "attribute"
    if equivalent.template is not None and (called or row.kind in ("attribute", "value")):
        return _template_edits(use, equivalent, site)
    if use.call is not None and called:
        return _call_edits(use, equivalent, site)
    if use.role is Role.DECORATOR and equivalent.mindspore and node is not None:
        return [Edit(site.source.span(node), (site.spelling.name(equivalent.mindspore),))]
    if use.receiver is not None and isinstance(node, ast.Attribute):
        if equivalent.mindspore and (row.kind == "attribute" or _is_method(equivalent.mindspore)):
            name = equivalent.mindspore.rsplit(".", 1)[1]
            return _replace(site, attribute_name(site.source, node), name)
        return None
    if equivalent.template is not None:
        if "{" not in equivalent.template:
            return [Edit(site.source.span(node), (site.spelling.text(equivalent.template),))]
        if equivalent.reference is None and equivalent.helper is None:
            return None
    return [Edit(site.source.span(node), (_reference(finding, equivalent, site),))]


def _is_method(mindspore: str) -> bool:
    """``mindspore.Tensor.view`` is called on the receiver, ``mindspore.ops.tile`` with it."""
    owner = mindspore.rsplit(".", 2)[-2]
    return owner[:1].isupper()


def _replace(site: Site, span: Span, text: str) -> list[Edit]:
    return [] if site.source.text[span.start : span.end] == text else [Edit(span, (text,))]


def _reference(finding: Finding, equivalent: Equivalent, site: Site) -> str:
    """Name under which the API is passed around, subclassed, or compared with."""
    use, row = finding.use, finding.row
    assert row is not None
    plain = use.role is Role.ANNOTATION or _is_type_test(use, site.source)
    if plain:
        # A helper class derives from the class that it stands for: that one matches both.
        equivalent = next((e for e in _serving(row, site) if e.mindspore and not e.helper), equivalent)
    if equivalent.helper:
        return site.spelling.helper(equivalent.helper)
    if equivalent.reference and not plain:
        return site.spelling.helper(equivalent.reference)
    assert equivalent.mindspore is not None
    return site.spelling.name(equivalent.mindspore)


def _serving(row: Row, site: Site) -> list[Equivalent]:
    context = site.context
    return [e for e in row.equivalents if translation.serves(e, context.target, context.mindspore)]


def _is_type_test(use: ApiUse, source: SourceFile) -> bool:
    """Whether the class is only compared with (``isinstance(m, nn.Linear)``, ``type(m) is nn.Linear``)."""
    child: ast.AST = use.node
    parent = source.parent(child)
    while isinstance(parent, (ast.Tuple, ast.List, ast.Set)):
        child, parent = parent, source.parent(parent)
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
        return parent.func.id in ("isinstance", "issubclass") and parent.args[1:2] == [child]
    return isinstance(parent, (ast.Compare, ast.ExceptHandler)) or _names_a_tuple_of_types(child, parent)


def _names_a_tuple_of_types(child: ast.AST, parent: ast.AST | None) -> bool:
    # ``whitelist = (nn.Linear, nn.Conv2d)``: a tuple of classes assigned to a name serves isinstance, not construction.
    return isinstance(child, ast.Tuple) and isinstance(parent, ast.Assign)


def _call_edits(use: ApiUse, equivalent: Equivalent, site: Site) -> list[Edit] | None:
    call = use.call
    assert call is not None
    arguments = ArgumentList(site.source, call)
    edits: list[Edit] = []
    inserted_receiver = False
    helper = equivalent.helper
    if use.bound is not None and equivalent.reference and helper is None and use.bound.open:
        moved = translation.translate(equivalent, use.bound, site.context.general, site.context.type_of)
        if moved.hidden:
            helper = equivalent.reference
    if helper is not None:
        callee = site.spelling.helper(helper)
    else:
        assert equivalent.mindspore is not None
        callee = equivalent.mindspore
    if use.receiver is not None and isinstance(use.node, ast.Attribute):
        if helper is None and _is_method(callee):
            name = callee.rsplit(".", 1)[1]
            edits += _replace(site, attribute_name(site.source, use.node), name)
        else:
            receiver = receiver_span(site.source, use.node)
            comma = ", " if arguments.items else ""
            spelled = callee if helper else site.spelling.name(callee)
            edits.append(Edit(Span(receiver.start, arguments.open + 1), (spelled + "(", receiver, comma)))
            inserted_receiver = True
    else:
        spelled = callee if helper else site.spelling.name(callee)
        edits += _replace(site, site.source.span(use.node), spelled)
    if helper is not None or use.bound is None:
        return edits
    moved = translation.translate(equivalent, use.bound, site.context.general, site.context.type_of)
    return edits + _argument_edits(use, equivalent, moved, arguments, site, inserted_receiver)


def _argument_edits(
    use: ApiUse,
    equivalent: Equivalent,
    moved: Translation,
    arguments: ArgumentList,
    site: Site,
    receiver_first: bool,
) -> list[Edit]:
    assert use.bound is not None and use.call is not None
    if equivalent.signature is None and not moved.changed and not any(m.fate is Fate.DROPPED for m in moved.moves):
        return []
    target = signatures.parse(equivalent.signature) if equivalent.signature else use.bound.signature
    by_value = {id(m.argument.value): m for m in moved.moves if m.argument is not None}
    slots = [p.name for p in target.positional]
    if receiver_first and slots:
        slots = slots[1:]
    edits: list[Edit] = []
    dropped: list[bool] = []
    keywords_only = False
    position = 0
    extra = {id(e) for e in use.bound.extra}
    extra_done = False
    for item in arguments.items:
        value = item.node.value if isinstance(item.node, ast.keyword) else item.node
        move = by_value.get(id(value))
        if id(item.node) in extra or id(value) in extra:
            dropped.append(False)
            if not extra_done:
                edits += _variadic_edits(use, target, equivalent, arguments, site)
                extra_done = True
                position += 1
            continue
        if move is None:
            dropped.append(False)
            position += 1
            continue
        if move.fate is Fate.MISSING:  # only ever shown: the call cannot be rewritten
            dropped.append(False)
            position += 1
            continue
        if move.fate is Fate.DROPPED:
            dropped.append(True)
            keywords_only = keywords_only or _positional(item)
            continue
        dropped.append(False)
        edits += _value_edits(move, item, site, use)
        if isinstance(item.node, ast.keyword):
            if item.node.arg != move.mindspore:
                start = item.span.start
                edits.append(Edit(Span(start, start + len(item.node.arg or "")), (move.mindspore or "",)))
            continue
        fits = position < len(slots) and slots[position] == move.mindspore
        if keywords_only or not fits:
            keywords_only = True
            edits.append(Edit(Span(item.span.start, item.span.start), (f"{move.mindspore}=",)))
        position += 1
    added = [m for m in moved.moves if m.fate in (Fate.DEFAULT, Fate.ADDED)]
    texts = []
    for move in added:
        expression = _expression_text(move, use, site)
        texts.append(f"{move.mindspore}={site.spelling.text(expression)}")
    return edits + _removals(arguments, dropped, site) + _insertion(arguments, dropped, texts, site)


def _positional(item: Item) -> bool:
    return not isinstance(item.node, ast.keyword)


def _expression_text(move: Move, use: ApiUse, site: Site) -> str:
    """Expression of an added argument; it may quote the text of given arguments or torch defaults."""
    assert use.bound is not None
    values = {p.name: p.default for p in use.bound.signature.parameters if p.default is not None}
    for name, argument in use.bound.arguments.items():
        values[name] = site.source.text_of(argument.value)
    return translation.fill(move.expression or "", values)


def _variadic_edits(
    use: ApiUse, target: signatures.Signature, equivalent: Equivalent, arguments: ArgumentList, site: Site
) -> list[Edit]:
    """``torch.zeros(2, 3)`` → ``ops.zeros((2, 3))`` where MindSpore takes one sequence."""
    assert use.bound is not None
    variadic = use.bound.signature.var_positional
    if variadic is None or target.var_positional is not None:
        return []
    extra = use.bound.extra
    first, last = arguments.item(extra[0]), arguments.item(extra[-1])
    name = equivalent.rename.get(variadic.name, variadic.name)
    slots = [p.name for p in target.positional]
    prefix = "" if slots[:1] == [name] else f"{name}="
    if len(extra) == 1 and not isinstance(extra[0], ast.Starred):
        return [Edit(Span(first.span.start, first.span.start), (prefix,))] if prefix else []
    tail = ",)" if len(extra) == 1 else ")"
    return [Edit(Span(first.span.start, last.span.end), (prefix + "(", Span(first.span.start, last.span.end), tail))]


def _value_edits(move: Move, item: Item, site: Site, use: ApiUse) -> list[Edit]:
    if move.fate is not Fate.CONVERTED or move.argument is None or move.expression is None:
        return []
    return [Edit(item.value, tuple(_render(move.expression, use, site, {move.torch or "": item.value})))]


def _render(template: str, use: ApiUse, site: Site, spans: dict[str, Span]) -> list[str | Span]:
    """Parts of ``template`` for a call; ``spans`` overrides where a parameter's text stands."""
    bound = use.bound
    arguments = ArgumentList(site.source, use.call) if use.call is not None and use.role is not Role.DECORATOR else None

    def given(name: str) -> bool:
        if name == "self" or name in spans:
            return True
        if bound is None:
            return False
        variadic = bound.signature.var_positional
        return name in bound.arguments or (variadic is not None and variadic.name == name and bool(bound.extra))

    parts: list[str | Span] = []
    for piece in templates.split(template, given):
        if isinstance(piece, str):
            parts.append(site.spelling.text(piece))
            continue
        parts += _placeholder(piece, use, site, spans, arguments)
    return parts


def _placeholder(
    piece: templates.Placeholder,
    use: ApiUse,
    site: Site,
    spans: dict[str, Span],
    arguments: ArgumentList | None,
) -> list[str | Span]:
    bound = use.bound
    if piece.name == "self":
        assert isinstance(use.node, ast.Attribute)
        receiver = use.node.value
        span = receiver_span(site.source, use.node)
        wrapped = piece.bare or templates.is_atom(receiver) or site.source.text[span.start] == "("
        return [span] if wrapped else ["(", span, ")"]
    if piece.name in spans:
        span = spans[piece.name]
        node = bound.value(piece.name) if bound else None
        atom = piece.bare or (node is not None and (templates.is_atom(node) or _constant_atom(node)))
        return [span] if atom else ["(", span, ")"]
    if bound is None:
        return ["{" + piece.name + "}"]
    variadic = bound.signature.var_positional
    if variadic is not None and variadic.name == piece.name:
        assert arguments is not None
        return _variadic(piece, bound.extra, arguments, site)
    value = bound.value(piece.name)
    if value is None:
        parameter = bound.signature.get(piece.name)
        return [parameter.default if parameter and parameter.default is not None else "None"]
    assert arguments is not None
    span = arguments.item(value).value
    if piece.style == "tuple" and not _is_sequence(value, site):
        return ["(", span, ",)"]
    atom = piece.bare or templates.is_atom(value) or _constant_atom(value)
    return [span] if atom else ["(", span, ")"]


def _constant_atom(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _is_sequence(node: ast.expr, site: Site) -> bool:
    if isinstance(node, (ast.Tuple, ast.List, ast.ListComp)):
        return True
    kind = conditions.kind_of(node, site.context.type_of)
    return kind in ("tuple", "list", "shape") or kind == "unknown"


def _variadic(
    piece: templates.Placeholder, extra: tuple[ast.expr, ...], arguments: ArgumentList, site: Site
) -> list[str | Span]:
    if not extra:
        return ["()"] if piece.style == "tuple" else []
    first, last = arguments.item(extra[0]), arguments.item(extra[-1])
    span = Span(first.span.start, last.span.end)
    if piece.style == "args":
        return [span]
    if len(extra) == 1 and not isinstance(extra[0], ast.Starred):
        if _is_sequence(extra[0], site) and not _surely_scalar(extra[0], site):
            return [span]
        return ["(", span, ",)"]
    return ["(", span, ",)" if len(extra) == 1 else ")"]


def _surely_scalar(node: ast.expr, site: Site) -> bool:
    return conditions.kind_of(node, site.context.type_of) in ("int", "float")


def _template_edits(use: ApiUse, equivalent: Equivalent, site: Site) -> list[Edit] | None:
    assert equivalent.template is not None
    node: ast.expr = use.call if use.call is not None and use.role is not Role.REFERENCE else use.node
    if use.role is Role.DECORATOR:
        node = use.call or use.node
    if use.call is not None and use.bound is None and "{" in equivalent.template.replace("{self}", ""):
        return None
    parts = _render(equivalent.template, use, site, {})
    span = site.source.span(node)
    if equivalent.helper:
        site.spelling.helper(equivalent.helper)
    if _in_place(equivalent) and use.receiver is not None and isinstance(use.node, ast.Attribute):
        statement = site.source.parent(node)
        if isinstance(statement, ast.Expr):
            return _in_place_edits(use.node, parts, span, site)
    if templates.needs_parentheses(equivalent.template) and templates.in_operator(node, _parents(site.source, node)):
        parts = ["(", *parts, ")"]
    return [Edit(span, tuple(parts))]


_RESHAPING = frozenset(["unsqueeze_", "squeeze_", "transpose_", "t_", "swapaxes_", "detach_"])


def _in_place_edits(node: ast.Attribute, parts: list[str | Span], span: Span, site: Site) -> list[Edit] | None:
    """``x.add_(1)`` as a statement becomes ``x = x + 1``.

    What the function did not make itself (an argument, the variable of a loop) may be a Parameter or someone else's tensor:
    its elements are assigned, ``p[...] = p + 1``. In a chain the first tensor is the one that changes.
    """
    changed, target = node, node.value
    while isinstance(target, ast.Call) and isinstance(target.func, ast.Attribute) and target.func.attr.endswith("_"):
        changed, target = target.func, target.func.value
    if not isinstance(target, (ast.Name, ast.Attribute, ast.Subscript)):
        return None  # a temporary view: MindSpore has no way to write through it
    through = isinstance(target, ast.Name) and node.attr not in _RESHAPING and not _made_here(site.source, target)
    return [Edit(span, (receiver_span(site.source, changed), "[...] = " if through else " = ", *parts))]


def _made_here(source: SourceFile, name: ast.Name) -> bool:
    """Whether the function (or module) that ``name`` stands in assigns it."""
    scope: ast.AST | None = name
    while scope is not None and not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)):
        scope = source.parent(scope)
    for node in ast.walk(scope) if scope is not None else ():
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
            targets = [node.target]
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            targets = [node.optional_vars]
        for target in targets:
            if any(
                isinstance(n, ast.Name) and n.id == name.id and isinstance(n.ctx, ast.Store) for n in ast.walk(target)
            ):
                return True
    return False


def _parents(source: SourceFile, node: ast.AST) -> list[ast.AST]:
    parent = source.parent(node)
    return [parent] if parent is not None else []


def _in_place(equivalent: Equivalent) -> bool:
    return any(d.kind == "in-place" for d in equivalent.differences)


def _removals(arguments: ArgumentList, dropped: list[bool], site: Site) -> list[Edit]:
    """Edits that take dropped arguments out, with one comma each; comments between arguments stay."""
    items = arguments.items
    edits: list[Edit] = []
    index = 0
    while index < len(items):
        if not dropped[index]:
            index += 1
            continue
        last = index
        while last + 1 < len(items) and dropped[last + 1]:
            last += 1
        if last + 1 < len(items):
            edits.append(
                _removal(site, Span(items[index].span.start, items[last + 1].span.start), arguments, index, last)
            )
        elif index > 0:
            edits.append(_removal(site, Span(items[index - 1].span.end, items[last].span.end), arguments, index, last))
        else:
            comma = arguments.trailing_comma
            end = comma.end if comma else items[last].span.end
            edits.append(_removal(site, Span(items[0].span.start, end), arguments, index, last))
        index = last + 1
    return edits


def _removal(site: Site, span: Span, arguments: ArgumentList, first: int, last: int) -> Edit:
    """Removal of ``span``; what comments stand in it, outside the dropped arguments themselves, survive."""
    text = site.source.text
    gaps: list[str] = []
    cursor = span.start
    for item in arguments.items[first : last + 1]:
        gaps.append(text[cursor : item.span.start])
        cursor = item.span.end
    gaps.append(text[cursor : span.end])
    if not any("#" in gap for gap in gaps):
        return Edit(span, ("",))
    kept = "".join(gaps)
    if span.start == arguments.items[first].span.start:
        # The comma before the run stays; those inside go.
        kept = _without_commas(kept)
    else:
        kept = "," + _without_commas(kept)
    return Edit(span, (kept,))


def _without_commas(gap: str) -> str:
    out: list[str] = []
    for line in gap.splitlines(keepends=True):
        code, mark, comment = line.partition("#")
        out.append(code.replace(",", "") + mark + comment)
    return "".join(out)


def _insertion(arguments: ArgumentList, dropped: list[bool], texts: list[str], site: Site) -> list[Edit]:
    if not texts:
        return []
    addition = ", ".join(texts)
    items = arguments.items
    if not items or all(dropped):
        at = arguments.close if items else arguments.open + 1
        return [Edit(Span(at, at), (addition,))]
    last = items[-1]
    if isinstance(last.node, ast.GeneratorExp) and len(items) == 1:
        return [Edit(last.span, ("(", last.span, "), " + addition))]
    kept = [item for item, gone in zip(items, dropped) if not gone]
    at = kept[-1].span.end
    return [Edit(Span(at, at), (", " + addition,))]


__all__ = ["Site", "Type", "passes_around", "preview", "rewrite"]
