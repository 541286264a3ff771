"""Runs `postcard batch` from Python: one process for many images, with results as they are finished. Uses only the standard library.

    from postcard_batch import run

    jobs = [{"id": path, "input": path, "operations": [{"resize": {"width": 256}}]} for path in paths]
    for result in run(jobs):
        if result["status"] == "done":
            picture = base64.b64decode(result["base64"])
        else:
            print(result["id"], result["code"], result["message"])

Copy this file, or send it to the workers of an engine (Spark's --py-files, Ray's py_modules, Dask's upload_file). For jobs and results, see
Documentation/Reference/Jobs.md; for engines, Documentation/Guides/Engines.md.
"""

import json
import subprocess
import threading

# A repeated job replaces its earlier result with the same bytes. A failed image is a result, not an error of the process.
COMMAND = ("postcard", "batch", "--answered", "--existing", "replace")


class BatchError(Exception):
    """`postcard` ended before it had returned all results. Jobs without a result may be sent again."""


def run(jobs, command=COMMAND):
    """Yields the result of each job as a dictionary, in the order in which they finish.

    jobs: dictionaries, or strings if the command has --job. Another thread reads them, as far ahead as `postcard` does.
    command: the program and its options, such as [*COMMAND, "--workers", "1"] if the engine has a process for each core.

    Raises BatchError if the process dies, and the exceptions of `jobs`.
    """
    process = subprocess.Popen(list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    sent, raised = [0], []

    def send():
        try:
            with process.stdin as lines:
                for job in jobs:
                    line = job if isinstance(job, str) else json.dumps(job)
                    lines.write(line.encode("utf-8", "surrogateescape") + b"\n")
                    lines.flush()  # The next job may take a while.
                    sent[0] += 1
        except BrokenPipeError:
            pass  # The process died; its status is checked below.
        except Exception as error:
            raised.append(error)

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    answered = 0
    try:
        for line in process.stdout:
            if not line.endswith(b"\n"):
                break  # The process died while it wrote this line.
            answered += 1
            yield json.loads(line)
        sender.join()
        status = process.wait()
        if raised:
            raise raised[0]
        # 75, without --answered: all jobs have results, and some failed.
        if status not in (0, 75) or answered != sent[0]:
            raise BatchError(f"postcard ended with status {status} after {answered} of {sent[0]} results.")
    finally:
        # Also if the caller stops early.
        process.kill()
        process.stdout.close()
        process.wait()
