"""Stand-ins that let training scripts run for a few steps: small made-up data sets, no graphics card, no downloads."""

from __future__ import annotations

import importlib.machinery
import os
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from resolving.environments import Environment

BATCHES = 2
_ROI = "(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt pooled_width"
_VISION_OPS = {
    "nms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "roi_align": _ROI + ", int sampling_ratio, bool aligned) -> Tensor",
    "_roi_align_backward": "(Tensor grad) -> Tensor",
    "ps_roi_align": _ROI + ", int sampling_ratio) -> (Tensor, Tensor)",
    "_ps_roi_align_backward": "(Tensor grad) -> Tensor",
    "roi_pool": _ROI + ") -> (Tensor, Tensor)",
    "_roi_pool_backward": "(Tensor grad) -> Tensor",
    "ps_roi_pool": _ROI + ") -> (Tensor, Tensor)",
    "_ps_roi_pool_backward": "(Tensor grad) -> Tensor",
    "deform_conv2d": "(Tensor input, Tensor weight) -> Tensor",
    "_deform_conv2d_backward": "(Tensor grad) -> Tensor",
}
_kept: list[Any] = []


class Anything(types.ModuleType):
    """A module that has every name; each is something that may be called, read and iterated to no effect."""

    __path__ = ()  # type: ignore[assignment]
    __all__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Nothing()


class _Nothing:
    def __call__(self, *args: object, **kwargs: object) -> Any:
        return _Nothing()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Nothing()

    def __iter__(self) -> Any:
        return iter((_Nothing(), _Nothing()))

    def __getitem__(self, key: object) -> Any:
        return _Nothing()

    def __setitem__(self, key: object, value: object) -> None: ...

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *args: object) -> None: ...


def install() -> None:
    """What all code needs: torchvision without its compiled part, stand-ins for modules that are often not installed."""
    _vision_ops()
    board = _is_there("tensorboard")
    for name in ("matplotlib", "matplotlib.pyplot", "matplotlib.gridspec", "matplotlib.animation", "mpl_toolkits.mplot3d",
                 "mpl_toolkits", "seaborn", "visdom", "wandb", "tensorboard", "tensorboardX", "cv2", "skimage",
                 "torch.utils.tensorboard", "torchsummary", "h5py", "nltk", "pandas", "sklearn", "sklearn.metrics",
                 "skimage.metrics", "sklearn.datasets", "spacy", "torchtext", "pytorch_lightning", "imageio",
                 "matplotlib.cm"):  # fmt: skip
        there = board if name == "torch.utils.tensorboard" else _is_there(name)
        if name not in sys.modules and not there:
            sys.modules[name] = Anything(name)
            sys.modules[name].__spec__ = importlib.machinery.ModuleSpec(name, None)
    gym = types.ModuleType("gym")
    gym.make = lambda name="", **_: Environment(name)  # type: ignore[attr-defined]
    sys.modules.setdefault("gym", gym)
    if not _is_there("gymnasium"):
        sys.modules.setdefault("gymnasium", gym)


def for_training() -> None:
    """Makes torch run the way a script on a small machine needs it."""
    _old_names()
    cpu_for_cuda()
    _few_batches()
    _data_sets()


def _is_there(name: str) -> bool:
    import importlib.util

    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _vision_ops() -> None:
    """Torchvision imports without its compiled part."""
    import torch

    library = torch.library.Library("torchvision", "DEF")
    for name, signature in _VISION_OPS.items():
        try:
            library.define(name + signature)
        except RuntimeError:
            return  # the compiled part is there
    library.impl("nms", lambda boxes, scores, threshold: torch.argsort(scores, descending=True), "CPU")
    library.impl(
        "roi_align",
        lambda x, rois, scale, h, w, ratio, aligned: x.new_zeros(len(rois), x.shape[1], h, w) + x.mean(),
        "CPU",
    )
    _kept.append(library)


def _old_names() -> None:
    """What scripts of some years ago expect of the libraries and of the terminal."""
    import io

    import numpy
    import torch
    from PIL import Image

    setattr(Image, "ANTIALIAS", Image.Resampling.LANCZOS)  # noqa: B010
    for name, value in {"float": float, "int": int, "bool": bool, "object": object}.items():
        if name not in vars(numpy):
            setattr(numpy, name, value)
    plain = torch.load
    torch.load = lambda *args, **kwargs: plain(*args, **{**kwargs, "weights_only": False})
    popen = os.popen
    os.popen = lambda command, *rest: io.StringIO("40 80") if command.startswith("stty") else popen(command, *rest)  # type: ignore[assignment]


def cpu_for_cuda() -> None:
    """``cuda()`` of Tensors and Modules does nothing."""
    import torch

    torch.Tensor.cuda = lambda self, *_, **__: self
    torch.nn.Module.cuda = lambda self, *_, **__: self


