"""Says whether a framework works here and on which devices: ``python -m mindport.worker.probe torch|mindspore``.

Prints one JSON object on the last line of stdout. Needs the standard library and that framework only.
"""

from __future__ import annotations

import json
import os
import sys


def probe_torch() -> dict[str, object]:
    """Version of torch and the devices on which a sum can be computed."""
    import torch

    devices = []
    for device in ("cpu", "cuda"):
        try:
            if float(torch.ones(2, device=device).sum()) == 2.0:
                devices.append(device)
        except Exception:
            continue
    return {"version": str(torch.__version__), "devices": devices}


def probe_mindspore() -> dict[str, object]:
    """Version of MindSpore and the devices on which a sum can be computed."""
    import mindspore as ms
    import numpy as np

    devices = []
    for device in ("Ascend", "GPU", "CPU"):
        try:
            ms.set_device(device)
            ms.runtime.launch_blocking()
            if float((ms.Tensor(np.ones(2, np.float32)) + 0).sum().asnumpy()) == 2.0:
                devices.append(device)
        except Exception:
            continue
    return {"version": str(ms.__version__), "devices": devices}


PROBES = {"torch": probe_torch, "mindspore": probe_mindspore}


def main() -> None:
    """Probes the framework named on the command line."""
    # Frameworks print notices of their own on stdout; the answer has to stand alone.
    wire = os.dup(1)
    os.dup2(2, 1)
    answer = PROBES[sys.argv[1]]()
    os.write(wire, (json.dumps(answer) + "\n").encode())


if __name__ == "__main__":
    main()
