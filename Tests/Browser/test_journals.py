"""Journals: places, pictures and videos from all sources, notes that are saved automatically."""

import datetime
import json
import re
import shutil
import subprocess
import threading

from browser import FIXTURES, NO_CHANGES, expect, on_desktop, on_each_device, wait_until
from held import HeldRequests
from library import album, created_id, journal, picture
from test_dropping import drop


@on_each_device
class Journals:
    def open(self):
        self.sign_in(at="/app/journals")
        expect(self.page.get_by_role("heading", name="Journals", exact=True)).to_be_visible()

    def test_new_journal_requires_a_name_and_asks_for_a_place(self):
        self.open()
        expect(self.page.get_by_role("heading", name="No journals yet")).to_be_visible()
        self.assert_accessible()
        self.page.get_by_role("button", name="New journal").click()
        dialog = self.page.get_by_role("dialog")
        name = dialog.get_by_role("textbox", name="Name")
        for blank in ("", "   "):
            name.fill(blank)
            dialog.get_by_role("button", name="Create").click()
            expect(dialog.get_by_role("alert")).to_have_text("A journal needs a name.")
            expect(name).to_be_focused()
        self.assert_accessible()
        name.press_sequentially("T")
        expect(dialog.get_by_text("A journal needs a name.")).to_have_count(0)
        self.screenshot("journal-blank-name")
        name.fill("To the sea")
        dialog.get_by_role("button", name="Create").click()
        expect(self.page.get_by_role("dialog", name="Add a place")).to_be_visible()
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("heading", name="To the sea")).to_be_visible()
        expect(self.page.get_by_text("Where did it start?")).to_be_visible()
        self.assert_accessible()

    def test_back_closes_a_dialog_or_menu_and_the_screen_stays(self):
        id, _ = journal(self.app)
        self.sign_in()
        self.page.get_by_role("link", name="Journals", exact=True).click()
        dialogs = self.page.get_by_role("dialog")
        self.page.locator(".pane-journals").evaluate("pane => { pane.dataset.known = 'true'; }")
        self.page.get_by_role("button", name="New journal").click()
        expect(dialogs).to_have_count(1)
        self.page.go_back()
        expect(dialogs).to_have_count(0)
        expect(self.page.locator(".pane-journals")).to_have_attribute("data-known", "true")
        expect(self.page).to_have_url(re.compile("/app/journals$"))
        self.page.get_by_role("link", name="A week in Paris").click()
        expect(self.page).to_have_url(re.compile(f"/app/journals/{id}$"))
        pane = self.page.locator(".pane[role=main]")
        pane.get_by_role("button", name="Place", exact=True).click()
        expect(self.page.get_by_role("dialog", name="Add a place")).to_be_visible()
        self.page.go_back()
        expect(dialogs).to_have_count(0)
        pane.get_by_role("button", name="More", exact=True).click()
        expect(self.page.get_by_role("menu")).to_be_visible()
        self.page.go_back()
        expect(self.page.get_by_role("menu")).to_have_count(0)
        expect(self.page).to_have_url(re.compile(f"/app/journals/{id}$"))
        # The page of a journal has a URL, so Back leaves it; a dialog above it is closed first.
        pane.get_by_role("button", name="More", exact=True).click()
        self.page.get_by_role("menuitem", name="See it as a page").click()
        self.page.get_by_role("button", name="Done").wait_for()
        self.page.go_back()
        expect(self.page).to_have_url(re.compile(f"/app/journals/{id}$"))
        expect(dialogs).to_have_count(0)
        self.page.go_back()
        expect(self.page).to_have_url(re.compile("/app/journals$"))

    def test_empty_journal_is_not_shared(self):
        id = created_id(self.app.run("journal", "new", "Nothing yet"))
        self.sign_in(at=f"/app/journals/{id}")
        more = self.page.locator(".pane[role=main]").get_by_role("button", name="More", exact=True)
        more.click()
        self.page.get_by_role("menuitem", name="Share").click()
        expect(self.page.get_by_text("There is nothing to share yet.")).to_be_visible()
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        self.page.goto(f"{self.app.origin}/app/journals/{id}/page")
        expect(self.page.get_by_role("dialog").get_by_text("There is nothing to share yet.")).to_be_visible()
        expect(self.page.locator("iframe")).to_have_count(0)

    def test_journal_can_be_renamed_deleted_and_restored_with_its_contents(self):
        journal(self.app)
        self.open()
        more = self.page.get_by_role("button", name="More for A week in Paris")
        more.click()
        self.page.get_by_role("menuitem", name="Rename").click()
        self.page.get_by_label("Name", exact=True).fill("Nine days in Paris")
        self.page.get_by_role("button", name="Rename").click()
        row = self.page.get_by_role("link", name="Nine days in Paris")
        expect(row).to_be_visible()
        self.assert_accessible()
        self.page.get_by_role("button", name="More for Nine days in Paris").click()
        self.page.get_by_role("menuitem", name="Delete").click()
        expect(row).to_have_count(0)
        self.page.get_by_role("button", name="Undo").click()
        row.click()
        expect(self.page.get_by_role("link", name="Louvre")).to_be_visible()
        self.screenshot("journal")

    def test_shared_page_opens_in_the_app_in_an_opaque_origin(self):
        name = "<img src=x onerror=alert(1)>"
        id, _ = journal(self.app, name)
        self.app.run("entry", "new", picture("bridge"), picture("lights"), "--text", "All lamps were lit", "--journal", id, "--place", "Louvre")
        self.sign_in(at=f"/app/journals/{id}")
        more = self.page.locator(".pane[role=main]").get_by_role("button", name="More", exact=True)
        more.click()
        self.page.get_by_role("menuitem", name="See it as a page").click()
        expect(self.page).to_have_url(re.compile(f"/app/journals/{id}/page$"))
        frame = self.page.locator("iframe").content_frame
        expect(frame.get_by_role("heading", name=name, level=1)).to_be_visible()
        self.assertEqual(frame.locator("html").evaluate("() => origin"), "null")
        # The page's script runs; otherwise, the link would not open a larger view.
        frame.get_by_role("link", name="Look closer").first.click()
        expect(frame.get_by_role("dialog")).to_be_visible()
        self.screenshot("preview")
        self.page.get_by_role("button", name="Done").click()
        expect(self.page).to_have_url(re.compile(f"/app/journals/{id}$"))
        expect(self.page.get_by_role("link", name="Louvre")).to_be_visible()
        more.click()
        self.page.get_by_role("menuitem", name="Share").click()
        self.assert_accessible()
        with self.context.expect_page() as opened:
            self.page.get_by_role("link", name="Open as a page").click()
        page = opened.value
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
        self.assertEqual(page.evaluate("origin"), "null")
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name="Download as a page").click()
        self.assertEqual(download.value.suggested_filename, "img src=x onerror=alert(1).html")

    def test_link_shows_the_journal_to_friends_until_it_is_revoked(self):
        id, _ = journal(self.app, "France")
        self.app.run("entry", "new", picture("bridge"), "--text", "Lamps", "--journal", id)
        self.sign_in(at=f"/app/journals/{id}")
        self.page.locator(".pane[role=main]").get_by_role("button", name="More", exact=True).click()
        self.page.get_by_role("menuitem", name="Share").click()
        self.page.get_by_role("button", name="Make a link for this computer").click()
        field = self.page.get_by_role("textbox", name="Link")
        expect(field).to_be_focused()
        link = field.input_value()
        self.assertRegex(link, r"^http://127\.0\.0\.1:\d+/shared/[\w-]{43}$")
        self.assert_accessible()
        self.screenshot("link")
        friend = self.context.browser.new_context()
        page = friend.new_page()
        page.goto(link)
        expect(page.get_by_role("heading", name="France", level=1)).to_be_visible()
        # The page is in a sandbox, but may load its pictures.
        page.wait_for_function("[...document.querySelectorAll('.photo img')].every(image => image.naturalWidth > 0)")
        self.page.get_by_role("button", name="Revoke").click()
        expect(self.page.get_by_text("The link no longer works")).to_be_visible()
        expect(field).to_have_count(0)
        self.assertEqual(page.reload().status, 404)
        expect(page.get_by_role("heading", name="This link does not work")).to_be_visible()
        friend.close()

    def test_shared_page_without_a_session_leads_to_sign_in_and_back(self):
        id, _ = journal(self.app, "France")
        self.app.run("entry", "new", picture("bridge"), "--text", "Lamps", "--journal", id)
        self.page.goto(f"{self.app.origin}/library/share.html?ids={id}&disposition=inline")
        expect(self.page.get_by_text("You are signed out on this computer.")).to_be_visible()
        self.page.goto(self.page.url + self.app.fragment)
        expect(self.page.get_by_role("heading", name="France", level=1)).to_be_visible()

    def test_hostile_names_are_displayed_as_plain_text(self):
        names = ["<img src=x onerror=alert(1)>", "\u202emoor eht", "w" * 3000]
        for name in names:
            self.app.run("journal", "new", name)
        self.open()
        for name in names:
            expect(self.page.locator(".journal-row b").get_by_text(name, exact=True)).to_have_count(1)
        self.assertEqual(self.page.locator(".journal-row img").count(), 0)
        self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), self.page.viewport_size["width"])


