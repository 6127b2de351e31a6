"""Whether ``nn.DataParallel`` stays around a network: where the file cuts ``module.`` off names, or asks for the class."""

from __future__ import annotations

import re

_MINDED = re.compile(r"""["']module\.|\[7:\]|isinstance\([^)]*\bDataParallel\b|\[len\(["']module""")


def stay(text: str) -> bool:
    """Whether code of that text tells a network from its wrapper."""
    return "DataParallel(" in text and _MINDED.search(text) is not None
