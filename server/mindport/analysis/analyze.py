"""The analysis of one file: every use of a torch API, how it was resolved, how its call binds."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from mindport.analysis.unpacked import unpacked
from mindport.analysis.uses import ApiUse, Certainty, Problem, Role
from mindport.semantics import scope
from mindport.semantics.callers import import_statements
from mindport.semantics.definitions import ApiIndex, ProjectIndex, Resolution
from mindport.semantics.exports import among
from mindport.semantics.flow import Flow
from mindport.semantics.receivers import infer
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax import signature as signatures
from mindport.syntax.signature import BoundCall
from mindport.syntax.source import SourceFile
from mindport.text import Span

_WORD = re.compile(r"[^\W\d]\w*")
_FAMILIES = frozenset({"torch", "torchvision", "torchaudio"})
_TORCHS = frozenset(
    {"tensor", "module", "module_class", "optimizer", "scheduler", "dataset", "dataloader", "dtype", "device"}
)


_ROLES = {role.value: role for role in Role}
_CERTAINTIES = {certainty.value: certainty for certainty in Certainty}


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

    @cached_property
    def bindings(self) -> scope.Bindings:
        """Names that the file binds."""
        return scope.collect(self.source.tree) if self.source.tree is not None else scope.Bindings()


def analyze(
    source: SourceFile, index: ApiIndex, project: ProjectIndex | None = None, *, journal: bool = False
) -> Analysis:
    """Finds the torch API uses of ``source``; with a ``journal``, ``live`` can take up edits. Never raises on what a user
    wrote."""
    if source.tree is None:
        problem = source.problem
        return Analysis(source, problems=(Problem(problem.kind, problem.message, problem.span),) if problem else ())
    with project.lock if project is not None else nullcontext():
        if not _reaches_torch(source, project):
            return Analysis(source)
        inference = infer(source, index, project, journal=journal)
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

    return Analysis(source, tuple(uses), problems, modules, type_of, inference.flow, inference.walked)


def uses_of(source: SourceFile, index: ApiIndex, found: Iterable[Resolution]) -> list[ApiUse]:
    """The uses that resolved names make, in the order of the text."""
    uses = [use for use in (_use(source, index, one) for one in found) if use is not None]
    if source.migrated:
        # What is called on a value was converted with the value; only torch's own names can still be torch's. What comes from
        # another file of the project is torch's only until that one is migrated, too.
        uses = [use for use in uses if use.receiver is None] if source.imports_torch else []
    uses.sort(key=lambda use: (use.span.start, use.span.end))
    return uses


def imports_torch_outright(tree: ast.Module) -> bool:
    """Whether one of the module's own statements imports torch, so that no function's import decides about the file."""
    return any(_imports_torch(node) for node in tree.body)


def _imports_torch(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] in _FAMILIES for alias in node.names)
    return isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").partition(".")[0] in _FAMILIES


def may_use_torch(text: str, path: Path, project: ProjectIndex) -> bool:
    """Whether a file names torch, or uses something of torch's that it takes from another file of its project; quicker than an
    analysis."""
    if "torch" in text:
        return True
    statements = list(import_statements(text))
    words = _Words(text, [one.span() for one in statements])
    return any(_brings_torch(one.group(), words, path, project) for one in statements)


class _Words:
    """The words of a text outside these spans, looked for when they are needed."""

    def __init__(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        self._text, self._spans = text, spans
        self._all: frozenset[str] | None = None

    @property
    def all(self) -> frozenset[str]:
        if self._all is None:
            ends = [0, *(end for _, end in self._spans)]
            starts = [*(start for start, _ in self._spans), len(self._text)]
            self._all = frozenset(word for one in zip(ends, starts) for word in _WORD.findall(self._text, *one))
        return self._all

    def has(self, word: str) -> bool:
        """Whether the word is one of them; quick where it is not."""
        return self._text.count(word) > 1 and word in self.all


def _brings_torch(statement: str, words: _Words, path: Path, project: ProjectIndex) -> bool:
    """Whether an import statement gives one of the words a meaning that has to do with torch."""
    try:
        node = ast.parse(statement.strip().rstrip("\\, ")).body[0]  # it may go on in the next line
    except (SyntaxError, ValueError, IndexError):
        return False
    if not isinstance(node, ast.ImportFrom):
        return False
    star = any(alias.name == "*" for alias in node.names)
    names = [alias.name for alias in node.names if star or words.has(alias.asname or alias.name)]
    exports = project.exports(node.module or "", node.level, path) if names else None
    if exports is None:
        return False
    held = [exports[name] for name in (among(exports, words.all) if star else names) if star or name in exports]
    return any(one.kind in _TORCHS or one.name.partition(".")[0] in _FAMILIES for one in held)


def _reaches_torch(source: SourceFile, project: ProjectIndex | None) -> bool:
    """Whether the file imports torch, or something that may bring it along; else what looks like a tensor is none."""
    assert source.tree is not None
    if imports_torch_outright(source.tree):
        return True
    statements = [node for node in source.nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    if any(_imports_torch(node) for node in statements):
        return True
    for node in statements:
        if isinstance(node, ast.Import):
            modules = (
                [project.exports(alias.name, 0, source.path) for alias in node.names] if project is not None else []
            )
            if any(_of_torch(found) for exports in modules if exports for found in exports.values()):
                return True
        else:
            exports = project.exports(node.module or "", node.level, source.path) if project is not None else None
            if any(alias.name == "*" for alias in node.names):
                # What a star brings from a package that is not at hand may be anything, if the file speaks of torch at all.
                if any(map(_of_torch, exports.values())) if exports else "torch" in source.text:
                    return True
            elif exports and any(_of_torch(exports.get(alias.name)) for alias in node.names):
                return True
    return False


def _of_torch(found: Type | None) -> bool:
    """Whether an imported value has to do with torch: it is torch's, or defined in a file that names torch."""
    if found is None:
        return False
    if found.kind in _TORCHS:
        return True
    flow = getattr(found.definition, "flow", None)
    if flow is not None:
        return "torch" in flow.source.text
    if found.name.partition(".")[0] in _FAMILIES:
        return True
    return any(_of_torch(item) for item in found.items)


