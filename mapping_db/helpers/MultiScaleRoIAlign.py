# needs: roi_align
import numpy as np
from mindspore import Tensor, mint, nn, ops


class MultiScaleRoIAlign(nn.Cell):
    """As ``torchvision.ops.MultiScaleRoIAlign``: each region is cut out of the feature map that suits its size."""

    def __init__(self, featmap_names, output_size, sampling_ratio, *, canonical_scale=224, canonical_level=4):
        super().__init__()
        self.featmap_names = [featmap_names] if isinstance(featmap_names, str) else list(featmap_names)
        self.output_size = (output_size, output_size) if isinstance(output_size, int) else tuple(output_size)
        self.sampling_ratio = sampling_ratio
        self.canonical_scale, self.canonical_level = canonical_scale, canonical_level

    def construct(self, x, boxes, image_shapes):
        maps = [x[name] for name in self.featmap_names if name in x]
        tallest = max(shape[0] for shape in image_shapes)
        # a map is smaller than the images by a power of two
        scales = [2.0 ** round(np.log2(m.shape[-2] / tallest)) for m in maps]
        counts = [len(b) for b in boxes]
        regions = np.concatenate([np.insert(b.asnumpy(), 0, i, axis=1) for i, b in enumerate(boxes)])
        size = self.output_size
        if not sum(counts):
            return ops.zeros((0, maps[0].shape[1], *size), maps[0].dtype)
        if len(maps) == 1:
            return roi_align(maps[0], Tensor(regions), size, scales[0], self.sampling_ratio)
        first, last = (int(-np.log2(scale)) for scale in (scales[0], scales[-1]))
        areas = (regions[:, 3] - regions[:, 1]) * (regions[:, 4] - regions[:, 2])
        wanted = np.floor(self.canonical_level + np.log2(np.sqrt(areas) / self.canonical_scale + 1e-6))
        levels = np.clip(wanted, first, last).astype(int) - first
        out, places = [], []
        for level in range(len(maps)):
            here = np.flatnonzero(levels == level)
            if here.size:
                out.append(roi_align(maps[level], Tensor(regions[here]), size, scales[level], self.sampling_ratio))
                places.append(here)
        order = np.argsort(np.concatenate(places))
        return ops.gather(mint.cat(out, 0) if len(out) > 1 else out[0], Tensor(order), 0)
