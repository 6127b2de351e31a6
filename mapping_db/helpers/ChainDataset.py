class ChainDataset:
    """Torch's ``ChainDataset``: iterable data sets one after the other."""

    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for dataset in self.datasets:
            yield from dataset

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)
