"""Einstein summation out of transpositions and matrix products."""

from mindspore import ops


def einsum(equation, *operands, product=ops.matmul):
    """As ``torch.einsum``: ``"bij,bkj->bik"``, ``"...ij->...ji"``, ``"ii->i"``."""
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = tuple(operands[0])
    operands = _einsum_types(operands)
    shapes = tuple([tuple(x.shape) for x in operands])
    diagonals, pairs, gone, order = _einsum_plan(equation, shapes)
    result = _einsum_diagonal(operands[0], diagonals[0])
    for position in range(1, len(operands)):
        x = _einsum_diagonal(operands[position], diagonals[position])
        left, right, shape = pairs[position - 1]
        result = product(_einsum_arranged(result, left), _einsum_arranged(x, right)).reshape(shape)
    if gone:
        result = result.sum(gone)
    return ops.transpose(result, order) if order else result


def _einsum_types(operands):
    """Operands of one type: torch's products of numbers of several types have the wider one."""
    alike = [x.dtype == operands[0].dtype for x in operands]
    if all(alike):
        return operands
    one = ops.ones((), operands[0].dtype)
    for x in operands[1:]:
        one = one * ops.ones((), x.dtype)
    return tuple([x.astype(one.dtype) for x in operands])


def _einsum_diagonal(x, places):
    """The diagonals of ``x`` along pairs of axes, one after the other."""
    for first, second in places:
        x = ops.diagonal(x, 0, first, second)
    return x


def _einsum_arranged(x, way):
    """An operand as a batch of matrices."""
    alone, axes, full, flat = way
    if alone:
        x = x.sum(alone)
    if axes:
        x = ops.transpose(x, axes)
    if full:
        x = ops.broadcast_to(x, full)
    return x.reshape(flat)


@ops.constexpr  # so that ms.jit works it out as Python does
def _einsum_plan(equation, shapes):
    """What is done with operands of these shapes: diagonals, products in pairs, the axes summed at last, the order."""
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(shapes):
        raise ValueError(f"{equation!r} names {len(terms)} operands, {len(shapes)} are given")
    # "..." becomes capital letters that the equation does not use, the same ones from the right in each operand.
    spare = [chr(c) for c in range(ord("Z"), ord("A") - 1, -1) if chr(c) not in equation]
    hidden = max(len(s) - len(t.replace("...", "")) for s, t in zip(shapes, terms))
    batch = "".join(spare[:hidden])[::-1] if "..." in inputs else ""
    for index, (shape, term) in enumerate(zip(shapes, terms)):
        if "..." in term:
            count = len(shape) - len(term.replace("...", ""))
            terms[index] = term.replace("...", batch[len(batch) - count :])
    if arrow:
        output = output.replace("...", batch)
    else:
        letters = "".join(terms)
        output = batch + "".join(sorted(c for c in set(letters) if letters.count(c) == 1 and c not in batch))
    diagonals, known = [], []
    for shape, term in zip(shapes, terms):
        places, term, sizes = _einsum_places(term, list(shape))
        diagonals.append(places)
        known.append((term, sizes))
    names, sizes = known[0]
    pairs = []
    for position, (term, others) in enumerate(known[1:], 1):
        later = set("".join(name for name, _ in known[position + 1 :]) + output)
        pair, names, sizes = _einsum_pair(names, sizes, term, others, later)
        pairs.append(pair)
    gone = tuple(i for i, c in enumerate(names) if c not in output)
    names = "".join(c for c in names if c in output)
    order = tuple(names.index(c) for c in output)
    return tuple(diagonals), tuple(pairs), gone, () if order == tuple(range(len(order))) else order


def _einsum_places(term, sizes):
    """Of an operand whose letters repeat, the pairs of axes whose diagonals are taken; then its letters and sizes."""
    places = []
    for letter in dict.fromkeys(term):
        while term.count(letter) > 1:
            first = term.index(letter)
            second = term.index(letter, first + 1)
            places.append((first, second))
            term = term[:first] + term[first + 1 : second] + term[second + 1 :] + letter
            size = sizes[first]
            sizes = [n for i, n in enumerate(sizes) if i not in (first, second)] + [size]
    return tuple(places), term, sizes


def _einsum_pair(left, left_sizes, right, right_sizes, keep):
    """How two operands become a product summed over the letters that no one needs later; its letters and sizes."""
    size = dict(zip(right, right_sizes))
    for c, n in zip(left, left_sizes):
        size[c] = max(n, size.get(c, 1))
    shared = [c for c in left if c in right and c in keep]
    summed = [c for c in left if c in right and c not in keep]
    rows = [c for c in left if c not in right and c in keep]
    columns = [c for c in right if c not in left and c in keep]

    def arranged(names, sizes, other, groups):
        alone = tuple(i for i, c in enumerate(names) if c not in other and c not in keep)
        sizes = {c: n for i, (c, n) in enumerate(zip(names, sizes)) if i not in alone}
        names = "".join(sizes)
        letters = [c for group in groups for c in group]
        axes = tuple(names.index(c) for c in letters)
        full = tuple(size[c] for c in letters)
        broadcast = full != tuple(sizes[c] for c in letters)
        flat = []
        for group in groups:
            count = 1
            for c in group:
                count *= size[c]
            flat.append(count)
        return alone, () if axes == tuple(range(len(axes))) else axes, full if broadcast else (), tuple(flat)

    way = arranged(left, left_sizes, right, (shared, rows, summed))
    other_way = arranged(right, right_sizes, left, (shared, summed, columns))
    names = "".join(shared + rows + columns)
    shape = tuple(size[c] for c in names)
    return (way, other_way, shape), names, shape
