"""What einx has that works element by element, for MindSpore's tensors."""

import re

from mindspore import Tensor

_EINX_TERM = re.compile(r"\(([^()]*)\)|\.\.\.|\w+")


def einx_elementwise(operation, description, *tensors):
    """``operation`` of tensors whose axes are told by name: ``"j, i -> i j"``; what is no tensor stands under no name."""
    given, arrow, wanted = description.partition("->")
    terms = [_einx_axes(one) for one in given.split(",")]
    if len(terms) != len(tensors):
        raise ValueError(f"{description!r} tells of {len(terms)} tensors, and {len(tensors)} are given")
    dots = {max(0, t.ndim - sum(a != "..." for a in term)) for term, t in zip(terms, tensors) if "..." in term}
    terms = [_einx_spread(term, max(dots, default=0)) for term in terms]
    if arrow:
        wanted_terms = _einx_spread(_einx_axes(wanted), max(dots, default=0))
    else:
        wanted_terms = max(terms, key=lambda term: len(set(term) - {"1"}))
    order = [a for one in wanted_terms for a in (one if isinstance(one, tuple) else (one,)) if a != "1"]
    if any(not isinstance(a, str) or a != "1" and a not in order for term in terms for a in term):
        raise NotImplementedError(f"einx: {description!r}")
    sizes = {a: n for term, t in zip(terms, tensors) if isinstance(t, Tensor) for a, n in zip(term, t.shape)}
    result = operation(*[_einx_placed(t, term, order) for t, term in zip(tensors, terms)])
    result = result.broadcast_to(tuple(sizes[a] for a in order))
    shape = []
    for one in wanted_terms:
        size = 1
        for a in one if isinstance(one, tuple) else (one,):
            size *= 1 if a == "1" else sizes[a]
        shape.append(size)
    return result if tuple(shape) == result.shape else result.reshape(tuple(shape))


def _einx_axes(text):
    return [tuple(m[1].split()) if m[0].startswith("(") else m[0] for m in _EINX_TERM.finditer(text)]


def _einx_spread(term, count):
    return [a for one in term for a in ([f".{k}" for k in range(count)] if one == "..." else [one])]


def _einx_placed(tensor, term, order):
    """A tensor with an axis for each of ``order``."""
    if not isinstance(tensor, Tensor):
        return tensor
    if len(term) != tensor.ndim:
        raise ValueError(f"einx: {len(term)} axes are named of a tensor that has {tensor.ndim}")
    named = [a for a in term if a != "1"]
    if len(named) != len(term):
        tensor = tensor.reshape(tuple(n for n, a in zip(tensor.shape, term) if a != "1"))
    there = [a for a in order if a in named]
    places = tuple(named.index(a) for a in there)
    if places != tuple(range(len(places))):
        tensor = tensor.permute(places)
    sizes = dict(zip(there, tensor.shape))
    return tensor.reshape(tuple(sizes.get(a, 1) for a in order))
