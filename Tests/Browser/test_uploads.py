"""Uploads: they continue on every screen and after a reload, and no file is stored twice."""

import json
import re

from browser import NO_CHANGES, expect, on_desktop, on_each_device, wait_in
from held import HeldRequests
from library import journal, picture
from test_entries import Writing
from test_journals import PlaceScreen

# Stores no files, like a browser whose disk is full.
REJECT_FILES = """
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, ...rest) {
        if (JSON.stringify(value, (_, part) => part instanceof Blob ? 'a file' : part)?.includes('a file')) throw new DOMException('', 'QuotaExceededError');
        return put.call(this, value, ...rest);
    };"""


# The number of drafts and pending uploads in the browser.
COUNT_DRAFTS = """async () => {
    const drafts = await import(new URL('base/drafts.js', document.querySelector('script[type=module]').src));
    return (await drafts.readDrafts('')).length;
}"""


class Uploading(PlaceScreen):
    def new_context(self, **options):
        # A service worker would be between the page and the held requests.
        return super().new_context(service_workers="block", **options)

    def files(self, count, name="lights"):
        """Returns different photos, since equal pictures would be stored as one file."""
        files = [self.folder / f"IMG_{number:02}.jpg" for number in range(count)]
        for number, file in enumerate(files):
            file.write_bytes(picture(name).read_bytes() + bytes([number]))
        return files

    def go_to(self, name):
        self.page.get_by_role("link", name=name, exact=True).click()

    def upload_bar(self):
        return self.page.get_by_role("complementary", name="Uploads")

    def expect_all_sent(self):
        expect(self.upload_bar()).to_have_count(0)

    def media(self):
        """Returns the digests of the place's files."""
        return [medium["blob"] for entry in self.contents()["entries"] for medium in entry["media"]]


@on_each_device
class Uploads(Uploading):
    def test_uploads_continue_across_screens_and_a_reload_without_duplicates(self):
        dialogs = []
        self.page.on("dialog", lambda dialog: (dialogs.append(dialog.type), dialog.accept()))
        self.open()
        held = HeldRequests(self)
        self.choose("Photo", "From this device", *self.files(30))
        held.release(5)
        expect(self.upload_bar()).to_contain_text("5 of 30 photos")
        self.go_to("Map")
        expect(self.page.get_by_role("application", name="Map")).to_be_visible()
        held.release(4)
        expect(self.upload_bar()).to_contain_text("9 of 30 photos")
        self.assert_accessible()
        self.screenshot("uploads")
        # The service has stored this file, but the page does not know that.
        held.wait(2)
        held.waiting.pop(0).fetch()
        held.waiting.clear()
        self.page.reload()
        self.assertEqual(dialogs, ["beforeunload"])
        held.wait(2)
        held.release(1)
        expect(self.upload_bar()).to_contain_text("of 21 photos")
        held.open()
        self.expect_all_sent()
        self.page.goto(f"{self.app.origin}/app/journals/{self.journal}/places/{self.place}")
        expect(self.tiles).to_have_count(30)
        self.assertEqual(len(set(self.media())), 30)
        self.assertEqual(len(self.media()), 30)
        # The next visit has nothing left to upload.
        self.assertIsNone(self.page.evaluate("localStorage.getItem('postcard-uploads')"))

    def test_duplicates_are_reported_and_not_uploaded(self):
        self.open()
        first, second = self.files(2)
        again = self.folder / "again.jpg"
        again.write_bytes(second.read_bytes())
        self.choose("Photo", "From this device", first)
        expect(self.tiles).to_have_count(1)
        held = HeldRequests(self)
        held.open()
        self.choose("Photo", "From this device", first, second, again)
        expect(self.page.get_by_text("2 photos were already here")).to_be_visible()
        expect(self.tiles).to_have_count(2)
        self.assertEqual(held.sent, 1)
        self.assertEqual(len(self.media()), 2)

    def test_uploads_can_be_stopped_continued_and_canceled(self):
        self.open()
        held = HeldRequests(self)
        self.choose("Photo", "From this device", *self.files(4))
        held.release(1)
        self.upload_bar().get_by_role("button", name="Stop").click()
        expect(self.upload_bar()).to_contain_text("1 of 4 photos Stopped.")
        self.assert_accessible()
        held.waiting.clear()
        self.upload_bar().get_by_role("button", name="Continue").click()
        held.release(1)
        expect(self.upload_bar()).to_contain_text("2 of 4 photos")
        self.upload_bar().get_by_role("button", name="Stop").click()
        self.upload_bar().get_by_role("button", name="Cancel").click()
        expect(self.upload_bar()).to_have_count(0)
        self.page.reload()
        expect(self.tiles).to_have_count(2)
        expect(self.upload_bar()).to_have_count(0)

    def test_unreachable_service_shows_an_error_and_uploads_can_be_retried(self):
        self.allow("ERR_FAILED", "status of 503")
        self.open()
        self.page.route("**/media?id=*", lambda route: route.abort())
        self.choose("Photo", "From this device", *self.files(3))
        self.go_to("Entries")
        # The screen is loaded when it is first opened.
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()
        expect(self.upload_bar().get_by_role("alert")).to_contain_text("Postcard is not responding")
        expect(self.upload_bar()).to_contain_text("0 of 3 photos")
        self.assert_accessible()
        self.screenshot("uploads-no-response")
        self.page.unroute("**/media?id=*")
        self.upload_bar().get_by_role("button", name="Retry").click()
        self.expect_all_sent()
        self.assertEqual(len(self.media()), 3)


