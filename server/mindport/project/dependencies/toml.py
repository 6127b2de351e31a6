"""``pyproject.toml``: the lists of the standard and of setuptools, and Poetry's tables. tomlkit keeps what stands around."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array

from mindport.project.dependencies.change import FAMILY, Change, Changed, Decisions, Needs, name_of


def update(text: str, needs: Needs) -> Changed:
    """Text that is not TOML comes back as it was."""
    try:
        document = tomlkit.parse(text)
    except TOMLKitError:
        return Changed(text)
    decisions = Decisions(needs)
    for requirements in _lists(document):
        _update_list(requirements, text, decisions)
    for table in _poetry(document):
        _update_table(table, text, decisions)
    return Changed(tomlkit.dumps(document), decisions.changes) if decisions.changes else Changed(text)


def _lists(document: MutableMapping[str, Any]) -> Iterator[Array]:
    project = document.get("project", {})
    tables = [project.get("optional-dependencies", {}), document.get("dependency-groups", {})]
    found = [
        project.get("dependencies"),
        document.get("build-system", {}).get("requires"),
        *(value for table in tables for value in table.values()),
    ]
    yield from (value for value in found if isinstance(value, Array))


def _update_list(requirements: Array, text: str, decisions: Decisions) -> None:
    texts = [item for item in requirements if isinstance(item, str)]
    decisions.start_list(texts)
    index = 0
    while index < len(requirements):
        item = requirements[index]
        if not isinstance(item, str):
            index += 1
            continue
        before = str(item)
        after = decisions.decide(before, _line(text, before))
        if after == [before.strip()]:
            index += 1
        elif not after:
            del requirements[index]
        else:
            requirements[index] = after[0]
            for more in after[1:]:
                index += 1
                requirements.insert(index, more)
            index += 1


def _poetry(document: MutableMapping[str, Any]) -> Iterator[MutableMapping[str, Any]]:
    poetry = document.get("tool", {}).get("poetry", {})
    groups = poetry.get("group", {}).values()
    for holder in (poetry, *groups):
        for key in ("dependencies", "dev-dependencies"):
            table = holder.get(key)
            if isinstance(table, MutableMapping):
                yield table


def _update_table(table: MutableMapping[str, Any], text: str, decisions: Decisions) -> None:
    """Poetry names versions its own way (``^1.13``), so only the names are judged."""
    has_torch = any(name_of(key) == "torch" for key in table)
    for key in [key for key in table if name_of(key) in FAMILY]:
        if FAMILY[name_of(key)] in decisions.needs.still:
            continue
        line = _line(text, key)
        before = f"{key} = {table[key]!s}"
        if name_of(key) != "torch" or "mindspore" in table:
            decisions.changes.append(Change(line, "removed", before, ""))
        else:
            decisions.changes.append(Change(line, "replaced", before, f'mindspore = "{decisions.needs.mindspore}"'))
        del table[key]
    if has_torch and "mindspore" not in table:
        table["mindspore"] = decisions.needs.mindspore
        if "torch" in decisions.needs.still:
            line = _line(text, "torch")
            decisions.changes.append(Change(line, "added", "torch", f'mindspore = "{decisions.needs.mindspore}"'))


def _line(text: str, needle: str) -> int:
    found = text.find(needle)
    return text.count("\n", 0, found) + 1 if found >= 0 else 1
