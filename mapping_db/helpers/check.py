"""An assertion as a function."""


def check(condition, message):
    """Raises ``AssertionError`` with ``message`` unless ``condition`` holds."""
    assert condition, message
