class ConcatDataset:
    """Data sets one after the other."""

    def __init__(self, datasets):
        self.datasets = list(datasets)

    def __getitem__(self, index):
        index = index + len(self) if index < 0 else index
        for dataset in self.datasets:
            if index < len(dataset):
                return dataset[index]
            index -= len(dataset)
        raise IndexError("index out of range")

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)