def cpu_for_any_device() -> None:
    """Whatever device ``to`` is asked for, and the functions of ``torch.cuda`` that scripts call first."""
    import torch

    def cpu(given: Any) -> Any:
        is_device = isinstance(given, (torch.device, str, int)) and not isinstance(given, bool)
        return torch.device("cpu") if is_device else given

    def on_cpu(plain: Any) -> Any:
        def to(self: Any, *args: Any, **kwargs: Any) -> Any:
            if "device" in kwargs:
                kwargs["device"] = cpu(kwargs["device"])
            return plain(self, *map(cpu, args), **kwargs)

        return to

    for kind in (torch.Tensor, torch.nn.Module):
        kind.to = on_cpu(kind.to)
    for name in ("set_device", "manual_seed", "manual_seed_all", "synchronize", "empty_cache"):
        setattr(torch.cuda, name, lambda *args, **kwargs: None)


def _few_batches() -> None:
    from torch.utils.data import DataLoader

    plain_init, plain_iter = DataLoader.__init__, DataLoader.__iter__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        kwargs["num_workers"] = 0
        for name in ("prefetch_factor", "persistent_workers", "pin_memory", "multiprocessing_context"):
            kwargs.pop(name, None)
        plain_init(self, *args[:5], **kwargs)

    def few(self: Any) -> Any:
        for number, batch in enumerate(plain_iter(self)):
            if number >= BATCHES:
                return
            yield batch

    DataLoader.__init__, DataLoader.__iter__ = init, few


class _Batches:
    """An iterator of batches that knows how many there are, and has ``next`` as in Python 2."""

    def __init__(self, batches: Iterator[Any], count: int) -> None:
        self._batches, self._count = batches, count

    def __iter__(self) -> Iterator[Any]:
        return self

    def __len__(self) -> int:
        return self._count

    def __next__(self) -> Any:
        return next(self._batches)

    next = __next__


def counted_batches() -> None:
    """Lets scripts ask an iterator of a DataLoader for its length, or for its ``next``."""
    from torch.utils.data import DataLoader

    plain = DataLoader.__iter__
    DataLoader.__iter__ = lambda self: _Batches(plain(self), min(len(self), BATCHES))


def plain_nms() -> None:
    """Boxes in the order of their scores: torchvision's own may be compiled for another torch."""
    try:
        import torchvision.ops  # type: ignore[import-not-found]
    except Exception:
        return
    import torch

    def nms(boxes: Any, scores: Any, threshold: float) -> Any:
        return torch.argsort(scores, descending=True)

    torchvision.ops.nms = torchvision.ops.boxes.nms = nms


def _data_sets() -> None:
    try:
        import torchvision
    except Exception:
        return
    import numpy
    import torch
    from PIL import Image

    def fake(size: tuple[int, int], mode: str, classes: int) -> type:
        class Made(torch.utils.data.Dataset):  # type: ignore[misc]
            def __init__(self, root: object = None, *args: Any, transform: Any = None, target_transform: Any = None,
                         **kwargs: object) -> None:  # fmt: skip
                self.transform, self.target_transform = transform, target_transform
                shape = size if mode == "L" else (*size, 3)
                self._images = numpy.random.randint(0, 255, (256, *shape), dtype=numpy.uint8)
                self.targets = torch.randint(0, classes, (256,))
                self.data = torch.from_numpy(self._images)
                self.train_data, self.train_labels = self.data, self.targets
                self.test_data, self.test_labels = self.data, self.targets
                self.classes = [str(i) for i in range(classes)]
                self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
                self.imgs = self.samples = [("", 0)] * 256

            def __len__(self) -> int:
                return 256

            def __getitem__(self, index: int) -> Any:
                image: Any = Image.fromarray(self._images[index])
                target: Any = int(self.targets[index])
                return (
                    self.transform(image) if self.transform else image,
                    self.target_transform(target) if self.target_transform else target,
                )

        return Made

    made = {"MNIST": fake((28, 28), "L", 10), "FashionMNIST": fake((28, 28), "L", 10), "CIFAR10": fake((32, 32), "RGB", 10),
            "CIFAR100": fake((32, 32), "RGB", 100), "ImageFolder": fake((64, 64), "RGB", 4),
            "SVHN": fake((32, 32), "RGB", 10), "CelebA": fake((64, 64), "RGB", 2)}  # fmt: skip
    for name, kind in made.items():
        plain = getattr(torchvision.datasets, name)
        kind.__name__ = kind.__qualname__ = name
        kind.__module__ = plain.__module__
        setattr(torchvision.datasets, name, kind)


def prepare(case: dict[str, Any]) -> None:
    """Makes the files that a script reads: ``files`` of the case, by relative path; pictures by their size."""
    import numpy
    from PIL import Image

    for name, content in case.get("files", {}).items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, list):
            Image.fromarray(numpy.random.randint(0, 255, (*content, 3), dtype=numpy.uint8)).save(path)
        elif not path.exists() or path.stat().st_size == 0:
            path.write_text(content, "utf-8")
