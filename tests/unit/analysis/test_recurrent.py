"""What goes into recurrent layers and comes out of them."""

from __future__ import annotations

import pytest
from found_uses import members

_NET = """
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pack_sequence, pad_packed_sequence
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(3, 4)
    def forward(self, x):
        p = pack_padded_sequence(x, [3])
        {}
"""


@pytest.mark.parametrize(
    ("done", "expected"),
    [
        ("p.data.sum()", ["T.sum"]),
        ("p.batch_sizes.sum()", ["T.sum"]),
        ("p.to('cuda').data.sum()", ["T.sum"]),
        ("p._replace(data=x).data.sum()", ["T.sum"]),
        ("pack_sequence([x]).data.sum()", ["T.sum"]),
        (
            "self.halve(p).data.sum()\n    def halve(self, p): return PackedSequence(p.data.div(2), p.batch_sizes)",
            ["T.sum", "T.div"],
        ),
        ("out, (h, c) = self.rnn(p); out.data.sum(); h.sum()", ["T.sum", "T.sum"]),
        ("out, n = pad_packed_sequence(self.rnn(p)[0]); out.sum()", ["T.sum"]),
        ("data, sizes, _, _ = p; data.sum(); p[1].max()", ["T.sum", "T.max"]),
        ("if isinstance(x, PackedSequence): x.data.sum()", ["T.sum"]),
        # look-alikes: a packed sequence is no Tensor, though it is moved and sorted as one
        ("p.data", []),
        ("p.sum()", []),
        ("p.cuda()", []),
        ("p.numel()", []),
        ("out, h = self.rnn(x); out.data", ["T.data"]),
    ],
)
def test_packed_sequences_hold_tensors_and_are_none(done: str, expected: list[str]) -> None:
    assert members(_NET.format(done)) == expected
