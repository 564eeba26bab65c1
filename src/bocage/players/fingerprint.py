"""Whether the opponents of a game are still those who were measured."""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Final

from bocage.games import manifest_of

LETTERS: Final = 16


def fingerprint_of(game: str) -> str:
    """It changes when the opponents of a game, by its name or that of a scenario, change in code or in weights."""
    own = Path(str(import_module(manifest_of(game).place("players")).__file__)).parent
    files = [*Path(__file__).parent.glob("*.py"), *own.rglob("*.py"), *own.rglob("*.toml")]
    digest = sha256()
    for text in sorted(path.name + "\0" + path.read_text(encoding="utf-8") for path in files):
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()[:LETTERS]
