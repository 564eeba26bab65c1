"""What every game shares: state, decisions, orders, chance, procedures, records, views."""

from bocage.kernel.briefing import Briefing
from bocage.kernel.chance import Chance, seed_hash
from bocage.kernel.errors import BocageError, RecordError, Refusal, Refused, nearest
from bocage.kernel.fields import NOBODY, Derived, Hidden, Known, Public, Working
from bocage.kernel.game import (
    Game,
    Loss,
    Odds,
    Option,
    Played,
    Reseeding,
    ScenarioInfo,
    Setting,
    Stage,
    Tally,
    settle_options,
)
from bocage.kernel.order import Noun, Order, Pick, Verb, Vocabulary, named, numbered, plain
from bocage.kernel.procedure import NOTHING, About, Ask, Frame, Next, Procedure, ask, call, done
from bocage.kernel.result import Lost, Result
from bocage.kernel.state import SPECTATOR, Event, Outcome, State
from bocage.kernel.title import Rules, Title, scenario_named

__all__ = [
    "NOBODY",
    "NOTHING",
    "SPECTATOR",
    "About",
    "Ask",
    "BocageError",
    "Briefing",
    "Chance",
    "Derived",
    "Event",
    "Frame",
    "Game",
    "Hidden",
    "Known",
    "Loss",
    "Lost",
    "Next",
    "Noun",
    "Odds",
    "Option",
    "Order",
    "Outcome",
    "Pick",
    "Played",
    "Procedure",
    "Public",
    "RecordError",
    "Refusal",
    "Refused",
    "Reseeding",
    "Result",
    "Rules",
    "ScenarioInfo",
    "Setting",
    "Stage",
    "State",
    "Tally",
    "Title",
    "Verb",
    "Vocabulary",
    "Working",
    "ask",
    "call",
    "done",
    "named",
    "nearest",
    "numbered",
    "plain",
    "scenario_named",
    "seed_hash",
    "settle_options",
]
