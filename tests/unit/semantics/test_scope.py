"""Bindings of a file: what imports bring, and which names are taken."""

from __future__ import annotations

import ast

from mindport.semantics.scope import collect, star_names
from mindport.semantics.torch_names import torch_names

TEXT = """
import torch, os.path
import torch.nn as nn
from torch.nn import functional as F, Linear
from .parts import Block
try:
    from torch import fx
except ImportError:
    fx = None

def f(a, *b, c=1, **d):
    import mindspore as ms
    for i in a:
        with open(i) as h: pass
    [j for j in b]

class K: pass
"""


def test_each_import_statement_says_what_it_binds() -> None:
    found = [(name.local, name.qualified) for name in collect(ast.parse(TEXT)).names()]

    assert found == [
        ("torch", "torch"), ("os", "os"), ("nn", "torch.nn"), ("F", "torch.nn.functional"), ("Linear", "torch.nn.Linear"),
        ("Block", ".parts.Block"), ("fx", "torch.fx"), ("ms", "mindspore"),
    ]  # fmt: skip


def test_names_bound_otherwise_are_known() -> None:
    bindings = collect(ast.parse(TEXT))

    assert {"fx", "f", "a", "b", "c", "d", "i", "h", "j", "K"} == bindings.bound_elsewhere
    assert frozenset(["torch.fx"]) == bindings.qualified("fx")


def test_a_free_name_is_neither_bound_nor_read() -> None:
    bindings = collect(ast.parse("import torch as t\nprint(ops)\nmint = 1\n"))

    assert [bindings.is_free(name) for name in ("ms", "ops", "mint", "t")] == [True, False, False, False]


def test_a_star_import_brings_the_public_names_of_the_module() -> None:
    assert {"Conv2d", "Module", "functional"} <= set(star_names("torch.nn"))
    assert "relu" in star_names("torch.nn.functional")


def test_private_homes_of_a_class_lead_to_its_public_name() -> None:
    canonical = torch_names().canonical

    assert canonical("torch.nn.modules.linear.Linear") == "torch.nn.Linear"
    assert canonical("torch.utils.data.dataloader.DataLoader") == "torch.utils.data.DataLoader"
    assert canonical("torch.optim.adam.Adam") == "torch.optim.Adam"
    assert canonical("torch.optim.lr_scheduler._LRScheduler") == "torch.optim.lr_scheduler.LRScheduler"
    assert canonical("torch.special.exp2") == "torch.special.exp2"
