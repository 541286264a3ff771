"""What the files of the app promise one another."""

import pathlib
import subprocess
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Sources/PostcardWeb"


class Files(unittest.TestCase):
    def test_the_page_names_the_modules_that_every_visit_needs(self):
        done = subprocess.run([FOLDER / "preload", "--check"], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")

    def test_no_file_writes_markup_from_text(self):
        for path in FOLDER.glob("app/js/**/*.js"):
            text = path.read_text()
            for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
                self.assertNotIn(word, text, path)


if __name__ == "__main__":
    unittest.main()
