"""Types of expressions by local flow, and the torch APIs that names and attributes stand for: the way in."""

from __future__ import annotations

import ast
from contextlib import nullcontext
from dataclasses import dataclass, field

from mindport.semantics.definitions import ApiIndex, ClassInfo, ProjectIndex, Resolution
from mindport.semantics.flow import Flow
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


def infer(source: SourceFile, index: ApiIndex, project: ProjectIndex | None = None) -> Inference:
    """Walks a file. Never raises on what a user wrote."""
    if source.tree is None:
        return Inference()
    flow = Flow(source, knowledge_of(index), project)
    with project.lock if project is not None else nullcontext():
        flow.run()
    return Inference(tuple(flow.uses.values()), tuple(flow.modules), tuple(flow.too_deep), flow.types)
