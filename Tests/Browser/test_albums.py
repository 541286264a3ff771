"""Albums: successful and failed downloads, and the removal of photos."""

import json
import re

from browser import App, expect, on_each_device, wait_in
from held import HeldRequests
from library import picture
from photo_source import PhotoSource
from touching import Fingers, center, long_press


class Albums:
    """An app whose photo source is controlled by the scenario."""

    def make_app(self):
        self.source = PhotoSource()
        self.addCleanup(self.source.end)
        app = App(
            self.folder / "library", FLICKR_API_KEY="0123456789abcdef0123456789abcdef",
            POSTCARD_FLICKR_ENDPOINT=self.source.endpoint,
            POSTCARD_NOMINATIM_ENDPOINT=self.shared.nominatim.endpoint)
        self.addCleanup(app.end)
        app.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        return app

    @property
    def photos(self):
        return self.page.locator(".tile.is-loaded")

    @property
    def placeholders(self):
        return self.page.locator(".tile.airmail")

    @property
    def new_collection(self):
        return self.page.get_by_role("button", name="New Collection")

    def open_album(self):
        """Signs in and opens the album by pressing the pin, as users do."""
        self.sign_in()
        self.page.get_by_role("link", name="Eiffel Tower").first.click()
        expect(self.page.get_by_role("heading", name="Eiffel Tower")).to_be_visible()

    def open_full_album(self):
        """Waits until the album contains its photos."""
        self.open_album()
        expect(self.photos).to_have_count(self.source.count)
        expect(self.new_collection).to_be_enabled()


@on_each_device
class Downloading(Albums):
    def test_slow_source_is_named_and_another_source_offered(self):
        self.source.hold_searches()
        self.page.clock.install()
        self.open_album()
        expect(self.page.get_by_text("Searching for photos …")).to_be_visible()
        self.page.clock.run_for(9_000)
        expect(self.page.get_by_text("Flickr is slow to respond. Trying again …")).to_be_visible()
        expect(self.page.get_by_role("button", name="Search Wikimedia Commons")).to_be_visible()
        self.assert_accessible()
        self.page.get_by_role("button", name="Stop").click()

    def test_photos_appear_one_by_one_while_new_collection_is_disabled(self):
        self.source.close()
        self.open_album()
        expect(self.placeholders).to_have_count(6)
        expect(self.new_collection).to_be_disabled()
        expect(self.page.get_by_role("progressbar")).to_be_visible()
        self.assert_accessible()
        self.screenshot("album-filling")
        self.source.release(2)
        expect(self.photos).to_have_count(2)
        expect(self.placeholders).to_have_count(4)
        expect(self.new_collection).to_be_disabled()
        self.source.open()
        expect(self.photos).to_have_count(6)
        expect(self.placeholders).to_have_count(0)
        expect(self.new_collection).to_be_enabled()
        expect(self.page.get_by_role("progressbar")).not_to_be_attached()
        self.assert_accessible()
        self.screenshot("album")

    def test_reload_follows_the_same_download(self):
        self.source.close()
        self.open_album()
        expect(self.placeholders).to_have_count(6)
        searches = len(self.source.searches)
        self.page.reload()
        expect(self.placeholders).to_have_count(6)
        expect(self.new_collection).to_be_disabled()
        self.source.open()
        expect(self.photos).to_have_count(6)
        expect(self.new_collection).to_be_enabled()
        # The same download continued; no new download was started.
        self.assertEqual(len(self.source.searches), searches)

    def test_download_can_be_stopped_and_restarted(self):
        self.source.close()
        self.open_album()
        expect(self.placeholders).to_have_count(6)
        self.source.release(1)
        expect(self.photos).to_have_count(1)
        self.page.get_by_role("button", name="Stop").click()
        expect(self.new_collection).to_be_enabled()
        expect(self.placeholders).to_have_count(0)
        self.source.open()
        self.new_collection.click()
        expect(self.photos).to_have_count(6)

    def test_old_photos_stay_until_new_ones_have_arrived(self):
        self.open_full_album()
        before = self.page.locator(".tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.key)")
        self.source.first = 100
        self.source.close()
        self.new_collection.click()
        expect(self.page.get_by_role("progressbar")).to_be_visible()
        self.source.release(3)
        expect(self.page.get_by_text("3 of 6")).to_be_visible()
        self.assertEqual(self.page.locator(".tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.key)"), before)
        self.source.open()
        expect(self.new_collection).to_be_enabled()
        expect(self.page.locator(f"[data-key={before[0]}]")).not_to_be_attached()
        expect(self.photos).to_have_count(6)


