"""How a migrated file looks around what changed: line breaks, blank lines, long imports."""

from __future__ import annotations

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.text import apply


def test_line_breaks_are_the_files_own() -> None:
    source = (
        "import torch, os\nfrom torch import nn\nimport torch.nn.functional as F\n\nnet = nn.Linear(3, 2)\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(3):\n    opt.zero_grad()\n"
        "    loss = F.cross_entropy(net(torch.randn(4, 3)), torch.tensor([0, 1, 1, 0]))\n"
        "    loss.backward()\n    opt.step()\n"
    )
    engine = Engine(Settings(Target.CPU))

    plain = engine.migrate_text(source).text
    other = engine.migrate_text(source.replace("\n", "\r\n")).text

    assert "value_and_grad" in plain
    assert other == plain.replace("\n", "\r\n")


def test_imports_that_go_leave_no_gap() -> None:
    source = (
        "import os\n\nimport torch.nn as nn\n\nfrom torch import Tensor\nimport torch\n\nimport sys\n\n\nx: nn.Module\n"
    )

    text = Engine(Settings(Target.CPU)).migrate_text(source).text

    assert text == "import os\n\nfrom mindspore import nn\n\nimport sys\n\n\nx: nn.Cell\n"


def test_a_long_import_is_wrapped() -> None:
    calls = [
        "corrcoef(x)",
        "einsum('ij->i', x)",
        "index_add(x, 0, i, x)",
        "index_copy(x, 0, i, x)",
        "promote_types(a, b)",
    ]
    source = "import torch\n\n" + "".join(f"y = torch.{call}\n" for call in [*calls, "renorm(x, 2, 0, 1)", "norm(x)"])
    engine = Engine(Settings(Target.CPU))

    text = engine.migrate_text(source).text

    assert "from mindport_helpers import (\n    " in text
    assert max(map(len, text.splitlines())) <= 88
    assert engine.migrate_text(text).text == text


def test_an_iterator_is_made_only_where_one_is_needed() -> None:
    source = (
        "from torch import nn\n\nnet = nn.Sequential(nn.Linear(2, 2))\nfirst = next(net.children())\n"
        "parts = [*net.children()]\nnames = dict(net.named_children())\nfor part in net.children():\n    print(part)\n"
    )

    text = Engine(Settings(Target.CPU)).migrate_text(source).text

    assert "first = next(iter(net.cells()))\nparts = [*net.cells()]\n" in text
    assert "names = dict(net.name_cells().items())\nfor part in net.cells():\n" in text


ALIGNED = '''\
import torch
from torch.utils.data import DataLoader

steps = {"train": torch.nn.Sequential(torch.nn.Linear(2, 3),
                                      torch.nn.Identity(),  # nothing
                                      # the last
                                      torch.nn.Linear(3,
                                                      2))}
total = torch.nn.functional.softmax(torch.cat([first(
                                        1),
                                               second]), 0)
text = torch.tensor(len("""
                    a text
"""), dtype=torch.float32,
                    requires_grad=False)
loose = torch.stack([total,
   total], dim=0)
hanging = torch.concat(
    [total, total],
    dim=0,
)
'''


def test_lines_below_a_bracket_follow_it() -> None:
    engine = Engine(Settings(Target.CPU))

    text = engine.migrate_text(ALIGNED).text
    lines = text.splitlines()

    first = next(line for line in lines if line.startswith("steps"))
    below = [line for line in lines[lines.index(first) + 1 :] if line.strip()][:4]
    column = first.index("Cell(") + 5
    assert [len(line) - len(line.lstrip()) for line in below[:3]] == [column] * 3
    assert below[3].index("2") == below[2].index("(") + 1
    assert "\n                    a text\n" in text  # within a string nothing moves
    assert "\n   total], axis=0)" in text
    assert "\n    [total, total],\n" in text
    assert engine.migrate_text(text).text == text
    assert engine.migrate_text(ALIGNED.replace("\n", "\r\n")).text == text.replace("\n", "\r\n")


def test_a_fix_of_one_use_moves_the_lines_below_it_along() -> None:
    call = "x = torch.nn.functional.relu(torch.zeros("
    source = f"import torch\n{call}2,\n{' ' * len(call)}3))\n"
    engine = Engine(Settings(Target.CPU))
    analysis = engine.analyze(source)
    relu = next(f for f in analysis.findings if f.use.api.endswith("relu"))

    fix = engine.fix(analysis, relu)

    assert fix is not None
    first, second = apply(source, fix.edits).splitlines()[-2:]
    assert second.index("3") == first.index("2")


def test_tabs_before_what_is_aligned_stay() -> None:
    source = "import torch\nif True:\n\tx = torch.nn.functional.relu(torch.zeros(2,\n\t                                         3))\n"

    text = Engine(Settings(Target.CPU)).migrate_text(source).text

    first, second = text.splitlines()[-2:]
    assert second.startswith("\t ") and second.index("3") == first.index("2")


def _migrated(source: str) -> str:
    engine = Engine(Settings(Target.CPU))
    text = engine.migrate_text(source).text
    assert engine.migrate_text(text).text == text
    return text


def test_torch_beside_other_imports_gives_way_to_the_block() -> None:
    source = "import torch, os, torchvision\nfrom torchvision import transforms\n\nx = torch.ones(2)\nt = [transforms.ToTensor()]\nos.getcwd()\n"

    assert _migrated(source) == (
        "import os\nimport mindspore.dataset as ds\nfrom mindspore import mint\n\n"
        "x = mint.ones(2)\nt = [ds.vision.ToTensor()]\nos.getcwd()\n"
    )


