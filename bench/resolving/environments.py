"""Tasks for reinforcement learning whose states are noise, of the kind gym has now and of the kind it had before 0.26."""

from __future__ import annotations

import random
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

_STATE = 4


class _Space:
    def __init__(self, shape: tuple[int, ...] = (), n: int = 2) -> None:
        self.shape, self.n = shape, n
        self.high, self.low = [1.0], [-1.0]

    def sample(self) -> Any:
        return 0


class Environment:
    """A task of today's kind."""

    def __init__(self, name: str = "") -> None:
        self._state = 3 if "Pendulum" in name else 4
        self.observation_space, self.action_space = _Space((self._state,)), _Space((1,), 2)
        self.spec = SimpleNamespace(reward_threshold=1.0, max_episode_steps=5)
        self._step = 0
        self.unwrapped = self

    def _observe(self) -> Any:
        import numpy as np

        return np.random.randn(self._state).astype("float32")

    def reset(self, seed: int | None = None) -> Any:
        self._step = 0
        return self._observe(), {}

    def seed(self, seed: int) -> None: ...

    def step(self, action: object) -> Any:
        self._step += 1
        return self._observe(), 1.0, self._step >= 20, False, {}

    def close(self) -> None: ...

    def render(self, *args: object) -> None: ...


class Stop(Exception):
    """Ends a script that would go on for too many steps."""


class Box:
    """Vectors of noise."""

    def __init__(self, n: int = 1) -> None:
        import numpy as np

        self.shape = (n,)
        self.low, self.high = -np.ones(n, "float32"), np.ones(n, "float32")

    def sample(self) -> Any:
        import numpy as np

        return np.random.randn(*self.shape).astype("float32")

    def seed(self, seed: int) -> None: ...


class Discrete:
    """One of two actions."""

    shape: tuple[int, ...] = ()
    n = 2

    def sample(self) -> int:
        return random.randrange(2)

    def seed(self, seed: int) -> None: ...


class _Clock:
    """Counts the steps of all tasks of one kind, and raises Stop when there were enough."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def tick(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise Stop("enough steps")


class OldEnvironment:
    """A task of the old kind: ``reset`` gives a state alone, ``step`` four values. Two actions where its name asks for it."""

    clock: _Clock
    horizon: int

    def __init__(self, name: str = "") -> None:
        discrete = "Cart" in name or "Lunar" in name
        self.observation_space = Box(_STATE)
        self.action_space = Discrete() if discrete else Box(1)
        self.spec = SimpleNamespace(reward_threshold=99.0, max_episode_steps=self.horizon)
        self.unwrapped = self._wrapped_env = self
        self.reward_range, self.metadata = (-1, 1), dict[str, object]()
        self._max_episode_steps = self.horizon

    def _observe(self) -> Any:
        import numpy as np

        return np.random.randn(_STATE).astype("float32")

    def seed(self, seed: int = 0) -> None: ...

    def reset(self, **_: object) -> Any:
        self.t = 0
        return self._observe()

    def step(self, action: Any) -> tuple[Any, ...]:
        self.clock.tick()
        self.t += 1
        return self._observe(), random.random(), self.t >= self.horizon, {}

    def render(self, *args: object, **kwargs: object) -> None: ...

    def close(self) -> None: ...


class _Wrapping:
    """What makes a task a wrapper of another one; projects override ``action`` and ``observation``."""

    env: Any

    def __init__(self, env: Any) -> None:
        vars(self).update(vars(env))
        self.env = env

    def reset(self, **_: object) -> Any:
        return self.observation(self.env.reset())

    def step(self, action: Any) -> tuple[Any, ...]:
        observed, *rest = self.env.step(self.action(action))
        return (self.observation(observed), *rest)

    def action(self, action: Any) -> Any:
        return action

    def observation(self, observation: Any) -> Any:
        return observation


def old_gym(limit: int, horizon: int = 5) -> type[OldEnvironment]:
    """Makes ``gym`` one of the old kind: episodes of ``horizon`` steps, and Stop after ``limit`` steps of all of them."""
    kind = type("Env", (OldEnvironment,), {"clock": _Clock(limit), "horizon": horizon})
    wrapper = type("Wrapper", (_Wrapping, kind), {})
    spaces: Any = ModuleType("gym.spaces")
    spaces.Box, spaces.Discrete = Box, Discrete
    gym: Any = ModuleType("gym")
    gym.__path__ = []
    gym.make = gym.Env = kind
    gym.Wrapper = gym.ActionWrapper = gym.ObservationWrapper = gym.RewardWrapper = wrapper
    gym.spaces = spaces
    sys.modules["gym"], sys.modules["gym.spaces"] = gym, spaces
    return kind
