"""The helpers that find MindSpore's counterparts by torch's names say what the rows say."""

from __future__ import annotations

import ast

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.index import load
from mindport.mapping.row import Target

_MODULES = {
    "layer_named": "torch.nn",
    "function_named": "torch.nn.functional",
    "initializer_named": "torch.nn.init",
    "optimizer_named": "torch.optim",
    "scheduler_named": "torch.optim.lr_scheduler",
    "torch_named": "torch",
    "network_named": "torchvision.models",
}


@pytest.mark.parametrize("helper", _MODULES)
def test_what_a_name_gives_is_what_is_handed_around_for_it(helper: str) -> None:
    tree = ast.parse(load().helper(helper) or "")
    (table,) = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    assert isinstance(table, ast.Dict)
    told = {ast.literal_eval(key): ast.unparse(value) for key, value in zip(table.keys, table.values) if key}
    module = _MODULES[helper]
    lines = "".join(f'kept["{name}"] = {module}.{name}\n' for name in told)

    migrated = Engine(Settings(target=Target.CPU)).migrate_text(f"import {module}\n\nkept = {{}}\n{lines}").text

    found = {
        node.targets[0].slice.value: ast.unparse(node.value)
        for node in ast.parse(migrated).body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Subscript)
        and isinstance(node.targets[0].slice, ast.Constant)
    }
    assert told == found
