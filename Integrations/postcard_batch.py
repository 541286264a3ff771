"""Runs `postcard batch` from Python: one process for many pictures, results as they are done. Only the standard library.

    from postcard_batch import run

    jobs = [{"id": path, "input": path, "operations": [{"resize": {"width": 256}}]} for path in paths]
    for result in run(jobs):
        if result["status"] == "done":
            picture = base64.b64decode(result["base64"])
        else:
            print(result["id"], result["code"], result["message"])

Copy this file, or send it to the workers of an engine (Spark's --py-files, Ray's py_modules, Dask's upload_file). What jobs and results look
like is described in Documentation/Reference/Jobs.md, engines in Documentation/Guides/Engines.md.
"""

import json
import subprocess
import threading

# A job that is done again replaces what it made before, with the same bytes; a failed picture is a result, not an error of the process.
COMMAND = ("postcard", "batch", "--answered", "--existing", "replace")


class BatchError(Exception):
    """`postcard` ended before it had answered all jobs. Those without an answer may be sent again."""


def run(jobs, command=COMMAND):
    """Yields the result of each job as a dictionary, in the order in which they are done.

    jobs: dictionaries, or texts where the command has --job. They are read as far ahead as `postcard` reads, from another thread.
    command: the program and its options, such as [*COMMAND, "--workers", "1"] where the engine itself has a process for each core.

    Raises BatchError when the process dies, and what `jobs` raises.
    """
    process = subprocess.Popen(list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    sent, raised = [0], []

    def send():
        try:
            with process.stdin as lines:
                for job in jobs:
                    line = job if isinstance(job, str) else json.dumps(job)
                    lines.write(line.encode("utf-8", "surrogateescape") + b"\n")
                    lines.flush()  # The next one may take a while.
                    sent[0] += 1
        except BrokenPipeError:
            pass  # It died; its status says more.
        except Exception as error:
            raised.append(error)

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    answered = 0
    try:
        for line in process.stdout:
            if not line.endswith(b"\n"):
                break  # It died while it wrote this.
            answered += 1
            yield json.loads(line)
        sender.join()
        status = process.wait()
        if raised:
            raise raised[0]
        # 75: all were answered, and some failed; without --answered.
        if status not in (0, 75) or answered != sent[0]:
            raise BatchError(f"postcard ended with status {status} after {answered} of {sent[0]} answers.")
    finally:
        # Also when nobody wants the rest.
        process.kill()
        process.stdout.close()
        process.wait()
