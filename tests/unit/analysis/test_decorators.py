"""Decorators of the user's own: those that leave a function what it is, and those that may not."""

from __future__ import annotations

import pytest
from found_uses import members

TIMED = """
def timed(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        begin = time.time()
        out = fn(*args, **kwargs)
        print(time.time() - begin)
        return out
    return inner
"""
SKIPPING = """
def timed(fn):
    def inner(x):
        if not exists(x):
            return x
        return fn(x)
    return inner
"""
WITH_ARGUMENTS = """
def timed(name):
    def outer(fn):
        def inner(*args):
            return fn(*args)
        return inner
    return outer
timed = timed("a")
"""
KEEPING = """
def timed(fn):
    TABLE.append(fn)
    return fn
"""
LISTING = """
def timed(fn):
    def inner(*args):
        return [fn(*args)]
    return inner
"""
REPLACING = """
def timed(fn):
    def inner(*args):
        out = fn(*args)
        out = out.item()
        return out
    return inner
"""
OTHER_ARGUMENTS = """
def timed(fn):
    def inner(n):
        return fn(table[n])
    return inner
"""
CLOSED = """
def timed(fn):
    return lambda *args: fn(*args)
"""


def _keeping_what(*then: str) -> str:
    lines = "".join(f"        {line}\n" for line in ("out = fn(*args)", *then, "return out"))
    return f"\ndef timed(fn):\n    def inner(*args):\n{lines}    return inner\n"


USED = """
@timed
def make(n):
    return torch.ones(n)

make(3).round()
"""


@pytest.mark.parametrize("decorator", [TIMED, SKIPPING, WITH_ARGUMENTS, KEEPING])
def test_what_is_handed_on_stays(decorator: str) -> None:
    assert members(decorator + USED) == ["T.round"]


@pytest.mark.parametrize("decorator", [LISTING, REPLACING, OTHER_ARGUMENTS, CLOSED, "from mine import timed\n"])
def test_what_may_be_changed_is_not_known(decorator: str) -> None:
    assert [one for one in members(decorator + USED) if one != "T.item"] == []


@pytest.mark.parametrize(
    "then",
    [
        "out += other(*args)",
        "out, rest = split(out)",
        "with opened(out) as out: pass",
        "for out in out.parts: pass",
        "import json as out",
        "except_for((out := 3))",
    ],
)
def test_a_result_that_becomes_something_else(then: str) -> None:
    assert members(_keeping_what("log(out)") + USED) == ["T.round"]
    assert members(_keeping_what(then) + USED) == []


@pytest.mark.parametrize("then", ["fn = other(fn)", "inner = other(inner)"])
def test_a_decorator_that_returns_something_else_under_the_name(then: str) -> None:
    returned = then.partition(" ")[0]
    text = f"\ndef timed(fn):\n    def inner(*args):\n        return fn(*args)\n    {then}\n    return {returned}\n"
    assert members(text + USED) == []


def test_a_method_that_is_decorated_with_a_mode() -> None:
    body = """
    def in_eval_mode(fn):
        def inner(model, *args, **kwargs):
            was_training = model.training
            model.eval()
            out = fn(model, *args, **kwargs)
            model.train(was_training)
            return out
        return inner

    class Net(nn.Module):
        @torch.no_grad()
        @in_eval_mode
        def sample(self, n):
            return torch.ones(n)

    Net().sample(3).round()
    """
    assert members(body) == ["M.eval", "M.train", "T.round"]


@pytest.mark.parametrize(
    "decorator",
    ["typing.no_type_check", "torch.compiler.disable(recursive=False)", "jaxtyping.jaxtyped(typechecker=check)",
     "beartype.beartype", "tenacity.retry(stop=after(3))", "typing_extensions.override", "mmcv.runner.force_fp32()",
     "functools.lru_cache(maxsize=3)"],
)  # fmt: skip
def test_decorators_of_libraries_that_change_nothing(decorator: str) -> None:
    library = decorator.partition(".")[0]
    text = f"import {library}\n@{decorator}\ndef make(n):\n    return torch.ones(n)\nmake(3).round()\n"

    assert members(text) == ["T.round"]


@pytest.mark.parametrize("decorator", ["ray.remote", "functools.partial(ray.remote, n=1)", "click.command()"])
def test_decorators_of_libraries_that_may_change_anything(decorator: str) -> None:
    text = f"import click, functools, ray\n@{decorator}\ndef make(n):\n    return torch.ones(n)\nmake(3).round()\n"

    assert members(text) == []


WRAPPING = """
import functools
import numpy as np
import torch
from torch import Tensor


def vectors(given):
    {by}
    def wrapped(self, mat, *args):
        found = given(self, mat[None], *args)
        return found[0]

    return wrapped


class A:
    @vectors
    def made(self, mat){returns}:
        return self.other(mat)

    def use(self, x):
        return (self.made(x) ** 2).sum(1).dim()
"""


@pytest.mark.parametrize(
    ("by", "returns", "found"),
    [
        ("@functools.wraps(given)", " -> Tensor", ["T.sum", "T.dim"]),
        ("@functools.wraps(given)", "", []),
        ("", " -> Tensor", []),
        ("@functools.wraps(other)", " -> Tensor", []),
        ("@functools.wraps(given)", " -> np.ndarray", []),
    ],
)
def test_what_is_wrapped_as_itself_likely_gives_what_it_declares(by: str, returns: str, found: list[str]) -> None:
    assert [one for one in members(WRAPPING.format(by=by, returns=returns)) if one.startswith("T.")] == found
