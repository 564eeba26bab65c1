"""What is installed: the server is of no use without its client and the steps of its database."""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]


def test_a_wheel_holds_the_built_client_and_the_migrations() -> None:
    builder = WheelBuilder(str(ROOT))
    files = {Path(file.distribution_path) for file in builder.recurse_included_files()}
    server = ROOT / "src/bocage/server"
    for folder in ("static", "migrations"):
        there = {path for path in (server / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts}
        assert {path.relative_to(ROOT / "src") for path in there} <= files
    assert Path("bocage/server/migrations/versions/0001_games.py") in files
    assert builder.config.path_is_artifact("src/bocage/server/static/index.html"), "though git does not keep it"
