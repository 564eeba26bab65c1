"""A PostgreSQL of our own for the tests: made in a temporary folder, ended with them."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

USER = "bocage"
START_SECONDS = 60
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "fsync": "off",  # the tests end programs, not the machine
    "full_page_writes": "off",
    "log_min_messages": "fatal",
}


class Owner(NamedTuple):
    """The account a cluster runs under: PostgreSQL refuses to run as root."""

    user: int | None = None
    group: int | None = None


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, port: int, password: str) -> None:
        self._port = port
        self._password = password

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://{USER}:{self._password}@127.0.0.1:{self._port}/{database}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of an empty database, which is dropped afterwards."""
        name = f"test_{secrets.token_hex(6)}"
        self._run(f"CREATE DATABASE {name}")
        try:
            yield self.url(name)
        finally:
            self._run(f"DROP DATABASE {name} WITH (FORCE)")

    def _run(self, command: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(command.encode())


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A cluster that lives as long as the block."""
    programs = find_programs()
    owner = _owner()
    folder = Path(tempfile.mkdtemp(prefix="bocage-postgres-"))
    try:
        password = secrets.token_hex(16)
        _initialise(programs, folder, owner, password)
        yield from _serve(programs, folder, owner, password)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def find_programs() -> Path:
    """The folder of PostgreSQL's programs, the newest version where there are several."""
    if (on_path := shutil.which("initdb")) is not None:
        return Path(on_path).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if not installed:
        raise RuntimeError("these tests need PostgreSQL (initdb and postgres), and none was found: run make postgres")
    return installed[-1].parent


def _owner() -> Owner:
    if os.geteuid() != 0:
        return Owner()
    accounts = {account.pw_name: account for account in pwd.getpwall()}
    account = accounts.get("postgres") or accounts["nobody"]
    return Owner(account.pw_uid, account.pw_gid)


def _initialise(programs: Path, folder: Path, owner: Owner, password: str) -> None:
    secret = folder / "password"
    secret.write_text(password)
    if owner.user is not None and owner.group is not None:
        for path in (folder, secret):
            os.chown(path, owner.user, owner.group)
    form = ["--no-sync", "--locale=C", "--encoding=UTF8", "--auth=scram-sha-256"]
    arguments = [f"--username={USER}", f"--pwfile={secret}", f"--pgdata={folder / 'data'}"]
    done = subprocess.run(
        [programs / "initdb", *form, *arguments],
        cwd=folder,
        user=owner.user,
        group=owner.group,
        extra_groups=() if owner.user is not None else None,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"no PostgreSQL cluster could be made: {done.stderr.strip()}")


def _serve(programs: Path, folder: Path, owner: Owner, password: str) -> Iterator[Cluster]:
    port = _free_port()
    settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [programs / "postgres", "-D", folder / "data", "-p", str(port), *settings],
            cwd=folder,
            user=owner.user,
            group=owner.group,
            extra_groups=() if owner.user is not None else None,
            stdout=log,
            stderr=log,
        )
    try:
        cluster = Cluster(port, password)
        _wait(server, cluster, folder / "log")
        yield cluster
    finally:
        server.send_signal(signal.SIGINT)  # which PostgreSQL understands as: end now, and properly
        server.wait(timeout=START_SECONDS)


def _wait(server: subprocess.Popen[bytes], cluster: Cluster, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(cluster.url("postgres")).close()
            return
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL does not start: {log.read_text() or error}") from None
            time.sleep(0.05)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
