# needs: CIFAR10


class CIFAR100(CIFAR10):
    """As ``CIFAR10``, with a hundred classes."""

    folder, label_key, class_key = "cifar-100-python", "fine_labels", "fine_label_names"
    train_files, test_files, meta = ["train"], ["test"], "meta"
