"""A real server in a process of its own, on loopback, for browsers to talk to."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread, Timer
from typing import IO
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
READY = "Bocage is ready at "
PATIENCE = 60  # seconds until a server must have started


class Server:
    """``bocage serve`` with a database of its own; it can be killed and started again on the same port."""

    def __init__(
        self, folder: Path, program: tuple[str, ...] = ("-m", "bocage", "serve"), patience: float = PATIENCE
    ) -> None:
        self.database = f"sqlite:///{folder / 'games.db'}"
        self.program = program
        self.patience = patience
        self.port = 0
        self.address = ""
        self.start()

    def start(self) -> None:
        """Start, and wait until it has read all games, which is slow; nobody waits for that before a page."""
        self._launch()
        urlopen(f"{self.address}/api/catalogue").close()

    def _launch(self) -> None:
        """Wait until it says where it is; one that does not start in time is ended."""
        command = [sys.executable, *self.program, "--no-open", "--database", self.database]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        said = []
        limit = Timer(self.patience, self.process.kill)
        limit.start()
        try:
            for line in self.process.stdout:
                said.append(line)
                if line.startswith(READY):
                    self.address = line.removeprefix(READY).split()[0].rstrip("/")
                    self.port = int(self.address.rpartition(":")[2])
                    self.reader = Thread(target=_read_on, args=(self.process.stdout,), daemon=True)
                    self.reader.start()
                    return
        finally:
            limit.cancel()
        self.process.stdout.close()
        ended = self.process.wait()
        raise AssertionError(f"the server did not start within {self.patience:g} s ({ended}): {''.join(said)}")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._close()

    def stop(self) -> None:
        """End it politely."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
        self._close()

    def _close(self) -> None:
        self.reader.join(self.patience)  # its workers hold the line until they notice
        if self.process.stdout is not None and not self.reader.is_alive():
            self.process.stdout.close()


def _read_on(stream: IO[str]) -> None:
    for _ in stream:  # so that the server never waits for somebody to read its log
        pass
