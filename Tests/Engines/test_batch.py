"""Engines that start `postcard batch`: no job may be lost, whichever process is killed."""

import contextlib
import http.server
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import engines

import postcard_batch
from postcard_batch import COMMAND, BatchError, run

SMALL = [{"resize": {"width": 20}}]
# The system's Node, or the one that the browser tests run with.
NODE = shutil.which("node") or next(engines.ROOT.glob(".build/browser/lib/*/site-packages/playwright/driver/node"), None)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def pictures(self, count):
        return engines.make_pictures(self.folder / "photos", count)

    def jobs(self, pictures, to):
        (self.folder / to).mkdir(exist_ok=True)
        return [
            {"id": path, "input": path, "operations": SMALL, "output": str(self.folder / to / (pathlib.Path(path).stem + ".jpg"))}
            for path in pictures]


class BatchHelper(Case):
    def test_every_job_has_a_result_even_with_a_broken_picture(self):
        pictures = self.pictures(5)
        pathlib.Path(pictures[2]).write_bytes(b"no picture")
        jobs = [{"id": path, "input": path, "operations": SMALL} for path in pictures] + [{"id": "gone", "input": "gone.jpg"}]
        results = {result["id"]: result for result in run(jobs)}
        self.assertEqual(set(results), {*pictures, "gone"})
        self.assertEqual([results[path]["status"] for path in pictures], ["done", "done", "failed", "done", "done"])
        self.assertEqual((results[pictures[2]]["code"], results[pictures[2]]["retry"]), ("unsupported", False))
        self.assertEqual(results["gone"]["code"], "notFound")

    def test_failed_jobs_raise_no_error_without_the_answered_option(self):
        self.assertEqual([each["status"] for each in run([{"input": "gone.jpg"}], ["postcard", "batch"])], ["failed"])

    def test_names_that_are_not_utf_8_are_passed_unchanged(self):
        recipe = self.folder / "job.json"
        recipe.write_text('{"operations": [{"resize": {"width": 9}}]}')
        name = os.fsencode(self.folder) + b"/\xe9.jpg"
        shutil.copy(self.pictures(1)[0], name)
        self.assertEqual([each["width"] for each in run([os.fsdecode(name)], [*COMMAND, "--job", str(recipe)])], [9])

    def test_killed_program_raises_an_error(self):
        def jobs():
            yield {"id": 1, "input": "gone.jpg"}
            has_result.wait()
            children = subprocess.run(["pgrep", "-P", str(os.getpid()), "postcard"], capture_output=True, text=True).stdout.split()
            os.kill(int(children[0]), signal.SIGKILL)
            yield from ({"id": number, "input": "gone.jpg"} for number in range(100_000))

        has_result = threading.Event()
        with self.assertRaisesRegex(BatchError, "status -9"):
            for _ in run(jobs()):
                has_result.set()

    def test_invalid_command_line_raises_an_error(self):
        with self.assertRaisesRegex(BatchError, "status 64"):
            list(run([{"input": "a.jpg"}], ["postcard", "batch", "--workers", "0"]))

    def test_error_of_the_job_generator_is_propagated(self):
        def jobs():
            yield {"input": "gone.jpg"}
            raise KeyError("here")

        with self.assertRaisesRegex(KeyError, "here"):
            list(run(jobs()))

    def test_closing_the_results_leaves_no_process(self):
        results = run({"input": "gone.jpg"} for _ in iter(int, 1))
        next(results)
        results.close()
        left = subprocess.run(["pgrep", "-P", str(os.getpid()), "postcard"], capture_output=True, text=True).stdout
        self.assertEqual(left, "")


