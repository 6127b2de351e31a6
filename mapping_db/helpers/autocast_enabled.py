from mindspore._c_expression.amp import AmpLevel, get_curr_amp_strategy


def autocast_enabled():
    """Whether an ``autocast`` is on here."""
    strategy = get_curr_amp_strategy()
    return strategy is not None and strategy.get_amp_level() == AmpLevel.AmpAuto
