"""The player that tries plans out: it finds the better one, plays fair, keeps to its time and survives failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random

import pytest

import bocage
from bocage.games import GAMES, manifest_of, open_setting
from bocage.kernel import Game, Order, Stage, State, record
from bocage.players import Chair, GreedyPlayer, Player, SearchingPlayer, make, play_out
from bocage.players.beliefs import Beliefs
from bocage.players.intent import account_of
from bocage.players.playout import Choice, Course, Plan, Playouts, Question, endless
from bocage.players.policy import Stance, pace_of
from bocage.players.search import Budget, Candidate, Departure, Search

SWORD = "fire_movement/sword"
NOW = Stage(1, 1, 0)
STANCES = (Stance("usual", "goes on"), Stance("good", "does better"), Stance("bad", "does worse"), Stance("odd", "?"))


def fate(state: State) -> float:
    """A judge that tells any two states apart and is moved by everything in them, also by what is hidden."""
    return int.from_bytes(sha256(repr(state.facts()).encode()).digest()[:4], "big") / (1 << 32)


def new(scenario: str, seed: int = 1) -> Game:
    return bocage.new(scenario, seed=seed)


def after(game: Game, orders: int, players: dict[str, Player] | None = None) -> Game:
    """The game so many orders later."""
    players = players or {seat: GreedyPlayer(1) for seat in game.setting.seats}
    for _ in range(orders):
        if not game.over:
            game.play(players[game.decision.seat].choose(Chair(game)))
    return game


# -- finding the better plan ------------------------------------------------------------------------


class Foretold(Playouts):
    """Playouts whose value is known: by stance, by departures, and by the luck of the world."""

    def __init__(self, worth: dict[str, float], departures: dict[str, float] | None = None) -> None:
        self.worth = worth
        self.departures = departures or {}

    def run(
        self,
        world: State,
        plan: Plan,
        until: Stage,
        notes_until: Stage | None = None,
        check: Callable[[], None] = endless,
    ) -> Course:
        luck = Random(repr(world.chance.key)).uniform(-0.2, 0.2)
        departed = sum(self.departures[order.text] for order in plan.departures.values())
        view_orders = world.pending.orders if world.pending else ()
        question = Question(NOW, "question", 0, 0)
        noted = [Choice(question, view_orders[0], view_orders, [0.0] * len(view_orders))] if notes_until else []
        return Course(0.5 + self.worth[plan.stance] + departed + luck, 10, noted)


def search(playouts: Playouts) -> Search:
    game = new(SWORD)
    return Search(game.view("german"), "german", NOW, playouts, Budget(1.0), 7)


NAMES = [stance.name for stance in STANCES]


def tried(worth: Sequence[float]) -> list[Candidate]:
    foretold = Foretold(dict(zip(NAMES, worth, strict=True)))
    return search(foretold).try_stances(NAMES, ("usual",), turns=3, orders=800)


def test_the_better_stance_is_found_whatever_the_luck_of_a_world() -> None:
    usual, best, *others = tried((0.0, 0.05, -0.1, 0.02))
    assert (usual.plan.stance, best.plan.stance) == ("usual", "good")
    assert {each.plan.stance for each in others} == {"bad", "odd"}


def test_worse_stances_are_tried_less_often() -> None:
    times = {each.plan.stance: len(each.values) for each in tried((0.0, 0.2, -0.2, -0.1))}
    assert times["usual"] == times["good"] > 2 * times["bad"]


def test_what_was_found_adds_up_and_fades() -> None:
    beliefs = Beliefs()
    assert beliefs.best(NAMES, "usual", doubt=1.0) == "usual"
    beliefs.add("good", [0.1, -0.06, 0.12])
    assert beliefs.best(NAMES, "usual", doubt=1.0) == "usual"  # so far it may be luck
    for _ in range(3):
        beliefs.add("good", [0.1, -0.06, 0.12, 0.08])
    assert beliefs.best(NAMES, "usual", doubt=1.0) == "good"
    lead, error = beliefs.lead("good")
    for _ in range(10):
        beliefs.fade()
    assert beliefs.lead("good")[0] < lead / 2
    assert beliefs.lead("good")[1] > error


def test_what_other_games_have_shown_counts_until_this_one_shows_otherwise() -> None:
    beliefs = Beliefs({"good": 0.05})
    assert beliefs.lead("good")[0] == pytest.approx(0.05)
    assert beliefs.best(NAMES, "good", doubt=1.0) == "good"
    beliefs.add("good", [-0.1, -0.15, -0.2, -0.1] * 2)
    assert beliefs.lead("good")[0] < 0
    assert beliefs.best(NAMES, "good", doubt=1.0) != "good"


def test_a_stance_that_turns_out_worse_is_given_up() -> None:
    beliefs = Beliefs()
    beliefs.add("bad", [-0.1, -0.12, -0.08, -0.1] * 3)
    assert beliefs.best(NAMES, "bad", doubt=1.0) != "bad"


def test_a_departure_is_kept_if_it_proves_better_and_not_otherwise() -> None:
    orders = new(SWORD).decision.orders
    gains = {order.text: 0.1 if number == 2 else -0.05 for number, order in enumerate(orders)}
    looking = search(Foretold({"usual": 0.0}, gains))
    choices = looking.try_out(Candidate(Plan("usual")), 1, note=True)
    best, made = looking.depart(Plan("usual"), choices, orders=3000)
    assert [departure.order for departure in made] == [orders[2]]
    assert list(best.plan.departures.values()) == [orders[2]]
    assert made[0].usual is orders[0] and made[0].gain == pytest.approx(0.1)


def test_a_plan_is_played_out_in_the_same_worlds_as_its_rivals() -> None:
    looking = search(Foretold({"usual": 0.0, "good": 0.05}))
    usual, good = Candidate(Plan("usual")), Candidate(Plan("good"))
    for candidate in (usual, good):
        for _ in range(5):
            looking.try_out(candidate, 1)
    assert good.leads(usual) == pytest.approx([0.05] * 5)
    assert len(set(usual.values)) == 5


# -- as a player ------------------------------------------------------------------------------------


def test_it_plays_a_game_to_the_end_and_tells_what_it_thought() -> None:
    game, player = new(SWORD), SearchingPlayer(1, Budget(0.15, horizon=1), fate)
    play_out(game, {"allied": player, "german": make("sergeant", 1)})
    assert game.outcome is not None
    turns = {thought.stage.turn for thought in player.thoughts}
    assert 0 in turns and len(turns) > 3  # the landings, too
    thought = max(player.thoughts, key=lambda thought: thought.playouts)
    assert thought.stance.intent and thought.rejected and 0 <= thought.margin <= 1
    assert all(other.stance != thought.stance for other in thought.rejected)


def test_the_same_seed_gives_the_same_game() -> None:
    courses = []
    for _ in range(2):
        game = new(SWORD)
        players: dict[str, Player] = {"german": SearchingPlayer(3, Budget(0.1, horizon=1), fate)}
        after(game, 120, {**players, "allied": GreedyPlayer(1)})
        courses.append([played.order.text for played in game.history])
    assert courses[0] == courses[1]


class Mood:
    """A judge that thinks alike of all positions but the one that is on the board, if it is told to."""

    def __init__(self) -> None:
        self.on_board: State | None = None

    def __call__(self, state: State) -> float:
        return 0.1 if state is self.on_board else 0.5 + 0.001 * fate(state)


def asked_after_chance(player: SearchingPlayer) -> Game:
    """A game in which the player, as German, is asked again in a phase in which chance has spoken since its plan."""
    game = new(SWORD)
    players: dict[str, Player] = {"german": player, "allied": GreedyPlayer(1)}
    begun: tuple[Stage, int] | None = None
    while True:
        stage, chance = game.setting.moment(game.state), game.state.chance.count
        if game.decision.seat == "german" and len(game.decision.orders) > 1:
            if begun is not None and begun[0] == stage and chance > begun[1]:
                return game
            if begun is None or begun[0] != stage:
                thought = len(player.thoughts)
                game.play(player.choose(Chair(game)))
                begun = (stage, chance) if len(player.thoughts) > thought else None
                continue
        game.play(players[game.decision.seat].choose(Chair(game)))


@pytest.mark.parametrize("surprised", [True, False])
def test_it_plans_again_when_chance_makes_something_else_of_a_phase(surprised: bool) -> None:
    mood = Mood()
    player = SearchingPlayer(3, Budget(4.0, horizon=1), mood)
    game = asked_after_chance(player)
    thoughts, chair = len(player.thoughts), Chair(game)
    mood.on_board = chair.view if surprised else None
    assert player.choose(chair) in game.decision.orders
    new_thoughts = player.thoughts[thoughts:]
    assert len(new_thoughts) == surprised
    assert all(thought.stage == game.setting.moment(game.state) and thought.playouts for thought in new_thoughts)


def startled(state: State) -> float:
    """A judge of whom one position in ten is quite another matter."""
    found = fate(state)
    return 0.1 if found < 0.1 else 0.5 + 0.001 * found


def test_surprises_take_nothing_beyond_the_thinking_of_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    budget, spent, longest = Budget(0.4, horizon=1), Counter[int](), Counter[int]()
    run, courses, plans = Playouts.run, [], Counter[Stage]()

    def counting(
        self: Playouts,
        world: State,
        plan: Plan,
        until: Stage,
        notes_until: Stage | None = None,
        check: Callable[[], None] = endless,
    ) -> Course:
        turn = game.setting.moment(world).turn
        course = run(self, world, plan, until, notes_until, check)
        spent[turn] += course.orders
        longest[turn] = max(longest[turn], course.orders)
        return course

    monkeypatch.setattr(Playouts, "run", counting)
    for _ in range(2):
        game, player = new(SWORD), SearchingPlayer(3, budget, startled)
        after(game, 260, {"german": player, "allied": GreedyPlayer(1)})
        courses.append([played.order.text for played in game.history])
        plans = Counter(thought.stage for thought in player.thoughts)
        allowed = budget.orders(pace_of(SWORD), 0)
        assert all(orders <= allowed + 6 * longest[turn] for turn, orders in spent.items())  # begun in time
        spent.clear()
    assert max(plans.values()) > 1  # it was surprised
    assert courses[0] == courses[1]


def test_a_plan_departs_from_what_the_policy_would_order() -> None:
    game, player = new(SWORD), SearchingPlayer(4, Budget(0.5, horizon=1, departures=0.9, doubt=0.0), fate)
    after(game, 150, {"german": player, "allied": GreedyPlayer(1)})
    departures = [departure for thought in player.thoughts for departure in thought.departures]
    given = {played.order for played in game.history if played.seat == "german"}
    assert departures
    assert any(departure.order in given for departure in departures)


def test_stances_are_told_apart_where_all_promise_more_than_the_best_result(beyond: str) -> None:
    player = SearchingPlayer(1, Budget(1.0, departures=0.0))
    player.choose(Chair(after(new(beyond), 40)))
    (thought,) = player.thoughts
    margins = {thought.margin, *(other.margin for other in thought.rejected)}
    assert len(margins) > 2
    told = account_of(thought)
    assert all(0.0 <= margin <= 1.0 for margin in (told.margin, *(other.margin for other in told.rejected)))


@pytest.mark.parametrize(("turn", "horizons"), [(9, set()), (14, {3})])
def test_at_the_end_of_a_game_that_only_chance_answers_departures_are_tried_at_every_level(
    turn: int, horizons: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the last turns playouts tell how Easy Fox ends; before, a captain only weighs stances."""
    tried = set()

    def depart(self: Search, plan: Plan, choices: Sequence[Choice], orders: float) -> tuple[Candidate, list[Departure]]:
        tried.update({self.horizon} if orders else set())
        return Candidate(plan), []

    monkeypatch.setattr(Search, "depart", depart)
    game = new("easy_fox")
    while game.setting.tally(game.state).turn < turn:
        after(game, 1)
    player = SearchingPlayer(2, Budget(0.5, departures=0.0), fate)
    while not game.over and game.setting.tally(game.state).turn == turn:
        game.play(player.choose(Chair(game)))
    assert player.thoughts
    assert tried == horizons


