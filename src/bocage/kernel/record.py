"""Records: a whole game as a text that a person can read and a program can replay.

The same text is the save file, the game by mail, the replay, the bug report and the test
fixture. Each line after the header is one order and what chance made of it:

    bocage 1
    game fire_movement/sword
    options edition=quad weather=no
    data 5c1e0f...
    rules 1
    seed-hash 9f0c...
    seed 1944

    german at 0838
    allied draw artillery | pick 3/16
    german pass | die 4
    reseed 41d7... Zk3v...
    allied pass
    result 62f0...

From a line ``reseed`` on chance follows from another seed. Its hash is what was promised then, the seed stands after it
once it may be known, and then what was drawn anew at once. A side that gave the game up is named in the header.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bocage.kernel.chance import Chance, seed_hash
from bocage.kernel.errors import BocageError, RecordError, Refused
from bocage.kernel.game import Game, Reseeding, Setting
from bocage.kernel.state import Event

FORMAT = 2  # with lines that reseed; a record without them is written as of format 1
RESEED = "reseed"
SEEN_BY = "seen-by"  # header of a text that keeps secrets
SECRET = "?"  # an order that is not told
GIVEN = "given"  # header of a game that branched off: how many outcomes of chance are taken over, not the seed's
RESIGNED = "resigned"  # header of a game that a side gave up: people agree on that, the rules know nothing of it
LARGEST = 4_000_000  # characters; the longest campaign needs a tenth of it
MOST_RESEEDS = 1000  # more people never sit down at one game

OpenSetting = Callable[[str, Mapping[str, str]], Setting]


class ReseedLine(NamedTuple):
    """A line that reseeds, with its number in the file."""

    number: int
    made: Reseeding


class Line(NamedTuple):
    """One order of a record, with the number of its line in the file, and the lines after it that reseed."""

    number: int
    seat: str
    order: str
    chance: tuple[str, ...]
    reseeds: tuple[ReseedLine, ...] = ()


class Record(NamedTuple):
    """A record as read, before it is replayed."""

    source: str
    header: dict[str, str]
    lines: tuple[Line, ...]
    result: str
    reseeds: tuple[ReseedLine, ...] = ()  # before the first order

    @property
    def options(self) -> dict[str, str]:
        """The options of the game."""
        return dict(pair.split("=", 1) for pair in self.header.get("options", "").split())

    @property
    def opening(self) -> tuple[str, ...]:
        """What chance brought before the first order."""
        return tuple(part.strip() for part in self.header.get("opening", "").split("|") if part.strip())

    @property
    def resigned(self) -> str:
        """The side that gave the game up, if one did."""
        return self.header.get(RESIGNED, "")

    @property
    def outcomes(self) -> tuple[str, ...]:
        """All that chance brought, in its order."""
        found = [*self.opening, *(word for line in self.reseeds for word in line.made.chance)]
        for line in self.lines:
            found += (*line.chance, *(word for reseed in line.reseeds for word in reseed.made.chance))
        return tuple(found)


class Header(NamedTuple):
    """What a record says before its orders."""

    scenario: str
    options: Mapping[str, str]
    fingerprint: str
    rules_version: str
    seed_hash: str
    given: int


class Course(NamedTuple):
    """All that a record tells, wherever the game is kept."""

    header: Header
    seed: str | None
    opening: tuple[str, ...]
    lines: Sequence[Line]
    reseedings: Sequence[Reseeding]
    result: str
    resigned: str = ""  # the side that gave the game up


def dump(game: Game, *, with_seed: bool = True, resigned: str = "") -> str:
    """The record of a game as text; without its seed while the game must stay unpredictable."""
    lines = [Line(0, played.seat, str(played.order), played.chance) for played in game.history]
    course = Course(_header(game), game.seed, game.opening_chance, lines, game.reseedings, game.hash(), resigned)
    return write(course, with_seed)


def dump_for(game: Game, seat: str) -> str:
    """The record as one seat may know it now: other seats' secrets are ``?``. It is for reading, not for replay."""
    known = [
        Line(
            0, played.seat, str(shown.order) if shown is not None else SECRET, shown.chance if shown is not None else ()
        )
        for played, shown in zip(game.history, game.history_for(seat), strict=True)
    ]
    return write_for(Course(_header(game), None, (), known, game.reseedings, ""), seat)


def _header(game: Game) -> Header:
    setting = game.setting
    return Header(setting.name, setting.options, setting.fingerprint, setting.rules_version, game.seed_hash, game.given)


def write(course: Course, with_seed: bool = True) -> str:
    """The record of a course as text."""
    lines = _header_lines(course)
    if course.seed is not None and with_seed:
        lines.append(f"seed {course.seed}")
    if course.opening:
        lines.append("opening " + " | ".join(course.opening))
    lines += ("", *_body(course, lambda made: _reseed_line(made, with_seed)), f"result {course.result}")
    return "\n".join(lines) + "\n"


