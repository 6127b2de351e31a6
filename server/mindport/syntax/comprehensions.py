"""Variables of comprehensions, which are their own: two of one name in two comprehensions have nothing to do with each other."""

from __future__ import annotations

import ast
from typing import Final

from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import DictComp, GeneratorExp, ListComp, Name, SetComp

COMPREHENSIONS: Final = frozenset([ListComp, SetComp, DictComp, GeneratorExp])
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def variables(node: Comprehension) -> dict[int, str]:
    """The names in a comprehension that are its variables, by ``id``, and what stands for each (``own_key``)."""
    targets = [one.target for one in node.generators]
    own = {one.id for one in nodes_of(targets) if type(one) is Name}
    outer = {id(one) for one in nodes_of([node.generators[0].iter])}  # comes before the variables
    inside = [one for one in nodes_of([node]) if type(one) is Name and one.id in own and id(one) not in outer]
    return {id(one): own_key(node, one.id) for one in inside}


def own_key(node: Comprehension, name: str) -> str:
    """What stands for a comprehension's variable among a function's names."""
    return f"{name} of {id(node)}"
