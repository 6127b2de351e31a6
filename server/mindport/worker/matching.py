"""Finds the place of every torch parameter and buffer among those of a MindSpore model. Pure; both are plain entries.

A torch entry carries ``candidates``: the MindSpore names under which it may live, likeliest first, each with the shape
that it would have there. The first that exists with that shape is its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

# A count of batches that MindSpore does not keep; it takes part in no computation unless momentum is None.
_NOT_KEPT = frozenset({"num_batches_tracked"})
# Buffers that decide the result: without a place for them a comparison means nothing.
_NEEDED = frozenset({"running_mean", "running_var"})


_REFUSED = re.compile(r"[^0-9a-zA-Z_.\-]", re.ASCII)
"""What a name in torch may hold and a Cell's may not; the helper that adds Cells writes an underscore."""


def match(torch: Sequence[dict[str, Any]], mindspore: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Pairs to load, the torch names without a place, the MindSpore parameters that nothing fills, and notes."""
    places = {entry["name"]: entry for entry in mindspore}
    for entry in mindspore:
        places.setdefault(entry.get("saved") or entry["name"], entry)
    arrays = {entry["name"]: entry.get("array") for entry in torch}
    pairs: list[dict[str, Any]] = []
    missing: list[str] = []
    notes: list[str] = []
    filled: set[str] = set()
    for entry in torch:
        leaf = entry["name"].rpartition(".")[2]
        place, problem = _place(entry, places)
        if place is None:
            if entry["kind"] == "parameter" or leaf in _NEEDED:
                missing.append(f"{entry['name']} {entry['shape']}{problem}")
            elif leaf not in _NOT_KEPT:
                notes.append(f"buffer {entry['name']} has no counterpart")
            continue
        if place["kind"] == "tensor" and entry["kind"] == "parameter":
            notes.append(f"{entry['name']} is a parameter in torch, {place['name']} is none in MindSpore")
        filled.add(place["name"])
        number = entry.get("array")
        pairs.append(
            {
                "torch": entry["name"],
                "name": place["name"],
                "array": arrays[entry["same_as"]] if number is None else number,
                "shape": place["shape"],
                "kind": entry["kind"],
                "trainable": [bool(entry.get("trainable")), bool(place.get("trainable"))],
                "same_as": [entry.get("same_as"), place.get("same_as")],
            }
        )
    shared = {entry["name"] for entry in mindspore if entry.get("same_as") in filled}
    left = [e for e in mindspore if e["kind"] == "parameter" and e["name"] not in filled | shared]
    unexpected = [f"{entry['name']} {entry['shape']}" for entry in left if entry["trainable"]]
    notes += [
        f"{entry['name']} has no counterpart in torch; it is not trained" for entry in left if not entry["trainable"]
    ]
    notes += [
        f"{pair['torch']} is shared with {pair['same_as'][0]} in torch, in MindSpore it is not"
        for pair in pairs
        if pair["same_as"][0] and not _shared(pair, pairs)
    ]
    return {"pairs": pairs, "missing": missing, "unexpected": unexpected, "notes": notes}


def _place(entry: dict[str, Any], places: dict[str, dict[str, Any]]) -> tuple[dict[str, Any] | None, str]:
    problem = ""
    for candidate in entry["candidates"]:
        place = places.get(candidate["name"]) or places.get(_REFUSED.sub("_", candidate["name"]))
        if place is None:
            continue
        if place["shape"] == candidate["shape"] or _without_ones(place["shape"]) == _without_ones(entry["shape"]):
            return place, ""
        problem = f" (in MindSpore {place['name']} {place['shape']})"
    return None, problem


def _shared(pair: dict[str, Any], pairs: Sequence[dict[str, Any]]) -> bool:
    """Whether the place of a pair is the same object as that of the torch entry that it is shared with."""
    other = next((p for p in pairs if p["torch"] == pair["same_as"][0]), None)
    if other is None:
        return False
    return bool((pair["same_as"][1] or pair["name"]) == (other["same_as"][1] or other["name"]))


def _without_ones(shape: Sequence[int]) -> list[int]:
    return [size for size in shape if size != 1]
