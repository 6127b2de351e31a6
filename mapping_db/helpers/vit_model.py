# needs: VisionTransformer, vision_model
from functools import partial


def vit_model(name, patch, layers, heads, hidden, files, weights, **options):
    """One of torchvision's networks ``vit_…``; some of the published weights are for larger images."""
    given = weights if options.get("pretrained") is None else options["pretrained"]
    chosen = _chosen(name, files, given)
    if chosen is not None:
        size = (518 if patch == 14 else 384) if chosen == "IMAGENET1K_SWAG_E2E_V1" else 224
        if options.setdefault("image_size", size) != size:
            raise ValueError(f"The weights {chosen} of {name} are for image_size={size}, not {options['image_size']}")
    options.setdefault("image_size", 224)
    build = partial(VisionTransformer, patch_size=patch, num_layers=layers, num_heads=heads, hidden_dim=hidden)
    return vision_model(name, partial(build, mlp_dim=5120 if patch == 14 else 4 * hidden), files, weights, **options)
