"""The end of a service, even with stuck work, and its log and errors."""

import json
import os
import pathlib
import pty
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

import service
from opening import start_opening

# A program that never ends by itself. It reports its start through a pipe, which is closed when the program ends.
STUCK = """#!/bin/sh
exec 3> "{pipe}"
echo works >&3
exec sleep 100000
"""
# The start of an MP4 file.
VIDEO = b"\0\0\0\x18ftypisom\0\0\2\0isomiso2" + bytes(200)


class Stopping(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "pictures").mkdir()
        (self.folder / "pictures/clip.mp4").write_bytes(VIDEO)

    def start(self, **settings):
        programs = self.folder / "bin"
        self.pipe = self.folder / "pipe"
        programs.mkdir()
        os.mkfifo(self.pipe)
        for name in ("ffmpeg", "ffprobe"):
            (programs / name).write_text(STUCK.format(pipe=self.pipe))
            (programs / name).chmod(0o755)
        running = service.Service(
            "--images", self.folder / "pictures", "--allow-unsigned",
            variables={"PATH": f"{programs}:{os.environ['PATH']}"}, **settings)
        self.addCleanup(running.process.kill)
        return running

    def request_video(self, running):
        """Requests a frame. Returns the connection, and the pipe of the program that now works on the frame."""
        connection = socket.create_connection(("127.0.0.1", running.port))
        self.addCleanup(connection.close)
        connection.sendall(b"GET /unsafe/20x/clip.mp4 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        pipe = os.open(self.pipe, os.O_RDONLY)
        self.addCleanup(os.close, pipe)
        self.assertEqual(os.read(pipe, 100), b"works\n")
        return connection, pipe

    def assert_ends(self, pipe):
        """Checks that the program at the other end of the pipe has ended."""
        self.assertTrue(select.select([pipe], [], [], service.LONGEST)[0], "It still runs.")
        self.assertEqual(os.read(pipe, 100), b"")

    def test_ffmpeg_ends_when_its_client_disconnects(self):
        running = self.start()
        connection, pipe = self.request_video(running)
        connection.close()
        self.assert_ends(pipe)
        self.assertEqual(running.request("/healthz").status, 200)
        self.assertEqual(running.end(), 0)

    def test_no_child_process_outlives_the_service(self):
        for hurried in (False, True):
            with self.subTest(hurried=hurried):
                self.setUp()
                running = self.start(SHUTDOWN_SECONDS=1000 if hurried else 1)
                _, pipe = self.request_video(running)
                if hurried:
                    running.process.send_signal(signal.SIGINT)
                self.assertEqual(running.end(), 0)
                self.assert_ends(pipe)

    def test_closing_the_terminal_ends_the_program(self):
        for command in (["app", "--no-browser", "--port", "0"],
                        ["serve", "--images", str(self.folder / "pictures"), "--allow-unsigned", "--port", "0"]):
            with self.subTest(command[0]):
                variables = {"PATH": os.environ["PATH"], "HOME": str(self.folder)}
                process, terminal = pty.fork()
                if process == 0:
                    os.execve(service.PROGRAM, ["postcard", *command], variables)
                self.addCleanup(os.waitpid, process, 0)
                end = os.pidfd_open(process)
                self.addCleanup(os.close, end)
                self.addCleanup(signal.pidfd_send_signal, end, signal.SIGKILL)
                text = b""
                while b"http://" not in text and select.select([terminal], [], [], service.LONGEST)[0]:
                    text += os.read(terminal, 4096)
                self.assertIn(b"http://", text)
                os.close(terminal)
                self.assertTrue(select.select([end], [], [], service.LONGEST)[0], "It still runs.")

    def test_hanging_disk_does_not_delay_shutdown(self):
        """A disk that does not respond blocks all threads that run tasks. There is one for each processor."""
        for hurried in (False, True):
            with self.subTest(hurried=hurried):
                self.setUp()
                tokens = self.folder / "tokens"
                tokens.write_text(f"ann:{service.TOKENS['ann']}\n")
                opening, running = start_opening(
                    self, lambda install: self.start(SHUTDOWN_SECONDS=1000 if hurried else 1, TOKEN_FILE=tokens, before=install))

                def are_all_held():
                    running.process.send_signal(signal.SIGHUP)
                    return len(opening.waiting) == len(os.sched_getaffinity(0))
                with opening.held():
                    service.wait_until(are_all_held, "The tokens are not reloaded.")
                    if hurried:
                        # This signal differs from the next one, since two signals of the same kind can be merged.
                        running.process.send_signal(signal.SIGINT)
                    self.assertEqual(running.end(), 0)


class Log(unittest.TestCase):
    def test_log_contains_numbers_as_json_numbers(self):
        running = service.Service("--images", tempfile.gettempdir(), "--allow-unsigned")
        self.addCleanup(running.process.kill)
        self.assertEqual(running.request("/healthz").status, 200)
        self.assertEqual(running.end(), 0)
        lines = [json.loads(line) for line in running.log]
        listening = next(line for line in lines if line["message"] == "listening")
        self.assertEqual(listening["port"], running.port)
        request = next(line for line in lines if line["message"] == "request")
        self.assertEqual((request["status"], request["bytes"]), (200, 3))
        self.assertIsInstance(request["milliseconds"], int)
        self.assertIsInstance(request["client"], str)

    def test_short_keys_cause_a_warning(self):
        running = service.Service("--images", tempfile.gettempdir(), KEYS="8 bytes!", IMGPROXY_KEYS="00" * 16 + ":00")
        self.addCleanup(running.process.kill)
        self.assertEqual(running.end(), 0)
        warnings = [json.loads(line) for line in running.log if "16 bytes" in line]
        self.assertEqual([line["setting"] for line in warnings], ["keys"])
        self.assertNotIn("8 bytes!", "".join(running.log))

    def test_port_in_use_causes_a_readable_error(self):
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            command = [service.PROGRAM, "serve", "--images", tempfile.gettempdir(), "--allow-unsigned", "--port", str(port)]
            result = subprocess.run(command, env=service.environment(), capture_output=True, text=True)
        self.assertEqual(result.returncode, 69)
        self.assertIn(f"Can't listen on 127.0.0.1:{port}: the port is in use.", result.stderr)
        self.assertIn("--port", result.stderr)
        self.assertNotIn("errno", result.stderr)


if __name__ == "__main__":
    unittest.main()
