"""placeholder"""


def setup(app):
    """Register nothing yet."""
