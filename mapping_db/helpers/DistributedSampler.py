# needs: Sampler
import math

import numpy as np
from mindspore import mint


class DistributedSampler(Sampler):
    """Torch's ``DistributedSampler``: each process gets its share of the indices, in the same order everywhere."""

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        self.dataset = dataset
        self.num_replicas = mint.distributed.get_world_size() if num_replicas is None else num_replicas
        self.rank = mint.distributed.get_rank() if rank is None else rank
        self.shuffle = shuffle
        self.seed = seed
        self.drop_last = drop_last
        self.epoch = 0
        n = len(dataset)
        if drop_last and n % self.num_replicas:
            n -= self.num_replicas - 1
        self.num_samples = math.ceil(n / self.num_replicas)
        self.total_size = self.num_samples * self.num_replicas

    def __iter__(self):
        order = list(range(len(self.dataset)))
        if self.shuffle:
            order = [int(i) for i in np.random.RandomState(self.seed + self.epoch).permutation(len(order))]
        if not self.drop_last:
            while len(order) < self.total_size:
                order += order[: self.total_size - len(order)]
        return iter(order[: self.total_size][self.rank :: self.num_replicas])

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        """Another order for another epoch."""
        self.epoch = epoch
