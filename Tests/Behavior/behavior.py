"""Records a program's output and compares two records, to prove that a code change has no unintended effects.

    Scripts/behavior record PROGRAM FOLDER              records PROGRAM in FOLDER, which must not exist
    Scripts/behavior record PROGRAM FOLDER --like OLD   uses the pictures, commands and requests of the record OLD
    Scripts/behavior compare OLD NEW                    prints the differences; the exit status is 1 if there are any
    Scripts/behavior compare OLD NEW --expected FILE    ignores the differences that FILE expects

A record contains the responses to requests.txt and to requests derived from openapi.json (requests.jsonl), the output and files from
commands.txt (commands.jsonl), and thumbnails, memes and facts for the pictures from pictures.py and the fixtures (pictures.jsonl). Times,
ids, ports and folders are replaced with words, never left out. Make both records on one machine, since system libraries and fonts affect
them.

An expectations file contains one regular expression per line, which must match the lines that differ, such as
`commands: postcard serve --help: stdout text: -  --shared-disk`. A line that starts with # gives the reason for the expressions below it.
"""

import collections
import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import facts

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Scripts"))
from usage import Parser  # noqa: E402

PARTS = ["commands", "requests", "pictures"]
INPUTS = ["commands.txt", "requests.txt"]


def record(options):
    # Modules that only recording needs are loaded here, so that comparing needs only Pillow.
    import commands
    import pictures
    import responses
    import results

    os.nice(10)
    program, target = options.program.resolve(), options.folder.resolve()
    target.mkdir(parents=True)
    if options.like:
        for name in ("pictures", "layout"):
            shutil.copytree(options.like / name, target / name)
        for name in [*INPUTS, "openapi.json"]:
            if (options.like / name).exists():
                shutil.copy(options.like / name, target)
    else:
        for name in INPUTS:
            shutil.copy(HERE / name, target)
        pictures.make(target / "pictures")
        pictures.make_layout(target / "layout")
    for part, module in (("commands", commands), ("requests", responses), ("pictures", results)):
        if part not in options.part:
            continue
        begin = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="postcard-behavior-") as folder:
            to = facts.Record(target / f"{part}.jsonl")
            module.record(program, target, pathlib.Path(folder), to)
        print(f"{part}: {to.count} cases in {time.monotonic() - begin:.0f} s", flush=True)
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
    about = {"program": facts.digest(program.read_bytes()), "bytes": program.stat().st_size, "version": version}
    (target / "about.json").write_text(json.dumps(about) + "\n")


def expectations(path):
    """Yields each regular expression with its reason."""
    reason = None
    for line in path.read_text().splitlines() if path else []:
        if line.startswith("#"):
            reason = line[1:].strip()
        elif line.strip():
            if not reason:
                sys.exit(f"{path}: {line} has no reason. Write one above it, after #.")
            yield re.compile(line), reason


def differences(old, new):
    """Yields the lines that differ between the facts of a case. For pictures with different pixels, one line measures the difference."""
    if old is None or new is None:
        yield ": only in the " + ("new record" if old is None else "old record")
        return
    for name in list(dict.fromkeys([*old, *new])):
        one, other = old.get(name), new.get(name)
        picture = name.rpartition(" ")[0]
        pixels = f"{picture} pixels".lstrip()
        if one == other or name.endswith("look") or name.endswith("bytes") and old.get(pixels) != new.get(pixels):
            continue
        if name.endswith("pixels") and one and other:
            look = f"{picture} look".lstrip()
            mean, most = facts.look_difference(old[look], new[look])
            yield f"{name}: {mean:.2f} of 255 levels apart on average, at most {most}"
        elif isinstance(one or other, list):
            lines = difflib.unified_diff(one or [], other or [], lineterm="", n=0)
            yield from (f"{name}: {line}" for line in lines if not line.startswith(("---", "+++", "@@")))
        else:
            yield from (f"{name}: {sign}{value}" for sign, value in (("-", one), ("+", other)) if value is not None)


def compare(options):
    expected = list(expectations(options.expected))
    counts, unexpected = collections.Counter(), 0
    for part in PARTS:
        paths = [folder / f"{part}.jsonl" for folder in (options.old, options.new)]
        if not all(path.exists() for path in paths):
            print(f"{part}: not in both records")
            unexpected += 1
            continue
        old, new = map(facts.read, paths)
        differing = 0
        for case in list(dict.fromkeys([*old, *new])):
            left = []
            for line in differences(old.get(case), new.get(case)):
                text = f"{part}: {case}: {line}"
                reason = next((reason for pattern, reason in expected if pattern.search(text)), None)
                if reason:
                    counts[reason] += 1
                else:
                    left.append(line)
            if left:
                differing += 1
                print(f"\n{part}: {case}")
                for line in left if options.all else left[:12]:
                    print(f"    {line[:300]}")
                if len(left) > 12 and not options.all:
                    print(f"    … and {len(left) - 12} more; --all shows them")
        print(f"{'' if not differing else chr(10)}{part}: {len(old)} cases, {differing} with unexpected differences")
        unexpected += differing
    for pattern, reason in expected:
        if not counts[reason]:
            print(f"Expected, but no longer different: {reason}")
            counts[reason] = -1
    for reason, count in counts.items():
        if count > 0:
            print(f"{count} lines differ as expected: {reason}")
    return 1 if unexpected else 0


def main():
    parser = Parser(__doc__, prog="behavior")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("record", help="record the output of a program")
    command.add_argument("program", type=pathlib.Path)
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("--like", type=pathlib.Path, help="a record to take the pictures, commands and requests from")
    command.add_argument("--part", action="append", choices=PARTS, help="only this part of the record; repeatable")
    command.set_defaults(run=record)
    command = commands.add_parser("compare", help="print the differences between two records")
    command.add_argument("old", type=pathlib.Path)
    command.add_argument("new", type=pathlib.Path)
    command.add_argument("--expected", type=pathlib.Path, help="a file of expected differences")
    command.add_argument("--all", action="store_true", help="print all lines that differ")
    command.set_defaults(run=compare)
    options = parser.parse_args()
    if options.run is record and not options.part:
        options.part = PARTS
    sys.exit(options.run(options))


if __name__ == "__main__":
    main()
