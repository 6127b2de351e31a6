"""Sets everything up and shows MindPort's main job on examples/vit-classifier: `python3 scripts/demo.py`.

Migrates the project to MindSpore for the CPU, verifies forward pass and gradients of its model in both frameworks with
the same weights, trains the migrated project for a few steps, and prints a verdict. Nothing outside build/ and .venv/
is written.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from environment import BIN, ROOT, ensure, say

EXAMPLE = Path("examples/vit-classifier")
OUT = Path("build/vit-classifier")
CHECK = Path("build/vit-classifier-verify.json")
STEPS = 15


def main() -> int:
    ensure("verify")
    start = time.monotonic()
    mindport = str(BIN / "mindport")

    say(f"migrating {EXAMPLE} for the CPU into {OUT}")
    shutil.rmtree(ROOT / OUT, ignore_errors=True)
    migrated = _run(mindport, "migrate", EXAMPLE, "-o", OUT, "--target", "cpu")

    say("verifying the model: forward pass and gradients, same weights and inputs in both frameworks")
    verify = [
        mindport, "verify", EXAMPLE / "model.py", "--mindspore-file", OUT / "model.py", "--target", "cpu",
        "--build", "vit_tiny(num_classes=4)", "--input", "images=float32[2,3,32,32]", "--grad",
        "--format", "json", "-o", CHECK,
    ]  # fmt: skip
    verified = _run(*verify)
    report = json.loads((ROOT / CHECK).read_text(encoding="utf-8")) if (ROOT / CHECK).is_file() else {}

    say(f"training the migrated project for {STEPS} steps")
    losses = _train()

    say(f"done in {time.monotonic() - start:.0f} s")
    return _verdict(migrated, verified, report, losses)


def _run(*command: str | Path) -> int:
    return subprocess.run([str(part) for part in command], cwd=ROOT).returncode


def _train() -> list[float]:
    script = [str(BIN / "python"), "train.py", "--epochs", "1", "--max-steps", str(STEPS)]
    script += ["--test-size", "64", "--checkpoint", "vit.ckpt"]
    losses: list[float] = []
    with subprocess.Popen(script, cwd=ROOT / OUT, stdout=subprocess.PIPE, text=True, encoding="utf-8") as child:
        assert child.stdout is not None
        for line in child.stdout:
            print("    " + line.rstrip(), flush=True)
            found = re.search(r"step \d+ loss ([\d.]+)", line)
            if found:
                losses.append(float(found[1]))
    return losses if child.returncode == 0 else []


def _verdict(migrated: int, verified: int, report: dict[str, object], losses: list[float]) -> int:
    falls = len(losses) >= STEPS and sum(losses[-3:]) < sum(losses[:3])
    print()
    print(f"  migration   {'complete' if migrated == 0 else 'incomplete: see the lines above'}")
    print(f"  verdict     {report.get('verdict', 'none')}{_reason(report)}")
    print(f"  forward     largest difference {_largest(report, 'outputs')}")
    print(f"  gradients   largest difference {_largest(report, 'gradients')} ({_count(report, 'gradients')} tensors)")
    print(f"  training    loss {losses[0]:.3f} → {losses[-1]:.3f}" if losses else "  training    failed")
    print(f"  read it     {OUT}/model.py, {OUT}/train.py")
    return 0 if migrated == 0 and verified == 0 and falls else 1


def _reason(report: dict[str, object]) -> str:
    return f" ({report['reason']})" if report.get("reason") else ""


def _lines(report: dict[str, object], section: str) -> list[dict[str, float]]:
    lines = report.get(section)
    return lines if isinstance(lines, list) else []


def _largest(report: dict[str, object], section: str) -> str:
    values = [line["max_abs"] for line in _lines(report, section) if line.get("max_abs") is not None]
    return f"{max(values):.1e}" if values else "unknown"


def _count(report: dict[str, object], section: str) -> int:
    return len(_lines(report, section))


if __name__ == "__main__":
    sys.exit(main())
