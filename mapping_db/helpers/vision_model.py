"""Networks of torchvision's by their names, with the weights that torchvision publishes once they are converted."""

# needs: load_weights

import os
from pathlib import Path

import mindspore as ms

_CLASSES = 1000  # of ImageNet, on which all published weights are trained


def vision_model(name, build, files, weights=None, pretrained=None, **options):
    """``build(**options)``, ready to be trained; with the weights ``weights``, if that is given.

    ``files`` names the file of each published set of weights, ``pretrained=True`` stands for the first of them.
    """
    chosen = _chosen(name, files, weights if pretrained is None else pretrained)
    if chosen is not None and options.setdefault("num_classes", _CLASSES) != _CLASSES:
        found = options["num_classes"]
        raise ValueError(f"The published weights of {name} are for num_classes={_CLASSES}, not {found}")
    path = None if chosen is None else _converted(name, chosen, files[chosen], options)
    network = build(**options)
    if path is not None:
        load_weights(network, ms.load_checkpoint(path))
    return network.set_train()


def _chosen(name, files, weights):
    """Which of ``files`` is meant: by torchvision's word for it, with or without its class, or by ``True``."""
    if weights is None or weights is False:
        return None
    if weights is True:
        return next(iter(files))
    word = str(getattr(weights, "name", weights)).rpartition(".")[2]
    if word == "DEFAULT":
        return max((one for one in files if one.startswith("IMAGENET1K_V")), default=next(iter(files)))
    if word not in files:
        raise ValueError(f"{name} has no weights {word!r} here: only {', '.join(files)}")
    return word


def _converted(name, chosen, file, options):
    """Where the converted weights lie: in the folder ``MINDPORT_WEIGHTS``, or where torch keeps what it has downloaded."""
    cache = Path(os.environ.get("TORCH_HOME") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "torch")
    folders = [Path(os.environ[one]) for one in ("MINDPORT_WEIGHTS",) if os.environ.get(one)]
    folders = [folder.expanduser() for folder in [*folders, cache / "hub" / "checkpoints"]]
    for folder in folders:
        if (folder / f"{file}.ckpt").exists():
            return str(folder / f"{file}.ckpt")
    all_of_it = ", aux_logits=True" if name == "googlenet" else ""  # or torchvision leaves its classifiers half way out
    size = f"image_size={options['image_size']}" if options.get("image_size", 224) != 224 else ""
    raise FileNotFoundError(
        f"The weights {chosen} of {name} are not there as {file}.ckpt in {' or '.join(map(str, folders))}. "
        "Convert them once, where torch and torchvision are installed: "
        f"echo 'from torchvision.models import {name}' > zoo.py; python -c "
        f"\"import torch, zoo; torch.save(zoo.{name}(weights='{chosen}'{all_of_it}).state_dict(), '{file}.pth')\"; "
        f"mindport weights convert {file}.pth {folders[0] / file}.ckpt --torch-file zoo.py --build '{name}({size})'"
    )
