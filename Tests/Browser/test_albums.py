"""Albums: downloads, failed downloads, and removing photos."""

import json
import re

from browser import App, expect, on_each_device
from held import Held
from library import picture
from photo_source import PhotoSource
from touching import Fingers, hold, middle


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
    def places(self):
        return self.page.locator(".tile.airmail")

    @property
    def another(self):
        return self.page.get_by_role("button", name="New Collection")

    def open_album(self):
        """Signs in and opens the album by pressing the pin, as users do."""
        self.sign_in()
        self.page.get_by_role("link", name="Eiffel Tower").first.click()
        expect(self.page.get_by_role("heading", name="Eiffel Tower")).to_be_visible()

    def fill(self):
        """Waits until the album contains its photos."""
        self.open_album()
        expect(self.photos).to_have_count(self.source.count)
        expect(self.another).to_be_enabled()


@on_each_device
class Filling(Albums):
    def test_a_slow_source_is_named_and_another_one_offered(self):
        self.source.answers.clear()
        self.page.clock.install()
        self.open_album()
        expect(self.page.get_by_text("Searching for photos …")).to_be_visible()
        self.page.clock.run_for(9_000)
        expect(self.page.get_by_text("Flickr is slow to respond. Trying again …")).to_be_visible()
        expect(self.page.get_by_role("button", name="Search Wikimedia Commons")).to_be_visible()
        self.assert_accessible()
        self.page.get_by_role("button", name="Stop").click()

    def test_places_fill_one_by_one_and_a_new_collection_waits(self):
        self.source.close()
        self.open_album()
        expect(self.places).to_have_count(6)
        expect(self.another).to_be_disabled()
        expect(self.page.get_by_role("progressbar")).to_be_visible()
        self.assert_accessible()
        self.screenshot("album-filling")
        self.source.let(2)
        expect(self.photos).to_have_count(2)
        expect(self.places).to_have_count(4)
        expect(self.another).to_be_disabled()
        self.source.open()
        expect(self.photos).to_have_count(6)
        expect(self.places).to_have_count(0)
        expect(self.another).to_be_enabled()
        expect(self.page.get_by_role("progressbar")).not_to_be_attached()
        self.assert_accessible()
        self.screenshot("album")

    def test_a_reload_goes_on_watching(self):
        self.source.close()
        self.open_album()
        expect(self.places).to_have_count(6)
        searches = len(self.source.searches)
        self.page.reload()
        expect(self.places).to_have_count(6)
        expect(self.another).to_be_disabled()
        self.source.open()
        expect(self.photos).to_have_count(6)
        expect(self.another).to_be_enabled()
        # It was the same download, not a new one.
        self.assertEqual(len(self.source.searches), searches)

    def test_a_download_is_stopped_and_goes_on(self):
        self.source.close()
        self.open_album()
        expect(self.places).to_have_count(6)
        self.source.let(1)
        expect(self.photos).to_have_count(1)
        self.page.get_by_role("button", name="Stop").click()
        expect(self.another).to_be_enabled()
        expect(self.places).to_have_count(0)
        self.source.open()
        self.another.click()
        expect(self.photos).to_have_count(6)

    def test_old_photos_stay_until_the_new_ones_are_there(self):
        self.fill()
        before = self.page.locator(".tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.key)")
        self.source.first = 100
        self.source.close()
        self.another.click()
        expect(self.page.get_by_role("progressbar")).to_be_visible()
        self.source.let(3)
        expect(self.page.get_by_text("3 of 6")).to_be_visible()
        self.assertEqual(self.page.locator(".tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.key)"), before)
        self.source.open()
        expect(self.another).to_be_enabled()
        expect(self.page.locator(f"[data-key={before[0]}]")).not_to_be_attached()
        expect(self.photos).to_have_count(6)


