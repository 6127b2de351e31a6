"""A flag of a call that says whether a tensor or an array comes of it."""

from __future__ import annotations

import pytest
from found_uses import members


@pytest.mark.parametrize(
    ("flags", "found"),
    [
        ("convert_to_tensor=True", ["T.shape", "T.mean"]),
        ("convert_to_tensor=True, convert_to_numpy=True", ["T.shape", "T.mean"]),
        ("convert_to_tensor=False", []),
        ("convert_to_numpy=True", []),
        ("convert_to_tensor=flag, convert_to_numpy=not flag", []),
    ],
)
@pytest.mark.parametrize("model", ["model", "SentenceTransformer('name')", "self.model", "own"])
def test_what_a_flag_says(model: str, flags: str, found: list[str]) -> None:
    code = (
        "import numpy as np\nfrom sentence_transformers import SentenceTransformer\n"
        "class Own:\n"
        "    def encode(self, texts, convert_to_tensor=False, convert_to_numpy=True) -> torch.Tensor | np.ndarray: ...\n"
        "own = Own()\n"
        f"def f(self, model, flag):\n    made = {model}.encode(['text'], {flags})\n    made.shape\n    return made.mean()\n"
    )
    assert members(code) == found