def broken(state: State) -> float:
    raise ValueError("a judge that fails")


@pytest.mark.parametrize(
    "player",
    [SearchingPlayer(1, Budget(1.0), broken), SearchingPlayer(1, Budget(0.0), fate)],
    ids=["failing", "without time"],
)
def test_it_goes_on_by_its_policy_if_it_finds_no_plan(player: SearchingPlayer) -> None:
    game = after(new(SWORD), 40)
    for _ in range(20):
        if len(game.decision.orders) > 1:
            assert player.choose(Chair(game)) in game.decision.orders
        after(game, 1)
    assert all(not thought.departures for thought in player.thoughts)


def test_it_stops_thinking_when_the_time_for_the_order_is_up() -> None:
    game = after(new(SWORD), 40)
    player = SearchingPlayer(1, Budget(1000.0), fate)
    order = player.choose(Chair(game, seconds=0.05))
    assert order in game.decision.orders
    assert sum(thought.playouts for thought in player.thoughts) < 20


class Clock:
    """A processor on which each look at the clock takes long."""

    seconds = 0.0

    def __call__(self) -> float:
        self.seconds += 0.05
        return self.seconds


def test_a_playout_that_is_being_played_ends_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game, clock = after(new(SWORD), 40), Clock()
    monkeypatch.setattr("bocage.players.search.process_time", clock)
    assert SearchingPlayer(1, Budget(2.0), fate).choose(Chair(game)) in game.decision.orders
    assert 2.0 < clock.seconds < 4.0  # half as long again, and the looks before and after


