"""Whether a file has to do with torch at all: where it has not, what looks like a tensor is none, and nothing is analysed."""

from __future__ import annotations

import ast
import enum
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from mindport.semantics import fixtures
from mindport.semantics.callers import Evidence
from mindport.semantics.definitions import PREPARING, ClassInfo, FunctionInfo, ProjectIndex
from mindport.semantics.exports import Exports, among
from mindport.semantics.knowledge import family
from mindport.semantics.libraries import dispatch as libraries
from mindport.semantics.libraries.modules import LIBRARIES
from mindport.semantics.types import OF_TORCH, OUTPUT, Type, holds_torch
from mindport.syntax.below import statements_below
from mindport.syntax.import_statements import import_statements
from mindport.syntax.nodes import Attribute, Call, Expr, Import, ImportFrom, Name
from mindport.syntax.source import SourceFile

_WORD: Final = re.compile(r"[^\W\d]\w*")
_ANY_ARRAYS: Final = re.compile(
    r"\bimport[ (][^#\n]*\barray_namespace\b|\bdef \w+\([^:()]*\bxp\b|^[ \t]+xp:", re.MULTILINE
)
"""What the Python array API standard's functions are given or ask for: ``def mean(x, xp)``."""
_XP: Final = re.compile(r"xp(?!\w)(?<!\wxp)")
_LIBRARIES: Final = ("tensorflow", "jax", "paddle", "mxnet", "mindspore", "oneflow")
_OTHERS: Final = re.compile(rf"\b(?:{'|'.join(_LIBRARIES)})\b")
_TF: Final = re.compile(
    r"tf\.(?<![\w.]tf\.)(?:nn|keras|math|float32|int32|cast|concat|shape|function|expand_dims|reduce_\w+)\b"
)
"""TensorFlow, by the name that it goes by, however it was imported: ``tf1, tf, version = try_import_tf()``."""


def imports_torch_outright(tree: ast.Module) -> bool:
    """Whether one of the module's own statements imports torch, so that no function's import decides about the file."""
    return any(_imports_torch(node) for node in tree.body)


def _imports_torch(node: ast.AST) -> bool:
    if type(node) is Import:
        return any(family(alias.name) for alias in node.names)
    return type(node) is ImportFrom and node.level == 0 and family(node.module or "")


def may_use_torch(text: str, path: Path, project: ProjectIndex) -> bool:
    """Whether a file names torch, or uses something of torch's that it takes from another file of its project; quicker than an
    analysis."""
    if "torch" in text or _makes_arrays(text):
        return True
    statements = list(import_statements(text))
    words = _Words(text, [one.span() for one in statements])
    if any(_brings_torch(one.group(), words, path, project) for one in statements):
        return True
    return fixtures.is_of_tests(path) and _fixtures_bring_torch(words, path, project)


def _fixtures_bring_torch(words: _Words, path: Path, project: ProjectIndex) -> bool:
    """Whether one of the words of a test file is a fixture of its folder, or of one around it, that gives anything of torch's."""
    asked = [names[name] for names in fixtures.files_around(project, path) for name in names if words.has(name)]
    return any(fixtures.is_one(found) and _gives_torch(found) for found in asked)


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
            found: set[str] = set()
            for start, end in zip(ends, starts):
                found.update(_WORD.findall(self._text, start, end))
            self._all = frozenset(found)
        return self._all

    def after(self, module: str) -> set[str]:
        """The words that follow a module's name and a dot."""
        return set(re.findall(rf"\b{re.escape(module)}\.(\w+)", self._text))

    def has(self, word: str) -> bool:
        """Whether the word is one of them. Most files import few names, which are sooner looked for than all words are found."""
        if self._all is not None:
            return word in self._all
        at = self._text.find(word)
        while at >= 0:
            if self._stands(at, at + len(word)):
                return True
            at = self._text.find(word, at + 1)
        return False

    def _stands(self, start: int, end: int) -> bool:
        """Whether what ``_WORD`` finds outside the spans begins and ends here."""
        text = self._text
        if end < len(text) and _is_part(text[end]):
            return False
        before = start
        while before and text[before - 1].isdecimal():
            before -= 1
        if before and _is_part(text[before - 1]):
            return False
        return not any(first <= start < last for first, last in self._spans)


def _is_part(character: str) -> bool:
    """Whether a character can stand in a word."""
    return character == "_" or character.isalnum()