def write_for(course: Course, seat: str) -> str:
    """The record of what a seat may know of a course: no seed, no result, and of new seeds their hashes alone."""
    promises = _body(course, lambda made: f"{RESEED} {made.seed_hash}")
    return "\n".join([*_header_lines(course), f"{SEEN_BY} {seat}", "", *promises]) + "\n"


def _header_lines(course: Course) -> list[str]:
    header = course.header
    lines = [
        f"bocage {FORMAT if course.reseedings else 1}",
        f"game {header.scenario}",
        "options " + " ".join(f"{key}={value}" for key, value in sorted(header.options.items())),
        f"data {header.fingerprint}",
        f"rules {header.rules_version}",
    ]
    if header.seed_hash:
        lines.append(f"seed-hash {header.seed_hash}")
    if header.given:
        lines.append(f"{GIVEN} {header.given}")
    if course.resigned:
        lines.append(f"{RESIGNED} {course.resigned}")
    return lines


def _body(course: Course, reseed_line: Callable[[Reseeding], str]) -> list[str]:
    """The orders, and the lines that reseed behind the orders that they follow."""
    told = [
        (number, " | ".join((f"{by} {order}", *fell))) for number, (_, by, order, fell, _) in enumerate(course.lines, 1)
    ]
    told += ((made.after, reseed_line(made)) for made in course.reseedings)
    return [line for _, line in sorted(told, key=lambda numbered: numbered[0])]


def _reseed_line(made: Reseeding, with_seed: bool) -> str:
    """From here on chance follows from another seed, which is told if it is known."""
    seed = f" {made.seed}" if made.seed is not None and with_seed else ""
    return " | ".join((f"{RESEED} {made.seed_hash}{seed}", *made.chance))


