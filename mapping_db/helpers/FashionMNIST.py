# needs: MNIST


class FashionMNIST(MNIST):
    """The same form of files as ``MNIST``, in ``root/FashionMNIST/raw``."""
