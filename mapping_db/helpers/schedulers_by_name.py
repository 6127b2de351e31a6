# needs: scheduler_named
class _SchedulersByName(type):
    def __getattr__(cls, name):
        return scheduler_named(name)


class schedulers_by_name(metaclass=_SchedulersByName):
    """As the module ``torch.optim.lr_scheduler``, where a function is given it and asks it for a name."""
