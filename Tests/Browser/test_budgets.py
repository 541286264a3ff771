"""The download size of the app. Decision 11 explains the limits."""

import pathlib
import re
import tempfile
import unittest

from browser import App
from service import request

APP = pathlib.Path(__file__).resolve().parents[2] / "Sources/PostcardWeb/app"


def imported(module, found=None):
    """Returns a module and all modules that it imports before it runs."""
    found = set() if found is None else found
    if module not in found:
        found.add(module)
        for name in re.findall(r"^import [^;]*?'(\.[^']+)'", module.read_text(), re.MULTILINE):
            imported((module.parent / name).resolve(), found)
    return found


class Budgets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="postcard-budgets-")
        cls.addClassCleanup(folder.cleanup)
        cls.app = App(pathlib.Path(folder.name) / "library")
        cls.addClassCleanup(cls.app.end)
        shell = request(cls.app.port, "/app/").body.decode()
        cls.files = re.search("/app/-/[0-9a-f]+/", shell)[0]

    def weight(self, paths):
        """Returns the size of files in kilobytes, as the service sends them."""
        size = 0
        for path in paths:
            target = self.files + path.relative_to(APP).as_posix()
            reply = request(self.app.port, target, headers={"Accept-Encoding": "gzip"})
            self.assertEqual(reply.status, 200, target)
            size += len(reply.body)
        return size / 1000

    def test_scripts_and_styles_stay_within_budget(self):
        scripts = [path for path in APP.glob("js/**/*.js") if path.parent.parent.name != "strings"]
        self.assertLessEqual(self.weight([*scripts, *APP.glob("css/*.css")]), 185)

    def test_translations_stay_within_budget_and_load_on_demand(self):
        for folder in filter(pathlib.Path.is_dir, (APP / "js/strings").iterdir()):
            self.assertLessEqual(self.weight(folder.glob("*.js")), 18, folder.name)
            self.assertNotIn(f"strings/{folder.name}/", (APP / "index.html").read_text())

    def test_first_screen_stays_within_budget(self):
        modules = imported(APP / "js/start.js") | imported(APP / "js/main.js") | imported(APP / "js/map/map-screen.js")
        styles = [APP / "css" / f"{name}.css" for name in ("tokens", "base", "layout", "forms", "map")]
        self.assertLessEqual(self.weight([*modules, *styles]), 50)
        self.assertLessEqual(len(modules), 30)

    def test_coarse_world_outline_stays_within_budget(self):
        self.assertLessEqual(self.weight([APP / "world-low.bin"]), 15)

    def test_samples_are_smaller_than_a_megabyte(self):
        self.assertLessEqual(self.weight(APP.glob("samples/*")), 1_000)

    def test_world_pieces_stay_within_budget_and_load_on_demand(self):
        self.assertLessEqual(self.weight(APP.glob("world/*")), 450)
        self.assertNotIn("world/", (APP / "index.html").read_text())
        # The worker downloads all other files in its list.
        self.assertIn(r"FILES.filter((file) => !/^(world|samples)\//.test(file))", (APP / "sw.js").read_text())


if __name__ == "__main__":
    unittest.main()
