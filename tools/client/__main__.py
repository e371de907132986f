"""`python -m tools.client FOLDER`: write what the server publishes, from which the TypeScript client is generated."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from surefoot.server import messages
from surefoot.server.app import create_app
from surefoot.server.settings import Settings


def main(folder: Path) -> None:
    """Write the OpenAPI and AsyncAPI descriptions and the schema of messages into a folder."""
    published = {
        "openapi.json": create_app(Settings(database="sqlite://")).openapi(),
        "asyncapi.json": messages.asyncapi(),
        "messages.json": messages.schema(),
    }
    for name, data in published.items():
        (folder / name).write_text(json.dumps(data), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
