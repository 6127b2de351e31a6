"""scikit-learn, and libraries whose models are used alike: they compute with arrays, whatever they are given.

Facts of scikit-learn 1.9, whose estimators all return themselves from ``fit`` and keep what they learn in attributes that end
with an underscore.
"""

from __future__ import annotations

from typing import Final

from mindport.semantics.libraries.objects import ESTIMATOR
from mindport.semantics.types import NUMPY, UNKNOWN, Type, callable_to

ROOTS: Final = frozenset(
    ["sklearn", "cuml", "lightgbm", "xgboost", "catboost", "umap", "hdbscan", "sklearnex", "imblearn"]
)
_ITSELF: Final = frozenset(["fit", "partial_fit", "set_params", "set_output"])
_ARRAYS: Final = frozenset([
    "predict", "predict_proba", "predict_log_proba", "transform", "inverse_transform", "fit_transform", "fit_predict",
    "decision_function", "score", "score_samples", "apply", "sample_y", "cv_results_",
])  # fmt: skip
_PAIRS: Final = Type("tuple", "...", (NUMPY,))
_OF_SEVERAL: Final = frozenset(["kneighbors", "radius_neighbors", "query", "query_radius", "sample"])


def library(name: str) -> Type:
    """Result of a function or class, by its qualified name."""
    if name.rpartition(".")[2][:1].isupper():
        return ESTIMATOR
    return NUMPY if name.startswith("sklearn.metrics.") else UNKNOWN


def member(name: str) -> Type:
    """A member of an estimator."""
    if name in _ITSELF:
        return callable_to(ESTIMATOR)
    if name in _OF_SEVERAL:
        return callable_to(_PAIRS)
    if name in _ARRAYS:
        return callable_to(NUMPY)
    return NUMPY if name.endswith("_") and not name.startswith("_") else UNKNOWN
