"""The map: dropping, moving, naming and deleting pins, and restoring the view."""

import http.server
import json
import pathlib
import re
import threading

from browser import App, expect, on_desktop, on_each_device, wait_in, wait_until
from held import HeldRequests
from library import journal, picture
from touching import WAIT_FOR_SCALE, WAIT_UNTIL_STILL, Fingers, center, long_press


class Map:
    def open_map(self, place="48.8584,2.2945,12"):
        self.sign_in(at=f"/app/?at={place}")
        expect(self.page.get_by_role("application", name="Map")).to_be_visible()

    def uncovered_center(self):
        """Returns the center of the part of the map that the welcome does not cover, once the welcome is complete."""
        expect(self.page.get_by_text("Your library stays on")).to_be_visible()
        area = self.box(self.page.get_by_role("application"))
        if not self.options.get("has_touch"):
            return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
        # On a phone, the welcome covers the lower part of the map.
        panel = self.box(self.page.get_by_text("No pins yet"))
        return area["x"] + area["width"] / 2, (area["y"] + panel["y"]) / 2

    @property
    def pins(self):
        return self.page.locator(".pin")

    @property
    def scale(self):
        return self.page.locator(".scale span")

    def wait_until_still(self):
        """Waits until the map stops moving."""
        self.page.evaluate(WAIT_UNTIL_STILL)

    def zoom_by(self, steps):
        """Zooms one step at a time. Each step changes the length of the scale bar, but not always its text."""
        name = "Zoom in" if steps > 0 else "Zoom out"
        for _ in range(abs(steps)):
            before = self.page.evaluate(WAIT_FOR_SCALE)
            self.page.get_by_role("button", name=name).click()
            self.assertNotEqual(self.page.evaluate(WAIT_FOR_SCALE), before)


@on_each_device
class Pinning(Map):
    def test_long_press_drops_a_pin_that_survives_a_reload(self):
        self.open_map("48.8584,2.2945,13")
        expect(self.page.get_by_text("No pins yet")).to_be_visible()
        long_press(self, *self.uncovered_center(), self.page.get_by_role("button", name="Get photos"))
        # Lifting the finger does not press anything that has appeared under it.
        expect(self.pins).to_have_count(1)
        self.assertIn("/app/?at=", self.page.url)
        self.assert_accessible()
        self.page.reload()
        expect(self.pins).to_have_count(1)
        pin = json.loads(self.app.run("pin", "list", "--json"))[0]
        self.assertAlmostEqual(pin["coordinate"]["latitude"], 48.86, delta=0.05)

    def test_dragging_does_not_drop_a_pin(self):
        self.open_map()
        x, y = self.uncovered_center()
        if self.options.get("has_touch"):
            Fingers(self.page).move(((x, y), (x - 120, y + 40)))
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(x - 120, y + 40, steps=6)
            self.page.mouse.up()
        expect(self.page.get_by_text("No pins yet")).to_be_visible()
        expect(self.pins).to_have_count(0)

    def test_pins_can_be_managed_with_the_keyboard(self):
        self.open_map()
        keyboard = self.page.keyboard
        self.page.get_by_role("application").focus()
        for key in ["ArrowRight", "ArrowUp", "+", "p"]:
            keyboard.press(key)
        expect(self.page.get_by_role("button", name="Get photos")).to_be_focused()
        keyboard.press("Tab")
        keyboard.press("Enter")
        expect(self.page.get_by_role("textbox", name="Name")).to_be_focused()
        # A blank name is rejected in the dialog; the suggested name may have arrived by now.
        self.page.get_by_role("textbox", name="Name").fill("")
        keyboard.press("Enter")
        expect(self.page.get_by_text("A pin needs a name.")).to_be_visible()
        keyboard.type("Trocadéro")
        keyboard.press("Enter")
        expect(self.page.locator(".pin", has_text="Trocadéro")).to_be_visible()
        self.page.locator(".pin").focus()
        keyboard.press("Shift+F10")
        expect(self.page.get_by_role("menuitem", name="Open")).to_be_focused()
        keyboard.press("End")
        expect(self.page.get_by_role("menuitem", name="Delete")).to_be_focused()
        keyboard.press("Enter")
        expect(self.pins).to_have_count(0)
        keyboard.press("Control+z")
        expect(self.page.locator(".pin", has_text="Trocadéro")).to_be_visible()

    def test_changes_by_commands_appear_when_a_tab_regains_focus(self):
        self.app.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        self.open_map()
        other = self.context.new_page()
        other.goto(f"{self.app.origin}/app/?at=48.8584,2.2945,12")
        expect(other.locator(".pin", has_text="Eiffel Tower")).to_be_visible()
        self.app.run("pin", "rename", "Eiffel Tower", "La dame de fer")
        for page in (self.page, other):
            page.bring_to_front()
            page.evaluate("dispatchEvent(new Event('focus'))")
            expect(page.locator(".pin", has_text="La dame de fer")).to_be_visible()

    def test_pin_can_be_moved_without_dragging(self):
        self.app.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        self.open_map()
        self.page.get_by_role("button", name="1 pin").click()
        self.page.get_by_role("button", name="More for Eiffel Tower").click()
        self.page.get_by_role("menuitem", name="Move").click()
        # The map flies to the pin first.
        self.wait_until_still()
        self.page.get_by_role("application").focus()
        place = self.pins.get_attribute("style")
        self.page.keyboard.press("ArrowRight")
        expect(self.pins).not_to_have_attribute("style", place)
        self.page.get_by_role("button", name="Move here").click()
        expect(self.page.get_by_text("Eiffel Tower moved")).to_be_visible()
        moved = json.loads(self.app.run("pin", "list", "--json"))[0]["coordinate"]
        self.assertGreater(moved["longitude"], 2.2945)
        self.page.get_by_role("button", name="Undo").click()
        expect(self.page.get_by_role("button", name="Undo")).not_to_be_attached()


