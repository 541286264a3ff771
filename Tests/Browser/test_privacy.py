"""Nothing leaves this computer without consent, and nothing stays on a phone after signing out."""

import json
import re

from browser import App, NominatimStandIn, expect, on_desktop, on_each_device
from library import picture

# Everything that the browser stores for this origin.
STORED = """async () => ({
    secure: isSecureContext,
    databases: (await indexedDB.databases()).map(each => each.name),
    local: Object.keys(localStorage), session: Object.keys(sessionStorage), cookies: document.cookie,
    caches: 'caches' in window ? await caches.keys() : [],
    workers: (await navigator.serviceWorker?.getRegistrations() ?? []).length,
})"""
NOTHING = {"databases": [], "local": [], "session": [], "cookies": "", "caches": [], "workers": 0}


class RecordingPlaceService:
    """A place service that records its requests, for this scenario only."""

    def make_app(self):
        self.nominatim = NominatimStandIn()
        self.addCleanup(self.nominatim.end)
        app = App(self.folder / "library", POSTCARD_NOMINATIM_ENDPOINT=self.nominatim.endpoint)
        self.addCleanup(app.end)
        return app

    @property
    def field(self):
        return self.page.get_by_role("combobox", name="Search for a place")

    @property
    def consent(self):
        return self.page.get_by_role("dialog", name="Search with OpenStreetMap?")

    def setting(self):
        return json.loads(self.app.run("settings", "list", "--json"))["place-lookups"]

    def search(self, text):
        self.field.fill(text)
        self.page.get_by_role("option", name="Search everywhere").click()

    def drop(self):
        """Drops a pin in the center of the map, and returns its name."""
        self.page.get_by_role("button", name="Drop a pin in the center").click()
        name = self.page.get_by_role("region", name="New pin").get_by_role("heading")
        expect(name).not_to_have_text("New pin")
        return name.text_content()


@on_each_device
class PlaceLookups(RecordingPlaceService):
    def test_pins_and_locations_are_named_without_online_requests(self):
        self.context.grant_permissions(["geolocation"])
        self.context.set_geolocation({"latitude": 50.712749, "longitude": -1.987251})
        self.sign_in(at="/app/?at=48.858449,2.294551,12")
        expect(self.page.get_by_text("Only this goes online")).to_be_visible()
        self.assert_accessible()
        self.screenshot("welcome")
        self.assertEqual(self.drop(), "Paris")
        expect(self.page.get_by_text("Getting photos sends this location to Wikimedia Commons.")).to_be_visible()
        self.assert_accessible()
        self.screenshot("new-pin")
        journal = re.search(r"journal-\w+", self.app.run("journal", "new", "Paris")).group()
        self.page.goto(f"{self.app.origin}/app/journals/{journal}")
        self.page.get_by_role("button", name="Place", exact=True).click()
        self.page.get_by_role("button", name="Where I am").click()
        expect(self.page.get_by_role("heading", name="Bournemouth", level=1).last).to_be_visible()
        self.assertEqual(self.nominatim.requests, [])

    def test_first_search_asks_once_and_sends_nothing_before_consent(self):
        self.sign_in(at="/app/?at=48.858449,2.294551,12")
        self.search("louvre")
        expect(self.consent).to_contain_text("IP address")
        self.assert_accessible()
        self.screenshot("search-consent")
        # Closing the dialog is not a choice.
        self.page.keyboard.press("Escape")
        expect(self.consent).to_have_count(0)
        self.assertEqual((self.setting(), self.nominatim.requests), ("ask", []))
        self.search("louvre")
        self.consent.get_by_role("button", name="Allow").click()
        expect(self.page.get_by_role("option", name="Place du Carrousel")).to_be_visible()
        self.screenshot("search-results")
        self.assertEqual(self.setting(), "on")
        # The search is worldwide, with nearer places first. The map's position is rounded to about 10 km.
        [(call, query)] = self.nominatim.requests
        self.assertEqual((call, query["q"]), ("search", "louvre"))
        self.assertNotIn("bounded", query)
        self.assertRegex(query["viewbox"], r"^(-?\d+\.\d,?){4}$")
        expect(self.page.get_by_role("option").first).to_contain_text("Place du Carrousel")
        self.search("eiffel")
        expect(self.page.get_by_role("option", name="Avenue Anatole France")).to_be_visible()
        self.assertEqual(len(self.nominatim.requests), 2)

    def test_online_name_lookup_is_on_demand_and_sends_rounded_coordinates(self):
        self.sign_in(at="/app/?at=48.858449,2.294551,12")
        self.assertEqual(self.drop(), "Paris")
        self.page.get_by_role("region", name="New pin").get_by_role("button", name="Close").click()
        self.page.get_by_role("button", name="1 pin").click()
        self.page.get_by_role("button", name="More for Paris").click()
        self.screenshot("pin-menu")
        self.page.get_by_role("menuitem", name="Look up the name online").click()
        expect(self.consent).to_be_visible()
        self.assertEqual(self.nominatim.requests, [])
        self.consent.get_by_role("button", name="Allow").click()
        expect(self.page.get_by_text("Renamed to “Tour Eiffel” (OpenStreetMap)")).to_be_visible()
        [(call, query)] = self.nominatim.requests
        self.assertEqual(call, "reverse")
        for name, degrees in (("lat", 48.858), ("lon", 2.295)):
            self.assertRegex(query[name], r"^\d+\.\d{3}0*$")
            self.assertAlmostEqual(float(query[name]), degrees, delta=0.0011)
        self.assertEqual([pin["name"] for pin in json.loads(self.app.run("pin", "list", "--json"))], ["Tour Eiffel"])
        self.page.get_by_role("button", name="Undo").click()
        expect(self.page.get_by_role("link", name="Paris").first).to_be_visible()

    def test_declining_lookups_is_remembered_and_can_be_changed_in_settings(self):
        self.sign_in()
        self.search("louvre")
        # The choice is being sent while the user continues typing.
        held = []
        self.page.route("**/library/settings", lambda route: held.append(route) if route.request.method == "PATCH" else route.continue_())
        with self.page.expect_request(lambda request: request.method == "PATCH"):
            self.consent.get_by_role("button", name="Not now").click()
        expect(self.consent).to_have_count(0)
        self.field.fill("louvre")
        expect(self.page.get_by_role("option", name="Search everywhere")).to_be_visible()
        held.pop().continue_()
        self.page.unroute("**/library/settings")
        expect(self.page.get_by_text("No pin or big city")).to_be_visible()
        expect(self.page.get_by_role("option")).to_have_count(0)
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_text("allow online searches in Settings")).to_be_visible()
        self.assertEqual((self.setting(), self.nominatim.requests), ("off", []))
        # The service also rejects searches, regardless of the page.
        self.allow("status of 403")
        reply = self.page.evaluate("fetch('/library/gazetteer?text=louvre').then(r => r.json())")
        self.assertEqual((reply["code"], self.nominatim.requests), ("placesNotAllowed", []))
        self.page.goto(f"{self.app.origin}/app/settings")
        choice = self.page.get_by_label("Search for places with OpenStreetMap")
        expect(choice).to_have_value("off")
        choice.scroll_into_view_if_needed()
        self.assert_accessible()
        self.screenshot("settings-places")
        with self.page.expect_response(lambda response: response.request.method == "PATCH"):
            choice.select_option("on")
        self.page.goto(f"{self.app.origin}/app/")
        self.search("louvre")
        expect(self.page.get_by_role("option", name="Place du Carrousel")).to_be_visible()
        self.assertEqual(len(self.nominatim.requests), 1)


