# needs: init_fill
import numpy as np


def init_orthogonal_(tensor, gain=1, generator=None):
    """Fills ``tensor``, seen as a matrix, with orthogonal rows or columns."""
    rows, columns = tensor.shape[0], int(np.prod(tensor.shape[1:]))
    flat = np.random.normal(0.0, 1.0, (max(rows, columns), min(rows, columns)))
    q, r = np.linalg.qr(flat)
    q = q * np.sign(np.diag(r))
    q = q.T if rows < columns else q
    return init_fill(tensor, (gain * q).reshape(tensor.shape).astype(np.float32))
