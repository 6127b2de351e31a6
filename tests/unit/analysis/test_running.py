"""Functions that are handed over to be run: coroutines, threads and processes, closures of optimizers."""

from __future__ import annotations

import pytest
from found_uses import members

BEFORE = """
import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from multiprocessing import Pool
from joblib import Parallel, delayed
import torch.multiprocessing as mp


async def made(n):
    return torch.ones(n)


async def named(n):
    return "a name"


async def stream():
    yield torch.ones(3)


def work(n):
    return torch.ones(n)


def named_work(n):
    return "a name"


pool = ThreadPoolExecutor(2)
"""


def found(code: str) -> list[str]:
    return members(BEFORE + code)


@pytest.mark.parametrize(
    "code",
    [
        "asyncio.run({made}(3)).data",
        "asyncio.get_event_loop().run_until_complete({made}(3)).data",
        "async def f():\n    (await {made}(3)).data",
        "async def f():\n    x = await asyncio.wait_for({made}(3), 2)\n    x.data",
        "async def f():\n    t = asyncio.create_task({made}(3))\n    await t\n    t.result().data",
        "async def f():\n    _, b = await asyncio.gather(named(1), {made}(3))\n    b.data",
        "async def f():\n    for x in await asyncio.gather(*[{made}(i) for i in range(3)]):\n        x.data",
        "async def f():\n    for c in asyncio.as_completed([{made}(1)]):\n        (await c).data",
        "async def f():\n    async with asyncio.TaskGroup() as group:\n        t = group.create_task({made}(1))\n    t.result().data",
        "class Held:\n    async def __aenter__(self):\n        return await {made}(1)\n"
        "async def f():\n    async with Held() as x:\n        x.data",
    ],
)
def test_what_a_coroutine_gives(code: str) -> None:
    assert found(code.format(made="made")) == ["T.data"]
    assert found(code.format(made="named")) == []


def test_a_coroutine_is_not_what_it_gives() -> None:
    assert found("made(3).data") == []


def test_an_asynchronous_generator() -> None:
    assert found(
        "async def f():\n    async for x in stream():\n        x.data\n    [y.data async for y in stream()]"
    ) == [
        "T.data",
        "T.data",
    ]


@pytest.mark.parametrize(
    "code",
    [
        "pool.submit({work}, 3).result().data",
        "for x in pool.map({work}, [1, 2]):\n    x.data",
        "fs = [pool.submit({work}, n) for n in (1, 2)]\nfor f in as_completed(fs):\n    f.result().data",
        "fs = {{pool.submit({work}, 2): 'a'}}\nfor f in as_completed(fs):\n    f.result().data",
        "with Pool(2) as p:\n    p.map({work}, [1])[0].data",
        "with Pool(2) as p:\n    for x in p.imap_unordered({work}, [1]):\n        x.data",
        "Pool(2).starmap({work}, [(1,)])[0].data",
        "Pool(2).apply({work}, (1,)).data",
        "Pool(2).apply_async({work}, (1,)).get().data",
        "Pool(2).map_async({work}, [1]).get()[0].data",
        "mp.Pool(2).map({work}, [1])[0].data",
        "Parallel(n_jobs=2)(delayed({work})(i) for i in range(3))[0].data",
        "async def f():\n    (await asyncio.to_thread({work}, 3)).data",
        "async def f(loop):\n    (await loop.run_in_executor(None, {work}, 3)).data",
    ],
)
def test_what_runs_in_another_thread_or_process(code: str) -> None:
    assert found(code.format(work="work")) == ["T.data"]
    assert found(code.format(work="named_work")) == []


@pytest.mark.parametrize(
    "call",
    [
        "threading.Thread(target=take, args=({x}, 2)).start()",
        "mp.Process(target=take, args=({x}, 2)).start()",
        "pool.submit(take, {x}, 2)",
        "pool.submit(take, {x}, n=2)",
        "list(map(take, [{x}], [2]))",
        "Pool(2).starmap(take, [({x}, 2)])",
    ],
)
def test_what_it_is_given(call: str) -> None:
    code = "def take(x, n):\n    x.data\n    n.real\n" + call
    assert found(code.format(x="torch.ones(3)")) == ["T.data"]
    assert found(code.format(x="'text'")) == []


def test_processes_of_torch_get_their_number_first() -> None:
    code = "def main(rank, net, x):\n    rank.data\n    net.train()\n    x.data\n"
    assert found(code + "mp.spawn(main, args=(nn.Linear(2, 2), torch.ones(2)), nprocs=2)") == ["M.train", "T.data"]


def test_a_step_gives_what_its_closure_gives() -> None:
    code = "def closure():\n    return {value}\noptimizer = torch.optim.LBFGS([])\noptimizer.step(closure).data"
    assert found(code.format(value="torch.ones(1)")) == ["torch.optim.Optimizer.step", "T.data"]
    assert found(code.format(value="'text'")) == ["torch.optim.Optimizer.step"]
