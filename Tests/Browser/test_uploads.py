"""Uploads: they continue on every screen and after a reload, and no file is stored twice."""

import json
import re

from browser import NO_CHANGES, expect, on_desktop, on_each_device, wait_in
from held import Held
from library import journal, picture
from test_entries import Writing
from test_journals import AtAPlace

# Stores no files, like a browser whose disk is full.
KEEPS_NO_FILES = """
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, ...rest) {
        if (JSON.stringify(value, (_, part) => part instanceof Blob ? 'a file' : part)?.includes('a file')) throw new DOMException('', 'QuotaExceededError');
        return put.call(this, value, ...rest);
    };"""


# The number of drafts and pending uploads in the browser.
KEPT = """async () => {
    const drafts = await import(new URL('base/drafts.js', document.querySelector('script[type=module]').src));
    return (await drafts.readDrafts('')).length;
}"""


class Uploading(AtAPlace):
    def new_context(self, **options):
        # A service worker would be between the page and the held requests.
        return super().new_context(service_workers="block", **options)

    def files(self, count, name="lights"):
        """Returns different photos: the same picture twice would be one file."""
        files = [self.folder / f"IMG_{number:02}.jpg" for number in range(count)]
        for number, file in enumerate(files):
            file.write_bytes(picture(name).read_bytes() + bytes([number]))
        return files

    def go(self, name):
        self.page.get_by_role("link", name=name, exact=True).click()

    def line(self):
        return self.page.get_by_role("complementary", name="Uploads")

    def all_sent(self):
        expect(self.line()).to_have_count(0)

    def media(self):
        """Returns the digest of each file of the place."""
        return [medium["blob"] for entry in self.contents()["entries"] for medium in entry["media"]]


@on_each_device
class Uploads(Uploading):
    def test_thirty_photos_arrive_through_other_screens_and_a_reload_and_none_twice(self):
        asked = []
        self.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        self.open()
        held = Held(self)
        self.choose("Photo", "From this device", *self.files(30))
        held.release(5)
        expect(self.line()).to_contain_text("5 of 30 photos")
        self.go("Map")
        expect(self.page.get_by_role("application", name="Map")).to_be_visible()
        held.release(4)
        expect(self.line()).to_contain_text("9 of 30 photos")
        self.assert_accessible()
        self.screenshot("uploads")
        # The service has stored this one, but the page does not know it.
        held.wait(2)
        held.waiting.pop(0).fetch()
        held.waiting.clear()
        self.page.reload()
        self.assertEqual(asked, ["beforeunload"])
        held.wait(2)
        held.release(1)
        expect(self.line()).to_contain_text("of 21 photos")
        held.open()
        self.all_sent()
        self.page.goto(f"{self.app.origin}/app/journals/{self.journal}/places/{self.place}")
        expect(self.tiles).to_have_count(30)
        self.assertEqual(len(set(self.media())), 30)
        self.assertEqual(len(self.media()), 30)
        # The next visit has nothing left to upload.
        self.assertIsNone(self.page.evaluate("localStorage.getItem('postcard-uploads')"))

    def test_what_is_there_already_is_told_and_not_sent(self):
        self.open()
        first, second = self.files(2)
        again = self.folder / "again.jpg"
        again.write_bytes(second.read_bytes())
        self.choose("Photo", "From this device", first)
        expect(self.tiles).to_have_count(1)
        held = Held(self)
        held.open()
        self.choose("Photo", "From this device", first, second, again)
        expect(self.page.get_by_text("2 photos were already here")).to_be_visible()
        expect(self.tiles).to_have_count(2)
        self.assertEqual(held.sent, 1)
        self.assertEqual(len(self.media()), 2)

    def test_sending_is_stopped_goes_on_and_the_rest_is_left_out(self):
        self.open()
        held = Held(self)
        self.choose("Photo", "From this device", *self.files(4))
        held.release(1)
        self.line().get_by_role("button", name="Stop").click()
        expect(self.line()).to_contain_text("1 of 4 photos Stopped.")
        self.assert_accessible()
        held.waiting.clear()
        self.line().get_by_role("button", name="Continue").click()
        held.release(1)
        expect(self.line()).to_contain_text("2 of 4 photos")
        self.line().get_by_role("button", name="Stop").click()
        self.line().get_by_role("button", name="Cancel").click()
        expect(self.line()).to_have_count(0)
        self.page.reload()
        expect(self.tiles).to_have_count(2)
        expect(self.line()).to_have_count(0)

    def test_a_service_that_does_not_answer_is_told_and_asked_again(self):
        self.allow("ERR_FAILED", "status of 503")
        self.open()
        self.page.route("**/media?id=*", lambda route: route.abort())
        self.choose("Photo", "From this device", *self.files(3))
        self.go("Entries")
        # The screen is loaded when it is first opened.
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()
        expect(self.line().get_by_role("alert")).to_contain_text("Postcard is not responding")
        expect(self.line()).to_contain_text("0 of 3 photos")
        self.assert_accessible()
        self.screenshot("uploads-no-answer")
        self.page.unroute("**/media?id=*")
        self.line().get_by_role("button", name="Retry").click()
        self.all_sent()
        self.assertEqual(len(self.media()), 3)