@on_each_device
class JournalsFromPhotos:
    def photos(self):
        """Returns photos with a location, two of them at the same place, and one without."""
        names = ["bridge", "lights", "lake"]
        bare = self.folder / "bare.jpg"
        self.app.run("thumbnail", picture("mist"), "--size", "480", "--to", self.folder / "without", "--keep", "details")
        bare.write_bytes((self.folder / "without" / picture("mist").name).read_bytes())
        return [*map(picture, names), bare]

    def test_photos_become_a_journal_with_dates_and_places(self):
        self.sign_in(at="/app/journals")
        expect(self.page.get_by_role("heading", name="No journals yet")).to_be_visible()
        self.assert_accessible()
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("button", name="From photos…").click()
        photos = self.photos()
        chooser.value.set_files(photos)
        # The new journal opens automatically, with a generated name.
        expect(self.page).to_have_url(re.compile(r"/app/journals/journal-[0-9a-z]{12}$"))
        name = self.page.get_by_role("heading", level=1, name=re.compile("^(Kōfu and Paris|Paris and Kōfu)")).last
        expect(name).to_be_visible()
        # On a phone, the title leaves out the dates, which are below.
        expect(name.get_by_text(re.compile(r"^, \d+ .*\d{4}$"))).to_be_visible(visible=self.device == "Desktop")
        places = self.page.locator(".stop")
        expect(places.filter(has_text="Paris").first).to_be_visible()
        self.assert_accessible()
        self.screenshot("journal-from-photos")
        contents = self.page.evaluate("path => fetch(path).then(r => r.json())", f"/library/journals/{self.page.url.split('/')[-1]}")
        self.assertEqual(sum(len(stop["entries"]) for stop in contents["stops"]), len(photos))
        dates = [stop["place"]["date"] for stop in contents["stops"] if "place" in stop]
        self.assertEqual(dates, sorted(dates))
        # No place has the date on which the photos were added.
        self.assertTrue(all(date < "2026" for date in dates), dates)

    def walk(self, photos):
        """Returns a GPX file of walks in Paris on the days of photos, from ten minutes before each photo to ten minutes after."""
        walks = ""
        for number, photo in enumerate(photos):
            taken = datetime.datetime.fromisoformat(re.search(r"Taken: (\S+ \S+)", self.app.run("info", photo)).group(1))
            points = ""
            for step in (-1, 0, 1):
                time = (taken + step * datetime.timedelta(minutes=10)).astimezone(datetime.timezone.utc)
                points += f'<trkpt lat="{48.85 + number / 50}" lon="{2.33 + step / 100}"><time>{time:%Y-%m-%dT%H:%M:%SZ}</time></trkpt>'
            walks += f"<trkseg>{points}</trkseg>"
        file = self.folder / "walk.GPX"
        file.write_text(f'<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk>{walks}</trk></gpx>')
        return file

    def test_gps_tracks_place_photos_and_appear_on_the_map(self):
        self.allow("status of 422")
        self.app.run("thumbnail", picture("mist"), picture("lights"), "--size", "480", "--to", self.folder / "bare", "--keep", "details")
        photos = sorted((self.folder / "bare").glob("*.jpg"))
        track = self.walk(photos)
        self.sign_in(at="/app/journals")
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("button", name="From photos…").click()
        chooser.value.set_files([track, *photos])
        expect(self.page).to_have_url(re.compile(r"/app/journals/journal-[0-9a-z]{12}$"))
        expect(self.page.get_by_text("1 track added, 2 photos placed")).to_be_visible()
        stops = self.page.locator(".stop")
        expect(stops).to_have_count(2)
        expect(stops.filter(has_text="Paris")).to_have_count(2)
        expect(self.page.locator(".route-track")).to_have_count(2)
        self.assert_accessible()
        self.screenshot("journal-with-track")
        more = self.page.locator(".pane[role=main]").get_by_role("button", name="More", exact=True)
        for file, message in [
            (track, "Track already added, no photos placed"),
            (FIXTURES / "tracks/cut.gpx", "The file contains no complete track. Export it again, as GPX."),
        ]:
            more.click()
            with self.page.expect_file_chooser() as chooser:
                self.page.get_by_role("menuitem", name="Add photos or GPS tracks…").click()
            chooser.value.set_files(file)
            expect(self.page.get_by_text(message)).to_be_visible()
        expect(self.page.locator(".route-track")).to_have_count(2)

    def test_dropped_track_appears_in_a_journal_without_places(self):
        id = created_id(self.app.run("journal", "new", "A walk"))
        self.sign_in(at=f"/app/journals/{id}")
        expect(self.page.get_by_text("Where did it start?")).to_be_visible()
        drop(self.page, ".pane[role=main] h1", FIXTURES / "tracks/watch.gpx", "")
        expect(self.page.get_by_text("1 track added, no photos placed")).to_be_visible()
        expect(self.page.locator(".route-track")).to_have_count(2)
        expect(self.page.get_by_text("Where did it start?")).to_be_visible()
        self.assert_accessible()
        self.screenshot("journal-of-a-track")

    def test_place_takes_the_date_of_its_photo(self):
        id, place = journal(self.app)
        self.app.run("journal", "add", id, picture("bridge"), "--place", place)
        year = re.search(r"Taken: (\d{4})", self.app.run("info", picture("bridge"))).group(1)
        self.sign_in(at=f"/app/journals/{id}")
        stop = self.page.locator(".stop").filter(has_text="Louvre")
        expect(stop).to_contain_text(year)
        stop.click()
        expect(self.page.locator(".place-line")).to_contain_text(re.compile(f"{year}, from its photos"))

    def test_sample_trips_can_be_removed_in_the_list_of_journals(self):
        self.sign_in()
        self.page.get_by_role("button", name="Try it with sample pictures").click()
        expect(self.page.get_by_text("Two sample trips added.")).to_be_visible()
        self.page.goto(self.app.origin + "/app/journals")
        rows = self.page.locator(".journal-row")
        expect(rows).to_have_count(2)
        more = self.page.get_by_role("button", name="More", exact=True)
        more.click()
        self.page.get_by_role("menuitem", name="Remove the sample trips").click()
        expect(rows).to_have_count(0)
        if self.device == "Desktop":
            # All other items are tabs.
            expect(more).not_to_be_visible()
            return
        more.click()
        expect(self.page.get_by_role("menuitem", name="Settings")).to_be_visible()
        expect(self.page.get_by_role("menuitem", name="Remove the sample trips")).to_have_count(0)


