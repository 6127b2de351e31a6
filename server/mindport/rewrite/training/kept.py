"""Gradients that parameters keep, as in torch, for what no forward function can show.

Where gradients add up, are shared, changed by hand, or made in another method than the one that steps, MindSpore's record of
operations gives them: ``loss.backward()`` becomes ``accumulate_gradients(loss)``, ``optimizer.step()`` becomes
``apply_gradients(optimizer)``. What is known to be torch's is rewritten by its row; here is what a training script's names
tell where inference cannot.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.uses import Certainty
from mindport.mapping.choosing import version_key
from mindport.rewrite.arguments import attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

FIRST_VERSION = "2.10"
"""MindSpore's record of operations can be asked for gradients from here on."""

_HELPERS = {"backward": "accumulate_gradients", "step": "apply_gradients", "zero_grad": "zero_gradients"}

_OWNERS = ("scaler", "engine", "accelerator", "fabric", "optim", "manager", "strategy")


def possible(module: Module) -> bool:
    """Whether the chosen MindSpore keeps gradients."""
    return version_key(module.context.mindspore) >= version_key(FIRST_VERSION)


def guessed(module: Module) -> Iterator[Match]:
    """Calls on receivers of unknown type that a training script can only mean one way."""
    assert module.source.tree is not None
    zeroed = {ast.unparse(node.value) for node in module.source.each(ast.Attribute) if node.attr == "zero_grad"}
    for node in module.source.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _HELPERS:
            if not _known(module, node.func) and _meant(module, node.func, zeroed) and not _takes_loss(node, node.func):
                yield _call(module, node, node.func)
        elif isinstance(node, ast.Attribute) and node.attr == "grad" and not _known(module, node):
            if module.analysis.type_of(node.value).is_unknown and module.api(node) in (None, "torch.Tensor.grad"):
                if not _is_called(module, node):
                    yield Match((Edit(attribute_name(module.source, node), ("_grad",), 0),), frozenset([id(node)]))


def modes(module: Module) -> Iterator[Match]:
    """``train()`` and ``eval()`` of what is called or has parameters: in a training script, a network."""
    assert module.source.tree is not None
    networks: set[str] = set()
    calls = [n for n in module.source.each(ast.Call) if isinstance(n.func, ast.Attribute)]
    for call in calls:
        assert isinstance(call.func, ast.Attribute)
        if call.func.attr in ("eval", "parameters", "state_dict", "named_parameters") and not call.args:
            networks.add(ast.unparse(call.func.value))
    for call in calls:
        func = call.func
        assert isinstance(func, ast.Attribute)
        if func.attr not in ("train", "eval") or call.keywords or len(call.args) > (func.attr == "train"):
            continue
        found = module.analysis.type_of(func.value)
        if _known(module, func) or not found.is_unknown or ast.unparse(func.value) not in networks:
            continue
        source = module.source
        whole = source.span(call)
        given = (source.span(call.args[0]),) if call.args else ("False",) if func.attr == "eval" else ()
        edit = Edit(Span(attribute_name(source, func).start, whole.end), ("set_train(", *given, ")"), 0)
        yield Match((edit,), frozenset([id(func)]))


def _known(module: Module, node: ast.Attribute) -> bool:
    finding = module.findings.get(id(node))
    return finding is not None and finding.use.certainty is not Certainty.GUESSED


def _meant(module: Module, func: ast.Attribute, zeroed: set[str]) -> bool:
    found = module.analysis.type_of(func.value)
    if found.kind in ("tensor", "optimizer"):
        return True
    if not found.is_unknown or found.definition is not None:
        return False
    if func.attr != "step" or ast.unparse(func.value) in zeroed:
        return True
    text = ast.unparse(func.value).lower().rpartition(".")[2]
    return ("opt" in text and "sched" not in text) or "solver" in text


def _takes_loss(call: ast.Call, func: ast.Attribute) -> bool:
    """Whether it is a scaler's or an engine's ``backward(loss)``: a tensor's takes a gradient."""
    if func.attr != "backward" or not call.args:
        return False
    owner = ast.unparse(func.value).lower().rpartition(".")[2]
    return "loss" in ast.unparse(call.args[0]).lower() or any(word in owner for word in _OWNERS)


def _is_called(module: Module, node: ast.AST) -> bool:
    parent = module.source.parent(node)
    return isinstance(parent, ast.Call) and parent.func is node


def _call(module: Module, call: ast.Call, func: ast.Attribute) -> Match:
    """``receiver.method(arguments)`` → ``helper(receiver, arguments)``."""
    source = module.source
    whole, receiver = source.span(call), source.span(func.value)
    opening = source.text.index("(", attribute_name(source, func).end, whole.end)
    given = bool(call.args or call.keywords)
    rest: tuple[str | Span, ...] = (", ", Span(opening + 1, whole.end)) if given else (")",)
    parts = (f"{module.spelling.helper(_HELPERS[func.attr])}(", receiver, *rest)
    return Match((Edit(whole, parts, 0),), frozenset([id(func)]))


__all__ = ["FIRST_VERSION", "guessed", "modes", "possible"]
