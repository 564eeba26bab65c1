"""Chance drawn anew in the middle of a game: whoever knew what was to come knows nothing any more."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bocage.kernel import BocageError, Chance, Game, Hidden, RecordError, Refused, record, seed_hash
from bocage.lab import invariants
from tests.kernel.auction import Auction, AuctionState, Rounds, auction

TIES = ("bid 1", "bid 1", "bid 1")  # each round a pick decides who wins
TICKETS = 1000


class RaffleState(AuctionState):
    """An auction in which one ticket, drawn before the game, will win something: nobody knows which."""

    ticket: Hidden[int] = 0

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.ticket = chance.pick(TICKETS)

    def redraw(self) -> None:
        self.ticket = self.chance.pick(TICKETS)


class Raffle(Auction):
    name = "auction/raffle"

    def start(self, chance: Chance) -> AuctionState:
        state = RaffleState(chance)
        state.start(Rounds())
        return state


def raffle(*orders: str, seed: str = "7") -> Game:
    game = Game(Raffle(), seed)
    for order in orders:
        game.play(order)
    return game


def open_raffle(name: str, options: Mapping[str, str]) -> Raffle:
    return Raffle(options)


def replay(text: str) -> Game:
    return record.replay(record.parse(text, "game.bocage"), open_raffle)


def complaint(text: str) -> str:
    with pytest.raises(RecordError) as error:
        replay(text)
    return str(error.value)


def ticket(game: Game) -> int:
    assert isinstance(game.state, RaffleState)
    return game.state.ticket


def reseeded() -> Game:
    """Reseeded before the first order, and twice after the fourth: the second round is decided by the last seed."""
    game = raffle()
    game.reseed("first")
    for order in (*TIES, "bid 1"):
        game.play(order)
    game.reseed("second")
    game.reseed("third")
    for order in TIES[1:]:
        game.play(order)
    return game


def test_what_is_to_come_follows_from_the_new_seed_and_its_own_number() -> None:
    for seed in map(str, range(20)):
        game = auction(*TIES)
        game.reseed(seed)
        for order in TIES:
            game.play(order)
        expected = Chance.from_seed(seed)
        expected.count = 1
        assert game.history[-1].chance == (f"pick {expected.pick(3)}/3",)


def test_who_knew_the_old_seed_knows_nothing_any_more() -> None:
    """Over many new seeds every outcome comes, whatever the old one would have brought."""
    outcomes, tickets = set(), set()
    for seed in map(str, range(40)):
        game = raffle(*TIES)
        game.reseed(seed)
        tickets.add(ticket(game))
        for order in TIES:
            game.play(order)
        outcomes.add(game.history[-1].chance)
    assert len(outcomes) == 3 and len(tickets) > 30


def test_the_promise_is_the_hash_of_the_new_seed() -> None:
    game = raffle("bid 2")
    made = game.reseed("new")
    assert game.reseedings == [made] and (made.after, made.seed_hash, made.seed) == (1, seed_hash("new"), "new")
    assert made.chance == (f"pick {ticket(game)}/{TICKETS}",), "what nobody knew is drawn anew"
    assert game.seed == "7" and game.seed_hash == seed_hash("7"), "the first seed stays that of the first orders"


def test_no_view_changes_and_no_secret_is_told() -> None:
    game = raffle("bid 3")
    invariants.check_reseed(game, "new")
    game.reseed("new")
    assert [played is None for played in game.history_for("green")] == [True]


def test_nobody_undoes_past_it() -> None:
    game = auction("bid 1", "bid 2")
    game.reseed("new")
    with pytest.raises(Refused, match="cannot be taken back: the chance to come has been drawn anew since"):
        game.undo()
    game.play("bid 3")
    assert game.undo_floor == 3, "the bids are open now"


def test_what_comes_after_it_can_be_undone_and_keeps_the_new_chance() -> None:
    game = raffle("bid 1")
    game.reseed("new")
    drawn, before = ticket(game), game.hash()
    game.play("bid 1")
    game.undo()
    assert ticket(game) == drawn and game.hash() == before and game.length == 1 == len(game.reseedings)
    twin = raffle("bid 1")
    twin.reseed("new")
    for one in (game, twin):
        one.play("bid 1")
        one.play("bid 1")
    assert game.history == twin.history


def test_copies_reseed_apart() -> None:
    game = raffle("bid 1")
    twin = game.copy()
    twin.reseed("new")
    assert not game.reseedings and ticket(game) == ticket(raffle())
    assert twin.reseedings and twin.copy().reseedings == twin.reseedings


def test_a_game_that_is_over_has_no_chance_to_come() -> None:
    game = auction(*("bid 1", "pass", "pass") * 3)
    with pytest.raises(BocageError, match="there is no chance to come"):
        game.reseed("new")


@pytest.mark.parametrize("seed", ["", "two words", "a|b", " led", "line\nbreak"])
def test_a_new_seed_is_one_word_so_that_a_record_can_hold_it(seed: str) -> None:
    with pytest.raises(BocageError, match="a new seed is one word"):
        auction().reseed(seed)


def test_a_seed_cannot_be_left_out_where_chance_needs_it() -> None:
    with pytest.raises(BocageError, match="the seed of the chance to come is missing"):
        auction().reseed(None)


# -- records --------------------------------------------------------------------------------------------------------


def test_a_record_says_from_where_on_another_seed_counts_and_replays() -> None:
    game = reseeded()
    text = record.dump(game)
    first, second, third = game.reseedings
    lines = text.splitlines()
    assert lines[0] == "bocage 2"
    assert lines[lines.index("") + 1] == f"reseed {seed_hash('first')} first | {first.chance[0]}"
    place = lines.index(f"reseed {seed_hash('second')} second | {second.chance[0]}")
    assert lines[place - 1] == "red bid 1" and lines[place + 2] == "green bid 1"
    assert lines[place + 1] == f"reseed {seed_hash('third')} third | {third.chance[0]}"
    again = replay(text)
    assert record.dump(again) == text
    assert again.reseedings == game.reseedings and again.history == game.history and ticket(again) == ticket(game)


def test_it_replays_without_its_seeds() -> None:
    game = reseeded()
    text = record.dump(game, with_seed=False)
    assert "third |" not in text and f"reseed {seed_hash('third')} | pick" in text
    again = replay(text)
    assert record.dump(again, with_seed=False) == text and again.hash() == game.hash()


def test_a_record_without_it_is_written_as_it_ever_was() -> None:
    assert record.dump(auction("bid 1")).startswith("bocage 1\n")


def test_a_seat_reads_the_promise_and_neither_the_seed_nor_what_nobody_may_know() -> None:
    told = record.dump_for(reseeded(), "red")
    for seed in ("first", "second", "third"):
        assert f"\nreseed {seed_hash(seed)}\n" in told


def test_another_seed_than_promised_is_named_with_its_line() -> None:
    text = record.dump(reseeded())
    line = next(n for n, row in enumerate(text.splitlines(), 1) if " third |" in row)
    assert complaint(text.replace(" third |", " better |")) == (
        f"game.bocage line {line}: the seed does not fit the hash that was promised"
    )


def test_a_promise_exchanged_together_with_its_seed_does_not_give_these_dice() -> None:
    text = record.dump(reseeded())
    forged = text.replace(f"{seed_hash('third')} third", f"{seed_hash('better')} better")
    assert "the seed gives pick" in complaint(forged)


def test_a_line_left_out_is_noticed() -> None:
    lines = record.dump(reseeded()).splitlines()
    without = "\n".join(line for line in lines if " third |" not in line)
    assert "the seed gives pick" in complaint(without) or "it replays to" in complaint(without)


def test_what_was_drawn_anew_at_once_is_checked() -> None:
    game = reseeded()
    told = game.reseedings[-1].chance[0]
    other = f"pick {(ticket(game) + 1) % TICKETS}/{TICKETS}"
    text = record.dump(game).replace(told, other)
    assert f"the seed gives {told} where the record has {other}" in complaint(text)


def test_a_seed_that_is_missing_among_others_is_named_with_its_line() -> None:
    text = record.dump(reseeded())
    line = next(n for n, row in enumerate(text.splitlines(), 1) if " third |" in row)
    assert complaint(text.replace(" third |", " |")) == (
        f"game.bocage line {line}: the seed of the chance to come is missing"
    )


def test_a_promise_is_needed() -> None:
    text = record.dump(raffle("bid 1")).replace("red bid 1\n", "red bid 1\nreseed\n")
    assert "'reseed' needs the hash that was promised" in complaint(text.replace("bocage 1\n", "bocage 2\n"))


def test_a_record_of_the_first_format_has_no_line_that_reseeds() -> None:
    text = record.dump(reseeded()).replace("bocage 2\n", "bocage 1\n")
    assert "a record of format 1 has no line 'reseed'" in complaint(text)


@pytest.mark.parametrize("at", ["", "red bid 1\n"], ids=["before the first order", "after it"])
def test_nobody_writes_lines_that_reseed_without_end(at: str) -> None:
    text = record.dump(raffle("bid 1"), with_seed=False).replace("bocage 1\n", "bocage 2\n")
    place = text.index("\n\n") + 2 + len(at)
    line = f"reseed {seed_hash('new')}\n"
    most = record.parse(text[:place] + line * record.MOST_RESEEDS + text[place:])
    assert len(most.lines[0].reseeds if at else most.reseeds) == record.MOST_RESEEDS
    assert "a record has at most 1000 lines 'reseed'" in complaint(text[:place] + line * 1001 + text[place:])


@pytest.mark.parametrize("more", [" twice", " | die 6"])
def test_nothing_follows_the_hash_of_the_result(more: str) -> None:
    text = record.dump(reseeded())
    assert "nothing may follow the result's hash" in complaint(text.rstrip() + more)


def test_a_line_that_changes_nothing_of_a_branch_is_refused() -> None:
    source = auction(*TIES)
    again = Game(source.setting, "mine", given=source.outcomes())
    with pytest.raises(BocageError, match="with nothing drawn anew, chance stays as it is"):
        again.reseed(None, seed_hash("new"))
    assert not again.reseedings


# -- branches -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", range(7))
def test_a_branch_takes_over_what_was_drawn_anew_and_goes_on_with_its_own_seed(length: int) -> None:
    source = reseeded()
    branch = source.branch(length, "mine")
    assert branch.history == source.history[:length] and branch.outcomes() == source.outcomes(length)
    if length >= 4:
        assert ticket(branch) == ticket(source)
    assert not any(made.seed for made in branch.reseedings), "the seeds of the other game are its own"
    while not branch.over:
        branch.play("bid 1" if len(branch.decision.orders) > 1 else "pass")
    text = record.dump(branch)
    again = replay(text)
    assert record.dump(again) == text and again.outcomes() == branch.outcomes() and again.seed == "mine"
    seedless = record.dump(branch, with_seed=False)
    assert record.dump(replay(seedless), with_seed=False) == seedless
    assert branch.given == len(source.outcomes(length)) and branch.seed_hash == seed_hash("mine")


def test_a_branch_can_be_reseeded_and_branched_off_again() -> None:
    branch = reseeded().branch(5, "mine")
    branch.reseed("new")
    branch.play("bid 1")
    text = record.dump(branch)
    assert record.dump(replay(text)) == text
    again = branch.branch(6, "grandchild")
    assert again.outcomes() == branch.outcomes() and ticket(again) == ticket(branch)
    assert record.dump(replay(record.dump(again))) == record.dump(again)
