"""Files that import nothing of torch's, but document that they take its tensors."""

from __future__ import annotations

import pytest
from found_uses import apis

_TEXT = '''{head}
def accuracy(output, target):
    """Computes the accuracy.

    Args:
        output ({kind}): scores with shape (batch, classes).
        target: labels.
    """
    size = output.shape[0]
    _, best = output.topk(1, 1, True, True)
    return best.t()
'''


@pytest.mark.parametrize("kind", ["torch.Tensor", "torch.FloatTensor", "torch.Tensor, optional"])
def test_their_parameters_are_tensors(kind: str) -> None:
    assert apis(_TEXT.format(head="", kind=kind)) == ["torch.Tensor.shape", "torch.Tensor.topk", "torch.Tensor.t"]


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("", "Tensor"),
        ("", "np.ndarray or torch.Tensor"),
        ("", "torch.Tensor or np.ndarray"),
        ("import numpy as np", "torch.Tensor"),
        ("from scipy import linalg", "torch.Tensor"),
        ("# as in tensorflow", "torch.Tensor"),
    ],
)
def test_unless_they_may_be_others(head: str, kind: str) -> None:
    assert apis(_TEXT.format(head=head, kind=kind)) == []


@pytest.mark.parametrize(
    "chain", ["detach().cpu().numpy()", "cpu().numpy()", "data.cpu().numpy()", "cpu().detach().numpy()"]
)
def test_what_has_arrays_made_of_tensors_is_given_them(chain: str) -> None:
    text = f"import numpy as np\ndef show(x, y):\n    x = x.{chain}\n    y.mean(0)\n    return np.mean(x).mean()\n"
    made = [f"torch.Tensor.{one.removesuffix('()')}" for one in chain.split(".")]
    assert apis(text) == made
    assert apis(f"# for tensorflow\n{text}") == []
    assert apis(text.replace(".cpu()", "")) == []
