"""Small pictures, memes and tables that ask for much: what they cost the commands and the service, and what others notice of them."""

import concurrent.futures
import json
import pathlib
import re
import shutil
import signal
import statistics
import tempfile
import time
import unittest

import bombs
import bombs.memes
import service
from measured import MEBIBYTE, Run, Watch, memory, tree

MOST_BYTES = 600 * MEBIBYTE
# Of CPU time. A machine that does other things meanwhile takes longer, but not more of it.
MOST_SECONDS = 10


def is_whole(data):
    """A picture has its first and last bytes, or is as long as it says."""
    if data.startswith(b"RIFF"):
        return len(data) == 8 + int.from_bytes(data[4:8], "little")
    ends = {b"\x89PNG": b"IEND\xaeB`\x82", b"\xff\xd8\xff\xe0": b"\xff\xd9", b"GIF8": b"\x3b"}
    return any(data.startswith(first) and data.endswith(last) for first, last in ends.items())


class BombsAtHand(unittest.TestCase):
    """Commands on one bomb after the other."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="postcard-bombs-")))
        cls.pictures = cls.folder / "pictures"
        cls.pictures.mkdir()
        bombs.write(cls.pictures)
        cls.photo = cls.folder / "photo.jpg"
        shutil.copy(service.FIXTURES / "small/jpeg-444.jpg", cls.photo)

    def setUp(self):
        self.results = self.folder / "results"
        self.results.mkdir()
        self.addCleanup(shutil.rmtree, self.results)

    def run_postcard(self, *arguments, expects=(0, 65), **more):
        """Runs a command and checks what it cost, and what it left."""
        run = Run(service.PROGRAM, *arguments, environment=service.environment(), **more)
        told = f"{run.peak / MEBIBYTE:.0f} MiB, {run.cpu:.1f} s of CPU time, status {run.status}: {run.errors}{run.output}"[:1_000]
        self.assertLessEqual(run.peak, MOST_BYTES, told)
        self.assertLessEqual(run.cpu, MOST_SECONDS, told)
        self.assertIn(run.status, expects, told)
        self.assertEqual(run.left, [], told)
        return run

    def check(self, run, name):
        """A status of 0 comes with whole pictures, and another one with none, and with a sentence that names what is wrong."""
        made = [path for path in self.results.rglob("*") if path.is_file() and not path.name.startswith(".postcard")]
        if run.status == 0:
            self.assertNotEqual(made, [], run.output)
        else:
            self.assertEqual(made, [], run.errors)
            self.assertRegex(run.errors, rf"{re.escape(name)}: [A-Z][^\n]+\.", run.errors)
        for path in made:
            self.assertTrue(is_whole(path.read_bytes()), f"{path.name} is not whole.")
            path.unlink()

    def test_pictures_are_small_and_there_are_three_of_each_kind(self):
        kinds = {}
        for path in self.pictures.iterdir():
            self.assertLessEqual(path.stat().st_size, bombs.LARGEST, path.name)
            kinds.setdefault(path.name.split("-")[0].split(".")[0], []).append(path.name)
        self.assertGreaterEqual(sum(map(len, kinds.values())), 40)
        self.assertGreaterEqual(min(map(len, kinds.values())), 3, kinds)

    def test_thumbnails_cost_little(self):
        for path in sorted(self.pictures.iterdir()):
            with self.subTest(picture=path.name):
                self.check(self.run_postcard("thumbnail", path, "--output", self.results / "result.jpg"), path.name)

    def test_edits_cost_little(self):
        for path in sorted(self.pictures.iterdir()):
            kind = "gif" if path.suffix == ".gif" else "png"
            with self.subTest(picture=path.name):
                self.check(self.run_postcard("edit", path, "resize=90%", "-o", self.results / f"result.{kind}"), path.name)

    # One after the other costs minutes; test_all_of_them_in_one_batch_are_answered has each of them too.
    test_thumbnails_cost_little.is_thorough = test_edits_cost_little.is_thorough = True

    def test_memes_as_gif_cost_little(self):
        for path in sorted(self.pictures.glob("result*")):
            with self.subTest(picture=path.name):
                self.check(self.run_postcard("meme", path, "ONE", "TWO", "-o", self.results / "result.gif"), path.name)

    def test_all_of_them_in_one_batch_are_answered(self):
        names = [path.name for path in sorted(self.pictures.iterdir())] + ["photo"]
        jobs = [{"id": name, "input": str(self.pictures / name if name != "photo" else self.photo),
                 "operations": [{"resize": {"width": 300}}, {"meme": {"captions": [{"text": "HELLO"}]}}],
                 "output": str(self.results / f"{name}.png")} for name in names]
        run = Run(service.PROGRAM, "batch", "--workers", "1", environment=service.environment(), seconds=600,
                  standard_input="".join(json.dumps(job) + "\n" for job in jobs).encode())
        answers = {answer["id"]: answer for answer in map(json.loads, run.output.splitlines())}
        self.assertLessEqual(run.peak, MOST_BYTES, f"{run.peak / MEBIBYTE:.0f} MiB")
        self.assertEqual(run.status, 75, run.errors)
        self.assertEqual(run.left, [])
        self.assertEqual(sorted(answers), sorted(names))
        self.assertEqual(answers["photo"]["status"], "done")
        for name, answer in answers.items():
            with self.subTest(picture=name):
                made = self.results / f"{name}.png"
                self.assertEqual(made.exists(), answer["status"] == "done")
                self.assertTrue(not made.exists() or is_whole(made.read_bytes()))
                if answer["status"] == "failed":
                    self.assertIn(answer["code"], ("damaged", "unsupported", "tooLarge"), answer)
                    self.assertFalse(answer["retry"], answer)

    def test_specs_of_memes_cost_little(self):
        for name, spec in bombs.memes.specs():
            path = self.folder / "spec.json"
            path.write_text(json.dumps(spec))
            with self.subTest(spec=name):
                self.check(self.run_postcard("meme", self.photo, "--spec", path, "-o", self.results / "result.png"), "spec.json")

    def test_tables_of_memes_cost_little(self):
        for name, table in bombs.memes.tables():
            path = self.folder / name
            path.write_bytes(table)
            with self.subTest(table=name):
                self.run_postcard("meme", self.photo, "--from", path, "-o", f"{self.results}/", expects=(0, 65, 75))
                for made in self.results.iterdir():
                    self.assertTrue(is_whole(made.read_bytes()) or made.name.startswith("."), made.name)
                    made.unlink()


class BombsOverHTTP(unittest.TestCase):
    """The service, asked for bombs by one client and for pictures by another."""

    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="postcard-bombs-")))
        bombs.write(folder)
        cls.names = sorted(path.name for path in folder.iterdir())
        shutil.copy(service.FIXTURES / "small/jpeg-444.jpg", folder / "photo.jpg")
        cls.service = service.Service("--images", folder, "--allow-unsigned")
        cls.addClassCleanup(lambda: cls.service.process.returncode is None and cls.service.end(signal.SIGKILL))
        cls.number = 0

    def ask_beside(self):
        """Milliseconds for a picture that has not been asked for before."""
        BombsOverHTTP.number += 1
        began = time.monotonic()
        reply = self.service.ask(f"/unsafe/40x{40 + self.number}/photo.jpg")
        self.assertEqual(reply.status, 200, reply)
        return (time.monotonic() - began) * 1e3

    def test_others_are_answered_beside_each_picture(self):
        watch = Watch(self.service.process.pid, most=4_096 * MEBIBYTE)
        seen = []
        for name in self.names:
            with self.subTest(picture=name):
                alone, beside = self.compare(name, lambda name=name: self.service.ask(f"/unsafe/200x200/{name}"))
                seen.append((beside, alone, name))
        peak = watch.end()
        self.assertLessEqual(peak, MOST_BYTES, f"{peak / MEBIBYTE:.0f} MiB")
        self.wait_until_alone()
        beside, alone, name = max(seen)
        print(f"Beside {len(seen)} bombs {statistics.median(beside for beside, _, _ in seen):.0f} ms, alone "
              f"{statistics.median(alone for _, alone, _ in seen):.0f} ms; at most {beside:.0f} ms beside {name}, {alone:.0f} ms before it; "
              f"{peak / MEBIBYTE:.0f} MiB with all processes, {memory(self.service.process.pid) / MEBIBYTE:.0f} MiB of the service.")

    def test_others_are_answered_beside_each_meme(self):
        for name, spec in bombs.memes.specs():
            body = json.dumps({"picture": "photo.jpg", "meme": spec})
            with self.subTest(spec=name):
                self.compare(name, lambda body=body: self.service.ask(
                    "/memes", method="POST", headers={"Content-Type": "application/json"}, body=body))

    def compare(self, name, ask_for_bomb):
        """Milliseconds of other requests before a bomb and beside it. On a machine that does other things, too, the former tell how slow it is."""
        alone, beside = statistics.median(self.ask_beside() for _ in range(5)), []
        with concurrent.futures.ThreadPoolExecutor(1) as other:
            reply = other.submit(ask_for_bomb)
            while len(beside) < 3 or not reply.done():
                beside.append(self.ask_beside())
        self.check(reply.result())
        beside = statistics.median(beside)
        self.assertLessEqual(beside, 100 + 2 * alone, f"{name}: {beside:.0f} ms beside it, {alone:.0f} ms before.")
        return alone, beside

    def check(self, reply):
        self.assertIn(reply.status, (200, 413, 415, 422), reply)
        if reply.status == 200:
            self.assertTrue(is_whole(reply.body), reply)
            return
        problem = reply.json()
        self.assertEqual(reply["Content-Type"], "application/problem+json")
        self.assertTrue(problem["detail"].endswith("."), problem)

    def wait_until_alone(self):
        """Nothing that the service started is left."""
        deadline = time.monotonic() + 10
        while len(tree(self.service.process.pid)) > 1:
            self.assertLess(time.monotonic(), deadline, "A process is left.")
            time.sleep(0.05)


if __name__ == "__main__":
    unittest.main()
