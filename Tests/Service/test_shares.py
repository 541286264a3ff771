"""Shares made by `postcard share` contain no position from any part of a file. Exiftool reads the shares, and all files within them."""

import base64
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile

from places import Maker, positions_in
from service import LONGEST, PROGRAM, environment


class Sharing(unittest.TestCase):
    """A test with a separate library."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="postcard-shares-")))
        (self.folder / "in").mkdir()
        self.maker = Maker(self.folder / "in")

    def run_program(self, *arguments, **more):
        return subprocess.run(
            [PROGRAM, *arguments], capture_output=True, text=True, timeout=LONGEST,
            env=environment(POSTCARD_LIBRARY=str(self.folder / "library"), **more))

    def entry(self, path, **more):
        """Stores a file, and returns the id of its entry."""
        reply = self.run_program("entry", "new", path, "--text", path.stem, "--json", **more)
        self.assertEqual(reply.returncode, 0, f"{path.name}: {reply.stderr}")
        return json.loads(reply.stdout)["id"]

    def share(self, ids, target):
        reply = self.run_program("share", *ids, "--to", target)
        self.assertEqual(reply.returncode, 0, reply.stderr)

    def shared(self, paths):
        """Shares files as an archive and as a page, and returns the files in both. The archive's files come first, in order."""
        ids = [self.entry(path) for path in paths]
        self.share(ids, self.folder / "share.zip")
        zipfile.ZipFile(self.folder / "share.zip").extractall(self.folder / "out")
        files = sorted(path for path in (self.folder / "out/files").iterdir() if path.suffix != ".json")
        self.assertEqual(len(files), len(paths))
        self.share(ids, self.folder / "page.html")
        page = (self.folder / "page.html").read_text()
        (self.folder / "page").mkdir()
        for number, (kind, data) in enumerate(re.findall(r"data:(?:image|video)/(\w+);base64,([\w+/=]+)", page)):
            path = self.folder / "page" / f"{number}.{kind}"
            path.write_bytes(base64.b64decode(data))
            files.append(path)
        return files

    def check(self, paths):
        """Shares files, and checks that each contained a position and that no shared file does."""
        before = positions_in(paths, self.folder / "cut")
        self.assertEqual([path.name for path in paths if path.name not in before], [])
        files = self.shared(paths)
        self.assertEqual(positions_in(files, self.folder / "cut"), {})
        return files


@unittest.skipUnless(shutil.which("exiftool") and shutil.which("ffmpeg"), "needs exiftool and ffmpeg")
class SharedPositions(Sharing):
    def test_shared_pictures_contain_no_position(self):
        paths = self.maker.pictures()
        files = self.check(paths)
        reply = subprocess.run(["exiftool", "-Title", "-By-line", "-j", *files[:len(paths)]], capture_output=True, text=True)
        tags = {path.name: each for path, each in zip(paths, json.loads(reply.stdout))}
        # Metadata without a place is kept.
        self.assertEqual(tags["tags.jpg"]["By-line"], "Ann")
        for name in ["tags.jpg", "tags.png", "tags.webp", "tags.heic", "tags.avif"]:
            self.assertEqual(tags[name]["Title"], "Tower", name)

    def test_shared_videos_contain_no_position_and_keep_all_frames(self):
        paths = self.maker.videos()
        files = self.check(paths)

        def frames(path, stream):
            reply = subprocess.run(
                ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", f"0:{stream}?", "-f", "framemd5", "-"], capture_output=True, text=True)
            self.assertEqual((reply.returncode, reply.stderr), (0, ""), path)
            return [line for line in reply.stdout.splitlines() if not line.startswith("#")]

        for before, path in zip(paths, files):
            # Attached pictures are excluded, since sharing removes them.
            for stream in "Va":
                self.assertEqual(frames(path, stream), frames(before, stream), before.name)

    test_shared_videos_contain_no_position_and_keep_all_frames.is_thorough = True

    def test_unsupported_containers_are_rejected_with_and_without_ffprobe(self):
        (self.folder / "empty").mkdir()
        for path in self.maker.unsupported():
            for more in [{}, {"PATH": str(self.folder / "empty")}]:
                with self.subTest(path=path.name, **more):
                    id = self.entry(path, **more)
                    for name in ["share.zip", "folder"]:
                        reply = self.run_program("share", id, "--to", self.folder / name, **more)
                        self.assertEqual(reply.returncode, 65, reply.stderr)
                        self.assertIn("--positions all", reply.stderr)
                    reply = self.run_program("share", id, "--to", self.folder / "all.zip", "--positions", "all", "--force", **more)
                    self.assertEqual(reply.returncode, 0, reply.stderr)
