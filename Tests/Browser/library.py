"""Library contents for scenarios, made with commands."""

import atexit
import functools
import pathlib
import re
import shutil
import subprocess
import tempfile

from browser import FIXTURES, PROGRAM, environment

NAMES = {
    "bridge": "paris-bridge-at-dusk", "lights": "paris-night-lights", "mist": "paris-autumn-mist", "lake": "fuji-lake-at-dawn",
}


def temporary():
    """Returns a folder that exists until the end of the run."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-run-"))
    atexit.register(shutil.rmtree, folder)
    return folder


@functools.cache
def pictures(size, *names):
    """Returns a folder of travel photos, all or those with these names, at a size in pixels, with all metadata: debug builds read large
    photos slowly."""
    folder = temporary()
    files = [FIXTURES / f"travel/{name}.jpg" for name in names] or sorted((FIXTURES / "travel").glob("*.jpg"))
    subprocess.run(
        [PROGRAM, "thumbnail", *files, "--size", str(size), "--to", folder, "--keep", "copyright,details,position"],
        check=True, capture_output=True, env=environment())
    return folder


def small_pictures():
    """Returns a folder of the photos that most scenarios use."""
    return pictures(480, *NAMES.values())


def picture(name):
    """Returns the file of a small picture: bridge, lights, mist, or lake. Only the lake is not in Paris."""
    return small_pictures() / f"{NAMES[name]}.jpg"


def created_id(output):
    """Returns the id of the item that a command created."""
    return re.search(r"[a-z]+-[0-9a-z]{12}", output).group(0)


def album(app, name="Eiffel Tower", at="48.8584,2.2945"):
    """Drops a pin with an album of the three photos of Paris; returns their ids."""
    app.run("pin", "drop", at, "--name", name)
    app.run("album", "open", name, "--source", f"folder:{small_pictures()}", "--seed", "1")
    return re.findall(r"photo-[0-9a-z]{12}", app.run("album", "list", name))


def journal(app, name="A week in Paris", place="Louvre"):
    """Starts a journal with a place; returns the ids of both."""
    return created_id(app.run("journal", "new", name)), created_id(app.run("journal", "place", name, "48.8606,2.3376", "--name", place))
