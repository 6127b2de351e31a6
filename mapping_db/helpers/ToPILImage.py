# needs: to_pil_image


class ToPILImage:
    """``to_pil_image`` as an object, as torchvision's."""

    def __init__(self, mode=None):
        self.mode = mode

    def __call__(self, pic):
        return to_pil_image(pic, self.mode)
