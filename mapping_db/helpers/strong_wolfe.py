"""How far to go in a direction, so that the strong Wolfe conditions hold."""

from collections import namedtuple
from math import sqrt

_Point = namedtuple("_Point", ["at", "loss", "gradient", "slope"])
_DECREASE, _CURVATURE = 1e-4, 0.9


def strong_wolfe(evaluate, direction, length, loss, gradient, tolerance, most):
    """The length, the loss and the gradient there, and how often ``evaluate`` was asked for the loss and gradient at a length."""

    def point(at):
        found, there = evaluate(at)
        return _Point(at, found, there, float(there @ direction))

    def too_high(one):
        return one.loss > loss + _DECREASE * one.at * start.slope

    def flat(one):
        return abs(one.slope) <= -_CURVATURE * start.slope

    start = _Point(0.0, loss, gradient, float(gradient @ direction))
    before, here, turns = start, point(length), 0
    ends = None
    while turns < most:
        if too_high(here) or turns > 1 and here.loss >= before.loss:
            ends = [before, here]
        elif flat(here):
            return here.at, here.loss, here.gradient, turns + 1
        elif here.slope >= 0:
            ends = [before, here]
        if ends:
            break
        farther = _lowest(before, here, (here.at + 0.01 * (here.at - before.at), here.at * 10))
        before, here, turns = here, point(farther), turns + 1
    ends = ends or [start, here]
    low = 0 if ends[0].loss <= ends[1].loss else 1
    reach, hesitated = float(abs(direction).max()), False
    while turns < most and abs(ends[1].at - ends[0].at) * reach >= tolerance:
        left, right = min(one.at for one in ends), max(one.at for one in ends)
        at, margin = _lowest(*ends, (left, right)), 0.1 * (right - left)
        close = min(right - at, at - left) < margin
        if close and (hesitated or at >= right or at <= left):
            at = right - margin if abs(at - right) < abs(at - left) else left + margin
            close = False
        hesitated = close
        here, turns = point(at), turns + 1
        if too_high(here) or here.loss >= ends[low].loss:
            ends[1 - low] = here
            low = 0 if ends[0].loss <= ends[1].loss else 1
            continue
        if not flat(here) and here.slope * (ends[1 - low].at - ends[low].at) >= 0:
            ends[1 - low] = ends[low]
        ends[low] = here
        if flat(here):
            break
    best = ends[low]
    return best.at, best.loss, best.gradient, turns + 1


def _lowest(one, other, bounds):
    """Where the cubic through two points, with their slopes, is lowest; the middle of the bounds where it has no such place."""
    left, right = sorted((one, other), key=lambda point: point.at)
    if left.at == right.at:
        return sum(bounds) / 2
    bend = one.slope + other.slope - 3 * (one.loss - other.loss) / (one.at - other.at)
    square = bend**2 - one.slope * other.slope
    if square < 0:
        return sum(bounds) / 2
    root = sqrt(square)
    share = (right.slope + root - bend) / (right.slope - left.slope + 2 * root)
    return min(max(right.at - (right.at - left.at) * share, bounds[0]), bounds[1])
