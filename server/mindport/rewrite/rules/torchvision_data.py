"""torchvision's transforms become ``mindspore.dataset.vision``'s; its data sets and image files come from the helpers.

Transforms make NumPy arrays where torchvision's make Tensors (MindSpore's operators must not run in the threads that read
data); batches arrive as Tensors all the same. A name without counterpart keeps its import.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.findings import Applicability
from mindport.rewrite import statements
from mindport.rewrite import template as templates
from mindport.rewrite.arguments import ArgumentList
from mindport.rewrite.call import rewrite as rewrite_use
from mindport.rewrite.imports import is_torch
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.site import Site
from mindport.rewrite.spelling import Spelling
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
import torchvision.transforms as T
from torchvision import datasets

transform = T.Compose([
    T.RandomHorizontalFlip(p=0.3),
    T.ToTensor(),
    T.Normalize((0.5), (0.5,)),  # to -1 … 1
    T.Lambda(lambda x: x.view(-1)),
])
train_set = datasets.MNIST("data", train=True, transform=transform)
x = torch.ones(2)
""",
        """
import mindspore.dataset as ds
from mindspore import mint
from mindport_helpers import Compose, MNIST, on_tensors

transform = Compose([
    ds.vision.RandomHorizontalFlip(prob=0.3),
    ds.vision.ToTensor(),
    ds.vision.Normalize((0.5,), (0.5,), is_hwc=False),  # to -1 … 1
    on_tensors(lambda x: x.view(-1)),
])
train_set = MNIST("data", train=True, transform=transform)
x = mint.ones(2)
""",
    ),
]
NOOPS = ["from shop import transforms\n\ntransform = transforms.ToTensor()\n"]

_T, _V = "torchvision.transforms.", "mindspore.dataset.vision."
# torchvision's name → MindSpore's, and torchvision's parameters that may be given, with MindSpore's name
_FLIP = {"p": "prob"}
_CROP = {"size": "size", "padding": "padding", "pad_if_needed": "pad_if_needed", "fill": "fill_value"}
_RESIZED = {"size": "size", "scale": "scale", "ratio": "ratio"}
_TRANSFORMS: dict[str, tuple[str, dict[str, str]]] = {
    "ToTensor": ("ToTensor", {}),
    "ToPILImage": ("ToPIL", {}),
    "Normalize": ("Normalize", {"mean": "mean", "std": "std"}),
    "Resize": ("Resize", {"size": "size"}),
    "Scale": ("Resize", {"size": "size"}),
    "CenterCrop": ("CenterCrop", {"size": "size"}),
    "RandomCrop": ("RandomCrop", _CROP),
    "RandomResizedCrop": ("RandomResizedCrop", _RESIZED),
    "RandomSizedCrop": ("RandomResizedCrop", _RESIZED),
    "RandomHorizontalFlip": ("RandomHorizontalFlip", _FLIP),
    "RandomVerticalFlip": ("RandomVerticalFlip", _FLIP),
    "RandomRotation": ("RandomRotation", {"degrees": "degrees"}),
    "ColorJitter": ("RandomColorAdjust", {n: n for n in ("brightness", "contrast", "saturation", "hue")}),
    "Grayscale": ("Grayscale", {"num_output_channels": "num_output_channels"}),
    "RandomGrayscale": ("RandomGrayscale", _FLIP),
    "RandomErasing": ("RandomErasing", {"p": "prob", "scale": "scale", "ratio": "ratio", "value": "value"}),
    "Pad": ("Pad", {"padding": "padding", "fill": "fill_value", "padding_mode": "padding_mode"}),
}
_PACKAGES = ("torchvision", "torchaudio")
_HELPERS = {
    f"{_T}Compose": "Compose",
    "torchvision.utils.save_image": "save_image",
    "torchvision.utils.make_grid": "make_grid",
} | {
    f"torchvision.datasets.{n}": n
    for n in ("MNIST", "FashionMNIST", "KMNIST", "CIFAR10", "CIFAR100", "FakeData", "ImageFolder")
}


