# needs: token_layer


def vision_layer_norm2d(*sizes, **options):
    """Torchvision's ``LayerNorm2d``: the channels of a picture, normalised where they are."""
    base = token_layer("LayerNorm")

    class LayerNorm2d(base):
        def construct(self, x):
            return super().construct(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)

    return LayerNorm2d(*sizes, **options)
