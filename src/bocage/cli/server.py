"""``bocage server``: care of stored games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bocage.cli.terminal import needing_the_server, out, print_json, progress

if TYPE_CHECKING:
    from bocage.server.check import Findings

WOULD_CHANGE = 1

app = typer.Typer(rich_markup_mode=None)


@app.callback()
def server() -> None:
    """Look after the games that a server has stored.

    \b
    Examples
      bocage server check
      bocage server check --upgrade
    """


@app.command("check", short_help="Which stored games would change under the present rules.")
def check(
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="BOCAGE_DATABASE",
            help="Where the games are, if not in the usual place.",
        ),
    ] = "",
    upgrade: Annotated[
        bool, typer.Option("--upgrade", help="Mark the games that are the same with the present version of the rules.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> int:
    """Replay all stored games under the present rules and list those that would change.

    The exit code is 1 if there is any. Run it after a rule was mended and before the server is started again.

    \b
    Examples
      bocage server check
      bocage server check --database postgresql://localhost/bocage --upgrade
    """
    with needing_the_server():
        from bocage.server.check import check as replay_all
        from bocage.server.settings import default_database

    findings = replay_all(
        database or default_database(), upgrade=upgrade, watch=lambda games: progress("replaying", games)
    )
    if as_json:
        print_json({**findings._asdict(), "differences": [found._asdict() for found in findings.differences]})
    else:
        _tell(findings, upgrade)
    return WOULD_CHANGE if findings.differences else 0


def _tell(findings: Findings, upgrade: bool) -> None:
    console = out()
    for found in findings.differences:
        console.print(f"{found.game_id}  {found.scenario}, {found.status}, from order {found.order} on: {found.text}")
    same = findings.games - len(findings.differences)
    console.print(f"{findings.games} games: {same} stay as they are, {len(findings.differences)} would change.")
    if findings.outdated and not upgrade:
        console.print(f"{findings.outdated} of those that stay have an earlier version's mark; --upgrade renews it.")
    elif upgrade:
        console.print(f"{findings.upgraded} are marked with the present version now.")
