"""Keeps the server alive: whatever a handler meets is logged in full and answered in brief."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcException

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_Handler = Callable[..., Coroutine[Any, Any, _T]]

REQUEST_FAILED = -32803
CONTENT_MODIFIED = -32801


class Refusal(JsonRpcException):
    """An answer to a request that cannot be served: one line for the user."""

    CODE = REQUEST_FAILED
    MESSAGE = ""

    def __init__(self, message: str, code: int = REQUEST_FAILED) -> None:
        super().__init__(message=message, code=code)


def passive(default: Any) -> Callable[[_Handler[_T]], _Handler[_T]]:
    """For requests that the editor makes by itself: a failure answers ``default`` and disturbs nobody."""

    def decorate(handler: _Handler[_T]) -> _Handler[_T]:
        @functools.wraps(handler)
        async def guarded(*arguments: Any) -> _T:
            try:
                return await handler(*arguments)
            except JsonRpcException:
                raise
            except Exception:
                _log.exception("%s failed", handler.__name__)
                answer: _T = default
                return answer

        return guarded

    return decorate


def asked(handler: _Handler[_T]) -> _Handler[_T]:
    """For what the user asks for: a failure is answered with one line in the user's language."""

    @functools.wraps(handler)
    async def guarded(ls: Any, *arguments: Any) -> _T:
        try:
            return await handler(ls, *arguments)
        except JsonRpcException:
            raise
        except Exception as error:
            _log.exception("%s failed", handler.__name__)
            short = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            raise Refusal(ls.session.say("error.internal", error=short)) from None

    return guarded
