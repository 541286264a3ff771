"""The generated parts of the documentation match the program: commands, settings, endpoints and error messages."""

import os
import subprocess
import sys
import unittest

from service import PROGRAM, ROOT


class Reference(unittest.TestCase):
    def test_generated_documentation_is_current(self):
        done = subprocess.run(
            [sys.executable, ROOT / "Scripts/reference", "--check"], env={**os.environ, "POSTCARD": str(PROGRAM)}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), "Run Scripts/reference.")


if __name__ == "__main__":
    unittest.main()