@on_each_device
class MapView(Map):
    def test_pinch_wheel_drag_and_buttons_change_the_view(self):
        self.app.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        self.open_map()
        pin = self.page.locator(".pin")
        expect(pin).to_be_visible()
        x, y = center(self.page.get_by_role("application"))
        before = self.scale.text_content()
        if self.options.get("has_touch"):
            Fingers(self.page).move(((x - 60, y), (x - 20, y)), ((x + 60, y), (x + 20, y)))
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.wheel(0, 400)
        expect(self.scale).not_to_have_text(before)
        self.wait_until_still()
        place = self.box(pin)["x"]
        if self.options.get("has_touch"):
            Fingers(self.page).move(((x, y + 40), (x + 60, y + 40)))
        else:
            self.page.mouse.move(x, y + 40)
            self.page.mouse.down()
            self.page.mouse.move(x + 60, y + 40, steps=6)
            self.page.mouse.up()
        self.wait_until_still()
        self.assertGreater(self.box(pin)["x"], place + 40)
        self.zoom_by(1)
        self.zoom_by(-1)

    def test_last_view_is_restored_after_a_restart(self):
        self.app.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        self.open_map("35.36,138.73,9")
        with self.page.expect_response(lambda response: response.request.method == "PATCH" and "/library/map" in response.url):
            self.zoom_by(1)
        shown = self.scale.text_content()
        # An open page would request changes while the service is stopped.
        self.page.goto("about:blank")
        self.app.end()
        self.app.start()
        self.page.goto(self.app.ticket)
        expect(self.scale).to_have_text(shown)
        kept = json.loads(self.page.evaluate("fetch('/library/map').then(r => r.text())"))
        self.assertAlmostEqual(kept["center"]["longitude"], 138.73, delta=0.1)

    def test_overlapping_pins_are_clustered(self):
        for number in range(5):
            self.app.run("pin", "drop", f"48.85{number},2.29{number}", "--name", f"Place {number}")
        self.open_map("48.85,2.29,5")
        group = self.page.get_by_role("button", name="5 pins")
        expect(group.first).to_be_visible()
        self.page.locator(".cluster").click()
        expect(self.pins).to_have_count(5)
        self.page.get_by_role("button", name="5 pins").click()
        expect(self.page.get_by_role("link", name="Place 3").last).to_be_visible()
        self.assert_accessible()

    def test_typing_finds_pins_and_cities_without_online_requests(self):
        self.app.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        self.open_map("0,0,3")
        expect(self.pins).to_have_count(1)
        before = len(self.shared.nominatim.requests)
        field = self.page.get_by_role("combobox", name="Search for a place")
        field.fill("eif")
        expect(self.page.get_by_role("option", name="Eiffel Tower")).to_be_visible()
        self.assert_accessible()
        field.fill("sing")
        expect(self.page.get_by_role("option", name="Singapore")).to_be_visible()
        self.assertEqual(len(self.shared.nominatim.requests), before)
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")
        self.page.get_by_role("button", name="Drop a pin", exact=True).click()
        expect(self.page.locator(".pin", has_text="Singapore")).to_be_visible()

    def test_search_typed_before_the_pins_load_finds_them_later(self):
        self.app.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        # A service worker would send the request instead of the page.
        self.page = self.new_context(service_workers="block").new_page()
        late = HeldRequests(self, "**/library/pins.geojson")
        self.open_map("0,0,3")
        self.page.get_by_role("combobox", name="Search for a place").fill("eif")
        expect(self.page.get_by_role("option", name="Search everywhere for “eif”")).to_be_visible()
        expect(self.page.get_by_role("option", name="Eiffel Tower")).to_have_count(0)
        late.wait()
        late.open()
        expect(self.page.get_by_role("option", name="Eiffel Tower")).to_be_visible()

    def test_search_everywhere_finds_distant_places_and_shows_their_distance(self):
        self.app.run("settings", "set", "place-lookups", "on")
        self.open_map("35.68,139.76,11")
        self.page.get_by_role("combobox", name="Search for a place").fill("louvre")
        self.page.get_by_role("option", name="Search everywhere").click()
        found = self.page.get_by_role("option").filter(has_text="Place du Carrousel")
        expect(found).to_contain_text(re.compile(r"9,7\d\d(\.\d)? km"))

    def test_search_result_stays_marked_until_its_card_is_closed(self):
        self.app.run("settings", "set", "place-lookups", "on")
        self.open_map("0,0,3")
        self.page.get_by_role("combobox", name="Search for a place").fill("louvre")
        self.page.get_by_role("option", name="Search everywhere").click()
        self.page.get_by_role("option", name="Place du Carrousel").click()
        card = self.page.get_by_role("region", name="Place")
        expect(card).to_contain_text("Louvre, Place du Carrousel, Paris, France")
        expect(self.page.locator(".map-mark")).to_be_visible()
        self.assert_accessible()
        # Dropping a pin elsewhere removes the mark and its card, and the pin's card does not bring the mark back.
        long_press(self, *center(self.page.locator(".map-surface")), self.page.get_by_role("button", name="Get photos"))
        expect(self.page.locator(".map-mark")).to_have_count(0)
        self.page.get_by_role("button", name="Remove", exact=True).click()
        self.page.get_by_role("combobox", name="Search for a place").fill("louvre")
        self.page.get_by_role("option", name="Search everywhere").click()
        self.page.get_by_role("option", name="Place du Carrousel").click()
        card.get_by_role("button", name="Close").click()
        expect(self.page.locator(".map-mark")).to_have_count(0)
        expect(self.page.get_by_text("No pins yet")).to_be_visible()
        expect(self.pins).to_have_count(0)


