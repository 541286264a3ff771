"""Templates of one's own: saved from the editor, used, shared, added from a file, deleted and restored."""

import json
import pathlib

from browser import expect, on_each_device
from library import album, picture
from test_memes import Editor


@on_each_device
class OwnTemplates(Editor):
    def save_as_template(self, name, keywords=""):
        self.page.get_by_role("button", name="Make a template").click()
        box = self.page.get_by_role("dialog", name="New template")
        box.get_by_label("Name").fill(name)
        box.get_by_label("Keywords").fill(keywords)
        self.assert_accessible()
        self.screenshot("template-save")
        box.get_by_role("button", name="Save").click()
        expect(self.page.get_by_text("Template saved")).to_be_visible()

    def test_meme_becomes_a_template(self):
        photos = album(self.app)
        self.open(f"photo={photos[0]}")
        self.write("no", "yes")
        self.save_as_template("Two Bridges", "choice, bridge")
        template = self.get("/library/templates/two-bridges")
        self.assertEqual((template["title"], template["keywords"], template["examples"]), ("Two Bridges", ["choice", "bridge"], [["no", "yes"]]))
        self.assertEqual([slot["caption"]["text"] for slot in template["slots"]], ["", ""])
        self.assertTrue(template["credit"])
        self.page.get_by_role("button", name="Use", exact=True).click()
        self.page.get_by_role("button", name="Leave").click()
        expect(self.page.get_by_role("heading", name="Two Bridges")).to_be_visible()
        self.wait_for_preview()
        self.write("never", "always")
        self.assertEqual(self.get(f"/library/memes/{self.save()}")["template"], "two-bridges")

    def test_template_is_shared_added_deleted_and_restored(self):
        self.app.run("template", "add", picture("bridge"), "--name", "bridge", "--title", "Bridge")
        self.sign_in(at="/app/memes/new")
        expect(self.page.get_by_role("heading", name="Your templates")).to_be_visible()
        self.assert_accessible()
        self.screenshot("template-own")
        more = self.page.get_by_role("button", name="More for Bridge")
        more.click()
        with self.page.expect_download() as download:
            self.page.get_by_role("menuitem", name="Download to share").click()
        self.assertEqual(download.value.suggested_filename, "bridge.json")
        shared = pathlib.Path(download.value.path()).read_bytes()
        self.assertEqual(list(json.loads(shared)["files"]), ["picture.jpg"])
        self.page.locator("input[type=file][accept*=json]").set_input_files(
            {"name": "bridge.json", "mimeType": "application/json", "buffer": shared})
        expect(more).to_have_count(2)
        more.first.click()
        self.page.get_by_role("menuitem", name="Delete").click()
        expect(more).to_have_count(1)
        self.page.get_by_role("button", name="Undo").click()
        expect(more).to_have_count(2)
        self.assertEqual(sorted(each["id"] for each in self.get("/templates") if not each["isBuiltIn"]), ["bridge", "bridge-2"])

    def test_file_that_is_not_a_template_is_reported(self):
        self.sign_in(at="/app/memes/new")
        self.page.locator("input[type=file][accept*=json]").set_input_files(
            {"name": "notes.json", "mimeType": "application/json", "buffer": b"[]"})
        expect(self.page.locator(".toast")).to_contain_text("This file is not a template.")
