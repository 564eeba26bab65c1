from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from bocage.kernel.checklist import Checklist, Obligation, Proof, Tally, collect_proofs, coverage, load_checklists
from bocage.kernel.errors import BocageError
from tests import support
from tests.support import checklists

BASE = """
    game = "g"
    edition = "base"
    title = "Base"

    [[section]]
    number = "1"
    title = "Moving"
    must = [
        { id = "1-01", kind = "legality", text = "Stop." },
        { id = "1-02", kind = "physical", text = "Dice are white." },
        { id = "1-03", kind = "effect", text = "Lose.", ambiguous = "Who?", ruling = "The mover.", refs = ["2"] },
    ]
    example = [
        { id = "1-E1", text = "Given this, then that." },
        { id = "1-E2", text = "Given the figure, then that.", needs = "the figure" },
    ]

    [[section]]
    number = "2"
    title = "Heading only"
"""

HEIR = """
    game = "g"
    edition = "heir"
    title = "Heir"
    inherits = "base.toml"
    inherited_sections = ["2"]
    borrowed_sections = ["1"]

    [[section]]
    number = "5"
    title = "Moving"
    takes_over = ["1"]
    must = [
        { id = "5-01", same_as = "1-01", takes_over = ["1-E2"] },
        { id = "5-02", kind = "effect", text = "Lose two.", differs_from = "1-03" },
        { id = "5-03", kind = "effect", text = "Gain." },
        { id = "5-04", same_as = "1-02" },
    ]
"""


@pytest.fixture
def base(tmp_path: Path) -> Checklist:
    return Checklist.load(write(tmp_path / "base.toml", BASE))


@pytest.fixture
def heir(tmp_path: Path, base: Checklist) -> Checklist:
    return Checklist.load(write(tmp_path / "heir.toml", HEIR))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text), "utf-8")
    return path


def ids(obligations: tuple[Obligation, ...]) -> list[str]:
    return [o.id for o in obligations]


def proofs_in(tmp_path: Path, source: str) -> list[Proof]:
    write(tmp_path / "tests" / "test_it.py", "from tests.support import rule\n" + dedent(source))
    return collect_proofs(tmp_path / "tests")


# Reading a checklist


def test_an_obligation_has_its_section_kind_and_ruling(base: Checklist) -> None:
    assert list(base.obligations) == ["1-01", "1-02", "1-03", "1-E1", "1-E2"]
    lose = base.obligations["1-03"]
    assert (lose.section, lose.kind, lose.ruling, lose.refs) == ("1", "effect", "The mover.", ("2",))
    assert [o.id for o in base.obligations.values() if o.example] == ["1-E1", "1-E2"]


def test_what_an_edition_takes_over_has_the_kind_and_text_of_the_original(heir: Checklist) -> None:
    stop = heir.obligations["5-01"]
    assert (stop.id, stop.section, stop.kind, stop.text, stop.same_as) == ("5-01", "5", "legality", "Stop.", "1-01")


def test_players_of_an_edition_read_what_it_inherits_says_and_borrows(heir: Checklist) -> None:
    read = [(section.number, section.title, ids(section.obligations)) for section in heir.book]
    assert read == [
        ("2", "Heading only", []),
        ("5", "Moving", ["5-01", "5-02", "5-03", "5-04"]),
        ("Base 1", "Moving", ["Base 1-E1", "Base 1-E2"]),
    ]
    assert heir.citable == {"2", "5", "5-01", "5-02", "5-03", "5-04", "Base 1", "Base 1-E1", "Base 1-E2"}
    assert (heir.counterparts, heir.obligations["5-01"].takes_over) == ({"1": "5"}, ("1-E2",))