def _use(source: SourceFile, index: ApiIndex, found: Resolution) -> ApiUse | None:
    span = _name_span(source, found)
    if span is None:
        return None
    bound = _bound(source, index, found) if found.call is not None else None
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
    )


def _bound(source: SourceFile, index: ApiIndex, found: Resolution) -> BoundCall | None:
    # ``super().__init__(…)`` binds as a call of the class.
    row = index.get(found.api) or index.get(found.api.removesuffix(".__init__"))
    if row is None or found.call is None:
        return None
    return signatures.bind_first(found.call, tuple(row.signatures), partial(unpacked, source))


def _name_span(source: SourceFile, found: Resolution) -> Span | None:
    """The name as written: the whole chain for imported names, the last part for members of a value."""
    node = found.node
    if isinstance(node, ast.Attribute) and found.receiver is not None:
        end = source.end(node)
        span = Span(end - len(node.attr), end)
        wanted = node.attr
    else:
        span = source.span(node)
        wanted = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    # Python normalises identifiers and, before 3.12, misplaces what stands inside f-strings.
    return span if source.text[span.start : span.end].endswith(wanted) else None


def _module(source: SourceFile, node: ast.ClassDef) -> ModuleClass:
    whole = source.span(node)
    start = min([whole.start, *(source.span(d).start - 1 for d in node.decorator_list)])
    at = source.text.find(node.name, whole.start + len("class"))
    name_span = Span(at, at + len(node.name)) if at >= 0 else Span(whole.start, whole.start)
    return ModuleClass(node.name, Span(start, whole.end), name_span, node)
