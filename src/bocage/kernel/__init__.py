"""What every game shares: state, decisions, orders, chance, procedures, records, views."""

from bocage.kernel.chance import Chance, seed_hash
from bocage.kernel.errors import BocageError, RecordError, Refusal, Refused, nearest
from bocage.kernel.game import (
    Game,
    Loss,
    Odds,
    Option,
    Played,
    Reseeding,
    ScenarioInfo,
    Setting,
    Tally,
    settle_options,
)
from bocage.kernel.order import Order, Verb, Vocabulary, plain
from bocage.kernel.procedure import Ask, Next, Procedure, ask, call, done
from bocage.kernel.state import SPECTATOR, Event, Outcome, State

__all__ = [
    "SPECTATOR",
    "Ask",
    "BocageError",
    "Chance",
    "Event",
    "Game",
    "Loss",
    "Next",
    "Odds",
    "Option",
    "Order",
    "Outcome",
    "Played",
    "Procedure",
    "RecordError",
    "Refusal",
    "Refused",
    "Reseeding",
    "ScenarioInfo",
    "Setting",
    "State",
    "Tally",
    "Verb",
    "Vocabulary",
    "ask",
    "call",
    "done",
    "nearest",
    "plain",
    "seed_hash",
    "settle_options",
]
