"""Small but expensive pictures, memes and tables: their costs for the commands and the service, and their effects on other clients."""

import concurrent.futures
import contextlib
import ctypes
import errno
import json
import os
import pathlib
import platform
import re
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import tempfile
import time
import unittest

import bombs
import bombs.memes
import service
from measured import MEBIBYTE, Run, Watch, memory, tree

# The maximum memory of a program together with the process that decodes a picture for it.
MOST_BYTES = 750 * MEBIBYTE
# The maximum memory of a decoding process under the default pixel limit: the data that the kernel allows, and the code in use.
DECODER_BYTES = 700_000_000 + 32 * MEBIBYTE
# The maximum memory of the program itself: the pixels of a picture and its result, and for a batch or service, responses and threads.
OWN_BYTES = 400 * MEBIBYTE
# The memory that a service keeps between images: its code, its threads and small results.
IDLE_BYTES = 200 * MEBIBYTE
# If a bomb takes this many times as long as another picture, that picture must not wait for the bomb to end.
LONG = 20


def is_whole(data):
    """Returns True if a picture has its first and last bytes, or its stated length."""
    if data.startswith(b"RIFF"):
        return len(data) == 8 + int.from_bytes(data[4:8], "little")
    ends = {b"\x89PNG": b"IEND\xaeB`\x82", b"\xff\xd8\xff\xe0": b"\xff\xd9", b"GIF8": b"\x3b"}
    return any(data.startswith(first) and data.endswith(last) for first, last in ends.items())


def kind_of(bomb):
    """Returns the kind of a bomb, the prefix of its name. Bombs of one kind do the same thing in several forms."""
    return bomb.name.split("-")[0].split(".")[0]


def decoder_of(pid):
    """Returns the process that decodes a picture for another process, as soon as there is one."""
    def find():
        for child in tree(pid)[1:]:
            with contextlib.suppress(OSError):
                if b"--decode-picture" in pathlib.Path(f"/proc/{child}/cmdline").read_bytes():
                    return child
        return None

    return service.wait_until(find, "There is no decoding process.")


