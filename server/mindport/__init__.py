"""MindPort: takes a PyTorch code base to MindSpore, from the editor and from the command line."""

__version__ = "0.1.0"
