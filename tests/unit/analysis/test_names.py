"""Uses that imports lead to: aliases, scopes, shadows, roles."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import OneRow, Rows, analysis, apis, members, uses

from mindport.engine import Engine


@pytest.mark.parametrize(
    "text",
    [
        "import torch\ntorch.nn.Conv2d(3, 4, 1)",
        "import torch.nn\ntorch.nn.Conv2d(3, 4, 1)",
        "import torch.nn as nn\nnn.Conv2d(3, 4, 1)",
        "from torch import nn\nnn.Conv2d(3, 4, 1)",
        "from torch import nn as layers\nlayers.Conv2d(3, 4, 1)",
        "from torch.nn import Conv2d\nConv2d(3, 4, 1)",
        "from torch.nn import Conv2d as C\nC(3, 4, 1)",
        "from torch.nn.modules.conv import Conv2d\nConv2d(3, 4, 1)",
        "import torch.nn.modules.conv as conv\nconv.Conv2d(3, 4, 1)",
        "from torch.nn import *\nConv2d(3, 4, 1)",
        "import torch as t\nt.nn.Conv2d(3, 4, 1)",
        "def f():\n    from torch import nn\n    nn.Conv2d(3, 4, 1)",
        "try:\n    from torch import nn\nexcept ImportError:\n    nn = None\nnn.Conv2d(3, 4, 1)",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from torch import nn\nnn.Conv2d(3, 4, 1)",
        "from torch import nn\nclass A:\n    def f(self):\n        return nn.Conv2d(3, 4, 1)",
        "from torch import nn\nclass A:\n    class nn:\n        def f(self):\n            return nn.Conv2d(3, 4, 1)",
        "from torch import nn\nlayers = nn\nlayers.Conv2d(3, 4, 1)",
        "def f():\n    return nn.Conv2d(3, 4, 1)\nfrom torch import nn",
        "try:\n    from torch.nn import Conv2d\nexcept ImportError:\n    def Conv2d(*a): pass\nConv2d(3, 4, 1)",
        "try:\n    from torch.nn import Conv2d as C\nexcept ImportError:\n    from torch.nn import Conv1d as C\nC(3, 4, 1)",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from x import C\nelse:\n"
        "    from torch.nn import Conv2d as C\nC(3, 4, 1)",
    ],
)
def test_every_way_to_import_leads_to_the_api(text: str) -> None:
    assert apis(text) == ["torch.nn.Conv2d"]


def test_of_two_imports_the_one_that_works_counts() -> None:
    old = "try:\n    from torchvision.models.utils import load_url as load\nexcept ImportError:\n"

    assert apis(old + "    from torch.hub import load_state_dict_from_url as load\nload('a')") == [
        "torch.hub.load_state_dict_from_url"
    ]
    assert apis(old + "    load = None\nload('a')") == ["torchvision.models.utils.load_url"]


@pytest.mark.parametrize(
    "text",
    [
        "from torch import nn\ndef f(nn):\n    nn.Conv2d(3, 4, 1)",
        "from torch import nn\ndef f():\n    nn = load()\n    nn.Conv2d(3, 4, 1)",
        "from torch import nn\nfor nn in many():\n    nn.Conv2d(3, 4, 1)",
        "from torch import nn\nwith load() as nn:\n    nn.Conv2d(3, 4, 1)",
        "from torch import nn\nfrom jax import nn\nnn.Conv2d(3, 4, 1)",
        "from torch import nn\n[nn.Conv2d(3, 4, 1) for nn in many()]",
        "from torch import nn\nf = lambda nn: nn.Conv2d(3, 4, 1)",
        "import mytorch as torch\ntorch.nn.Conv2d(3, 4, 1)",
        "from .torch import nn\nnn.Conv2d(3, 4, 1)",
        "def f():\n    from torch import nn\nnn.Conv2d(3, 4, 1)",
        "'torch.nn.Conv2d(3, 4, 1)'  # torch.nn.Conv2d(3, 4, 1)",
    ],
)
def test_a_shadowed_or_foreign_name_is_no_use(text: str) -> None:
    assert apis(text) == []


def test_roles_tell_how_a_name_is_used() -> None:
    text = """
    import torch
    from torch import nn, Tensor
    @torch.no_grad()
    def f(x: Tensor, act: type = nn.ReLU) -> "Tensor":
        y: torch.Tensor = torch.relu(x)
    class A(nn.Module):
        layer = nn.Identity
    """

    assert uses(text) == [
        "torch.no_grad decorator imported [torch.no_grad]",
        "torch.Tensor annotation imported [Tensor]",
        "torch.nn.ReLU reference imported [nn.ReLU]",
        "torch.Tensor annotation imported [Tensor]",
        "torch.Tensor annotation imported [torch.Tensor]",
        "torch.relu call imported [torch.relu]",
        "torch.nn.Module base_class imported [nn.Module]",
        "torch.nn.Identity reference imported [nn.Identity]",
    ]


def test_a_from_import_of_an_api_is_a_use_of_role_import() -> None:
    found = analysis("from torch.nn import Conv2d as C, functional as F\n")

    assert [(use.api, use.role.value, found.source.text[use.span.start : use.span.end]) for use in found.uses] == [
        ("torch.nn.Conv2d", "import", "Conv2d")
    ]


def test_a_call_through_another_name_is_inferred() -> None:
    assert uses("from torch import nn\nconv = nn.Conv2d\nconv(3, 4, 1)\nprint(conv)\n") == [
        "torch.nn.Conv2d reference imported [nn.Conv2d]",
        "torch.nn.Conv2d call inferred [conv]",
    ]


def test_a_name_that_may_be_one_of_two_is_no_call() -> None:
    assert apis("from torch import nn\nact = nn.ReLU if x else nn.GELU\nact()\n") == ["torch.nn.ReLU", "torch.nn.GELU"]


def test_an_unknown_name_below_torch_is_still_a_use() -> None:
    assert apis(
        "import torch, torchvision\nfrom torchvision import transforms as T\n"
        "torch.no_such(1)\ntorchvision.models.resnet18()\nT.Compose([])\n"
    ) == ["torch.no_such", "torchvision.models.resnet18", "torchvision.transforms.Compose"]


def test_a_bare_module_is_no_use() -> None:
    assert apis("import torch\nfrom torch import nn\nprint(torch, nn, torch.nn.functional)\n") == []


def test_only_the_member_counts_in_a_class_chain() -> None:
    assert uses("import torch\ntorch.Tensor.view(x, 1)\n") == ["torch.Tensor.view call imported [torch.Tensor.view]"]


def test_a_class_and_what_it_has_from_another_are_both_uses() -> None:
    text = (
        "from torch import nn\nclass A(nn.Linear):\n    def train(self, mode=True):\n"
        "        nn.Linear.train(self, mode)\n        nn.Module.train(self, mode)\n"
    )

    assert uses(text)[1:] == [
        "torch.nn.Linear reference imported [nn.Linear]",
        "torch.nn.Module.train call imported [train]",
        "torch.nn.Module.train call imported [nn.Module.train]",
    ]


def test_a_setting_of_torch_is_a_reference() -> None:
    assert uses("import torch\ntorch.backends.cudnn.benchmark = True\n") == [
        "torch.backends.cudnn.benchmark reference imported [torch.backends.cudnn.benchmark]"
    ]
    assert apis("import torch\ntorch.backends.cudnn.conv.fp32_precision = 'tf32'\n") == [
        "torch.backends.cudnn.conv.fp32_precision"
    ]


def test_a_call_is_bound_to_the_row_s_signature() -> None:
    index = Rows({"torch.cat": OneRow("function", "tensor", ("(tensors, dim=0, *, out=None)",))})

    found = analysis("import torch\ntorch.cat([a, b], 1)\ntorch.cat(1, 2, 3)\n", index)

    first, second = found.uses
    assert first.bound is not None
    assert {"tensors", "dim"} == set(first.bound.arguments)
    assert second.bound is None


def test_aliases_of_rows_give_the_row_s_name() -> None:
    index = Rows({"torch.cat": OneRow()}, {"torch.concat": "torch.cat"})

    assert apis("import torch\ntorch.concat([a])\n", index) == ["torch.cat"]


def test_uses_come_in_the_order_of_the_text_with_spans_of_the_names() -> None:
    text = "import torch\ny = torch.cat([  # 拼接\n    torch.ones(2), torch.zeros(2)]).view(-1)\n"

    assert uses(text) == [
        "torch.cat call imported [torch.cat]",
        "torch.ones call imported [torch.ones]",
        "torch.zeros call imported [torch.zeros]",
        "torch.Tensor.view call inferred [view]",
    ]


def test_module_classes_are_listed_with_their_names() -> None:
    found = analysis("""
    from torch import nn
    class Net(nn.Module): pass
    @final
    class Deep(Net): pass
    class Plain: pass
    """)

    text = found.source.text
    assert [text[m.name_span.start : m.name_span.end] for m in found.modules] == ["Net", "Deep"]
    assert text[found.modules[1].span.start] == "@"


def test_broken_code_gives_a_problem_and_no_uses() -> None:
    found = analysis("import torch\ntorch.ones(\n")

    assert (found.uses, [problem.kind for problem in found.problems]) == ((), ["syntax-error"])


def test_without_an_import_of_torch_nothing_is_taken_for_a_tensor() -> None:
    assert apis("import jax\ndef f(x):\n    return x.unsqueeze(0).view(1, 2)\nload().masked_fill(y, 0)\n") == []


def test_a_module_that_is_called_is_a_use() -> None:
    assert apis("import torch\ntorch.utils.checkpoint(f, x)\n") == ["torch.utils.checkpoint"]


def test_other_names_of_what_is_not_torch_are_no_uses() -> None:
    assert apis("import torch\nsize = len\nsize(x)\nadd = [].append\nadd(1)\nf = print\nf()\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('import torch\nact = getattr(torch, "relu")\nact(x)', "torch.relu call inferred [act]"),
        (
            'import torch\ndef own(x): ...\nact = getattr(torch, "relu", None) or own\nact(x)',
            "torch.relu call inferred [act]",
        ),
        ('from torch import nn\nC = getattr(nn, "Conv2d")\nC(3, 4, 1)', "torch.nn.Conv2d call inferred [C]"),
        ("from torch import nn\nconv = nn.Conv2d\nconv(3, 4, 1)", "torch.nn.Conv2d call inferred [conv]"),
        (
            "from torchvision.utils import save_image\nsave_image(x)",
            "torchvision.utils.save_image call imported [save_image]",
        ),
        ("from torchvision.datasets import MNIST\nMNIST('.')", "torchvision.datasets.MNIST call imported [MNIST]"),
        ("import torch\ntorch.nn.modules.dropout.Dropout", "torch.nn.Dropout reference imported"),
        ("from torch import nn\nnn.Embedding.from_pretrained(w)", "torch.nn.Embedding.from_pretrained call imported"),
    ],
)
def test_names_that_are_given_or_not_listed(text: str, found: str) -> None:
    assert any(use.startswith(found) for use in uses(text)), uses(text)


@pytest.mark.parametrize(
    "body",
    [
        "acts = {'relu': nn.ReLU, 'gelu': nn.GELU}\nacts[k]()(torch.ones(1)).sum()",
        "acts = (nn.ReLU, nn.GELU)\nacts[i]()(torch.ones(1)).sum()",
        "import functools\nn = functools.partial(nn.LayerNorm, eps=1)\nn(4)(torch.ones(1)).sum()",
        "from torchvision import transforms as T\nt = T.Compose([T.Resize(3), T.ToTensor()])\nt(img).unsqueeze(0).sum()",
        "x = getattr(torch, 'ones')(2)\nx.sum()",
    ],
)
def test_what_classes_held_elsewhere_make_is_followed(body: str) -> None:
    assert members(body)[-1] == "T.sum"


def test_functions_of_a_project_without_torch_bring_none_along(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    (tmp_path / "context.py").write_text("def wrap(f):\n    return f\n", encoding="utf-8")
    text = "from context import *\nfrom context import wrap\n\n@wrap\ndef f(ctx, z):\n    return ctx.sqrt(z).erfc().unsqueeze(0)\n"

    analysis = Engine().analyze(text, tmp_path / "a.py")

    assert analysis.uses == ()


def test_names_that_torch_keeps_to_itself_are_told_as_they_are() -> None:
    text = """
    import typing
    import torch
    if typing.TYPE_CHECKING:
        from typing import overload
    else:
        from torch.jit import _overload as overload
    try:
        from torch import _assert
    except ImportError:
        def _assert(condition, message): ...
    @overload
    def f(x): ...
    _assert(1 > 0, "")
    aten = torch.ops.aten
    aten._to_copy.default
    """

    found = [line.rpartition(" [")[0] for line in uses(text)]

    assert found == [
        "torch.jit._overload decorator imported",
        "torch._assert call imported",
        "torch.ops.aten._to_copy reference imported",
    ]


def test_what_is_only_imported_for_type_checkers_is_not_what_runs() -> None:
    text = """
    from typing import TYPE_CHECKING
    if TYPE_CHECKING:
        from torch.nn import Linear
    else:
        from mine import Linear
    Linear(3)
    """

    assert uses(text) == []


def test_what_a_module_of_torch_has_from_torch_is_torchs() -> None:
    text = "from torch.distributions.transforms import *\n\ndef f(x: Tensor):\n    return ExpTransform()(x.exp())\n"
    found = {finding.use.api for finding in Engine().analyze(text).findings}

    assert {"torch.Tensor", "torch.Tensor.exp"} <= found and "torch.distributions.transforms.Tensor" not in found


def test_a_module_within_a_package_brings_what_the_package_has_from_it() -> None:
    text = (
        "from torch.utils.data.sampler import *\n\nx = BatchSampler(SequentialSampler([1]), 2, False)\ny = Dataset()\n"
    )
    found = {finding.use.api for finding in Engine().analyze(text).findings}

    assert found == {"torch.utils.data.BatchSampler", "torch.utils.data.SequentialSampler"}
