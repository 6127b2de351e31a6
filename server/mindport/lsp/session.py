"""The state of one connection: client, settings, open documents, the engine that serves them."""

from __future__ import annotations

import asyncio
import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from mindport.engine import Engine, OpenTexts
from mindport.engine import Settings as EngineSettings
from mindport.lsp.analyses import Analysed, Analyses
from mindport.lsp.client import Client
from mindport.lsp.convert import Codec
from mindport.lsp.documents import Documents
from mindport.lsp.settings import BadSetting, Language, Settings, structure
from mindport.lsp.told import Memory
from mindport.mapping.row import Target
from mindport.project import config
from mindport.render import messages
from mindport.render.summary import View

_PATIENCE = 6.0


@dataclass(frozen=True)
class Changes:
    """What new settings brought: whether anything differs, which values were bad, which of the project's rows are, and what of
    its own settings cannot be read."""

    changed: bool
    bad: tuple[BadSetting, ...]
    row_errors: tuple[str, ...] = ()
    project_errors: tuple[str, ...] = ()


class Session:
    """Handlers read it; only ``initialize`` and new settings change it, and only on the event loop."""

    def __init__(self) -> None:
        self.client = Client()
        self.settings = Settings()
        self.folders: tuple[Path, ...] = ()
        self.project = config.Config()
        self._project_errors: tuple[str, ...] = ()
        self.documents = Documents()
        self.texts = OpenTexts()
        self.engine = Engine(texts=self.texts)
        self.generation = 0
        self.analyses = Analyses(self.documents, lambda: self.engine, self.texts)
        self.ready = asyncio.Event()
        self._raw: object = None
        self.told = Memory()
        self.publishing: dict[str, asyncio.Future[None]] = {}

    @property
    def codec(self) -> Codec:
        return self.documents.codec

    @property
    def language(self) -> str:
        """The user's language: the setting, else the project's, else the editor's, else the environment's."""
        if self.settings.language is not Language.AUTO:
            return str(self.settings.language.value)
        if self.project.language is not None:
            return self.project.language
        environment = next((os.environ[n] for n in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(n)), None)
        return messages.language_of(self.client.locale or environment)

    @property
    def view(self) -> View:
        """For whom texts are made."""
        settings = self.engine.settings
        return View(settings.language, settings.target, settings.mindspore)

    def say(self, key: str, **arguments: object) -> str:
        """A message in the user's language."""
        return messages.text(key, self.language, **arguments)

    def begin(self, client: Client, folders: tuple[Path, ...]) -> None:
        """Takes up the client of ``initialize`` with the settings that came along."""
        self.client = client
        self.folders = folders
        self.documents.codec = Codec(client.encoding)
        self.project, self._project_errors = _project(folders)

    def use(self, raw: object) -> Changes:
        """Takes up settings as the editor sends them."""
        self._raw = raw
        settings, bad = structure(raw)
        before = self.settings
        self.settings = settings
        engine = self._engine_settings()
        errors: tuple[str, ...] = ()
        changed = settings != before or engine != self.engine.settings
        if engine != self.engine.settings:
            self.engine = Engine(engine, texts=self.texts)
            errors = self.engine.row_errors if engine.own is not None else ()
        if changed:
            self.generation += 1
        untold, self._project_errors = self._project_errors, ()
        return Changes(changed, bad, errors, untold)

    def reread_project(self) -> Changes:
        """Takes up the project's own settings as they are by now."""
        self.project, self._project_errors = _project(self.folders)
        return self.use(self._raw)

    def move(self, folders: tuple[Path, ...]) -> Changes:
        """Takes up that these folders are open now."""
        self.folders = folders
        return self.reread_project()

    async def analysed(self, uri: str) -> Analysed | None:
        """The newest analysis of an open document, under the user's settings."""
        if not self.ready.is_set():
            # A client that stays silent about its settings still gets answers.
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.ready.wait(), _PATIENCE)
            self.ready.set()
        return await self.analyses.newest(uri)

    def _engine_settings(self) -> EngineSettings:
        settings = self.settings
        target = settings.target.target or Target(self.project.target or Target.ASCEND.value)
        version = settings.mindspore_version or self.project.mindspore or config.installed_mindspore()
        return EngineSettings(target, version or config.NEWEST_MINDSPORE, self.language, self.project.rows)


def _project(folders: tuple[Path, ...]) -> tuple[config.Config, tuple[str, ...]]:
    """The project's own settings, and which cannot be read; these are as good as none."""
    errors: list[str] = []
    for folder in folders:
        try:
            found = config.load(folder)
        except (config.ConfigError, OSError) as error:
            errors.append(str(error))
            continue
        if found.source is not None or found.rows is not None:
            return found, tuple(errors)
    return config.Config(), tuple(errors)