def _brings_torch(statement: str, words: _Words, path: Path, project: ProjectIndex) -> bool:
    """Whether an import statement gives one of the words a meaning that has to do with torch."""
    try:
        node = ast.parse(statement.strip().rstrip("\\, ")).body[0]  # it may go on in the next line
    except (SyntaxError, ValueError, IndexError):
        return False
    if type(node) is Import:
        return any(_module_brings_torch(alias, words, path, project) for alias in node.names)
    if type(node) is not ImportFrom:
        return False
    star = any(alias.name == "*" for alias in node.names)
    names = [alias.name for alias in node.names if star or words.has(alias.asname or alias.name)]
    exports = _exports(node, path, project) if names else None
    if exports is None:
        return False
    held = [exports[name] for name in (among(exports, words.all) if star else names) if star or name in exports]
    return _are_of_torch(held)


def _module_brings_torch(alias: ast.alias, words: _Words, path: Path, project: ProjectIndex) -> bool:
    """The same of ``import utils``: what the text asks of the module counts."""
    exports = project.exports(alias.name, 0, path)
    if exports is None:
        return False
    return _are_of_torch([exports[name] for name in words.after(alias.asname or alias.name) if name in exports])


def _are_of_torch(held: Sequence[Type]) -> bool:
    """Whether one of these is torch's, or gives such; what has to be walked comes last."""
    return any(map(_is_torchs, held)) or any(map(_gives_torch, held))


def _is_torchs(found: Type) -> bool:
    return found.kind in OF_TORCH or family(found.name)


def _gives_torch(found: Type) -> bool:
    """Whether a function or a class of a file that imports torch gives or holds anything of torch's. Effect: walks it."""
    definition = found.definition
    if not isinstance(definition, (FunctionInfo, ClassInfo)) or not definition.flow.source.imports_torch:
        return False
    flow = definition.flow
    if isinstance(definition, FunctionInfo):
        flow.ensure(definition)
        return holds_torch(flow.returns_of(definition))
    if definition.kind in OF_TORCH:
        return True
    for method in _preparing(definition):
        method.flow.ensure(method)
    return any(map(holds_torch, definition.attributes.values()))


def _preparing(cls: ClassInfo) -> Iterator[FunctionInfo]:
    """Methods that are run before an object is used, and those that these call for what they do to it."""
    waiting = [one.methods[name] for one in cls.lineage() for name in PREPARING if name in one.methods]
    seen = set(waiting)
    while waiting:
        method = waiting.pop()
        yield method
        for node in method.flow.nodes_of(method.node):
            call = node.value if type(node) is Expr else None
            callee = call.func if type(call) is Call else None
            if type(callee) is Attribute and type(callee.value) is Name and callee.value.id in method.positional[:1]:
                called = cls.method(callee.attr)
                if called is not None and called not in seen:
                    seen.add(called)
                    waiting.append(called)


def _exports(node: ast.ImportFrom, path: Path | None, project: ProjectIndex | None) -> Mapping[str, Type] | None:
    """What is known of the module that a file imports from: one of its project, or of a library that hands torch on."""
    found = project.exports(node.module or "", node.level, path) if project is not None else None
    return libraries.brought(node.module or "") if found is None and node.level == 0 else found


def judges(source: SourceFile, project: ProjectIndex | None) -> bool:
    """Whether what is done with a value in a file that parses may tell that it is a tensor: not where all that the file has of
    torch's is what it is given."""
    if not imports_torch(source, project):
        return _documents_tensors(source) or _makes_arrays(source.text)
    return not _is_of_any_library(source, project)


def _is_of_any_library(source: SourceFile, project: ProjectIndex | None) -> bool:
    """Whether what looks like a tensor in a file that does not import torch itself may be another library's."""
    return _takes_any_arrays(source) or _speaks_of_others(source) or _has_own_tensors(source, project)


def _has_own_tensors(source: SourceFile, project: ProjectIndex | None) -> bool:
    """Whether what a file without an import of torch calls ``Tensor`` is a class of the project's own, which stands for the
    tensors of several libraries."""
    if source.imports_torch or project is None or "Tensor" not in source.text:
        return False
    for node in statements_below(source.tree):  # type: ignore[arg-type]
        if isinstance(node, ImportFrom):
            names = [alias.name for alias in node.names if (alias.asname or alias.name) == "Tensor"]
            exports = _exports(node, source.path, project) if names else None
            if exports is not None and any(_is_own_class(exports[name]) for name in names if name in exports):
                return True
    return False


