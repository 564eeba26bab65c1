"""``bocage serve``: the board in the browser."""

from __future__ import annotations

import os
import socket
import sys
from typing import Annotated

import typer

from bocage.cli.terminal import needing_the_server
from bocage.kernel.errors import BocageError

LOCAL = "127.0.0.1"
PORT = 1944


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Who may come: this address.")] = LOCAL,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any free one.")] = PORT,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="BOCAGE_DATABASE",
            help="Where games are kept, if not in your data folder: sqlite or postgresql.",
        ),
    ] = None,
    open_browser: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Whether to open the browser; usual at a terminal.")
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes that answer; more than one needs PostgreSQL.")
    ] = 1,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            "--metrics-token",
            metavar="SECRET",
            envvar="BOCAGE_METRICS_TOKEN",
            help="Who has it may read /metrics; else this machine may.",
        ),
    ] = None,
) -> None:
    """Play in the browser: start the server and open the board.

    \b
    Examples
      bocage serve
      bocage serve --port 8080 --no-open
      bocage serve --host 0.0.0.0 --database postgresql://bocage@localhost/bocage --workers 4
    """
    with needing_the_server():
        from bocage.server.settings import Settings, default_database
        from bocage.server.supervisor import run

    with _listen(host, port) as listening:
        address = _address(host, listening.getsockname()[1])
        wanted = sys.stdout.isatty() if open_browser is None else open_browser
        settings = Settings(
            database=database or default_database(),
            metrics_token=metrics_token,
            log_level="warning" if sys.stderr.isatty() else "info",
        )
        run(settings, listening, workers, ready=lambda: _greet(address, wanted))


def _listen(host: str, port: int) -> socket.socket:
    """A socket of our own, so that a port in use is a sentence and not a log."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (socket.gaierror, UnicodeError):
        raise BocageError(f"--host {host} is not an address of this machine") from None
    listening = socket.socket(found[0], socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(found[4])
        listening.listen(512)
    except OSError as error:
        listening.close()
        if port and error.errno is not None and "use" in os.strerror(error.errno).lower():
            raise BocageError(f"port {port} is in use already; take another one: bocage serve --port 0") from None
        raise BocageError(f"{host} port {port} cannot be used: {os.strerror(error.errno or 0)}") from None
    listening.set_inheritable(True)
    return listening


def _address(host: str, port: int) -> str:
    shown = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def _greet(address: str, wanted: bool) -> None:
    typer.echo(f"Bocage is ready at {address} (Ctrl-C ends it)")
    sys.stdout.flush()
    if wanted:
        import webbrowser

        webbrowser.open(address)