def save(game: Game, path: Path | str, *, with_seed: bool = True) -> None:
    """Write a record so that a failure half-way leaves any earlier file as it was."""
    target = Path(path)
    text = dump(game, with_seed=with_seed)
    try:
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8")
            os.replace(beside, target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BocageError(f"{target} cannot be written: {error.strerror}") from None


def read(path: Path | str) -> Record:
    """Read a record file; raises RecordError with file and line for anything that is not one."""
    source = Path(path)
    try:
        size = source.stat().st_size
        if not source.is_file() and not source.is_dir():
            raise RecordError(f"{source} is not a file, so it is not a Bocage record")
        if size > LARGEST:
            raise RecordError(f"{source} is too large to be a Bocage record")
        text = source.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{source} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{source} is not a text file, so it is not a Bocage record") from None
    return parse(text, str(source))


def parse(text: str, source: str = "the record") -> Record:
    """Split a record's text into header, orders and result."""
    rows = text.splitlines()
    if not rows or not rows[0].startswith("bocage "):
        raise RecordError(f"{source} line 1: a Bocage record begins with 'bocage 1'")
    version = rows[0].removeprefix("bocage ").strip()
    if not (version.isascii() and version.isdigit() and len(version) < 9):
        raise RecordError(f"{source} line 1: '{version}' is not a format number")
    if int(version) > FORMAT:
        raise RecordError(
            f"{source} line 1: format {version} is newer than this program, which reads up to format {FORMAT}"
        )
    header: dict[str, str] = {}
    start = len(rows)
    for number, row in enumerate(rows[1:], start=2):
        if not row.strip():
            start = number
            break
        key, _, value = row.partition(" ")
        if key in header:
            raise RecordError(f"{source} line {number}: '{key}' is given twice")
        header[key] = value.strip()
    if SEEN_BY in header:
        seat = header[SEEN_BY]
        raise RecordError(f"{source}: it holds only what {seat} might know of the game, so it cannot be replayed")
    for key in ("game", "data", "rules"):
        if not header.get(key):
            raise RecordError(f"{source}: the header has no '{key}' line")
    for pair in header.get("options", "").split():
        if "=" not in pair:
            raise RecordError(f"{source}: option '{pair}' is not of the form name=value")
    named: set[str] = set()
    for pair in header.get("options", "").split():
        name = pair.partition("=")[0]
        if name in named:
            raise RecordError(f"{source}: option '{name}' is given twice")
        named.add(name)
    lines: list[Line] = []
    reseeds: list[list[ReseedLine]] = [[]]  # before the first order, and after each
    promises = 0
    result = ""
    for number, row in enumerate(rows[start:], start=start + 1):
        if not row.strip():
            continue
        if result:
            raise RecordError(f"{source} line {number}: nothing may follow the result line")
        head, *chance = (part.strip() for part in row.split("|"))
        seat, _, order = head.partition(" ")
        if seat == "result":
            result = order
            if chance or len(order.split()) > 1:
                raise RecordError(f"{source} line {number}: nothing may follow the result's hash")
        elif seat == RESEED:
            promises += 1
            if int(version) < FORMAT:
                raise RecordError(f"{source} line {number}: a record of format {version} has no line '{RESEED}'")
            if promises > MOST_RESEEDS:
                raise RecordError(f"{source} line {number}: a record has at most {MOST_RESEEDS} lines '{RESEED}'")
            promise, _, seed = order.partition(" ")
            if not promise:
                raise RecordError(f"{source} line {number}: '{RESEED}' needs the hash that was promised")
            reseeds[-1].append(ReseedLine(number, Reseeding(len(lines), promise, seed or None, tuple(chance))))
        elif not order:
            raise RecordError(f"{source} line {number}: '{row}' is not of the form 'seat order'")
        else:
            lines.append(Line(number, seat, order, tuple(chance)))
            reseeds.append([])
    if not result:
        raise RecordError(f"{source}: the record is cut off: its last line should be 'result ...'")
    before, *after = map(tuple, reseeds)
    found = tuple(line._replace(reseeds=made) if made else line for line, made in zip(lines, after, strict=True))
    return Record(source, header, found, result, before)


def start(record: Record, open_setting: OpenSetting) -> Game:
    """The game at its first decision, as the record's header describes it."""
    try:
        setting = open_setting(record.header["game"], record.options)
    except BocageError as error:
        raise RecordError(f"{record.source}: {error}") from None
    if setting.rules_version != record.header["rules"]:
        raise RecordError(
            f"{record.source}: it was played by rules version {record.header['rules']}, "
            f"this program plays version {setting.rules_version}"
        )
    if setting.fingerprint != record.header["data"]:
        raise RecordError(
            f"{record.source}: it was played with other data ({record.header['data']}, here {setting.fingerprint}); "
            "give the same overlay"
        )
    if record.resigned and record.resigned not in setting.sides:
        raise RecordError(f"{record.source}: there is no side '{record.resigned}' that could have resigned")
    seed = record.header.get("seed")
    promised = record.header.get("seed-hash")
    script = record.outcomes
    given = _given(record, len(script))
    if seed is not None:
        if promised is not None and seed_hash(seed) != promised:
            raise RecordError(f"{record.source}: the seed does not fit the hash promised at the start")
        game = Game(setting, seed, given=script[:given])
    else:
        game = Game(setting, "", Chance.scripted(script))
        game.seed_hash = promised or ""
        game.given = given
    _reseed(game, record.reseeds, record.source)
    return game


def _reseed(game: Game, lines: tuple[ReseedLine, ...], source: str) -> None:
    """Reseed as recorded, and check that what was drawn anew at once is the same."""
    for number, recorded in lines:
        try:
            made = game.reseed(recorded.seed, recorded.seed_hash, recorded.chance)
        except BocageError as error:
            raise RecordError(f"{source} line {number}: {error}") from None
        _check_chance(made.chance, recorded.chance, f"{source} line {number}")


def _check_chance(fell: tuple[str, ...], recorded: tuple[str, ...], where: str) -> None:
    if fell != recorded:
        raise RecordError(
            f"{where}: the seed gives {' | '.join(fell) or 'nothing'} where the record has "
            f"{' | '.join(recorded) or 'nothing'}"
        )


def _given(record: Record, known: int) -> int:
    text = record.header.get(GIVEN, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= known):
        raise RecordError(f"{record.source}: '{GIVEN} {text}' is not a number of outcomes that the record has")
    return int(text)


def step(game: Game, line: Line, source: str) -> list[Event]:
    """Play one recorded order, check that chance fell as recorded, reseed if that follows, and return what happened."""
    try:
        events = game.play(line.order, seat=line.seat)
    except RecordError as error:
        raise RecordError(f"{source} line {line.number}: {error}") from None
    except Refused as refused:
        raise RecordError(f"{source} line {line.number}: '{line.order}' is not legal there: {refused}") from None
    except BocageError as error:
        raise RecordError(f"{source} line {line.number}: {error}") from None
    _check_chance(game.history[-1].chance, line.chance, f"{source} line {line.number}")
    _reseed(game, line.reseeds, source)
    return events


def replay(record: Record, open_setting: OpenSetting) -> Game:
    """Play a whole record through the rules and check its result."""
    game = start(record, open_setting)
    for line in record.lines:
        step(game, line, record.source)
    check_result(game, record)
    return game


def check_result(game: Game, record: Record) -> None:
    """Refuse a record whose orders have led to another result."""
    if not game.state.has_hash(record.result):
        raise RecordError(f"{record.source}: it replays to {game.hash()}, not to its recorded result {record.result}")
