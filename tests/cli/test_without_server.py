"""The library and the terminal work without the packages that only the server needs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]


def name_of(requirement: str) -> str:
    return re.split(r"[\[><=]", requirement)[0].lower()


def bocage_without_server(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line where nothing of the extra is installed."""
    extra = {name_of(requirement) for requirement in PROJECT["optional-dependencies"]["server"]}
    modules = [module for module, by in packages_distributions().items() if extra & {name_of(name) for name in by}]
    assert "fastapi" in modules and "sqlalchemy" in modules and "pydantic" not in modules
    program = f"import sys; sys.modules.update(dict.fromkeys({modules})); from bocage.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize("command", ["serve --port 0 --no-open", "server check", "bench --quick --only nothing"])
def test_what_needs_the_server_says_in_one_sentence_what_to_install(command: str) -> None:
    answer = bocage_without_server(*command.split())
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.count("\n") == 1 and answer.stderr.startswith("bocage: ")
    assert answer.stderr.endswith("install all of it with: pip install 'bocage[server]'\n")


@pytest.mark.parametrize("command", ["list", "simulate sword --games 1 --player random", "play easy_fox", "rules"])
def test_everything_else_works_without_it(command: str) -> None:
    answer = bocage_without_server(*command.split())
    assert answer.returncode == 0 and not answer.stderr, answer.stderr
