"""Edits of a call's arguments: renamed, converted, made keywords, written out, taken out."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from mindport.analysis.uses import ApiUse
from mindport.mapping import literals
from mindport.mapping.row import Equivalent
from mindport.mapping.translate import LEFT_OUT, Fate, Move, Translation
from mindport.rewrite.arguments import ArgumentList, Item
from mindport.rewrite.placeholders import render
from mindport.rewrite.site import Site
from mindport.syntax import signature as signatures
from mindport.text import Edit, Moved, Span


def argument_edits(
    use: ApiUse,
    equivalent: Equivalent,
    moved: Translation,
    arguments: ArgumentList,
    site: Site,
    ahead: int,
) -> list[Edit]:
    """``ahead``: how many arguments in the text stand before those of MindSpore's signature; -1 where the call puts one there."""
    assert use.bound is not None and use.call is not None
    if equivalent.signature is None and not moved.changed and not any(m.fate in LEFT_OUT for m in moved.moves):
        return []
    target = signatures.parse(equivalent.signature) if equivalent.signature else use.bound.signature
    by_value = {id(m.argument.value): m for m in moved.moves if m.argument is not None}
    slots = [p.name for p in target.positional]
    slots = ["", *slots] if ahead > 0 else slots[-ahead:]
    edits: list[Edit] = []
    dropped: list[bool] = []
    keywords_only = False
    position = 0
    extra = {id(e) for e in use.bound.extra}
    extra_done = False
    for item in arguments.items:
        value = item.node.value if isinstance(item.node, ast.keyword) else item.node
        move = by_value.get(id(value))
        unpacked = [m for m in moved.moves if m.argument is not None and m.argument.keyword is item.node]
        if isinstance(item.node, ast.keyword) and item.node.arg is None and unpacked:
            dropped.append(all(m.fate in LEFT_OUT for m in unpacked))
            edits += _unpacked_edits(unpacked, item, use, arguments, site)
            keywords_only = True
            continue
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
        if move.fate in LEFT_OUT:
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
    added: list[str | Span | Moved] = []
    for move in moved.moves:
        if move.fate in (Fate.DEFAULT, Fate.ADDED):
            added += [", ", f"{move.mindspore}=", *_expression(move, use, arguments, site)]
    return edits + _removals(arguments, dropped, site) + _insertion(arguments, dropped, added[1:], site)


def without(use: ApiUse, name: str, arguments: ArgumentList, site: Site) -> list[Edit]:
    """Edits that take the argument ``name`` out of a call that keeps its form, if it is given."""
    given = use.bound.arguments.get(name) if use.bound is not None else None
    if given is None or given.unpacked:
        return []
    item = arguments.item(given.value)
    return _removals(arguments, [one is item for one in arguments.items], site)


def without_keywords(names: Collection[str], arguments: ArgumentList, site: Site) -> list[Edit]:
    """Edits that take the keywords of these names out of a call, whatever is called."""
    dropped = [isinstance(one.node, ast.keyword) and one.node.arg in names for one in arguments.items]
    return _removals(arguments, dropped, site)


def _unpacked_edits(moves: list[Move], item: Item, use: ApiUse, arguments: ArgumentList, site: Site) -> list[Edit]:
    """``**options`` written out, as soon as one of the arguments behind it changes."""
    kept = [m for m in moves if m.fate not in LEFT_OUT]
    if not kept or all(m.fate is Fate.KEPT for m in moves):
        return []
    parts: list[str | Span] = []
    for move in kept:
        assert move.argument is not None
        text: list[str | Span] = [site.written(move.argument.value)]
        if move.fate is Fate.CONVERTED and move.expression is not None:
            text = render(move.expression, use, site, {})
        parts += [", " if parts else "", f"{move.mindspore}=", *text]
    return [Edit(item.span, tuple(parts))]


def _positional(item: Item) -> bool:
    return not isinstance(item.node, ast.keyword)


def _expression(move: Move, use: ApiUse, arguments: ArgumentList, site: Site) -> list[str | Span | Moved]:
    """Expression of an added argument; it may show a given argument again, rewritten as that is, or a torch default."""
    assert use.bound is not None
    expression = move.expression or ""
    values = {p.name: p.default for p in use.bound.signature.parameters if p.default is not None}
    for name, argument in use.bound.arguments.items():
        values[name] = site.written(argument.value) if argument.unpacked else site.source.text_of(argument.value)
    whole = expression[1:-1] if expression[:1] == "{" and expression[-1:] == "}" else ""
    given = use.bound.arguments.get(whole)
    if given is not None and not given.unpacked:
        return [Moved(arguments.item(given.value).value)]
    return [site.spelling.text(literals.fill(expression, values))]


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
    if " for " in move.expression:
        text = site.source.text[item.value.start : item.value.end]
        folded = literals.evaluate(literals.fill(move.expression, {move.torch or "": text}))
        if folded is not None:
            return [Edit(item.value, (folded,))]
    written = _each_twice(move, site)
    if written is not None:
        return [Edit(item.value, (written,))]
    return [Edit(item.value, tuple(render(move.expression, use, site, {move.torch or "": item.value})))]


_TWICE = re.compile(r"tuple\(p for p in \{\w+\} for _ in range\(2\)\)")


def _each_twice(move: Move, site: Site) -> str | None:
    """``(0, k)`` with each side written twice, ``(0, 0, k, k)``; None where it is no such sequence."""
    value = move.argument.value if move.argument is not None else None
    if not isinstance(value, (ast.Tuple, ast.List)) or not _TWICE.fullmatch(move.expression or ""):
        return None
    plain = (ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)
    if not value.elts or not all(isinstance(part, plain) for one in value.elts for part in ast.walk(one)):
        return None
    texts = [site.source.text_of(one) for one in value.elts]
    return "(" + ", ".join(text for one in texts for text in (one, one)) + ")"


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
            start, end = items[index - 1].span.end, items[last].span.end
            comma = arguments.trailing_comma
            if comma is not None and "#" in site.source.text[start : items[index].span.start]:
                end = comma.end  # the comma before the comment stays
            edits.append(_removal(site, Span(start, end), arguments, index, last))
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
    if text[span.end : span.end + 1] in ("\r", "\n"):
        kept = kept.rstrip()  # no line of blanks where an argument stood
    return Edit(span, (kept,))


def _without_commas(gap: str) -> str:
    out: list[str] = []
    for line in gap.splitlines(keepends=True):
        code, mark, comment = line.partition("#")
        out.append(code.replace(",", "") + mark + comment)
    return "".join(out)


def _insertion(arguments: ArgumentList, dropped: list[bool], added: list[str | Span | Moved], site: Site) -> list[Edit]:
    if not added:
        return []
    layer = 1 if any(isinstance(part, Moved) for part in added) else 0
    items = arguments.items
    if not items or all(dropped):
        at = arguments.close if items else arguments.open + 1
        return [Edit(Span(at, at), tuple(added), layer)]
    last = items[-1]
    if isinstance(last.node, ast.GeneratorExp) and len(items) == 1:
        return [Edit(last.span, ("(", last.span, "), ", *added), layer)]
    kept = [item for item, gone in zip(items, dropped) if not gone]
    at = kept[-1].span.end
    return [Edit(Span(at, at), (", ", *added), layer)]
