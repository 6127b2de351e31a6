# needs: hessian


def func_hessian(func, argnums=0):
    """A function that gives the second derivatives of ``func`` by one of its arguments."""

    def of(*args):
        before, after = args[:argnums], args[argnums + 1 :]
        return hessian(lambda x: func(*before, x, *after), args[argnums])

    return of
