"""Where a use stands: the file, how names are spelled in it, what the analysis knows."""

from __future__ import annotations

from dataclasses import dataclass

from mindport.analysis.judge import Context
from mindport.rewrite.spelling import Spelling
from mindport.syntax.source import SourceFile


@dataclass(frozen=True)
class Site:
    """Where a use stands: the file, how names are spelled in it, what the analysis knows."""

    source: SourceFile
    spelling: Spelling
    context: Context
