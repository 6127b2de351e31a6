# needs: Inception3, vision_model


def inception_v3(weights=None, progress=True, **options):
    """As ``torchvision.models.inception_v3``."""
    files = {"IMAGENET1K_V1": "inception_v3_google-0cc3c7bd"}
    asked = options.get("aux_logits", True)
    published = _chosen("inception_v3", files, weights if options.get("pretrained") is None else options["pretrained"])
    if published is not None:
        options = {"transform_input": True, **options, "aux_logits": True, "init_weights": False}
    network = vision_model("inception_v3", Inception3, files, weights, **options)
    if not asked and published is not None:
        network.aux_logits, network.AuxLogits = False, None
    return network