def block_system_call(name):
    """Makes a system call fail (EPERM) in this process and its children, as the filter of a systemd unit does."""
    number = {"seccomp": {"x86_64": 317, "aarch64": 277}}[name][platform.machine()]
    steps = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | errno.EPERM), (0x06, 0, 0, 0x7FFF0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HL", len(steps), ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    set_no_new_privileges, set_filter = 38, 22
    if libc.prctl(set_no_new_privileges, 1, 0, 0, 0) or libc.prctl(set_filter, 2, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "Can't set a filter.")


def check_memory(case, measured):
    """Checks the memory of a program that a `Run` or `Watch` has measured."""
    message = (f"{measured.peak / MEBIBYTE:.0f} MiB, of which {measured.own / MEBIBYTE:.0f} MiB at most for itself and "
            f"{measured.descendant / MEBIBYTE:.0f} MiB for decoding.")
    case.assertLessEqual(measured.peak, MOST_BYTES, message)
    case.assertLessEqual(measured.own, OWN_BYTES, message)
    case.assertLessEqual(measured.descendant, DECODER_BYTES, message)


class BombsInCommands(unittest.TestCase):
    """Commands that process one bomb after the other."""

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
        """Runs a command, and checks its costs and that no process is left. The kernel ends it after 30 seconds of CPU time (SIGXCPU)."""
        run = Run(service.PROGRAM, *arguments, environment=service.environment(), **more)
        message = f"{run.cpu:.1f} s of CPU time, status {run.status}: {run.errors}{run.output}"[:1_000]
        check_memory(self, run)
        self.assertIn(run.status, expects, message)
        self.assertEqual(run.left, [], message)
        return run

    def check(self, run, name):
        """Checks that status 0 comes with complete pictures, and other statuses with an error message and no pictures."""
        made = [path for path in self.results.rglob("*") if path.is_file() and not path.name.startswith(".postcard")]
        if run.status == 0:
            self.assertNotEqual(made, [], run.output)
        else:
            self.assertEqual(made, [], run.errors)
            self.assertRegex(run.errors, rf"{re.escape(name)}: [A-Z][^\n]+\.", run.errors)
        for path in made:
            self.assertTrue(is_whole(path.read_bytes()), f"{path.name} is not whole.")
            path.unlink()

    def test_bombs_are_small_and_each_kind_has_three_forms(self):
        kinds = {}
        for path in self.pictures.iterdir():
            self.assertLessEqual(path.stat().st_size, bombs.LARGEST, path.name)
            kinds.setdefault(kind_of(path), []).append(path.name)
        self.assertGreaterEqual(sum(map(len, kinds.values())), 40)
        self.assertGreaterEqual(min(map(len, kinds.values())), 3, kinds)

    def test_thumbnails_stay_within_limits(self):
        for path in sorted(self.pictures.iterdir()):
            with self.subTest(picture=path.name):
                self.check(self.run_postcard("thumbnail", path, "--output", self.results / "result.jpg"), path.name)

    def test_edits_stay_within_limits(self):
        for path in sorted(self.pictures.iterdir()):
            kind = "gif" if path.suffix == ".gif" else "png"
            with self.subTest(picture=path.name):
                self.check(self.run_postcard("edit", path, "resize=90%", "-o", self.results / f"result.{kind}"), path.name)

    # All bombs take minutes. The batch below contains one of each kind.
    test_thumbnails_stay_within_limits.is_thorough = test_edits_stay_within_limits.is_thorough = True

    def test_gif_memes_stay_within_limits(self):
        for path in sorted(self.pictures.glob("result*")):
            with self.subTest(picture=path.name):
                run = self.run_postcard("meme", path, "ONE", "TWO", "-o", self.results / "result.gif")
                # A result that is too large is not an error of the picture.
                self.check(run, "postcard" if "Writing a GIF of" in run.errors else path.name)

    def test_batch_with_one_bomb_of_each_kind_completes(self):
        kinds = {}
        for path in sorted(self.pictures.iterdir()):
            kinds.setdefault(kind_of(path) + path.suffix, path.name)
        self.run_batch([*kinds.values(), "photo"])

    def test_batches_with_all_bombs_complete(self):
        names = [path.name for path in sorted(self.pictures.iterdir())]
        # A batch of all bombs takes longer than a subtest is allowed to, and so does a batch of 40 on a busy machine.
        for start in range(0, len(names), 8):
            with self.subTest(first=names[start]):
                for made in self.results.iterdir():
                    made.unlink()
                self.run_batch([*names[start:start + 8], "photo"])

    test_batches_with_all_bombs_complete.is_thorough = True

    def run_batch(self, names):
        jobs = [{"id": name, "input": str(self.pictures / name if name != "photo" else self.photo),
                 "operations": [{"resize": {"width": 300}}, {"meme": {"captions": [{"text": "HELLO"}]}}],
                 "output": str(self.results / f"{name}.png")} for name in names]
        run = Run(service.PROGRAM, "batch", "--workers", "1", environment=service.environment(), seconds=600,
                  standard_input="".join(json.dumps(job) + "\n" for job in jobs).encode())
        results = {result["id"]: result for result in map(json.loads, run.output.splitlines())}
        check_memory(self, run)
        self.assertEqual(run.left, [])
        self.assertEqual(sorted(results), sorted(names))
        failed = any(result["status"] == "failed" for result in results.values())
        self.assertEqual(run.status, 75 if failed else 0, run.errors)
        self.assertEqual(results["photo"]["status"], "done")
        for name, result in results.items():
            with self.subTest(picture=name):
                made = self.results / f"{name}.png"
                self.assertEqual(made.exists(), result["status"] == "done")
                self.assertTrue(not made.exists() or is_whole(made.read_bytes()))
                if result["status"] == "failed":
                    self.assertIn(result["code"], ("damaged", "unsupported", "tooLarge"), result)
                    self.assertFalse(result["retry"], result)

    def test_meme_specs_stay_within_limits(self):
        for name, spec in bombs.memes.specs():
            path = self.folder / "spec.json"
            path.write_text(json.dumps(spec))
            with self.subTest(spec=name):
                self.check(self.run_postcard("meme", self.photo, "--spec", path, "-o", self.results / "result.png"), "spec.json")

    def test_one_signal_ends_a_command_during_decoding(self):
        bomb = self.pictures / "jxl-layers-tiny.jxl"
        for arguments in (["thumbnail", bomb, "--to", self.results], ["peek", bomb, "--to", self.results], ["journal", "add", "Trip", bomb],
                          ["edit", bomb, "resize=90%", "-o", self.results / "result.png"]):
            with self.subTest(command=arguments[0]):
                library = self.folder / f"library-{arguments[0]}"
                variables = service.environment(POSTCARD_LIBRARY=str(library))
                if arguments[0] == "journal":
                    subprocess.run([service.PROGRAM, "journal", "new", "Trip"], env=variables, check=True, capture_output=True)
                # Shells make background processes ignore SIGINT.
                command = subprocess.Popen(
                    [service.PROGRAM, *arguments], env=variables, stderr=subprocess.PIPE,
                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
                self.addCleanup(command.stderr.close)
                decoder = decoder_of(command.pid)
                command.send_signal(signal.SIGINT)
                self.assertIn(command.wait(timeout=service.LONGEST), (130, -signal.SIGINT), command.stderr.read())
                service.wait_until(lambda decoder=decoder: not pathlib.Path(f"/proc/{decoder}").exists(), "The decoding process still runs.")

    def test_decoder_does_nothing_after_its_parent_is_gone(self):
        reader, writer = os.pipe()
        os.close(reader)
        self.addCleanup(os.close, writer)
        with open(self.pictures / "jxl-layers-tiny.jxl", "rb") as bomb, tempfile.TemporaryFile() as pixels:
            ended = subprocess.run(
                [service.PROGRAM, "--decode-picture", "jxl lanczos3 sRGB whole 256 256 272137728 8 64000000 67108864 1000 100"],
                stdin=bomb, stdout=pixels, stderr=writer, env={})
            # The decoder has not even allocated the pixels.
            self.assertEqual(os.fstat(pixels.fileno()).st_size, 0)
        self.assertEqual(ended.returncode, 1)

    def test_pictures_are_decoded_if_seccomp_is_blocked_but_prctl_is_allowed(self):
        """This is the case in the systemd unit: @system-service contains prctl, but not seccomp."""
        for name in ("heic.heic", "tiff-lzw.tif"):
            with self.subTest(picture=name):
                result = self.results / "result.jpg"
                made = subprocess.run(
                    [service.PROGRAM, "thumbnail", service.FIXTURES / "small" / name, "--output", result], env=service.environment(),
                    preexec_fn=lambda: block_system_call("seccomp"), capture_output=True, text=True)
                self.assertEqual(made.returncode, 0, made.stderr)
                result.unlink()

    def test_meme_tables_stay_within_limits(self):
        for name, table in bombs.memes.tables():
            path = self.folder / name
            path.write_bytes(table)
            with self.subTest(table=name):
                self.run_postcard("meme", self.photo, "--from", path, "-o", f"{self.results}/", expects=(0, 65, 75))
                for made in self.results.iterdir():
                    self.assertTrue(is_whole(made.read_bytes()) or made.name.startswith("."), made.name)
                    made.unlink()


class BombsOverHTTP(unittest.TestCase):
    """The service, with bombs for one client and pictures for another."""

    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="postcard-bombs-")))
        bombs.write(folder)
        cls.names = sorted(path.name for path in folder.iterdir())
        shutil.copy(service.FIXTURES / "small/jpeg-444.jpg", folder / "photo.jpg")
        tokens = folder / "tokens"
        tokens.write_text(f"ann:{service.TOKENS['ann']}\n")
        (folder / "library").mkdir()
        cls.service = service.Service("--images", folder, "--library", folder / "library", "--allow-unsigned", TOKEN_FILE=tokens)
        cls.folder = folder
        cls.addClassCleanup(lambda: cls.service.process.returncode is None and cls.service.end(signal.SIGKILL))
        cls.number = 0

    def time_other_request(self, running=None):
        """Returns the time for a picture that was not requested before, in seconds."""
        BombsOverHTTP.number += 1
        began = time.monotonic()
        reply = (running or self.service).request(f"/unsafe/40x{40 + self.number}/photo.jpg")
        self.assertEqual(reply.status, 200, reply)
        return time.monotonic() - began

    def test_other_requests_are_served_during_a_hanging_decode(self):
        with concurrent.futures.ThreadPoolExecutor(1) as other:
            reply = other.submit(self.service.request, "/unsafe/35x35/jxl-layers-tiny.jxl")
            decoder = decoder_of(self.service.process.pid)
            os.kill(decoder, signal.SIGSTOP)
            for _ in range(10):
                self.time_other_request()
            self.assertFalse(reply.done())
            os.kill(decoder, signal.SIGSEGV)
            os.kill(decoder, signal.SIGCONT)
        self.assertEqual(reply.result().status, 422)

    def test_other_requests_are_served_during_each_meme(self):
        for name, spec in bombs.memes.specs():
            body = json.dumps({"picture": "photo.jpg", "meme": spec})
            with self.subTest(spec=name):
                self.compare(name, lambda body=body: self.service.request(
                    "/memes", method="POST", headers={"Content-Type": "application/json"}, body=body))

    def test_other_requests_are_served_during_each_bomb(self):
        # A separate service, since fonts and glyphs of memes in memory are not costs of pictures.
        running = service.Service("--images", self.folder, "--allow-unsigned")
        self.addCleanup(running.end)
        watch = Watch(running.process.pid, most=4_096 * MEBIBYTE)
        seen = []
        for name in self.names:
            with self.subTest(picture=name):
                alone, during = self.compare(name, lambda name=name: running.request(f"/unsafe/200x200/{name}"), running)
                seen.append((during, alone, name))
                # On a busy machine, a response may arrive before the memory of its picture is free.
                service.wait_until(lambda: memory(running.process.pid, "VmRSS") <= IDLE_BYTES, f"The memory of {name} is not released.")
        watch.end()
        check_memory(self, watch)
        self.wait_until_alone(running)
        during, alone, name = max(seen)
        print(f"During {len(seen)} bombs {1e3 * statistics.median(during for during, _, _ in seen):.0f} ms, alone "
              f"{1e3 * statistics.median(alone for _, alone, _ in seen):.0f} ms; at most {1e3 * during:.0f} ms during {name}, {1e3 * alone:.0f} ms "
              f"before it; {watch.peak / MEBIBYTE:.0f} MiB with all processes, at most {watch.own / MEBIBYTE:.0f} MiB of the service, {watch.descendant / MEBIBYTE:.0f} MiB for decoding.")

    # All bombs take a minute.
    test_other_requests_are_served_during_each_bomb.is_thorough = True

    def test_other_requests_are_served_during_many_bombs(self):
        """Uploads to the library are included. Together, they need no more memory than one of the worst bombs and an ordinary picture."""
        watch = Watch(self.service.process.pid, most=4_096 * MEBIBYTE)
        names = ["jxl-layers-tiny.jxl", "coded-deep.avif", "coded-at-the-limit.avif", "tiff-coding-lzma.tif"]
        body, kind = service.form([("text", "x")], [("media", names[0], (self.folder / names[0]).read_bytes())])
        write = {"Authorization": f"Bearer {service.TOKENS['ann']}", "Content-Type": kind}
        read = {"Authorization": write["Authorization"]}
        with concurrent.futures.ThreadPoolExecutor(8) as others:
            replies = [others.submit(self.service.request, f"/unsafe/200x{200 + number}/{name}") for number in range(2) for name in names[:2]]
            replies += [others.submit(self.service.request, "/library/entries", method="POST", headers=write, body=body) for _ in range(4)]
            rounds = 0
            while not all(reply.done() for reply in replies):
                self.time_other_request()
                self.assertEqual(self.service.request("/library/entries", headers=read).status, 200)
                rounds += 1
            for reply in replies:
                self.assertIn(reply.result().status, (201, 422, 503), reply.result())
        # The last round may have ended after the last reply.
        self.assertGreater(rounds, 1)
        watch.end()
        self.assertLessEqual(watch.peak, 1_000 * MEBIBYTE, f"{watch.peak / MEBIBYTE:.0f} MiB, but the unit has 1 GiB.")

    test_other_requests_are_served_during_many_bombs.is_thorough = True

    def test_decoder_ends_with_its_client_and_its_crash_affects_one_picture(self):
        self.wait_until_alone()
        with socket.create_connection(("127.0.0.1", self.service.port)) as client:
            client.sendall(b"GET /unsafe/33x33/jxl-layers-tiny.jxl HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            decoder_of(self.service.process.pid)
        self.wait_until_alone()
        with concurrent.futures.ThreadPoolExecutor(1) as other:
            reply = other.submit(self.service.request, "/unsafe/34x34/jxl-layers-tiny.jxl")
            os.kill(decoder_of(self.service.process.pid), signal.SIGSEGV)
        self.assertEqual(reply.result().status, 422)
        # A thread reads the log line, perhaps after the response.
        service.wait_until(lambda: any('"picture not decoded"' in line and "signal 11" in json.loads(line)["problem"] for line in self.service.log))

    def compare(self, name, request_bomb, running=None):
        """Requests other pictures until the response to a bomb. If the bomb takes long, at least one of them must be done before it.

        Returns the medians of their times in seconds, before the bomb and during it.
        """
        alone = [self.time_other_request(running) for _ in range(5)]
        during, ended = [], []
        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(1) as other:
            reply = other.submit(request_bomb)
            reply.add_done_callback(lambda _: ended.append(time.monotonic()))
            completed = 0
            while not reply.done():
                during.append(self.time_other_request(running))
                completed += not reply.done()
        self.check(reply.result())
        self.assertTrue(completed or ended[0] - began < LONG * max(alone), f"{name} kept others waiting for {ended[0] - began:.1f} s.")
        return statistics.median(alone), statistics.median(during or [0])

    def check(self, reply):
        self.assertIn(reply.status, (200, 413, 415, 422), reply)
        if reply.status == 200:
            self.assertTrue(is_whole(reply.body), reply)
            return
        problem = reply.json()
        self.assertEqual(reply["Content-Type"], "application/problem+json")
        self.assertTrue(problem["detail"].endswith("."), problem)

    def wait_until_alone(self, running=None):
        """Waits until no process that the service started is left."""
        service.wait_until(lambda: len(tree((running or self.service).process.pid)) == 1, "A process is left.")


if __name__ == "__main__":
    unittest.main()
