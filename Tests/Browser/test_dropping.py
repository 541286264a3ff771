"""Files dropped on the app from outside."""

import base64
import re

from browser import expect, on_each_device
from library import picture

# Drops a file on an element as a browser does: dragover, then drop.
DROP = """([selector, name, type, text]) => {
    const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name, {type}));
    for (const kind of ['dragover', 'drop']) {
        document.querySelector(selector).dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer}));
    }
}"""


def drop(page, selector, path, kind="image/jpeg"):
    page.evaluate(DROP, [selector, path.name, kind, base64.b64encode(path.read_bytes()).decode()])


@on_each_device
class Dropping:
    is_thorough = True

    def test_picture_dropped_outside_drop_targets_becomes_an_entry(self):
        self.sign_in(at="/app/journals")
        expect(self.page.get_by_role("heading", name="Journals", exact=True)).to_be_visible()
        drop(self.page, ".pane h1", picture("bridge"))
        expect(self.page.get_by_role("dialog", name="New entry")).to_be_visible()
        expect(self.page.locator(".chosen-media li")).to_have_count(1)
        drop(self.page, ".dialog-full h2", picture("lights"))
        expect(self.page.locator(".chosen-media li")).to_have_count(2)
        self.page.get_by_label("Text", exact=True).fill("From the desk")
        self.page.get_by_role("button", name="Save").click()
        expect(self.page.get_by_text("Entry saved")).to_be_visible()
        # The app returns to the screen where the file was dropped.
        expect(self.page).to_have_url(re.compile("/app/journals$"))
        self.assertIn("From the desk", self.app.run("entry", "list"))

    def test_dropping_a_file_that_is_not_a_picture_shows_an_error(self):
        self.sign_in(at="/app/trash")
        expect(self.page.get_by_role("heading", name="Trash", exact=True)).to_be_visible()
        notes = self.folder / "notes.txt"
        notes.write_text("This is not a picture.")
        drop(self.page, ".pane h1", notes, "text/plain")
        expect(self.page.get_by_text("Only pictures and videos can be added.")).to_be_visible()
        expect(self.page).to_have_url(re.compile("/app/trash$"))
