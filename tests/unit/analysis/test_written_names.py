"""Attributes that are set and read by names that the code writes out, be it in a loop over several."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = "class Net(nn.Module):\n    names = ()\n    def __init__(self, n, betas, **kw):\n        super().__init__()\n"


def read(setting: str, reading: str, before: str = "") -> list[str]:
    body = "".join(f"        {line}\n" for line in setting.splitlines())
    found = members(f"{before}{HEAD}{body}    def later(self, i):\n        return {reading}\n")
    return [one for one in found if one.endswith((".T", ".mT"))]


@pytest.mark.parametrize(
    ("setting", "reading"),
    [
        ("for n in ('mean', 'std'):\n    self.register_buffer(n, torch.zeros(1))", "self.mean.T, self.std.mT"),
        ("for n in ['mean', 'std']:\n    self.register_buffer(f'{n}_x', torch.zeros(1))", "self.mean_x.T, self.std_x.mT"),
        ("for k, v in {'mean': 1, 'std': 2}.items():\n    self.register_buffer('r_' + k, torch.tensor(v))", "self.r_mean.T, self.r_std.mT"),
        ("for k, v in dict(mean=1, std=2).items():\n    setattr(self, '%s_r' % k, torch.tensor(v))", "self.mean_r.T, self.std_r.mT"),
        ("d = dict(mean=1)\nd['std'] = 2\nfor k in d:\n    setattr(self, k, torch.tensor(d[k]))", "self.mean.T, self.std.mT"),
        ("for k in dict(mean=1, std=2).keys():\n    self.register_parameter(k, nn.Parameter(torch.zeros(1)))", "self.mean.T, self.std.mT"),
        ("for i, n in enumerate(('mean', 'std')):\n    setattr(self, n, torch.zeros(i))", "self.mean.T, self.std.mT"),
        ("for n, s in zip(('mean', 'std'), (1, 2)):\n    setattr(self, n, torch.zeros(s))", "self.mean.T, self.std.mT"),
        ("for i in range(2):\n    self.register_buffer(f'mask{i}', torch.zeros(1))", "self.mask0.T, self.mask1.mT"),
        ("for i in range(n):\n    self.register_buffer('mask%d' % (i + 1), torch.zeros(1))", "self.mask1.T, self.mask2.mT"),
        ("for i in range(n):\n    name = 'mask' + str(i)\n    setattr(self, name, torch.zeros(1))", "self.mask1.T, getattr(self, f'mask{i}').mT"),
        ("self.mask1 = torch.zeros(1)\nself.mask2 = torch.zeros(1)", "getattr(self, f'mask{i}').T, getattr(self, 'mask1').mT"),
        ("keep = lambda name, x: self.register_buffer(name, x)\nfor n in ('mean', 'std'):\n    keep(n, torch.zeros(1))", "self.mean.T, self.std.mT"),
        ("def keep(name, x):\n    self.register_buffer(name, x.float())\nkeep('mean', betas)\nkeep('std', betas)", "self.mean.T, self.std.mT"),
        ("self.keep('mean')\nfor n in ('std',):\n    self.keep(n)", "self.mean.T, self.std.mT"),
        ("self.__dict__.update(mean=torch.zeros(1))\nvars(self).update({'std': torch.ones(1)})", "self.mean.T, self.std.mT"),
    ],
)  # fmt: skip
def test_what_is_set_by_a_name_that_is_written_out(setting: str, reading: str) -> None:
    mixin = "class Keeps:\n    def keep(self, name):\n        self.register_buffer(name, torch.zeros(1))\n"
    code = mixin if "self.keep(" in setting else ""
    found = read(setting, reading, code) if not code else members(_mixed(mixin, setting, reading))
    assert [one for one in found if one.endswith((".T", ".mT"))] == ["T.T", "T.mT"]


def _mixed(mixin: str, setting: str, reading: str) -> str:
    body = "".join(f"        {line}\n" for line in setting.splitlines())
    head = HEAD.replace("class Net(nn.Module)", "class Net(Keeps, nn.Module)")
    return f"{mixin}{head}{body}    def later(self, i):\n        return {reading}\n"


@pytest.mark.parametrize(
    ("setting", "reading"),
    [
        (
            "for k, v in {'mean': torch.zeros(1), 'count': 2}.items():\n    setattr(self, k, v)",
            "self.count.mT, self.mean.T",
        ),
        (
            "for n in ('mean', 'std'):\n    pass\nfor n in self.names:\n    setattr(self, n, torch.zeros(1))",
            "self.mean.T",
        ),
        ("for n in ('mean', 'std'):\n    n = self.renamed(n)\n    setattr(self, n, torch.zeros(1))", "self.mean.T"),
        ("for n in ('mean', 'std'):\n    setattr(betas, n, torch.zeros(1))", "self.mean.T"),
        ("for i in range(2):\n    setattr(self, f'mask{i}', torch.zeros(1))", "self.mask2.T"),
        ("def keep(name, x):\n    betas.register_buffer(name, x.float())\nkeep('mean', betas)", "self.mean.T"),
        ("self.other.__dict__.update(mean=torch.zeros(1))", "self.mean.T"),
    ],
)
def test_nothing_else_is_taken_for_set(setting: str, reading: str) -> None:
    assert read(setting, reading) == (["T.T"] if "self.count" in reading else [])


def test_parts_of_layers_that_are_read_by_name() -> None:
    code = "a, b = nn.BatchNorm2d(3), nn.BatchNorm2d(3)\nfor name in ('weight', 'running_mean'):\n    getattr(a, name).data.copy_(getattr(b, name).data)\n"
    assert members(code) == ["T.data", "T.copy_", "T.data"]


OBJECTS = {
    "keywords": "class Batch:\n    def __init__(self, **kw):\n        for k, v in kw.items():\n            setattr(self, k, v)\n",
    "its dict": "class Batch:\n    def __init__(self, **kw):\n        self.__dict__.update(kw)\n",
    "a dict": "class Batch(dict):\n    __getattr__ = dict.get\n    __setattr__ = dict.__setitem__\n",
    "a dict's items": "class Batch(dict):\n    def __getattr__(self, name):\n        return self[name]\n",
    "one dict": "class Batch(dict):\n    def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.__dict__ = self\n",
    "ordered": "from collections import OrderedDict\nclass Batch(OrderedDict):\n    def __getattr__(self, name):\n        return self[name]\n",
    "of no class": "from types import SimpleNamespace as Batch\n",
}


@pytest.mark.parametrize("made", OBJECTS.values(), ids=OBJECTS)
def test_objects_hold_what_they_are_given_by_name(made: str) -> None:
    code = f"{made}def make(x):\n    return Batch(x=torch.zeros(1), pair=[torch.ones(1)], n=3)\nb = make(1)\nb.x.T, b.n.real, [p.mT for p in b.pair]\n"
    found = [one for one in members(code) if one.endswith((".T", ".real", ".mT"))]
    assert sorted(found) == ["T.T", "T.mT"]


@pytest.mark.parametrize("kind", ["a dict", "a dict's items", "one dict", "ordered"])
def test_items_of_a_dict_whose_items_are_attributes(kind: str) -> None:
    assert members(f"{OBJECTS[kind]}b = Batch({{'x': torch.zeros(1), 'n': 3}})\nb['x'].T, b['n'].real, b.x.mT\n") == [
        "T.T",
        "T.mT",
    ]


def test_a_dict_without_attributes_has_none() -> None:
    assert members("class Batch(dict):\n    pass\nb = Batch(x=torch.zeros(1))\nb.x.T\n") == []


def test_what_an_object_of_no_class_is_given_later() -> None:
    code = "from types import SimpleNamespace\ns = SimpleNamespace(step=0, x=torch.zeros(1))\ns.y = torch.ones(1)\ns.x.data = s.y\ns.step.T, s.y.T, s.x.mT\n"
    assert [one for one in members(code) if one != "T.data"] == ["T.T", "T.mT"]
    replaced = "from types import SimpleNamespace\ns = SimpleNamespace(x=torch.zeros(1), y=torch.ones(1))\ns.x = 'text'\ns.x.T, s.y.mT\n"
    assert members(replaced) == ["T.mT"]


@pytest.mark.parametrize("bounds", ["0, 5, 0", "1, 2, 3, 4", ""])
def test_a_range_that_is_none_tells_nothing(bounds: str) -> None:
    assert (
        members(
            f"class N(nn.Module):\n    def __init__(self):\n        for i in range({bounds}):\n            setattr(self, f'a{{i}}', torch.ones(1))\n"
        )
        == []
    )
