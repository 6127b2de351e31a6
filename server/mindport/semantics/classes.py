"""Classes that a file defines: what they derive from, what their instances are."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import ClassInfo, Frame
from mindport.semantics.libraries import modules
from mindport.semantics.likelihood import OTHER_TENSORS
from mindport.syntax.nodes import FunctionDef

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_PLAIN: Final = (
    "abc.",
    "typing.",
    "typing_extensions.",
    "enum.",
    "collections.",
    "builtins.",
    "dataclasses.",
    "threading.",
)


def define(flow: Flow, node: ast.ClassDef) -> None:
    """Walks a class statement: bases, body, then binds the class."""
    for decorator in node.decorator_list:
        flow.evaluate_as(decorator, "decorator")
    info = flow.class_info(node)
    flow.assign(info, "bases", [flow.evaluate_as(base, "base_class") for base in node.bases])
    for keyword in node.keywords:
        flow.evaluate(keyword.value)
    kind, torch_base = _kind(flow, info)
    if info.all_prepared:
        flow.assign(info, "all_prepared", False)
    info.complete.clear()
    flow.assign(info, "kind", kind)
    flow.assign(info, "torch_base", torch_base)
    for parent in info.parents:
        if parent.flow is flow and info not in parent.heirs:
            flow.change(parent.heirs, info, None)
    outer = around = flow.frame
    while around.kind == "class" and around.outer is not None:
        around = around.outer  # a class within a class does not see its names
    flow.frame = Frame("class", around, outer.function, info)
    try:
        flow.block(node.body)
    finally:
        flow.frame = outer
    flow.bind(node.name, info.as_class)
    if info.kind == "module" and info not in flow.modules:
        flow.modules.append(info)


def _kind(flow: Flow, info: ClassInfo) -> tuple[str, str]:
    """What an instance is, and the torch class it descends from."""
    unknown = False
    for base in info.bases:
        if isinstance(base.definition, ClassInfo):
            parent = base.definition
            if parent.torch_base or parent.kind not in ("other", "unknown"):
                return parent.kind, parent.torch_base
            unknown = unknown or parent.kind == "unknown"
        elif base.kind == "module_class":
            return "module", base.name or "torch.nn.Module"
        elif base.kind == "namespace" and modules.is_module(base.name):
            return "module", modules.base(base.name)
        elif base.kind == "class" and base.name.startswith("torch"):
            kind = flow.knowledge.instance_kind(base.name)
            return {"parameter": "tensor"}.get(kind, kind), base.name
        elif not base.name.startswith(_PLAIN) and base.kind != "other":
            if base.kind == "namespace" and _has_forward(info.node) and _is_called_a_module(flow, base.name):
                return "module", "torch.nn.Module"
            unknown = True
    return ("unknown" if unknown else "other"), ""


_MODULES: Final = re.compile(
    r"(?<!Data)(?:Model|Module|Encoder|Decoder|Layer|Block|Net|Network|Backbone|Head|Neck|Loss|Criterion|Generator|Discriminator)$"
)
"""Ends of the names of classes that are made to be derived from, in libraries that stand on torch."""


def _has_forward(node: ast.ClassDef) -> bool:
    return any(type(one) is FunctionDef and one.name == "forward" for one in node.body)


def _is_called_a_module(flow: Flow, name: str) -> bool:
    """Whether a class of a library that is not at hand is called like a Module, where no library but torch has such: what
    derives from it and has a ``forward`` is one."""
    root, _, _ = name.partition(".")
    if not root or modules.is_of_library(name) or _MODULES.search(name) is None:
        return False  # of those libraries, all Modules are known
    if root in OTHER_TENSORS or root in _OF_OTHERS:
        return False
    return flow.source.imports_torch and not flow.knows((*OTHER_TENSORS, *_OF_OTHERS))


_OF_OTHERS: Final = ("keras", "megengine", "jittor", "flax", "haiku", "pydantic", "django", "equinox")


def is_torch_attribute(flow: Flow, cls: ClassInfo, name: str) -> bool:
    """Whether a store to the attribute is a use of a torch API (``self.training = …``) rather than the class's own."""
    return cls.kind == "module" and name == "training"


def is_of_library(cls: ClassInfo) -> bool:
    """Whether a Module's class derives from one of a library, whose constructor and ``forward`` are not torch's."""
    return any(base.kind == "namespace" and _is_module(one, base.name) for one in cls.lineage() for base in one.bases)


def _is_module(cls: ClassInfo, name: str) -> bool:
    """Whether what a class derives from is known to be a library's Module, or what makes it one by its name."""
    if modules.is_module(name):
        return True
    made = cls.kind == "module" and _MODULES.search(name) is not None
    return made and not any(base.kind == "module_class" for base in cls.bases)
