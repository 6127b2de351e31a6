"""``tensor[index]`` where the index may count from the end: MindSpore's gradient of such rows is lost on a CPU."""

from mindspore import mint


def rows_at(tensor, index):
    """The rows (what lies along the first axis) that a tensor of whole numbers names."""
    return tensor[mint.where(index < 0, index + tensor.shape[0], index)]
