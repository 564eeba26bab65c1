"""The client as it was built: one page for every address, and its parts."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from bocage.drawings import TURNED
from bocage.server.catalogue import picture
from bocage.server.problems import not_found

FOR_EVER = "public, max-age=31536000, immutable"  # names of assets change with their content
ASK_AGAIN = "no-cache"

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Bocage</title></head>
<body><h1>Bocage</h1>
<p>The server works, but its pages have not been built. In a checkout of the project, run <code>make setup</code>
and load this page again.</p></body></html>
"""


def install(app: FastAPI, folder: Path) -> None:
    """Answer every address that nothing else answers with a file of the client, or with its page."""
    root = folder.resolve()

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            raise not_found("there is nothing here (404)")
        if "\0" not in path:
            file = (root / path).resolve()
            if file.is_relative_to(root) and _is_file(file):
                kept = FOR_EVER if path.startswith("assets/") else ASK_AGAIN
                return FileResponse(file, headers={"Cache-Control": kept})
        if path.startswith("maps/"):
            return _drawn(path.removeprefix("maps/"))
        if path.startswith("assets/"):
            raise not_found("there is nothing here (404)")
        index = root / "index.html"
        if not index.is_file():
            return HTMLResponse(NOT_BUILT, 503)
        return FileResponse(index, media_type="text/html", headers={"Cache-Control": ASK_AGAIN})


def _drawn(name: str) -> Response:
    """A map of which no picture was painted, as that of a game that lives elsewhere: the drawing itself."""
    stem = name.rpartition(".")[0]
    game, _, scenario = stem.partition("-")
    found = picture(stem, None) if stem.endswith(TURNED) else picture(game, scenario or None)
    return Response(found.text, media_type="image/svg+xml", headers={"ETag": found.tag, "Cache-Control": ASK_AGAIN})


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name longer than any file's
        return False
