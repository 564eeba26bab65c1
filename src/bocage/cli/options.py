"""Options that mean the same in several commands."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

Jobs: TypeAlias = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", min=1, max=256, help="How many processes share the work.")
]
SeedOfGames: TypeAlias = Annotated[
    str, typer.Option("--seed", metavar="SEED", help="The same seed gives the same games, whatever the jobs.")
]
OfScenario: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the scenario, as name=value."),
]
