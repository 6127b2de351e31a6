"""Where ``load_object`` finds what was saved."""

# needs: checkpoint_path

from pathlib import Path


def saved_path(path):
    """``path``, if such a file is there, else as MindSpore names a checkpoint: weights alone are saved as one."""
    return path if Path(path).exists() else checkpoint_path(path)
