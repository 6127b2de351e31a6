"""The module of helpers loads where a package is missing that only some of them need."""

from __future__ import annotations

import ast

from mindport.mapping import helpers


def test_what_a_project_may_do_without_is_tried() -> None:
    text = helpers.module_text({"rearrange", "EinopsRearrange", "to_pil_image", "norm"})
    tried = {ast.unparse(one.body): one for one in ast.parse(text).body if isinstance(one, ast.Try)}

    assert list(tried) == [
        "import einops\nfrom einops._backends import AbstractBackend\nfrom einops.layers import RearrangeMixin",
        "from PIL import Image",
    ]
    einops, pil = (ast.unparse(one.handlers[0].body) for one in tried.values())
    assert einops.startswith("einops = AbstractBackend = RearrangeMixin = type('einops_is_missing'")
    assert pil.startswith("Image = type('PIL_is_missing'")
    assert "einops" not in helpers.module_text({"norm"}).partition("def ")[0]
