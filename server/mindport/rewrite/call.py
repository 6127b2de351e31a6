"""Rewrites one use of a torch API by its row: minimal edits that compose with those of nested uses."""

from __future__ import annotations

import ast
import re

from mindport.analysis.findings import Applicability, Finding, Rewrite
from mindport.analysis.uses import ApiUse, Role
from mindport.mapping import translate as translation
from mindport.mapping.row import Equivalent
from mindport.rewrite import in_place, placed_results, recorded_values
from mindport.rewrite import template as templates
from mindport.rewrite.argument_edits import argument_edits, without
from mindport.rewrite.arguments import ArgumentList, attribute_name, bare_receiver_span
from mindport.rewrite.placeholders import folded, render
from mindport.rewrite.site import Site
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Moved, Span


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
    edits = _row_edits(finding, equivalent, site)
    use = finding.use
    if edits is not None and use.role is Role.CALL and placed_results.place(use) is not None:
        edits = placed_results.around(use, edits, site)
    asked = _asked_gradient(use, equivalent) if edits and use.call is not None else None
    if asked is None or isinstance(asked, ast.Constant) and asked.value is not True:
        return edits
    assert edits and use.call is not None
    certain = isinstance(asked, ast.Constant)
    opening = site.spelling.name("mindspore.Parameter") if certain else site.spelling.helper("ask_for_gradient")
    item = None if certain else ArgumentList(site.source, use.call).item(asked)
    closing = (")",) if item is None else (", ", Moved(item.value), ")")
    if use.api.endswith("_like") and recorded_values.cut_off(site, use.call):
        opening, closing = f"{opening}({site.spelling.name('mindspore.ops.stop_gradient')}", (")", *closing)
    return placed_results.enclosed(edits, site.source.span(use.call), (f"{opening}(",), closing)


def _asked_gradient(use: ApiUse, equivalent: Equivalent) -> ast.expr | None:
    """What is given for ``requires_grad`` where a tensor is made, if the row itself says nothing of it."""
    argument = use.bound.arguments.get("requires_grad") if use.bound is not None else None
    said = f"{equivalent.template} {equivalent.signature} {' '.join(equivalent.when)}"
    takes_all = equivalent.helper is not None and equivalent.template is None
    if argument is None or use.role is not Role.CALL or takes_all or "requires_grad" in said:
        return None
    return argument.value


def _row_edits(finding: Finding, equivalent: Equivalent, site: Site) -> list[Edit] | None:
    use, row = finding.use, finding.row
    assert row is not None
    node = use.node
    if use.role is Role.IMPORT or use.is_chosen:
        return []
    if row.kind == "class" and (whole := _with_parameters(site.source, use)) is not None:
        return [Edit(site.source.span(whole), (_class_alone(finding, equivalent, site),))]
    called = use.call is not None and use.role in (Role.CALL, Role.DECORATOR) and row.kind != "attribute"
    if equivalent.template is not None and isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
        return None  # an expression cannot be set
    if called and equivalent.reference and use.bound is not None:
        if translation.hides(equivalent, use.bound, row.signatures, site.context.general):
            return _call_edits(use, equivalent, site)
    if equivalent.template is not None and (called or row.kind in ("attribute", "value")):
        return _template_edits(use, equivalent, site, called)
    if use.call is not None and called:
        return _call_edits(use, equivalent, site)
    if use.role is Role.DECORATOR and equivalent.mindspore and node is not None:
        return [Edit(site.source.span(node), (site.spelling.name(equivalent.mindspore),))]
    if use.receiver is not None and isinstance(node, ast.Attribute):
        plain = equivalent.template is None and not equivalent.when and isinstance(node.ctx, ast.Load)
        if row.kind == "method" and equivalent.helper is not None and plain and not use.of_class:
            helper = site.spelling.helper(equivalent.helper)  # a function, bound as the method was
            return [Edit(site.source.span(node), (f"{helper}.__get__(", bare_receiver_span(site.source, node), ")"))]
        if equivalent.template is not None and row.kind == "method":
            return None  # ``on_stop(model.eval)``: set_train alone would do the opposite
        if equivalent.mindspore and (row.kind == "attribute" or _is_method(equivalent.mindspore)):
            name = member_name(equivalent.mindspore)[1]
            return _replace(site, attribute_name(site.source, node), name)
        return None
    if equivalent.template is not None:
        if "{" not in equivalent.template:
            return [Edit(site.source.span(node), (site.spelling.text(equivalent.template),))]
        if equivalent.reference is None and equivalent.helper is None:
            return None
    return [Edit(site.source.span(node), (_reference(finding, equivalent, site),))]


def _with_parameters(source: SourceFile, use: ApiUse) -> ast.Subscript | None:
    """``Dataset[int]`` around ``Dataset``: what takes its place in MindSpore has no type parameters. Elsewhere a member may be
    asked for by its name, ``InterpolationMode["BILINEAR"]``."""
    parent = source.parent(use.node)
    if not isinstance(parent, ast.Subscript) or parent.value is not use.node:
        return None
    generic = use.role in (Role.ANNOTATION, Role.BASE_CLASS) or use.api.startswith("torch.utils.data.")
    return parent if generic else None


def _class_alone(finding: Finding, equivalent: Equivalent, site: Site) -> str:
    if equivalent.template is not None and "{" not in equivalent.template and "(" not in equivalent.template:
        return site.spelling.text(equivalent.template)
    return _reference(finding, equivalent, site)


