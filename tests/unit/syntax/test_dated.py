"""Code that Python can no longer read."""

from __future__ import annotations

import ast

import pytest

from mindport.syntax.dated import divides_as_python_2, noted, read, revived
from mindport.syntax.source import SourceFile


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y = x.cuda(async=True)\n", "y = x.cuda(non_blocking=True)\n"),
        ("y = x.cuda(0,\n           async = True)\n", "y = x.cuda(0,\n           non_blocking = True)\n"),
        (
            "# f(async=True)\n'''f(x, async=1)'''\ny = f('(async=1', async=True)  # (async=2)\n",
            "# f(async=True)\n'''f(x, async=1)'''\ny = f('(async=1', non_blocking=True)  # (async=2)\n",
        ),
        ("async = True\n", None),
        ("if x.async == 1: pass\n", None),
        ("print('f(async=True)')\n", None),
        ("async def f(a=1): pass\n", None),
    ],
)
def test_only_the_argument_gets_its_new_name(text: str, expected: str | None) -> None:
    assert revived(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if e: print e\n", "if e: print(e)\n"),
        ("print 'a %d' % (x,)  # print x\n", "print('a %d' % (x,))  # print x\n"),
        ("print x,\nprint\n", 'print(x, end=" ")\nprint()\n'),
        ("print ('a') % x; print y\n", "print(('a') % x); print(y)\n"),
        ("print (x)\nprint y\n", "print (x)\nprint(y)\n"),
        ("print f(a,\n  b), \\\n  c\n", "print(f(a,\n  b), \\\n  c)\n"),
        ("print >>sys.stderr, 'a', b\nprint >>f\n", "print('a', b, file=sys.stderr)\nprint(file=f)\n"),
        ("print >>open('a', 'w') if w else g(1, 2), x, y\n", "print(x, y, file=open('a', 'w') if w else g(1, 2))\n"),
        ("try: f()\nexcept ValueError, e: pass\n", "try: f()\nexcept ValueError as e: pass\n"),
        ("try: f()\nexcept (A, B), e: pass\n", "try: f()\nexcept (A, B) as e: pass\n"),
        ("raise ValueError, 'a %d' % (n,)\n", "raise ValueError('a %d' % (n,))\n"),
        ("s = '''\nprint x\n'''\nprint y.size()\n", "s = '''\nprint x\n'''\nprint(y.size())\n"),
        ("print = 1\nprint.x\n", None),
        ("print\n", None),
        ("print - 1\n", None),
    ],
)
def test_statements_of_python_2_become_those_of_today(text: str, expected: str | None) -> None:
    assert revived(text) == expected


def test_a_file_that_only_async_breaks_keeps_its_statements() -> None:
    assert revived("x.cuda(async=True)\nprint -1\n") == "x.cuda(non_blocking=True)\nprint -1\n"


@pytest.mark.parametrize(
    "text", ["print x, y\nz = f(1)\n", "try: f()\nexcept E, e: g()\n", "raise E, (a,\n  b)\nz = 1\n"]
)
def test_the_tree_of_an_old_file_has_the_places_of_its_text(text: str) -> None:
    source = read(SourceFile.parse(text))
    assert source is not None and source.tree is not None
    assert source.problem is not None
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Name):
            assert ast.get_source_segment(text, node) == node.id


def test_other_broken_files_have_no_tree() -> None:
    assert read(SourceFile.parse("print x\nf(\n")) is None
    assert read(SourceFile.parse("def f(:\n  pass\n")) is None


def test_division_is_only_told_where_it_changes() -> None:
    assert divides_as_python_2("print x / 2\n")
    assert not divides_as_python_2("print x // 2\n")
    assert not divides_as_python_2("from __future__ import division\nprint x / 2\n")
    assert not divides_as_python_2("print('a/b', x / 2)\n")


def test_a_note_stands_below_the_first_comments() -> None:
    assert noted("#!/usr/bin/python\n# -*- coding: utf-8 -*-\nx\n", "a") == (
        "#!/usr/bin/python\n# -*- coding: utf-8 -*-\n# mindport: a\nx\n"
    )
