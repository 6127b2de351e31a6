# needs: Gamma


class Chi2(Gamma):
    """The chi-squared distribution, as torch's."""

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5)

    @property
    def df(self):
        return self.concentration * 2