@on_desktop
class PlayingVideos:
    def test_unsupported_video_is_converted_and_plays(self):
        video = self.folder / "hevc.mp4"
        made = subprocess.run(
            ["ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=s=160x90:r=5:d=1", "-c:v", "libx265", "-x265-params",
             "log-level=error", video], capture_output=True) if shutil.which("ffmpeg") else None
        if made is None or made.returncode:
            self.skipTest("ffmpeg with libx265 is not installed")
        id, place = journal(self.app)
        self.app.run("journal", "add", id, video, "--place", place)
        waiting = threading.Event()

        def hold(route):
            # Only the first responses are delayed.
            if waiting.is_set():
                return route.continue_()
            route.fulfill(status=202, headers={"Retry-After": "1"})

        self.page.route("**/media/1/video*", hold)
        self.sign_in(at=f"/app/journals/{id}/places/{place}")
        self.page.locator(".media-grid .tile").click()
        note = self.page.get_by_role("status").filter(has_text="Preparing the video")
        expect(note).to_be_visible()
        self.assert_accessible()
        self.screenshot("video-prepared")
        waiting.set()
        expect(self.page.locator("video.viewer-image")).to_have_js_property("videoWidth", 160)
        expect(note).to_have_count(0)


@on_each_device
class Places:
    def open(self):
        self.journal, self.place = journal(self.app)
        self.sign_in(at=f"/app/journals/{self.journal}")
        self.page.get_by_role("button", name="Place", exact=True).click()
        self.search = self.page.get_by_role("combobox")
        expect(self.search).to_be_focused()

    def expect_place(self, name):
        expect(self.page).to_have_url(re.compile(r"/places/place-[0-9a-z]{12}$"))
        expect(self.page.get_by_role("heading", name=name, level=1).last).to_be_visible()

    def test_pins_and_cities_are_suggested_without_online_requests(self):
        album(self.app)
        requests = []
        self.page.on("request", lambda request: requests.append(request.url) if "gazetteer" in request.url else None)
        self.open()
        expect(self.page.get_by_role("option", name="Eiffel Tower")).to_be_visible()
        self.search.press_sequentially("lisb")
        self.search.press("ArrowDown")
        expect(self.page.get_by_role("option", name="Lisbon")).to_have_attribute("aria-selected", "true")
        self.assert_accessible()
        self.screenshot("add-place")
        self.assertEqual(requests, [])
        self.search.press("Enter")
        self.expect_place("Lisbon")

    def test_enter_searches_the_place_service(self):
        self.app.run("settings", "set", "place-lookups", "on")
        self.open()
        self.search.fill("louvre")
        self.search.press("Enter")
        found = self.page.get_by_role("option").first
        expect(found).to_contain_text("Louvre")
        expect(self.page.get_by_text("OpenStreetMap contributors")).to_be_visible()
        found.click()
        self.expect_place(re.compile("Louvre"))

    def test_current_location_can_be_added_as_a_place(self):
        self.context.grant_permissions(["geolocation"])
        self.context.set_geolocation({"latitude": 48.8583, "longitude": 2.2944})
        self.open()
        self.page.get_by_role("button", name="Where I am").click()
        self.expect_place("Paris")
        expect(self.page.get_by_text("48.8583° N, 2.2944° E")).to_be_visible()

    def test_denied_location_shows_an_error_and_offers_the_map_center(self):
        self.app.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        self.open()
        self.page.get_by_role("button", name="Where I am").click()
        expect(self.page.get_by_text("The browser is not allowed to share your location")).to_be_visible()
        self.assert_accessible()
        self.page.get_by_role("button", name="Use the center of the map").click()
        self.expect_place(re.compile("."))


