"""``bocage rules``: the rulebooks as checklists, and the tests that prove each obligation."""

from __future__ import annotations

from typing import Annotated

import typer

from bocage.cli.terminal import out, print_json
from bocage.kernel.errors import BocageError

INCOMPLETE = 1


def rules(
    game: Annotated[
        str | None, typer.Argument(help="A game, by the name that bocage list gives it; without one all of them.")
    ] = None,
    number: Annotated[
        str | None, typer.Argument(help="An obligation or a section to read, for example 8.3-08 or 8.3.")
    ] = None,
    missing: Annotated[bool, typer.Option("--missing", help="List the obligations that no test proves.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Exit with code 1 unless every obligation is proved.")] = False,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="NAME", help="Only this edition of the game.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> int:
    """Show how far the tests prove the rulebooks, or read one rule.

    \b
    Examples
      bocage rules fire_movement
      bocage rules fire_movement 8.3-08
      bocage rules fire_movement --missing --edition folio
      bocage rules --check
    """
    from bocage.cli.rulebook import checklists
    from bocage.cli.terminal import choose
    from bocage.games import manifests

    games = [game] if game is not None else list(manifests())
    if edition is not None:
        known = [name for one in games for name in checklists(one)]
        choose(f"edition of {game}" if game is not None else "edition", edition, known)
    if game is not None and number is not None:
        if missing or check:
            raise BocageError("a rule number goes with neither --missing nor --check")
        _read(game, number, edition, as_json)
        return 0
    return _coverage(games, edition, missing=missing, check=check, as_json=as_json)


def _read(game: str, number: str, edition: str | None, as_json: bool) -> None:
    from bocage.cli.rulebook import coverages, look_up, title_of

    found = look_up(game, number, edition)
    try:
        proved = {coverage.checklist.edition: coverage.tests for coverage in coverages(game)}
    except BocageError:  # no tests here: the text can be read all the same
        proved = {}
    if as_json:
        print_json(
            [
                {
                    "edition": checklist.edition,
                    **obligation.model_dump(),
                    "section_title": checklist.sections[obligation.section],
                    "tests": list(proved.get(checklist.edition, {}).get(obligation.id, ())),
                }
                for checklist, obligation in found
            ]
        )
        return
    from rich.padding import Padding
    from rich.text import Text

    console = out()
    for checklist, obligation in found:
        console.print(
            Text.assemble(
                (obligation.id, "bold cyan"),
                f"  {checklist.title}, {title_of(checklist, obligation)}  ",
                (obligation.kind, "dim"),
            )
        )
        console.print(Padding(Text(obligation.text), (0, 0, 0, 4)))
        for label, text in (
            ("Unclear", obligation.ambiguous),
            ("Ruling", obligation.ruling),
            ("Same as", obligation.same_as),
            ("Differs from", obligation.differs_from),
            ("Stands for", ", ".join(obligation.takes_over)),
            ("See", ", ".join(obligation.refs)),
            ("Needs no proof", obligation.exempt),
        ):
            if text:
                console.print(Padding(Text.assemble((f"{label}: ", "bold"), text), (0, 0, 0, 4)))
        tests = proved.get(checklist.edition, {}).get(obligation.id, ())
        for test in tests:
            console.print(Padding(Text.assemble(("Test: ", "bold green"), test), (0, 0, 0, 4)))
        if proved and not tests and not obligation.exempt:
            console.print(Padding(Text("No test proves it yet.", "red"), (0, 0, 0, 4)))


def _coverage(games: list[str], edition: str | None, *, missing: bool, check: bool, as_json: bool) -> int:
    from bocage.cli.rulebook import coverages

    found = [coverage for coverage in coverages(*games) if edition in (None, coverage.checklist.edition)]
    complete = all(coverage.complete for coverage in found)
    code = INCOMPLETE if check and not complete else 0
    if as_json:
        print_json({coverage.checklist.edition: coverage.as_json() for coverage in found})
        return code
    from rich.table import Table
    from rich.text import Text

    console = out()
    for coverage in found:
        title = f"{coverage.checklist.title} ({coverage.checklist.edition})"
        if missing:
            for obligation in coverage.missing:
                console.print(Text.assemble((f"{obligation.id:10}", "cyan"), f"{obligation.kind:9} {obligation.text}"))
        elif not check:
            table = Table("section", "", "proved", "missing", "exempt", title=title, title_justify="left")
            for section, tally in coverage.by_section().items():
                style = "red" if tally.missing else "green" if tally.proved else "dim"
                figures = (str(figure) if figure else "" for figure in tally)
                table.add_row(section, coverage.checklist.sections[section], *figures, style=style)
            console.print(table)
        for proof in coverage.unknown:
            console.print(Text(f"{proof.test} proves {proof.obligation}, which {title} does not have", "red"))
        total = len(coverage.proved) + len(coverage.missing)
        style = "green" if coverage.complete else "red"
        console.print(
            Text(
                f"{title}: {len(coverage.proved)} of {total} obligations proved, {len(coverage.missing)} missing, "
                f"{len(coverage.exempt)} need no proof.",
                style,
            )
        )
    return code
