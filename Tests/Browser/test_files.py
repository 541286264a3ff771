"""Consistency checks of the app's files."""

import pathlib
import subprocess
import unittest

try:
    import playwright
except ImportError as error:
    raise unittest.SkipTest(f"Tests/Browser/requirements.txt is not installed: {error}")

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "Sources/PostcardWeb"


class Files(unittest.TestCase):
    def test_preload_list_is_current(self):
        done = subprocess.run([FOLDER / "preload", "--check"], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")

    def test_module_unit_tests_pass(self):
        node = pathlib.Path(playwright.__file__).parent / "driver/node"
        done = subprocess.run([node, "--test", HERE / "modules.mjs"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_no_module_creates_markup_from_strings(self):
        for path in FOLDER.glob("app/js/**/*.js"):
            text = path.read_text()
            for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
                self.assertNotIn(word, text, path)

    def test_one_module_sends_requests_and_one_follows_pointers(self):
        owners = {"fetch(": "api", "XMLHttpRequest(": "streams", "EventSource(": "streams", "setPointerCapture(": "pointers"}
        for path in FOLDER.glob("app/js/**/*.js"):
            for word, owner in owners.items():
                if path.stem != owner:
                    self.assertNotIn(word, path.read_text(), path)

    def test_json_is_parsed_only_where_damaged_text_is_handled(self):
        for path in FOLDER.glob("app/js/**/*.js"):
            if path.stem != "api":
                self.assertNotIn("JSON.parse(", path.read_text().replace("JSON.parse(JSON.stringify(", ""), path)


if __name__ == "__main__":
    unittest.main()