def matches(module: Module) -> Iterator[Match]:
    if not any(package in module.source.text for package in _PACKAGES):
        return
    imports = [n for n in module.source.nodes if isinstance(n, (ast.Import, ast.ImportFrom)) and _of_torchvision(n)]
    bound = {local: name for node in imports for local, name in _binds(node).items()}
    kept: dict[str, list[ast.Name]] = {}
    for node in module.source.nodes:
        if isinstance(node, ast.Name) and node.id in bound and isinstance(node.ctx, ast.Load):
            match = _use(module, node, bound[node.id])
            if match is None and _by_row(module, node):
                continue
            if match is None:
                kept.setdefault(node.id, []).append(node)
            else:
                yield match
    for statement in imports:
        if isinstance(statement, ast.Import) and any(is_torch(alias.name) for alias in statement.names):
            continue  # the block of imports takes its place
        yield from _import(
            module, statement, {n for n in kept if n not in _binds(statement)} | set(_later(module, statement, kept))
        )
        yield from _where_used(module, statement, kept)


def _later(module: Module, statement: ast.Import | ast.ImportFrom, kept: dict[str, list[ast.Name]]) -> Iterator[str]:
    """Names that the statement binds and that must stay where they are bound."""
    top = module.source.parent(statement) is module.source.tree
    for name in _binds(statement):
        if name in kept and not (top and all(_nested(module, node) for node in kept[name])):
            yield name


