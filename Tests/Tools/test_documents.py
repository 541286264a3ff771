"""The documents: their links, length, figures and pictures, and those that a package installs."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<!`)(!?)\[([^\]]*)\]\(([^()\s]+)\)")
# Excludes decisions.
MOST_WORDS = 25_000


def tracked():
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listing.split("\0") if (ROOT / name).is_file()]


def text_of(path):
    """The text without code."""
    return re.sub(r"^(```|~~~).*?^\1", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)


def anchors(path):
    """The anchors of a document's headings, as on GitHub."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", text_of(path), re.MULTILINE):
        anchor = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")
        found.add(anchor)
    return found


def wrong_links(folder, documents):
    """The documents' links to files or headings that do not exist in a folder."""
    wrong = []
    for document in documents:
        for _, _, target in LINK.findall(text_of(document)):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            path = (document.parent / name).resolve() if name else document
            exists = path.exists() and path.is_relative_to(folder)
            if not exists or anchor and path.suffix == ".md" and anchor not in anchors(path):
                wrong.append(f"{document.relative_to(folder)}: {target}")
    return wrong


class Documents(unittest.TestCase):
    def setUp(self):
        self.documents = [path for path in tracked() if path.suffix == ".md" and ".docc" not in str(path) and ".github" not in path.parts]
        self.guides = [path for path in self.documents if path.is_relative_to(ROOT / "Documentation") and "Decisions" not in path.parts]

    def test_every_link_points_to_an_existing_file_and_heading(self):
        self.assertGreater(len(self.documents), 60)
        self.assertEqual(wrong_links(ROOT, self.documents), [])

    def test_every_document_is_in_the_index(self):
        index = ROOT / "Documentation/README.md"
        linked = {(index.parent / target.partition("#")[0]).resolve() for _, _, target in LINK.findall(index.read_text())}
        self.assertEqual({path.relative_to(ROOT) for path in self.guides} - {path.relative_to(ROOT) for path in linked if path.is_relative_to(ROOT)}, {index.relative_to(ROOT)})

    def test_documents_stay_within_their_length_limits(self):
        root = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")]
        self.assertLessEqual(sum(len(path.read_text().split()) for path in self.guides + root), MOST_WORDS)
        self.assertLessEqual(len((ROOT / "Documentation/Explanation/Performance.md").read_text().split()), 500)
        self.assertLessEqual(len((ROOT / "CHANGELOG.md").read_text().splitlines()), 30)

    def test_every_picture_has_alternative_text(self):
        for document in self.documents:
            for mark, text, target in LINK.findall(text_of(document)):
                if mark:
                    with self.subTest(document=document.name, picture=target):
                        self.assertGreater(len(text), 5)

    def test_every_top_level_folder_has_a_short_readme(self):
        folders = {path.relative_to(ROOT).parts[0] for path in tracked() if len(path.relative_to(ROOT).parts) > 1}
        for folder in sorted(name for name in folders if not name.startswith(".")):
            with self.subTest(folder=folder):
                lines = len((ROOT / folder / "README.md").read_text().splitlines())
                self.assertTrue(folder == "Documentation" or 5 <= lines <= 20, lines)

    def test_decisions_have_the_status_and_date_in_their_index(self):
        folder = ROOT / "Documentation/Decisions"
        index = (folder / "README.md").read_text()
        for path in sorted(folder.glob("0*.md")):
            with self.subTest(decision=path.name):
                found = re.search(r"^# (\d+)\. .+\n\nStatus: ([a-z0-9 ]+), (\d{4}-\d\d-\d\d)\n", path.read_text())
                self.assertIsNotNone(found)
                self.assertRegex(index, rf"(?m)^\| {found[1]} \| \[[^\]]+\]\({re.escape(path.name)}\) \| {found[2]} \| {found[3]} \|$")

    def test_figures_match_the_benchmark_results(self):
        results = [set(re.findall(r"\d+(?:\.\d+)?", line)) for line in (ROOT / "Benchmarks/RESULTS.md").read_text().splitlines()]
        page = (ROOT / "Documentation/Explanation/Performance.md").read_text()
        rows = re.findall(r"^\| [^|]+ \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\| (?:met|missed) \|$", page, re.MULTILINE)
        self.assertGreater(len(rows), 9)
        for row in rows:
            figures = {figure for cell in row for figure in re.findall(r"\d+(?:\.\d+)?", cell)}
            with self.subTest(row=row):
                self.assertTrue(any(figures <= line for line in results))

    def test_every_test_in_the_security_policy_exists(self):
        rows = re.findall(r"^\| .+ \| .+ \| (`\w+Tests?`.*|`\w+`.*) \|$", (ROOT / "SECURITY.md").read_text(), re.MULTILINE)
        self.assertGreater(len(rows), 20)
        code = "\n".join(path.read_text() for path in tracked() if path.is_relative_to(ROOT / "Tests") and path.suffix in (".swift", ".py"))
        promised = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
        self.assertEqual(promised - set(re.findall(r"\b(?:struct|class) (\w+)", code)), set())

    def test_every_environment_variable_is_documented(self):
        page = (ROOT / "Documentation/Reference/Configuration.md").read_text() + (ROOT / "Documentation/Guides/ObjectStorage.md").read_text()
        code = "\n".join(path.read_text() for path in tracked() if path.is_relative_to(ROOT / "Sources") and path.suffix == ".swift")
        names = set(re.findall(r'"((?:POSTCARD|FLICKR|FOURSQUARE)_[A-Z_]+[A-Z])"', code))
        self.assertGreater(len(names), 9)
        self.assertEqual({name for name in names if f"`{name}`" not in page}, set())

    def test_links_in_installed_documents_work(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder).resolve()
            (folder / "examples").mkdir()
            (folder / "examples/nginx.conf").write_text("")
            subprocess.run([sys.executable, ROOT / "Scripts/documents", folder], check=True)
            documents = sorted(folder.rglob("*.md"))
            self.assertGreater(len(documents), 60)
            self.assertEqual(wrong_links(folder, documents), [])
            self.assertIn("(../../examples/nginx.conf)", (folder / "Documentation/Guides/Deployment.md").read_text())


if __name__ == "__main__":
    unittest.main()
