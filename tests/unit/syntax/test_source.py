"""Source files: positions in code points, and nothing raised on what cannot be read."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mindport.syntax.source import SourceFile, read_source


def _texts(text: str, kind: type[ast.AST]) -> list[str]:
    source = SourceFile.parse(text)
    assert source.tree is not None
    return [source.text_of(node) for node in ast.walk(source.tree) if isinstance(node, kind)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_span_counts_code_points_after_wide_characters(end: str) -> None:
    text = f"a = '卷积🙂'; b = f.g('好', 3)  # 注释{end}c = h('é').i{end}"

    assert _texts(text, ast.Call) == ["f.g('好', 3)", "h('é')"]


def test_a_byte_order_mark_does_not_shift_spans() -> None:
    assert _texts("\ufeffa.b\nc.d\n", ast.Attribute) == ["a.b", "c.d"]


@pytest.mark.parametrize(
    "text",
    [
        'f"中文 {loss.item():.4f}"',
        '(f"a {x.item()}"\n   f"b {y.item()}")',
        'f"""\n度 {x.item()}\n  {y.view(1)!r}\n"""',
        'f"{x.item():{w.item()}}"',
        'f"{{}} {x.item()}"',
    ],
)
def test_names_inside_f_strings_stand_where_they_are_written(text: str) -> None:
    source = SourceFile.parse(f"z = {text}")
    assert source.tree is not None

    attributes = [node for node in ast.walk(source.tree) if isinstance(node, ast.Attribute)]

    assert attributes
    assert [ast.unparse(node) for node in attributes] == [source.text_of(node) for node in attributes]


def test_the_parent_of_a_node_holds_it() -> None:
    source = SourceFile.parse("f(x.y)")
    assert source.tree is not None
    attribute = next(node for node in ast.walk(source.tree) if isinstance(node, ast.Attribute))

    parent = source.parent(attribute)

    assert isinstance(parent, ast.Call)
    assert source.parent(source.tree) is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("def f(:", "syntax-error"),
        ("x = '\0'", "syntax-error"),
        ("(" * 300, "syntax-error"),
    ],
)
def test_what_does_not_parse_is_a_problem(text: str, kind: str) -> None:
    source = SourceFile.parse(text)

    assert source.tree is None
    assert source.problem is not None
    assert kind == source.problem.kind


def test_what_is_too_deep_for_python_s_parser_is_a_problem() -> None:
    text = "1+" * 20_000 + "1"
    try:
        ast.parse(text)
        kind = None  # that of Python 3.10 takes it
    except (RecursionError, MemoryError):
        kind = "too-large"

    source = SourceFile.parse(text)

    assert (source.tree is None) == (kind is not None)
    assert (source.problem.kind if source.problem is not None else None) == kind


def test_a_syntax_error_is_placed_in_code_points() -> None:
    source = SourceFile.parse("x = '中文' 3\n")

    assert source.problem is not None
    assert source.problem.span.start == 9


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfx = 1\r\n", "x = 1\r\n"),
        ("# -*- coding: gbk -*-\nx = '卷'\n".encode("gbk"), "# -*- coding: gbk -*-\nx = '卷'\n"),
        ("x = '卷'\n".encode(), "x = '卷'\n"),
    ],
)
def test_a_file_is_read_by_its_mark_or_coding_line(tmp_path: Path, data: bytes, text: str) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(data)

    assert text == read_source(path).text


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x7fELF\0\0", "encoding"),
        (b"x = '\xff\xfe'\n", "encoding"),
        (b"# coding: no-such\n", "encoding"),
        (None, "unreadable"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path, data: bytes | None, kind: str) -> None:
    path = tmp_path / "a.py"
    if data is not None:
        path.write_bytes(data)

    problem = read_source(path).problem

    assert problem is not None
    assert kind == problem.kind


def test_every_node_has_the_parent_that_holds_it() -> None:
    source = SourceFile.parse(
        "import a\n@d(1)\nclass C(B):\n    x: int = 1\n\n    def f(self, y=(2,)):\n        return [z for z in y]\n\n\nf()\n"
    )
    assert source.tree is not None
    for node in ast.walk(source.tree):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, (ast.expr_context, ast.operator)):
                assert source.parent(child) is node
    assert source.parent(source.tree) is None
    assert source.parent(ast.Name("elsewhere", ast.Load())) is None


def test_parents_are_found_where_lines_are_those_of_before_an_edit() -> None:
    source = SourceFile.parse("a = 1\nb = c + 2\n")
    assert source.tree is not None
    inner = source.tree.body[1].value.left  # type: ignore[attr-defined]
    inner.lineno = inner.end_lineno = 1

    assert source.parent(inner) is source.tree.body[1].value  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("import torch", True),
        ("    import torch.nn as nn", True),
        ("import os, torch", True),
        ("import os.path as p, sys , torchvision", True),
        ("from torch import nn", True),
        ("import torchmetrics", False),
        ("import os, torchmetrics", False),
        ("from os import torch", False),
        ("import os  # torch", False),
        ("# import torch", False),
    ],
)
def test_which_lines_import_torch(line: str, expected: bool) -> None:
    assert SourceFile.parse(f"x = 1\n{line}\n").imports_torch is expected
