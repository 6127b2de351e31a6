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
    assert [one for one in members(decorator + USED) if one != "T.item?"] == []


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