class TileServer(http.server.ThreadingHTTPServer):
    """A server of map tiles that records requests and referrers."""

    daemon_threads = True
    TILE = (pathlib.Path(__file__).resolve().parents[2] / "Fixtures/small/png-rgb-8.png").read_bytes()

    def __init__(self):
        super().__init__(("127.0.0.1", 0), TileServer.Handler)
        self.requests = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.requests.append((self.path, self.headers.get("Referer")))
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.send_header("Content-Length", str(len(TileServer.TILE)))
            self.end_headers()
            self.wfile.write(TileServer.TILE)

        def log_message(self, *_):
            pass

    def handle_error(self, *_):
        """Ignores errors after a page was closed."""

    def end(self):
        self.shutdown()
        self.server_close()


class DrawnMap(Map):
    """A map whose drawing tests can inspect."""

    def new_context(self, **options):
        context = super().new_context(**options)
        # Records the names in the last frame: each frame starts by filling the map with the color of the sea.
        context.add_init_script("""{
            const { fillText, fillRect } = CanvasRenderingContext2D.prototype;
            window.names = [];
            CanvasRenderingContext2D.prototype.fillText = function (text, ...place) { window.names.push(text); fillText.call(this, text, ...place); };
            CanvasRenderingContext2D.prototype.fillRect = function (x, y, ...size) {
                if (!x && !y) window.names = [];
                fillRect.call(this, x, y, ...size);
            };
        }""")
        return context

    def expect_color(self, name, page=None):
        """Waits until the center of the map has the color of land or sea; other elements, such as lines, have different colors."""
        wait_in(page or self.page, """name => {
            const canvas = document.querySelector('.map-canvas');
            // The canvas is empty until its size is known.
            if (!canvas?.width) return false;
            const found = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
            const digits = getComputedStyle(canvas).getPropertyValue(name).trim().slice(1);
            return [0, 2, 4].every((at, channel) => Math.abs(parseInt(digits.slice(at, at + 2), 16) - found[channel]) <= 1);
        }""", f"--{name}")

    def drop_pin_elsewhere(self):
        """Drops a pin outside the view. This removes the welcome, under which no names are drawn."""
        self.app.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")

    def expect_name(self, name):
        wait_in(self.page, "name => window.names.includes(name)", name)


