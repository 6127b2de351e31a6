# needs: TorchGoogLeNet, vision_model


def googlenet(weights=None, progress=True, **options):
    """As ``torchvision.models.googlenet``."""
    files = {"IMAGENET1K_V1": "googlenet-1378be20"}
    published = _chosen("googlenet", files, weights if options.get("pretrained") is None else options["pretrained"])
    asked = options.get("aux_logits", published is None)
    if published is not None:
        options = {"transform_input": True, **options, "aux_logits": True, "init_weights": False}
    network = vision_model("googlenet", TorchGoogLeNet, files, weights, **options)
    if not asked and published is not None:
        network.aux_logits, network.aux1, network.aux2 = False, None, None
    return network