def _is_own_class(found: Type) -> bool:
    return isinstance(found.definition, ClassInfo) and not found.definition.torch_base and found.kind not in OF_TORCH


def has_torchs_own(source: SourceFile, project: ProjectIndex | None) -> bool:
    """Whether a file speaks of torch, imports something of torch's, or is given such: more than what functions of other files
    give it, which arrays may stand beside."""
    if "torch" in source.text or source.tree is None or project is None:
        return True
    for node in statements_below(source.tree):
        if isinstance(node, ImportFrom):
            exports = _exports(node, source.path, project) or {}
            star = any(alias.name == "*" for alias in node.names)
            names = exports if star else [alias.name for alias in node.names if alias.name in exports]
            if any(_is_torchs(exports[name]) for name in names):
                return True
    given = _given(_evidence(source, project))
    return OUTPUT in given or any(map(_holds_torch, given))


def _holds_torch(given: Type) -> bool:
    """Whether a value is, or holds, anything of torch's, or is torch itself: of libraries, no other is told to other files."""
    return given.kind == "namespace" or holds_torch(given)


def _takes_any_arrays(source: SourceFile) -> bool:
    """Whether a file computes with whatever library the arrays come from that it is given (the Python array API standard), and
    does not import torch itself."""
    assert source.tree is not None
    imports = [node for node in source.tree.body if isinstance(node, (Import, ImportFrom))]
    if any(map(_imports_torch, imports)):
        return False
    modules = (
        [node.module or ""] if type(node) is ImportFrom else [alias.name for alias in node.names] for node in imports
    )
    if any("array_api" in module for found in modules for module in found):
        return True
    text = source.text
    # Plain words first: few files have one, and to look for them is many times quicker.
    return ("array_namespace" in text or _XP.search(text) is not None) and _ANY_ARRAYS.search(text) is not None


def _speaks_of_others(source: SourceFile) -> bool:
    """Whether a file that does not import torch itself speaks of another library that has tensors: what looks like one may be
    that library's, in whatever way it was imported."""
    return not source.imports_torch and _names_others(source.text)


def _names_others(text: str) -> bool:
    """Whether a text names another library that has tensors."""
    if any(one in text for one in _LIBRARIES) and _OTHERS.search(text) is not None:
        return True
    return "tf." in text and _TF.search(text) is not None


def is_given_torch(evidence: Evidence) -> bool:
    """Whether calls in other files give a function of the file anything of torch's, or what is likely a tensor."""
    given = _given(evidence)
    return OUTPUT in given or any(map(_holds_torch, given))


def _given(evidence: Evidence) -> Sequence[Type]:
    return [value for sites in evidence.values() for site in sites for value in site.given.values()]


class Reach(enum.Enum):
    """How a file comes to torch: it imports torch or something that may bring it along (that it documents to take torch's tensors
    comes to the same), or is given something of torch's, maybe among other things, or by a library that stands on torch."""

    NONE = enum.auto()
    GIVEN = enum.auto()
    IMPORTED = enum.auto()


def reach_of(source: SourceFile, project: ProjectIndex | None) -> Reach:
    """How the file comes to torch, if at all. Effect: may walk other files."""
    if imports_torch(source, project):
        return Reach.GIVEN if _is_of_any_library(source, project) else Reach.IMPORTED
    if _documents_tensors(source) or _makes_arrays(source.text):
        return Reach.IMPORTED
    if _imports_modules(source):
        return Reach.GIVEN
    given = _given(_evidence(source, project)) if project is not None else ()
    likely = OUTPUT in given and not (_BESIDE.search(source.text) or _names_others(source.text))
    if likely or any(map(_holds_torch, given)):
        return Reach.GIVEN
    if project is None or source.path is None or not fixtures.is_of_tests(source.path):
        return Reach.NONE
    return Reach.GIVEN if _fixtures_bring_torch(_Words(source.text, ()), source.path, project) else Reach.NONE


