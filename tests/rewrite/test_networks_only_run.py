"""Networks that nobody trains are in training all the same, until they are put out of it."""

from __future__ import annotations

from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))
_NET = """from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x):
        return self.norm(x)


class Plain(nn.Module):
    def forward(self, x):
        return x


"""


def _migrated(text: str, path: Path = Path("net.py")) -> str:
    return Engine(_ENGINE.settings, _ENGINE.index).migrate_text(text, path).text


def test_what_is_run_right_away_trains() -> None:
    after = _migrated(_NET + "net = Net().double()\ny = net(x)\n")
    assert "net.set_train()\ny = net(x)" in after


def test_layers_train_that_drop_or_keep_statistics_because_they_were_asked_to() -> None:
    after = _migrated(
        "from torch import nn\n\na = nn.MultiheadAttention(8, 2, dropout=0.1)\nb = nn.LSTM(8, 8, 2, dropout=0.0)\n"
        "c = nn.GRU(8, 8, 2, dropout=0.1)\nd = nn.InstanceNorm1d(3, track_running_stats=True)\ne = nn.InstanceNorm1d(3)\n"
        "f = nn.InstanceNorm2d(3, 1e-5, 0.1, True, True)\nprint(a(x, x, x), b(x), c(x), d(x), e(x), f(x))\n"
    )
    assert [name for name in "abcdef" if f"{name}.set_train()" in after] == ["a", "c", "d", "f"]


def test_layers_of_torch_s_own_train_too() -> None:
    after = _migrated("from torch import nn\n\ndrop = nn.Dropout(0.5)\nact = nn.Tanh()\ny = act(drop(x))\n")
    assert "drop.set_train()" in after and after.count("set_train") == 1


def test_layers_of_a_choice_or_a_tuple_train() -> None:
    text = "from torch import nn\n\n\ndef run(x, norm=None):\n    norm = norm or nn.BatchNorm1d(3)\n    return norm(x)\n\n\n"
    text += (
        "a, b = nn.BatchNorm1d(3), nn.Linear(3, 3)\nc = nn.Dropout(0.5) if y else nn.Identity()\nprint(b(a(x)), c(x))\n"
    )
    after = _migrated(text + "kept = given or nn.BatchNorm1d(3)\n")
    assert "    norm = norm or nn.BatchNorm1d(3).set_train()\n" in after
    assert "a, b = nn.BatchNorm1d(3).set_train(), mint.nn.Linear(3, 3)\n" in after
    assert "c = nn.Dropout(p=0.5).set_train() if y else nn.Identity()\n" in after
    assert after.endswith("kept = given or nn.BatchNorm1d(3)\n")


def test_a_layer_that_a_function_of_the_file_makes_trains() -> None:
    text = "from torch import nn\n\n\ndef make(n):\n    return nn.BatchNorm1d(n)\n\n\nnorm = make(3)\ny = norm(x)\n"
    assert "norm = make(3)\nnorm.set_train()\n" in _migrated(text)


def test_what_is_never_run_here_is_left() -> None:
    assert "set_train" not in _migrated(_NET + "def build():\n    net = Net()\n    return net\n")


def test_what_is_put_into_inference_first_is_left() -> None:
    after = _migrated(_NET + "net = Net()\nnet.load_state_dict(weights)\nnet.eval()\ny = net(x)\n")
    assert after.count("set_train") == 1 and "net.set_train(False)" in after


def test_what_is_run_before_it_is_put_into_inference_trains() -> None:
    assert "net.set_train()\ny = net(x)" in _migrated(_NET + "net = Net()\ny = net(x)\nnet.eval()\ny = net(x)\n")


def test_what_computes_the_same_either_way_is_left() -> None:
    text = "from torch import nn\n\n\nclass Plain(nn.Module):\n    def forward(self, x):\n        return x\n\n\n"
    assert "set_train" not in _migrated(text + "net = Plain()\ny = net(x)\n")


def test_what_a_function_of_the_project_loads_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "nets.py").write_text(_NET + "def load():\n    net = Net()\n    net.eval()\n    return net\n")
    (tmp_path / "made.py").write_text(_NET + "def build():\n    return Net()\n")
    main = "import torch\nfrom nets import load\nfrom made import build\n\nx = torch.ones(2, 3)\na = load()\nb = build()\na(x), b(x)\n"
    after = _migrated(main, tmp_path / "main.py")
    assert "b.set_train()" in after and "a.set_train" not in after


def test_a_teacher_beside_a_training_step_trains() -> None:
    step = """import torch


def train(x):
    student = Net()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    loss = student(x).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    other = Net()
    return other(x)
"""
    after = _migrated(_NET.replace("class Plain", step + "\n\nclass Plain"))
    assert "    other.set_train()\n" in after and after.count("student.set_train()") == 1


def test_what_is_made_of_a_list_of_new_layers_trains() -> None:
    start = "from torch import nn\n\nlayers = [nn.Linear(3, 3)]\nlayers.append(nn.BatchNorm1d(3))\n"
    assert "net.set_train()" in _migrated(start + "net = nn.Sequential(*layers)\ny = net(x)\n")
    others = start.replace("nn.BatchNorm1d(3))", "given)")
    assert "net.set_train()" not in _migrated(others + "net = nn.Sequential(*layers)\ny = net(x)\n")


def test_layers_in_a_plain_list_train_where_they_are_called() -> None:
    start = "from torch import nn\n\nlayers = [nn.BatchNorm1d(3)]\n"
    assert "[nn.BatchNorm1d(3).set_train()]" in _migrated(start + "y = layers[0](x)\n")
    assert "set_train" not in _migrated(start + "names = [type(one).__name__ for one in layers]\n")
