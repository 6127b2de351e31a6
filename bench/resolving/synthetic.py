"""Stand-ins that let training scripts run for a few steps: small made-up data sets, no graphics card, no downloads."""

from __future__ import annotations

import importlib.machinery
import os
import sys
import types
from pathlib import Path
from typing import Any

_BATCHES = 2
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


class _Anything(types.ModuleType):
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


class _Space:
    def __init__(self, shape: tuple[int, ...] = (), n: int = 2) -> None:
        self.shape, self.n = shape, n
        self.high, self.low = [1.0], [-1.0]

    def sample(self) -> Any:
        return 0


class Environment:
    """A task for reinforcement learning whose states are noise."""

    def __init__(self, name: str = "") -> None:
        self._state = 3 if "Pendulum" in name else 4
        self.observation_space, self.action_space = _Space((self._state,)), _Space((1,), 2)
        self.spec = types.SimpleNamespace(reward_threshold=1.0, max_episode_steps=5)
        self._step = 0
        self.unwrapped = self

    def _observe(self) -> Any:
        import numpy as np

        return np.random.randn(self._state).astype("float32")

    def reset(self, seed: int | None = None) -> Any:
        self._step = 0
        return self._observe(), {}

    def seed(self, seed: int) -> None: ...

    def step(self, action: object) -> Any:
        self._step += 1
        return self._observe(), 1.0, self._step >= 20, False, {}

    def close(self) -> None: ...

    def render(self, *args: object) -> None: ...


def install(*, training: bool) -> None:
    """Makes torch run the way a script on a small machine needs it."""
    _vision_ops()
    board = _is_there("tensorboard")
    for name in ("matplotlib", "matplotlib.pyplot", "matplotlib.gridspec", "matplotlib.animation", "mpl_toolkits.mplot3d",
                 "mpl_toolkits", "seaborn", "visdom", "wandb", "tensorboard", "tensorboardX", "cv2", "skimage",
                 "torch.utils.tensorboard", "torchsummary", "h5py", "nltk", "pandas", "sklearn", "sklearn.metrics",
                 "skimage.metrics", "sklearn.datasets", "spacy", "torchtext", "pytorch_lightning", "imageio",
                 "matplotlib.cm"):  # fmt: skip
        there = board if name == "torch.utils.tensorboard" else _is_there(name)
        if name not in sys.modules and not there:
            sys.modules[name] = _Anything(name)
            sys.modules[name].__spec__ = importlib.machinery.ModuleSpec(name, None)
    gym = types.ModuleType("gym")
    gym.make = lambda name="", **_: Environment(name)  # type: ignore[attr-defined]
    sys.modules.setdefault("gym", gym)
    if not _is_there("gymnasium"):
        sys.modules.setdefault("gymnasium", gym)
    if training:
        _old_names()
        _cpu_for_cuda()
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
    os.popen = lambda command, *rest: io.StringIO("40 80") if command.startswith("stty") else popen(command, *rest)  # type: ignore[assignment,return-value]


def _cpu_for_cuda() -> None:
    import torch

    torch.Tensor.cuda = lambda self, *_, **__: self  # type: ignore[method-assign,assignment]
    torch.nn.Module.cuda = lambda self, *_, **__: self  # type: ignore[method-assign,assignment]


def _few_batches() -> None:
    import torch
    from torch.utils.data import DataLoader

    plain_init, plain_iter = DataLoader.__init__, DataLoader.__iter__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        kwargs["num_workers"] = 0
        for name in ("prefetch_factor", "persistent_workers", "pin_memory", "multiprocessing_context"):
            kwargs.pop(name, None)
        plain_init(self, *args[:5], **kwargs)

    def few(self: Any) -> Any:
        for number, batch in enumerate(plain_iter(self)):
            if number >= _BATCHES:
                return
            yield batch

    DataLoader.__init__, DataLoader.__iter__ = init, few  # type: ignore[method-assign]
    del torch


def _data_sets() -> None:
    try:
        import torchvision
    except Exception:
        return
    import numpy
    import torch
    from PIL import Image

    def fake(size: tuple[int, int], mode: str, classes: int) -> type:
        class Made(torch.utils.data.Dataset):  # type: ignore[type-arg]
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
