"""What scenarios need in a library before they begin, made by commands."""

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
    """A folder that is there until the end of the run."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-run-"))
    atexit.register(shutil.rmtree, folder)
    return folder


@functools.cache
def pictures(size, *names):
    """A folder of travel photos, all or those with these names, at so many pixels, with all that they tell: a program that is built for
    debugging reads large ones slowly."""
    folder = temporary()
    files = [FIXTURES / f"travel/{name}.jpg" for name in names] or sorted((FIXTURES / "travel").glob("*.jpg"))
    subprocess.run(
        [PROGRAM, "thumbnail", *files, "--size", str(size), "--to", folder, "--keep", "copyright,details,position"],
        check=True, capture_output=True, env=environment())
    return folder


def small_pictures():
    """A folder of the photos that most scenarios use."""
    return pictures(480, *NAMES.values())


def picture(name):
    """The file of a small picture: bridge, lights, mist, or lake, which is not in Paris."""
    return small_pictures() / f"{NAMES[name]}.jpg"


def made(output):
    """The id of what a command made."""
    return re.search(r"[a-z]+-[0-9a-z]{12}", output).group(0)


def album(app, name="Eiffel Tower", at="48.8584,2.2945"):
    """Drops a pin with an album of the three photos of Paris; answers their ids."""
    app.run("pin", "drop", at, "--name", name)
    app.run("album", "open", name, "--source", f"folder:{small_pictures()}", "--seed", "1")
    return re.findall(r"photo-[0-9a-z]{12}", app.run("album", "list", name))


def journal(app, name="A week in Paris", place="Louvre"):
    """Begins a journal with a place; answers the ids of both."""
    return made(app.run("journal", "new", name)), made(app.run("journal", "place", name, "48.8606,2.3376", "--name", place))