class PlaceScreen:
    def open(self):
        self.journal, self.place = journal(self.app)
        self.sign_in(at=f"/app/journals/{self.journal}/places/{self.place}")
        expect(self.page.get_by_role("heading", name="Louvre")).to_be_visible()
        self.tiles = self.page.locator(".media-grid .tile")

    def choose(self, kind, item, *files):
        self.page.get_by_role("button", name=kind, exact=True).click()
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("menuitem", name=item).click()
        chooser.value.set_files(files)

    def contents(self):
        return self.page.evaluate("path => fetch(path).then(r => r.json())", f"/library/journals/{self.journal}")["stops"][0]


@on_each_device
class AddingMedia(PlaceScreen):
    def test_pictures_and_videos_can_be_added_from_the_device(self):
        self.open()
        expect(self.page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
        self.assert_accessible()
        self.choose("Photo", "From this device", picture("bridge"), FIXTURES / "small/heic-grid-orientation-6.heic")
        expect(self.tiles).to_have_count(2)
        self.choose("Video", "From this device", FIXTURES / "video/starts-black.mp4")
        expect(self.tiles).to_have_count(3)
        expect(self.page.locator(".media-grid").get_by_label(re.compile("video$"))).to_have_count(1)
        self.assert_accessible()
        self.screenshot("place")

    def test_invalid_file_is_reported_and_the_others_are_kept(self):
        self.allow("status of 415")
        self.open()
        bad = self.folder / "notes.txt"
        bad.write_text("This is not a picture.")
        files = [self.folder / f"{number}.jpg" for number in range(19)]
        for number, file in enumerate(files):
            # Two equal pictures would be stored as one file; a comment makes them different.
            file.write_bytes(picture("lights").read_bytes() + bytes([number]))
        self.choose("Photo", "From this device", *files[:10], bad, *files[10:])
        expect(self.tiles).to_have_count(19)
        message = self.page.get_by_role("listitem").filter(has_text="notes.txt")
        expect(message).to_contain_text("not a picture or video")
        self.assertEqual(len(self.contents()["entries"]), 19)
        self.assert_accessible()

    def test_retried_upload_is_stored_once(self):
        self.context.add_init_script(NO_CHANGES)
        self.open()
        self.page.evaluate("""() => {
            const send = XMLHttpRequest.prototype.send;
            XMLHttpRequest.prototype.send = function (form) {
                XMLHttpRequest.prototype.send = send;
                this.onload = this.onerror;
                send.call(this, form);
            };
        }""")
        self.choose("Photo", "From this device", picture("bridge"))
        self.page.get_by_role("button", name="Retry").click()
        expect(self.tiles).to_have_count(1)
        expect(self.page.get_by_role("button", name="Retry")).to_have_count(0)
        self.assertEqual(len(self.contents()["entries"]), 1)

    def test_camera_takes_a_photo(self):
        if self.device == "Phone":
            self.skipTest("a phone's own camera opens there")
        self.context.grant_permissions(["camera"])
        self.open()
        self.page.get_by_role("button", name="Photo", exact=True).click()
        self.page.get_by_role("menuitem", name="Take a photo").click()
        take = self.page.get_by_role("button", name="Take photo")
        expect(take).to_be_visible()
        self.assert_accessible()
        expect(self.page.locator("video.capture-view")).to_have_js_property("readyState", 4)
        take.click()
        expect(self.tiles).to_have_count(1)

    def test_missing_camera_shows_an_error(self):
        if self.device == "Phone":
            self.skipTest("a phone's own camera opens there")
        self.context.add_init_script("navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));")
        self.open()
        self.page.get_by_role("button", name="Photo", exact=True).click()
        self.page.get_by_role("menuitem", name="Take a photo").click()
        expect(self.page.get_by_role("alert")).to_contain_text("No camera")
        self.assert_accessible()

    def test_photos_can_be_picked_from_an_album(self):
        album(self.app)
        self.open()
        self.page.get_by_role("button", name="Photo", exact=True).click()
        self.page.get_by_role("menuitem", name="My pictures").click()
        tiles = self.page.locator(".picker-tile")
        tiles.nth(0).click()
        tiles.nth(1).click()
        self.assert_accessible()
        self.page.get_by_role("button", name="Add 2 pictures").click()
        expect(self.tiles).to_have_count(2)
        self.assertTrue(all(entry["media"][0]["credit"] for entry in self.contents()["entries"]))

    def test_pictures_of_entries_can_be_picked_with_their_credit(self):
        album(self.app)
        photo = self.app.run("album", "list", "Eiffel Tower", "--json")
        photo = json.loads(photo)["photos"][0]["id"]
        other = created_id(self.app.run("entry", "new", photo, "--text", "Of another person"))
        own = created_id(self.app.run("entry", "new", picture("lake"), "--text", "Mine"))
        self.open()
        self.page.get_by_role("button", name="Photo", exact=True).click()
        self.page.get_by_role("menuitem", name="My pictures").click()
        for entry in (other, own):
            self.page.locator(f'.picker-tile[data-key^="{entry}"]').click()
        self.page.get_by_role("button", name="Add 2 pictures").click()
        expect(self.tiles).to_have_count(2)
        credits = {entry["media"][0]["credit"] for entry in self.contents()["entries"]}
        self.assertIn("The Postcard authors", credits)
        self.assertEqual(len(credits), 2)

    def test_photos_by_others_can_be_picked(self):
        self.open()
        self.page.get_by_role("button", name="Photo", exact=True).click()
        self.page.get_by_role("menuitem", name="Photos others took here").click()
        tiles = self.page.locator(".picker-tile")
        expect(tiles.first).to_be_visible()
        tiles.first.click()
        self.assert_accessible()
        self.screenshot("place-photos")
        self.page.get_by_role("button", name="Add 1 picture").click()
        expect(self.tiles).to_have_count(1)
        self.assertIn("flickr.com", self.contents()["entries"][0]["media"][0]["credit"])

    def test_pictures_can_be_viewed_deleted_together_and_restored(self):
        self.open()
        self.choose("Photo", "From this device", picture("bridge"), picture("lights"), picture("lake"))
        expect(self.tiles).to_have_count(3)
        self.tiles.first.click()
        expect(self.page.locator("dialog.viewer")).to_be_visible()
        self.assert_accessible()
        self.page.keyboard.press("Escape")
        expect(self.tiles.first).to_be_focused()
        # Back closes the viewer, and the viewer's messages stay readable.
        self.tiles.first.click()
        expect(self.page).to_have_url(re.compile(r"/media/entry-[0-9a-z]{12}[.]1$"))
        expect(self.page.get_by_text("1 / 3")).to_be_visible()
        self.page.keyboard.press("ArrowRight")
        expect(self.page.get_by_text("2 / 3")).to_be_visible()
        self.page.keyboard.press("Delete")
        message = self.page.locator("dialog.viewer .toast")
        expect(message).to_contain_text("1 picture deleted")
        expect(message).to_have_css("color", "rgb(14, 14, 15)")
        self.assert_accessible()
        self.screenshot("viewer-undo")
        message.get_by_role("button", name="Undo").click()
        # The viewer shows the restored picture.
        expect(self.page.get_by_text("2 / 3")).to_be_visible()
        self.page.go_back()
        expect(self.page.locator("dialog.viewer")).to_have_count(0)
        expect(self.page).to_have_url(re.compile(f"/places/{self.place}$"))
        expect(self.tiles).to_have_count(3)
        self.tiles.first.focus()
        self.page.keyboard.press("Space")
        self.page.get_by_role("button", name="Select", exact=True).click()
        self.tiles.nth(2).click(modifiers=["Shift"])
        expect(self.page.get_by_text("3 selected")).to_be_visible()
        self.assert_accessible()
        self.page.get_by_role("button", name="Delete").click()
        expect(self.tiles).to_have_count(0)
        self.page.get_by_role("button", name="Undo").click()
        expect(self.tiles).to_have_count(3)

    def test_deleting_something_unrecoverable_asks_first(self):
        self.open()
        self.app.run("entry", "new", picture("bridge"), picture("lights"), "--text", "All lamps were lit",
                     "--journal", self.journal, "--place", "Louvre")
        self.page.reload()
        expect(self.tiles).to_have_count(2)
        confirmation = self.page.get_by_role("dialog", name="Delete permanently?")
        for button, left in (("Cancel", 2), ("Delete", 1)):
            self.tiles.first.focus()
            self.page.keyboard.press("Delete")
            confirmation.get_by_role("button", name=button).click()
            expect(confirmation).not_to_be_attached()
            expect(self.tiles).to_have_count(left)


@on_each_device
class Notes(PlaceScreen):
    def write(self, text):
        self.page.get_by_role("button", name="Note", exact=True).click()
        note = self.page.get_by_label("Note", exact=True)
        note.press_sequentially(text)
        return note

    def expect_saved(self):
        expect(self.page.locator(".note-status")).to_contain_text("saved")

    def test_note_is_saved_automatically_and_keeps_earlier_versions(self):
        self.open()
        note = self.write("Rain until noon.")
        note.blur()
        self.expect_saved()
        self.assertEqual([each["text"] for each in self.contents()["notes"]], ["Rain until noon."])
        self.assert_accessible()
        # Consecutive keystrokes are saved as one change, soon after the last keystroke.
        with self.page.expect_response(lambda reply: reply.request.method == "PATCH"):
            note.press_sequentially(" Then sun.")
        self.page.reload()
        expect(self.page.get_by_label("Note", exact=True)).to_have_value("Rain until noon. Then sun.")
        self.page.get_by_role("button", name="More for this note").click()
        self.page.get_by_role("menuitem", name="Earlier versions").click()
        expect(self.page.get_by_role("dialog").get_by_text("Rain until noon.", exact=True)).to_be_visible()
        self.assert_accessible()

    def test_space_at_the_end_of_a_note_survives_a_reload(self):
        self.open()
        note = self.write("Rain until noon. ")
        self.expect_saved()
        self.page.reload()
        expect(note).to_have_value("Rain until noon. ")
        expect(self.page.get_by_text("Your text was restored.")).to_have_count(0)
        # The text is not considered unsaved.
        note.focus()
        note.blur()
        self.assertEqual(self.page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('postcard-note'))"), [])

    def test_reload_while_a_note_is_saved_makes_one_note(self):
        self.open()
        self.write("Rain until noon.")
        # The page leaves before it gets the response.
        self.page.reload()
        expect(self.page.get_by_label("Note", exact=True)).to_have_value("Rain until noon.")
        wait_until(lambda: self.contents()["notes"], "The note is not saved.")
        self.page.reload()
        expect(self.page.get_by_label("Note", exact=True)).to_have_count(1)
        self.assertEqual([note["text"] for note in self.contents()["notes"]], ["Rain until noon."])

    def test_reload_between_two_requests_for_a_new_note_makes_one_note(self):
        self.allow("ERR_FAILED")
        self.open()
        create = re.compile(r"/notes\?id=")
        # The note is saved, but the page gets no response.
        self.page.route(create, lambda route: (route.fetch(), route.abort()))
        self.write("Rain until noon.")
        expect(self.page.locator(".note-status")).to_contain_text("Not saved yet")
        self.page.unroute(create)
        changes = HeldRequests(self, "**/library/notes/*")
        self.page.reload()
        changes.wait()
        self.page.reload()
        changes.open()
        self.expect_saved()
        expect(self.page.get_by_label("Note", exact=True)).to_have_count(1)
        self.assertEqual([note["text"] for note in self.contents()["notes"]], ["Rain until noon."])

    def test_note_is_saved_when_the_service_is_back(self):
        self.allow("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE", "status of 503", "ERR_CONNECTION_RESET")
        self.open()
        # The console reports an interrupted registration.
        self.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        self.app.end()
        self.write("Rain until noon.")
        expect(self.page.locator(".note-status")).to_contain_text("Not saved yet")
        self.app.start()
        expect(self.page.locator(".note-status")).to_have_text(re.compile("^saved"))
        self.assertEqual([note["text"] for note in self.contents()["notes"]], ["Rain until noon."])

    def test_unsaved_note_can_be_deleted(self):
        self.allow("ERR_FAILED", "status of 503")
        self.open()
        self.page.route("**/notes?id=*", lambda route: route.abort())
        self.write("Never mind.").blur()
        expect(self.page.locator(".note-status")).to_contain_text("Not saved yet")
        note = self.page.get_by_label("Note", exact=True)
        # Another note would have the same text.
        self.page.get_by_role("button", name="Note", exact=True).click()
        expect(note).to_have_count(1)
        self.page.get_by_role("button", name="More for this note").click()
        self.page.get_by_role("menuitem", name="Delete").click()
        expect(note).to_have_count(0)
        self.page.unroute("**/notes?id=*")
        self.page.reload()
        expect(self.page.get_by_role("heading", name="Louvre")).to_be_visible()
        expect(note).to_have_count(0)
        self.assertEqual(self.contents()["notes"], [])

    def test_conflicting_note_edits_show_both_versions(self):
        self.allow("status of 412")
        self.open()
        self.write("Mine.").blur()
        self.expect_saved()
        note = self.contents()["notes"][0]["id"]
        self.app.run("note", "edit", note, "--text", "Theirs.")
        field = self.page.get_by_label("Note", exact=True)
        field.fill("Mine, longer.")
        field.blur()
        dialog = self.page.get_by_role("dialog", name="This note was changed somewhere else")
        expect(dialog).to_contain_text("Mine, longer.")
        expect(dialog).to_contain_text("Theirs.")
        self.assert_accessible()
        self.screenshot("note-conflict")
        dialog.get_by_role("button", name="Keep both").click()
        expect(field).to_have_value("Theirs.\n\nMine, longer.")
        self.expect_saved()
        self.assertEqual(self.contents()["notes"][0]["text"], "Theirs.\n\nMine, longer.")

    def test_deleted_note_can_be_restored(self):
        self.open()
        self.write("Keep me.").blur()
        self.expect_saved()
        self.page.get_by_role("button", name="More for this note").click()
        self.page.get_by_role("menuitem", name="Delete").click()
        expect(self.page.get_by_label("Note", exact=True)).to_have_count(0)
        self.page.get_by_role("button", name="Undo").click()
        expect(self.page.get_by_label("Note", exact=True)).to_have_value("Keep me.")
