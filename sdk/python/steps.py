"""Common functions of the steps."""

import os
import urllib.request
from collections.abc import Callable
from typing import Any, TypeVar

from svc_registry.types import Response

T = TypeVar("T")
_done = 0


def env(name: str) -> str:
    """Returns the value of an environment variable, which must be set."""
    return os.environ[name]


def check(condition: bool, otherwise: str) -> None:
    if not condition:
        raise AssertionError(otherwise)


def want(kind: type[T], status: int, response: Response[Any]) -> T:
    """Returns the typed body of a response, which must have this status."""
    body = response.parsed
    check(response.status_code == status, f"{status} expected, {response.status_code} received: {body}")
    if not isinstance(body, kind):
        raise AssertionError(f"{kind} expected, {type(body)} received")
    return body


def step(name: str) -> Callable[[Callable[[], T]], T]:
    """Runs one step and reports it. The decorated name is bound to the return value of the function."""

    def do(work: Callable[[], T]) -> T:
        global _done
        result = work()
        _done += 1
        print(f"ok {_done} {name}", flush=True)
        return result

    return do


def pin() -> str:
    with urllib.request.urlopen(env("SVC_PIN_URL")) as response:
        text: bytes = response.read()
        return text.decode()


def nested(levels: int) -> dict[str, Any]:
    """Returns an object with this many levels."""
    return {} if levels == 1 else {"inner": nested(levels - 1)}
