"""Long lists, the focus in lists that change, and double clicks."""

import re
import urllib.parse

from browser import FIXTURES, expect, on_desktop, on_each_device, wait_in, wait_until
from library import album, created_id, journal, picture
from photo_source import PICTURE

MANY = 2_000


class Pages:
    """A list of the service, page by page, whose items come from the scenario. Pages after the first one wait for `open`."""

    def __init__(self, page, path, items):
        self.page, self.path, self.items = page, path, items
        self.sent, self.held = [], []
        self.is_open = False
        page.route(re.compile(re.escape(path) + r"\?"), self.take)

    def take(self, route):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(route.request.url).query))
        if "cursor" in query and not self.is_open:
            return self.held.append(route)
        start, limit = int(query.get("cursor", 0)), int(query["limit"])
        self.sent.append((start, limit))
        end = start + limit
        headers = {"ETag": '"1"'}
        if end < len(self.items):
            headers["Link"] = f'<{self.path}?{urllib.parse.urlencode({**query, "cursor": end})}>; rel="next"'
        route.fulfill(json=self.items[start:end], headers=headers)

    def open(self):
        self.is_open = True
        while self.held:
            self.take(self.held.pop(0))

    def wait(self):
        """Waits until the page shows all items."""
        while len(self.sent) < len(self.items) / self.sent[0][1]:
            self.page.evaluate("new Promise(requestAnimationFrame)")
        self.page.evaluate("new Promise(requestAnimationFrame)")


@on_each_device
class ManyItems:
    def setUp(self):
        super().setUp()
        self.page = self.new_context(service_workers="block").new_page()

    def open_memes(self):
        shapes = [(1024, 683), (683, 1024), (1024, 1024), (1600, 900)]
        pages = Pages(self.page, "/library/memes", [
            {"id": f"meme-{number:012d}", "texts": [f"number {number}"], "blob": f"{number:012x}" * 5, "format": "jpeg",
             "width": shapes[number % 4][0], "height": shapes[number % 4][1]} for number in range(MANY)])
        self.page.route("**/library/memes/meme-*/w*", lambda route: route.fulfill(body=PICTURE, content_type="image/jpeg"))
        self.sign_in(self.page, at="/app/memes")
        return pages

    def scroll(self, pane, part):
        self.page.locator(pane).evaluate("(pane, part) => { pane.scrollTop = part * pane.scrollHeight; }", part)

    def test_first_memes_appear_after_one_request_and_all_can_be_reached(self):
        pages = self.open_memes()
        expect(self.page.locator(".tile.is-loaded").first).to_be_visible()
        self.assertEqual(pages.sent, [(0, 200)])
        self.scroll(".pane-memes", 0.5)
        # While the grid is redrawn, no tile is in view.
        wait_until(lambda: (found := self.first_in_view()) and found[0] != "meme-000000000000" and pages.held)
        before = self.first_in_view()
        pages.open()
        pages.wait()
        # Later pages do not move the memes in view.
        self.assertEqual(self.first_in_view(), before)
        self.assertLessEqual(len(self.page.locator(".tile").all()), 150)
        self.page.locator(".tile").first.focus()
        self.page.keyboard.press("End")
        expect(self.page.locator(f"[data-key=meme-{MANY - 1:012d}]")).to_be_focused()
        self.assertLessEqual(len(self.page.locator(".tile").all()), 150)
        self.assert_accessible(self.page)
        self.screenshot("many-memes", self.page)

    def first_in_view(self):
        return self.page.locator(".tile").evaluate_all(
            "tiles => tiles.map(tile => [tile.dataset.key, Math.round(tile.getBoundingClientRect().top)]).find(each => each[1] > 100)")

    def test_scroll_position_in_many_memes_survives_a_reload(self):
        pages = self.open_memes()
        pages.open()
        expect(self.page.locator(".tile.is-loaded").first).to_be_visible()
        pages.wait()
        self.scroll(".pane-memes", 0.7)
        expect(self.page.locator("[data-key=meme-000000000000]")).not_to_be_attached()
        wait_in(self.page, "() => history.state.place?.scroll && Object.values(history.state.place.scroll)[0] > 1000")
        before = self.first_in_view()
        self.page.reload()
        wait_until(lambda: self.first_in_view() == before)

    def test_long_list_grows_while_it_is_scrolled(self):
        total = 450
        pages = Pages(self.page, "/library/entries", [
            {"id": f"entry-{number:012d}", "text": f"Entry {number}", "date": "2026-06-01T12:00:00Z", "media": []}
            for number in range(total)])
        self.sign_in(self.page, at="/app/entries")
        cards = self.page.locator(".entry")
        expect(cards.first).to_contain_text("Entry 0")
        self.assertLessEqual(len(cards.all()), 200)
        pages.open()
        last = self.page.get_by_text(f"Entry {total - 1}", exact=True)

        def scroll_to_the_end():
            self.scroll(".pane-entries", 1)
            return last.is_visible()

        wait_until(scroll_to_the_end)
        expect(cards).to_have_count(total)
        self.assertEqual(pages.sent, [(0, 200), (200, 200), (400, 200)])