@on_desktop
class KeptUploads(Uploading):
    is_thorough = True

    def test_files_that_the_browser_did_not_keep_are_named(self):
        self.context.add_init_script(KEEPS_NO_FILES)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.open()
        held = Held(self)
        self.choose("Photo", "From this device", *self.files(2))
        held.wait(2)
        held.waiting.clear()
        self.page.reload()
        for name in ("IMG_00.jpg", "IMG_01.jpg"):
            row = self.line().get_by_role("listitem").filter(has_text=name)
            expect(row).to_contain_text("This browser did not keep the file. Choose it again.")
            row.get_by_role("button", name="OK").click()
        expect(self.line()).to_have_count(0)
        self.page.reload()
        expect(self.page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
        expect(self.line()).to_have_count(0)

    def test_files_that_the_browser_took_away_are_told(self):
        self.open()
        self.page.evaluate("localStorage.setItem('postcard-uploads', '1')")
        self.page.reload()
        expect(self.page.get_by_text("this browser did not keep the files")).to_be_visible()
        self.page.reload()
        expect(self.page.get_by_role("heading", name="Louvre")).to_be_visible()
        expect(self.page.get_by_text("this browser did not keep the files")).to_have_count(0)

    def test_what_arrives_while_the_place_is_asked_about_is_shown_too(self):
        self.open()
        held = Held(self)
        self.choose("Photo", "From this device", *self.files(2))
        held.wait(2)
        old = []

        def ask(route):
            if old:
                route.continue_()
            else:
                old.append((route, route.fetch()))

        self.page.route(f"**/library/journals/{self.journal}", ask)
        held.release(1)
        while not old:
            self.page.evaluate("new Promise(requestAnimationFrame)")
        held.release(1)
        route, reply = old[0]
        self.assertEqual(len(reply.json()["stops"][0]["entries"]), 1)
        route.fulfill(response=reply)
        expect(self.tiles).to_have_count(2)

    def test_whoever_signs_out_is_asked_first_and_nothing_is_left_for_the_next(self):
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.open()
        held = Held(self)
        self.choose("Photo", "From this device", *self.files(2))
        held.wait(2)
        self.go("Settings")
        out = self.page.get_by_role("button", name="Sign out").first
        question = self.page.get_by_role("dialog", name="Sign out now?")
        out.click()
        question.get_by_role("button", name="Cancel").click()
        expect(self.line()).to_contain_text("0 of 2 photos")
        out.click()
        expect(question).to_contain_text("files that are not uploaded yet")
        question.get_by_role("button", name="Delete and sign out").click()
        expect(self.page.get_by_text("You are signed out on this computer.")).to_be_visible()
        self.page.goto(self.app.origin + "/app/")
        self.assertEqual(self.page.evaluate(KEPT), 0)

    def test_another_page_leaves_what_one_is_sending(self):
        self.open()
        held = Held(self)
        self.choose("Photo", "From this device", *self.files(2))
        held.wait(2)
        other = self.context.new_page()
        sent = []
        other.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        other.goto(self.app.origin + "/app/entries")
        expect(other.get_by_role("heading", name="Entries", exact=True)).to_be_visible()
        other.wait_for_load_state("networkidle")
        self.assertEqual(sent, [])
        held.open()
        self.all_sent()
        self.assertEqual(len(self.media()), 2)

    def test_pins_are_dropped_by_photos_while_somebody_is_elsewhere(self):
        self.allow("status of 422")
        self.sign_in()
        held = Held(self, "**/library/photos?id=*")
        blank = self.folder / "blank.png"
        blank.write_bytes(self.page.screenshot(clip={"x": 0, "y": 0, "width": 20, "height": 20}))
        self.page.get_by_role("button", name="More").click()
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("menuitem", name="Pins from photos").click()
        chooser.value.set_files([picture("bridge"), blank, picture("lake")])
        held.wait(2)
        self.go("Journals")
        held.open()
        expect(self.line().get_by_role("alert").filter(has_text="blank.png")).to_contain_text("contains no location")
        self.page.get_by_role("button", name="Skip").or_(self.page.get_by_role("button", name="OK")).click()
        undo = self.page.get_by_role("status").filter(has_text="2 photos at 2 pins").get_by_role("button", name="Undo")
        expect(undo).to_be_visible()
        for pin, name in zip(sorted(json.loads(self.app.run("album", "list", "--json")), key=lambda album: album["pin"]["coordinate"]["longitude"]),
                             ("bridge", "lake")):
            self.assertEqual([photo["bytes"] for photo in pin["photos"]], [picture(name).stat().st_size])
        undo.click()
        expect(self.page.get_by_role("status").filter(has_text="2 photos at 2 pins")).to_have_count(0)
        # Before that, the map would request the pictures of pins that it still shows.
        wait_in(self.page, """async () => {
            const { resource } = await import(new URL('base/api.js', document.querySelector('script[type=module]').src));
            return resource('/library/pins.geojson').value.peek()?.features.length === 0;
        }""")
        self.go("Map")
        expect(self.page.get_by_text("No pins yet")).to_be_visible()


@on_each_device
class EntriesOnTheirWay(Writing, Uploading):
    is_thorough = True

    def test_an_entry_arrives_while_somebody_is_elsewhere(self):
        self.open()
        held = Held(self, "**/library/entries?id=*")
        self.begin()
        self.text.fill("On its way")
        self.add(picture("bridge"), picture("lights"))
        self.save()
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        held.wait()
        expect(self.line()).to_contain_text("0 of 2 photos")
        self.go("Journals")
        # An entry being uploaded is no longer a draft.
        held.open()
        expect(self.page.get_by_text("Entry saved")).to_be_visible()
        self.go("Entries")
        expect(self.entries).to_have_count(1)
        self.begin()
        expect(self.text).to_have_value("")

    def test_an_entry_that_is_refused_is_a_draft_again(self):
        self.allow("status of 415")
        self.open()
        bad = self.folder / "bad.jpg"
        bad.write_text("This is no picture.")
        self.begin()
        self.text.fill("With a bad one")
        self.add(picture("bridge"), bad)
        self.save()
        row = self.line().get_by_role("listitem")
        expect(row).to_contain_text("not a picture or video")
        self.assert_accessible()
        self.screenshot("entry-refused")
        row.get_by_role("button", name="Edit").click()
        expect(self.text).to_have_value("With a bad one")
        expect(self.line()).to_have_count(0)
        chosen = self.dialog.locator(".chosen-media li")
        expect(chosen).to_have_count(2)
        chosen.nth(1).get_by_role("button").click()
        self.save()
        expect(self.entries).to_contain_text("With a bad one")

    def test_a_change_whose_answer_was_lost_is_made_once(self):
        self.allow("ERR_FAILED", "status of 412")
        self.context.add_init_script(NO_CHANGES)
        self.open()
        self.write("Three of them", picture("bridge"), picture("lights"), picture("lake"))

        lost = []

        def lose(route):
            if route.request.method != "PATCH" or lost:
                return route.continue_()
            lost.append(route.fetch())
            route.abort()

        self.page.get_by_role("button", name="More for this entry").click()
        self.page.get_by_role("menuitem", name="Edit").click()
        dialog = self.page.get_by_role("dialog", name="Edit the entry")
        dialog.locator(".chosen-media li").nth(0).get_by_role("button").click()
        new = self.files(1, "mist")[0]
        self.add(new)
        expect(dialog.locator(".chosen-media li")).to_have_count(3)
        self.page.route("**/library/entries/entry-*", lose)
        self.save()
        expect(self.line().get_by_role("button", name="Retry")).to_be_visible()
        self.close_messages()
        self.line().get_by_role("button", name="Retry").click()
        expect(self.page.get_by_text("Entry changed")).to_be_visible()
        entry = self.page.evaluate("fetch('/library/entries').then(r => r.json())")[0]
        self.assertEqual([medium["name"] for medium in entry["media"]], [picture("lights").name, picture("lake").name, new.name])
