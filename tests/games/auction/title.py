from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bocage.kernel import BocageError, ScenarioInfo, Setting
from tests.kernel.auction import ROUNDS, Auction


def list_scenarios() -> list[ScenarioInfo]:
    text, briefing = "Three bid in secret.", Auction.briefing
    return [ScenarioInfo(Auction.name, Auction.title, text, "first", ROUNDS, Auction.sides, (), briefing)]


def open_scenario(name: str, options: Mapping[str, str] | None, overlay: Path | None) -> Setting:
    if options or overlay is not None:
        raise BocageError("an auction takes neither options nor values")
    return Auction()
