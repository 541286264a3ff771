"""Makes thumbnails and memes of all pictures, and records their digests and facts."""

import json
import subprocess

import facts

# The file extensions of animated results, by the extension of the source.
ANIMATED = {".gif": "gif", ".webp": "webp", ".png": "webp", ".avif": "webp"}


def jobs(source, folder):
    for path in sorted((source / "pictures").iterdir()):
        animated = ANIMATED.get(path.suffix) if "moving" in path.name or "animated" in path.name or path.suffix == ".gif" else None
        name = path.name
        thumbnails = [
            {"path": f"{folder}/small {name}.{animated or 'jpg'}", "resize": {"width": 256, "height": 256}},
            {"path": f"{folder}/cover {name}.{animated or 'png'}", "resize": {"width": 512, "height": 512, "fit": "cover"}}]
        yield {"id": f"thumbnails {name}", "input": str(path), "source": True, "outputs": thumbnails}
        box = {"x": 0.1, "width": 0.8, "height": 0.25}
        texts = [{"text": "TOP", "box": {**box, "y": 0.05}}, {"text": f"No {name[:4]}", "box": {**box, "y": 0.7}}]
        extension = animated or ("jpg" if path.suffix == ".jpg" else "png")
        yield {"id": f"meme {name}", "input": str(path), "operations": [{"meme": {"captions": texts}}], "output": f"{folder}/meme {name}.{extension}"}


def record(program, source, folder, to):
    scrubber = facts.Scrubber(folder)
    lines = "".join(json.dumps(job) + "\n" for job in jobs(source, folder))
    batch = subprocess.run([program, "batch", "--workers", "2"], input=lines, capture_output=True, text=True)
    results = sorted((json.loads(line) for line in batch.stdout.splitlines()), key=lambda result: result["id"])
    for result in results:
        found = {"result": scrubber.lines(json.dumps(result, ensure_ascii=False, indent=1).replace(f"{source}/", ""))}
        for output in result.get("outputs", [result]):
            if "path" in output:
                path = folder / output["path"]
                kind = path.name.split()[0]
                found.update({f"{kind} {key}": value for key, value in facts.described(path.read_bytes(), scrubber).items()})
        to.add(result["id"], found)
    info = subprocess.run(
        [program, "info", "--json", *sorted(path.name for path in (source / "pictures").iterdir())], cwd=source / "pictures",
        capture_output=True, text=True)
    for each in json.loads(info.stdout):
        to.add(f"info {each['file']}", {"info": scrubber.json(each)})
    to.add("info", {"status": str(info.returncode), "stderr": scrubber.lines(info.stderr)})
    to.add("batch", {"status": str(batch.returncode), "stderr": scrubber.lines(batch.stderr)})