# -- fair play ----------------------------------------------------------------------------------------


BRIEF = Budget(0.1, horizon=1, playouts=4)


def halfway(name: str, orders: int) -> Game:
    return after(Game(open_setting(name), "fair"), orders)


def chosen(game: Game, state: State) -> list[Order]:
    """What it orders in a position, with two seeds."""
    return [SearchingPlayer(seed, BRIEF, fate).choose(Chair(Game.at(game.setting, state.copy()))) for seed in (1, 2)]


@pytest.mark.parametrize("orders", [0, 25, 90])
@pytest.mark.parametrize("game", GAMES)
def test_it_chooses_the_same_in_any_two_states_that_its_seat_cannot_tell_apart(game: str, orders: int) -> None:
    played = halfway(f"{game}/{manifest_of(game).samples[0]}", orders)
    seat = played.decision.seat
    view = played.view(seat)
    worlds = [view.imagine(seat, Random(number).randrange) for number in (1, 2)]
    assert worlds[0].chance.key != worlds[1].chance.key
    first, second = (chosen(played, world) for world in worlds)
    assert first == second


@pytest.mark.parametrize("orders", [0, 60])
@pytest.mark.parametrize("game", GAMES)
def test_thinking_leaves_the_game_and_its_dice_alone(game: str, orders: int) -> None:
    played = halfway(f"{game}/{manifest_of(game).samples[0]}", orders)
    chance = played.state.chance
    before = played.state.facts(), (chance.key, chance.count, list(chance.log)), record.dump(played)
    SearchingPlayer(1, BRIEF, fate).choose(Chair(played))
    assert (played.state.facts(), (chance.key, chance.count, list(chance.log)), record.dump(played)) == before
    assert played.state.chance is chance and not played.state.hushed


def test_it_says_how_far_its_thought_is() -> None:
    heard: list[float] = []
    game = after(new(SWORD), 40)
    player = SearchingPlayer(1, Budget(2.0), fate)
    player.choose(Chair(game, advance=heard.append))
    assert heard == sorted(heard) and heard[0] < 0.2 and 0.8 < heard[-1] <= 1.0
    assert len(heard) >= sum(thought.playouts for thought in player.thoughts) > 10
