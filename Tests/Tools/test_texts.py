"""The web app's texts: every language has all of them, and the screens contain none."""

import pathlib
import re
import unittest

JS = pathlib.Path(__file__).resolve().parents[2] / "Sources/PostcardWeb/app/js"
LANGUAGES = sorted(path.name for path in (JS / "strings").iterdir() if path.is_dir())
MODULES = sorted(path.stem for path in (JS / "strings").glob("*.js") if path.stem != "language")

# Texts that are the same in German.
SAME = {
    "Link", "Album", "Auto", "Download", "Esc", "Meme", "Memes", "N", "Name", "OK", "Offline", "Pin", "Pin · ${}", "Pins", "Position", "Poster", "S", "Sand", "Text", "Text ${}",
    "Uploads", "Video", "W",
}

# A literal that people read starts with a capitalized word, contains a typographic character, or has a word of a sentence in it.
READ = re.compile(r"^\W*[A-Z][a-z]|[’“”…]|\b(?:a|an|and|are|by|is|no|not|of|or|the|to|was|with|you|your)\b [a-z$]|\$\{\} [a-z]{3,}(?!\()|^ [a-z]{3}")
# The value of a property, or the argument of a function, that people read.
SHOWN = re.compile(r"(?:\b(?:alt|confirm|cancel|detail|label|missing|placeholder|text|title)|'aria-label'): $|textContent = $|\b(?:toast|complain|screen\.title)\($")
# Names of keys, events, headers, errors and products, patterns of elements, and messages for the console. No translation has them.
NAMES = re.compile(
    r"(?:Abort|NotAllowed|NotReadable|NotSupported)Error|Arrow(?:Up|Down|Left|Right)|Alt\+|Ctrl\+\S*|Shift\+|Backspace|Delete|End|Enter|Escape|Home|Space|Tab"
    r"|Accept|ClipboardItem|Content-Type|ETag|If-\S+|Link|Location|Range|Retry-After|X-\S+|Point|Problem|BODY|IHDR|IDAT|IEND"
    r"|Flickr|Foursquare|Frankmark|Immich|OpenStreetMap|Postcard(?: \$\{\})?|WebP|Wikimedia Commons|no response|[Nn]ot a script of the app|Files|Meme-Report|Aa|…|\$\{\} · Postcard|\$\{\}Now"
    r"|The style sheet could not be imported\.|The map could not be loaded: .*")


def entries(path):
    """Returns the texts in a module by key, as code without line breaks. Lists and objects are one text each."""
    body = re.search(r"(?:\(|= |', )\{\n(.*?)\n\}\)?;", without_comments(path.read_text()), re.S)[1]
    found = re.split(r"^ {4}(?=[\w']+: ?)", body, flags=re.M)[1:]
    return {key.strip("'"): re.sub(r"\s*\n\s*", " ", value).strip().rstrip(",") for key, value in (each.split(":", 1) for each in found)}


def parameters(value):
    """Returns the parameters of a text; none if the text is a constant."""
    found = re.match(r"\s*\(([^)]*)\) =>", value)
    return found[1].split(", ") if found else []


def literals(code):
    """Returns the string literals of code except for keys, with `${}` for substitutions, and their offsets."""
    found = []
    for match in re.finditer(r"'((?:\\.|[^'\\\n])*)'|`((?:\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`\\])*)`", code):
        if code[match.end():match.end() + 2] != ": ":
            found.append((match.start(), re.sub(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", "${}", match[1] if match[1] is not None else match[2])))
    return found


def without_comments(code):
    """Returns code without comments and imports."""
    code = re.sub(r"/\*\*.*?\*/", "", code, flags=re.S)
    return re.sub(r"^import [^;]*;$|^ *//.*", "", code, flags=re.M)


class Texts(unittest.TestCase):
    def test_every_language_has_every_text(self):
        for language in LANGUAGES:
            folder = JS / "strings" / language
            self.assertEqual(sorted(path.stem for path in folder.glob("*.js") if path.stem != "all"), MODULES)
            for name in MODULES:
                english, other = entries(JS / f"strings/{name}.js"), entries(folder / f"{name}.js")
                self.assertEqual(list(english), list(other), f"{language}/{name}.js")
                self.assertGreater(len(english), 3, name)
                for key in english:
                    self.assertEqual(parameters(english[key]), parameters(other[key]), f"{language}/{name}.js: {key}")
                    self.assertEqual(*(re.findall(r"[{,] (\w+|'[\w-]+'): [\['{]", value) for value in (english[key], other[key])), f"{language}/{name}.js: {key}")
                    for parameter in parameters(english[key]):
                        self.assertRegex(other[key].split("=>", 1)[1], rf"\b{parameter}\b", f"{language}/{name}.js: {key}")

    def test_every_module_is_loaded_by_its_name(self):
        for name in MODULES:
            loaded = re.search(r"(?:translated|screenStrings)\('(\w+)', \{", (JS / f"strings/{name}.js").read_text())[1]
            for language in LANGUAGES:
                self.assertRegex((JS / f"strings/{language}/all.js").read_text(), rf"export \{{ strings as {loaded} \}} from './{name}\.js';")

    def test_no_text_is_left_in_english(self):
        left = []
        for language in LANGUAGES:
            for name in MODULES:
                other = entries(JS / f"strings/{language}/{name}.js")
                for key, value in entries(JS / f"strings/{name}.js").items():
                    english, translated = ([text for _, text in literals(each) if re.search("[A-Za-z]", text.replace("${}", ""))] for each in (value, other[key]))
                    for text in set(english) & set(translated) - SAME:
                        left.append(f"{language}/{name}.js: {key}: {text!r}")
        self.assertEqual(left, [], "Translate these texts, or add them to SAME.")

    def test_quotation_marks_are_those_of_the_language(self):
        for name in MODULES:
            self.assertNotIn("„", (JS / f"strings/{name}.js").read_text())
            for key, value in entries(JS / f"strings/de/{name}.js").items():
                self.assertRegex(value, r"^[^„“]*(?:„[^„“]*“[^„“]*)*$", f"de/{name}.js: {key}")
                self.assertNotRegex(value, r"[\"”‘]|\.\.\.", f"de/{name}.js: {key}")

    def test_texts_of_screens_do_not_hide_those_of_all_screens(self):
        shared = set(entries(JS / "strings/base.js"))
        for name in set(MODULES) - {"base", "sentences"}:
            self.assertEqual(shared & set(entries(JS / f"strings/{name}.js")), set(), name)

    def test_every_text_is_used(self):
        code = {path: path.read_text() for path in JS.rglob("*.js") if path.parent.name != "de"}
        for name in set(MODULES) - {"sentences"}:
            users = "".join(text for text in code.values() if name == "base" or re.search(rf"strings/{name}\.js'", text))
            for key in entries(JS / f"strings/{name}.js"):
                self.assertRegex(users, rf"strings\.{key}\b|'{key}'", f"{name}.js: {key} is unused")

    def test_screens_contain_no_texts(self):
        found = []
        for path in sorted(JS.rglob("*.js")):
            if "strings" in path.parts:
                continue
            code = without_comments(path.read_text())
            for start, text in literals(code):
                is_shown = SHOWN.search(code[:start]) and re.search("[A-Za-z]{2}", text.replace("${}", ""))
                if (is_shown or READ.search(text)) and not NAMES.fullmatch(text):
                    found.append(f"{path.relative_to(JS)}: {text!r}")
        self.assertEqual(found, [], "Move these texts to a module in strings.")


if __name__ == "__main__":
    unittest.main()