@on_each_device
class MapWithoutStreets(DrawnMap):
    def test_zoomed_in_map_shows_land_water_and_names(self):
        self.drop_pin_elsewhere()
        self.open_map("38.715,-9.128,12")
        self.expect_name("Lisbon")
        for latitude, longitude, color in [(38.92, -9.22, "land"), (38.62, -9.62, "sea"), (37.03, 25.48, "land"), (37.073, 25.327, "sea")]:
            self.page.goto(f"{self.app.origin}/app/?at={latitude},{longitude},12")
            self.expect_color(color)
        # If no name is in view, the direction and distance of the nearest place are shown.
        expect(self.page.locator(".map-near")).to_have_text("↖ Ermoupoli, 55 km")
        self.zoom_by(2)
        self.expect_color("sea")
        self.assert_accessible()

    def test_map_opens_zoomed_out_around_a_single_pin(self):
        self.app.run("pin", "drop", "38.7118,-9.1300", "--name", "Alfama")
        self.sign_in()
        expect(self.page.locator(".pin", has_text="Alfama")).to_be_visible()
        expect(self.scale).to_have_text("50 km")
        self.expect_name("Santarém")

    def test_missing_piece_falls_back_to_the_coarser_outline(self):
        self.allow("Failed to load resource", "ERR_FAILED")
        self.page = self.new_context(service_workers="block").new_page()
        self.page.route("**/world/*.bin", lambda route: route.abort())
        self.open_map("39.3,-8.2,9")
        self.expect_color("land")


@on_desktop
class WorldWidth(Map):
    def test_world_is_never_shown_twice(self):
        # The service worker of the first page checks for updates while the service is stopped.
        self.allow("fetching the script")
        for width, height in [(1440, 900), (1920, 1080)]:
            self.page = self.new_context(viewport={"width": width, "height": height}).new_page()
            self.app.end()
            self.app.start()
            self.open_map("0,0,0")
            self.page.get_by_role("button", name="Zoom out").click()
            bar, text = self.box(self.page.locator(".scale i")), self.scale.text_content()
            # The part of the equator that a pixel covers.
            kilometers = float(text.removesuffix(" km").replace(",", "")) / bar["width"]
            around = self.box(self.page.locator(".map-surface"))["width"] * kilometers
            self.assertLessEqual(around, 40_075 * 1.01)
            self.assertGreater(around, 40_075 * 0.97)
            # An open page would request changes while the service is stopped.
            self.page.goto("about:blank")


@on_desktop
class OfflinePieces(DrawnMap):
    def cached_pieces(self):
        return self.page.evaluate("""async () => {
            const urls = [];
            for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
            return urls.filter(url => url.includes('/world/')).map(url => url.split('/').at(-1));
        }""")

    def test_only_viewed_pieces_are_cached(self):
        self.allow("ERR_CONNECTION_REFUSED", "Failed to load resource", "ERR_INCOMPLETE_CHUNKED", "ERR_CONNECTION_RESET")
        self.open_map("38.92,-9.22,4")
        self.page.wait_for_load_state("load")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.reload()
        self.expect_color("land")
        self.assertEqual(self.cached_pieces(), [])
        self.page.goto(f"{self.app.origin}/app/?at=38.92,-9.22,12")
        wait_in(self.page, """async () => (await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys())
            .some(({ url }) => url.endsWith('/world/1-5.bin'))))).some(Boolean)""")
        self.assertEqual(self.cached_pieces(), ["1-5.bin"])
        self.app.end()
        self.page.reload()
        self.expect_color("land")
        wait_in(self.page, "() => window.names.length > 0")


