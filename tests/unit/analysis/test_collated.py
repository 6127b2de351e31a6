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


_ENCODED = """
class Texts(Dataset):
    def __init__(self, tokenizer, lines):
        self.tokenizer, self.lines = tokenizer, lines
    def encode(self, line):
        return self.tokenizer(line, padding="max_length", return_tensors="pt")
    def __getitem__(self, index):
        line = self.lines[index]
        return self.encode(line[0]), line[1]
class Fetched(Texts):
    def __getitem__(self, index):
        return self.encode(self.lines[index]["text"]), int(self.lines[index]["label"] > 2)
class Lines(Dataset):
    def __getitem__(self, index):
        return {"text": "", "count": 1}, index
"""


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("Texts(tokenizer, lines)", ["T.squeeze", "T.to", "T.long"]),
        ("Texts(tokenizer, lines) if fast else Fetched(tokenizer, lines)", ["T.squeeze", "T.to", "T.long"]),
        ("Texts(tokenizer, lines) if fast else None", ["T.squeeze", "T.to", "T.long"]),
        ("Lines()", ["T.long"]),  # look-alike: what stands under the name is a text
    ],
)
def test_an_annotation_that_says_a_data_set_leaves_to_calls_what_is_in_it(made: str, expected: list[str]) -> None:
    body = f"""
def learn(dataset: Dataset):
    for x, labels in DataLoader(dataset, batch_size=2):
        x.get("text").squeeze(1).to(place)
        x["text"].title()
        labels.long()
learn({made})
"""
    if made == "Lines()":
        body = body.replace(".squeeze(1).to(place)", "[0].index('a')")

    check_members(_ENCODED + body, expected)


def test_what_a_batch_of_unknown_data_is_asked_for_by_name_is_likely_a_tensor() -> None:
    loop = "def run(data):\n    for batch in DataLoader(data, batch_size=2):\n        x, labels = batch\n        "

    check_members(loop + "x.get('ids').squeeze(1).to(place)", ["T.squeeze", "T.to"])
    check_members(loop + "x.get('ids').items(), x.get('names').index('a'), x.get('text').split()", [])
    check_members("def run(x):\n    x.get('ids').copy().index(1)", [])


def test_samples_that_are_taken_apart_are_known_by_their_place() -> None:
    pairs = "pairs = [(torch.zeros(1), 'a') for _ in range(3)]\n"

    check_members(pairs + "xs, names = zip(*pairs)\nxs[0].sum(), names[0].split().copy()", ["T.sum"])
    check_members(pairs + "xs, names = list(zip(*pairs))\nxs[0].sum(), names[0].split()", ["T.sum"])
    check_members("def f(pairs):\n    xs, names = zip(*pairs)\n    xs.index(1), names[0].real", [])


@pytest.mark.parametrize(
    "first",
    [
        "loader.__iter__().__next__()",
        "loader.__iter__().next()",
        "iter(loader).next()",
        "next(loader.__iter__())",
    ],
)
def test_an_iterator_is_asked_for_by_its_method_as_well(first: str) -> None:
    head = "import numpy\nfrom torch.utils.data import DataLoader\nloader = DataLoader(made(), batch_size=2)\n"
    check_members(f"{head}x = {first}[0]\nx.shape\nx.dtype", ["T.shape", "T.dtype"])
