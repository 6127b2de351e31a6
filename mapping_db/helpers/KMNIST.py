# needs: MNIST


class KMNIST(MNIST):
    """The same form of files as ``MNIST``, in ``root/KMNIST/raw``."""
