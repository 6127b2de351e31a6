"""Types of expressions by local flow, and the torch APIs that names and attributes stand for: the way in."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field

from mindport.semantics.definitions import ApiIndex, ClassInfo, FunctionNode, ProjectIndex, Resolution
from mindport.semantics.flow import Flow
from mindport.semantics.journal import Diverged, Journal
from mindport.semantics.knowledge import Knowledge
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.source import SourceFile


@dataclass(frozen=True)
class Inference:
    """What the walk of one file found. ``too_deep``: statements that nest too deeply to be walked."""

    resolutions: tuple[Resolution, ...] = ()
    modules: tuple[ClassInfo, ...] = ()
    too_deep: tuple[ast.AST, ...] = ()
    types: dict[int, Type] = field(default_factory=dict, repr=False)
    flow: Flow | None = field(default=None, repr=False)  # with its journal, where one was asked for

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
    source: SourceFile, index: ApiIndex, project: ProjectIndex | None = None, *, journal: bool = False
) -> Inference:
    """Walks a file; with a ``journal``, ``follow`` can take up edits. Never raises on what a user wrote."""
    if source.tree is None:
        return Inference()
    flow = Flow(source, knowledge_of(index), project, Journal() if journal else None)
    with project.lock if project is not None else nullcontext():
        flow.run()
    kept = flow if journal and not flow.too_deep else None
    return Inference(tuple(flow.uses.values()), tuple(flow.modules), tuple(flow.too_deep), flow.types, kept)


def follow(flow: Flow, node: FunctionNode, old: Sequence[ast.stmt]) -> list[Resolution] | None:
    """Takes up the new body of ``node``, which was ``old`` when the file was inferred. Gives the names resolved in the
    function; None when more than the function comes out differently, and the flow is of no use any more."""
    function = flow.function_of(node)
    if flow.journal is None or function is None:
        return None
    touched = {function}
    if function.cls is not None:
        touched |= {one for one in flow.journal.body_readers if one.cls is function.cls}
    flow.drop(old)
    try:
        with flow.project.lock if flow.project is not None else nullcontext():
            found = flow.journal.follow(flow, touched)
    except (Diverged, RecursionError):
        return None
    header: list[ast.AST] = [node.args, *node.decorator_list, *([node.returns] if node.returns else ())]
    uses = {id(one): flow.uses[id(one)] for top in header for one in ast.walk(top) if id(one) in flow.uses}
    uses.update(found[function])
    for mine in found.values():
        flow.uses.update(mine)
    return list(uses.values())
