# needs: RandomSampler, SequentialSampler, default_collate, default_convert, generator_of


class DataLoader:
    """Batches of a data set, made in the calling process: what ``mindspore.dataset`` cannot read the same way.

    Shuffled with a generator, items come in torch's order. ``num_workers`` and what concerns processes or pinned memory is
    taken and makes no difference.
    """

    def __init__(
        self,
        dataset,
        batch_size=1,
        shuffle=None,
        sampler=None,
        batch_sampler=None,
        num_workers=0,
        collate_fn=None,
        pin_memory=False,
        drop_last=False,
        timeout=0,
        worker_init_fn=None,
        multiprocessing_context=None,
        generator=None,
        **others,
    ):
        self.dataset = dataset
        self.batch_size = batch_size
        self.shuffle = bool(shuffle)
        self.iterable = not hasattr(dataset, "__getitem__")
        self.generator = generator_of(generator)
        if sampler is None and not self.iterable:
            sampler = RandomSampler(dataset, generator=self.generator) if shuffle else SequentialSampler(dataset)
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.num_workers = num_workers
        self.collate_fn = collate_fn or (default_convert if batch_size is None else default_collate)
        self.drop_last = drop_last

    def __iter__(self):
        if self.generator is not None:
            self.generator.integers(0, 2**62, 1)  # torch draws a seed for the processes that read
        if self.batch_sampler is not None:
            for batch in self.batch_sampler:
                yield self.collate_fn([self.dataset[i] for i in batch])
            return
        if self.batch_size is None:
            items = self.dataset if self.iterable else (self.dataset[i] for i in self.sampler)
            yield from (self.collate_fn(item) for item in items)
            return
        # What an incomplete last batch would be of is not asked for at all: a data set may draw numbers.
        batch = []
        for item in self.dataset if self.iterable else self.sampler:
            batch.append(item)
            if len(batch) == self.batch_size:
                yield self._collated(batch)
                batch = []
        if batch and not self.drop_last:
            yield self._collated(batch)

    def _collated(self, batch):
        return self.collate_fn(batch if self.iterable else [self.dataset[i] for i in batch])

    def __len__(self):
        if self.batch_sampler is not None:
            return len(self.batch_sampler)
        count = len(self.dataset if self.sampler is None else self.sampler)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
