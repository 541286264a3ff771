"""`s3://` URLs with two real servers: `rclone serve s3`, which checks signatures, and moto, which supports ranges and conditions."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import boto3
    import botocore.config
except ImportError as error:
    raise unittest.SkipTest(f"Tests/Storage/requirements.txt is not installed: {error}")
if not (pathlib.Path(sys.executable).parent / "rclone").exists():
    raise unittest.SkipTest("Tests/Storage/requirements.txt is not installed: no rclone")

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Service"))
from ports import free_port, refusing_port
from service import LONGEST, wait_until

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("POSTCARD", ROOT / ".build/release/postcard"))
PICTURE = ROOT / "Fixtures/small/jpeg-420.jpg"
KEY, SECRET = "an-access-key", "a-secret/with+signs="
# A key of 1,024 bytes, the maximum length. Names of folders on disk have at most 255 bytes.
LONG = "/".join(["x" * 200] * 5) + "/" + "y" * 15 + ".jpg"
NAMES = ["plain.jpg", "with space.jpg", "a+b&c=d%20e.jpg", "Grüße/ü.jpg", "u\u0308.jpg", "quote'\"(1)~!*.jpg", "日本/東京.jpg", LONG]


class Server:
    """An object storage server as a process."""

    def __init__(self, name, folder, log=subprocess.DEVNULL):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        tools = pathlib.Path(sys.executable).parent
        if name == "rclone":
            command = [tools / "rclone", "serve", "s3", "--auth-key", f"{KEY},{SECRET}", "--addr", f"127.0.0.1:{self.port}",
                       "--vfs-cache-mode", "off", "--config", folder / "none", folder / "data"]
        else:
            command = [tools / "moto_server", "-p", str(self.port)]
        (folder / "data").mkdir()
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)

        def listens():
            if self.process.poll() is not None:
                raise RuntimeError(f"{name} does not start: {self.process.returncode}")
            try:
                return not socket.create_connection(("127.0.0.1", self.port)).close()
            except ConnectionRefusedError:
                return False
        wait_until(listens, f"{name} does not start.")
        self.client = boto3.client(
            "s3", endpoint_url=self.url, aws_access_key_id=KEY, aws_secret_access_key=SECRET, region_name="us-east-1",
            config=botocore.config.Config(s3={"addressing_style": "path"}, request_checksum_calculation="when_required"))

    def end(self):
        self.process.kill()
        self.process.wait()
        self.client.close()


class Common:
    """The tests for both servers."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.server = Server(cls.name, cls.folder)
        cls.server.client.create_bucket(Bucket="photos")
        cls.server.client.create_bucket(Bucket="results")
        for name in NAMES:
            cls.server.client.put_object(Bucket="photos", Key=name, Body=PICTURE.read_bytes())

    @classmethod
    def tearDownClass(cls):
        cls.server.end()
        shutil.rmtree(cls.folder)

    def run_postcard(self, *arguments, input=None, status=0, **variables):
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "AWS_ENDPOINT_URL": self.server.url,
            "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, **variables}
        environment = {name: value for name, value in environment.items() if value is not None}
        done = subprocess.run([PROGRAM, *arguments], input=input, capture_output=True, text=True, env=environment, cwd=self.folder, timeout=LONGEST)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def stored(self, key, bucket="results"):
        return self.server.client.get_object(Bucket=bucket, Key=key)

    def test_objects_with_any_key_can_be_read(self):
        done = self.run_postcard("info", "--json", *(f"s3://photos/{name}" for name in NAMES))
        self.assertEqual([each["bytes"] for each in json.loads(done.stdout)], [PICTURE.stat().st_size] * len(NAMES))

    def test_objects_with_any_key_can_be_written(self):
        for name in NAMES:
            self.run_postcard("edit", f"s3://photos/{name}", "resize=20", "-o", f"s3://results/{name}")
            stored = self.stored(name)
            self.assertEqual(stored["ContentType"], "image/jpeg")
            self.assertTrue(stored["Body"].read().startswith(b"\xff\xd8"), name)

    def test_existing_object_is_replaced_only_with_force(self):
        self.run_postcard("edit", PICTURE, "resize=20", "-o", "s3://results/once.png")
        before = self.stored("once.png")["Body"].read()
        rejected = self.run_postcard("edit", PICTURE, "resize=30", "-o", "s3://results/once.png", status=73)
        self.assertIn("s3://results/once.png already exists", rejected.stderr)
        self.assertEqual(self.stored("once.png")["Body"].read(), before)
        self.run_postcard("edit", PICTURE, "resize=30", "-o", "s3://results/once.png", "--force")
        self.assertNotEqual(self.stored("once.png")["Body"].read(), before)

    def test_missing_objects_and_buckets_are_reported(self):
        self.assertIn("Object not found: s3://photos/gone.jpg", self.run_postcard("info", "s3://photos/gone.jpg", status=66).stderr)
        self.assertIn("no-such-bucket", self.run_postcard("info", "s3://no-such-bucket/a.jpg", status=66).stderr)
        self.assertIn("no-such-bucket", self.run_postcard("edit", PICTURE, "-o", "s3://no-such-bucket/a.jpg", status=66).stderr)

    def test_object_over_the_size_limit_is_rejected(self):
        self.assertIn("--max-megabytes", self.run_postcard("info", "s3://photos/plain.jpg", "--max-megabytes", "0.0001", status=65).stderr)

    def test_meme_peek_and_thumbnail_read_and_write_objects(self):
        # Results from local files have the same bytes.
        there, here = "s3://photos/plain.jpg", "here.jpg"
        (self.folder / here).write_bytes(PICTURE.read_bytes())

        def read(name):
            return (self.folder / name).read_bytes()
        self.run_postcard("meme", "s3://photos/with space.jpg", "HELLO", "--overlay", f"{there}@0.1,0.1,0.2,0.2", "-o", "s3://results/meme.jpg")
        self.run_postcard("meme", here, "HELLO", "--overlay", f"{here}@0.1,0.1,0.2,0.2", "-o", "meme.jpg")
        self.run_postcard("meme", here, "HELLO", "-o", "bare.jpg")
        self.assertEqual(self.stored("meme.jpg")["Body"].read(), read("meme.jpg"))
        self.assertNotEqual(read("meme.jpg"), read("bare.jpg"))
        for command, *options in (["peek"], ["thumbnail", "--size", "20"]):
            self.run_postcard(command, there, *options, "-o", f"{command}-of-there.jpg")
            self.run_postcard(command, here, *options, "-o", f"{command}-of-here.jpg")
            self.assertTrue(read(f"{command}-of-here.jpg").endswith(b"\xff\xd9"), command)
            self.assertEqual(read(f"{command}-of-there.jpg"), read(f"{command}-of-here.jpg"), command)
        self.run_postcard("thumbnail", there, "--size", "20", "--to", "thumbs")
        self.assertEqual(read("thumbs/plain.jpg"), read("thumbnail-of-here.jpg"))

    def test_batch_reads_and_writes_objects(self):
        jobs = [
            {"id": name, "input": f"s3://photos/{name}", "operations": [{"resize": {"width": 16}}, {"watermark": {"picture": "s3://photos/plain.jpg"}}],
             "output": f"s3://results/batch/{number}.webp"}
            for number, name in enumerate(NAMES)]
        lines = "".join(json.dumps(job) + "\n" for job in jobs)
        results = [json.loads(line) for line in self.run_postcard("batch", "--fetches", "8", input=lines).stdout.splitlines()]
        self.assertEqual({each["id"]: each["status"] for each in results}, {name: "done" for name in NAMES})
        self.assertEqual(self.stored("batch/0.webp")["ContentType"], "image/webp")
        again = [json.loads(line) for line in self.run_postcard("batch", input=lines, status=75).stdout.splitlines()]
        self.assertEqual({each["code"] for each in again}, {"exists"})
        kept = [json.loads(line) for line in self.run_postcard("batch", "--existing", "keep", input=lines).stdout.splitlines()]
        self.assertEqual([(each["existed"], each["width"]) for each in kept], [(True, 16)] * len(NAMES))
        recipe = self.folder / "job.json"
        recipe.write_text('{"operations": [{"resize": {"width": 9}}], "output": "s3://results/named/{dir}/{name}.png"}')
        named = self.run_postcard("batch", "--job", recipe, input="s3://photos/Grüße/ü.jpg\ns3://photos/gone.jpg\n", status=75)
        codes = {(result := json.loads(line))["id"]: result.get("code") for line in named.stdout.splitlines()}
        self.assertEqual(codes, {"s3://photos/Grüße/ü.jpg": None, "s3://photos/gone.jpg": "notFound"})
        self.stored("named/Grüße/ü.png")

    def test_list_file_can_contain_objects(self):
        (self.folder / "list").write_text("".join(f"s3://photos/{name}\n" for name in NAMES[:3]))
        self.run_postcard("thumbnail", "--files-from", "list", "--size", "20", "--to", "listed")
        self.assertEqual({path.name for path in (self.folder / "listed").glob("*.jpg")}, set(NAMES[:3]))

    def test_list_in_a_bucket_is_read_in_pieces(self):
        # Empty lines are ignored, but they make the list long enough for three pieces.
        names = "".join(f"s3://photos/{name}\n" for name in NAMES[:3])
        self.server.client.put_object(Bucket="photos", Key="lists/ü 1.txt", Body=(names[:30] + names[30:] + "\n" * 9_000_000 + f"s3://photos/{NAMES[6]}").encode())
        self.run_postcard("thumbnail", "--files-from", "s3://photos/lists/ü 1.txt", "--size", "20", "--to", "listed-there")
        self.assertEqual({path.name for path in (self.folder / "listed-there").glob("*.jpg")}, {*NAMES[:3], "東京.jpg"})
        self.server.client.put_object(Bucket="photos", Key="lists/empty", Body=b"")
        result = self.run_postcard("thumbnail", "--files-from", "s3://photos/lists/empty", "--size", "20", "--to", "none", status=66)
        self.assertIn("s3://photos/lists/empty lists no pictures", result.stderr)
        result = self.run_postcard("thumbnail", "--files-from", "s3://photos/lists/gone", "--size", "20", "--to", "none", status=66)
        self.assertIn("Object not found: s3://photos/lists/gone", result.stderr)
        self.assertFalse((self.folder / "none").exists())

    def test_watermarks_templates_and_pin_photos_can_be_objects(self):
        mark = "watermark=s3://photos/with space.jpg,0.5"
        self.run_postcard("edit", "s3://photos/plain.jpg", "resize=40", mark, "-o", "marked.png")
        self.run_postcard("edit", "s3://photos/plain.jpg", "resize=40", "-o", "plain.png")
        self.assertNotEqual((self.folder / "marked.png").read_bytes(), (self.folder / "plain.png").read_bytes())
        self.run_postcard("thumbnail", "s3://photos/plain.jpg", "--edit", mark, "--size", "40", "--to", "s3://results/marked/")
        result = self.run_postcard("edit", "s3://photos/plain.jpg", "watermark=s3://photos/gone.jpg", "-o", "gone.png", status=66)
        self.assertIn("s3://photos/gone.jpg", result.stderr)
        self.assertFalse((self.folder / "gone.png").exists())
        library = ["--library", "library"]
        self.assertIn("plain", self.run_postcard("template", "add", "s3://photos/plain.jpg", *library).stdout)
        result = self.run_postcard("pin", "drop", "--photo", "s3://photos/plain.jpg", *library, status=65)
        self.assertIn("s3://photos/plain.jpg has no GPS position", result.stderr)
        # Files that are not pictures are read only from disk and standard input.
        result = self.run_postcard("meme", "s3://photos/plain.jpg", "--spec", "s3://photos/meme.json", "-o", "spec.jpg", status=66)
        self.assertIn("Objects in buckets are not supported here.", result.stderr)

    @staticmethod
    def next_second():
        """Waits for the next second of the clock. Bucket lists contain whole seconds, so two changes within one second look the same."""
        second = int(time.time())
        wait_until(lambda: int(time.time()) > second)

    def events(self, *arguments, status=0):
        """Runs `thumbnail`, and returns its events by picture."""
        lines = self.run_postcard("thumbnail", *arguments, "--json", "--fetches", "8", status=status).stdout.splitlines()
        return {(event := json.loads(line))["input"]: event for line in lines}

    def test_thumbnails_of_a_prefix_are_updated_incrementally(self):
        keys = ["tree/a b.jpg", "tree/sub/b+ü.jpg", "tree/sub/deep/c.jpg"]
        for key in [*keys, "tree/notes.txt", "tree/.hidden.jpg", "tree/thumbs/old.jpg", "treehouse.jpg"]:
            self.server.client.put_object(Bucket="photos", Key=key, Body=PICTURE.read_bytes())
        self.next_second()
        run = ["s3://photos/tree/", "--to", "s3://photos/tree/thumbs", "--size"]
        first = self.events(*run, "20")
        self.assertEqual({name: event["status"] for name, event in first.items()}, {f"s3://photos/{key}": "made" for key in keys})
        self.assertEqual(first["s3://photos/tree/sub/b+ü.jpg"]["results"][0]["file"], "s3://photos/tree/thumbs/sub/b+ü.jpg")
        self.assertTrue(self.stored("tree/thumbs/sub/b+ü.jpg", "photos")["Body"].read().startswith(b"\xff\xd8"))
        self.assertEqual({event["status"] for event in self.events(*run, "20").values()}, {"upToDate"})
        self.next_second()
        self.server.client.put_object(Bucket="photos", Key=keys[0], Body=PICTURE.read_bytes())
        changed = self.events(*run, "20")
        self.assertEqual([changed[f"s3://photos/{key}"]["status"] for key in keys], ["made", "upToDate", "upToDate"])
        # A different size is a different recipe. Each shard takes its pictures from the list.
        self.next_second()
        shards = [self.events(*run, "30", "--shard", f"{number}/2") for number in (1, 2)]
        self.assertEqual(sorted(name for shard in shards for name in shard), sorted(first))
        self.assertEqual({event["status"] for shard in shards for event in shard.values()}, {"made"})

    def test_thumbnails_do_not_replace_unrelated_objects(self):
        self.server.client.put_object(Bucket="results", Key="foreign/plain.jpg", Body=b"theirs")
        result = self.events("s3://photos/plain.jpg", "--to", "s3://results/foreign/", "--size", "20", status=73)
        self.assertIn("already exists", result["s3://photos/plain.jpg"]["message"])
        self.assertEqual(self.stored("foreign/plain.jpg")["Body"].read(), b"theirs")
        self.assertEqual(self.events(PICTURE, "--to", "s3://results/local", "--size", "20")[str(PICTURE)]["status"], "made")
        self.stored("local/jpeg-420.jpg")
        itself = self.events("s3://photos/plain.jpg", "--to", "s3://photos", "--size", "20", status=73)
        self.assertIn("one of the input pictures", itself["s3://photos/plain.jpg"]["message"])
        self.assertIn("There are no pictures", self.run_postcard("thumbnail", "s3://photos/empty/", "--to", "x", "--size", "9", status=66).stderr)
        self.run_postcard("thumbnail", "s3://photos/plain.jpg", "--size", "20", "-o", "s3://results/one.webp")
        self.assertEqual(self.stored("one.webp")["ContentType"], "image/webp")

    def test_profiles_have_separate_keys_and_endpoints(self):
        (self.folder / ".aws").mkdir(exist_ok=True)
        (self.folder / ".aws/config").write_text(f"[profile other]\nregion = eu-west-1\nendpoint_url = {self.server.url}\n")
        (self.folder / ".aws/credentials").write_text(f"[other]\naws_access_key_id = {KEY}\naws_secret_access_key = {SECRET}\n")
        none = {"AWS_ENDPOINT_URL": None, "AWS_ACCESS_KEY_ID": None, "AWS_SECRET_ACCESS_KEY": None}
        self.run_postcard("info", "s3://other@photos/plain.jpg", **none)
        self.run_postcard("info", "s3://photos/plain.jpg", **none, AWS_PROFILE="other")
        program = self.folder / "our keys"
        program.write_text(f"""#!/bin/sh
            [ "$2" = "photo team" ] || {{ echo "who is $2?" >&2; exit 3; }}
            echo '{{"Version": 1, "AccessKeyId": "{KEY}", "SecretAccessKey": "{SECRET}"}}'
            """)
        program.chmod(0o755)
        with (self.folder / ".aws/config").open("a") as config:
            for name, team in ("allowed", "photo team"), ("denied", "others"):
                config.write(f'[profile {name}]\nendpoint_url = {self.server.url}\ncredential_process = "{program}" --for "{team}"\n')
        self.run_postcard("info", "s3://allowed@photos/plain.jpg", **none)
        result = self.run_postcard("info", "s3://denied@photos/plain.jpg", status=77, **none)
        self.assertIn("ended with status 3: who is others?", result.stderr)
        result = self.run_postcard("info", "s3://unknown@photos/plain.jpg", status=77, **none)
        self.assertIn("No credentials for object storage in the profile unknown", result.stderr)
        self.assertIn("No credentials", self.run_postcard("info", "s3://photos/plain.jpg", status=77, **none).stderr)

    def test_unreachable_server_is_reported(self):
        with refusing_port() as port:
            away = self.run_postcard("info", "s3://photos/plain.jpg", status=69, AWS_ENDPOINT_URL=f"http://127.0.0.1:{port}")
        self.assertIn("Can't connect", away.stderr)


class Rclone(Common, unittest.TestCase):
    name = "rclone"

    def test_wrong_secret_is_reported(self):
        result = self.run_postcard("info", "s3://photos/plain.jpg", status=77, AWS_SECRET_ACCESS_KEY="wrong")
        self.assertIn("were rejected", result.stderr)


class Moto(Common, unittest.TestCase):
    name = "moto"


if __name__ == "__main__":
    unittest.main()
