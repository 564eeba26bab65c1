"""The Chromium of this machine, started for measurements, pictures and tests; it talks to nobody but loopback."""

from __future__ import annotations

from shutil import which

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str:
    """Where Chromium is."""
    for name in NAMES:
        path = which(name)
        if path is not None:
            return path
    raise SystemExit("There is no Chromium on this machine; on Debian: apt-get install chromium")


def launch(playwright: Playwright) -> Browser:
    """A new Chromium without a window."""
    return playwright.chromium.launch(executable_path=find(), args=list(OPTIONS))
