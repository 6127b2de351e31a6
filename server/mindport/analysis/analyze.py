"""The analysis of one file: every use of a torch API, how it was resolved, how its call binds."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Final

from mindport.analysis.type_tests import names_a_type
from mindport.analysis.unpacked import unpacked
from mindport.analysis.uses import ApiUse, Certainty, Problem, Role
from mindport.semantics import scope
from mindport.semantics.definitions import ApiIndex, ProjectIndex, Resolution
from mindport.semantics.flow import Flow
from mindport.semantics.reaching import Reach, reach_of
from mindport.semantics.receivers import infer
from mindport.semantics.types import NUMBER, UNKNOWN, Type
from mindport.syntax import dated
from mindport.syntax import signature as signatures
from mindport.syntax.nodes import Attribute, Name, Starred
from mindport.syntax.signature import BoundCall
from mindport.syntax.source import SourceFile
from mindport.text import Span

_ROLES: Final = {role.value: role for role in Role}
_CERTAINTIES: Final = {certainty.value: certainty for certainty in Certainty}


@dataclass(frozen=True)
class ModuleClass:
    """A class that derives from torch's Module. ``span`` begins at its first decorator."""

    name: str
    span: Span
    name_span: Span
    node: ast.ClassDef


@dataclass(frozen=True, eq=False)
class Analysis:
    """``uses`` are in the order of the text."""

    source: SourceFile
    uses: tuple[ApiUse, ...] = ()
    problems: tuple[Problem, ...] = ()
    modules: tuple[ModuleClass, ...] = ()
    type_of: Callable[[ast.expr], Type] = lambda _: UNKNOWN
    flow: Flow | None = field(default=None, repr=False)  # what can take up edits, where that was asked for
    walked: Flow | None = field(default=None, repr=False)

    def kind_of(self, node: ast.expr) -> str:
        """Kind of an expression's type, ``unknown`` where the value may also be None: what conditions may rely on."""
        return self.type_of(node).certain_kind

    def kind_for_rows(self, node: ast.expr) -> str:
        """The same for a row's conditions, which can also tell something of a number of which the kind is open."""
        found = self.type_of(node)
        return "number" if found.name == NUMBER.name and found == NUMBER else found.certain_kind

    @cached_property
    def bindings(self) -> scope.Bindings:
        """Names that the file binds."""
        return scope.collect(self.source.tree) if self.source.tree is not None else scope.Bindings()


def analyze(
    source: SourceFile, index: ApiIndex, project: ProjectIndex | None = None, *, journal: bool = False
) -> Analysis:
    """Finds the torch API uses of ``source``; with a ``journal``, ``live`` can take up edits. Never raises on what a user
    wrote."""
    problem = source.problem
    broken = (Problem(problem.kind, problem.message, problem.span),) if problem else ()
    if source.tree is None and not journal:
        source = dated.read(source) or source
    if source.tree is None:
        return Analysis(source, problems=broken)
    with project.lock if project is not None else nullcontext():
        reach = reach_of(source, project)
        if reach is Reach.NONE:
            return Analysis(source, problems=broken)
        # Where a file imports nothing of torch's, only what it is given is told to be a tensor, not what looks like one.
        inference = infer(source, index, project, journal=journal, judges=reach is Reach.IMPORTED)
    uses = uses_of(source, index, inference.resolutions)
    problems = tuple(
        Problem("too-large", "nested too deeply to be analysed", source.span(node)) for node in inference.too_deep[:1]
    )
    converted = source.migrated and not source.imports_torch
    modules = () if converted else tuple(_module(source, found.node) for found in inference.modules)
    walked = inference.walked

    def type_of(node: ast.expr) -> Type:
        # Through what was walked, so that nothing else holds the types once that is discarded.
        return walked.types.get(id(node), UNKNOWN) if walked is not None else UNKNOWN

    return Analysis(source, tuple(uses), (*broken, *problems), modules, type_of, inference.flow, inference.walked)


def uses_of(source: SourceFile, index: ApiIndex, found: Iterable[Resolution]) -> list[ApiUse]:
    """The uses that resolved names make, in the order of the text."""
    uses = []
    starts = source.lines.starts
    for one in found:
        use = _use(source, index, one, starts)
        if use is not None:
            uses.append(use)
    if source.migrated:
        # What is called on a value was converted with the value; only torch's own names can still be torch's. What comes from
        # another file of the project is torch's only until that one is migrated, too.
        named = [use for use in uses if use.receiver is None or use.of_class]
        uses = named if source.imports_torch else []
    uses.sort(key=lambda use: (use.span.start, use.span.end))
    return uses


def _use(source: SourceFile, index: ApiIndex, found: Resolution, starts: Sequence[int]) -> ApiUse | None:
    span = _name_span(source, found, starts)
    if span is None:
        return None
    bound, first = _bound(source, index, found) if found.call is not None else (None, None)
    named = found.call is None and found.role == "reference" and found.receiver is None
    return ApiUse(
        found.api,
        span,
        _ROLES[found.role],
        _CERTAINTIES[found.certainty],
        found.node,
        found.call,
        bound,
        found.receiver,
        found.why,
        first,
        named and _is_class(index, found.api) and names_a_type(found.node, source),
    )


def _is_class(index: ApiIndex, api: str) -> bool:
    row = index.get(api)
    return row is not None and row.kind == "class"


def _bound(source: SourceFile, index: ApiIndex, found: Resolution) -> tuple[BoundCall | None, ast.expr | None]:
    # ``super().__init__(…)`` binds as a call of the class.
    row = index.get(found.api) or index.get(found.api.removesuffix(".__init__"))
    call, first = found.call, None
    if row is None or call is None:
        return None, None
    if row.kind == "method" and (found.receiver is None or found.certainty == "imported"):
        if not call.args:
            return None, None
        if type(call.args[0]) is not Starred:  # the object: ``torch.Tensor.view(x, 2)``
            first = call.args[0]
            call = ast.Call(call.func, call.args[1:], call.keywords)
    return signatures.bind_first(call, tuple(row.signatures), partial(unpacked, source)), first


def _name_span(source: SourceFile, found: Resolution, starts: Sequence[int]) -> Span | None:
    """The name as written: the whole chain for imported names, the last part for members of a value. ``starts``: where lines
    begin."""
    node, text = found.node, source.text
    wanted = node.attr if type(node) is Attribute else node.id if type(node) is Name else ""
    first, last = node.lineno, node.end_lineno or 0
    start = end = -1
    if 1 < first <= last <= len(starts):
        # Columns count bytes, which are characters almost everywhere.
        start, end = starts[first - 1] + node.col_offset, starts[last - 1] + (node.end_col_offset or 0)
        if not text.isascii() and not (
            text[starts[last - 1] : end].isascii() and (first == last or text[starts[first - 1] : start].isascii())
        ):
            start = -1
    if start < 0:
        span = source.span(node)
        start, end = span.start, span.end
    # Python normalises identifiers and, before 3.12, misplaces what stands inside f-strings.
    if not text.endswith(wanted, start, end):
        return None
    of_value = type(node) is Attribute and found.receiver is not None
    return Span(end - len(wanted) if of_value else start, end)


def _module(source: SourceFile, node: ast.ClassDef) -> ModuleClass:
    whole = source.span(node)
    start = min([whole.start, *(source.span(d).start - 1 for d in node.decorator_list)])
    at = source.text.find(node.name, whole.start + len("class"))
    name_span = Span(at, at + len(node.name)) if at >= 0 else Span(whole.start, whole.start)
    return ModuleClass(node.name, Span(start, whole.end), name_span, node)
