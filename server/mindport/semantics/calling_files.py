"""Which files of a project call what a file defines, by the words of their import statements."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from pathlib import Path
from typing import Final

from mindport.semantics.callers import CallSite, Evidence, Walked, as_heir, tell
from mindport.semantics.exchange import key
from mindport.semantics.folders import files_below, project_folder
from mindport.semantics.torch_names import FAMILIES
from mindport.syntax.import_statements import IMPORTS, import_statements, imported_words

_STEPS: Final = 2  # files that call each other in a row
_MOST_CALLERS: Final = 40
_MOST_READ: Final = 80  # files that import a package as a whole, of which those are looked for that name a module of it
_WORD: Final = re.compile(r"\w+")
_RENAMED: Final = re.compile(r"(\w+)[ \t]+as\b")
_QUOTED: Final = re.compile(r"""(["'])[\w.]*\1""")


class Callers:
    """Evidence for the files of one project, on disk as they are when first looked at. ``walk`` walks a file with evidence, and
    gives None for one that cannot be read; ``read`` gives a file's text."""

    def __init__(
        self, root: Path | None, walk: Callable[[Path, Evidence], Walked | None], read: Callable[[str], str | None]
    ) -> None:
        self._walk = walk
        self._index = CallerIndex(read, root)
        self._walked: dict[tuple[str, int], Walked | None] = {}
        self._evidence: dict[tuple[str, int], Evidence] = {}
        # What is being found or walked: a file that is walked may ask for its own callers.
        self._finding: set[tuple[str, int]] = set()
        self._walking: set[str] = set()
        self._cut = 0  # how often nothing was given for what was under way

    def search_all(self, folder: Path) -> None:
        """Files in ``folder`` are one project."""
        self._index.search_all(folder)

    def note(self, path: Path, walked: Walked, steps: int = 0) -> None:
        """A file has been walked, without evidence or with that of ``steps``."""
        self._walked.setdefault((key(path), steps), walked)

    def evidence(self, path: Path, steps: int = _STEPS) -> Evidence:
        """What calls in other files give to the functions of a file. Effect: walks those files, unless they have been."""
        asked = (key(path), steps)
        found = self._evidence.get(asked)
        if found is not None:
            return found
        if asked in self._finding or asked[0] in self._walking:
            self._cut += 1
            return {}
        before = self._cut
        self._finding.add(asked)
        try:
            found = self._find(path, steps)
        finally:
            self._finding.discard(asked)
        if self._cut == before or not (self._finding or self._walking):
            self._evidence[asked] = found
        return found

    def know_torch(self, path: Path) -> bool:
        """Whether any file of the project of ``path`` imports torch."""
        return self._index.imports_any(path, FAMILIES)

    def _find(self, path: Path, steps: int) -> Evidence:
        base = self._at(path, 0)
        if base is None or not base.open:
            return {}
        here = key(path)
        sites: dict[str, list[CallSite]] = {}
        for caller in self._index.candidates(path, base):
            walked = self._at(caller, steps - 1)
            for name in base.open if walked is not None else ():
                sites.setdefault(name, []).extend(walked.calls.get((here, name), ()))  # type: ignore[union-attr]
        for name, overrides in base.overrides.items():
            for place, above in overrides.above:
                walked = self._at(Path(place), steps - 1)
                found = walked.calls.get((place, above), ()) if walked is not None else ()
                sites.setdefault(name, []).extend(as_heir(site, overrides.names) for site in found)
        return {name: tuple(found) for name, found in sites.items() if tell(found, base.open[name])}

    def _at(self, path: Path, steps: int) -> Walked | None:
        """A file's walk with the evidence of its own callers, ``steps`` files far."""
        asked = (key(path), steps)
        if asked in self._walked:
            return self._walked[asked]
        if asked[0] in self._walking:
            self._cut += 1
            return None
        evidence = self.evidence(path, steps) if steps else {}
        if steps and not evidence:
            found = self._at(path, 0)
        else:
            self._walking.add(asked[0])
            try:
                found = self._walk(path, evidence)
            finally:
                self._walking.discard(asked[0])
        self._walked[asked] = found
        return found


class CallerIndex:
    """Finds files of a project that may call what a file defines. ``read`` gives a file's text; ``root`` is the project's folder,
    which is looked for where it is not given."""

    def __init__(self, read: Callable[[str], str | None], root: Path | None = None) -> None:
        self._read = read
        self._projects: dict[Path, Path] = {}
        self._root = root
        self._all = ""  # a folder that is one project, whatever marks it has
        # Files go by their paths as text here: they are many, and path objects are slow to make and to compare.
        self._words: dict[Path, dict[str, list[str]]] = {}
        self._code: dict[str, frozenset[str]] = {}

    def search_all(self, folder: Path) -> None:
        """Callers of any file in ``folder`` are looked for in all of it: it is one project, even where nothing marks it so."""
        self._all = str(folder.absolute())
        self._projects.clear()

    @property
    def folders(self) -> tuple[Path, ...]:
        """Folders in which callers were looked for."""
        return tuple(self._words)

    def imports_any(self, path: Path, words: Iterable[str]) -> bool:
        """Whether one of the words stands in an import statement of the project of ``path``."""
        known = self._imported(self._root or self._project(path))
        return any(word in known for word in words)

    def candidates(self, path: Path, base: Walked, without: Container[str] = ()) -> Iterator[Path]:
        """Files that may call what is open, by the words of their imports: those that name it, then those that name its file,
        then those that name its package and write its file out where they call.
        ``without`` are files that need not be named."""
        known = self._imported(self._root or self._project(path))
        names = {name.partition(".")[0] for name in base.open}
        stem = path.parent.name if path.stem == "__init__" else path.stem
        found = {one: 0 for name in names for one in known.get(name, ()) if one not in without}
        for one in known.get(stem, ()):
            if one not in without:
                found.setdefault(one, 1)
        if path.stem != "__init__":
            whole = f"{path.parent.name}.{stem}."
            for one in known.get(path.parent.name, ())[:_MOST_READ]:
                if one not in without and one not in found and whole in (self._read(one) or ""):
                    found[one] = 2  # ``import package``, ``package.module.function()``
        here = key(path)
        count = 0
        for _, one in sorted((rank, one) for one, rank in found.items()):
            if count < _MOST_CALLERS and one != here and self._says(one, names):
                count += 1
                yield Path(one)

    def prepare(self, path: Path) -> None:
        """Reads the imports of the project of ``path``, which ``candidates`` takes long for at first. Effect: reads the disk."""
        self._imported(self._root or self._project(path))

    def _says(self, path: str, names: Collection[str]) -> bool:
        """Whether a file's code has one of the words."""
        text = self._read(path) or ""
        said = [name for name in names if name in text]
        return bool(said) and not self._words_of(path).isdisjoint(said)

    def _project(self, path: Path) -> Path:
        folder = path.parent
        found = self._projects.get(folder)
        if found is None:
            found = project_folder(path)
            if self._all and str(found).startswith(f"{self._all}{os.sep}"):
                found = Path(self._all)
            self._projects[folder] = found
        return found

    def _words_of(self, path: str) -> frozenset[str]:
        """Words of a file's code, without what stands in quotes alone; of its import statements, what it calls by other names."""
        found = self._code.get(path)
        if found is None:
            text = self._read(path) or ""
            renamed = (name for one in import_statements(text) for name in _RENAMED.findall(one.group()))
            code = _QUOTED.sub(" ", IMPORTS.sub(" ", text))
            found = self._code[path] = frozenset((*_WORD.findall(code), *renamed))
        return found

    def _imported(self, root: Path) -> dict[str, list[str]]:
        known = self._words.get(root)
        if known is None:
            known = self._words[root] = {}
            for path in map(key, files_below(root) or ()):
                text = self._read(path)
                for word in imported_words(text) if text is not None else ():
                    known.setdefault(word, []).append(path)
        return known
