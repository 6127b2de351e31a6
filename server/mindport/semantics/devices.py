"""Tensors that are spread over devices: what torch's own functions give that move them, and members of those that are shared."""

from __future__ import annotations

from typing import Final

from mindport.semantics.types import TENSOR, TENSORS, Type

_PARALLEL: Final = "torch.nn.parallel._functions."
GIVEN: Final[dict[str, Type]] = {
    f"{_PARALLEL}Broadcast.apply": TENSORS,
    f"{_PARALLEL}Gather.apply": TENSOR,
    f"{_PARALLEL}ReduceAddCoalesced.apply": TENSORS,
    f"{_PARALLEL}Scatter.apply": TENSORS,
    **{
        f"torch.distributed.{module}.{name}": TENSOR
        for module in ("tensor", "_tensor")
        for name in ("distribute_tensor", "DTensor.from_local")
    },
}
"""What functions and static methods give that move tensors between devices."""

OF_PLUG_INS: Final = frozenset(["npu", "mlu", "musa"])
"""Methods that plug-ins give tensors and Modules: torch_npu and its like move them to their device."""
SHARED: Final = frozenset(["full_tensor", "to_local", "redistribute"])
"""Methods of a ``DTensor``, which is a Tensor, that give a Tensor."""
