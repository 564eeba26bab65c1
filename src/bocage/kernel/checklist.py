"""What a rulebook obliges the program to do, and which tests prove that it does.

A checklist is a TOML file beside its game, one per edition. A test names the obligations
that it proves with ``@rule("8.3-01")``; ``collect_proofs`` reads those marks from the
source of the tests, and ``coverage`` sets them against the checklist.

>>> retreat = Obligation(id="8.3-01", kind="effect", text="The unit retreats.", section="8.3")
>>> quad = Checklist("fire_movement", "quad", "D-Day Quad", {"8.3": "Retreat"}, {"8.3-01": retreat})
>>> [o.id for o in coverage(quad, []).missing]
['8.3-01']
>>> coverage(quad, [Proof("tests/test_retreat.py::test_it", "8.3-01", "quad")]).complete
True
"""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from bocage.kernel.errors import BocageError, nearest

Kind = Literal[
    "data",
    "setup",
    "sequence",
    "choice",
    "legality",
    "effect",
    "chance",
    "hidden",
    "victory",
    "optional",
    "physical",
    "example",
]


class _Written(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Entry(_Written):
    id: str
    kind: Kind | Literal[""] = ""
    text: str = ""
    who: str = ""
    ambiguous: str = ""
    ruling: str = ""
    needs: str = ""
    same_as: str = ""
    differs_from: str = ""
    takes_over: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()


class Obligation(_Entry):
    """One thing that a rulebook demands, or one worked example that it gives.

    ``same_as``, ``differs_from`` and ``takes_over`` name obligations of the edition that this one inherits; the last
    are general ones, which it stands for in its own scenario only.
    ``needs`` says what an example would need that the rulebook does not print.
    """

    kind: Kind
    text: str
    section: str

    @property
    def example(self) -> bool:
        return self.kind == "example"

    @property
    def exempt(self) -> str:
        """Why this needs no proof, or nothing when it does."""
        if self.kind == "physical":
            return "display"
        return f"not in print: {self.needs}" if self.needs else ""


class Section(NamedTuple):
    """A section as players read it."""

    number: str
    title: str
    obligations: tuple[Obligation, ...]


@dataclass(frozen=True)
class Checklist:
    """All obligations of one edition of one game, in the order of its rulebook.

    ``inherited`` are the sections of ``base`` that hold here under the same numbers, ``borrowed`` those in which it
    is read where this edition is silent. ``counterparts`` has for other sections of ``base`` the one here that is on
    the same subject. Marks that name no edition mean the one that is the ``default``.
    """

    game: str
    edition: str
    title: str
    sections: Mapping[str, str]
    obligations: Mapping[str, Obligation]
    base: Checklist | None = None
    inherited: tuple[str, ...] = ()
    borrowed: tuple[str, ...] = ()
    counterparts: Mapping[str, str] = field(default_factory=dict)
    default: bool = False

    @classmethod
    def load(cls, path: Path) -> Checklist:
        """Read a checklist file and, if it inherits another one, that one too."""
        try:
            written = _File.model_validate(tomllib.loads(path.read_text("utf-8")))
        except OSError as error:
            raise BocageError(f"{path}: cannot be read ({error.strerror})") from error
        except ValueError as error:
            raise BocageError(f"{path}: {_first_fault(error)}") from error
        base = cls.load(path.with_name(written.inherits)) if written.inherits else None
        obligations: dict[str, Obligation] = {}
        for section in written.section:
            for entry, example in [(e, False) for e in section.must] + [(e, True) for e in section.example]:
                try:
                    if entry.id in obligations:
                        raise BocageError("stands twice")
                    obligations[entry.id] = _obligation(entry, section.number, example, base)
                except BocageError as error:
                    raise BocageError(f"{path}: {entry.id} {error}") from error
        counterparts = {other: section.number for section in written.section for other in section.takes_over}
        for number in (*written.inherited_sections, *written.borrowed_sections, *counterparts):
            if base is None or number not in base.sections:
                raise BocageError(f"{path}: refers to section {number}, which the inherited checklist does not have")
        return cls(
            written.game,
            written.edition,
            written.title,
            {section.number: section.title for section in written.section},
            obligations,
            base,
            written.inherited_sections,
            written.borrowed_sections,
            counterparts,
            written.default,
        )

    def borrow(self, number: str) -> str:
        """How a number of the inherited edition is cited here: under its edition's name, as in ``Quad 11.4``."""
        assert self.base is not None
        return f"{self.base.edition.capitalize()} {number}"

    @cached_property
    def book(self) -> tuple[Section, ...]:
        """All that players of this edition read: what it inherits, what it says, and what it borrows."""
        own = [self._section(number) for number in self.sections]
        if self.base is None:
            return tuple(own)
        known = {id_ for rule in self.obligations.values() for id_ in (rule.same_as, rule.differs_from)}
        borrowed = []
        for section in map(self.base._section, self.borrowed):
            number = self.borrow(section.number)
            rules = tuple(
                rule.model_copy(update={"id": self.borrow(rule.id), "section": number})
                for rule in section.obligations
                if rule.id not in known
            )
            borrowed.append(Section(number, section.title, rules))
        return (*map(self.base._section, self.inherited), *own, *borrowed)

    @cached_property
    def citable(self) -> frozenset[str]:
        """Every number that a game of this edition may cite: paragraphs, sections, and sections above them."""
        numbers = {section.number for section in self.book}
        numbers |= {number.rpartition(".")[0] for number in numbers if number.count(".") > 1}
        return frozenset(numbers.union(rule.id for section in self.book for rule in section.obligations))

    def _section(self, number: str) -> Section:
        rules = tuple(rule for rule in self.obligations.values() if rule.section == number)
        return Section(number, self.sections[number], rules)


def load_checklists(directory: Path) -> dict[str, Checklist]:
    """Every checklist below a directory, by edition."""
    checklists = [Checklist.load(path) for path in sorted(directory.glob("**/data/rules/*.toml"))]
    return {checklist.edition: checklist for checklist in checklists}


class Proof(NamedTuple):
    """A test that proves an obligation of an edition; of the default one, if it names none."""

    test: str
    obligation: str
    edition: str


class Tally(NamedTuple):
    """How many obligations of a section are proved, missing and exempt."""

    proved: int
    missing: int
    exempt: int


@dataclass(frozen=True)
class Coverage:
    """A checklist with the tests that prove each obligation, and the proofs of nothing on it."""

    checklist: Checklist
    tests: Mapping[str, tuple[str, ...]]
    unknown: tuple[Proof, ...]

    @cached_property
    def proved(self) -> tuple[Obligation, ...]:
        return tuple(o for o in self.checklist.obligations.values() if self.tests[o.id])

    @cached_property
    def missing(self) -> tuple[Obligation, ...]:
        return tuple(o for o in self.checklist.obligations.values() if not self.tests[o.id] and not o.exempt)

    @cached_property
    def exempt(self) -> tuple[Obligation, ...]:
        return tuple(o for o in self.checklist.obligations.values() if not self.tests[o.id] and o.exempt)

    @property
    def complete(self) -> bool:
        return not self.missing and not self.unknown

    def by_section(self) -> dict[str, Tally]:
        """The figures of each section, in the order of the rulebook."""

        def count(obligations: Iterable[Obligation], section: str) -> int:
            return sum(o.section == section for o in obligations)

        return {
            section: Tally(count(self.proved, section), count(self.missing, section), count(self.exempt, section))
            for section in self.checklist.sections
        }

    def as_json(self) -> dict[str, object]:
        """The same facts for a program to read."""
        return {
            "game": self.checklist.game,
            "edition": self.checklist.edition,
            "complete": self.complete,
            "proved": {o.id: list(self.tests[o.id]) for o in self.proved},
            "missing": [o.id for o in self.missing],
            "exempt": {o.id: o.exempt for o in self.exempt},
            "unknown": [proof._asdict() for proof in self.unknown],
        }


def coverage(checklist: Checklist, proofs: Iterable[Proof]) -> Coverage:
    """Set proofs against a checklist.

    What an edition takes over unchanged (``same_as``) is proved by the tests of the edition
    that it inherits, since both run the same code; what is its own needs a test of its own.
    """
    base = checklist.base
    default = next((one.edition for one in (checklist, base) if one is not None and one.default), "")
    marked: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for test, obligation, edition in proofs:
        marked[edition or default, obligation].append(test)

    def tests(of: Checklist, obligation: Obligation) -> tuple[str, ...]:
        own = tuple(marked.get((of.edition, obligation.id), ()))
        if of.base and obligation.same_as:
            return own + tests(of.base, of.base.obligations[obligation.same_as])
        return own

    unknown = (
        Proof(test, obligation, edition)
        for (edition, obligation), names in marked.items()
        if edition == checklist.edition and obligation not in checklist.obligations
        for test in names
    )
    return Coverage(checklist, {o.id: tests(checklist, o) for o in checklist.obligations.values()}, tuple(unknown))


def collect_proofs(tests_dir: Path) -> list[Proof]:
    """Every proof that the tests below a directory claim, read from their source.

    A mark counts in the decorators of a test function (also as the mark of one of its
    parameters) with its ids written out. A test that may be skipped, or is expected to
    fail, proves nothing.
    """
    proofs: list[Proof] = []
    for path in sorted(tests_dir.rglob("test_*.py")):
        where = path.relative_to(tests_dir.parent).as_posix()
        try:
            proofs += _module_proofs(ast.parse(path.read_text("utf-8")), where)
        except SyntaxError as error:
            raise BocageError(f"{where} line {error.lineno}: {error.msg}") from error
    return proofs


class _Section(_Written):
    number: str
    title: str
    takes_over: tuple[str, ...] = ()
    must: tuple[_Entry, ...] = ()
    example: tuple[_Entry, ...] = ()
    table: dict[str, object] = {}


class _Gap(_Written):
    what: str
    used_by: tuple[str, ...]
    constraints: tuple[str, ...]
    suggestion: str


class _File(_Written):
    game: str
    edition: str
    title: str
    inherits: str = ""
    inherited_sections: tuple[str, ...] = ()
    borrowed_sections: tuple[str, ...] = ()
    only_in_base: tuple[str, ...] = ()
    default: bool = False
    section: tuple[_Section, ...]
    gap: tuple[_Gap, ...] = ()


def _first_fault(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors()[0]
        return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
    return str(error)


def _obligation(entry: _Entry, section: str, example: bool, base: Checklist | None) -> Obligation:
    if not entry.id.startswith(f"{section}-"):
        raise BocageError(f"stands in section {section}")
    known = base.obligations if base else {}
    for other in (entry.same_as, entry.differs_from, *entry.takes_over):
        if other and other not in known:
            raise BocageError(f"refers to {other}, which the inherited checklist does not have{nearest(other, known)}")
    if entry.same_as:
        written = {**dict(known[entry.same_as]), "id": entry.id, "same_as": entry.same_as, "differs_from": ""}
        written["takes_over"] = entry.takes_over
    else:
        written = {**dict(entry), "kind": "example" if example else entry.kind}
        if not written["kind"] or not entry.text:
            raise BocageError("lacks its kind or its text")
    return Obligation.model_validate({**written, "section": section})


def _module_proofs(module: ast.Module, where: str) -> Iterator[Proof]:
    if not any(_imports_rule(node) for node in module.body):
        return
    in_place: set[ast.Call] = set()
    for prefix, test, may_not_run in _tests(module):
        for decorator in test.decorator_list:
            for mark in _marks(decorator):
                in_place.add(mark)
                ids, edition = _read(mark, where)
                if not may_not_run:
                    yield from (Proof(f"{where}::{prefix}{test.name}", id_, edition) for id_ in ids)
    for mark in _marks(module):
        if mark not in in_place:
            raise BocageError(f"{where} line {mark.lineno}: rule(...) belongs in the decorators of a test function")


_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _tests(scope: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, _Function, bool]]:
    """The tests of a module or class, each with whether it may be skipped or expected to fail."""
    around: list[ast.AST] = [node for node in scope.body if not isinstance(node, _Function | ast.ClassDef)]
    if isinstance(scope, ast.ClassDef):
        around += scope.decorator_list
    all_may_not_run = any(map(_may_not_run, around))
    for node in scope.body:
        if isinstance(node, _Function) and node.name.startswith("test"):
            yield prefix, node, all_may_not_run or _may_not_run(node)
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for inner, test, may_not_run in _tests(node, f"{prefix}{node.name}::"):
                yield inner, test, all_may_not_run or may_not_run


def _imports_rule(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == "tests.support"
        and any(alias.name == "rule" for alias in node.names)
    )


def _marks(node: ast.AST) -> Iterator[ast.Call]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "rule":
            yield call


def _read(mark: ast.Call, where: str) -> tuple[list[str], str]:
    ids = [arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if ids and len(ids) == len(mark.args):
        match mark.keywords:
            case []:
                return ids, ""
            case [ast.keyword(arg="edition", value=ast.Constant(value=str(edition)))]:
                return ids, edition
    raise BocageError(f"{where} line {mark.lineno}: rule(...) takes ids and an edition, written out as strings")


def _may_not_run(node: ast.AST) -> bool:
    return any(
        isinstance(inner, ast.Attribute)
        and inner.attr in {"skip", "skipif", "xfail", "importorskip", "skipIf", "skipUnless"}
        and ast.unparse(inner.value).rpartition(".")[2] in {"pytest", "mark", "unittest"}
        for inner in ast.walk(node)
    )
