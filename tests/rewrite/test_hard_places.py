"""Places where a careless edit breaks a file: f-strings, emptied blocks, names that are no public API."""

from __future__ import annotations

import ast

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))


@pytest.mark.parametrize(
    "text",
    [
        'import torch\n\nx = torch.ones(2)\nprint(f"{torch.softmax(x, dim=0).size(0)} of {x.size(0)}")\n',
        "import torch\n\nx = torch.ones(2)\nprint(f'''{\n    x.size(0)}''' f'{torch.nn.Conv2d(1, 1, 3)}')\n",
        "from typing import TYPE_CHECKING\nimport torch\n\nif TYPE_CHECKING:\n    from torch import nn\n    from torch import Tensor\n",
        "import torch\n\nif True: x = torch.ones(2); y = x.size(0)\n",
        "import torch\n\n\ndef f(x: torch.Tensor): return x.contiguous().view(-1).size(0)\n",
        "import torch; x = torch.ones(2)\n",
        "import torch\n\nx = torch.ones(2) \\\n    .view(-1) \\\n    .size(0)\n",
        "import torch\n\nx = (\n    torch.ones(2)  # two\n    .view(-1)\n    # flat\n    .size(0)\n)\n",
        "import torch\n\ny = [torch.zeros(n).size(0) for n in range(3) if torch.ones(n).sum() > 0]\n",
        "import torch\n\nf = lambda x=torch.ones(2): torch.softmax(x, 0)\n",
        "\ufeffimport torch\n\nx = torch.ones(2)  # 二\n",
        "try:\n    import torch\nexcept ImportError:\n    torch = None\n",
        "import torch\n\nx = torch.foo.bar(torch.ones(2, device='cpu'))\n",
        "def f():\n\timport torch\n\treturn torch.ones(2).size(0)\n",
        "import torch\nprint(torch.__version__, torch.nn)\n",
    ],
)
def test_the_result_parses_and_settles(text: str) -> None:
    once = _ENGINE.migrate_text(text).text
    ast.parse(once.lstrip("\ufeff"))

    assert _ENGINE.migrate_text(once).text == once


def test_a_name_that_is_no_public_api_is_work_left() -> None:
    result = _ENGINE.migrate_text("from torch.types import _size\n\n\ndef f(x: _size):\n    return x\n")

    assert [left.api for left in result.left] == ["torch.types._size"]
    assert "def f(x: torch.types._size):" in result.text


def test_a_decorator_takes_its_arguments_along() -> None:
    """``@torch.amp.autocast("cuda", enabled=False)`` becomes a helper's call with what the helper takes."""
    text = (
        "import torch\n\n\n@torch.amp.autocast('cuda', enabled=False)\ndef scaled(x: torch.Tensor):\n    return x * 2\n"
    )

    result = Engine(Settings(target=Target.ASCEND)).migrate_text(text)

    assert "@autocast(enabled=False)\ndef scaled" in result.text


def test_code_from_before_async_was_a_keyword() -> None:
    text = (
        "import torch\n\n"
        "def place(x, async=False):\n    y = torch.ones(3)\n    return y.cuda(async=True), x == y, dict(not_async=1)\n"
    )
    made = _ENGINE.migrate_text(text)

    assert made.problem is None
    assert made.text == (
        "from mindspore import mint\n\n"
        "def place(x, non_blocking=False):\n    y = mint.ones(3)\n    return y, x == y, dict(not_async=1)\n"
    )
    torn = "import torch\n\nasync = (torch.ones(3)\n"
    assert _ENGINE.migrate_text(torn).text == torn


def test_code_of_python_2_is_read_and_becomes_code_of_today() -> None:
    text = (
        "#!/usr/bin/env python\nimport torch\n\n"
        "def half(x):\n    n = x.size(0) / 2\n    print 'half', torch.exp(x), n\n"
        "    try:\n        return x.narrow(0, 0, n)\n    except RuntimeError, e:\n        raise ValueError, e\n"
    )
    made = _ENGINE.migrate_text(text)

    assert made.problem is None
    assert made.text == (
        "#!/usr/bin/env python\n"
        "# mindport: this file was written for Python 2, where `/` of two ints gave an int: write `//` where that is meant\n"
        "from mindspore import mint\n\n"
        "def half(x):\n    n = x.shape[0] / 2\n    print('half', mint.exp(x), n)\n"
        "    try:\n        return mint.narrow(x, 0, 0, n)\n    except RuntimeError as e:\n        raise ValueError(e)\n"
    )
    assert _ENGINE.migrate_text(made.text).text == made.text