def _makes_arrays(text: str) -> bool:
    """Whether a text makes arrays of tensors that may have gradients and lie on a device, as torch alone has them made:
    ``x.detach().cpu().numpy()``. What has this and imports nothing of torch's is given its tensors by who knows whom."""
    return ".cpu()." in text and _MAKING_ARRAYS.search(text) is not None and not _names_others(text)


_MAKING_ARRAYS: Final = re.compile(r"\.cpu\(\)\.(?:detach\(\)\.|data\.|squeeze\(\)\.|float\(\)\.)?numpy\(\)")


def _imports_modules(source: SourceFile) -> bool:
    """Whether a file imports a library whose classes are Modules, and so has what they give."""
    assert source.tree is not None
    for node in source.tree.body:
        if isinstance(node, Import) and any(_root(alias.name) in LIBRARIES for alias in node.names):
            return True
        if isinstance(node, ImportFrom) and node.level == 0 and _root(node.module or "") in LIBRARIES:
            return True
    return False


def _documents_tensors(source: SourceFile) -> bool:
    """Whether a docstring gives a parameter torch's tensors and nothing else: ``output (torch.Tensor): scores``."""
    if "torch." not in source.text or _DOCUMENTED.search(source.text) is None:
        return False
    return not (_takes_any_arrays(source) or _BESIDE.search(source.text) or _names_others(source.text))


_BESIDE: Final = re.compile(r"^[ \t]*(?:import|from)[ \t]+(?:numpy|scipy|pandas|cupy)\b", re.MULTILINE)
"""Where arrays are at home, docstrings of code that was once torch's are still about its tensors."""
_DOCUMENTED: Final = re.compile(
    r"^[ \t]+(?:\w+[ \t]*(?:\(|:[ \t])|:type[ \t]+\w+:[ \t]*|:param[ \t]+(?=torch))[ \t]*`{0,2}torch\.(?:\w*)Tensor`{0,2}"
    r"(?:\)|,[ \t]|[ \t]+\w+:|[ \t]*$)",
    re.MULTILINE,
)


def _root(name: str) -> str:
    return name.partition(".")[0]


def _evidence(source: SourceFile, project: ProjectIndex) -> Evidence:
    known = project.known_evidence(source.path)
    return known or (project.callers_of(source.path) if source.path is not None else {})


def imports_torch(source: SourceFile, project: ProjectIndex | None) -> bool:
    """Whether a file that parses imports torch, or something that may bring it along."""
    assert source.tree is not None
    if imports_torch_outright(source.tree):
        return True
    statements = [one for one in statements_below(source.tree) if isinstance(one, (Import, ImportFrom))]
    if any(_imports_torch(node) for node in statements) or _imports_torch_by_name(source.text):
        return True
    for node in statements:
        if isinstance(node, Import):
            modules = (
                [project.exports(alias.name, 0, source.path) for alias in node.names] if project is not None else []
            )
            if any(_of_torch(found) for exports in modules if exports for found in exports.values()):
                return True
        else:
            exports = _exports(node, source.path, project)
            if any(alias.name == "*" for alias in node.names):
                # What a star brings from a package that is not at hand may be anything, if the file speaks of torch at all.
                if any(map(_of_torch, exports.values())) if exports else "torch" in source.text:
                    return True
            elif exports and any(_of_torch(exports.get(alias.name)) for alias in node.names):
                return True
    return False


def _imports_torch_by_name(text: str) -> bool:
    """``importlib.import_module("torch")``, ``LazyLoader("torch", globals(), "torch")``"""
    return ("import_module(" in text or "Lazy" in text) and _BY_NAME.search(text) is not None


_BY_NAME: Final = re.compile(
    r"\b(?:import_module\([ \t]*|Lazy\w*\((?:[ \t]*[\"']\w+[\"'],[ \t]*globals\(\),[ \t]*)?)[\"']torch\b"
)


def _of_torch(found: Type | None, within: bool = True) -> bool:
    """Whether an imported value has to do with torch: it is torch's, or defined in a file that imports what is called after it,
    or a module of the project that holds such a one (``within``: whether that is looked for)."""
    if found is None:
        return False
    if found.kind in OF_TORCH:
        return True
    if isinstance(found.definition, Exports):
        return within and any(_of_torch(one, within=False) for one in found.definition.values())
    flow = getattr(found.definition, "flow", None)
    if flow is not None:
        return bool(flow.source.may_hold_torch)
    if family(found.name):
        return True
    return any(_of_torch(item) for item in found.items)