@unittest.skipUnless(NODE, "Node is not installed.")
class FromNode(Case):
    """Integrations/postcard_batch.mjs."""

    def node(self, script, *arguments):
        """The lines printed by a script that uses the module."""
        path = self.folder / "script.mjs"
        path.write_text(f"import {{ Batch }} from '{engines.ROOT}/Integrations/postcard_batch.mjs';\n{script}")
        done = subprocess.run([NODE, path, *arguments], stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.splitlines()

    def test_every_job_gets_a_result_even_for_a_missing_picture(self):
        script = """
            const batch = new Batch();
            const jobs = process.argv.slice(2).map((input) => batch.run({ input, operations: [{ resize: { width: 20 } }] }));
            for (const { status, width, code } of await Promise.all(jobs)) console.log(status, width ?? code);
            await batch.end();"""
        self.assertEqual(self.node(script, *self.pictures(3), "gone.jpg"), ["done 20"] * 3 + ["failed notFound"])

    def test_a_process_that_dies_or_is_missing_causes_an_error(self):
        script = """
            for (const command of [['sh', '-c', 'read line; kill -9 $$'], ['/none']]) {
                const batch = new Batch(command);
                for (let job = 0; job < 2; job += 1) await batch.run({ input: 'gone.jpg' }).catch((error) => console.log(error.message));
            }"""
        self.assertEqual(self.node(script), ["postcard ended with SIGKILL."] * 2 + ["spawn /none ENOENT"] * 2)


class KilledProcesses(Case):
    """A stand-in for an engine. Processes work on parts of a list, are killed at random, and start again until every job has a result."""
    is_thorough = True

    def test_no_job_is_lost_when_processes_are_killed(self):
        pictures = self.pictures(1_200)
        expected = self.jobs(pictures, "expected")
        self.assertEqual({each["status"] for each in run(expected)}, {"done"})

        chance = random.Random(17)
        parts = [self.jobs(pictures[start:start + 100], "killed") for start in range(0, len(pictures), 100)]
        statuses, kills, attempts = {}, 0, 0
        waiting = list(parts)
        while waiting:
            part = waiting.pop(0)
            attempts += 1
            process = subprocess.Popen(["postcard", *COMMAND[1:], "--workers", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            # The process of each part is killed at most three times, after some of its responses.
            dies_after = chance.randrange(100) if attempts < 3 * len(parts) and chance.random() < 0.7 else None
            sender = threading.Thread(target=self.send, args=(process, part))
            sender.start()
            received = 0
            for line in process.stdout:
                if not line.endswith(b"\n"):
                    break
                result = json.loads(line)
                statuses.setdefault(result["id"], []).append(result["status"])
                received += 1
                if received == dies_after:
                    process.kill()
                    kills += 1
            status = process.wait()
            sender.join()
            process.stdout.close()
            # An engine sees missing responses, so it sends the whole part again.
            if status != 0 or received < len(part):
                waiting.append(part)
        self.assertGreater(kills, 5)
        self.assertEqual(set(statuses), set(pictures))
        self.assertEqual({status for each in statuses.values() for status in each}, {"done"})
        made = engines.digests(self.folder / "killed")
        left = {name for name in made if name.startswith(".postcard-")}
        # A process that is killed while it writes leaves a partial file, but never under the name of a result.
        self.assertLessEqual(len(left), 2 * kills)
        self.assertEqual({name: made[name] for name in made if name not in left}, engines.digests(self.folder / "expected"))

    @staticmethod
    def send(process, jobs):
        try:
            with process.stdin as lines:
                for job in jobs:
                    lines.write(json.dumps(job).encode() + b"\n")
        except BrokenPipeError:
            pass


class DeadlyPicture(http.server.BaseHTTPRequestHandler):
    """A picture whose first requests kill every `postcard` process of these tests."""

    def do_GET(self):
        if self.server.kills > 0:
            self.server.kills -= 1
            for process, command in engines.descendants(os.getpid()):
                if command.startswith("postcard "):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.picture)

    def log_message(self, *_):
        pass


class Snippets(Case):
    """The snippets of Documentation/Guides/Engines.md, unchanged."""

    def deadly_picture(self):
        """The URL of a deadly picture, and its server."""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), DeadlyPicture)
        server.kills, server.picture = 3, (engines.ROOT / "Fixtures/small/jpeg-420.jpg").read_bytes()
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(server.server_close)
        self.addCleanup(thread.join)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}/photo.jpg", server

    def test_dask(self):
        try:
            from dask.distributed import LocalCluster
        except ImportError:
            self.skipTest("Dask is not installed: see Tests/Engines/requirements.txt.")
        url, deadly = self.deadly_picture()
        paths = [*self.pictures(250), url]
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
            names = {"scheduler": cluster.scheduler_address, "helper": str(engines.HELPER), "paths": paths}
            exec(engines.snippet("Dask"), names)
        self.assertEqual(deadly.kills, 0)
        self.assertEqual({each["id"] for each in names["results"]}, set(paths))
        self.assertEqual({each["status"] for each in names["results"]}, {"done"})
        self.assertLessEqual(max(each["width"] for each in names["results"]), 64)

    test_dask.is_thorough = True

    def test_parallel(self):
        if not shutil.which("parallel"):
            self.skipTest("parallel is not installed.")
        pictures = self.pictures(250)
        # Cameras number their files from 1 in every folder.
        shutil.copytree(self.folder / "photos", self.folder / "photos/again")
        subprocess.run(["sh", "-ec", engines.snippet("parallel")], cwd=self.folder, check=True)
        results = [json.loads(line) for line in (self.folder / "results.jsonl").read_text().splitlines()]
        self.assertEqual(len(results), 2 * len(pictures))
        self.assertEqual({each["status"] for each in results}, {"done"})
        self.assertEqual(len(list((self.folder / "small").rglob("*.jpg"))), 2 * len(pictures))

    def test_slurm_array(self):
        pictures = self.pictures(60)
        (self.folder / "photos.txt").write_text("".join(f"photos/{pathlib.Path(path).name}\n" for path in pictures))
        for task in range(1, 17):
            environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(task)}
            done = subprocess.run(["sh", "-c", engines.snippet("Slurm")], cwd=self.folder, env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(
            {path.name for path in (self.folder / "thumbs").glob("*.jpg")}, {pathlib.Path(path).name for path in pictures})


if __name__ == "__main__":
    unittest.main()
