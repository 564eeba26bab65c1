"""``bocage simulate``: many games at once."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.cli.options import Jobs, OfScenario, SeedOfGames
from bocage.cli.terminal import check_seed, out, print_json, progress, read_options, read_players

if TYPE_CHECKING:
    from bocage.lab.simulate import GameResult, Summary, Trial


def simulate(
    scenario: Annotated[str, typer.Argument(help="A scenario of bocage list, for example sword.")],
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, max=1_000_000, help="How many games to play.")
    ] = 100,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", "-p", metavar="[SEAT=]NAME", help="Who plays a seat, or all others; else the best."),
    ] = None,
    jobs: Jobs = 1,
    seed: SeedOfGames = "1944",
    option: OfScenario = None,
    overlay: Annotated[
        Path | None, typer.Option("--overlay", metavar="FILE", help="A file with your own values.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary and every game as JSON.")] = False,
) -> int:
    """Play many games and show win rates with 95 % confidence intervals, turns, losses and time.

    Ctrl-C stops the series and shows what the finished games say.

    \b
    Examples
      bocage simulate sword --games 200 --player german=random --jobs 2
      bocage simulate first_waves --games 200 --player random --jobs 2
      bocage simulate sword --player allied=sergeant:reserve_afloat --player german=sergeant:besiege
      bocage simulate utah --games 50 --option weather=yes --json > utah.json
    """
    from bocage.games import open_setting
    from bocage.lab.simulate import Trial, run, summarize
    from bocage.players import DEFAULT

    options = read_options(option or [])
    seats = open_setting(scenario, options, overlay).seats
    players = read_players(player or [], seats, DEFAULT)
    trial = Trial(scenario, players, check_seed(seed), options, overlay)
    trial.check()
    results: list[GameResult] = []
    interrupted = False
    started = perf_counter()
    source = run(trial, games=games, jobs=jobs)
    try:
        with progress(f"{scenario}: {', '.join(dict.fromkeys(players.values()))}", games) as advance:
            for result in source:
                results.append(result)
                advance()
    except KeyboardInterrupt:
        interrupted = True
        source.close()
    elapsed = perf_counter() - started
    if interrupted:
        typer.echo(f"bocage: stopped after {len(results)} of {games} games", err=True)
    if results:
        summary = summarize(trial, results)
        if as_json:
            print_json(_as_json(trial, summary, results, elapsed, jobs))
        else:
            _show(trial, summary, elapsed, jobs)
    return 130 if interrupted else 0


def _as_json(trial: Trial, summary: Summary, results: list[GameResult], elapsed: float, jobs: int) -> object:
    def side(name: str) -> dict[str, object]:
        of = summary.sides[name]
        return {
            "player": of.player,
            "wins": {**of.wins._asdict(), "rate": of.wins.rate},
            "units_lost": of.units_lost._asdict(),
            "steps_lost": of.steps_lost._asdict(),
        }

    return {
        "scenario": trial.scenario,
        "options": dict(trial.options),
        "overlay": str(trial.overlay) if trial.overlay else None,
        "seed": trial.seed,
        "games": summary.games,
        "sides": {name: side(name) for name in summary.sides},
        "outcomes": {end: {**of._asdict(), "rate": of.rate} for end, of in summary.outcomes.items()},
        "turns": summary.turns._asdict(),
        "orders": summary.orders._asdict(),
        "fingerprint": summary.fingerprint,
        "milestones": {
            name: {"times": of.happened.times, **of.quartiles._asdict(), **of.spread._asdict()}
            for name, of in summary.milestones.items()
        },
        "results": [
            {
                "number": r.number,
                "winner": r.outcome.winner,
                "level": r.outcome.level,
                "rule": r.outcome.rule,
                "turns": r.turns,
                "orders": r.orders,
                "losses": {name: loss._asdict() for name, loss in r.losses.items()},
                "record": r.record_hash,
                "milestones": dict(r.milestones),
            }
            for r in sorted(results)
        ],
        "time": {"seconds": elapsed, "jobs": jobs, "per_game": summary.seconds._asdict()},
    }


def _show(trial: Trial, summary: Summary, elapsed: float, jobs: int) -> None:
    from rich.table import Table

    console = out()
    console.print(f"[bold]{trial.scenario}[/], {summary.games} games from seed {trial.seed}")
    table = Table("side", "player", "wins", "rate", "95 % interval", "units lost", "steps lost")
    for name, of in summary.sides.items():
        table.add_row(
            name,
            of.player,
            str(of.wins.times),
            f"{of.wins.rate:.1%}",
            f"{of.wins.low:.1%} to {of.wins.high:.1%}",
            f"{of.units_lost.mean:.1f} ± {of.units_lost.deviation:.1f}",
            f"{of.steps_lost.mean:.1f} ± {of.steps_lost.deviation:.1f}",
        )
    console.print(table)
    for end, of_games in summary.outcomes.items():
        console.print(f"{of_games.times:5}  {of_games.rate:6.1%}  {end}")
    for name, milestone in summary.milestones.items():
        times = milestone.happened.times
        console.print(f"{times:5}  {milestone.happened.rate:6.1%}  {name}: {milestone.quartiles}; {milestone.spread}")
    console.print(f"turns {summary.turns}, orders {summary.orders}")
    console.print(
        f"{elapsed:.1f} s with {jobs} job{'s' if jobs > 1 else ''}, {summary.seconds.mean:.2f} s a game; "
        f"fingerprint of all records {summary.fingerprint}"
    )