@on_each_device
class ChangesElsewhere:
    """Changes by commands while a row has the focus, or a video plays."""

    def test_rows_of_journals_and_entries_keep_the_focus(self):
        first, _ = journal(self.app, "Five days in Lisbon", "Alfama")
        entry = created_id(self.app.run("entry", "new", picture("bridge"), "--text", "Above the clouds"))
        self.sign_in(at="/app/journals")
        more = self.page.get_by_role("button", name="More for Five days in Lisbon")
        more.focus()
        journal(self.app, "A week in Paris", "Louvre")
        expect(self.page.get_by_text("A week in Paris")).to_be_visible()
        expect(more).to_be_focused()
        # The row itself changes.
        self.app.run("journal", "edit", first, "Six days in Lisbon")
        expect(self.page.get_by_role("button", name="More for Six days in Lisbon")).to_be_focused()
        # The row is removed: the focus moves to the next one.
        self.app.run("delete", first)
        expect(self.page.get_by_text("Six days in Lisbon")).to_have_count(0)
        expect(self.page.get_by_role("link", name="A week in Paris")).to_be_focused()
        self.page.goto(f"{self.app.origin}/app/entries")
        more = self.page.locator(f"[data-entry={entry}] .entry-more")
        more.focus()
        self.app.run("entry", "new", picture("lights"), "--text", "All lamps were lit")
        expect(self.page.get_by_text("All lamps were lit")).to_be_visible()
        expect(more).to_be_focused()

    def test_tile_of_a_meme_keeps_the_focus(self):
        photos = album(self.app)
        self.app.run("meme", photos[0], "one does not simply", "ship on Friday", "-o", self.folder / "one.jpg")
        self.sign_in(at="/app/memes")
        tile = self.page.locator(".tile")
        expect(tile).to_have_count(1)
        key = tile.get_attribute("data-key")
        tile.focus()
        self.app.run("meme", photos[0], "works on my machine", "", "-o", self.folder / "two.jpg")
        expect(tile).to_have_count(2)
        expect(self.page.locator(f"[data-key={key}]")).to_be_focused()

    def test_video_keeps_playing(self):
        name, place = journal(self.app, "Five days in Lisbon", "Alfama")
        self.app.run("journal", "add", name, FIXTURES / "video/gate.webm", "--place", place)
        self.sign_in(at=f"/app/journals/{name}/places/{place}")
        self.page.locator(".media-grid .tile").click()
        video = self.page.locator("video.viewer-image")
        video.evaluate("async video => { video.loop = true; video.dataset.known = 'true'; await video.play(); }")
        self.app.run("note", "new", name, "--place", place, "--text", "A narrow gate.")
        expect(self.page.locator(".note-input")).to_have_value("A narrow gate.")
        expect(video).to_have_attribute("data-known", "true")
        expect(video).to_have_js_property("paused", False)


@on_desktop
class DoubleClicks:
    def length(self, path):
        return len(self.page.evaluate("path => fetch(path).then(r => r.json())", path))

    def test_double_click_makes_one_journal_and_one_note(self):
        self.sign_in(at="/app/journals")
        self.page.get_by_role("button", name="New journal").click()
        self.page.get_by_role("textbox", name="Name").fill("Twice")
        self.page.get_by_role("button", name="Create").dblclick()
        expect(self.page.get_by_role("heading", name="Twice")).to_be_visible()
        self.assertEqual(self.length("/library/journals"), 1)
        _, place = journal(self.app, "Once", "Louvre")
        name = self.page.evaluate("fetch('/library/journals').then(r => r.json()).then(all => all.find(each => each.name === 'Once').id)")
        self.page.goto(f"{self.app.origin}/app/journals/{name}/places/{place}")
        self.page.get_by_role("button", name="Note", exact=True).dblclick()
        expect(self.page.locator(".note-input")).to_have_count(1)
        expect(self.page.locator(".note-input")).to_be_focused()

    def test_double_click_drops_one_pin(self):
        self.sign_in(at="/app/?at=48.8584,2.2945,12")
        self.page.get_by_role("button", name="Drop a pin in the center").dblclick()
        expect(self.page.locator(".pin")).to_have_count(1)
        self.assertEqual(self.length("/library/pins"), 1)

    def test_double_click_saves_one_entry_and_one_meme(self):
        self.sign_in(at="/app/entries")
        self.page.get_by_role("link", name="New entry").click()
        self.page.get_by_role("textbox", name="Text").fill("Above the clouds")
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("button", name="From this device").click()
        chooser.value.set_files(picture("bridge"))
        self.page.get_by_role("button", name="Save").dblclick()
        expect(self.page.locator(".entry")).to_have_count(1)
        self.page.goto(f"{self.app.origin}/app/memes/new?template=verdict")
        self.page.locator(".words textarea").first.fill("no")
        self.page.get_by_role("button", name="Save").dblclick()
        expect(self.page).to_have_url(re.compile("/app/memes/meme-"))
        self.assertEqual((self.length("/library/entries"), self.length("/library/memes")), (1, 1))
