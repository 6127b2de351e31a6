"""What a module reads beside itself is there for its migrated copy, too."""

from __future__ import annotations

from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.verifying import migrate_closure


def test_data_beside_a_module_are_found(tmp_path: Path) -> None:
    source = tmp_path / "project"
    for name, text in {
        "net.py": "import torch\nfrom parts import layers\n",
        "parts/__init__.py": "",
        "parts/layers.py": "import torch\nsizes = 3\n",
        "parts/sizes.json": "[3]",
        "tables/a/b.txt": "1",
        "others/more.py": "import torch\n",
        ".git/config": "",
    }.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")

    made, _ = migrate_closure(Engine(Settings()), source / "net.py", tmp_path / "out")

    assert (made.parent / "parts" / "sizes.json").read_text(encoding="utf-8") == "[3]"
    assert (made.parent / "tables" / "a" / "b.txt").read_text(encoding="utf-8") == "1"
    assert not (made.parent / "others").exists()
    assert not (made.parent / ".git").exists()
