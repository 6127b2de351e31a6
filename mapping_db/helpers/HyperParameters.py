# needs: HyperParameterDict
import inspect


class HyperParameters:
    """What Lightning's modules and data modules keep of the arguments that they were made with: ``self.hparams``."""

    def save_hyperparameters(self, *args, ignore=(), frame=None, logger=True):
        """Keeps the arguments of the ``__init__`` that calls this, those of a subclass's included; or those that are given."""
        ignored = {ignore} if isinstance(ignore, str) else set(ignore)
        kept, frame = {}, frame or inspect.currentframe().f_back
        while frame is not None and frame.f_code.co_name == "__init__" and frame.f_locals.get("self") is self:
            code, held = frame.f_code, frame.f_locals
            count = code.co_argcount + code.co_kwonlyargcount
            kept |= {name: held[name] for name in code.co_varnames[1:count] if name in held}
            if code.co_flags & inspect.CO_VARKEYWORDS:
                kept |= held.get(code.co_varnames[count + bool(code.co_flags & inspect.CO_VARARGS)], {})
            frame = frame.f_back
        names = {one for one in args if isinstance(one, str)}
        if names:
            kept = {name: value for name, value in kept.items() if name in names}
        for one in args:
            if not isinstance(one, str):  # a dictionary or a namespace in place of all
                kept = dict(one) if isinstance(one, dict) else dict(vars(one))
        self.hparams.update({name: value for name, value in kept.items() if name not in ignored})

    @property
    def hparams(self):
        if "_hparams" not in self.__dict__:
            object.__setattr__(self, "_hparams", HyperParameterDict())
        return self._hparams

    @hparams.setter
    def hparams(self, given):
        held = given if isinstance(given, dict) else vars(given)
        object.__setattr__(self, "_hparams", HyperParameterDict(held))
