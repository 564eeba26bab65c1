"""Compare the work per decision with the last commit, by a count that noise does not touch.

Counts the bytecode instructions that Python executes in random play of the scenarios that stand for their games, here
and in the last commit (the commit before this one if nothing is uncommitted), and fails when a decision needs 30 % more
of them.

    python tools/instruction_gate.py
"""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
DECISIONS = 400
WARM_UP = 150  # decisions before counting, so that what is worked out once does not count
ALLOWED_RISE = 0.30


def count(scenario: str) -> float:
    """Instructions per decision of random play."""
    import bocage

    seeds = itertools.count(1944)
    game = bocage.new(scenario, seed=next(seeds))
    chooser = random.Random(1944)
    executed = 0

    def trace(frame: FrameType, event: str, _: object) -> object:
        nonlocal executed
        if event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        elif event == "opcode":
            executed += 1
        return trace

    for number in range(WARM_UP + DECISIONS):
        if number == WARM_UP:
            sys.settrace(trace)  # type: ignore[arg-type]
        if game.over:
            game = bocage.new(scenario, seed=next(seeds))
        orders = game.decision.orders
        game.play(orders[int(chooser.random() * len(orders))])
    sys.settrace(None)
    return executed / DECISIONS


def samples() -> list[str]:
    """The scenarios to measure."""
    from bocage.games import GAMES, manifest_of

    return [f"{game}/{scenario}" for game in GAMES for scenario in manifest_of(game).samples]


def count_all(scenarios: list[str]) -> dict[str, float]:
    """The counts of those scenarios that this source tree has."""
    from bocage.games import list_scenarios

    known = {info.name for info in list_scenarios()}
    return {scenario: count(scenario) for scenario in scenarios if scenario in known}


def measure(source: Path, scenarios: list[str]) -> dict[str, float] | None:
    """The counts of a source tree, in a process of its own; None if that tree cannot play."""
    command = [sys.executable, __file__, "--count", *scenarios]
    env = {"PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
    run = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if run.returncode:
        return None
    counts: dict[str, float] = json.loads(run.stdout)
    return counts


def last_commit(folder: Path) -> str | None:
    """Unpack the source of the last commit into a folder; None if there is none."""
    dirty = bool(git("status", "--porcelain", "--", "src"))
    revision = "HEAD" if dirty else "HEAD~1"
    archive = subprocess.run(["git", "archive", revision, "src"], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        return None
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as tar:
        tar.extractall(folder, filter="data")
    return git("rev-parse", "--short", revision)


def git(*words: str) -> str:
    """What git answers, or nothing."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def main() -> int:
    """Compare, and say so."""
    if "--count" in sys.argv:
        print(json.dumps(count_all(sys.argv[2:])))
        return 0
    wanted = samples()
    now = measure(ROOT / "src", wanted)
    if now is None:
        print("instruction gate: this tree does not play")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        revision = last_commit(Path(folder))
        before = measure(Path(folder) / "src", wanted) if revision is not None else None
    if before is None:
        print("instruction gate: no earlier commit that plays; now", {name: round(n) for name, n in now.items()})
        return 0
    failed = False
    for name, instructions in now.items():
        if name not in before:
            print(f"instruction gate: {name:<36} {instructions:19.0f} per decision, not in {revision}")
            continue
        rise = instructions / before[name] - 1
        failed |= rise > ALLOWED_RISE
        print(f"instruction gate: {name:<36} {before[name]:8.0f} -> {instructions:8.0f} per decision ({rise:+.1%})")
    if failed:
        print(f"instruction gate: a decision needs over {ALLOWED_RISE:.0%} more instructions than in {revision}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
