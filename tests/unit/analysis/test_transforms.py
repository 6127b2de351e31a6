"""``torch.func``: functions made of functions."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = """
from torch.func import functional_call, grad, grad_and_value, hessian, jacrev, jvp, linearize, stack_module_state, vjp, vmap
net = nn.Linear(2, 2)
x = torch.ones(3, 2)
weights = dict(net.named_parameters())
def cube(t: torch.Tensor):
    return (t ** 3).sum()
def loss(w, a):
    return functional_call(net, w, (a,)).square().mean()
"""
_OF_HEAD = len(members(HEAD))


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("vmap(cube)(x).sort()", ["sort"]),
        ("torch.vmap(torch.dot)(x, x).sum()", ["sum"]),
        ("grad(cube)(x).norm()", ["norm"]),
        ("jacrev(lambda t: torch.stack([t.prod(), t.sum()]))(x).shape", ["prod", "sum", "shape"]),
        ("hessian(lambda t: t.pow(3).sum())(x).trace()", ["pow", "sum", "trace"]),
        (
            "[g.flatten(1).norm() for g in vmap(grad(loss), in_dims=(None, 0))(weights, x).values()]",
            ["flatten", "norm"],
        ),
        ("g, value = grad_and_value(loss)(weights, x)\ng['weight'].abs(), value.item()", ["abs", "item"]),
        ("g = grad(loss, argnums=1)(weights, x)\ng.abs()", ["abs"]),
        ("a, b = grad(loss, argnums=(0, 1))(weights, x)\nb.abs()", ["abs"]),
        ("g, aux = grad(lambda t: (cube(t), t.mean()), has_aux=True)(x)\ng.abs(), aux.item()", ["mean", "abs", "item"]),
        ("out, back = vjp(cube, x)\nout.item(), back(out)[0].shape", ["item", "shape"]),
        ("out, push = jvp(cube, (x,), (x,))\nout.item(), push.item()", ["item", "item"]),
        ("out, push = linearize(cube, x)\npush(x).item()", ["item"]),
        ("w, b = stack_module_state([net, net])\n{k: v.shape for k, v in w.items()}", ["shape"]),
    ],
)
def test_what_a_function_made_of_a_function_gives(code: str, found: list[str]) -> None:
    known = members(HEAD + code + "\n")
    assert [one for one in known if one.startswith("T.")][-len(found) :] == [f"T.{one}" for one in found]
    assert len(known) == _OF_HEAD + len(found)


def test_a_function_keeps_what_it_is_given_by_the_one_made_of_it() -> None:
    code = "def score(v):\n    return v.dot(v)\nper = torch.func.vmap(score)(torch.ones(2, 3))\nper.mean()\n"
    assert members(code) == ["T.dot", "T.mean"]
