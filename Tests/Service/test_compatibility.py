"""The figures in Documentation/Reference/Compatibility.md match the results of Benchmarks/compatibility."""

import re
import subprocess
import unittest

from service import PROGRAM, ROOT

PYTHON = ROOT / ".build/compatibility/bin/python"
# Images at the limit of agreement may be on either side of the limit on other processors.
PICTURES_AT_THE_LIMIT = 3


def documented(peer):
    """Returns a peer's number of URLs, how many of them agree, and their share, from the document's table."""
    text = (ROOT / "Documentation/Reference/Compatibility.md").read_text()
    row = re.search(rf"^\| {peer}[^|]*\| (\d[\d,]*) [^|]*\| (\d[\d,]*), ([\d.]+)% \|$", text, re.MULTILINE)
    count, agreeing = (int(row[index].replace(",", "")) for index in (1, 2))
    return count, agreeing, float(row[3])


@unittest.skipUnless(PYTHON.exists(), "needs thumbor, NumPy and Pillow of Benchmarks/requirements.txt")
class Figures(unittest.TestCase):
    is_thorough = True

    def compare(self, peer, margin=0):
        count, agreeing, share = documented(peer)
        self.assertAlmostEqual(share, 100 * agreeing / count, delta=0.06)
        command = [PYTHON, "-u", ROOT / "Benchmarks/compatibility", peer, "--postcard", PROGRAM, "--peer", PYTHON]
        output = ""
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
            for line in running.stdout:
                # Tests/run sees the end of a subtest as progress. All URLs together take long on a busy machine.
                with self.subTest(line):
                    output += line
        found = re.search(rf"^{peer}: (\d+) of (\d+) agree", output, re.MULTILINE)
        self.assertIsNotNone(found, output)
        self.assertEqual(int(found[2]), count, "The length of the list differs from the document.")
        self.assertLessEqual(abs(int(found[1]) - agreeing), margin, output)

    def test_thumbor_figures_are_current(self):
        self.compare("thumbor", PICTURES_AT_THE_LIMIT)

    def test_memegen_figures_are_current(self):
        self.compare("memegen")

    def test_imgproxy_figures_are_current(self):
        self.compare("imgproxy")


if __name__ == "__main__":
    unittest.main()
