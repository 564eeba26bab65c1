"""``bocage list``: what there is to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bocage.cli.terminal import out, print_json

if TYPE_CHECKING:
    from bocage.kernel import ScenarioInfo


def _who(scenario: ScenarioInfo) -> str:
    return " against ".join(" and ".join(seats) or "the rules" for seats in scenario.sides.values())


def list_games(as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False) -> None:
    """List the scenarios, their options and the opponents.

    \b
    Examples
      bocage list
      bocage list --json | python -m json.tool
    """
    from bocage.games import first_choice, list_scenarios
    from bocage.players import PLAYERS

    scenarios = list_scenarios()
    if as_json:
        print_json(
            {
                "scenarios": [
                    {
                        **s._asdict(),
                        "seats": s.seats,
                        "options": [o._asdict() for o in s.options],
                        "briefing": {**s.briefing._asdict(), "sides": [side._asdict() for side in s.briefing.sides]},
                    }
                    for s in scenarios
                ],
                "players": ["human", *PLAYERS],
            }
        )
        return
    from rich.padding import Padding
    from rich.text import Text

    console = out()
    for scenario in scenarios:
        game, _, short = scenario.name.rpartition("/")
        heading = Text.assemble((short, "bold cyan"), "  ", (scenario.title, "bold"))
        heading.append(f"  {game}, {scenario.edition}, {scenario.turns} turns, {_who(scenario)}", "dim")
        console.print(heading)
        console.print(Padding(scenario.summary, (0, 0, 0, 4)))
        for option in scenario.options:
            choices = " ".join(f"[{choice}]" if choice == option.default else choice for choice in option.choices)
            console.print(Text(f"    --option {option.name}=  {choices}  {option.text} ({option.rule})", "dim"))
        console.print()
    console.print(Text(f"Players: human, {', '.join(PLAYERS)}. Begin with: bocage play {first_choice()}"))
