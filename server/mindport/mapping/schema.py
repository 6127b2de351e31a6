"""Validates raw rows against the JSON Schema of the row format. For development, tests and builds, not for the server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from mindport.mapping import decode, load


def path() -> Path:
    """Where the schema stands."""
    return load.find().root / "schema" / "row.schema.json"


def errors(raw: Mapping[str, object]) -> list[str]:
    """What is wrong with a raw row, one line each, in the order of the document."""
    found = sorted(_validator().iter_errors(raw), key=lambda e: [str(part) for part in e.absolute_path])
    return [f"{decode.dotted(tuple(error.absolute_path))}: {error.message}" for error in found]


@lru_cache(maxsize=1)
def _validator() -> Any:
    import jsonschema

    schema = json.loads(path().read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)
