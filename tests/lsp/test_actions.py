"""What is offered at a place is what happens there."""

from __future__ import annotations

import asyncio

import pytest
from lsp_editor import VSCODE, Editor
from lsprotocol import types

pytestmark = pytest.mark.slow

STEP = """import torch
import torch.nn.functional as F

x = torch.ones(3)
y = x.view(-1)
z = F.pad(y, (0, 1 - y.shape[0]))
half = z.half()
half.add_(y.double())
y = y.cuda()
"""


async def fixes(editor: Editor, uri: str, needle: str) -> list[types.CodeAction]:
    found = await editor.actions(uri, needle, only=["quickfix"])
    return [one for one in found if not one.title.startswith("Apply all")]


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("window", [VSCODE, "eglot-1.9"], indirect=True)
async def test_no_fix_is_offered_where_nothing_would_change(window: Editor) -> None:
    uri = window.open(STEP)
    assert await fixes(window, uri, "view") == []
    assert len(await fixes(window, uri, "torch.ones")) == 1


@pytest.mark.asyncio(loop_scope="session")
async def test_a_fix_does_what_the_rules_say(window: Editor) -> None:
    uri = window.open(STEP)
    (pad,) = await fixes(window, uri, "F.pad")
    assert pad.title == "Rewrite for MindSpore" and pad.is_preferred
    hover = await window.hover(uri, "F.pad")
    assert hover is not None and "z = pad(y, (0, 1 - y.shape[0]))" in hover
    await window.take(pad)
    assert "z = pad(y, (0, 1 - y.shape[0]))" in window.texts[uri]
    assert "from mindport_helpers import pad" in window.texts[uri]


@pytest.mark.asyncio(loop_scope="session")
async def test_in_a_package_helpers_are_imported_from_it(window: Editor) -> None:
    package = window.folder / "package"
    package.mkdir()
    (package / "__init__.py").touch()
    uri = window.open(STEP, "package/model.py")
    (pad,) = await fixes(window, uri, "F.pad")
    await window.take(pad)
    assert "from .mindport_helpers import pad" in window.texts[uri]


@pytest.mark.asyncio(loop_scope="session")
async def test_what_was_offered_too_early_says_that_nothing_changes(window: Editor) -> None:
    uri = window.open(STEP)
    await window.diagnostics(uri)
    span = [STEP.index("view"), STEP.index("view") + 4]
    data = {"uri": uri, "version": 1, "what": "fix", "span": span}
    early = types.CodeAction(title="Replace with mindspore.Tensor.view", kind=types.CodeActionKind.QuickFix, data=data)
    with pytest.raises(Exception, match="Nothing changes here"):
        await asyncio.wait_for(window.take(early), 30)
