"""Writes Cells, too, whose operators pickle cannot take apart."""

import pickle

import mindspore as ms
from mindspore import nn, ops


class ObjectPickler(pickle.Pickler):
    """Pickles what holds tensors; of a Cell all but its class, which is found by its name when it is read, as in torch."""

    def reducer_override(self, obj):
        if isinstance(obj, nn.Cell):
            return object.__reduce_ex__(obj, 2)
        if isinstance(obj, ops.Primitive):
            return _made_operator, (type(obj), dict(obj.init_attrs))
        if isinstance(obj, (ops.Map, ops.HyperMap)):  # what an optimizer goes through its parameters with
            return type(obj), (obj.ops,)
        return (_type_named, (str(obj),)) if isinstance(obj, type(ms.float32)) else NotImplemented


def _made_operator(kind, settings):
    return kind(**settings)


def _type_named(name):
    return getattr(ms, {"bool": "bool_"}.get(name.lower(), name.lower()))
