"""Batches that the user's own functions put together."""

from __future__ import annotations

import pytest
from found_uses import PRELUDE, OneRow, Rows, analysis

_ROWS = Rows(
    {
        "torch.utils.data.DataLoader": OneRow("class", "dataloader"),
        "torch.utils.data.Dataset": OneRow("class", "dataset"),
        "torch.stack": OneRow(returns="tensor"),
        "torch.zeros": OneRow(returns="tensor"),
        "torch.tensor": OneRow(returns="tensor"),
    }
)
_DATA = """
from functools import partial
from torch.utils.data import DataLoader, Dataset
class Data(Dataset):
    def __getitem__(self, index):
        return torch.zeros(3), len(self.names[index])
    def put(self, samples):
        return torch.stack([one[0] for one in samples]), [one[1] for one in samples]
    @staticmethod
    def together(samples):
        xs, ns = zip(*samples)
        return {"x": torch.stack(xs), "n": ns, "first": xs[0]}
class Putting:
    def __call__(self, samples):
        return torch.stack([one[0] for one in samples]), samples
def put(samples, pad=0):
    return [torch.zeros(pad)], [n for x, n in samples]
data = Data()
"""


def check_members(body: str, expected: list[str]) -> None:
    found = [use.api for use in analysis(PRELUDE + _DATA + body, _ROWS).uses if use.receiver is not None]
    assert [api.replace("torch.Tensor.", "T.") for api in found] == expected


@pytest.mark.parametrize(
    ("collate", "loop", "expected"),
    [
        ("data.put", "for x, n in {}: x.sum()", ["T.sum"]),
        ("Data().put", "x, n = next(iter({})); x.sum()", ["T.sum"]),
        ("Data.together", "for b in {}: b['x'].sum(); b['first'].abs()", ["T.sum", "T.abs"]),
        ("Putting()", "for i, (x, all) in enumerate({}): x.sum(); all[0][0].abs()", ["T.sum", "T.abs"]),
        ("put", "for xs, ns in {}: xs[0].sum()", ["T.sum"]),
        ("partial(put, pad=3)", "for xs, ns in {}: xs[0].sum()", ["T.sum"]),
        ("lambda samples: put(samples, 3)[0]", "for xs in {}: xs[0].sum()", ["T.sum"]),
        ("lambda samples: samples", "for b in {}: b[0][0].sum()", ["T.sum"]),
        ("None", "for x, n in {}: n.sum()", ["T.sum"]),
        # look-alikes: what it makes is no tensor
        ("data.put", "for x, n in {}: n.index(1), n.count(2), n[0].bit_count()", []),
        ("Data.together", "for b in {}: b['n'].index(1), b['n'][0].real", []),
        ("put", "for xs, ns in {}: xs.copy(), ns.copy(), ns[0].real", []),
        ("lambda samples: samples", "for b in {}: b.copy(), b[0][1].real", []),
        ("unknown", "for x, n in {}: n.real", []),
        ("Putting", "for x, n in {}: n.real", []),
    ],
)
def test_a_batch_is_what_the_user_s_function_makes_of_samples(collate: str, loop: str, expected: list[str]) -> None:
    check_members(loop.format(f"DataLoader(data, collate_fn={collate})"), expected)


def test_samples_that_are_taken_apart_are_known_by_their_place() -> None:
    pairs = "pairs = [(torch.zeros(1), 'a') for _ in range(3)]\n"

    check_members(pairs + "xs, names = zip(*pairs)\nxs[0].sum(), names[0].split().copy()", ["T.sum"])
    check_members(pairs + "xs, names = list(zip(*pairs))\nxs[0].sum(), names[0].split()", ["T.sum"])
    check_members("def f(pairs):\n    xs, names = zip(*pairs)\n    xs.index(1), names[0].real", [])
