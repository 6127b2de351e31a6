import contextlib

import mindspore as ms
from mindspore._c_expression.amp import AmpLevel
from mindspore.train import amp


class autocast(contextlib.ContextDecorator):
    """As ``autocast``: products and convolutions compute in ``dtype`` (float16), what needs more in float32.

    The lists are MindSpore's own, those of ``mindspore.amp.auto_mixed_precision(net, "auto")``.
    """

    def __init__(self, enabled=True, dtype=None):
        level = AmpLevel.AmpAuto if enabled else AmpLevel.AmpO0
        lists = (amp.AMP_AUTO_WHITE_LIST, amp.AMP_AUTO_BLACK_LIST)
        lower, higher = ([(p.__name__, amp.AMP_PRIM_ARG_TABLE[p]) for p in operators] for operators in lists)
        self.strategy = amp.AmpDecorator(level, ms.float16 if dtype is None else dtype, lower, higher)

    def __enter__(self):
        self.strategy.__enter__()
        return self

    def __exit__(self, *error):
        self.strategy.__exit__(*error)
        return False
