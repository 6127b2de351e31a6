"""What the client at the other end can do, read once from ``initialize``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability


@dataclass(frozen=True)
class Client:
    """Capabilities by what they decide here; the defaults are those of a client that says nothing."""

    locale: str | None = None
    encoding: str = "utf-16"
    trusted: bool = True
    pull_diagnostics: bool = False
    refresh_diagnostics: bool = False
    refresh_code_lens: bool = False
    diagnostic_data: bool = False
    markdown_hover: bool = False
    action_literals: bool = False
    action_disabled: bool = False
    action_resolve_edit: bool = False
    document_changes: bool = False
    create_files: bool = False
    apply_edit: bool = False
    configuration: bool = False
    watch_configuration: bool = False
    watch_files: bool = False
    progress: bool = False
    initial_settings: Any = None


def read(params: types.InitializeParams, encoding: str) -> Client:
    """The client that sent ``initialize``."""
    options = params.initialization_options
    table: Mapping[str, Any] = options if isinstance(options, Mapping) else {}

    def can(name: str, default: Any = False) -> Any:
        return get_capability(params.capabilities, name, default)

    resolvable = can("text_document.code_action.resolve_support.properties", ()) or ()
    formats = can("text_document.hover.content_format", ()) or ()
    operations = can("workspace.workspace_edit.resource_operations", ()) or ()
    return Client(
        locale=params.locale,
        encoding=encoding,
        trusted=table.get("trusted") is not False,
        pull_diagnostics=can("text_document.diagnostic", None) is not None,
        refresh_diagnostics=bool(can("workspace.diagnostics.refresh_support")),
        refresh_code_lens=bool(can("workspace.code_lens.refresh_support")),
        diagnostic_data=bool(can("text_document.publish_diagnostics.data_support")),
        markdown_hover=types.MarkupKind.Markdown in formats,
        action_literals=can("text_document.code_action.code_action_literal_support", None) is not None,
        action_disabled=bool(can("text_document.code_action.disabled_support")),
        # Without dataSupport the client would not give back what resolving needs.
        action_resolve_edit="edit" in resolvable and bool(can("text_document.code_action.data_support")),
        document_changes=bool(can("workspace.workspace_edit.document_changes")),
        # A file is created by a documentChange.
        create_files=types.ResourceOperationKind.Create in operations
        and bool(can("workspace.workspace_edit.document_changes")),
        apply_edit=bool(can("workspace.apply_edit")),
        configuration=bool(can("workspace.configuration")),
        watch_configuration=bool(can("workspace.did_change_configuration.dynamic_registration")),
        watch_files=bool(can("workspace.did_change_watched_files.dynamic_registration")),
        progress=bool(can("window.work_done_progress")),
        initial_settings=_initial_settings(table),
    )


def _initial_settings(options: Mapping[str, Any]) -> Any:
    """Settings in ``initializationOptions``: under ``settings``, under ``mindport``, or the options themselves."""
    settings = options.get("settings", options)
    if isinstance(settings, Mapping):
        inner = settings.get("mindport", settings)
        return inner
    return settings
