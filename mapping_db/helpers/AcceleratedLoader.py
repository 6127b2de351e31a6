import itertools


class AcceleratedLoader:
    """A loader that an ``Accelerator`` has prepared: it tells when the batch is the last one."""

    def __init__(self, loader, accelerator, skipped=0):
        self.loader, self._accelerator, self._skipped = loader, accelerator, skipped

    def __iter__(self):
        batches = itertools.islice(iter(self.loader), self._skipped, None)
        self._accelerator.end_of_dataloader = False
        try:
            batch = next(batches)
        except StopIteration:
            return
        for following in batches:
            yield batch
            batch = following
        self._accelerator.end_of_dataloader = True
        yield batch
        self._accelerator.end_of_dataloader = False

    def __len__(self):
        return len(self.loader) - self._skipped

    def __getattr__(self, name):
        return getattr(self.__dict__["loader"], name)
