"""The terminal game: shows a seat what it may know, asks for its orders, and lets the others play.

Bad input is answered and asked again; only ``quit`` or the end of the input ends the session before the game does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from bocage.cli.display import Display
from bocage.cli.programs import Program, Thought, tell_intents, why_failed
from bocage.cli.terminal import save_game, thinking
from bocage.kernel import BocageError, Event, Game, Order, Refused, nearest
from bocage.players import Chair
from bocage.players.advice import Advice, Option, advise
from bocage.table import NEW_TURN, model

HUMAN = "human"
ORDER_OF_HITS: tuple[model.Hits, ...] = ("defender", "both", "nobody", "attacker")
CLOSE = "So small a difference may be chance; between orders about as good the program keeps to its plan."
FEW = 12  # orders that are listed with a description each
LINES_OF_ORDERS = 6
LINES_AROUND_BOARD = 19  # heading, prompt, orders and a little of what happened


class _Told(NamedTuple):
    """An event, and after how many orders it happened."""

    length: int
    event: Event


def _in_words(result: model.OddsResult) -> str:
    """A result in words, then what the table prints for it, if that is a code."""
    return result.meaning if result.result.islower() else f"{result.meaning} ({result.result})"


def _shown(margin: float) -> int:
    """A margin as a percentage."""
    return round(100 * margin)


def _says_the_same(option: Option, best: Option) -> bool:
    """Whether nothing could be told of an order that is not told of the best one already."""
    figures = [(_shown(each.margin), _shown(each.poor), each.risks) for each in (option, best)]
    return option.alike and figures[0] == figures[1] and not option.gains and not option.costs


def _beside(option: Option, best: Option) -> str:
    """How an order compares with the best, whose figure may be the lower one if the two cannot be told apart."""
    if not option.alike:
        return f"{max(1, _shown(option.behind))}% worse"
    more = _shown(option.margin) - _shown(best.margin)
    return f"about as good: {more}% more is no more than chance may bring" if more > 0 else "about as good"


class _Quit(Exception):
    """The player has had enough."""


class Session:
    """One sitting at one terminal. ``players`` has None for a seat that a person has."""

    def __init__(
        self,
        game: Game,
        players: Mapping[str, Program | None],
        console: Console,
        read: Callable[[str], str],
        log: list[tuple[int, Event]] | None = None,
        save_to: Path | None = None,
        overlay: Path | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.console = console
        self.read = read
        self.save_to = save_to
        self.again = f"bocage play{f' --overlay {overlay}' if overlay is not None else ''} --load"
        self.display = Display(game.setting, unicode=(console.encoding or "").lower().startswith("utf"))
        self.log = [_Told(length, event) for length, event in log or []]
        self.humans = [seat for seat, player in players.items() if player is None]
        self.sides = {self.side_of(seat) for seat in self.humans}  # of people, who may keep secrets from each other
        self.shown = dict.fromkeys(map(self.side_of, players), len(self.log))  # how much of the log each has been told
        self.plans: dict[str, list[Text]] = defaultdict(list)  # of programs beside people, by side, until they are told
        self.at_keyboard = ""
        self.drawn: object = None
        self.laid_out: model.View | None = None  # what the seat at the keyboard sees, until something happens
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "orders": self.orders,
            "why": self.why,
            "odds": self.odds,
            "facts": self.facts,
            "briefing": self.briefing,
            "map": self.map,
            "units": self.units,
            "unit": self.unit,
            "hex": self.hex,
            "log": self.show_log,
            "rules": self.rules,
            "undo": self.undo,
            "hint": self.hint,
            "intent": self.intent,
            "save": self.save,
            "quit": self.quit,
        }

    # -- the course of the game -------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        if not self.log:
            if self.humans:
                self.briefing("")
            self.note(self.game.opening_events)
        self.keep()
        try:
            while not self.game.over:
                player = self.players[self.game.decision.seat]
                if player is None:
                    self.keep()  # what programs did before
                    self.ask()
                    self.keep()
                else:
                    self.let_play(player)
            self.keep()
            self.farewell()
        except (EOFError, _Quit):
            self.leave()
        except KeyboardInterrupt:
            self.leave()
            raise

    def let_play(self, program: Program) -> None:
        """Let a program give its order; if it plays beside a person it says what it sets out to do."""
        known = len(program.thoughts)
        name = self.display.name(program.seat)
        with thinking(self.console, f"{name} ({program.opponent.name}) thinks") as advance:
            order = program.choose(self.game, lambda failure: self.complain(f"{name}: {failure}"), advance)
        if self.side_of(program.seat) in self.sides:
            self.hear_ally(program, program.thoughts[:known], program.thoughts[known:])
        self.note(self.game.play(order))

    def hear_ally(self, ally: Program, before: Sequence[Thought], fresh: Sequence[Thought]) -> None:
        """What an ally sets out to do, once a turn or when it thinks better of it; told with what happens next."""
        for n, (_, account) in enumerate(fresh):
            last = [*before, *fresh[:n]][-1:]
            if not last or (last[0].account.turn, last[0].account.intent) != (account.turn, account.intent):
                who = f"{self.display.name(ally.seat)} ({ally.opponent.name})"
                plan = Text(f"  Your ally {who}: {self.in_names(account.intent)}.", "italic")
                self.plans[self.side_of(ally.seat)].append(plan)

    def keep(self) -> None:
        """Write the record if it is to be saved: after every order, so that nothing can lose it."""
        if self.save_to is not None:
            save_game(self.game, self.save_to)

    def note(self, events: list[Event]) -> None:
        """Keep what happened; tell it at once where nobody else is to be kept from it."""
        self.laid_out = None
        self.log += [_Told(self.game.length, event) for event in events]
        if len(self.sides) <= 1:
            self.catch_up(self.humans[0] if self.humans else "")

    def catch_up(self, seat: str) -> None:
        """Tell a seat what its side has not been told yet and may know; no seat at all is told everything."""
        side = self.side_of(seat or next(iter(self.players)))
        for plan in self.plans.pop(side, []):
            self.console.print(plan)
        for told in self.log[self.shown[side] :]:
            if not seat or told.event.known_to(seat):
                self.console.print(self.sentence(told.event))
        self.shown[side] = len(self.log)

    def side_of(self, seat: str) -> str:
        """The side of a seat."""
        return self.game.state.side_of(seat)

    def sentence(self, event: Event) -> Text:
        """An event in words, what matters most in bold."""
        told = event.result
        fought_or_lost = told is not None and (told.attack is not None or any(lost.gone for lost in told.losses))
        told_in_names = self.in_names(self.game.sentence(event))
        return Text(f"  {told_in_names}", "bold" if event.kind == NEW_TURN or fought_or_lost else "")

    def in_names(self, words: str) -> str:
        """Words with the names of units instead of their ids, which only orders need."""
        return self.display.names.put_into(words)

    def ask(self) -> None:
        """Show the decision to its seat and read lines until one of them is an order that stands."""
        seat = self.game.decision.seat
        if seat != self.at_keyboard:
            self.hand_over(seat)
        self.catch_up(seat)
        self.picture()
        self.prompt()
        length = self.game.length
        while self.game.length == length:
            line = "".join(filter(str.isprintable, self.read("> "))).strip()
            try:
                self.answer(line)
            except BocageError as error:
                self.complain(str(error))

    def hand_over(self, seat: str) -> None:
        """When people of several sides share a screen, hide what the next side may not see."""
        passes = len(self.sides) > 1 and self.side_of(seat) != self.side_of(self.at_keyboard)
        if passes and (not self.at_keyboard or self.has_secrets()):
            self.console.clear()
            self.console.rule()
            self.read(f"{self.display.name(seat)} decides. Press Enter when nobody else looks. ")
        self.at_keyboard = seat
        self.drawn = self.laid_out = None

    def has_secrets(self) -> bool:
        """Whether the seats now know different things."""
        views = [self.game.view(seat) for seat in self.humans]
        known = [(view.board_facts(), [frame.facts() for frame in view.stack]) for view in views]
        return any(facts != known[0] for facts in known)

    def seen(self) -> model.View:
        """The table as the seat at the keyboard sees it."""
        if self.laid_out is None:
            seat = self.at_keyboard
            self.laid_out = self.display.seen(self.game.view(seat), seat, self.game.length)
        return self.laid_out

    def asked(self) -> model.Decision:
        """What the seat at the keyboard is asked, in words."""
        decision = self.seen().decision
        assert decision is not None
        return decision

    def picture(self) -> None:
        """Draw heading and board, if they have changed since the last time."""
        key = self.display.board_key(self.seen())
        if key != self.drawn:
            self.drawn = key
            self.console.print()
            self.console.print(self.display.heading(self.seen(), self.console.width))
            self.console.print(self.board())

    def board(self, at: str = "", *, whole: bool = False) -> RenderableType:
        """The map as the seat at the keyboard sees it."""
        height = 1000 if whole else max(10, min(self.console.height, 48) - LINES_AROUND_BOARD)
        return self.display.board(self.seen(), 1000 if whole else self.console.width, height, at)

    def prompt(self) -> None:
        """The question with its rule, the unit it is about, and the orders."""
        decision = self.game.decision
        about = self.asked().about
        if about:
            self.console.print(Text(self.in_names(about), "dim"))
        question = f"{self.display.name(decision.seat)}: {self.in_names(self.asked().prompt)} "
        self.console.print(Text.assemble((question, "bold"), (f"({decision.rule})", "cyan")))
        self.list_orders(list(enumerate(decision.orders, 1)), LINES_OF_ORDERS)

    def list_orders(self, numbered: list[tuple[int, Order]], most: int) -> None:
        """Orders with their numbers: few of them described, many of them in columns."""
        one_column = len(numbered) <= min(most, LINES_OF_ORDERS)
        texts = []
        for number, order in numbered:
            said: list[str] = []
            if len(numbered) <= FEW:
                said = [self.described(order, in_full=one_column), self.brief(self.odds_of(order))]
            texts.append("  ".join(filter(None, [f"{number:3} {order}", *said])))
        width = max(len(text) for text in texts) + 2
        columns = 1 if one_column else max(1, self.console.width // width)
        lines = -(-len(texts) // columns)
        for line in range(min(lines, most)):
            row = texts[line * columns : (line + 1) * columns]
            self.console.print(Text("".join(text.ljust(width) for text in row).rstrip(), no_wrap=True))
        if lines > most:
            self.console.print(Text(f"    ... {len(texts) - most * columns} more: orders, or orders and a word", "dim"))

    def described(self, order: Order, *, in_full: bool) -> str:
        """An order in words; the short form leaves out what its own words nearly say."""
        choice = next(choice for choice in self.asked().orders if choice.order == order.text)
        cost = f"cost: {choice.cost}" if choice.cost else ""
        parts = (choice.label, choice.detail, cost) if in_full else (choice.detail or choice.label,)
        return self.in_names("; ".join(filter(None, (*parts, choice.loss))))

    # -- what a line means ------------------------------------------------------------------------

    def answer(self, line: str) -> None:
        """Carry out one line: a command, the number of an order, an order, or several orders in a row."""
        word, _, rest = line.partition(" ")
        orders = self.game.decision.orders
        if not line:
            if len(orders) == 1:
                self.order(orders[0])
            else:
                self.prompt()
            return
        word = {"?": "help", "q": "quit", "o": "orders"}.get(word.lower(), word.lower())
        if word in self.commands:
            self.commands[word](rest.strip())
            return
        for order in self.meaning(line):
            if self.game.over or self.game.decision.seat != self.at_keyboard:
                raise BocageError(f"'{order}' was not given any more: it is not {self.at_keyboard}'s decision now")
            self.order(order)

    def meaning(self, line: str) -> list[Order]:
        """The orders that a line stands for."""
        orders = self.game.decision.orders
        if line.isdecimal() and 1 <= int(line) <= len(orders):
            return [orders[int(line) - 1]]
        words = self.game.setting.vocabulary
        same = [order for order in orders if order.text.lower() == line.lower()]
        if not same and " " not in line and line.lower() not in (*words.plain, *words.verbs):
            same = [order for order in orders if order.text.lower().endswith(f" {line.lower()}")]
            if not same:
                if line.isdecimal() and len(line) < 4:
                    raise BocageError(f"there is no order number {line}; the last is {len(orders)}")
                known = [*self.commands, *words.plain, *words.verbs, *(order.text.split()[-1] for order in orders)]
                raise BocageError(f"'{line}' is neither an order nor a command{nearest(line, set(known))}; try help")
        if len(same) == 1:
            return same
        if same:
            raise BocageError(f"'{line}' may be {' or '.join(order.text for order in same)}")
        return [self.game.parse(part) for part in self.parts(line)]

    def parts(self, line: str) -> list[str]:
        """Several orders in one line: ``move 8/3-br to 1639`` is two."""
        words = self.game.setting.vocabulary
        parts: list[str] = []
        left = line.split()
        left[0] = left[0].lower()
        while left:
            length = 1 if left[0].lower() in words.plain else 2
            if len(left) < length or left[0].lower() not in (*words.plain, *words.verbs):
                return [line]
            parts.append(" ".join([left[0].lower(), *left[1:length]]))
            left = left[length:]
        return parts

    def order(self, order: Order) -> None:
        """Give an order; a refusal names the rule."""
        try:
            self.note(self.game.play(order, seat=self.at_keyboard))
        except Refused as refused:
            raise BocageError(f"not possible: {refused}") from None

    def chosen(self, text: str, command: str) -> Order:
        """The order that a command is about."""
        if not text:
            raise BocageError(
                f"{command} needs an order after it, for example: {command} {self.game.decision.orders[0]}"
            )
        return self.meaning(text)[0]

    def complain(self, sentence: str) -> None:
        """Answer bad input."""
        self.console.print(Text(f"! {sentence}", "bold red"))

    # -- commands ---------------------------------------------------------------------------------

    def help(self, _: str) -> None:
        """What can be typed."""
        table = Table(box=None, show_header=False, pad_edge=False)
        orders = self.game.decision.orders
        first, last = str(orders[0]), str(orders[-1])
        short = first.rpartition(" ")[2]
        for command, meaning in (
            (f"{first}, {short}, 1", "an order: by its words, by its last word alone, or by its number"),
            (f"{first} {last}", "several orders in one line"),
            ("orders [WORD]", "all orders, or those with a word in them"),
            ("why ORDER", "why an order is not possible, with the rule"),
            ("odds [ORDER]", "the exact odds of an attack, or of every order that has any"),
            ("facts [WORD]", "how the game stands: victory, support, losses, with the rules"),
            ("briefing", "the situation, what each side needs to win, what is special"),
            ("hint", "what the program would do in your place, why, what it risks, and what else you could do"),
            ("intent", "what the programs were up to in their last turn; an ally tells it at once"),
            ("map [HEX | all]", "draw the map again, around a hex, or all of it"),
            ("hex HEX", "terrain, roads, rivers and units of a hex"),
            ("units [WORD]", "all units, or those with a word in their line"),
            ("unit UNIT", "all about a unit"),
            ("log [N]", "what has happened, the last N lines"),
            ("rules [NUMBER]", "a rule in our words, by default the one of this decision"),
            ("undo", "take your last order back, unless a die or a secret came out since"),
            ("save FILE", "write the game to a file"),
            ("quit", "leave; a game is saved only if you began with --save, or say save first"),
        ):
            table.add_row(Text(f"  {command}", "bold"), meaning)
        self.console.print(table)
        self.console.print(self.display.legend())

    def orders(self, word: str) -> None:
        """All orders, or those with a word in them."""
        words = [f"{choice.order} {choice.label} {choice.detail}".lower() for choice in self.asked().orders]
        found = [
            (number, order)
            for number, order in enumerate(self.game.decision.orders, 1)
            if word.lower() in words[number - 1]
        ]
        if found:
            self.list_orders(found, 1000)
        else:
            self.console.print(f"No order has '{word}' in it.", markup=False)

    def why(self, text: str) -> None:
        """The rule that forbids an order."""
        order = self.chosen(text, "why")
        refusal = self.game.view(self.at_keyboard).why_not(order)
        if refusal is None:
            self.console.print(f"'{order}' is possible.", markup=False)
            return
        self.console.print(Text(f"Not possible: {refusal}"))

    def odds(self, text: str) -> None:
        """The distribution of results of one order, or the outlook of all."""
        if text:
            order = self.chosen(text, "odds")
            odds = self.odds_of(order)
            if odds is None:
                self.console.print(f"'{order}' brings no roll of the results table by itself.", markup=False)
            else:
                self.show_odds(order, odds)
            return
        table = Table("order", "attack", "defence", "column", "results", box=box.SIMPLE_HEAD, pad_edge=False)
        for order in self.game.decision.orders:
            found = self.odds_of(order)
            if found is not None:
                column = f"{found.column} ({found.line})" if found.line else found.column
                row = (str(order), str(found.attack), str(found.defence), column, self.brief(found))
                table.add_row(*map(Text, row))
        self.console.print(table if table.row_count else "No order here brings a roll of the results table by itself.")

    def odds_of(self, order: Order) -> model.Odds | None:
        """The exact odds of an order, as far as the seat at the keyboard can know them."""
        chair = Chair(self.game)
        found = chair.odds(order)
        return self.display.odds(chair.view, order, found) if found is not None else None

    def show_odds(self, order: Order, odds: model.Odds) -> None:
        """One order's odds: the sums, a bar for each result, and what else there is to know."""
        between = f" (between {odds.defence_from} and {odds.defence_to})" if odds.defence_from < odds.defence_to else ""
        line = f", line {odds.line}" if odds.line else ""
        shifts = "".join(f", {shift.cause} {shift.columns:+d}" for shift in odds.shifts)
        sums = f"{odds.attack} against {odds.defence}{between}{line}, column {odds.column}{shifts}"
        if odds.aim and not odds.difference:
            sums = f"{odds.aim}, {odds.attack} points" if odds.attack else odds.aim
        self.console.print(Text(f"{order}: {sums} ({odds.rule})"))
        table = Table(box=None, show_header=False, pad_edge=False)
        for result in odds.results:
            bar = Text(("#" * round(result.chance * 24)).ljust(24), "green")
            table.add_row(f"  {result.chance:6.1%}", bar, Text(_in_words(result)))
        self.console.print(table)
        missing = [need.title for need in odds.needs if need.needed != "no" and not need.had]
        for told in (f"May be missing: {', '.join(missing)}." if missing else "", *odds.helps, odds.note):
            if told:
                self.console.print(Text(f"  {self.in_names(told)}", "dim"))

    def brief(self, odds: model.Odds | None) -> str:
        """Whom an order may hit, or what it aims at, with the chances, in one line; nothing if there are no odds."""
        if odds is not None and odds.aim:
            return f"{odds.aim.lower()} {sum(found.chance for found in odds.results if found.hoped):.0%}"
        chances: dict[str, float] = defaultdict(float)
        for found in odds.results if odds is not None else ():
            chances[found.hits] += found.chance
        return ", ".join(f"hits {whom} {chances[whom]:.0%}" for whom in ORDER_OF_HITS if whom in chances)

    def facts(self, words: str) -> None:
        """How the game stands."""
        self.console.print(self.display.facts(self.seen(), words))

    def briefing(self, _: str) -> None:
        """What is to be known before the first order."""
        self.console.print(self.display.briefing())

    def map(self, at: str) -> None:
        """The board again."""
        whole = at.lower() == "all"
        board = self.board("" if whole else at, whole=whole)
        self.console.print(self.display.heading(self.seen(), self.console.width))
        self.console.print(board, crop=not whole, soft_wrap=whole)

    def units(self, words: str) -> None:
        """All units."""
        self.console.print(self.display.units(self.seen(), words))

    def unit(self, name: str) -> None:
        """One unit."""
        if not name:
            raise BocageError("unit needs the name of a unit after it")
        self.console.print(self.display.unit(self.seen(), name))

    def hex(self, label: str) -> None:
        """One hex."""
        if not label:
            raise BocageError(f"hex needs the number of a hex after it, for example: hex {self.display.any_hex()}")
        self.console.print(self.display.hex(self.game.view(self.at_keyboard), self.seen(), label))

    def show_log(self, number: str) -> None:
        """What happened so far."""
        if number and not number.isdecimal():
            raise BocageError(f"log takes a number of lines, not '{number}'")
        visible = [told.event for told in self.log if told.event.known_to(self.at_keyboard)]
        for event in visible[-int(number or 20) :] if number != "0" else []:
            self.console.print(self.sentence(event))

    def rules(self, number: str) -> None:
        """A rule in our words."""
        from bocage.cli.rulebook import look_up

        game = self.game.setting.name.partition("/")[0]
        wanted = number or self.game.decision.rule
        try:
            found = look_up(game, wanted, self.game.setting.edition)
        except BocageError:  # an edition may leave a rule to the one that it inherits
            found = look_up(game, wanted)
        for checklist, obligation in found:
            self.console.print(
                Text.assemble(
                    (obligation.id, "bold cyan"), f" {checklist.sections[obligation.section]}: {obligation.text}"
                )
            )
            if obligation.ruling:
                self.console.print(Text(f"    Ruling: {obligation.ruling}", "dim"))

    def undo(self, _: str) -> None:
        """Take the last order back."""
        self.game.undo(self.at_keyboard)
        self.laid_out = None
        for program in filter(None, self.players.values()):
            program.go_back(self.game.length)
        self.log = [told for told in self.log if told.length <= self.game.length]
        self.shown = {side: min(shown, len(self.log)) for side, shown in self.shown.items()}

    def hint(self, _: str) -> None:
        """What the program would do in this seat's place, why, what it risks, and what else could be done."""
        advice = self._advice()
        reasons = {option.order: option for option in advice.options}
        best, *others = map(self.game.parse, advice.orders)
        first = reasons.get(best.text)
        self._advise("The program would say", [best], self._reasons(first))
        same = [order for order in others if first and _says_the_same(reasons[order.text], first)]
        if same:
            self._advise("  As good by all that could be tried", same, "")
        if advice.intent and others:
            self.console.print(Text(f"  The plan behind it: your side {self.in_names(advice.intent)}."))
        alike: dict[str, list[Order]] = defaultdict(list)  # of whom the same is told
        for order in others:
            if order not in same:
                alike[self._reasons(reasons.get(order.text), first)].append(order)
        for told, orders in alike.items():
            self._advise("  Instead you could", orders, told)
        if first and any(each.alike and _shown(each.margin) > _shown(first.margin) for each in advice.options):
            self.console.print(Text(f"  {CLOSE}", "dim"))

    def _advice(self) -> Advice:
        try:
            with thinking(self.console, "The orders are weighed") as advance:
                return advise(Chair(self.game, advance=advance))
        except Exception as error:
            raise BocageError(f"there is no advice: the adviser {why_failed(error)}") from error

    def _advise(self, words: str, orders: Sequence[Order], reasons: str) -> None:
        """Orders in words, with what speaks for them and against them."""
        said = [(order, self.described(order, in_full=True)) for order in orders]
        told = ", or ".join(f"{order}  ({meaning})" if meaning else str(order) for order, meaning in said)
        self.console.print(Text(f"{words}: {told}"))
        if reasons:
            self.console.print(Text(f"    {reasons}", "dim"))

    def _reasons(self, found: Option | None, best: Option | None = None) -> str:
        """What may be expected of an order and why, and beside the best how it compares."""
        if found is None:
            return ""
        parts = [f"outlook {_shown(found.margin)}%, {_shown(found.poor)}% if it goes badly"]
        if best is not None:
            parts.insert(0, _beside(found, best))
        risks = found.risks if best is None or found.risks != best.risks else ()
        reasons = (("for it", found.gains), ("against it", found.costs), ("risk", risks))
        return "; ".join([*parts, *(f"{head}: {', '.join(told)}" for head, told in reasons if told)])

    def intent(self, _: str) -> None:
        """What the programs were up to in the last turn that they played."""
        programs = [program for program in self.players.values() if program is not None]
        if not programs:
            raise BocageError("no program plays in this game")
        log = list(self._last_turn_of({program.seat for program in programs}))
        for group, told in tell_intents(self.game, self.at_keyboard, programs, self.display.fixed, log):
            who = " and ".join(self.display.name(program.seat) for program in group)
            self.console.print(Text(f"  {who} ({group[0].opponent.name})", "bold"))
            for sentence in told:
                self.console.print(Text(f"    {self.in_names(sentence)}"))

    def _last_turn_of(self, seats: Collection[str]) -> Iterator[model.LogEntry]:
        """What the seat at the keyboard may know of the last turn in which one of some seats gave an order."""
        history = self.game.history
        last = max((number for number, played in enumerate(history, 1) if played.seat in seats), default=0)
        turns = [told.length for told in self.log if told.event.kind == NEW_TURN]
        began = max((number for number in turns if number < last), default=0)
        ended = min((number for number in turns if number >= last), default=len(history))
        for number, event in self.log:
            if began < number <= ended and event.known_to(self.at_keyboard):
                yield self.display.table.entry(event, number, history[number - 1].seat)

    def save(self, name: str) -> None:
        """Write the record."""
        if not name:
            raise BocageError("save needs the name of a file after it")
        save_game(self.game, Path(name).expanduser())
        self.console.print(f"Saved to {name}; go on with: {self.again} {name}", markup=False, soft_wrap=True)

    def quit(self, _: str) -> None:
        """Leave."""
        raise _Quit

    def leave(self) -> None:
        """Say what became of an unfinished game."""
        where = f"saved to {self.save_to}; go on with: {self.again} {self.save_to}" if self.save_to else "not saved"
        self.console.print(f"\nGood-bye. The game is {where}.", markup=False, soft_wrap=True)

    def farewell(self) -> None:
        """Tell the rest and the outcome."""
        if self.at_keyboard:
            self.catch_up(self.at_keyboard)
        self.console.print(Text(f"\nThe game is over: {self.game.outcome}", "bold"))
        if self.save_to is not None:
            self.console.print(f"Its record is in {self.save_to}.", markup=False, soft_wrap=True)
