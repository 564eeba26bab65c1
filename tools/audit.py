"""Known vulnerabilities of what the program depends on; the package registries are asked.

A vulnerability fails the check. Where a registry cannot be asked, one line says so and nothing fails.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Report(NamedTuple):
    """What a registry said: how many packages it judged, what it found, or why it could not be asked."""

    judged: int
    findings: list[str]
    silent: str = ""


def audit_python() -> Report:
    """The pinned Python packages."""
    asked = [str(Path(sys.executable).with_name("pip-audit")), "--requirement", "requirements.lock", "--disable-pip"]
    return read_pip_audit(_run([*asked, "--require-hashes", "--format", "json", "--progress-spinner", "off"], ROOT))


def audit_board() -> Report:
    """The pinned packages of the board; those that only build or test it count as well."""
    return read_npm_audit(_run(["npm", "audit", "--json", "--loglevel=silent"], ROOT / "web"))


def read_pip_audit(text: str) -> Report:
    """The answer of ``pip-audit --format json``.

    >>> read_pip_audit('{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1"}]}]}')
    Report(judged=1, findings=['a 1: PYSEC-1'], silent='')
    >>> read_pip_audit('{"dependencies": [{"name": "a", "skip_reason": "not found"}]}').silent
    'the registry tells nothing about vulnerabilities'
    """
    try:
        packages = json.loads(text)["dependencies"]
    except (ValueError, KeyError):
        return Report(0, [], "the registry cannot be reached")
    judged = [package for package in packages if "vulns" in package]
    if not judged:
        return Report(0, [], "the registry tells nothing about vulnerabilities")
    findings = [
        f"{package['name']} {package['version']}: {flaw['id']}" for package in judged for flaw in package["vulns"]
    ]
    return Report(len(judged), findings)


def read_npm_audit(text: str) -> Report:
    """The answer of ``npm audit --json``.

    >>> read_npm_audit('{"vulnerabilities": {"a": {"severity": "high"}}, "metadata": {"dependencies": {"total": 9}}}')
    Report(judged=9, findings=['a: high'], silent='')
    """
    try:
        answer = json.loads(text)
        found, judged = answer["vulnerabilities"], answer["metadata"]["dependencies"]["total"]
    except (ValueError, KeyError):
        return Report(0, [], "the registry tells nothing about vulnerabilities")
    return Report(judged, [f"{name}: {flaw['severity']}" for name, flaw in found.items()])


def _run(command: list[str], folder: Path) -> str:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def main() -> int:
    """Ask both registries and say what came of it."""
    failed = False
    for what, report in (("Python packages", audit_python()), ("packages of the board", audit_board())):
        if report.silent:
            print(f"Audit of the {what} was not possible: {report.silent}.")
        else:
            print(f"Audit of {report.judged} {what}: {', '.join(report.findings) or 'nothing known against them'}.")
        failed |= bool(report.findings)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
