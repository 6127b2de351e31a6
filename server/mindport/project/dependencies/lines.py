"""Requirement files of pip, and the requirement lists of ``setup.cfg``: one requirement a line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mindport.project.dependencies.change import Change, Changed, Decisions, Needs

_COMMENT = re.compile(r"(^|\s+)#.*$")
_INDEX_OPTION = re.compile(r"\s*(-f|--find-links|-i|--index-url|--extra-index-url)[\s=]\s*\S*pytorch\S*\s*$")
_CFG_LIST = re.compile(r"\s*(install_requires|tests_require|[A-Za-z0-9_-]+)\s*=\s*(.*)$")


def update(text: str, needs: Needs) -> Changed:
    """A pip requirements file. Comments stay, also those of a line that goes; options for torch's own index go."""
    lines = text.splitlines(keepends=True)
    decisions = Decisions(needs)
    decisions.start_list([_requirement(line)[0] for line in lines])
    out = "".join(part for number, line in enumerate(lines, 1) for part in _line(line, number, decisions))
    return Changed(out, decisions.changes)


def update_cfg(text: str, needs: Needs) -> Changed:
    """The requirement lists under ``[options]`` and ``[options.extras_require]``; every other section stays."""
    decisions = Decisions(needs)
    out: list[str] = []
    section, in_list = "", False
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line.startswith("["):
            section, in_list = line.strip(), False
        elif line[:1] not in (" ", "\t", "#", ";", "\n", "\r"):
            match = _CFG_LIST.match(line)
            extras = section.startswith("[options.extras_require")
            in_list = match is not None and (extras or section == "[options]" and match.group(1) == "install_requires")
            decisions.written = "mindspore" in text
        elif in_list:
            out += _line(line, number, decisions)
            continue
        out.append(line)
    return Changed("".join(out), decisions.changes)


def _line(line: str, number: int, decisions: Decisions) -> Iterator[str]:
    if _INDEX_OPTION.match(line) and "torch" not in decisions.needs.still:
        decisions.changes.append(Change(number, "removed", line.strip(), ""))
        return
    requirement, comment, end = _requirement(line)
    if not requirement.strip() or requirement.lstrip().startswith("-"):
        yield line
        return
    indent = requirement[: len(requirement) - len(requirement.lstrip())]
    after = decisions.decide(requirement, number)
    if after == [requirement.strip()]:
        yield line
        return
    for index, text in enumerate(after):
        yield indent + text + (comment if index == 0 else "") + (end or "\n" if index + 1 < len(after) else end)
    if not after and comment.strip():
        yield indent + comment.strip() + end


def _requirement(line: str) -> tuple[str, str, str]:
    """A line's requirement, its comment with the space before it, and its end."""
    body = line.rstrip("\r\n")
    end = line[len(body) :]
    match = _COMMENT.search(body)
    comment = match.group(0) if match else ""
    return body[: len(body) - len(comment)], comment, end
