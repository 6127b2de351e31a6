"""The parts of a rendered template for one use: new text, and the spans of the arguments and receiver that survive."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from mindport.analysis.uses import ApiUse
from mindport.mapping import conditions
from mindport.rewrite import template as templates
from mindport.rewrite.arguments import ArgumentList, bare_receiver_span, receiver_span
from mindport.rewrite.site import Site
from mindport.syntax.signature import BoundCall
from mindport.text import Span

_DIFFERENCE = re.compile(r"\(\{(\w+)\} - \{(\w+)\}\)")
_RANDOM = r"(mindspore\.ops\.rand\w*\(\{\w+(?::\w+)?\}\)) \* "
_ONE = re.compile(_RANDOM + r"1(?:\.0)?\b")
_FACTOR = re.compile(_RANDOM + r"\{(\w+)\}")
_CHOICE = re.compile(r"^(.+) if \{(\w+)\} else (.+)$")
_LAST_TERM = re.compile(r" \+ \{(\w+)\}$")


def render(
    template: str, use: ApiUse, site: Site, spans: dict[str, Span], bound_tight: bool = False
) -> list[str | Span]:
    """Parts of ``template`` for a call; ``spans`` overrides where a parameter's text stands. ``bound_tight``: operators or a dot
    stand beside what the template makes, so that what it is alone (``{self}``) keeps its parentheses."""
    bound = use.bound
    arguments = ArgumentList(site.source, use.call) if use.call is not None else None

    def given(name: str) -> bool:
        if name == "self" or name in spans:
            return True
        if bound is None:
            return False
        variadic = bound.signature.var_positional
        return name in bound.arguments or (variadic is not None and variadic.name == name and bool(bound.extra))

    parts: list[str | Span] = []
    pieces = templates.split(folded(template, bound), given)
    if bound_tight and len(pieces) == 1 and isinstance(pieces[0], templates.Placeholder):
        pieces = [replace(pieces[0], bare=False)]
    for piece, after in zip(pieces, [*pieces[1:], ""]):
        if isinstance(piece, str):
            parts.append(site.spelling.text(piece))
            continue
        made = _placeholder(piece, use, site, spans, arguments)
        whole = bound is not None and isinstance(after, str) and after.startswith(".") and _is_whole(bound, piece.name)
        parts += ["(", *made, ")"] if whole else made
    return parts


def _is_whole(bound: BoundCall, name: str) -> bool:
    """Whether a number is written that no dot may follow."""
    node = bound.value(name)
    return isinstance(node, ast.Constant) and type(node.value) is int


def folded(template: str, bound: BoundCall | None) -> str:
    """``int({unbiased})`` with True or False for it is 1 or 0, a difference of two numbers is a number, random numbers times 1
    are the same, and what a constant chooses is there without the choice."""
    if bound is not None:
        template = _DIFFERENCE.sub(lambda match: _difference(match, bound), template)
        template = _ONE.sub(r"\1", _FACTOR.sub(lambda match: _factor(match, bound), template))
        template = _LAST_TERM.sub(lambda match: _last_term(match, bound), template)
        template = _CHOICE.sub(lambda match: _chosen(match, bound), template)
    for name, argument in bound.arguments.items() if bound is not None and "int({" in template else ():
        if isinstance(argument.value, ast.Constant) and isinstance(argument.value.value, bool):
            for form in (name, f"{name}?"):
                template = template.replace(f"int({{{form}}})", str(int(argument.value.value)))
    return template


def _difference(match: re.Match[str], bound: BoundCall) -> str:
    values = [_number(name, bound) for name in match.groups()]
    return str(round(values[0] - values[1], 12)) if None not in values else match.group()  # type: ignore[operator]


def _last_term(match: re.Match[str], bound: BoundCall) -> str:
    value = _number(match.group(1), bound)
    if value is None:
        return match.group()
    return f" {'+' if value > 0 else '-'} {abs(value)}" if value else ""


def _factor(match: re.Match[str], bound: BoundCall) -> str:
    return match.group(1) if _number(match.group(2), bound) == 1 else match.group()


def _chosen(match: re.Match[str], bound: BoundCall) -> str:
    test = bound.value(match.group(2))
    if isinstance(test, ast.Constant) and isinstance(test.value, bool):
        return match.group(1) if test.value else match.group(3)
    return match.group()


def _number(name: str, bound: BoundCall) -> int | float | None:
    """The number that is written for a parameter, or that it is by default."""
    node, parameter = bound.value(name), bound.signature.get(name)
    text = ast.unparse(node) if node is not None else parameter.default if parameter is not None else None
    try:
        value = ast.literal_eval(text or "")
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _placeholder(
    piece: templates.Placeholder,
    use: ApiUse,
    site: Site,
    spans: dict[str, Span],
    arguments: ArgumentList | None,
) -> list[str | Span]:
    bound = use.bound
    if piece.name == "self":
        if use.first is not None:
            assert arguments is not None
            receiver, span = use.first, arguments.item(use.first).value
        else:
            assert isinstance(use.node, ast.Attribute)
            receiver = use.node.value
            span = (bare_receiver_span if piece.bare else receiver_span)(site.source, use.node)
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
    if bound.arguments[piece.name].unpacked:
        text = site.written(value)
        return [text] if piece.bare or templates.is_atom(value) or _constant_atom(value) else ["(", text, ")"]
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
