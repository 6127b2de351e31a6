class AcceleratorSettings:
    """Accelerate's ``…Kwargs``, ``…Plugin`` and ``ProjectConfiguration``: what they are made with, by name."""

    def __init__(self, *args, **kwargs):
        self.arguments = args
        vars(self).update(kwargs)
