"""``m.weight`` where ``m`` may be of several layers whose weights MindSpore calls differently.

``isinstance(m, (nn.Linear, nn.Embedding))`` lets both through, and each has its own name for the weight.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping import choosing, members
from mindport.rewrite.arguments import receiver_span
from mindport.rewrite.call import member_name
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch import nn


def init_weights(m):
    if isinstance(m, (nn.Linear, nn.Embedding)):
        nn.init.normal_(m.weight, std=0.02)
""",
        """
from mindspore import mint, nn
from mindport_helpers import init_normal_


def init_weights(m):
    if isinstance(m, (mint.nn.Linear, nn.Embedding)):
        init_normal_(m.embedding_table if isinstance(m, nn.Embedding) else m.weight, std=0.02)
""",
    ),
]
NOOPS = ["class Scale:\n    weight = 1\n\n\nprint(Scale().weight)\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Attribute):
        if not isinstance(node.ctx, ast.Load) or id(node) not in module.findings:
            continue
        classes = module.analysis.type_of(node.value).name.split("|")
        if len(classes) < 2 or not isinstance(node.value, (ast.Name, ast.Attribute)):
            continue
        names = _names(module, classes, node.attr)
        if len(names) > 1:
            yield _choice(module, node, names)


def _names(module: Module, classes: list[str], attribute: str) -> dict[str, list[str]]:
    """MindSpore's names of the attribute, each with the MindSpore classes that have it."""
    rows = module.context.rows
    out: dict[str, list[str]] = {}
    for cls in classes:
        row, owner = members.member(rows, f"{cls}.{attribute}"), rows.get(cls)
        for equivalent in row.equivalents if row is not None and owner is not None else ():
            if equivalent.mindspore and choosing.serves(equivalent, module.context.target, module.context.mindspore):
                class_name, name = member_name(equivalent.mindspore)
                out.setdefault(name, []).append(class_name)
                break
    return out


def _choice(module: Module, node: ast.Attribute, names: dict[str, list[str]]) -> Match:
    """The commonest name last, and that of helper classes, each other behind a test of the class."""
    receiver = receiver_span(module.source, node)
    text = module.source.text_of(node.value)
    *tested, last = sorted(names.items(), key=lambda item: (_helpers(item[1]), len(item[1]), item[0] == node.attr))
    start = ""
    for name, classes in tested:
        spelled = [module.spelling.name(cls) for cls in dict.fromkeys(classes)]
        test = spelled[0] if len(spelled) == 1 else f"({', '.join(spelled)})"
        start += f"{text}.{name} if isinstance({text}, {test}) else "
    parent = module.source.parent(node)
    bare = isinstance(parent, (ast.Call, ast.keyword)) and not (isinstance(parent, ast.Call) and parent.func is node)
    opening, closing = ("", "") if bare else ("(", ")")
    parts = (opening + start, receiver, f".{last[0]}{closing}")
    return Match((Edit(module.source.span(node), parts),), frozenset([id(node)]))


def _helpers(classes: list[str]) -> bool:
    return any(cls.startswith("mindport_helpers.") for cls in classes)
