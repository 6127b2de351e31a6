"""Where a checkpoint of MindSpore lies: the given path with the ending that MindSpore asks for."""

from pathlib import Path


def checkpoint_path(path):
    """``path`` as MindSpore names a checkpoint: ``best.pth`` → ``best.ckpt``.

    ``save_checkpoint`` appends ``.ckpt`` to other names and ``load_checkpoint`` refuses them.
    """
    path = Path(path)
    known = path.suffix in (".pth", ".pt", ".bin", ".tar", ".ckpt")
    return str(path.with_suffix(".ckpt") if known else path.with_name(path.name + ".ckpt"))