@on_desktop
class WithoutPlaceService(RecordingPlaceService):
    def test_search_without_a_place_service_finds_only_pins_and_cities(self):
        self.app.end()
        self.app.start("--places", "none")
        self.sign_in()
        self.assertNotIn("places", self.page.evaluate("fetch('/session').then(r => r.json())"))
        expect(self.page.get_by_text("Only this goes online")).to_be_visible()
        expect(self.page.get_by_text("OpenStreetMap")).to_have_count(0)
        self.field.fill("sing")
        expect(self.page.get_by_role("option", name="Singapore")).to_be_visible()
        expect(self.page.get_by_role("option")).to_have_count(1)
        self.assertEqual(self.nominatim.requests, [])


class SigningOut:
    """Signing out on a phone, over plain HTTP and a host name that browsers do not trust."""

    def make_app(self):
        app = App(self.folder / "library", POSTCARD_SERVE_ALLOWED_NAMES="phone.test")
        app.origin = f"http://phone.test:{app.port}"
        self.addCleanup(app.end)
        # Chromium reports headers that it ignores without HTTPS.
        self.allow("Cross-Origin-Opener-Policy", "Clear-Site-Data header .* Not supported")
        return app

    def begin_entry(self):
        """Writes an entry without saving it."""
        self.page.get_by_role("textbox", name="Text").fill("My secret diary entry")
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("button", name="From this device").click()
        chooser.value.set_files(picture("bridge"))
        expect(self.page.get_by_text("Draft saved in this browser")).to_be_visible()

    def open_settings(self):
        # Leaving a page with an unsaved entry asks for confirmation.
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.goto(f"{self.app.origin}/app/settings")
        self.sign_out = self.page.get_by_role("button", name="Sign out", exact=True)
        self.confirmation = self.page.get_by_role("dialog", name="Sign out now?")

    def assert_nothing_is_left(self):
        left = self.page.evaluate(STORED)
        self.assertEqual({name: left[name] for name in NOTHING}, NOTHING)
        return left


