"""Einstein summation out of transpositions and matrix products."""

from mindspore import ops


def einsum(equation, *operands, product=ops.matmul):
    """As ``torch.einsum``: ``"bij,bkj->bik"``, ``"...ij->...ji"``, ``"ii->i"``."""
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = tuple(operands[0])
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(operands):
        raise ValueError(f"{equation!r} names {len(terms)} operands, {len(operands)} are given")
    # "..." becomes capital letters that the equation does not use, the same ones from the right in each operand.
    spare = [chr(c) for c in range(ord("Z"), ord("A") - 1, -1) if chr(c) not in equation]
    hidden = max(x.ndim - len(t.replace("...", "")) for x, t in zip(operands, terms))
    batch = "".join(spare[:hidden])[::-1] if "..." in inputs else ""
    for index, (x, term) in enumerate(zip(operands, terms)):
        if "..." in term:
            count = x.ndim - len(term.replace("...", ""))
            terms[index] = term.replace("...", batch[len(batch) - count :])
    if arrow:
        output = output.replace("...", batch)
    else:
        letters = "".join(terms)
        output = batch + "".join(sorted(c for c in set(letters) if letters.count(c) == 1 and c not in batch))
    pairs = [_einsum_diagonal(x, term) for x, term in zip(operands, terms)]
    result, names = pairs[0]
    terms = [term for _, term in pairs]
    for position, (x, term) in enumerate(pairs[1:], 1):
        later = set("".join(terms[position + 1 :]) + output)
        result, names = _einsum_pair(result, names, x, term, later, product)
    gone = tuple(i for i, c in enumerate(names) if c not in output)
    if gone:
        result = result.sum(gone)
        names = "".join(c for c in names if c in output)
    order = tuple(names.index(c) for c in output)
    return result if order == tuple(range(len(order))) else ops.transpose(result, order)


def _einsum_diagonal(x, term):
    """An operand whose letters all differ: where one stands twice, the diagonal of its axes."""
    for letter in dict.fromkeys(term):
        while term.count(letter) > 1:
            first = term.index(letter)
            second = term.index(letter, first + 1)
            x = ops.diagonal(x, 0, first, second)
            term = term[:first] + term[first + 1 : second] + term[second + 1 :] + letter
    return x, term


def _einsum_pair(a, left, b, right, keep, multiply):
    """Product of two operands, summed over the letters that no one needs later; returns it with its letters."""
    alone_a = tuple(i for i, c in enumerate(left) if c not in right and c not in keep)
    alone_b = tuple(i for i, c in enumerate(right) if c not in left and c not in keep)
    if alone_a:
        a, left = a.sum(alone_a), "".join(c for i, c in enumerate(left) if i not in alone_a)
    if alone_b:
        b, right = b.sum(alone_b), "".join(c for i, c in enumerate(right) if i not in alone_b)
    shared = [c for c in left if c in right and c in keep]
    summed = [c for c in left if c in right and c not in keep]
    rows = [c for c in left if c not in right]
    columns = [c for c in right if c not in left]
    size = dict(zip(right, b.shape))
    for c, n in zip(left, a.shape):
        size[c] = max(n, size.get(c, 1))

    def arrange(x, names, *groups):
        axes = tuple(names.index(c) for g in groups for c in g)
        x = ops.transpose(x, axes) if axes != tuple(range(len(axes))) else x
        full = tuple(size[c] for g in groups for c in g)
        x = x if tuple(x.shape) == full else ops.broadcast_to(x, full)
        shape = []
        for group in groups:
            count = 1
            for c in group:
                count *= size[c]
            shape.append(count)
        return x.reshape(tuple(shape))

    product = multiply(arrange(a, left, shared, rows, summed), arrange(b, right, shared, summed, columns))
    names = "".join(shared + rows + columns)
    return product.reshape(tuple(size[c] for c in names)), names
