"""Schemathesis makes requests from /openapi.json, and checks the responses against it."""

import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import unittest

from service import FIXTURES, LONGEST, TOKENS, FlickrStandIn, Folder, NominatimStandIn, Service, environment

if importlib.util.find_spec("schemathesis") is None:
    raise unittest.SkipTest("Tests/Service/requirements.txt is not installed: no schemathesis")

PICTURES = ["small/jpeg-420.jpg", "small/png-rgb-8.png", "travel/poole-hills-in-mist.jpg"]


class Description(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.folder = Folder(PICTURES)
        cls.addClassCleanup(folder.remove)
        # One item of each kind, so no list is empty.
        picture, photo = (str(folder.pictures / pathlib.Path(name).name) for name in [PICTURES[0], PICTURES[2]])
        folder.run("pin", "drop", "50.6391,-1.9407", "--name", "Poole")
        folder.run("album", "open", "Poole", "--source", f"folder:{folder.pictures}")
        folder.run("journal", "new", "By the sea")
        folder.run("journal", "place", "By the sea", "Poole")
        folder.run("note", "new", "By the sea", "--text", "Rain until noon.")
        clip = str(FIXTURES / "video/starts-black.mp4")
        folder.run("entry", "new", picture, clip, "--text", "Waves", "--journal", "By the sea")
        folder.run("meme", photo, "One", "Two")
        folder.run("settings", "set", "place-lookups", "on")
        cls.flickr = FlickrStandIn()
        cls.addClassCleanup(cls.flickr.end)
        nominatim = NominatimStandIn()
        cls.addClassCleanup(nominatim.end)
        cls.service = Service(
            "--images", folder.pictures, "--library", folder.library, "--token-file", folder.tokens, "--allow-unsigned",
            "--places", "nominatim", variables={
                "FLICKR_API_KEY": "0123456789abcdef0123456789abcdef", "POSTCARD_FLICKR_ENDPOINT": cls.flickr.endpoint,
                "POSTCARD_NOMINATIM_ENDPOINT": nominatim.endpoint, "XDG_CACHE_HOME": str(folder.path / "cache"),
            },
        )
        cls.addClassCleanup(cls.service.end)

    def check(self, least, exclude, *tags, phases="examples,coverage"):
        """Tests the operations that have one of the tags with more than `least` generated requests."""
        # A version conflict (412) is reported before the body is read (RFC 9110, section 13.2.1).
        rejections = ["400", "401", "403", "404", "405", "406", "409", "412", "415", "422"]
        # The stream of changes never ends, so its first event is enough. Clients that have seen all changes get no events.
        (self.folder.path / "schemathesis.toml").write_text(
            f"request-timeout = {LONGEST}\n[checks.negative_data_rejection]\nexpected-statuses = {json.dumps(rejections)}\n"
            '[[operations]]\ninclude-name = "GET /library/events"\nmax-stream-events = 1\nrequest-timeout = 5\n')
        program = pathlib.Path(sys.executable).parent / "schemathesis"
        run = subprocess.run(
            [
                program, "run", f"http://127.0.0.1:{self.service.port}/openapi.json",
                "--header", f"Authorization: Bearer {TOKENS['ann']}", "--phases", phases,
                "--exclude-checks", ",".join(exclude), *(f"--include-tag={tag}" for tag in tags),
                "--seed", "1", "--generation-database", "none", "--max-examples", "4",
                "--no-color",
            ],
            cwd=self.folder.path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self.assertEqual(run.returncode, 0, run.stdout)
        # A run with few requests would find nothing.
        cases = re.search(r"(\d+) generated", run.stdout)
        self.assertIsNotNone(cases, run.stdout)
        self.assertGreater(int(cases[1]), least, run.stdout)

    # The excluded check requires that all well-formed cursors and ids are accepted.
    def test_library_conforms_to_the_openapi_document(self):
        self.check(800, ["positive_data_acceptance"], "library", "service")

    test_library_conforms_to_the_openapi_document.is_thorough = True

    def test_library_conforms_to_the_examples_in_the_openapi_document(self):
        self.check(20, ["positive_data_acceptance"], "library", "service", phases="examples")

    def test_pictures_and_memes_conform_to_the_openapi_document(self):
        # Memegen's URLs ignore invalid parts.
        self.check(80, ["positive_data_acceptance", "negative_data_rejection"], "pictures", "memes")

    def test_all_operations_conform_to_the_openapi_document_under_fuzzing(self):
        self.check(
            300, ["positive_data_acceptance", "negative_data_rejection"], "library", "service", "pictures", "memes", phases="fuzzing")

    test_all_operations_conform_to_the_openapi_document_under_fuzzing.is_thorough = True


if __name__ == "__main__":
    unittest.main()
