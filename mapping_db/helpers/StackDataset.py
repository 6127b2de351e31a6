class StackDataset:
    """Torch's ``StackDataset``: data sets side by side; an item is a tuple, or a dict where names are given."""

    def __init__(self, *args, **kwargs):
        self.datasets = args or kwargs

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)

    def __len__(self):
        sets = self.datasets.values() if isinstance(self.datasets, dict) else self.datasets
        return min(len(dataset) for dataset in sets)
