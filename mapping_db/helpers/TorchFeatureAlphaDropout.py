# needs: TorchAlphaDropout


class TorchFeatureAlphaDropout(TorchAlphaDropout):
    """Torch's ``FeatureAlphaDropout``: whole channels are dropped."""

    def _mask_shape(self, input):
        return (*input.shape[:2], *(1 for _ in input.shape[2:]))
