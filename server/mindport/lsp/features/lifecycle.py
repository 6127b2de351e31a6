"""``initialize``, and the settings: asked of the client, told by it, or sent along at the start."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder

from mindport.lsp import client, convert
from mindport.lsp.features import diagnostic
from mindport.lsp.server import Server
from mindport.lsp.session import Changes
from mindport.lsp.settings import SECTION

_log = logging.getLogger(__name__)
_PATIENCE = 5.0
_PROJECT_FILES = ("mindport.toml", "pyproject.toml", ".mindport/rows/**/*.yaml", ".mindport/helpers/*.py")


def register(server: Server) -> None:
    server.feature(types.INITIALIZE)(initialize)
    server.feature(types.INITIALIZED)(initialized)
    server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(did_change_configuration)
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(did_change_watched_files)
    server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(did_change_workspace_folders)
    server.feature(types.SHUTDOWN)(shutdown)


def initialize(ls: Server, params: types.InitializeParams) -> None:
    encoding = ServerCapabilitiesBuilder.choose_position_encoding(params.capabilities)
    found = client.read(params, str(getattr(encoding, "value", encoding)))
    ls.session.begin(found, _folders(params))
    _show_bad(ls, found.initial_settings)
    # The rows load while the client is still introducing itself.
    ls.session.analyses.prepare()


async def initialized(ls: Server, params: types.InitializedParams) -> None:
    session = ls.session
    try:
        if session.client.configuration:
            _show_bad(ls, await _ask(ls))
        _watch(ls)
    finally:
        session.ready.set()


async def did_change_configuration(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    told = params.settings
    if isinstance(told, Mapping) and SECTION in told:
        raw: object = told[SECTION]
    elif ls.session.client.configuration:
        raw = await _ask(ls)
    else:
        raw = told
    if _show_bad(ls, raw):
        _refresh(ls)


def did_change_watched_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    changed = [path for path in (convert.path_of(one.uri) for one in params.changes) if path is not None]
    ls.session.analyses.changed_on_disk(path for path in changed if path.suffix == ".py")
    if all(path.suffix == ".py" and ".mindport" not in path.parts for path in changed):
        return
    changes = ls.session.reread_project()
    _warn(ls, changes)
    if changes.changed:
        _refresh(ls)


def did_change_workspace_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    session = ls.session
    gone = {convert.path_of(folder.uri) for folder in params.event.removed}
    added = [convert.path_of(folder.uri) for folder in params.event.added]
    stay = [folder for folder in session.folders if folder not in gone]
    changes = session.move((*stay, *(path for path in added if path is not None and path not in stay)))
    _warn(ls, changes)
    if changes.changed:
        _refresh(ls)


def shutdown(ls: Server, params: object) -> None:
    ls.session.analyses.close()


def _watch(ls: Server) -> None:
    """Has the client tell of new settings, the editor's and the project's."""
    registrations = []
    if ls.session.client.watch_configuration:
        section = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
        registrations.append(types.Registration(id="mindport-configuration", method=method, register_options=section))
    if ls.session.client.watch_files:
        watchers = [types.FileSystemWatcher(glob_pattern=f"**/{name}") for name in (*_PROJECT_FILES, "*.py")]
        files = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        registrations.append(types.Registration(id="mindport-project", method=method, register_options=files))
    if registrations:
        ls.client_register_capability(types.RegistrationParams(registrations=registrations))


def _refresh(ls: Server) -> None:
    diagnostic.refresh(ls)
    if ls.session.client.refresh_code_lens:
        ls.workspace_code_lens_refresh(None)


async def _ask(ls: Server) -> object:
    """The section of the client's settings; those of the start when it does not answer."""
    wanted = types.ConfigurationParams(items=[types.ConfigurationItem(section=SECTION)])
    try:
        answer = await asyncio.wait_for(ls.workspace_configuration_async(wanted), _PATIENCE)
    except Exception:
        _log.warning("the client does not tell its settings", exc_info=True)
        return ls.session.client.initial_settings
    found = answer[0] if answer else None
    return ls.session.client.initial_settings if found is None else found


def _show_bad(ls: Server, raw: object) -> bool:
    """Takes up settings and names the bad ones in one message; whether anything changed."""
    changes = ls.session.use(raw)
    _warn(ls, changes)
    return changes.changed


def _warn(ls: Server, changes: Changes) -> None:
    bad = (one.message(ls.session.language) for one in changes.bad)
    lines = [*changes.project_errors, *bad, *changes.row_errors]
    if lines:
        ls.window_show_message(types.ShowMessageParams(type=types.MessageType.Warning, message="\n".join(lines)))


def _folders(params: types.InitializeParams) -> tuple[Path, ...]:
    uris = [folder.uri for folder in params.workspace_folders or ()]
    if not uris and params.root_uri:
        uris = [params.root_uri]
    paths = (convert.path_of(uri) for uri in uris)
    return tuple(path for path in paths if path is not None)
