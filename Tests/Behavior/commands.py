"""Runs commands.txt in a separate folder, and records the output, exit status and written files of each command."""

import json
import os
import re
import shutil
import subprocess

import facts
from standins import World


def programs_help(program):
    """Yields the commands and subcommands in --help, to record their help."""
    def subcommands(*words):
        text = subprocess.run([program, *words, "--help"], capture_output=True, text=True).stdout
        return re.findall(r"^  ([a-z-]+)", text.partition("SUBCOMMANDS:")[2], re.MULTILINE)

    for word in subcommands():
        yield [word]
        yield from ([word, each] for each in subcommands(word))


def files(folder):
    """The files in a folder, except libraries and the home folder, each with values that change when the file is written."""
    found = {}
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if each not in ("library", "home", "bin") and not each.startswith("library-"))
        for name in names:
            state = os.lstat(os.path.join(path, name))
            found[os.path.relpath(os.path.join(path, name), folder)] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return found


def record(program, source, folder, to):
    """Runs each line of the record's commands.txt. `NAME:= COMMAND` stores the id in the command's JSON output in a variable.

    `~ COMMAND` may print and write lines in any order.
    """
    work = folder / "work"
    shutil.copytree(source / "layout", work)
    world = World(work)
    (work / "bin").mkdir()
    (work / "bin/postcard").symlink_to(program)
    environment = {
        "PATH": f"{work}/bin:{os.environ['PATH']}", "HOME": str(work / "home"), "TZ": "UTC", "LANG": "C.UTF-8", "COLUMNS": "80",
        "POSTCARD_LIBRARY": str(work / "library"), **world.variables}
    scrubber = facts.Scrubber(work)
    lines = [line for line in (source / "commands.txt").read_text().splitlines() if line and not line.startswith("#")]
    helps = ["postcard --help", "postcard --version"]
    helps += [f"postcard {' '.join(words)} --help" for words in programs_help(program)]
    before = files(work)
    for line in helps + lines:
        variable, _, command = line.removeprefix("~ ").rpartition(":= ")
        scrubber.begin_case(any_order=line.startswith("~ "))
        result = subprocess.run(
            ["bash", "-c", command], cwd=work, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
        found = {"status": str(result.returncode), **{
            f"stdout {key}": value for key, value in facts.described(result.stdout, scrubber).items()}}
        found["stderr"] = scrubber.lines(result.stderr.decode(errors="replace"))
        after = files(work)
        for name in sorted(after.keys() - before.keys() | {name for name in before if after.get(name, before[name]) != before[name]}):
            contents = (work / name).read_bytes()
            if name.endswith(".postcard-results"):
                # The lines are in the order in which the results were finished.
                contents = b"".join(sorted(contents.splitlines(keepends=True)))
            found.update({f"{scrubber.text(name)} {key}": value for key, value in facts.described(contents, scrubber).items()})
        found["removed"] = sorted(scrubber.text(name) for name in before.keys() - after.keys())
        before = after
        if variable:
            try:
                environment[variable] = json.loads(result.stdout)["id"]
            except (ValueError, KeyError, TypeError):
                environment[variable] = f"no-{variable.lower()}"
        to.add(line, found)
    world.end()
