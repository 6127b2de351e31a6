import logging


class _ProcessLogger(logging.LoggerAdapter):
    def process(self, message, kwargs):
        return message, {name: value for name, value in kwargs.items() if name not in ("main_process_only", "in_order")}


def process_logger(name, log_level=None):
    """Accelerate's ``get_logger``, on the one device there is: Python's logger of that name."""
    logger = logging.getLogger(name)
    if log_level is not None:
        logger.setLevel(log_level.upper())
    return _ProcessLogger(logger, {})
