"""Changes by other tabs, devices and programs appear without a reload."""

from browser import expect, on_each_device, wait_in
from library import created_id, journal, picture


@on_each_device
class LiveUpdates:
    def test_changes_by_commands_appear_in_every_tab(self):
        self.sign_in(at="/app/journals")
        other = self.page.context.new_page()
        self.addCleanup(other.close)
        streams = []
        for page in (self.page, other):
            page.on("request", lambda request: request.url.endswith("/library/events") and streams.append(request))
        other.goto(self.app.origin + "/app/journals")
        for page in (self.page, other):
            expect(page.get_by_role("heading", name="No journals yet")).to_be_visible()
        name, _ = journal(self.app, "Five days in Lisbon", "Alfama")
        for page in (self.page, other):
            expect(page.get_by_text("Five days in Lisbon")).to_be_visible()
        self.app.run("delete", name)
        for page in (self.page, other):
            expect(page.get_by_text("Five days in Lisbon")).to_have_count(0)
        self.assertLessEqual(len(streams), 1, "one stream is enough for all tabs")

    def test_added_and_deleted_entries_update_the_screen(self):
        self.sign_in(at="/app/entries")
        expect(self.page.get_by_role("heading", name="No entries yet")).to_be_visible()
        entry = created_id(self.app.run("entry", "new", picture("bridge"), "--text", "Above the clouds"))
        expect(self.page.locator(".entry")).to_contain_text("Above the clouds")
        # A request for a deleted picture is an error on the console, so the picture is loaded first.
        wait_in(self.page, "() => [...document.querySelectorAll('.entry img')].some(image => image.complete && image.naturalWidth > 0)")
        self.app.run("delete", entry)
        expect(self.page.locator(".entry")).to_have_count(0)
