# needs: region_weights
import numpy as np
from mindspore import Tensor, mint, ops


def roi_align(input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False):
    """As ``torchvision.ops.roi_align``: regions of each image, (x1, y1, x2, y2), at one size, by bilinear sampling."""
    bins = (output_size, output_size) if isinstance(output_size, int) else tuple(output_size)
    if isinstance(boxes, (list, tuple)):
        regions = np.concatenate([np.insert(box.asnumpy(), 0, image, axis=1) for image, box in enumerate(boxes)])
    else:
        regions = boxes.asnumpy()
    corners = regions[:, 1:] * spatial_scale - (0.5 if aligned else 0.0)
    sizes = corners[:, 2:] - corners[:, :2]
    sizes = sizes if aligned else np.maximum(sizes, 1.0)
    height, width = input.shape[2:]
    out, places = [], []
    for image in np.unique(regions[:, 0]).astype(int):
        here = np.flatnonzero(regions[:, 0] == image)
        down, across = (
            np.stack(
                [region_weights(corners[r, axis], sizes[r, axis], bins[1 - axis], n, sampling_ratio) for r in here]
            )
            for axis, n in ((1, height), (0, width))
        )
        rows = ops.matmul(Tensor(down.reshape(-1, height), input.dtype), input[int(image)])
        rows = rows.reshape(input.shape[1], len(here), bins[0], width).swapaxes(0, 1)
        columns = Tensor(across.swapaxes(1, 2)[:, None], input.dtype)
        out.append(ops.matmul(rows, columns))
        places.append(here)
    if not out:
        return ops.zeros((0, input.shape[1], *bins), input.dtype)
    order = np.argsort(np.concatenate(places))
    return ops.gather(mint.cat(out, 0) if len(out) > 1 else out[0], Tensor(order), 0)
