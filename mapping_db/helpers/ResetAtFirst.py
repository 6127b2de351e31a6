"""Layers of torch's call ``reset_parameters`` when they are made; here a base that stands before MindSpore's layer does."""

# needs: redraw_weights


class ResetAtFirst:
    """For a class that derives from a layer and has its own ``reset_parameters``."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.reset_parameters()

    def reset_parameters(self):
        redraw_weights(self, by_layer=False)
