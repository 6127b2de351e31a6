import functools


class OwnMode:
    """A base of networks with a ``set_train`` of their own, which that of a network around them calls, as torch's ``train`` does.

    MindSpore's sets the flags of all inner cells and calls nothing of theirs.
    """

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        own = cls.__dict__.get("set_train")
        if own is None:
            return

        @functools.wraps(own)
        def set_train(self, *args, **kwargs):
            outermost = not self.__dict__.get("_sets_mode")
            self.__dict__["_sets_mode"] = True
            try:
                return own(self, *args, **kwargs)
            finally:
                if outermost:
                    self.__dict__["_sets_mode"] = False

        cls.set_train = set_train

    def add_flags_recursive(self, **flags):
        if "training" in flags and not self.__dict__.get("_sets_mode"):
            self.set_train(flags["training"])
        else:
            super().add_flags_recursive(**flags)
