"""What scenarios need in a library before they begin, made by commands."""

import re

from browser import FIXTURES

TRAVEL = FIXTURES / "travel"
BRIDGE, LIGHTS, LAKE = (TRAVEL / f"{name}.jpg" for name in ("paris-bridge-at-dusk", "paris-night-lights", "fuji-lake-at-dawn"))


def made(output):
    """The id of what a command made."""
    return re.search(r"[a-z]+-[0-9a-z]{12}", output).group(0)


def album(app, name="Eiffel Tower", at="48.8584,2.2945"):
    """Drops a pin with an album of the travel photos; answers the ids of those."""
    app.run("pin", "drop", at, "--name", name)
    app.run("album", "open", name, "--source", f"folder:{TRAVEL}", "--seed", "1")
    return re.findall(r"photo-[0-9a-z]{12}", app.run("album", "list", name))


def journal(app, name="A week in Paris", place="Louvre"):
    """Begins a journal with a place; answers the ids of both."""
    return made(app.run("journal", "new", name)), made(app.run("journal", "place", name, "48.8606,2.3376", "--name", place))
