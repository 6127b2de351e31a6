"""What jedi would add: whether it knows the receivers that the scan left undecided, and what asking costs."""

from __future__ import annotations

import random
import re
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_SITE = re.compile(
    r"(?:missed|guessed) (?:method|attribute) (?P<path>.+?):(?P<line>\d+):(?P<column>\d+) (?P<name>\w+)$"
)
_SECONDS = 10


@dataclass
class Opinion:
    """``found`` of ``asked`` receivers were known to be Tensors."""

    asked: int = 0
    found: int = 0
    late: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        each = self.seconds / max(self.asked, 1)
        late = f"{self.late} took over {_SECONDS} s"
        return f"jedi knows {self.found} of {self.asked} undecided receivers, {late}, {each:.2f} s each"


def ask(disagreements: Sequence[str], most: int) -> Opinion:
    """Asks jedi of at most ``most`` of the sites, chosen by a seed."""
    import jedi  # type: ignore[import-untyped]

    out = Opinion()
    sites = [match for line in disagreements if (match := _SITE.match(line))]
    random.Random(0).shuffle(sites)
    signal.signal(signal.SIGALRM, _late)
    for site in sites[:most]:
        path, line, column = Path(site["path"]), int(site["line"]), int(site["column"])
        begin = time.process_time()
        signal.alarm(_SECONDS)
        try:
            names = jedi.Script(path=path, project=jedi.Project(path.parent)).goto(line, column, follow_imports=True)
            out.found += any("Tensor" in (name.full_name or "") for name in names)
        except TimeoutError:
            out.late += 1
        except Exception:
            pass  # jedi's own failures are no answer
        finally:
            signal.alarm(0)
        out.seconds += time.process_time() - begin
        out.asked += 1
    return out


def _late(*_: object) -> None:
    raise TimeoutError
