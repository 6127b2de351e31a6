"""Types of expressions by local flow, and the torch APIs that names and attributes stand for: the way in."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Final

from mindport.semantics import statements
from mindport.semantics.callers import Evidence
from mindport.semantics.definitions import ApiIndex, ClassInfo, FunctionInfo, FunctionNode, ProjectIndex, Resolution
from mindport.semantics.flow import Flow
from mindport.semantics.journal import Diverged, Journal
from mindport.semantics.knowledge import Knowledge
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.below import nodes_of
from mindport.syntax.source import SourceFile

_SIMPLE: Final = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Assert, ast.Delete, ast.Raise)


@dataclass(frozen=True)
class Inference:
    """What the walk of one file found. ``too_deep``: statements that nest too deeply to be walked."""

    resolutions: tuple[Resolution, ...] = ()
    modules: tuple[ClassInfo, ...] = ()
    too_deep: tuple[ast.AST, ...] = ()
    types: dict[int, Type] = field(default_factory=dict, repr=False)
    flow: Flow | None = field(default=None, repr=False)  # with its journal, where one was asked for
    walked: Flow | None = field(default=None, repr=False)

    @property
    def evidence(self) -> Evidence:
        """Calls in other files that tell of the file's parameters."""
        return self.walked.evidence if self.walked is not None else {}

    def type_of(self, node: ast.expr) -> Type:
        """The type of an expression of the file; unknown for any other."""
        return self.types.get(id(node), UNKNOWN)


_knowledge: list[tuple[ApiIndex, Knowledge]] = []


def knowledge_of(index: ApiIndex) -> Knowledge:
    """What is known with this index; the last few are kept."""
    for known, knowledge in _knowledge:
        if known is index:
            return knowledge
    knowledge = Knowledge(index)
    _knowledge.insert(0, (index, knowledge))
    del _knowledge[4:]
    return knowledge


def infer(
    source: SourceFile,
    index: ApiIndex,
    project: ProjectIndex | None = None,
    *,
    journal: bool = False,
    judges: bool = True,
) -> Inference:
    """Walks a file; with a ``journal``, ``follow`` can take up edits. ``judges``: what is done with a value may tell that it is a
    tensor. Never raises on what a user wrote."""
    if source.tree is None:
        return Inference()
    known = project.known_evidence(source.path) if project is not None else {}

    def flow_of(evidence: Evidence) -> Flow:
        flow = Flow(source, knowledge_of(index), project, Journal() if journal else None, evidence)
        flow.judges = judges
        flow.run()
        return flow

    with project.lock if project is not None else nullcontext():
        flow = flow_of(known)
        found = project.evidence(flow) if project is not None and not known else None
        if found:
            flow.discard()
            flow = flow_of(found)
    kept = flow if journal and not flow.too_deep else None
    return Inference(tuple(flow.uses.values()), tuple(flow.modules), tuple(flow.too_deep), flow.types, kept, flow)


def follow(flow: Flow, node: FunctionNode) -> list[Resolution] | None:
    """Takes up the new body of ``node``. Gives the names resolved in the function; None when more than the function comes
    out differently: what is known of the others is what the old body made it."""
    function = flow.function_of(node)
    if flow.journal is None or function is None:
        return None
    if not flow.journal.answers_as_before(function):
        return None  # the others that hand it something were told otherwise
    touched = {function}
    if function.cls is not None:
        touched |= {one for one in flow.journal.body_readers if one.cls is function.cls}
    try:
        with _lock(flow):
            found = flow.journal.follow(flow, touched)
    except (Diverged, RecursionError):
        return None
    if any(one is not function and _differs(flow, one, mine) for one, mine in found.items()):
        return None
    for mine in found.values():
        flow.uses.update(mine)
    return _with_header(flow, node, found[function])


def _differs(flow: Flow, function: FunctionInfo, found: Mapping[int, Resolution]) -> bool:
    """Whether other names were resolved in a function's body than before."""
    for node in nodes_of(function.node.body):
        before, now = flow.uses.get(id(node)), found.get(id(node))
        if before is not now and (before is None or now is None or (before.api, before.why) != (now.api, now.why)):
            return True
    return False


def walk_aside(flow: Flow, node: ast.stmt, header: bool = False) -> list[Resolution] | None:
    """The names resolved in a function, or a simple statement of the module, by what is known of the rest of the file;
    that does not learn of it. ``header``: it is not the old one either. None when that cannot be told."""
    function = flow.function_of(node)
    journal = flow.journal
    if journal is None or not (function is not None or isinstance(node, _SIMPLE)):
        return None
    kept, flow.uses = flow.uses, {}
    frame, flow.frame = flow.frame, flow.module
    variables, flow.module.vars = flow.module.vars, dict(flow.module.vars)
    too_deep = len(flow.too_deep)

    def work() -> None:
        if function is None:
            flow.block([node])
            return
        if header and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            statements.evaluate_header(flow, node)
        function.running = True
        try:
            flow.walk(function)
        finally:
            function.running = False

    try:
        with _lock(flow):
            journal.walk_aside(work)
    except RecursionError:
        return None
    finally:
        found, flow.uses = flow.uses, kept
        flow.frame, flow.module.vars = frame, variables
    del flow.too_deep[too_deep:]
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not header:
        return _with_header(flow, node, found)
    return list(found.values())


def _with_header(flow: Flow, node: FunctionNode, found: Mapping[int, Resolution]) -> list[Resolution]:
    header: list[ast.AST] = [node.args, *node.decorator_list, *([node.returns] if node.returns else ())]
    uses = {id(one): flow.uses[id(one)] for top in header for one in ast.walk(top) if id(one) in flow.uses}
    return list({**uses, **found}.values())


def _lock(flow: Flow) -> AbstractContextManager[object]:
    return flow.project.lock if flow.project is not None else nullcontext()