@on_each_device
class Failing(Albums):
    def test_no_images_says_what_to_do_and_a_wider_search_finds_some(self):
        self.source.distance = 4
        self.open_album()
        expect(self.page.get_by_role("heading", name="No Images")).to_be_visible()
        expect(self.page.get_by_role("button", name="Move the pin")).to_be_visible()
        self.assert_accessible()
        self.screenshot("no-images")
        # Actions that need photos are not offered without any.
        self.page.get_by_role("button", name="More", exact=True).last.click()
        expect(self.page.get_by_role("menuitem", name="Move the pin")).to_be_visible()
        expect(self.page.get_by_role("menuitem", name=re.compile("Select|Share|Download"))).to_have_count(0)
        self.page.keyboard.press("Escape")
        self.page.get_by_role("button", name="Search within 5 km").click()
        expect(self.photos).to_have_count(6)

    def test_a_pin_without_images_is_moved(self):
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

    def test_a_source_that_is_down_is_told_and_asked_again(self):
        self.source.fault = 503
        self.open_album()
        expect(self.page.get_by_role("alert")).to_contain_text("is not responding")
        self.assert_accessible()
        self.screenshot("source-down")
        self.source.fault = None
        self.page.get_by_role("button", name="Retry").click()
        expect(self.photos).to_have_count(6)
        expect(self.page.get_by_role("alert")).not_to_be_attached()

    def test_a_pin_that_is_gone_has_nothing_to_press_but_the_way_back(self):
        self.allow("status of 404")
        self.sign_in()
        self.page.goto(f"{self.app.origin}/app/pins/pin-000000000000")
        expect(self.page.get_by_role("heading", name="Pin not found")).to_be_visible()
        expect(self.page.get_by_role("link", name="Open the map")).to_be_visible()
        expect(self.page.get_by_role("button", name="New Collection")).to_be_hidden()

    def test_texts_of_strangers_are_shown_as_text(self):
        self.source.title = "<img src=x onerror=alert(1)> \u202eevil {}" + "x" * 500
        self.fill()
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

    def test_they_join_an_album_and_stay_when_a_new_collection_comes(self):
        self.fill()
        self.choose("bridge", "lights")
        expect(self.photos).to_have_count(8)
        own = self.page.locator(".tile").evaluate_all("tiles => tiles.slice(-2).map(tile => tile.dataset.key)")
        self.source.first = 100
        self.another.click()
        expect(self.page.locator(f"[data-key={own[0]}]")).to_be_visible()
        expect(self.another).to_be_enabled()
        expect(self.photos).to_have_count(8)
        # The same file is not added twice.
        with self.page.expect_response("**/album/photos?*") as answer:
            self.choose("bridge")
        self.assertIn(answer.value.json()[0]["id"], own)
        expect(self.photos).to_have_count(8)
        self.page.locator(f"[data-key={own[0]}]").focus()
        self.page.keyboard.press("Delete")
        expect(self.photos).to_have_count(7)
        self.page.get_by_role("button", name="Undo").click()
        expect(self.photos).to_have_count(8)