def member_name(mindspore: str) -> tuple[str, str]:
    """The class and the member, which may lie deeper: ``mindspore.nn.BatchNorm3d.bn2d.gamma``."""
    parts = mindspore.split(".")
    last = max((i for i, part in enumerate(parts[:-1]) if part[:1].isupper()), default=len(parts) - 2)
    return ".".join(parts[: last + 1]), ".".join(parts[last + 1 :])


def _is_method(mindspore: str) -> bool:
    """``mindspore.Tensor.view`` is called on the receiver, ``mindspore.ops.tile`` with it."""
    owner = mindspore.rsplit(".", 2)[-2]
    return owner.lstrip("_")[:1].isupper()


def _replace(site: Site, span: Span, text: str) -> list[Edit]:
    return [] if site.source.text[span.start : span.end] == text else [Edit(span, (text,))]


def _reference(finding: Finding, equivalent: Equivalent, site: Site) -> str:
    """Name under which the API is passed around, subclassed, or compared with."""
    use = finding.use
    if equivalent.helper:
        return site.spelling.helper(equivalent.helper)
    as_type = use.role is Role.ANNOTATION or use.type_test
    if equivalent.reference and (not as_type or equivalent.mindspore is None):
        return site.spelling.helper(equivalent.reference)
    assert equivalent.mindspore is not None
    return site.spelling.name(equivalent.mindspore)


def _call_edits(use: ApiUse, equivalent: Equivalent, site: Site) -> list[Edit] | None:
    call = use.call
    assert call is not None
    arguments = ArgumentList(site.source, call)
    edits: list[Edit] = []
    inserted_receiver = False
    helper = equivalent.helper
    if use.bound is not None and equivalent.reference and helper is None and use.bound.open:
        moved = translation.translate(equivalent, use.bound, site.context.general, site.context.type_of)
        if moved.hidden or equivalent.template is not None:
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
        elif use.of_class:
            spelled = callee if helper else site.spelling.name(callee)
            edits += _replace(site, site.source.span(use.node), spelled)
        else:
            receiver = bare_receiver_span(site.source, use.node)
            comma = ", " if arguments.items else ""
            spelled = callee if helper else site.spelling.name(callee)
            start = site.source.span(use.node).start
            edits.append(Edit(Span(start, arguments.open + 1), (spelled + "(", receiver, comma)))
            inserted_receiver = True
    else:
        spelled = callee if helper else site.spelling.name(callee)
        edits += _replace(site, site.source.span(use.node), spelled)
    if use.bound is None:
        return edits
    if helper is not None and equivalent.helper is None:
        return edits + _own_names(use, site) + without(use, translation.OUT, arguments, site)
    moved = translation.translate(equivalent, use.bound, site.context.general, site.context.type_of)
    ahead = 0  # what stands before the arguments in the text and is not among the parameters, or the other way round
    if helper is not None:
        pass
    elif inserted_receiver:
        ahead = -1
    elif use.first is not None and _is_method(callee):
        ahead = 1
    changed = argument_edits(use, equivalent, moved, arguments, site, ahead)
    if not changed and equivalent.signature is None:
        changed = _own_names(use, site)
    return edits + changed


def _own_names(use: ApiUse, site: Site) -> list[Edit]:
    """Keywords that torch takes under NumPy's names (``axis``), under torch's own."""
    out = []
    for name, argument in use.bound.arguments.items() if use.bound is not None else ():
        keyword = argument.keyword
        if keyword is not None and keyword.arg is not None and keyword.arg != name:
            start = site.source.span(keyword).start
            out.append(Edit(Span(start, start + len(keyword.arg)), (name,)))
    return out


def _template_edits(use: ApiUse, equivalent: Equivalent, site: Site, called: bool) -> list[Edit] | None:
    """``called``: the call is part of what the template stands for; an attribute may hold something that is called."""
    assert equivalent.template is not None
    node: ast.expr = use.call if use.call is not None and called else use.node
    if use.role is Role.DECORATOR:
        node = use.call or use.node
    if equivalent.template == "None" and _looked_into(site.source, node):
        return None  # ``torch.version.cuda.split(".")``: nothing has no parts
    if use.call is not None and use.bound is None and "{" in equivalent.template.replace("{self}", ""):
        return None
    if use.first is None and "{self" in equivalent.template and not _on_a_value(use):
        return None
    template = templates.iterated(equivalent.template, node, _parents(site.source, node))
    if equivalent.helper:
        template = re.sub(rf"\b{equivalent.helper}\b(?=\()", site.spelling.helper(equivalent.helper), template)
    parts = render(template, use, site, {}, templates.bound_tight(site.source, node))
    span = site.source.span(node)
    if _in_place(equivalent):
        written, edits = in_place.edits(use, node, parts, site)
        if written:
            return edits
    if templates.needs_parentheses(folded(equivalent.template, use.bound)) and templates.in_operator(
        node, _parents(site.source, node)
    ):
        parts = ["(", *parts, ")"]
    return [Edit(span, tuple(parts))]


def _on_a_value(use: ApiUse) -> bool:
    return use.receiver is not None and (not use.of_class or use.call is None)


def _looked_into(source: SourceFile, node: ast.expr) -> bool:
    """Whether the value's own members or items are asked for."""
    parent = source.parent(node)
    return isinstance(parent, (ast.Attribute, ast.Subscript)) and parent.value is node


def _parents(source: SourceFile, node: ast.AST) -> list[ast.AST]:
    parent = source.parent(node)
    return [parent] if parent is not None else []


def _in_place(equivalent: Equivalent) -> bool:
    return any(d.kind == "in-place" for d in equivalent.differences)