def test_the_block_stands_where_the_only_import_was() -> None:
    source = "import torchaudio\n\n\ndef read(path):\n    return torchaudio.load(path)\n"

    assert _migrated(source) == (
        "from mindport_helpers import load_waveform\n\n\ndef read(path):\n    return load_waveform(path)\n"
    )


def test_imports_that_only_torch_needed_go() -> None:
    source = (
        "from typing import List, Optional, Tuple  # types\nimport math\nimport torch\n\n\n"
        "def sizes(x: Optional[int]):\n    # a List of sizes\n"
        "    found = torch.jit.annotate(List[Tuple[int, int]], [])\n    return found, math.pi\n"
    )

    assert _migrated(source) == (
        "from typing import Optional  # types\nimport math\n\n\n"
        "def sizes(x: Optional[int]):\n    # a List of sizes\n    found = []\n    return found, math.pi\n"
    )


def test_what_a_function_imported_for_torch_alone_goes() -> None:
    source = (
        "import torch\nfrom mine.devices import device_of\n\n\n"
        "def zeros(x):\n    from mine.devices import device_in, kind  # here: mine imports this file\n"
        "    import mine.places\n"
        "    return torch.zeros(kind(x), device=device_in(x)) + torch.ones(1, device=mine.places.of(x))\n\n\n"
        "def ones():\n    from mine.devices import default\n    return torch.ones(3, device=default())\n\n\n"
        "def more(x):\n    return torch.ones(3, device=device_of(x))\n"
    )

    assert _migrated(source) == (
        "from mindspore import mint\nfrom mine.devices import device_of\n\n\n"
        "def zeros(x):\n    from mine.devices import kind  # here: mine imports this file\n"
        "    return mint.zeros(kind(x)) + mint.ones(1)\n\n\n"
        "def ones():\n    return mint.ones(3)\n\n\n"
        "def more(x):\n    return mint.ones(3)\n"
    )


def test_what_a_function_tries_to_import_or_imports_for_others_stays() -> None:
    source = (
        "import torch\n\n\ndef setup():\n    global place\n    from mine.devices import place\n"
        "    return torch.ones(3, device=place())\n\n\n"
        "def check():\n    try:\n        from mine.devices import found\n    except ImportError:\n        return None\n"
        "    return torch.ones(3, device=found())\n"
    )

    assert "    from mine.devices import place\n" in _migrated(source)
    assert "        from mine.devices import found\n" in _migrated(source)


def test_names_that_were_unused_before_or_are_exported_stay() -> None:
    source = "from typing import List, Tuple\nimport torch\n\n__all__ = ['List']\nfound = torch.jit.annotate(List[int], [])\n"

    assert _migrated(source) == "from typing import List, Tuple\n\n__all__ = ['List']\nfound = []\n"


def test_a_name_of_torchvision_is_imported_once_in_a_block() -> None:
    source = (
        "from torchvision.utils import save_image, anything\n\n\ndef save(x, deep):\n    anything(x)\n"
        "    if deep:\n        anything(deep)\n    else:\n        return\n    anything(x)\n"
    )

    assert _migrated(source).count("from torchvision.utils import anything") == 1


def test_a_method_of_a_helper_class_is_called_on_the_helper() -> None:
    source = (
        "import torch\nfrom torch.distributions import Distribution\n\n\nclass Mine(Distribution):\n"
        "    def expand(self, new):\n        Distribution.__init__(new, validate_args=False)\n        return new\n"
    )

    assert "        Distribution.__init__(new, validate_args=False)\n" in _migrated(source)


def test_torch_at_the_top_stays_where_a_moved_statement_keeps_it() -> None:
    source = (
        "import torch\nfrom torch import nn\n\nnet = nn.Linear(3, 2)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "for x in [torch.ones(3)]:\n    loss = torch.nothing_known(net(x))\n"
        "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
    )

    assert "torch.nothing_known" in _migrated(source)


def test_nothing_is_never_looked_into() -> None:
    text = _migrated('import torch\n\nparts = torch.version.cuda.split(".")\nwhole = torch.version.cuda\n')

    assert "None." not in text
    assert "whole = None\n" in text


def test_an_argument_needs_no_parentheses_of_its_own() -> None:
    source = (
        "import torch\n\n\ndef f(a: torch.Tensor, b: torch.Tensor):\n    x = (a + b).softmax(-1)\n"
        "    y = (-a).detach()\n    return x, y, (a * b).view(2, -1)\n"
    )

    assert _migrated(source).partition("):\n")[2] == (
        "    x = softmax(a + b, -1)\n    y = ops.stop_gradient(-a)\n    return x, y, (a * b).view(2, -1)\n"
    )


def test_no_dot_follows_a_whole_number() -> None:
    source = "import torch\n\n\ndef f(a: torch.Tensor):\n    return torch.randint_like(2, 9)\n"

    assert "(2).shape" in _migrated(source)


def test_parentheses_stay_where_operators_or_dots_stand_beside_what_is_left() -> None:
    source = (
        "import torch\nfrom torch.autograd import Variable\n\n\ndef f(a: torch.Tensor, b: torch.Tensor):\n"
        "    x = (a + b).cpu().numpy()\n    y = 2 * Variable(a + b).cuda()\n    z = -Variable((a + b).cuda())\n"
        "    v = (a\n         + b).cpu()\n    w = 2 if (a if b else x).cpu() else 3\n    return x, f((a + b).cpu(), y), z, v, w\n"
    )

    assert _migrated(source).partition("):\n")[2] == (
        "    x = (a + b).asnumpy()\n    y = 2 * (a + b)\n    z = -(a + b)\n"
        "    v = (a\n         + b)\n    w = 2 if (a if b else x) else 3\n    return x, f(a + b, y), z, v, w\n"
    )
