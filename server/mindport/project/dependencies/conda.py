"""Conda's ``environment.yml``: torch's packages and channel go, MindSpore comes from pip."""

from __future__ import annotations

import re

from mindport.project.dependencies.change import FAMILY, Change, Changed, Needs, name_of

_ITEM = re.compile(
    r"(?P<indent>\s*)-\s+(?P<quote>[\"']?)(?P<text>[^\s#\"'][^#\"']*?)(?P=quote)(?P<comment>\s+#.*)?\s*$"
)
# What conda's pytorch brings with it and nothing else asks for.
_COMPANIONS = frozenset({"pytorch-cuda", "pytorch-mutex"})
_CHANNELS = frozenset({"pytorch", "pytorch-nightly"})


def update(text: str, needs: Needs) -> Changed:
    """An environment that does not parse, or lists no torch, comes back as it was."""
    if not _environment(text):
        return Changed(text)
    out: list[str] = []
    changes: list[Change] = []
    section = ""
    pip_indent: str | None = None
    torch_line, written = 0, "mindspore==" in text
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        key = re.match(r"(\w+)\s*:", line)
        if key:
            section = key.group(1)
        item = _ITEM.match(line)
        word = item.group("text").strip() if item else ""
        if item and word == "pip:" and section == "dependencies":
            pip_indent = item.group("indent")
        if item and _goes(word, section, needs):
            changes.append(Change(number, "removed", word, ""))
            torch_line = torch_line or (number if FAMILY.get(name_of(word)) == "torch" else 0)
            if (item.group("comment") or "").strip():
                out.append(f"{item.group('indent')}{item.group('comment').strip()}\n")
            continue
        if item and FAMILY.get(name_of(word)) == "torch" and section == "dependencies":
            torch_line = torch_line or number
        out.append(line)
    if not torch_line or written:
        return Changed("".join(out), changes) if changes and _environment("".join(out)) else Changed(text)
    added = _with_mindspore(out, pip_indent, needs)
    if not _environment(added):
        return Changed(text)
    return Changed(added, [*changes, Change(torch_line, "added", "", needs.requirement)])


def _goes(word: str, section: str, needs: Needs) -> bool:
    if "torch" in needs.still:
        return section == "dependencies" and FAMILY.get(name_of(word), "torch") not in needs.still
    if section == "channels":
        return word in _CHANNELS
    return section == "dependencies" and (name_of(word) in _COMPANIONS or name_of(word) in FAMILY)


def _with_mindspore(lines: list[str], pip_indent: str | None, needs: Needs) -> str:
    lines = list(lines)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    at = next((i for i, line in enumerate(lines) if re.match(r"\s*-\s+pip:\s*(#.*)?$", line)), None)
    if at is not None:
        following = _ITEM.match(lines[at + 1]) if at + 1 < len(lines) else None
        deeper = following.group("indent") if following else (pip_indent or "") + "  "
        lines.insert(at + 1, f"{deeper}- {needs.requirement}\n")
        return "".join(lines)
    start = next(i for i, line in enumerate(lines) if re.match(r"dependencies\s*:", line))
    last, indent = start, "  "
    for index in range(start + 1, len(lines)):
        item = _ITEM.match(lines[index])
        if item:
            last, indent = index, item.group("indent")
        elif re.match(r"\w", lines[index]):
            break
    has_pip = any((item := _ITEM.match(line)) and name_of(item.group("text")) == "pip" for line in lines)
    new = [] if has_pip else [f"{indent}- pip\n"]
    lines[last + 1 : last + 1] = [*new, f"{indent}- pip:\n", f"{indent}  - {needs.requirement}\n"]
    return "".join(lines)


def _environment(text: str) -> bool:
    """Whether this is an environment that conda can read."""
    import yaml  # not before it is needed: the server starts without

    try:
        document = yaml.safe_load(text)
    except yaml.YAMLError:
        return False
    return isinstance(document, dict) and isinstance(document.get("dependencies"), list)