@on_each_device
class SigningOutOnPlainHTTP(SigningOut):
    def test_signing_out_with_a_draft_asks_first_and_leaves_nothing(self):
        self.sign_in(at="/app/entries/new")
        self.begin_entry()
        self.open_settings()
        kept = self.page.evaluate(STORED)
        self.assertFalse(kept["secure"])
        self.assertEqual(kept["databases"], ["postcard-drafts"])
        self.assertIn("postcard-session", kept["local"])
        self.sign_out.click()
        expect(self.confirmation).to_contain_text("This deletes an unsaved entry from this browser.")
        self.assert_accessible()
        self.screenshot("sign-out")
        self.confirmation.get_by_role("button", name="Cancel").click()
        self.assertEqual(self.page.evaluate(STORED)["databases"], ["postcard-drafts"])
        self.sign_out.click()
        self.confirmation.get_by_role("button", name="Delete and sign out").click()
        expect(self.page.get_by_text("This device is signed out.")).to_be_visible()
        self.assert_accessible()
        self.screenshot("signed-out")
        self.assert_nothing_is_left()
        self.assertNotIn("scope", self.page.evaluate("fetch('/session').then(r => r.json())"))
        # Back does not show the old screen.
        self.page.go_back()
        expect(self.page.get_by_text("This device is signed out.")).to_be_visible()
        self.assert_nothing_is_left()

    def test_signing_out_clears_the_browser_before_notifying_the_service(self):
        self.sign_in()
        self.page.evaluate("sessionStorage.setItem('kept', '1')")
        order = []
        self.page.expose_function("note", lambda text: order.append(text))
        self.page.evaluate("""() => {
            const [remove, send] = [indexedDB.deleteDatabase.bind(indexedDB), window.fetch.bind(window)];
            IDBFactory.prototype.deleteDatabase = name => { note(name); return remove(name); };
            window.fetch = (path, options) => {
                if (options?.method === 'DELETE') note(`DELETE ${path} ${localStorage.length + sessionStorage.length}`);
                return send(path, options);
            };
        }""")
        self.page.evaluate("document.querySelector('a[href=\"/app/settings\"]').click()")
        self.page.get_by_role("button", name="Sign out", exact=True).click()
        # The dialog explains to the owner how to sign in again.
        self.page.get_by_role("dialog", name="Sign out now?").get_by_role("button", name="Sign out").click()
        expect(self.page.get_by_text("This device is signed out.")).to_be_visible()
        self.assertEqual(order[:2], ["postcard-drafts", "DELETE /session 0"])
        self.assert_nothing_is_left()

    def test_draft_survives_a_session_ended_elsewhere_until_deleted(self):
        self.sign_in(at="/app/entries/new")
        self.begin_entry()
        self.end_session()
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.goto(f"{self.app.origin}/app/entries")
        expect(self.page.get_by_text("This browser still has an unsaved entry.")).to_be_visible()
        self.assert_accessible()
        self.screenshot("signed-out-draft")
        left = self.page.evaluate(STORED)
        self.assertEqual((left["databases"], left["local"], left["session"]), (["postcard-drafts"], [], []))
        self.page.get_by_role("button", name="Delete from this browser").click()
        expect(self.page.get_by_text("Deleted from this browser.")).to_be_visible()
        self.assert_nothing_is_left()

    def test_session_ended_elsewhere_without_a_draft_leaves_nothing(self):
        self.sign_in()
        self.page.evaluate("sessionStorage.setItem('kept', '1')")
        self.end_session()
        self.page.goto(f"{self.app.origin}/app/journals")
        expect(self.page.get_by_text("This device is signed out.")).to_be_visible()
        self.assert_nothing_is_left()

    def end_session(self):
        """Ends the session without the page's knowledge, as when the owner ends it or it expires: the cookie becomes invalid."""
        # The page's requests are rejected in the meantime.
        self.allow("status of 401")
        self.context.clear_cookies()


@on_desktop
class SigningOutOnThisComputer(SigningOut):
    def make_app(self):
        app = App(self.folder / "library")
        self.addCleanup(app.end)
        return app

    def test_signing_out_removes_caches_and_the_service_worker(self):
        self.sign_in()
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.reload()
        expect(self.page.locator("html[data-state=ready]")).to_be_attached()
        self.open_settings()
        kept = self.page.evaluate(STORED)
        self.assertEqual((kept["secure"], kept["workers"]), (True, 1))
        self.assertNotEqual(kept["caches"], [])
        # Erasing must work without Clear-Site-Data.
        self.page.evaluate("""() => {
            const send = window.fetch.bind(window);
            window.fetch = (path, options) => options?.method === 'DELETE' && path === '/session'
                ? send(path, options).then(r => new Response(null, {status: r.status})) : send(path, options);
        }""")
        self.sign_out.click()
        self.confirmation.get_by_role("button", name="Sign out").click()
        expect(self.page.get_by_text("You are signed out on this computer.")).to_be_visible()
        self.assert_nothing_is_left()

    def test_signing_out_reaches_other_tabs(self):
        self.sign_in()
        other = self.context.new_page()
        other.goto(f"{self.app.origin}/app/journals")
        expect(other.locator("html[data-state=ready]")).to_be_attached()
        self.open_settings()
        self.sign_out.click()
        self.confirmation.get_by_role("button", name="Sign out").click()
        for page in (self.page, other):
            expect(page.get_by_text("You are signed out on this computer.")).to_be_visible()
