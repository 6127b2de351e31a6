"""Structural rules: rewrites that a row cannot express because they span statements. One file a rule, found by name."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from mindport.analysis.analyze import Analysis
from mindport.analysis.findings import Finding
from mindport.analysis.judge import Context
from mindport.analysis.uses import Certainty
from mindport.rewrite import second_derivatives
from mindport.rewrite.parameters import Parameters
from mindport.rewrite.site import Site
from mindport.rewrite.spelling import Spelling
from mindport.semantics.callers import CallSite
from mindport.syntax.source import SourceFile
from mindport.text import Edit


@dataclass(frozen=True)
class Module:
    """One file as a rule sees it."""

    source: SourceFile
    analysis: Analysis
    context: Context
    spelling: Spelling
    findings: dict[int, Finding]  # id of the use's node → finding
    project_class: Callable[[str], ast.ClassDef | None] | None = None
    differentiated_twice: bool = False  # another file asks for gradients of gradients of what this one computes

    @cached_property
    def differentiates_twice(self) -> bool:
        """Whether gradients of gradients are asked for of what the file computes."""
        return self.differentiated_twice or second_derivatives.asked(self.source.text)

    @cached_property
    def parameters(self) -> Parameters:
        return Parameters(self.source, self.analysis.type_of)

    @cached_property
    def site(self) -> Site:
        apis = {key: finding.use.api for key, finding in self.findings.items()}
        return Site(
            self.source,
            self.spelling,
            self.context,
            apis,
            self.parameters.has,
            self._widening(),
            self._called_elsewhere,
        )

    def _called_elsewhere(self, function: ast.AST) -> Sequence[CallSite]:
        walked = self.analysis.walked
        found = next((one for one in walked.functions if one.node is function), None) if walked is not None else None
        return found.elsewhere if found is not None else ()

    def _widening(self) -> Callable[[ast.expr, Sequence[ast.expr]], bool]:
        from mindport.rewrite import element_types, kept_types  # they see a file as a Module

        if not kept_types.speaks_of_several(self.source.text):
            return lambda tensor, others: False
        types = element_types.ElementTypes(self)
        return lambda tensor, others: kept_types.widens(types, tensor, others)

    def is_of_project(self, node: ast.ImportFrom) -> bool:
        """Whether the file that an import names is the project's own, whatever library is called so: it is migrated, too."""
        walked = self.analysis.walked
        project = walked.project if walked is not None else None
        return project is not None and project.module_path(node.module or "", node.level, self.source.path) is not None

    def api(self, node: ast.AST | None) -> str | None:
        """Torch API that a name, attribute, or called function stands for."""
        if isinstance(node, ast.Call):
            node = node.func
        finding = self.findings.get(id(node)) if node is not None else None
        return finding.use.api if finding else None

    def certain_api(self, node: ast.AST | None) -> str | None:
        """The same, where more than a method's name speaks for it."""
        if isinstance(node, ast.Call):
            node = node.func
        finding = self.findings.get(id(node)) if node is not None else None
        guessed = finding is None or finding.use.certainty is Certainty.GUESSED
        return None if guessed or finding is None else finding.use.api

    def class_named(self, name: str) -> ast.ClassDef | None:
        """The class of that name in this file or, imported, in the project."""
        for node in self.source.each(ast.ClassDef):
            if node.name == name:
                return node
        return self.project_class(name) if self.project_class else None


@dataclass(frozen=True)
class Match:
    """What one rule does at one place. ``handled``: ids of use nodes that need no rewriting of their own."""

    edits: tuple[Edit, ...]
    handled: frozenset[int] = frozenset()
    left: tuple[tuple[ast.AST, str], ...] = ()  # (node, message key) that the rule found and could not convert


@dataclass(frozen=True)
class Rule:
    """``examples``: (before, after) pairs for the cpu target; ``noops``: code that the rule leaves alone; ``concerns``: whether a
    file without torch is the rule's, all the same."""

    slug: str
    apply: Callable[[Module], Iterator[Match]]
    examples: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    noops: tuple[str, ...] = field(default=(), compare=False)
    doc: str = ""
    concerns: Callable[[SourceFile], bool] = field(default=lambda source: False, compare=False)


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Every rule of ``rewrite.rules``, in the order of their ``ORDER`` (default 50), then name."""
    from mindport.rewrite import rules as package

    found: list[tuple[int, Rule]] = []
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        rule = Rule(
            slug=info.name.replace("_", "-"),
            apply=module.matches,
            examples=tuple(getattr(module, "EXAMPLES", ())),
            noops=tuple(getattr(module, "NOOPS", ())),
            doc=module.__doc__ or "",
            concerns=getattr(module, "concerns", lambda source: False),
        )
        found.append((getattr(module, "ORDER", 50), rule))
    return tuple(rule for _, rule in sorted(found, key=lambda pair: (pair[0], pair[1].slug)))
