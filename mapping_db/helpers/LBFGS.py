# needs: strong_wolfe
import numpy as np
from mindspore import Tensor


class LBFGS:
    """As ``torch.optim.LBFGS``: with steps of fixed length, or of one that ``"strong_wolfe"`` finds.

    The closure computes the loss and leaves its gradients in the parameters.
    """

    def __init__(
        self,
        params,
        lr=1,
        max_iter=20,
        max_eval=None,
        tolerance_grad=1e-7,
        tolerance_change=1e-9,
        history_size=100,
        line_search_fn=None,
    ):
        if line_search_fn not in (None, "strong_wolfe"):
            raise RuntimeError("only 'strong_wolfe' is supported")
        self.searches = line_search_fn is not None
        self.parameters = list(params)
        self.param_groups = [{"params": self.parameters, "lr": lr}]
        self.max_iter = max_iter
        self.max_eval = max_iter * 5 // 4 if max_eval is None else max_eval
        self.tolerance_grad, self.tolerance_change = tolerance_grad, tolerance_change
        self.history_size = history_size
        self.iterations, self.length, self.scale = 0, 0.0, 1.0
        self.direction = self.before = None
        self.moves, self.changes = [], []

    def gradient(self):
        parts = [np.zeros(p.shape, np.float32) if p._grad is None else p._grad.asnumpy() for p in self.parameters]
        return np.concatenate([part.ravel() for part in parts])

    def move(self, by):
        start = 0
        for parameter in self.parameters:
            part = by[start : start + parameter.size].reshape(parameter.shape)
            start += parameter.size
            parameter.set_data(Tensor((parameter.asnumpy() + part).astype(part.dtype)))

    def remember(self, gradient):
        change, move = gradient - self.before, self.direction * self.length
        product = change @ move
        if product > 1e-10:
            self.changes = [*self.changes, change][-self.history_size :]
            self.moves = [*self.moves, move][-self.history_size :]
            self.scale = product / (change @ change)

    def aim(self, gradient):
        direction, weights = -gradient, []
        pairs = [(move, change, 1 / (change @ move)) for move, change in zip(self.moves, self.changes)]
        for move, change, factor in reversed(pairs):
            weights.append((move @ direction) * factor)
            direction = direction - weights[-1] * change
        direction = direction * self.scale
        for (move, change, factor), weight in zip(pairs, reversed(weights)):
            direction = direction + move * (weight - (change @ direction) * factor)
        return direction

    def search(self, closure, loss, gradient, most):
        before = [parameter.asnumpy() for parameter in self.parameters]

        def put(length):
            for parameter, value in zip(self.parameters, before):
                parameter.set_data(Tensor(value))
            self.move(self.direction * length)

        def evaluate(length):
            put(length)
            return float(closure()), self.gradient()

        found = strong_wolfe(evaluate, self.direction, self.length, loss, gradient, self.tolerance_change, most)
        self.length, loss, gradient, asked = found
        put(self.length)
        return loss, gradient, asked

    def step(self, closure):
        first = closure()
        loss, gradient, evaluations = float(first), self.gradient(), 1
        lr = self.param_groups[0]["lr"]
        for iteration in range(1, self.max_iter + 1):
            if abs(gradient).max() <= self.tolerance_grad:
                break
            self.iterations += 1
            if self.iterations > 1:
                self.remember(gradient)
            self.direction = self.aim(gradient)
            self.length = lr if self.iterations > 1 else min(1.0, 1.0 / abs(gradient).sum()) * lr
            self.before, previous = gradient, loss
            if gradient @ self.direction > -self.tolerance_change:
                break
            if self.searches:
                loss, gradient, asked = self.search(closure, loss, gradient, self.max_eval - evaluations)
                evaluations += asked
            else:
                self.move(self.direction * self.length)
            if iteration == self.max_iter:
                break
            if not self.searches:
                loss, gradient, evaluations = float(closure()), self.gradient(), evaluations + 1
            if evaluations >= self.max_eval or abs(self.direction * self.length).max() <= self.tolerance_change:
                break
            if abs(loss - previous) < self.tolerance_change:
                break
        return first
