"""Which number a rule is cited by: the rules are written with those of the Quad, and the folio has its own.

>>> from bocage.games.fire_movement.content import load_content
>>> sword, caen = (load_content().scenarios[name] for name in ("sword", "on_to_caen"))
>>> [cite(sword, "10.12-09"), cite(caen, "10.12-09"), cite(caen, "8.3-01")]
['10.12-09', '12.0-08', '8.3-01']
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from bocage.games.fire_movement.content import Scenario
from bocage.kernel.checklist import Checklist


def cite(scenario: Scenario, rule: str) -> str:
    """A rule number, or the number of a section, as the edition of a scenario prints it."""
    return numbers_of(scenario).get(rule, rule)


def numbers_of(scenario: Scenario) -> Mapping[str, str]:
    """Every number of the Quad that is another one in the edition of a scenario."""
    return _folio(scenario.campaign) if scenario.edition == "folio" else {}


@cache
def _folio(campaign: bool) -> Mapping[str, str]:
    """The folio's number for all that it does not inherit; what it has not itself is cited as the Quad's."""
    folio = Checklist.load(Path(str(files(__package__))) / "data" / "rules" / "folio.toml")
    quad = folio.base
    assert quad is not None
    own = folio.obligations.values()
    numbers = {number: folio.borrow(number) for number in quad.sections if number not in folio.inherited}
    numbers |= {rule.id: folio.borrow(rule.id) for rule in quad.obligations.values() if rule.section in numbers}
    found = dict(folio.counterparts)
    if not campaign:
        found |= {general: rule.id for rule in own for general in rule.takes_over}
    found |= {rule.differs_from: rule.id for rule in own}
    found |= {rule.same_as: rule.id for rule in own}
    return numbers | {quad_number: number for quad_number, number in found.items() if quad_number in numbers}
