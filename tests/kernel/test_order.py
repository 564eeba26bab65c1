"""Orders as text: every mistake gets one sentence."""

from __future__ import annotations

import pytest

from bocage.kernel import BocageError, Noun, Verb, Vocabulary, plain


def _number(text: str) -> int:
    if not text.isdigit():
        raise ValueError(f"'{text}' is not a hex")
    return int(text)


WORDS = Vocabulary([plain("pass"), Verb("to", Noun("hex", range(4000), "{:04}".format, _number))])


def test_an_order_is_read_back_from_its_own_text() -> None:
    order = WORDS.parse("to 0830")
    assert (order.verb, order.arg, str(order)) == ("to", 830, "to 0830")
    assert WORDS.parse(str(order)) is order
    assert WORDS.parse("  to   0830 ") is order
    assert WORDS.parse("pass") is WORDS.plain["pass"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "an empty line is not an order"),
        ("   ", "an empty line is not an order"),
        ("too 0830", "'too' is not an order; did you mean to?"),
        ("xyzzy", "'xyzzy' is not an order; known are pass, to"),
        ("pass 0830", "'pass 0830': 'pass' takes nothing after it"),
        ("to", "'to': 'to' takes one word after it"),
        ("to 0830 0831", "'to 0830 0831': 'to' takes one word after it"),
        ("to caen", "'to caen': 'caen' is not a hex"),
    ],
)
def test_what_is_not_an_order_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BocageError) as error:
        WORDS.parse(text)
    assert str(error.value) == sentence
