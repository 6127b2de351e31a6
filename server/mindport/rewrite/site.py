"""Where a use stands: the file, how names are spelled in it, what the analysis knows."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mindport.analysis.judge import Context
from mindport.mapping import choosing
from mindport.rewrite.spelling import Spelling
from mindport.semantics.callers import CallSite
from mindport.syntax.source import SourceFile


@dataclass(frozen=True)
class Site:
    """Where a use stands: the file, how names are spelled in it, what the analysis knows."""

    source: SourceFile
    spelling: Spelling
    context: Context
    apis: Mapping[int, str] = field(default_factory=dict)  # id of a use's node → API, where the whole file is rewritten
    is_parameter: Callable[[ast.expr], bool] = lambda _: False  # for certain
    # Whether an operation of the tensor and others has another type than the tensor's.
    widens: Callable[[ast.expr, Sequence[ast.expr]], bool] = lambda _, others: False

    # Calls of a function of the file in others of the project.
    called_elsewhere: Callable[[ast.AST], Sequence[CallSite]] = lambda _: ()

    def written(self, value: ast.expr) -> str:
        """What stands behind ``**options``, as it is written in the call itself."""
        row = self.context.rows.get(self.apis.get(id(value), ""))
        for equivalent in row.equivalents if row is not None else ():
            if choosing.serves(equivalent, self.context.target, self.context.mindspore) and not equivalent.template:
                if name := equivalent.helper or equivalent.reference:
                    return self.spelling.helper(name)
                if equivalent.mindspore:
                    return self.spelling.name(equivalent.mindspore)
        return ast.unparse(value)
