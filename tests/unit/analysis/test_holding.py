"""What a method has just put into an attribute of its own object, of which nothing is known elsewhere."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = "class A:\n    def __init__(self, given):\n        self.a = given.a\n"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("def f(self):\n    self.a = torch.ones(1)\n    self.a.item()", ["T.item"]),
        (
            "def f(self):\n    self.a = torch.ones(1)\n    b = torch.exp(self.a)\n    print(b)\n    self.a.item()",
            ["T.item"],
        ),
        ("def f(self):\n    self.a = torch.ones(1)\n    if self.c:\n        self.a.item()", ["T.item"]),
        ("@torch.no_grad()\ndef f(self):\n    self.a = torch.ones(1)\n    self.a.item()", ["T.item"]),
        ("def f(self):\n    for x in self.xs:\n        self.a = torch.ones(1)\n        self.a.item()", ["T.item"]),
        # look-alikes
        ("def f(self):\n    self.a.item(1)", []),
        ("def f(self):\n    self.a = torch.ones(1)\n    self.reset()\n    self.a.item(1)", []),
        ("def f(self):\n    self.a = torch.ones(1)\n    reset(self)\n    self.a.item(1)", []),
        ("def f(self):\n    self.a = torch.ones(1)\n    self.a = self.read()\n    self.a.item(1)", []),
        ("def f(self):\n    self.b = torch.ones(1)\n    self.a.item(1)", []),
        ("def f(self):\n    if self.c:\n        self.a = torch.ones(1)\n    self.a.item(1)", []),
        ("def f(self):\n    if self.c:\n        self.a = torch.ones(1)\n    else:\n        self.a.item(1)", []),
        (
            "def f(self):\n    self.a = torch.ones(1)\n    for x in self.xs:\n        self.a.item(1)\n        self.a = x.b",
            [],
        ),
        ("def f(self):\n    self.a = torch.ones(1)\n    self.g = lambda: self.a.item(1)\n    self.a.item(1)", []),
        ("def f(self):\n    self.a = torch.ones(1)\n    [self.a.item(1) for x in self.xs if self.reset()]", []),
        ("def f(self):\n    self.a = torch.ones(1)\n    def g():\n        self.a.item(1)\n    g()", []),
        ("def f(self):\n    self.a = torch.ones(1)\ndef g(self):\n    self.a.item(1)", []),
        ("def f(self, other):\n    self.a = torch.ones(1)\n    other.a.item(1)", []),
    ],
)
def test_it_holds_until_something_may_have_changed_it(body: str, found: list[str]) -> None:
    assert members(HEAD + "".join(f"    {line}\n" for line in body.splitlines())) == found
