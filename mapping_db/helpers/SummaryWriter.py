import mindspore as ms
import numpy as np


class SummaryWriter:
    """Torch's ``SummaryWriter`` over ``mindspore.SummaryRecord``: scalars, images, histograms; TensorBoard reads the files."""

    def __init__(self, log_dir=None, comment="", **kwargs):
        self.log_dir = log_dir or f"runs/mindspore{comment}"
        self._record = ms.SummaryRecord(log_dir=str(self.log_dir))

    def _add(self, kind, tag, value, step):
        value = value if isinstance(value, ms.Tensor) else ms.Tensor(np.asarray(value, np.float32))
        self._record.add_value(kind, tag, value)
        self._record.record(0 if step is None else int(step))

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, **kwargs):
        self._add("scalar", tag, scalar_value, global_step)

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        for tag, value in tag_scalar_dict.items():
            self._add("scalar", f"{main_tag}/{tag}", value, global_step)

    def add_image(self, tag, img_tensor, global_step=None, walltime=None, dataformats="CHW"):
        image = np.asarray(img_tensor.asnumpy() if isinstance(img_tensor, ms.Tensor) else img_tensor, np.float32)
        if dataformats == "HWC":
            image = image.transpose(2, 0, 1)
        elif dataformats == "HW":
            image = image[None]
        self._add("image", tag, image[None], global_step)

    def add_histogram(self, tag, values, global_step=None, bins="tensorflow", walltime=None, max_bins=None):
        self._add("histogram", tag, values, global_step)

    def add_text(self, tag, text_string, global_step=None, walltime=None):
        """Text has no place in MindSpore's summaries; it is left out."""

    def add_graph(self, model, input_to_model=None, verbose=False, **kwargs):
        """MindSpore writes the graph with ``SummaryCollector``; it is left out."""

    def add_hparams(self, hparam_dict, metric_dict, **kwargs):
        for name, value in metric_dict.items():
            self._add("scalar", name, value, 0)

    def flush(self):
        self._record.flush()

    def close(self):
        self._record.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
