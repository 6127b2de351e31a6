"""Notebooks as one script, and back."""

from __future__ import annotations

import ast
import json

import pytest

from mindport.syntax import notebook


def document(*cells: str, kind: str = "code", **metadata: object) -> str:
    listed = [{"cell_type": kind, "metadata": {}, "outputs": [], "source": cell.splitlines(True)} for cell in cells]
    return json.dumps({"cells": listed, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


def sources(text: str) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(text)["cells"]]


MAGICS = [
    "%matplotlib inline\nimport torch",
    "!pip install torch \\\n    numpy\nx = 1",
    "files = !ls\nif files:\n    %time f()\n",
    "x = (7\n     % 4)\n?x\nx??",
    "%%time\ny = x % 3",
    "%%bash\nls *.py | grep x",
    'text = """\n%d of {n}\n!not\n"""\n%load_ext autoreload',
    "",
]


def test_what_only_ipython_reads_is_stood_in_for_and_comes_back() -> None:
    text = document(*MAGICS)
    cells = notebook.Notebook(text)

    ast.parse(cells.script)
    assert "% 4)" in cells.script
    assert "!pip" not in cells.script
    assert cells.restored(cells.script) == text


def test_cells_that_change_are_written_and_others_stay() -> None:
    cells = notebook.Notebook(document("import torch\n%time f()", "# why\nx = torch.zeros(3)\n", "y = x"))
    restored = cells.restored(cells.script.replace("torch.zeros(3)", "mint.zeros(3)\n\n"))

    assert restored is not None
    assert sources(restored) == ["import torch\n%time f()", "# why\nx = mint.zeros(3)\n", "y = x"]


def test_what_a_file_begins_with_stands_in_the_first_cell() -> None:
    cells = notebook.Notebook(document("x = 1"))
    restored = cells.restored("import mindspore as ms\n" + cells.script)

    assert restored is not None
    assert sources(restored) == ["import mindspore as ms\nx = 1"]


@pytest.mark.parametrize("lost", ["pass  # %% cell 2\n", "pass  # %% magic 0"])
def test_cells_that_cannot_be_told_apart_are_not_guessed(lost: str) -> None:
    cells = notebook.Notebook(document("%time f()", "x = 1"))

    assert cells.restored(cells.script.replace(lost, "")) is None
    assert cells.restored(cells.script + lost + "\n") is None


def test_places_are_those_of_the_file() -> None:
    text = document("import torch\n", 'print("é", torch.zeros(3))\n\ty = "a"')
    cells = notebook.Notebook(text)
    lines = cells.script.split("\n")
    line = next(number for number, one in enumerate(lines) if "zeros" in one)
    row, column = cells.place(line + 1, lines[line].index("torch") + 1)

    assert text.split("\n")[row - 1][column - 1 :].startswith("torch.zeros")


def test_a_notebook_in_one_line_has_one_place() -> None:
    cells = notebook.Notebook(json.dumps({"cells": [{"cell_type": "code", "source": "x = 1\ny = 2"}]}))

    assert cells.place(3, 1) == (1, 1)
    assert cells.restored(cells.script.replace("2", "3")) == json.dumps(
        {"cells": [{"cell_type": "code", "source": "x = 1\ny = 3"}]}
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"cells": [1]}',
        '{"cells": 3}',
        "{" * 10_000,
    ],
)
def test_what_is_no_notebook_is_none(text: str) -> None:
    assert notebook.read(text) is None


@pytest.mark.parametrize("metadata", [{"kernelspec": {"language": "R"}}, {"language_info": {"name": "julia"}}])
def test_another_language_is_no_code(metadata: dict[str, object]) -> None:
    assert notebook.Notebook(document("x <- 1", **metadata)).script == ""


def test_only_ends_of_lines_part_lines() -> None:
    text = document('x = "a\u2028b\x0c"', "y = 1\n\n")
    restored = notebook.Notebook(text).restored(
        notebook.Notebook(text).script.replace("y = 1", "y = 2").replace("x =", "z =")
    )

    assert restored is not None
    assert sources(restored) == ['z = "a\u2028b\x0c"', "y = 2\n\n"]


def test_a_command_that_has_moved_is_not_guessed() -> None:
    cells = notebook.Notebook(document("for _ in range(3):\n    %time f()"))

    assert cells.restored(cells.script.replace("    pass", "        pass")) is None


def test_nothing_stands_before_a_command_of_the_whole_cell() -> None:
    cells = notebook.Notebook(document("%%time\nx = 1"))

    assert cells.restored("import mindspore as ms\n" + cells.script) is None


def test_commands_that_name_torch_are_told() -> None:
    text = document("!pip install torch", "%timeit torch.zeros(3)", "%time f()")
    rows = [number for number, row in enumerate(text.split("\n"), 1) if "torch" in row]

    assert [row for row, _ in notebook.Notebook(text).unread()] == rows


def test_commands_that_call_what_torch_gives_are_told() -> None:
    imports = "import torch.nn.functional as F, os\nfrom torch import nn, relu as rectified  # both"
    cells = ["%time F.relu(x)", "%timeit -n 3 rectified(x)", "!ls F", "%time Fire(nn)", "y = %time nn.ReLU()(x)"]
    text = document(imports, *cells)
    told = [text.split("\n")[row - 1].strip() for row, _ in notebook.Notebook(text).unread()]

    assert told == [json.dumps(cells[0]), json.dumps(cells[1]), json.dumps(cells[4])]


def test_text_is_no_code() -> None:
    text = document("import torch", kind="markdown")
    cells = notebook.Notebook(text)

    assert cells.script == ""
    assert cells.restored("") == text
