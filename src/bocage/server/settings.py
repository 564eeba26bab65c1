"""What a server can be told when it is started."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from bocage.players import LIMITS, Limits
from bocage.players.review import BOUNDS, Bounds
from bocage.server.safety import Rates


def default_database() -> str:
    """The file in the user's data folder."""
    return f"sqlite:///{user_data_path('bocage') / 'bocage.db'}"


@dataclass(frozen=True)
class Settings:
    """One server's settings, the same in each of its workers."""

    database: str
    static: Path = Path(__file__).parent / "static"
    sessions: int = 400  # games kept in memory per worker
    limits: Limits = LIMITS  # how long an opponent may think
    sweep_seconds: float = 30.0
    players: str = "bocage.players"  # the module that makes opponents
    rate_limits: bool = True
    rates: Rates = field(default_factory=Rates)
    review: Bounds = BOUNDS  # how much work a review may be
    metrics_token: str | None = None  # none: only this machine may read the figures
    log_level: str = "info"
