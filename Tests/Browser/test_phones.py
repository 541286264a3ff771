"""Phones that sign in to `postcard app --phone`: names of phones, and pages without HTTPS."""

import re
import unittest

from browser import App, expect, on_desktop, on_each_device
from library import journal, picture

IPHONE = ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 "
          "Mobile/15E148 Safari/604.1")


class Phones:
    """An app for phones, at a host name that browsers do not trust, unlike 127.0.0.1."""

    def make_app(self):
        app = App(self.folder / "library", POSTCARD_SERVE_ALLOWED_NAMES="phone.test,localhost")
        self.addCleanup(lambda: app.end())
        app.end()
        try:
            app.start("--phone")
        except AssertionError as error:
            raise unittest.SkipTest(f"This machine has no network: {error}")
        # Without HTTPS, Chromium reports the headers that it ignores.
        self.allow("Cross-Origin-Opener-Policy", "Clear-Site-Data header .* Not supported")
        return app

    def code(self):
        """Adds a phone in Settings, and returns the fragment of its URL."""
        self.page.get_by_role("button", name="Add a phone", exact=True).click()
        link = self.page.get_by_role("link", name=re.compile("#t="))
        return link.get_attribute("href").partition("#")[2]

    def phone(self, fragment, at="/app/"):
        """Opens the app as a phone that scanned a code."""
        page = self.new_context(user_agent=IPHONE).new_page()
        page.goto(f"http://phone.test:{self.app.port}{at}#{fragment}")
        return page


@on_desktop
class Managing(Phones):
    def test_phones_have_a_name_and_a_last_day_and_can_be_signed_out(self):
        self.sign_in(at="/app/settings")
        code = self.code()
        phone = self.phone(code)
        expect(phone.locator("html[data-state=ready]")).to_be_attached()
        self.page.evaluate("dispatchEvent(new Event('focus'))")
        row = self.page.locator(".phone-row")
        expect(row).to_contain_text("iPhone, Safari")
        expect(row).to_contain_text(re.compile(r"last seen \d+ \w+ \d{4}|last seen \w+ \d+, \d{4}"))
        self.assert_accessible()
        self.screenshot("phones")
        row.get_by_role("button", name="Rename iPhone, Safari").click()
        self.page.get_by_role("textbox", name="Name", exact=True).fill("Anna’s iPhone")
        self.page.get_by_role("button", name="Rename", exact=True).click()
        expect(row).to_contain_text("Anna’s iPhone")
        phone.goto(f"http://phone.test:{self.app.port}/app/settings")
        expect(phone.get_by_text("This phone is signed in.")).to_be_visible()
        row.get_by_role("button", name="Sign out Anna’s iPhone").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
        expect(row).to_have_count(0)
        # The app shows how to sign in again, also after a used code.
        self.allow("status of 401")
        for _ in range(2):
            phone.goto("about:blank")
            phone.goto(f"http://phone.test:{self.app.port}/app/#{code}")
            expect(phone.get_by_text("open Settings → Phones → Add a phone")).to_be_visible()
            expect(phone.get_by_label("Password")).to_have_count(0)
        self.screenshot("phone-signed-out", phone)

    def test_closed_settings_do_not_request_phones(self):
        self.sign_in(at="/app/settings")
        expect(self.page.get_by_role("button", name="Add a phone", exact=True)).to_be_visible()
        requested = []
        for _ in range(3):
            self.page.get_by_role("link", name="Entries").click()
            expect(self.page.get_by_role("heading", name="Entries", level=1)).to_be_visible()
            self.page.get_by_role("link", name="Settings").click()
            expect(self.page.get_by_role("button", name="Add a phone", exact=True)).to_be_visible()
        self.page.on("request", lambda request: requested.append(request.url) if "devices" in request.url else None)
        with self.page.expect_response("**/session/devices"):
            self.page.evaluate("dispatchEvent(new Event('focus'))")
        self.assertEqual(len(requested), 1)


@on_each_device
class WithoutHTTPS(Phones):
    def open(self, at):
        self.sign_in(at="/app/settings")
        self.page = self.phone(self.code(), at)
        expect(self.page.locator("html[data-state=ready]")).to_be_attached()

    def take(self, button):
        with self.page.expect_file_chooser() as chooser:
            button.click()
        self.assertEqual(chooser.value.element.get_attribute("capture"), "environment")
        chooser.value.set_files(picture("bridge"))

    def test_photo_adds_a_place_because_browsers_share_no_position(self):
        id, _ = journal(self.app)
        self.open(f"/app/journals/{id}")
        self.page.get_by_role("button", name="Place", exact=True).click()
        expect(self.page.get_by_role("combobox")).to_be_focused()
        expect(self.page.get_by_role("button", name="Where I am")).to_have_count(0)
        self.assert_accessible()
        self.screenshot("photo-here")
        self.take(self.page.get_by_role("button", name="Take a photo here"))
        expect(self.page).to_have_url(re.compile(r"/places/place-[0-9a-z]{12}$"))
        expect(self.page.locator(".media-grid .tile")).to_have_count(1)

    def test_photo_drops_a_pin(self):
        self.open("/app/?at=48.8584,2.2945,12")
        expect(self.page.get_by_role("button", name="Where I am")).to_have_count(0)
        self.take(self.page.get_by_role("button", name="Take a photo here"))
        expect(self.page.locator(".pin")).to_have_count(1)

    def test_meme_can_be_downloaded_without_a_share_sheet(self):
        self.app.run("meme", "--template", "leaking-boat", "Production is down")
        self.open("/app/memes")
        self.page.locator(".tile").click()
        expect(self.page.get_by_role("link", name="Download")).to_be_visible()
        expect(self.page.get_by_role("button", name="Share the file…")).to_have_count(0)
