"""The cells of an open notebook are one script."""

from __future__ import annotations

import asyncio

import pytest
from lsp_editor import Editor
from lsprotocol import types

CELLS = (
    "import torch\nimport torch.nn.functional as F\n\n%matplotlib inline",
    "x = torch.ones(2, 3)  # 你好\ny = x.view(-1)",
    "%%bash\nls\npwd",
    "!pip install torch \\\n    numpy\nz = F.pad(y, (0, 1 - y.shape[0])); w = torch.nn.BatchNorm1d(6, momentum=0.2)(y.unsqueeze(dim=0))\n",
)


def shown(editor: Editor, uri: str, found: list[types.Diagnostic]) -> list[str]:
    return [editor.shown(uri, one.range) for one in found]


async def until_hover(editor: Editor, uri: str, needle: str, there: bool = True) -> bool:
    """Waits until a hover is there, or gone: what an edit means for other cells is known in the next pause."""
    for _ in range(300):
        if (await editor.hover(uri, needle) is not None) == there:
            return True
        await asyncio.sleep(0.1)
    return False


@pytest.mark.asyncio(loop_scope="session")
async def test_a_hover_knows_what_other_cells_define(window: Editor) -> None:
    cells = window.open_notebook(*CELLS)
    hover = await window.hover(cells[3], "unsqueeze")
    assert hover is not None and "torch.Tensor.unsqueeze" in hover
    assert await window.hover(cells[2], "ls") is None


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("window", ["vscode-1.139.1", "neovim-0.12"], indirect=True)
async def test_diagnostics_stand_in_their_cells(window: Editor) -> None:
    cells = window.open_notebook(*CELLS)
    found = {uri: await window.diagnostics(uri) for uri in cells}
    assert shown(window, cells[3], found[cells[3]]) == ["torch.nn.BatchNorm1d"]
    assert not found[cells[0]] and not found[cells[2]]


@pytest.mark.asyncio(loop_scope="session")
async def test_a_fix_changes_its_cell_and_imports_where_the_first_imports_are(window: Editor) -> None:
    cells = window.open_notebook(*CELLS)
    norm, *_ = await window.actions(cells[3], "torch.nn.BatchNorm1d", only=["quickfix"])
    assert norm.diagnostics and norm.is_preferred
    (pad, *_) = await window.actions(cells[3], "F.pad", only=["quickfix"])
    await window.take(pad)
    assert "z = pad(y, (0, 1 - y.shape[0])); w = torch" in window.texts[cells[3]]
    assert window.texts[cells[3]].startswith("!pip install torch \\\n    numpy\n")
    assert "from mindport_helpers import pad" in window.texts[cells[0]]
    assert window.texts[cells[1]] == CELLS[1]
    assert "%matplotlib inline" in window.texts[cells[0]]


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("first", "wanted"),
    [
        ("%time\nimport torch.nn as nn", "%time\nimport torch.nn as nn\nimport mindspore as ms"),
        ("import torch.nn as nn\n", "import torch.nn as nn\nimport mindspore as ms\n"),
        ("# why\nimport torch.nn as nn\nx = 1", "# why\nimport torch.nn as nn\nimport mindspore as ms\nx = 1"),
    ],
)
async def test_an_import_stands_below_the_others(window: Editor, first: str, wanted: str) -> None:
    cells = window.open_notebook(first, "norm = nn.BatchNorm1d(6, momentum=0.2)", "norm")
    norm, *_ = await window.actions(cells[1], "nn.BatchNorm1d", only=["quickfix"])
    await window.take(norm)
    assert window.texts[cells[0]] == wanted
    assert window.texts[cells[1]].startswith("norm = ms.nn.BatchNorm1d(6, momentum=")
    assert window.texts[cells[2]] == "norm"


@pytest.mark.asyncio(loop_scope="session")
async def test_the_whole_notebook_is_migrated_cell_by_cell(window: Editor) -> None:
    cells = window.open_notebook(*CELLS)
    (migrate,) = await window.actions(cells[1], "torch.ones", only=["refactor.rewrite"])
    await window.take(migrate)
    assert "torch" not in window.texts[cells[1]]
    assert "# 你好" in window.texts[cells[1]]
    assert window.texts[cells[2]] == CELLS[2]
    assert window.texts[cells[3]].endswith("\n")
    assert await window.diagnostics(cells[1]) == []


@pytest.mark.asyncio(loop_scope="session")
async def test_the_command_gives_the_cells_and_says_what_is_left(window: Editor) -> None:
    cells = window.open_notebook("import torch", "x = torch.ones(3)\ntorch.no_such_thing(x)")
    notebook = window.notebooks[cells[0]]
    told = await window.command("mindport.migrateFile", {"uri": notebook, "apply": False})
    assert [len(cell.splitlines()) > 0 for cell in told["cells"]] == [True, True]
    assert "ones(3)" in told["cells"][1] and "torch.ones" not in told["cells"][1]
    assert [(one["cell"], one["line"]) for one in told["left"]] == [(2, 2)]


@pytest.mark.asyncio(loop_scope="session")
async def test_a_notebook_that_is_not_open_is_refused(window: Editor) -> None:
    (window.folder / "closed.ipynb").write_text("{}", encoding="utf-8")
    with pytest.raises(Exception, match="is a notebook"):
        await window.command("mindport.migrateFile", {"uri": window.uri("closed.ipynb")})


@pytest.mark.asyncio(loop_scope="session")
async def test_edits_and_new_cells_are_taken_up(window: Editor) -> None:
    cells = window.open_notebook("import torch", "x = 3", "y = x.unsqueeze(dim=1)")
    assert await window.hover(cells[2], "unsqueeze") is None
    window.change(cells[1], "3", "torch.ones(")  # while it does not parse
    await window.diagnostics(cells[2])
    window.change(cells[1], "torch.ones(", "torch.ones(3)")
    assert await until_hover(window, cells[2], "unsqueeze")
    (new,) = window.restructure(window.notebooks[cells[0]], 1, [cells[1]], {7: "x = [3]"})
    assert await until_hover(window, cells[2], "unsqueeze", there=False)
    assert await window.diagnostics(cells[2]) == []
    window.change(new, "[3]", "torch.ones(4)")
    assert await until_hover(window, cells[2], "unsqueeze")
    window.restructure(window.notebooks[cells[0]], 0, [cells[0], new, cells[2]], {})


@pytest.mark.asyncio(loop_scope="session")
async def test_a_notebook_without_code_has_nothing(window: Editor) -> None:
    assert window.open_notebook(name="empty.ipynb") == []
    (cell,) = window.open_notebook("", name="blank.ipynb")
    assert await window.diagnostics(cell) == []
    assert await window.hover(cell, "") is None
    assert await window.actions(cell, "") == []