@on_each_device
class Streets(DrawnMap):
    def make_app(self):
        self.tiles = TileServer()
        self.addCleanup(self.tiles.end)
        self.host = f"127.0.0.1:{self.tiles.server_address[1]}"
        app = App(
            self.folder / "library", POSTCARD_SERVE_TILES=f"http://{self.host}/{{z}}/{{x}}/{{y}}.png "
            "© [Mapmakers](https://maps.example/terms), OpenStreetMap contributors")
        self.addCleanup(app.end)
        return app

    def test_streets_load_only_after_informed_consent(self):
        self.open_map()
        prompt = self.page.get_by_role("group", name="Streets")
        expect(prompt).to_contain_text(f"{self.host} will see which parts of the map you view")
        self.assert_accessible()
        self.zoom_by(1)
        self.assertEqual(self.tiles.requests, [])
        prompt.get_by_role("button", name="Show streets").click()
        expect(prompt).to_have_count(0)
        expect(self.page.get_by_role("link", name="Mapmakers")).to_have_attribute("href", "https://maps.example/terms")
        expect(self.page.get_by_role("link", name="OpenStreetMap")).to_have_attribute("href", "https://www.openstreetmap.org/copyright")
        wait_until(lambda: self.tiles.requests, "No tile was requested.")
        self.assertRegex(self.tiles.requests[0][0], r"^/1[345]/\d+/\d+\.png$")
        # The referrer contains only the origin.
        self.assertEqual({referrer for _, referrer in self.tiles.requests}, {f"{self.app.origin}/"})
        self.assert_accessible()
        # The prompt appears only once.
        self.page.reload()
        expect(self.page.get_by_role("link", name="Mapmakers")).to_be_visible()
        self.page.get_by_role("button", name="More").click()
        self.page.get_by_role("menuitem", name="Hide streets").click()
        expect(self.page.get_by_role("link", name="Mapmakers")).to_have_count(0)

    def test_at_low_zoom_only_the_menu_offers_streets(self):
        self.drop_pin_elsewhere()
        self.open_map("41.9,12.5,5")
        self.expect_name("Rome")
        question = self.page.get_by_role("group", name="Streets")
        expect(question).to_have_count(0)
        self.page.get_by_role("button", name="More").click()
        self.page.get_by_role("menuitem", name="Show streets").click()
        expect(question).to_contain_text(f"{self.host} will see which parts of the map you view")
        self.assertEqual(self.tiles.requests, [])
        question.get_by_role("button", name="No", exact=True).click()
        # At a higher zoom, the question does not appear again.
        self.zoom_by(5)
        expect(question).to_have_count(0)

    def test_declined_streets_stay_available_in_the_menu(self):
        self.drop_pin_elsewhere()
        self.open_map("38.715,-9.128,12")
        self.page.get_by_role("button", name="No", exact=True).click()
        self.page.reload()
        self.expect_name("Lisbon")
        expect(self.page.get_by_role("group", name="Streets")).to_have_count(0)
        self.assertEqual(self.tiles.requests, [])
        self.page.get_by_role("button", name="More").click()
        self.page.get_by_role("menuitem", name="Show streets").click()
        expect(self.page.get_by_role("link", name="Mapmakers")).to_be_visible()

    def test_outline_stays_visible_while_tiles_fail(self):
        self.allow("Failed to load resource", "ERR_FAILED")
        self.page = self.new_context(service_workers="block").new_page()
        self.page.route(f"http://{self.host}/**", lambda route: route.abort())
        self.open_map("38.92,-9.22,12")
        self.page.get_by_role("button", name="Show streets").click()
        expect(self.page.get_by_text("The streets could not be loaded.")).to_be_visible()
        self.expect_color("land")
        self.assert_accessible()
        self.page.unroute_all()
        with self.page.expect_response(lambda response: self.host in response.url):
            self.page.get_by_role("button", name="Retry").click()
        expect(self.page.get_by_role("link", name="Mapmakers")).to_be_visible()
        self.assertNotEqual(self.tiles.requests, [])


@on_each_device
class OwnPhotos(Map):
    def test_own_photos_appear_where_they_were_taken_and_open(self):
        id, _ = journal(self.app)
        for photo in map(picture, ["bridge", "lights"]):
            self.app.run("entry", "new", photo, "--text", "Seen", "--journal", id, "--place", "Louvre")
        self.open_map("48.8606,2.3376,12")
        mine = self.page.get_by_role("button", name="2 photos of mine")
        expect(mine).to_be_visible()
        self.assert_accessible()
        mine.click()
        self.page.get_by_role("link", name="Photo 1").click()
        expect(self.page).to_have_url(re.compile("/app/pictures/entry-[0-9a-z]{12}[.]1$"))

    def test_hidden_own_photos_stay_hidden_after_a_reload(self):
        id, _ = journal(self.app)
        self.app.run("entry", "new", picture("bridge"), "--text", "Seen", "--journal", id, "--place", "Louvre")
        self.open_map("48.8606,2.3376,12")
        mine = self.page.get_by_role("link", name="My photo")
        expect(mine).to_be_visible()
        self.page.get_by_role("button", name="More").click()
        self.page.get_by_role("menuitem", name="Hide my photos").click()
        expect(mine).to_have_count(0)
        self.page.reload()
        self.page.get_by_role("button", name="More").click()
        self.page.get_by_role("menuitem", name="Show my photos").click()
        expect(mine).to_be_visible()