@on_each_device
class FailedDownloads(Albums):
    def test_empty_album_offers_actions_and_a_wider_search(self):
        self.source.distance = 4
        self.open_album()
        expect(self.page.get_by_role("heading", name="No Images")).to_be_visible()
        expect(self.page.get_by_role("button", name="Move the pin")).to_be_visible()
        self.assert_accessible()
        self.screenshot("no-images")
        # Actions that need photos are not offered if there are none.
        self.page.get_by_role("button", name="More", exact=True).last.click()
        expect(self.page.get_by_role("menuitem", name="Move the pin")).to_be_visible()
        expect(self.page.get_by_role("menuitem", name=re.compile("Select|Share|Download"))).to_have_count(0)
        self.page.keyboard.press("Escape")
        self.page.get_by_role("button", name="Search within 5 km").click()
        expect(self.photos).to_have_count(6)

    def test_pin_without_images_can_be_moved(self):
        self.source.distance = 40
        self.open_album()
        self.page.get_by_role("button", name="Move the pin").click()
        expect(self.page.get_by_role("button", name="Move here")).to_be_focused()
        self.page.get_by_role("application").focus()
        self.page.keyboard.press("ArrowDown")
        self.page.get_by_role("button", name="Move here").click()
        expect(self.page.get_by_text("Eiffel Tower moved")).to_be_visible()
        moved = json.loads(self.app.run("pin", "list", "--json"))[0]["coordinate"]
        self.assertLess(moved["latitude"], 48.8584)

    def test_unavailable_source_shows_an_error_and_can_be_retried(self):
        self.source.error_status = 503
        self.open_album()
        expect(self.page.get_by_role("alert")).to_contain_text("No response from the photo service")
        self.assert_accessible()
        self.screenshot("source-down")
        self.source.error_status = None
        self.page.get_by_role("button", name="Retry").click()
        expect(self.photos).to_have_count(6)
        expect(self.page.get_by_role("alert")).not_to_be_attached()

    def test_missing_pin_only_offers_a_link_to_the_map(self):
        self.allow("status of 404")
        self.sign_in()
        self.page.goto(f"{self.app.origin}/app/pins/pin-000000000000")
        expect(self.page.get_by_role("heading", name="Pin not found")).to_be_visible()
        expect(self.page.get_by_role("link", name="Open the map")).to_be_visible()
        expect(self.page.get_by_role("button", name="New Collection")).to_be_hidden()

    def test_untrusted_titles_are_displayed_as_plain_text(self):
        self.source.title = "<img src=x onerror=alert(1)> \u202eevil {}" + "x" * 500
        self.open_full_album()
        self.page.locator(".tile").first.click()
        expect(self.page.locator(".viewer-caption")).to_contain_text("<img src=x onerror=alert(1)>")
        self.assertEqual(self.page.locator(".viewer-caption img").count(), 0)
        self.assertFalse(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@on_each_device
class OwnPhotos(Albums):
    def choose(self, *names):
        self.page.get_by_role("button", name="More", exact=True).last.click()
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("menuitem", name="Add my own photos").click()
        chooser.value.set_files([picture(name) for name in names])

    def test_own_photos_are_added_once_and_survive_a_new_collection(self):
        self.open_full_album()
        self.choose("bridge", "lights")
        expect(self.photos).to_have_count(8)
        own = self.page.locator(".tile").evaluate_all("tiles => tiles.slice(-2).map(tile => tile.dataset.key)")
        self.source.first = 100
        self.new_collection.click()
        expect(self.page.locator(f"[data-key={own[0]}]")).to_be_visible()
        expect(self.new_collection).to_be_enabled()
        expect(self.photos).to_have_count(8)
        # The same file is not added twice.
        with self.page.expect_response("**/album/photos?*") as response:
            self.choose("bridge")
        self.assertIn(response.value.json()[0]["id"], own)
        expect(self.photos).to_have_count(8)
        self.page.locator(f"[data-key={own[0]}]").focus()
        self.page.keyboard.press("Delete")
        expect(self.photos).to_have_count(7)
        self.page.get_by_role("button", name="Undo").click()
        expect(self.photos).to_have_count(8)


@on_each_device
class SourceMessages(Albums):
    def test_no_other_photos_is_not_an_error_and_offers_a_wider_search(self):
        self.open_full_album()
        self.new_collection.click()
        message = self.page.get_by_role("status").filter(has_text="No other photos within 2 km")
        expect(message).to_be_visible()
        expect(self.page.get_by_role("alert")).to_have_count(0)
        self.assert_accessible()
        self.source.first = 100
        message.get_by_role("button", name="Search within 5 km").click()
        expect(self.page.get_by_role("link", name="Picture 100")).to_be_visible()
        self.assertEqual(float(self.source.searches[-1]["radius"]), 5)

    def test_missing_provider_key_shows_an_error_and_offers_another_provider(self):
        self.app.end()
        self.app.variables.pop("FLICKR_API_KEY")
        self.app.run("settings", "set", "source", "flickr")
        self.app.start()
        self.allow("status of 501")
        self.open_album()
        expect(self.page.get_by_role("alert")).to_contain_text("needs a key")
        expect(self.page.get_by_role("button", name="Search Wikimedia Commons")).to_be_visible()
        expect(self.page.get_by_role("button", name="Retry")).to_have_count(0)
        self.page.goto(f"{self.app.origin}/app/settings")
        expect(self.page.get_by_role("option", name="Flickr (needs a key)")).to_be_disabled()


@on_each_device
class RemovingPhotos(Albums):
    def test_tapping_removes_a_photo_and_undo_restores_it(self):
        self.open_full_album()
        keys = self.page.locator(".tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.key)")
        self.page.get_by_role("button", name="Remove photos").click()
        self.page.locator(".tile").nth(1).click()
        expect(self.photos).to_have_count(5)
        self.assertNotIn("photos/", self.page.url)
        self.assertEqual(
            self.page.locator(".tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.key)"), keys[:1] + keys[2:])
        self.page.get_by_role("button", name="Undo").click()
        expect(self.photos).to_have_count(6)
        self.assertEqual(self.page.locator(".tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.key)"), keys)
        self.page.locator(".tile").nth(1).click()
        expect(self.photos).to_have_count(5)
        self.page.reload()
        expect(self.photos).to_have_count(5)
        # Removed photos are in the Trash.
        self.page.goto(f"{self.app.origin}/app/trash")
        wait_in(self.page, "() => document.querySelector('.list-picture')?.naturalWidth > 0")
        self.page.get_by_role("button", name="Restore Picture").click()
        expect(self.page.get_by_text("The Trash is empty")).to_be_visible()
        # The list is empty at once; the message waits for the service's response.
        expect(self.page.get_by_text("restored")).to_be_visible()
        self.assertEqual(len(json.loads(self.app.run("album", "list", "Eiffel Tower", "--json"))["photos"]), 6)

    def test_one_undo_restores_all_removed_photos(self):
        self.open_full_album()
        self.page.get_by_role("button", name="Remove photos").click()
        for left in (5, 4, 3, 2, 1):
            self.page.locator(".tile").first.click()
            expect(self.photos).to_have_count(left)
        expect(self.page.locator(".toast")).to_have_count(1)
        expect(self.page.locator(".toast")).to_contain_text("5 photos removed")
        self.screenshot("tidied")
        self.page.get_by_role("button", name="Undo").click()
        expect(self.photos).to_have_count(6)

    def test_deleting_a_selected_range_can_be_undone(self):
        self.open_full_album()
        tiles = self.page.locator(".tile")
        if self.options.get("has_touch"):
            long_press(self, *center(tiles.nth(1)), self.page.get_by_role("button", name="Select", exact=True))
            self.page.get_by_role("button", name="Select", exact=True).tap()
            # Until selection mode starts, a tap opens a photo.
            expect(self.page.get_by_text("1 selected")).to_be_visible()
            for number in (2, 3, 4):
                tiles.nth(number).tap()
        else:
            tiles.nth(1).focus()
            self.page.keyboard.press("x")
            tiles.nth(4).click(modifiers=["Shift"])
        expect(self.page.get_by_text("4 selected")).to_be_visible()
        self.assert_accessible()
        self.screenshot("selected")
        self.page.get_by_role("button", name="Delete").click()
        expect(self.photos).to_have_count(2)
        expect(self.page.get_by_text("4 photos removed")).to_be_visible()
        self.page.keyboard.press("Control+z")
        expect(self.photos).to_have_count(6)


@on_each_device
class Viewing(Albums):
    def test_viewer_swipes_zooms_shows_details_and_closes_on_back(self):
        self.open_full_album()
        tile = self.page.locator(".tile").nth(2)
        key = tile.get_attribute("data-key")
        tile.click()
        viewer = self.page.get_by_role("dialog", name="Picture")
        expect(viewer).to_be_visible()
        self.assertIn(f"/photos/{key}", self.page.url)
        self.assert_accessible()
        self.screenshot("viewer")
        x, y = center(self.page.locator(".viewer-stage"))
        if self.options.get("has_touch"):
            Fingers(self.page).move(((x + 120, y), (x - 120, y)))
        else:
            self.page.keyboard.press("ArrowRight")
        expect(self.page).not_to_have_url(f"**/{key}")
        expect(self.page.locator(".viewer > p[role=status]")).to_contain_text("4 of 6")
        if self.options.get("has_touch"):
            Fingers(self.page).move(((x - 20, y), (x - 90, y)), ((x + 20, y), (x + 90, y)))
        else:
            self.page.keyboard.press("+")
        expect(self.page.locator(".viewer-stage[data-zoomed]")).to_be_attached()
        self.page.get_by_role("button", name="Back of the card").click()
        expect(self.page.get_by_role("link", name="Example Person")).to_be_visible()
        self.assert_accessible()
        self.screenshot("back-of-the-card")
        self.page.go_back()
        expect(viewer).not_to_be_attached()
        expect(tile).to_be_focused()
        # The back link of the album acts as Back, so the album is not in the history twice.
        self.page.get_by_role("link", name="Map", exact=True).last.click()
        expect(self.page).to_have_url(f"{self.app.origin}/app/")
        self.page.go_forward()
        expect(self.page.get_by_role("heading", name="Eiffel Tower")).to_be_visible()

    def test_long_press_hover_and_space_show_a_larger_view(self):
        self.open_full_album()
        tile = self.page.locator(".tile").nth(1)
        peek = self.page.locator("dialog.dialog-peek")
        if self.options.get("has_touch"):
            long_press(self, *center(tile), peek)
        else:
            tile.hover()
            self.page.locator(".hover-peek").wait_for()
            self.page.mouse.move(0, 0)
            expect(self.page.locator(".hover-peek")).not_to_be_attached()
            tile.click(button="right")
        expect(peek).to_be_visible()
        self.assertNotIn("photos/", self.page.url)
        self.assert_accessible()
        self.screenshot("peek")
        self.page.keyboard.press("Escape")
        expect(peek).not_to_be_attached()
        tile.focus()
        self.page.keyboard.press("Space")
        self.page.get_by_role("button", name="Delete").click()
        expect(self.photos).to_have_count(5)

    def test_closing_a_larger_view_cancels_its_request(self):
        self.page = self.new_context(service_workers="block").new_page()
        self.open_full_album()
        peek = self.page.locator("dialog.dialog-peek")
        for way in ("Escape", "Delete"):
            tile = self.page.locator(".tile").first
            path = f"/library/photos/{tile.get_attribute('data-key')}/"
            small = tile.locator("img").evaluate("image => image.src")
            HeldRequests(self, lambda url: path in url and url != small)
            tile.focus()
            with self.page.expect_request(lambda request: path in request.url):
                self.page.keyboard.press("Space")
            with self.page.expect_event("requestfailed", lambda request: path in request.url):
                if way == "Escape":
                    self.page.keyboard.press("Escape")
                else:
                    peek.get_by_role("button", name="Delete").click()
            expect(peek).not_to_be_attached()
        expect(self.photos).to_have_count(5)

    def test_tile_image_is_shown_while_the_photo_loads_or_if_it_fails(self):
        self.allow("Failed to load resource")
        # A service worker would send the request instead of the page.
        self.page = self.new_context(service_workers="block").new_page()
        self.open_full_album()
        tile = self.page.locator(".tile").first
        small = tile.locator("img").evaluate("image => image.currentSrc")
        late = HeldRequests(self, lambda url: "/library/photos/" in url and url != small)
        tile.click()
        image = self.page.locator("img.viewer-image")
        expect(image).to_have_attribute("style", re.compile(re.escape(small)))
        late.wait()
        late.abort()
        expect(image).to_have_attribute("src", small)
        expect(self.page.get_by_text("could not be read")).not_to_be_attached()

    def test_failure_to_load_the_viewer_is_shown_over_the_album(self):
        self.allow("Failed to load resource")
        # A service worker would send the request instead of the page.
        self.page = self.new_context(service_workers="block").new_page()
        self.open_full_album()
        self.page.route("**/js/viewer/photo.js", lambda route: route.abort())
        self.page.locator(".tile").first.click()
        expect(self.page.get_by_text("Postcard is not responding. Check that Postcard is running")).to_be_visible()
        expect(self.page).to_have_url(re.compile("/app/pins/[^/]+$"))
        expect(self.photos).to_have_count(6)

    def test_deletion_in_the_viewer_can_be_undone_there(self):
        self.open_full_album()
        self.page.locator(".tile").first.click()
        place = self.page.locator(".viewer > p[role=status]")
        expect(place).to_contain_text("1 of 6")
        first = self.page.url
        self.page.get_by_role("button", name="Delete").click()
        expect(place).to_contain_text("1 of 5")
        removed = re.search("photo-[0-9a-z]{12}", first).group(0)
        self.page.keyboard.press("Control+z")
        expect(self.page.get_by_text("Photo removed")).not_to_be_attached()
        # The viewer shows the restored photo.
        expect(self.page).to_have_url(re.compile(f"/photos/{removed}$"))
        expect(place).to_contain_text("of 6")
        self.page.keyboard.press("Escape")
        expect(self.photos).to_have_count(6)

    def test_no_derivatives_license_explains_why_memes_are_disabled(self):
        self.source.license = "6"
        self.open_full_album()
        self.page.locator(".tile").first.click()
        self.page.get_by_role("button", name="Make a meme").click(force=True)
        expect(self.page.get_by_text("does not allow changes")).to_be_visible()
        self.assertIn("/photos/", self.page.url)
