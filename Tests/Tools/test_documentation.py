"""The documentation of the modules: topics list all public types, and the snippets contain the examples."""

import pathlib
import re
import runpy
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))
DECLARATIONS_OF = runpy.run_path(str(ROOT / "Scripts/budget"))["declarations_of"]
# The most used types, each with an example.
EXAMPLES = {
    "PostcardImaging": ["OpenedPicture", "Image", "DecodingOptions", "EncodingOptions", "AnimatedImage"],
    "PostcardMemes": ["Meme", "Caption", "MemeFile.Job", "Template"],
    "PostcardLibrary": ["Library"],
}
TYPE = re.compile(r"(?:\w+ )*(?:struct|class|enum|actor|protocol|typealias) (\w+)")


def lines_of(text):
    """The lines of code without indentation, blank lines and snippet markers."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("// snippet.")]


def contains(lines, part):
    """True if the lines contain the lines of the part consecutively."""
    return any(lines[start:start + len(part)] == part for start in range(len(lines) - len(part) + 1))


def blocks_of(text):
    """The Swift code blocks in Markdown."""
    return re.findall(r"^```swift\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def comments_of(text):
    """Yields the documentation comments of a Swift source, each with the declaration after it."""
    comment = []
    for line in text.splitlines():
        if found := re.match(r"\s*/// ?(.*)", line):
            comment.append(found[1])
        elif comment and line.strip() and not re.match(r"\s*(@|//)", line):
            yield "\n".join(comment) + "\n", line.strip()
            comment = []


class Documentation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.modules = sorted(path.parent.parent for path in ROOT.glob("Sources/*/*.docc/*.md") if path.stem == path.parent.parent.name)
        cls.snippets = [lines_of(path.read_text()) for path in sorted((ROOT / "Snippets").glob("*.swift"))]

    def types(self, module):
        """The public types of a module by their full names."""
        return {
            ".".join(filter(None, (owner, found[1]))) for path in module.rglob("*.swift") for owner, text in DECLARATIONS_OF(path.read_text())
            if (found := TYPE.match(text))}

    def test_every_product_has_a_page(self):
        products = set(re.findall(r'\.library\(name: "(\w+)"', (ROOT / "Package.swift").read_text()))
        self.assertEqual({module.name for module in self.modules}, products)

    def test_topics_list_exactly_the_public_types(self):
        for module in self.modules:
            with self.subTest(module=module.name):
                page = (module / f"{module.name}.docc/{module.name}.md").read_text()
                topics = page.partition("\n## Topics\n")[2]
                listed = [link.replace("/", ".") for link in re.findall(r"``([\w/]+)``", topics)]
                self.assertEqual(len(set(listed)), len(listed))
                self.assertEqual(set(listed), self.types(module))

    def test_every_page_starts_with_an_example_program(self):
        for module in self.modules:
            with self.subTest(module=module.name):
                page = (module / f"{module.name}.docc/{module.name}.md").read_text()
                self.assertRegex(page.partition("\n## Overview\n")[2].split("\n### ")[0], r"@Snippet\(path: \"postcard/Snippets/\w+\"\)")
                self.assertIn("\n### What you need to know\n", page)

    def test_snippets_of_pages_exist(self):
        for page in ROOT.glob("Sources/*/*.docc/*.md"):
            for name in re.findall(r'@Snippet\(path: "postcard/(Snippets/\w+)"', page.read_text()):
                self.assertTrue((ROOT / f"{name}.swift").is_file(), f"{page}: {name}")

    def test_code_examples_come_from_snippets(self):
        found = 0
        for module in self.modules:
            texts = [(path, path.read_text()) for path in module.rglob("*.docc/*.md")]
            texts += [
                (path, comment) for path in module.rglob("*.swift") for comment, declaration in comments_of(path.read_text())
                if re.match(r"(public|case)\b", declaration)]
            for path, text in texts:
                for block in blocks_of(text):
                    found += 1
                    with self.subTest(path=str(path.relative_to(ROOT)), block=block):
                        self.assertTrue(any(contains(snippet, lines_of(block)) for snippet in self.snippets))
        self.assertGreater(found, 12)

    def test_most_used_types_have_an_example(self):
        for name, types in EXAMPLES.items():
            documented = set()
            for path in (ROOT / "Sources" / name).rglob("*.swift"):
                for comment, declaration in comments_of(path.read_text()):
                    if (found := re.match(r"public " + TYPE.pattern, declaration)) and (blocks := blocks_of(comment)):
                        documented.add(found[1])
                        self.assertLessEqual(max(len(lines_of(block)) for block in blocks), 8, found[1])
            for each in types:
                self.assertIn(each.rpartition(".")[2], documented)


if __name__ == "__main__":
    unittest.main()
