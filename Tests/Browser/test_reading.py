"""Read-only users: the same screens without controls for changes, even when opened by URL."""

from browser import TOKENS, Folder, Service, expect, on_each_device


@on_each_device
class ReadingOnly:
    is_thorough = True

    def make_app(self):
        folder = Folder(["travel/paris-night-lights.jpg"])
        self.addCleanup(folder.remove)
        folder.tokens.write_text(f"eve:{TOKENS['eve']}:read\n")
        folder.run("journal", "new", "A week in Paris")
        folder.run("journal", "place", "A week in Paris", "48.8606,2.3376", "--name", "Louvre")
        folder.run("note", "new", "A week in Paris", "--place", "Louvre", "--text", "Rain until noon.")
        folder.run("entry", "new", "--text", "Above the city", str(folder.pictures / "paris-night-lights.jpg"))
        service = Service("--library", folder.library, "--token-file", folder.tokens)
        self.addCleanup(service.end)
        service.origin = f"http://127.0.0.1:{service.port}"
        return service

    def get(self, path):
        return self.page.evaluate("path => fetch(path).then(r => r.json())", path)

    def test_read_only_screens_have_no_editing_controls(self):
        self.allow("status of 401", "library/map")
        self.page.goto(f"{self.app.origin}/app/journals")
        self.page.get_by_label("Password").fill(TOKENS["eve"])
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.get_by_role("link", name="A week in Paris")).to_be_visible()
        journal = self.get("/library/journals")[0]["id"]
        place = self.get(f"/library/journals/{journal}/places")[0]["id"]
        entry = self.get("/library/entries")[0]["id"]
        for path, shown in (
            ("/app/journals", "A week in Paris"), (f"/app/journals/{journal}", "Louvre"),
            (f"/app/journals/{journal}/places/{place}", "Rain until noon."), ("/app/entries", "Above the city"),
            ("/app/memes", "No memes yet"), ("/app/settings", "Only the owner of the library can change these settings."),
            ("/app/memes/new?template=verdict", "View only"), (f"/app/entries/{entry}/edit", "View only"),
        ):
            with self.subTest(path):
                self.page.goto(self.app.origin + path)
                # On a phone, the previous pane is behind this one.
                expect(self.page.get_by_text(shown).locator("visible=true").first).to_be_visible()
                for name in ("New journal", "Place", "Photo", "Video", "Note", "New entry", "New meme", "Rename the place", "Save", "Empty the Trash", "Trash"):
                    expect(self.page.get_by_role("button", name=name, exact=True)).to_have_count(0)
                    expect(self.page.get_by_role("link", name=name, exact=True)).to_have_count(0)
                self.assert_accessible()
