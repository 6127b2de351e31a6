import logging


def rank_zero_info(*args, **kwargs):
    """Lightning's ``rank_zero_info``, on the one device there is."""
    logging.getLogger("lightning").info(
        *args, **{name: value for name, value in kwargs.items() if name != "stacklevel"}
    )
