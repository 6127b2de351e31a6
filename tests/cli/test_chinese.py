"""What goes wrong before a command has begun is said in Chinese, too: options, settings, inputs, files."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import mindport

_USES = "import torch\n\nx = torch.ones(3)\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text(_USES, encoding="utf-8")
    return tmp_path


def check_said(words: str, *arguments: object) -> None:
    done = mindport(*arguments, "--language", "zh-CN")
    assert done.status == 2
    assert done.stderr.startswith("mindport: ") and done.stderr.count("\n") == 1
    assert words in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--target", "tpu"], "'--target' 的值无效：'tpu' 不在可选值"),
        (["--mindspore", "abc"], "'abc' 不是 2.10.0 这样的版本号"),
        (["--jobs", "x"], "'x' 不是整数"),
        (["--jobs", "0"], "0 不在范围 x>=1 之内"),
        (["--frob"], "没有选项 '--frob'"),
        (["-o", "/proc/nope/x.json"], "没有该文件或目录"),
    ],
)
def test_wrong_options(project: Path, arguments: list[str], words: str) -> None:
    check_said(words, "scan", project, *arguments)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ('target = "tpu"', "target 须为 ascend, cpu, gpu 之一，而不是“tpu”"),
        ("target = = 1", "不是有效的 TOML"),
        ("jobs = 0", "jobs 须为正整数"),
        ('exclude = "x"', "exclude 须为字符串列表"),
        ("language = 1", "language 须为字符串"),
        ("colour = 1", "没有名为“colour”的设置"),
    ],
)
def test_wrong_settings(project: Path, settings: str, words: str) -> None:
    (project / "mindport.toml").write_text(settings, encoding="utf-8")
    check_said(words, "scan", project)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x", "不符合 NAME=DTYPE[SHAPE] 的写法"),
        ("x=float31[2]", "没有数据类型 'float31'"),
        ("x=float32[2]{3:1}", "范围 3:1 为空"),
        ("x=float32[2]{-:1}", "'-' 不是数字"),
    ],
)
def test_wrong_inputs(project: Path, text: str, words: str) -> None:
    check_said(words, "verify", project / "a.py", "--build", "f()", "--input", text)


def test_missing_and_unknown_things() -> None:
    check_said("没有命令 'frob'", "frob")
    check_said("缺少参数 'PATH...'", "scan")
    check_said("不能同时使用", "lsp", "--stdio", "--tcp", "127.0.0.1:7000")


def test_help_is_chinese_throughout() -> None:
    for arguments in (["--language", "zh-CN", "--help"], ["scan", "--language", "zh-CN", "--help"]):
        out = mindport(*arguments).stdout
        assert out.startswith("用法：mindport") and "选项：\n" in out and "显示此帮助并退出。" in out
    assert mindport("--help").stdout.startswith("Usage: mindport")
