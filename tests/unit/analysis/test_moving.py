"""Functions that go through what holds tensors and give back what is built alike."""

from __future__ import annotations

import pytest
from found_uses import members

_USE = """
pair = f((torch.ones(1), 'a'))
pair[0].sum(), pair[1].index('a')
f({'a': torch.ones(1)})['a'].sum()
f(torch.ones(1)).sum()
"""
_ALL = ["T.sum", "T.sum", "T.sum"]


@pytest.mark.parametrize(
    "function",
    [
        """
        def f(data, device=None):
            if isinstance(data, (list, tuple)):
                return [f(one, device) for one in data]
            return data.to(device)
        """,
        """
        def f(data):
            if isinstance(data, dict):
                return {k: f(v) for k, v in data.items()}
            elif isinstance(data, (list, tuple)):
                return type(data)(f(v) for v in data)
            return data.detach() if hasattr(data, 'detach') else data
        """,
        """
        def f(h):
            if isinstance(h, torch.Tensor):
                return h.detach()
            return tuple(f(v) for v in h)
        """,
        """
        def f(data):
            if isinstance(data, dict):
                out = {}
                for k, v in data.items():
                    out[k] = f(v)
                return out
            if isinstance(data, list):
                out = []
                for v in data:
                    out.append(f(v))
                return out
            return data.cuda()
        """,
        """
        def f(data):
            for key in data:
                data[key] = f(data[key])
            return data
        """,
        """
        def f(data):
            return list(map(f, data)) if isinstance(data, list) else data.cpu()
        """,
    ],
)
def test_what_is_moved_in_parts_is_what_it_was(function: str) -> None:
    assert [one for one in members(function + _indented(_USE)) if one == "T.sum"] == _ALL


@pytest.mark.parametrize(
    "function",
    [
        """
        def f(data):
            if isinstance(data, list):
                return [f(one) for one in data]
            return data.cpu().numpy()
        """,
        """
        def f(data):
            out = []
            for one in data:
                if isinstance(one, list):
                    out.extend(f(one))
                else:
                    out.append(one)
            return out
        """,
        """
        def f(data):
            if isinstance(data, list):
                return [f(one) for one in data]
            return len(data)
        """,
        """
        def f(data, other=None):
            if isinstance(data, list):
                return [f(one) for one in data]
            return other
        """,
        """
        def f(data):
            if isinstance(data, list):
                return [str(one) for one in data]
            return f([data])
        """,
    ],
)
def test_what_is_made_into_something_else_is_not(function: str) -> None:
    assert "T.sum" not in members(function + _indented("\nf(torch.ones(1)).sum()"))


def _indented(text: str) -> str:
    return text.replace("\n", "\n        ")