@on_each_device
class OrdinaryAnswers(Albums):
    def test_no_other_photos_are_no_alarm_and_a_wider_search_is_offered(self):
        self.fill()
        self.another.click()
        told = self.page.get_by_role("status").filter(has_text="No other photos within 2 km")
        expect(told).to_be_visible()
        expect(self.page.get_by_role("alert")).to_have_count(0)
        self.assert_accessible()
        self.source.first = 100
        told.get_by_role("button", name="Search within 5 km").click()
        expect(self.page.get_by_role("link", name="Picture 100")).to_be_visible()
        self.assertEqual(float(self.source.searches[-1]["radius"]), 5)

    def test_a_provider_without_a_key_is_told_and_another_offered(self):
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
class Tidying(Albums):
    def test_a_tap_removes_the_rest_flows_up_and_undo_brings_it_back(self):
        self.fill()
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
        self.page.get_by_role("button", name="Restore Picture").click()
        expect(self.page.get_by_text("The Trash is empty")).to_be_visible()
        # The list is empty at once; the message waits for the service's response.
        expect(self.page.get_by_text("restored")).to_be_visible()
        self.assertEqual(len(json.loads(self.app.run("album", "list", "Eiffel Tower", "--json"))["photos"]), 6)

    def test_all_that_taps_removed_comes_back_by_one_undo(self):
        self.fill()
        self.page.get_by_role("button", name="Remove photos").click()
        for left in (5, 4, 3, 2, 1):
            self.page.locator(".tile").first.click()
            expect(self.photos).to_have_count(left)
        expect(self.page.locator(".toast")).to_have_count(1)
        expect(self.page.locator(".toast")).to_contain_text("5 photos removed")
        self.screenshot("tidied")
        self.page.get_by_role("button", name="Undo").click()
        expect(self.photos).to_have_count(6)

    def test_a_range_is_selected_and_deleted_and_comes_back(self):
        self.fill()
        tiles = self.page.locator(".tile")
        if self.options.get("has_touch"):
            hold(self, *middle(tiles.nth(1)), self.page.get_by_role("button", name="Select", exact=True))
            self.page.get_by_role("button", name="Select", exact=True).tap()
            # Until then, a tap opens a photo.
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
    def test_the_viewer_swipes_turns_zooms_and_closes_with_one_back(self):
        self.fill()
        tile = self.page.locator(".tile").nth(2)
        key = tile.get_attribute("data-key")
        tile.click()
        viewer = self.page.get_by_role("dialog", name="Picture")
        expect(viewer).to_be_visible()
        self.assertIn(f"/photos/{key}", self.page.url)
        self.assert_accessible()
        self.screenshot("viewer")
        x, y = middle(self.page.locator(".viewer-stage"))
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
        # The back link of the album acts as Back, so that the album is not in the history again.
        self.page.get_by_role("link", name="Map", exact=True).last.click()
        expect(self.page).to_have_url(f"{self.app.origin}/app/")
        self.page.go_forward()
        expect(self.page.get_by_role("heading", name="Eiffel Tower")).to_be_visible()

    def test_a_press_a_hover_and_the_space_bar_show_a_larger_view(self):
        self.fill()
        tile = self.page.locator(".tile").nth(1)
        peek = self.page.locator("dialog.dialog-peek")
        if self.options.get("has_touch"):
            hold(self, *middle(tile), peek)
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

    def test_a_larger_view_that_is_closed_is_loaded_no_more(self):
        self.page = self.new_context(service_workers="block").new_page()
        self.fill()
        peek = self.page.locator("dialog.dialog-peek")
        for way in ("Escape", "Delete"):
            tile = self.page.locator(".tile").first
            path = f"/library/photos/{tile.get_attribute('data-key')}/"
            small = tile.locator("img").evaluate("image => image.src")
            Held(self, lambda url: path in url and url != small)
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

    def test_the_picture_of_the_tile_stands_in_for_one_that_is_late_or_cannot_be_had(self):
        self.allow("Failed to load resource")
        # A worker would ask in the page's place.
        self.page = self.new_context(service_workers="block").new_page()
        self.fill()
        tile = self.page.locator(".tile").first
        small = tile.locator("img").evaluate("image => image.currentSrc")
        late = Held(self, lambda url: "/library/photos/" in url and url != small)
        tile.click()
        image = self.page.locator("img.viewer-image")
        expect(image).to_have_attribute("style", re.compile(re.escape(small)))
        late.wait()
        late.abort()
        expect(image).to_have_attribute("src", small)
        expect(self.page.get_by_text("could not be read")).not_to_be_attached()

    def test_a_viewer_that_cannot_be_loaded_says_so_over_the_album(self):
        self.allow("Failed to load resource")
        # A worker would ask in the page's place.
        self.page = self.new_context(service_workers="block").new_page()
        self.fill()
        self.page.route("**/js/viewer/photo.js", lambda route: route.abort())
        self.page.locator(".tile").first.click()
        expect(self.page.get_by_text("Postcard is not responding. Check that Postcard is running")).to_be_visible()
        expect(self.page).to_have_url(re.compile("/app/pins/[^/]+$"))
        expect(self.photos).to_have_count(6)

    def test_what_is_deleted_in_the_viewer_comes_back_there(self):
        self.fill()
        self.page.locator(".tile").first.click()
        place = self.page.locator(".viewer > p[role=status]")
        expect(place).to_contain_text("1 of 6")
        self.page.get_by_role("button", name="Delete").click()
        expect(place).to_contain_text("1 of 5")
        self.page.keyboard.press("Control+z")
        expect(self.page.get_by_text("Photo removed")).not_to_be_attached()
        self.page.keyboard.press("Escape")
        expect(self.photos).to_have_count(6)

    def test_a_licence_without_changes_says_why_there_is_no_meme(self):
        self.source.license = "6"
        self.fill()
        self.page.locator(".tile").first.click()
        self.page.get_by_role("button", name="Make a meme").click(force=True)
        expect(self.page.get_by_text("does not allow changes")).to_be_visible()
        self.assertIn("/photos/", self.page.url)
