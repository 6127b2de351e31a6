"""What a handler computes instead, where what was tried makes a tensor and cannot always: likely one as well.

try:
    values = torch.linalg.eigvalsh(matrix)
except RuntimeError:
    values = operator.diagonal()
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.semantics.types import OUTPUT, UNKNOWN, Type
from mindport.syntax.nodes import Assign, Call, Name


def keep_tensors(handlers: Sequence[ast.ExceptHandler], tried: dict[str, Type], joined: dict[str, Type]) -> None:
    """Effect: changes ``joined``, what is known after the whole statement. ``tried``: what is known where nothing was raised."""
    for handler in handlers:
        for statement in handler.body:
            if type(statement) is not Assign or type(statement.value) is not Call or len(statement.targets) != 1:
                continue
            target = statement.targets[0]
            if type(target) is Name and joined.get(target.id) == UNKNOWN:
                known = tried.get(target.id)
                if known is not None and known.kind == "tensor":
                    joined[target.id] = OUTPUT
