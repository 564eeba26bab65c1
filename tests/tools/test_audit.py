"""The audit fails for what is known against our dependencies, and only for that."""

from __future__ import annotations

import json

import pytest

from tools import audit

CLEAN_NPM = json.dumps({"vulnerabilities": {}, "metadata": {"dependencies": {"total": 200}}})
CLEAN_PIP = json.dumps({"dependencies": [{"name": "fastapi", "version": "1", "vulns": []}]})
BAD_NPM = json.dumps({"vulnerabilities": {"vite": {"severity": "high"}}, "metadata": {"dependencies": {"total": 200}}})
BAD_PIP = json.dumps({"dependencies": [{"name": "fastapi", "version": "1", "vulns": [{"id": "PYSEC-1"}]}]})
SKIPPED_PIP = json.dumps({"dependencies": [{"name": "fastapi", "skip_reason": "not found"}]})
REFUSED_NPM = json.dumps({"message": "405 Method Not Allowed", "error": {}})


@pytest.mark.parametrize(
    ("pip", "npm", "code", "told"),
    [
        (CLEAN_PIP, CLEAN_NPM, 0, "Audit of 1 Python packages: nothing known against them."),
        (BAD_PIP, CLEAN_NPM, 1, "Audit of 1 Python packages: fastapi 1: PYSEC-1."),
        (CLEAN_PIP, BAD_NPM, 1, "Audit of 200 packages of the board: vite: high."),
        ("", "", 0, "Audit of the Python packages was not possible: the registry cannot be reached."),
        (SKIPPED_PIP, REFUSED_NPM, 0, "was not possible: the registry tells nothing about vulnerabilities."),
        ("", BAD_NPM, 1, "vite: high"),
    ],
)
def test_what_the_registries_say_decides(
    pip: str, npm: str, code: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "_run", lambda command, folder: npm if command[0] == "npm" else pip)
    assert audit.main() == code
    assert told in capsys.readouterr().out
