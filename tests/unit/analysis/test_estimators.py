"""scikit-learn's models compute with arrays, also where they are given tensors."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = "from sklearn import metrics, neighbors\nfrom sklearn.cluster import KMeans\nimport lightgbm as lgb\nx = torch.ones(3, 2)\n"


@pytest.mark.parametrize(
    "code",
    [
        "KMeans(3).fit_predict(x).mean()",
        "km = KMeans(3).fit(x)\nkm.cluster_centers_.mean(0).sum(), km.labels_.shape, km.inertia_.item()",
        "dist, at = neighbors.NearestNeighbors(n_neighbors=2).fit(x).kneighbors(x)\ndist.mean().round(), at.shape",
        "metrics.accuracy_score(x, x).item(), metrics.confusion_matrix(x, x).diagonal().sum()",
        "lgb.LGBMRegressor().fit(x, x).predict(x).mean()",
    ],
)
def test_what_they_give_is_no_tensor(code: str) -> None:
    assert members(HEAD + code + "\n") == []


def test_what_is_made_of_it_may_be_one() -> None:
    assert members(HEAD + "torch.from_numpy(KMeans(3).fit_predict(x)).mean()\n") == ["T.mean"]
