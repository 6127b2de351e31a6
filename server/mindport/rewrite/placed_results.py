"""Calls that name the tensor their result goes into, ``torch.add(x, y, out=z)``: it is put there around the call."""

from __future__ import annotations

import ast

from mindport.analysis.uses import ApiUse
from mindport.mapping import translate as translation
from mindport.rewrite import holders, later_reads
from mindport.rewrite.arguments import ArgumentList, Item
from mindport.rewrite.indices import data_of
from mindport.rewrite.site import Site
from mindport.syntax.signature import Argument
from mindport.text import Edit, Moved, Span

Parts = tuple[str | Span | Moved, ...]


def place(use: ApiUse) -> Argument | None:
    """The argument that names where the result goes."""
    return translation.put_into(use.bound) if use.bound is not None and use.call is not None else None


def around(use: ApiUse, edits: list[Edit], site: Site) -> list[Edit] | None:
    """``edits``, which rewrite the call without its ``out``, with the result put there; None where it cannot be."""
    given, call = place(use), use.call
    assert given is not None and call is not None
    if given.unpacked:
        return None
    if any(_is_lost(one, call, site) for one in parts_of(given.value)):
        return None
    item = ArgumentList(site.source, call).item(given.value)
    return enclosed(edits, site.source.span(call), *_written(given.value, item, call, site))


def parts_of(out: ast.expr) -> list[ast.expr]:
    """The tensors that ``out`` names, one for each result."""
    return out.elts if isinstance(out, (ast.Tuple, ast.List)) else [out]


def _is_lost(out: ast.expr, call: ast.Call, site: Site) -> bool:
    """Whether what is put into ``out`` would not reach the tensor that torch's ``out`` is a view of, and that is read again."""
    if isinstance(out, ast.Call):
        return holders.is_view(site, out)
    if not isinstance(out, ast.Name) or not holders.is_view_by_name(site, out, call):
        return False
    return later_reads.is_read_later(site.source, holders.origin(site, out, call)[1], out.id, call)


def _written(out: ast.expr, item: Item, call: ast.Call, site: Site) -> tuple[Parts, Parts]:
    """What stands before the call, and what after it."""
    whole = Moved(item.value)
    if isinstance(site.source.parent(call), ast.Expr) and isinstance(out, ast.Subscript):
        if data_of(out) is None and holders.is_of_tensor(site, out) and not holders.is_copy(site, out):
            return (whole, " = "), ()
    if isinstance(out, ast.Attribute) and out.attr == "data":
        # An optimizer goes on with what is assigned, not with what its data is.
        whole = Moved(site.source.span(out.value))
    return (f"{site.spelling.helper('put_into')}(",), (", ", whole, ")")


def enclosed(edits: list[Edit], call: Span, opening: Parts, closing: Parts) -> list[Edit]:
    """The edits of a call with something written around it."""
    layer = max((e.layer for e in edits), default=0) + any(isinstance(one, Moved) for one in (*opening, *closing))
    first = min(edits, key=lambda e: (e.span.start, -e.span.end), default=None)
    if first is not None and first.span == call:
        return [Edit(call, (*opening, *first.parts, *closing), layer), *(e for e in edits if e is not first)]
    end = Edit(Span(call.end - 1, call.end), (")", *closing), layer)
    if first is None or first.span.start != call.start:
        return [Edit(Span(call.start, call.start), opening, layer), *edits, end]
    rest = [e for e in edits if e is not first]
    return [Edit(first.span, (*opening, *first.parts), layer), *rest, end]
