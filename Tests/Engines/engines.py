"""Pictures for engines, and the snippets in Documentation/Guides/Engines.md. Uses only the standard library."""

import hashlib
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("POSTCARD", ROOT / ".build/release/postcard"))
HELPER = ROOT / "Integrations/postcard_batch.py"
sys.path.insert(0, str(HELPER.parent))
# The snippets start `postcard` as users do.
os.environ["PATH"] = f"{PROGRAM.parent}:{os.environ['PATH']}"
os.environ["PYTHONPATH"] = f"{HELPER.parent}:{os.environ.get('PYTHONPATH', '')}"


def snippet(title):
    """The code under a heading in the document."""
    text = (ROOT / "Documentation/Guides/Engines.md").read_text()
    return re.search(rf"^## {title}\n.*?^```\w+\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1]


def make_pictures(folder, count, side=40):
    """Writes photos of different sizes, and returns their names."""
    names = [str(folder / f"photo {number}.jpg") for number in range(count)]
    fixture = ROOT / "Fixtures/small/jpeg-420.jpg"
    lines = "\n".join(
        f'{{"input": "{fixture}", "operations": [{{"resize": {{"width": {side + number % 97}, "height": {side + number % 61}, "fit": "exact", '
        f'"enlarge": true}}}}], "output": "{name}"}}'
        for number, name in enumerate(names))
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([PROGRAM, "batch"], input=lines.encode(), check=True, stdout=subprocess.DEVNULL)
    return names


def descendants(ancestor):
    """The descendants of a process, with their command lines."""
    table = [line.split(None, 2) for line in subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True).stdout.splitlines()]
    known = {ancestor}
    for _ in range(10):
        known |= {int(pid) for pid, parent, _ in table if int(parent) in known}
    return [(int(pid), args) for pid, _, args in table if int(pid) in known]


def digests(folder):
    """The SHA-256 of every file in a folder, including hidden ones."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}
