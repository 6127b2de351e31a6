import mindspore as ms
from mindspore._c_expression.amp import AmpLevel, get_curr_amp_strategy


def autocast_dtype():
    """The type that ``autocast`` casts to, inside of one; float16 elsewhere."""
    strategy = get_curr_amp_strategy()
    inside = strategy is not None and strategy.get_amp_level() == AmpLevel.AmpAuto
    return strategy.get_amp_dtype() if inside else ms.float16
