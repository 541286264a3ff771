"""A library that the user can view, but not change."""

from browser import Folder, Service, TOKENS, expect, on_each_device
from test_signing_in import Served


@on_each_device
class ReadingOnly(Served):
    is_thorough = True

    def make_app(self):
        folder = Folder([])
        self.addCleanup(folder.remove)
        folder.tokens.write_text(f"ann:{TOKENS['ann']}:read\n")
        folder.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        service = Service("--library", folder.library, "--token-file", folder.tokens)
        self.addCleanup(service.end)
        service.origin = f"http://127.0.0.1:{service.port}"
        return service

    def test_read_only_albums_have_no_editing_controls(self):
        self.sign_in()
        expect(self.page.get_by_role("link", name="Eiffel Tower").first).to_be_visible()
        expect(self.page.get_by_role("button", name="Drop a pin in the center")).not_to_be_visible()
        self.page.keyboard.press("p")
        expect(self.page.get_by_text("not change it")).to_be_visible()
        self.page.get_by_role("link", name="Eiffel Tower").first.click()
        expect(self.page.get_by_role("heading", name="No photos yet")).to_be_visible()
        expect(self.page.get_by_role("button", name="New Collection")).not_to_be_visible()
        expect(self.page.get_by_role("button", name="Remove photos")).not_to_be_visible()
        self.assert_accessible()
        # The URL opens the same screen in a new page.
        deep = self.page.url
        other = self.context.new_page()
        other.goto(deep)
        expect(other.get_by_role("heading", name="No photos yet")).to_be_visible()
        for path in ["/app/trash", "/app/pictures"]:
            other.goto(f"{self.app.origin}{path}")
            expect(other.get_by_role("heading", level=1)).to_be_visible()
            expect(other.get_by_role("button", name="Restore")).to_have_count(0)
            # Deleted items are not even requested.
            expect(other.get_by_text("Only users who can make changes see deleted items.")).to_have_count(1 if path == "/app/trash" else 0)