@on_desktop
class StoredUploads(Uploading):
    is_thorough = True

    def test_files_that_the_browser_could_not_store_are_listed(self):
        self.context.add_init_script(REJECT_FILES)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.open()
        held = HeldRequests(self)
        self.choose("Photo", "From this device", *self.files(2))
        held.wait(2)
        held.waiting.clear()
        self.page.reload()
        for name in ("IMG_00.jpg", "IMG_01.jpg"):
            row = self.upload_bar().get_by_role("listitem").filter(has_text=name)
            expect(row).to_contain_text("This browser did not keep the file. Choose it again.")
            row.get_by_role("button", name="OK").click()
        expect(self.upload_bar()).to_have_count(0)
        self.page.reload()
        expect(self.page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
        expect(self.upload_bar()).to_have_count(0)

    def test_files_evicted_by_the_browser_cause_a_message(self):
        self.open()
        self.page.evaluate("localStorage.setItem('postcard-uploads', '1')")
        self.page.reload()
        expect(self.page.get_by_text("this browser did not keep the files")).to_be_visible()
        self.page.reload()
        expect(self.page.get_by_role("heading", name="Louvre")).to_be_visible()
        expect(self.page.get_by_text("this browser did not keep the files")).to_have_count(0)

    def test_uploads_finished_during_a_refresh_are_shown(self):
        self.open()
        held = HeldRequests(self)
        self.choose("Photo", "From this device", *self.files(2))
        held.wait(2)
        old = []

        def delay_first(route):
            if old:
                route.continue_()
            else:
                old.append((route, route.fetch()))

        self.page.route(f"**/library/journals/{self.journal}", delay_first)
        held.release(1)
        while not old:
            self.page.evaluate("new Promise(requestAnimationFrame)")
        held.release(1)
        route, reply = old[0]
        self.assertEqual(len(reply.json()["stops"][0]["entries"]), 1)
        route.fulfill(response=reply)
        expect(self.tiles).to_have_count(2)

    def test_signing_out_during_uploads_asks_first_and_leaves_nothing(self):
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.open()
        held = HeldRequests(self)
        self.choose("Photo", "From this device", *self.files(2))
        held.wait(2)
        self.go_to("Settings")
        sign_out = self.page.get_by_role("button", name="Sign out").first
        confirmation = self.page.get_by_role("dialog", name="Sign out now?")
        sign_out.click()
        confirmation.get_by_role("button", name="Cancel").click()
        expect(self.upload_bar()).to_contain_text("0 of 2 photos")
        sign_out.click()
        expect(confirmation).to_contain_text("files that are not uploaded yet")
        confirmation.get_by_role("button", name="Delete and sign out").click()
        expect(self.page.get_by_text("You are signed out on this computer.")).to_be_visible()
        self.page.goto(self.app.origin + "/app/")
        self.assertEqual(self.page.evaluate(COUNT_DRAFTS), 0)

    def test_other_tabs_do_not_repeat_uploads_in_progress(self):
        self.open()
        held = HeldRequests(self)
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
        self.expect_all_sent()
        self.assertEqual(len(self.media()), 2)

    def test_pins_from_photos_are_created_in_the_background(self):
        self.allow("status of 422")
        self.sign_in()
        held = HeldRequests(self, "**/library/photos?id=*")
        blank = self.folder / "blank.png"
        blank.write_bytes(self.page.screenshot(clip={"x": 0, "y": 0, "width": 20, "height": 20}))
        self.page.get_by_role("button", name="More").click()
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("menuitem", name="Pins from photos").click()
        chooser.value.set_files([picture("bridge"), blank, picture("lake")])
        held.wait(2)
        self.go_to("Journals")
        held.open()
        expect(self.upload_bar().get_by_role("alert").filter(has_text="blank.png")).to_contain_text("contains no location")
        self.page.get_by_role("button", name="Skip").or_(self.page.get_by_role("button", name="OK")).click()
        undo = self.page.get_by_role("status").filter(has_text="2 photos at 2 pins").get_by_role("button", name="Undo")
        expect(undo).to_be_visible()
        for pin, name in zip(sorted(json.loads(self.app.run("album", "list", "--json")), key=lambda album: album["pin"]["coordinate"]["longitude"]),
                             ("bridge", "lake")):
            self.assertEqual([photo["bytes"] for photo in pin["photos"]], [picture(name).stat().st_size])
        undo.click()
        expect(self.page.get_by_role("status").filter(has_text="2 photos at 2 pins")).to_have_count(0)
        # The map requests the pictures of the pins that it shows until the list of pins is empty.
        wait_in(self.page, """async () => {
            const { resource } = await import(new URL('base/api.js', document.querySelector('script[type=module]').src));
            return resource('/library/pins.geojson').value.peek()?.features.length === 0;
        }""")
        self.go_to("Map")
        expect(self.page.get_by_text("No pins yet")).to_be_visible()


@on_each_device
class EntryUploads(Writing, Uploading):
    is_thorough = True

    def test_entry_is_uploaded_in_the_background(self):
        self.open()
        held = HeldRequests(self, "**/library/entries?id=*")
        self.begin()
        self.text.fill("On its way")
        self.add(picture("bridge"), picture("lights"))
        self.save()
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        held.wait()
        expect(self.upload_bar()).to_contain_text("0 of 2 photos")
        self.go_to("Journals")
        # An entry being uploaded is no longer a draft.
        held.open()
        expect(self.page.get_by_text("Entry saved")).to_be_visible()
        self.go_to("Entries")
        expect(self.entries).to_have_count(1)
        self.begin()
        expect(self.text).to_have_value("")

    def test_rejected_entry_becomes_a_draft_again(self):
        self.allow("status of 415")
        self.open()
        bad = self.folder / "bad.jpg"
        bad.write_text("This is not a picture.")
        self.begin()
        self.text.fill("With a bad one")
        self.add(picture("bridge"), bad)
        self.save()
        row = self.upload_bar().get_by_role("listitem")
        expect(row).to_contain_text("not a picture or video")
        self.assert_accessible()
        self.screenshot("entry-rejected")
        row.get_by_role("button", name="Edit").click()
        expect(self.text).to_have_value("With a bad one")
        expect(self.upload_bar()).to_have_count(0)
        chosen = self.dialog.locator(".chosen-media li")
        expect(chosen).to_have_count(2)
        chosen.nth(1).get_by_role("button").click()
        self.save()
        expect(self.entries).to_contain_text("With a bad one")

    def test_retried_edit_is_applied_once(self):
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
        self.page.get_by_role("dialog", name="Save without the removed pictures?").get_by_role("button", name="Save").click()
        expect(self.upload_bar().get_by_role("button", name="Retry")).to_be_visible()
        self.close_messages()
        self.upload_bar().get_by_role("button", name="Retry").click()
        expect(self.page.get_by_text("Entry changed")).to_be_visible()
        entry = self.page.evaluate("fetch('/library/entries').then(r => r.json())")[0]
        self.assertEqual([medium["name"] for medium in entry["media"]], [picture("lights").name, picture("lake").name, new.name])
