"""The app in German: chosen by the browser, or in Settings."""

import re

from browser import expect, on_desktop, on_each_device
from screens import SCREENS, Screens
from test_adapting import CUT

# Words that each screen shows in German.
WORDS = {
    "map": "Pins", "album": "Fotos", "viewer": "Teilen", "meme editor": "Speichern", "gallery": "Neues Meme", "journals": "Bilder", "journal": "12. April 2025",
    "entries": "Schreiben", "settings": "Einstellungen", "trash": "Zurückholen",
}


@on_each_device
class German(Screens):
    context_options = {"locale": "de-DE"}

    def test_screens_are_in_german_and_no_text_is_cut_off(self):
        for name in SCREENS:
            with self.subTest(name):
                self.show(name)
                self.screenshot(f"german-{name}")
                expect(self.page.locator("html")).to_have_attribute("lang", "de")
                shown = self.page.locator("body")
                expect(shown).to_contain_text(WORDS[name]) if name != "viewer" else expect(self.page.get_by_label(WORDS[name])).to_be_visible()
                expect(shown).to_contain_text("Tagebücher")
                self.assertEqual(self.page.evaluate(CUT), [])


@on_desktop
class Languages(Screens):
    def test_settings_choose_a_language_for_this_browser(self):
        self.show("settings")
        for label, language, name, heading in [
            ("Language", "Deutsch", "de", "Einstellungen"), ("Sprache", "English", "en", "Settings"), ("Language", "Deutsch", "de", "Einstellungen"),
        ]:
            self.page.get_by_label(label, exact=True).select_option(language)
            expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)
            expect(self.page.locator("html")).to_have_attribute("lang", name)
        self.page.reload()
        expect(self.page.get_by_label("Sprache", exact=True).locator("option:checked")).to_have_text("Deutsch")
        self.show("journals")
        expect(self.page.get_by_role("link", name="Papierkorb")).to_be_visible()
        self.show("settings")
        self.page.get_by_label("Sprache", exact=True).select_option("Wie im Browser")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Settings")

    def test_the_first_language_that_the_app_has_is_chosen(self):
        for languages, expected in ((["fr-FR", "de-AT", "en-US"], "de"), (["fr-FR"], "en"), (["en-US", "de-DE"], "en")):
            context = self.new_context(locale=languages[0])
            context.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ get: () => {languages} }});")
            page = context.new_page()
            self.show("trash", page)
            expect(page.locator("html")).to_have_attribute("lang", expected)

    def test_english_loads_no_translation_and_german_only_its_own(self):
        for locale, expected in (("en-US", []), ("de-DE", ["de"])):
            loaded = []
            page = self.new_context(locale=locale).new_page()
            page.on("request", lambda request: loaded.append(request.url))
            self.show("trash", page)
            found = {match[1] for url in loaded if (match := re.search(r"/js/strings/(\w+)/", url))}
            self.assertEqual(sorted(found), expected)

    def test_problems_are_explained_in_the_language(self):
        self.allow("status of 507")
        page = self.new_context(locale="de-DE").new_page()
        page.route("**/library/deleted*", lambda route: route.fulfill(
            status=507, content_type="application/problem+json", json={"code": "noSpace", "detail": "The disk is full."}))
        page.goto(f"{self.app.origin}/app/trash")
        expect(page.get_by_role("alert")).to_contain_text("Die Festplatte ist voll")
