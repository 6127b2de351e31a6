# needs: HyperParameters
class LightningDataModule(HyperParameters):
    """Lightning's ``LightningDataModule``: the loaders of a data set in one place, as a ``Trainer`` asks for them."""

    def __init__(self):
        self.trainer = None

    def prepare_data(self):
        """Downloads and the like; called once, before ``setup``."""

    def setup(self, stage=None):
        """Makes the data sets of a stage: "fit", "validate", "test" or "predict"."""

    def teardown(self, stage=None):
        """Called when a stage is over."""
