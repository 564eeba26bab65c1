"""Chance: fair, foretold by the seed alone, and repeatable from a record."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from bocage.kernel import Chance, RecordError, seed_hash

THROWS = 12_000


def chi_square(counts: Counter[int], sides: int) -> float:
    expected = sum(counts.values()) / sides
    return sum((counts[value] - expected) ** 2 / expected for value in range(sides))


# The critical values for 0.1 % error of 5, 15 and 35 degrees of freedom.


def test_the_die_is_fair() -> None:
    chance = Chance.from_seed("fair")
    counts = Counter(chance.die() - 1 for _ in range(THROWS))
    assert set(counts) == set(range(6))
    assert chi_square(counts, 6) < 20.5


def test_picks_are_fair_for_a_number_that_is_no_power_of_two() -> None:
    chance = Chance.from_seed("fair")
    counts = Counter(chance.pick(16) for _ in range(THROWS))
    assert set(counts) == set(range(16))
    assert chi_square(counts, 16) < 37.7


def test_a_throw_does_not_depend_on_the_throw_before() -> None:
    chance = Chance.from_seed("pairs")
    throws = [chance.die() - 1 for _ in range(THROWS)]
    pairs = Counter(6 * first + second for first, second in zip(throws[::2], throws[1::2], strict=True))
    assert chi_square(pairs, 36) < 66.6


def test_anybody_who_knows_the_seed_can_recompute_every_throw() -> None:
    chance = Chance.from_seed("1944")
    key = sha256(b"bocage chance 1944").digest()
    for number in range(20):
        draw = int.from_bytes(sha256(key + number.to_bytes(8, "big")).digest()[:8], "big")
        assert chance.die() == draw * 6 // 2**64 + 1


def test_the_promise_fixes_the_seed_and_is_not_the_key_of_the_dice() -> None:
    assert seed_hash("1944") == seed_hash("1944") != seed_hash("1945")
    key = Chance.from_seed("1944").key
    assert key is not None and key.hex() != seed_hash("1944")


def test_a_copy_throws_the_same_and_apart() -> None:
    chance = Chance.from_seed("copy")
    chance.die()
    twin = chance.copy()
    assert [chance.pick(9) for _ in range(5)] == [twin.pick(9) for _ in range(5)]
    chance.die()
    assert (chance.count, twin.count) == (7, 6)
    assert len(chance.log) == 7 and len(twin.log) == 6


def test_the_facts_of_chance_do_not_tell_the_seed() -> None:
    assert Chance.from_seed("a").facts() == Chance.from_seed("b").facts()


def test_a_script_repeats_what_was_recorded() -> None:
    chance = Chance.from_seed("script")
    thrown = [chance.die(), chance.pick(16), chance.die()]
    again = Chance.scripted(tuple(chance.log))
    assert [again.die(), again.pick(16), again.die()] == thrown
    assert again.log == chance.log


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        ("pick 3/16", "the record has 'pick 3/16' where the rules ask for a die"),
        ("die x", "the record has 'die x' where the rules ask for a die"),
        ("die", "the record has 'die' where the rules ask for a die"),
        ("die 7", "'die 7' is not a possible result"),
        ("die 0", "'die 0' is not a possible result"),
    ],
)
def test_a_script_that_does_not_fit_a_die_is_refused(outcome: str, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        Chance.scripted((outcome,)).die()


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        ("die 3", "the record has 'die 3' where the rules ask for a pick of 16"),
        ("pick 3/15", "the record has 'pick 3/15' where the rules ask for a pick of 16"),
        ("pick 16/16", "'pick 16/16' is not a possible result"),
    ],
)
def test_a_script_that_does_not_fit_a_pick_is_refused(outcome: str, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        Chance.scripted((outcome,)).pick(16)


def test_a_script_that_is_too_short_is_refused() -> None:
    with pytest.raises(RecordError, match="the record ends before chance number 1"):
        Chance.scripted(()).die()


def test_outcomes_that_are_given_come_first_and_then_those_of_the_seed() -> None:
    plain = Chance.from_seed("1944")
    later = [plain.die() for _ in range(5)][2:]
    branched = Chance.from_seed("1944", ("die 6", "pick 3/16"))
    assert branched.die() == 6 and branched.copy().pick(16) == branched.pick(16) == 3
    assert [branched.die() for _ in range(3)] == later
    with pytest.raises(RecordError, match="where the rules ask for a die"):
        Chance.from_seed("1944", ("pick 3/16",)).die()