def test_players_of_the_first_edition_read_its_own_sections(base: Checklist) -> None:
    assert [section.number for section in base.book] == ["1", "2"]
    assert base.citable == {"1", "2", "1-01", "1-02", "1-03", "1-E1", "1-E2"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (('same_as = "1-01"', 'same_as = "1-09"'), "5-01 refers to 1-09, which the inherited checklist does not have"),
        (('differs_from = "1-03"', 'differs_from = "7-03"'), "5-02 refers to 7-03"),
        (('takes_over = ["1-E2"]', 'takes_over = ["1-09"]'), "5-01 refers to 1-09"),
        (
            ('takes_over = ["1"]', 'takes_over = ["3"]'),
            "refers to section 3, which the inherited checklist does not have",
        ),
        (('borrowed_sections = ["1"]', 'borrowed_sections = ["1-01"]'), "refers to section 1-01"),
        (('id = "5-02"', 'id = "5-01"'), "5-01 stands twice"),
        (('id = "5-02"', 'id = "6-02"'), "6-02 stands in section 5"),
        (('text = "Gain."', 'text = ""'), "5-03 lacks its kind or its text"),
        (('kind = "effect"', 'kind = "magic"'), "section.0.must.1.kind"),
        (('kind = "effect"', 'kin = "effect"'), "section.0.must.1.kin: Extra inputs are not permitted"),
        (('title = "Heir"', "title = Heir"), "line 4"),
        (("base.toml", "bass.toml"), "bass.toml: cannot be read"),
    ],
)
def test_a_damaged_checklist_is_refused_with_file_and_place(
    tmp_path: Path, base: Checklist, change: tuple[str, str], sentence: str
) -> None:
    assert change[0] in HEIR
    path = write(tmp_path / "heir.toml", HEIR.replace(*change))
    with pytest.raises(BocageError) as error:
        Checklist.load(path)
    assert sentence in str(error.value)
    assert str(error.value).startswith(str(tmp_path))


def test_checklists_are_found_below_a_directory(tmp_path: Path) -> None:
    write(tmp_path / "g" / "data" / "rules" / "base.toml", BASE)
    write(tmp_path / "g" / "data" / "rules" / "heir.toml", HEIR)
    assert sorted(load_checklists(tmp_path)) == sorted(load_checklists(tmp_path / "g")) == ["base", "heir"]


def test_fire_and_movement_has_its_two_checklists_whole() -> None:
    quad, folio = checklists()["quad"], checklists()["folio"]
    assert sum(not o.example for o in quad.obligations.values()) == 603
    assert sum(not o.example for o in folio.obligations.values()) == 197
    assert folio.base == quad
    assert sum(o.example for o in quad.obligations.values()) == 17
    assert all(o.ruling for o in quad.obligations.values() if o.ambiguous)


# Coverage


def test_everything_but_display_and_unprinted_examples_needs_a_proof(base: Checklist) -> None:
    found = coverage(base, [Proof("t::a", "1-01", "base")])
    assert ids(found.proved) == ["1-01"]
    assert ids(found.missing) == ["1-03", "1-E1"]
    assert {o.id: o.exempt for o in found.exempt} == {"1-02": "display", "1-E2": "not in print: the figure"}
    assert not found.complete


def test_an_exempt_obligation_may_be_proved_all_the_same(base: Checklist) -> None:
    found = coverage(base, [Proof("t::a", "1-02", "base"), Proof("t::a", "1-E2", "base")])
    assert ids(found.proved) == ["1-02", "1-E2"]
    assert found.exempt == ()


def test_a_proof_of_nothing_on_the_checklist_is_unknown(base: Checklist) -> None:
    everything = [Proof("t::a", id_, "base") for id_ in base.obligations]
    stray = Proof("t::b", "1-99", "base")
    assert coverage(base, everything).complete
    assert coverage(base, [*everything, stray]).unknown == (stray,)
    assert not coverage(base, [*everything, stray]).complete
    assert coverage(base, [*everything, Proof("t::b", "5-02", "heir")]).complete


def test_an_edition_shares_the_proofs_of_what_it_takes_over_and_needs_its_own_for_the_rest(heir: Checklist) -> None:
    shared = [Proof("t::a", "1-01", "base"), Proof("t::a", "1-03", "base")]
    assert ids(coverage(heir, shared).proved) == ["5-01"]
    assert ids(coverage(heir, shared).missing) == ["5-02", "5-03"]
    own = [Proof("t::b", "5-02", "heir"), Proof("t::b", "5-03", "heir")]
    assert coverage(heir, shared + own).complete
    assert ids(coverage(heir, own).missing) == ["5-01"]
    assert coverage(heir, [*own, Proof("t::b", "5-01", "heir")]).complete


def test_a_proof_that_names_no_edition_counts_for_the_default_one_alone(base: Checklist) -> None:
    proofs = [Proof("t::a", "1-01", ""), Proof("t::b", "9-99", "")]
    default = coverage(replace(base, default=True), proofs)
    assert default.tests["1-01"] == ("t::a",) and [proof.test for proof in default.unknown] == ["t::b"]
    assert coverage(base, proofs).tests["1-01"] == () and not coverage(base, proofs).unknown


def test_each_section_has_its_figures(base: Checklist) -> None:
    assert coverage(base, [Proof("t::a", "1-01", "base")]).by_section() == {"1": Tally(1, 2, 2), "2": Tally(0, 0, 0)}


