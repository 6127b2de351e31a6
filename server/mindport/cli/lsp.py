"""``mindport lsp``."""

from __future__ import annotations

import click

from mindport.cli.command import Command, Failure, option
from mindport.cli.options import language_option


@click.command("lsp", cls=Command)
@option("--stdio", is_flag=True, help="help.option.stdio")
@option("--tcp", metavar="HOST:PORT", help="help.option.tcp")
@language_option
def command(stdio: bool, tcp: str | None) -> None:
    """Runs the language server."""
    if stdio and tcp:
        raise click.UsageError("--stdio and --tcp exclude each other.")
    host, _, port = (tcp or "").rpartition(":")
    if tcp is not None and (not host or not port.isdigit() or int(port) > 65535):
        raise Failure("cli.bad-address", value=tcp)
    # The one command that needs the protocol's library; it takes its time to import.
    from mindport.lsp import server

    if tcp is None:
        server.serve_stdio()
    else:
        server.serve_tcp(host, int(port))