def _nested(module: Module, node: ast.AST) -> bool:
    """Whether an import may stand in front of the node's statement, away from the top."""
    statement = statements.statement_of(module.source, node)
    parent = module.source.parent(statement)
    plain = not isinstance(statement, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    if isinstance(parent, (ast.Module, ast.ClassDef)) or not plain:
        return False
    block = statements.siblings(module.source, statement)
    return block is not None and statements.alone_on_lines(module.source, statement)


def _where_used(
    module: Module, statement: ast.Import | ast.ImportFrom, kept: dict[str, list[ast.Name]]
) -> Iterator[Match]:
    """What stays torchvision's is imported where it is used, so that the file imports without torchvision."""
    source = module.source
    stay = set(_later(module, statement, kept))
    for alias in statement.names:
        name = _local(statement, alias)
        done: set[int] = set()  # blocks that import the name
        needed = kept.get(name, []) if name in _binds(statement) and name not in stay else []
        for node in sorted(needed, key=lambda n: (n.lineno, n.col_offset)):
            around = list(_blocks_around(module, node))
            if done.intersection(around):
                continue
            done.add(around[0])
            at = statements.line_span(source, statements.statement_of(source, node)).start
            what = alias.name + (f" as {alias.asname}" if alias.asname else "")
            line = f"import {what}" if isinstance(statement, ast.Import) else f"from {statement.module} import {what}"
            indent = statements.indentation(source, statements.statement_of(source, node))
            yield Match((Edit(Span(at, at), (f"{indent}{line}{source.newline}",), 0),))


def _blocks_around(module: Module, node: ast.AST) -> Iterator[int]:
    """The blocks that a statement stands in, by their ids, the innermost first: of its function and those around."""
    current: ast.AST | None = statements.statement_of(module.source, node)
    while isinstance(current, (ast.stmt, ast.ExceptHandler)):
        block = statements.siblings(module.source, current) if isinstance(current, ast.stmt) else None
        if block is not None:
            yield id(block)
        current = module.source.parent(current)


def _by_row(module: Module, name: ast.Name) -> bool:
    """Whether the dotted name that begins with ``name`` is rewritten by its row."""
    node: ast.AST | None = name
    while isinstance(node, (ast.Name, ast.Attribute)):
        finding = module.findings.get(id(node))
        if finding is not None and finding.equivalent is not None:
            if finding.fix not in (Applicability.SAFE, Applicability.UNSAFE):
                return False
            # what a reference becomes shows when it is written; this must leave no trace in the imports
            aside = Site(module.source, Spelling(lambda _: True), module.context)
            return finding.use.call is not None or rewrite_use(finding, aside) is not None
        node = module.source.parent(node)
    return False


def _of_torchvision(node: ast.Import | ast.ImportFrom) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.level == 0 and (node.module or "").split(".")[0] in _PACKAGES
    return any(alias.name.split(".")[0] in _PACKAGES for alias in node.names)


def _binds(node: ast.Import | ast.ImportFrom) -> dict[str, str]:
    """Local names of the statement that stand for something of torchvision or torchaudio."""
    if isinstance(node, ast.ImportFrom):
        return {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names if a.name != "*"}
    return {
        a.asname or a.name.split(".")[0]: a.name if a.asname else a.name.split(".")[0]
        for a in node.names
        if a.name.split(".")[0] in _PACKAGES
    }


def _use(module: Module, name: ast.Name, qualified: str) -> Match | None:
    """The rewriting of the dotted name that begins with ``name``; None for what stays torchvision's."""
    outer: ast.expr = name
    parent = module.source.parent(outer)
    while qualified not in _HELPERS and not _transform(qualified):
        if not isinstance(parent, ast.Attribute):
            return None
        outer, qualified, parent = parent, f"{qualified}.{parent.attr}", module.source.parent(parent)
    source = module.source
    if qualified in _HELPERS:
        helper = module.spelling.helper(_HELPERS[qualified], instead=True)
        return Match((Edit(source.span(outer), (helper,), 0),), _inside(outer))
    if not isinstance(parent, ast.Call) or parent.func is not outer:
        return None
    if qualified == f"{_T}Lambda":
        if len(parent.args) != 1 or parent.keywords:
            return None
        parts: list[str | Span] = [ArgumentList(source, parent).item(parent.args[0]).value]
        if _after_to_tensor(module, parent):
            parts = [f"{module.spelling.helper('on_tensors')}(", *parts, ")"]
        return Match((Edit(source.span(parent), tuple(parts), 0),), _inside(outer))
    target, allowed = _TRANSFORMS[qualified.removeprefix(_T)]
    names = list(allowed)
    if len(parent.args) > max(len(names), 0) or any(isinstance(a, ast.Starred) for a in parent.args):
        if not (target == "Normalize" and len(parent.args) == 3):
            return None
    if any(k.arg not in allowed for k in parent.keywords if k.arg != "inplace"):
        return None
    arguments = [source.span(a) for a in parent.args[:2] if target == "Normalize"] or [
        source.span(a) for a in parent.args
    ]
    parts = [f"{module.spelling.name(_V + target)}("]
    for number, span in enumerate(arguments):
        parts += [", " if number else "", *_listed(module, target, parent.args[number], span)]
    for number, keyword in enumerate(k for k in parent.keywords if k.arg != "inplace"):
        given = ArgumentList(source, parent).item(keyword.value).value
        value = _listed(module, target, keyword.value, given)
        parts += [", " if arguments or number else "", f"{allowed[keyword.arg or '']}=", *value]
    parts.append(", is_hwc=False)" if target == "Normalize" else ")")
    return Match((Edit(source.span(parent), tuple(parts), 0),), _inside(outer))


def _listed(module: Module, target: str, value: ast.expr, span: Span) -> tuple[str | Span, ...]:
    """A mean or deviation as the list that MindSpore wants: of a number for every channel, of an array."""
    if target == "Normalize" and isinstance(value, ast.Constant):
        return ("(", span, ",)")
    if target == "Normalize" and module.analysis.type_of(value).certain_kind == "ndarray":
        return (span, ".tolist()") if templates.is_atom(value) else ("(", span, ").tolist()")
    return (span,)


def _after_to_tensor(module: Module, call: ast.Call) -> bool:
    """Whether the transform gets what ``ToTensor`` has made, or computes with torch itself."""
    listed = module.source.parent(call)
    earlier = listed.elts[: listed.elts.index(call)] if isinstance(listed, (ast.List, ast.Tuple)) else []
    names = {getattr(e.func, "attr", getattr(e.func, "id", "")) for e in earlier if isinstance(e, ast.Call)}
    return bool(names & {"ToTensor", "PILToTensor"}) or any(module.api(n) for n in ast.walk(call.args[0]))


def _inside(name: ast.expr) -> frozenset[int]:
    return frozenset(id(n) for n in ast.walk(name))


def _transform(qualified: str) -> bool:
    name = qualified.removeprefix(_T)
    return qualified.startswith(_T) and (name in _TRANSFORMS or name == "Lambda")


def _import(module: Module, node: ast.Import | ast.ImportFrom, kept: set[str]) -> Iterator[Match]:
    """Takes the names that are needed no more out of an import."""
    mine = set(_binds(node))
    stay = [a for a in node.names if _local(node, a) not in mine - kept]
    if len(stay) == len(node.names) or any(a.name == "*" for a in node.names):
        return
    if not stay:
        yield Match((statements.removal(module.source, node),))
        return
    names = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in stay)
    text = f"import {names}" if isinstance(node, ast.Import) else f"from {node.module} import {names}"
    yield Match((Edit(module.source.span(node), (text,), 1),))


def _local(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    return alias.asname or (alias.name.split(".")[0] if isinstance(node, ast.Import) else alias.name)