def test_coverage_can_be_written_as_json(base: Checklist) -> None:
    found = json.loads(json.dumps(coverage(base, [Proof("t::a", "1-01", "base")]).as_json()))
    assert found["proved"] == {"1-01": ["t::a"]}
    assert found["missing"] == ["1-03", "1-E1"]


# Collecting proofs


def test_marks_are_read_from_functions_methods_and_parameters(tmp_path: Path) -> None:
    found = proofs_in(
        tmp_path,
        """
        @rule("1-01", "1-02")
        def test_plain(): ...

        @rule("1-03")
        @rule("5-01", edition="folio")
        def test_two_marks(): ...

        class TestGroup:
            @rule("1-04")
            def test_method(self): ...

        @pytest.mark.parametrize("n", [pytest.param(1, marks=rule("1-05")), 2])
        def test_parameters(n): ...

        def test_unmarked(): ...
        """,
    )
    assert found == [
        Proof("tests/test_it.py::test_plain", "1-01", ""),
        Proof("tests/test_it.py::test_plain", "1-02", ""),
        Proof("tests/test_it.py::test_two_marks", "1-03", ""),
        Proof("tests/test_it.py::test_two_marks", "5-01", "folio"),
        Proof("tests/test_it.py::TestGroup::test_method", "1-04", ""),
        Proof("tests/test_it.py::test_parameters", "1-05", ""),
    ]


@pytest.mark.parametrize(
    "source",
    [
        '@pytest.mark.skip\n@rule("1-01")\ndef test_it(): ...',
        '@rule("1-01")\n@pytest.mark.skipif(True, reason="no")\ndef test_it(): ...',
        '@rule("1-01")\n@mark.xfail(strict=True)\ndef test_it(): ...',
        '@rule("1-01")\ndef test_it():\n    pytest.skip("later")',
        'pytestmark = [pytest.mark.xfail]\n@rule("1-01")\ndef test_it(): ...',
        'other = pytest.importorskip("other")\n@rule("1-01")\ndef test_it(): ...',
        '@pytest.mark.skip\nclass TestIt:\n    @rule("1-01")\n    def test_it(self): ...',
        'class TestIt:\n    pytestmark = pytest.mark.skip\n    @rule("1-01")\n    def test_it(self): ...',
    ],
)
def test_a_test_that_may_not_run_or_may_fail_proves_nothing(tmp_path: Path, source: str) -> None:
    assert proofs_in(tmp_path, source) == []


def test_only_the_test_that_may_not_run_loses_its_proof(tmp_path: Path) -> None:
    source = '@pytest.mark.skip\n@rule("1-01")\ndef test_off(): ...\n@rule("1-01")\ndef test_on():\n    reader.skip(2)'
    assert [proof.test for proof in proofs_in(tmp_path, source)] == ["tests/test_it.py::test_on"]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ('@rule("1-01")\ndef helper(): ...', "line 2: rule(...) belongs in the decorators of a test function"),
        ('@rule("1-01")\nclass TestIt: ...', "line 2: rule(...) belongs"),
        ('pytestmark = rule("1-01")', "line 2: rule(...) belongs"),
        ("@rule(*IDS)\ndef test_it(): ...", "line 2: rule(...) takes ids and an edition, written out as strings"),
        ('@rule("1-01", edition=EDITION)\ndef test_it(): ...', "line 2: rule(...) takes ids"),
        ("@rule()\ndef test_it(): ...", "line 2: rule(...) takes ids"),
        ("def test_it(:", "line 2: "),
    ],
)
def test_a_mark_that_cannot_count_is_refused_with_its_place(tmp_path: Path, source: str, sentence: str) -> None:
    with pytest.raises(BocageError) as error:
        proofs_in(tmp_path, source)
    assert str(error.value).startswith("tests/test_it.py line 2: ")
    assert sentence in str(error.value)


def test_a_function_of_the_same_name_from_elsewhere_is_no_mark(tmp_path: Path) -> None:
    write(tmp_path / "tests" / "test_it.py", 'from elsewhere import rule\nrule("1-01")')
    assert collect_proofs(tmp_path / "tests") == []


def test_the_marks_of_this_project_can_all_be_read() -> None:
    known = {edition: set(checklist.obligations) for edition, checklist in checklists().items()}
    proofs = collect_proofs(Path(__file__).parents[1])
    default = support.default_edition()
    assert [proof for proof in proofs if proof.obligation not in known[proof.edition or default]] == []


def test_a_mark_with_an_unknown_id_is_refused_with_the_nearest_known_one() -> None:
    with pytest.raises(pytest.fail.Exception) as error:
        support.rule("8.3-999")
    assert "@rule('8.3-999'): no such obligation in quad; did you mean 8.3-" in str(error.value)
