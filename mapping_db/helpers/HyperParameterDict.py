class HyperParameterDict(dict):
    """A dictionary whose items are attributes, too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no hyperparameter is called {name}") from None

    def __setattr__(self, name, value):
        self[name] = value
