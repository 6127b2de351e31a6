"""Folders that a file puts into Python's path itself."""

from __future__ import annotations

import pytest

from mindport.syntax.added_paths import added_paths


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("sys.path.append('utils')", ("utils",)),
        ("sys.path.insert(0, './lib/models/')", ("lib.models",)),
        ("sys.path.append(os.path.join(ROOT, 'utils'))", ("utils",)),
        ("sys.path.append(os.path.join(os.path.dirname(__file__), '..', 'tools', 'hifi-gan'))", ("tools.hifi-gan",)),
        ("sys.path.append('%s/tools' % root)\nsys.path.append('{}/lib'.format(root))", ("tools", "lib")),
        ("sys.path.insert(\n    0, os.path.join(ROOT, 'utils')\n)", ("utils",)),
        # look-alikes
        ("sys.path.append('..')", ()),
        ("sys.path.append(ROOT)", ()),
        ("sys.path.append('/opt/tools')", ()),
        ("sys.path.append('http://x')", ()),
        ("sys.path.remove('utils')", ()),
        ("def f():\n    sys.path.append('utils')", ()),
        ("# sys.path.append('utils')", ()),
    ],
)
def test_what_is_written_of_them(line: str, found: tuple[str, ...]) -> None:
    assert added_paths(f"import sys\n{line}\n") == found
