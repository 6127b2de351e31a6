from functools import cached_property


class lazy_property(cached_property):
    """As ``torch.distributions.utils.lazy_property``: a property that keeps what it gave first."""
