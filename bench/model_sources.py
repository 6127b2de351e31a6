"""Lays the models of a list out for measuring: a folder a model, taken from repositories at a commit.

usage: model_sources.py REPOSITORIES LIST OUT [ID...]

REPOSITORIES holds a git directory a project, ``owner+name`` (or ``owner+name/repo``). A model of LIST names its ``source``
(``github:owner/name@commit``), the ``files`` of it that the model needs, the folder in it that imports start from
(``root``), and for a model that stands in a script the ``definitions`` to keep, after a ``prelude`` that gives them the
constants which the script sets elsewhere. No third-party code is kept with the list.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def main() -> int:
    """Effect: writes the models' files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", type=Path)
    parser.add_argument("list", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("ids", nargs="*")
    options = parser.parse_args()
    failed = 0
    for model in json.loads(options.list.read_text(encoding="utf-8"))["models"]:
        if options.ids and model["id"] not in options.ids:
            continue
        try:
            lay_out(options.repositories, model, options.out / model["id"])
        except (OSError, ValueError, SyntaxError) as error:
            failed += 1
            print(f"{model['id']}: {error}")
    return 1 if failed else 0


def lay_out(repositories: Path, model: Mapping[str, Any], folder: Path) -> None:
    """Effect: writes the files of one model. Raises ``ValueError`` where the repository lacks one."""
    name, _, commit = model["source"].removeprefix("github:").partition("@")
    home = repositories / name.replace("/", "+")
    git = next(
        (g for g in (home / "repo" / ".git", home / "repo", home / ".git", home) if (g / "HEAD").is_file()), None
    )
    if git is None:
        raise ValueError(f"no repository {name} in {repositories}")
    root = model.get("root", "")
    texts = {file: _show(git, commit, f"{root}/{file}" if root else file) for file in model["files"]}
    if model.get("definitions"):
        kept = [only(text.decode("utf-8"), model["definitions"]) for text in texts.values()]
        lines = [*(imports for imports, _ in kept), model.get("prelude", "") + "\n", *(code for _, code in kept)]
        texts = {"model.py": "".join(lines).encode("utf-8")}
    for file, text in texts.items():
        out = folder / file
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(text)


def _show(git: Path, commit: str, file: str) -> bytes:
    command = ["git", "--git-dir", str(git), "show", f"{commit}:{file}"]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise ValueError(f"{file}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def only(text: str, names: list[str]) -> tuple[str, str]:
    """The imports that the named top-level definitions of ``text`` use, and the definitions, as they are written."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    kept = [n for n in tree.body if isinstance(n, (ast.ClassDef, ast.FunctionDef)) and n.name in names]
    used = {n.id for node in kept for n in ast.walk(node) if isinstance(n, ast.Name)}
    imports = []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            continue  # what the model needs of its neighbours is named, and stands in the same file
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            bound = {(alias.asname or alias.name).split(".")[0] for alias in node.names}
            if bound & used or "*" in bound:
                imports.append("".join(lines[node.lineno - 1 : node.end_lineno]))
    code = []
    for node in kept:
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        code.append("\n\n" + "".join(lines[first - 1 : node.end_lineno]))
    return "".join(imports), "".join(code)


if __name__ == "__main__":
    sys.exit(main())
