import mindspore as ms
import numpy as np


def assert_close(actual, expected, rtol=None, atol=None, equal_nan=False, check_dtype=True, msg=None, **kwargs):
    """Raises ``AssertionError`` unless values, shapes and dtypes agree, within torch's tolerances."""
    if isinstance(actual, (list, tuple)):
        assert len(actual) == len(expected), msg or f"{len(actual)} values, {len(expected)} expected"
        for a, e in zip(actual, expected):
            assert_close(a, e, rtol, atol, equal_nan, check_dtype, msg)
        return
    if isinstance(actual, dict):
        assert set(actual) == set(expected), msg or "other keys than expected"
        for key in actual:
            assert_close(actual[key], expected[key], rtol, atol, equal_nan, check_dtype, msg)
        return
    a, e = ms.Tensor(actual), ms.Tensor(expected)
    if check_dtype:
        assert a.dtype == e.dtype, msg or f"dtype {a.dtype}, expected {e.dtype}"
    assert a.shape == e.shape, msg or f"shape {a.shape}, expected {e.shape}"
    if rtol is None:
        by_dtype = {ms.float16: 1e-3, ms.bfloat16: 1.6e-2, ms.float32: 1.3e-6, ms.float64: 1e-7}
        rtol = by_dtype.get(a.dtype, 0.0)
        atol = 0.0 if rtol == 0.0 else 1e-7 if a.dtype == ms.float64 else 1e-5
    wide = [t.astype(ms.float32) if t.dtype == ms.bfloat16 else t for t in (a, e)]
    np.testing.assert_allclose(wide[0].asnumpy(), wide[1].asnumpy(), rtol, atol or 0.0, equal_nan, msg or "")
