"""Entries and settings: validation, drafts, editing, scroll direction, background."""

import re

from browser import expect, on_each_device
from held import HeldRequests
from library import album, picture


class Writing:
    def open(self, path="/app/entries"):
        self.sign_in(at=path)
        self.entries = self.page.locator(".entry")

    def begin(self):
        self.page.get_by_role("link", name="New entry").click()
        self.dialog = self.page.get_by_role("dialog", name="New entry")
        self.text = self.dialog.get_by_role("textbox", name="Text")
        expect(self.text).to_be_focused()

    def add(self, *files):
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("button", name="From this device").click()
        chooser.value.set_files(files)

    def save(self):
        self.page.get_by_role("button", name="Save").click()

    def write(self, text, *files):
        self.begin()
        self.text.fill(text)
        self.add(*files)
        self.save()
        expect(self.entries.filter(has_text=text)).to_be_visible()


@on_each_device
class Entries(Writing):
    def test_saving_reports_missing_fields_and_focuses_the_first(self):
        self.open()
        expect(self.page.get_by_role("heading", name="No entries yet")).to_be_visible()
        self.assert_accessible()
        self.begin()
        self.save()
        expect(self.dialog.get_by_text("Write something first.")).to_be_visible()
        expect(self.dialog.get_by_text("Add a picture or video.")).to_be_visible()
        expect(self.text).to_be_focused()
        self.assert_accessible()
        self.screenshot("entry-incomplete")
        self.text.fill("  Above the clouds  ")
        self.save()
        expect(self.dialog.get_by_text("Write something first.")).to_have_count(0)
        expect(self.dialog.get_by_role("button", name="From this device")).to_be_focused()
        self.add(picture("bridge"))
        expect(self.dialog.get_by_text("Add a picture or video.")).to_have_count(0)
        self.save()
        expect(self.entries).to_have_count(1)
        expect(self.entries).to_contain_text("Above the clouds")
        self.assert_accessible()
        self.screenshot("entries")

    def test_list_does_not_look_empty_while_the_first_entry_is_uploaded(self):
        uploads = HeldRequests(self, "**/library/entries?id=*")
        self.open()
        self.begin()
        self.text.fill("Above the clouds")
        self.add(picture("bridge"))
        self.save()
        uploads.wait()
        expect(self.dialog).to_have_count(0)
        expect(self.page.get_by_role("status", name="Loading")).to_be_visible()
        expect(self.page.get_by_role("heading", name="No entries yet")).to_have_count(0)
        uploads.open()
        expect(self.page.locator(".entry")).to_contain_text("Above the clouds")

    def test_cancel_discards_the_entry_and_asks_only_after_a_change(self):
        self.open()
        self.begin()
        self.dialog.get_by_role("button", name="Cancel").click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        self.begin()
        self.text.fill("Never mind")
        self.dialog.get_by_role("button", name="Cancel").click()
        confirmation = self.page.get_by_role("dialog", name="Discard changes?")
        confirmation.get_by_role("button", name="Keep writing").click()
        expect(self.text).to_have_value("Never mind")
        self.dialog.get_by_role("button", name="Cancel").click()
        confirmation.get_by_role("button", name="Discard").click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        self.begin()
        expect(self.text).to_have_value("")

    def test_back_asks_before_the_entry_is_discarded(self):
        self.open()
        self.begin()
        self.text.fill("Never mind")
        at = self.page.url
        self.assert_back_asks("Discard changes?", "Keep writing", "Back")
        expect(self.text).to_have_value("Never mind")
        expect(self.page).to_have_url(at)
        self.assert_back_asks("Discard changes?", "Discard")
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.page).to_have_url(re.compile("/app/entries$"))

    def test_draft_with_files_survives_a_reload(self):
        self.open()
        self.begin()
        self.text.fill("To be continued")
        self.add(picture("lights"))
        expect(self.page.locator(".chosen-media li")).to_have_count(1)
        expect(self.page.get_by_text("Draft saved in this browser")).to_be_visible()
        self.page.reload()
        expect(self.page.get_by_role("textbox", name="Text")).to_have_value("To be continued")
        expect(self.page.locator(".chosen-media li")).to_have_count(1)
        self.save()
        expect(self.entries).to_contain_text("To be continued")

    def test_editing_changes_text_and_removes_a_picture(self):
        self.open()
        self.write("Three of them", picture("bridge"), picture("lights"), picture("lake"))
        self.page.get_by_role("button", name="More for this entry").click()
        self.page.get_by_role("menuitem", name="Edit").click()
        dialog = self.page.get_by_role("dialog", name="Edit the entry")
        chosen = dialog.locator(".chosen-media li")
        expect(chosen).to_have_count(3)
        self.assert_accessible()
        self.screenshot("entry-edit")
        removed = chosen.nth(1).get_by_role("button")
        removed.click()
        dialog.get_by_role("textbox", name="Text").fill("Two of them")
        self.save()
        question = self.page.get_by_role("dialog", name="Save without the removed pictures?")
        question.get_by_role("button", name="Cancel").click()
        expect(chosen).to_have_count(2)
        self.save()
        question.get_by_role("button", name="Save").click()
        expect(self.entries).to_contain_text("Two of them")
        expect(self.entries.locator(".entry-media a")).to_have_count(2)
        entry = self.page.evaluate("fetch('/library/entries').then(r => r.json())")[0]
        self.assertEqual([medium["name"] for medium in entry["media"]], [picture("bridge").name, picture("lake").name])

    def test_entry_can_be_deleted_restored_and_shared(self):
        self.open()
        self.write("To be shared", picture("bridge"))
        more = self.page.get_by_role("button", name="More for this entry")
        more.click()
        self.page.get_by_role("menuitem", name="Delete").click()
        expect(self.entries).to_have_count(0)
        self.page.get_by_role("button", name="Undo").click()
        expect(self.entries).to_have_count(1)
        more.click()
        self.page.get_by_role("menuitem", name="Share").click()
        page = self.page.get_by_role("link", name="Open as a page").get_attribute("href")
        self.assertIn("To be shared", self.page.evaluate("path => fetch(path).then(r => r.text())", page))

    def test_entry_can_include_photos_from_albums(self):
        album(self.app)
        self.open()
        self.begin()
        self.text.fill("From the album")
        self.dialog.get_by_role("button", name="My pictures").click()
        self.page.locator(".picker-tile").first.click()
        self.page.get_by_role("button", name="Add 1 picture").click()
        self.save()
        expect(self.entries).to_contain_text("From the album")


@on_each_device
class Settings(Writing):
    @staticmethod
    def lines(page):
        """Returns the vertical positions of the entries."""
        return page.locator(".entry").evaluate_all("entries => [...new Set(entries.map(each => each.getBoundingClientRect().top))]")

    def test_scroll_direction_applies_in_other_browsers(self):
        self.open()
        for number, name in enumerate(("bridge", "lights", "lake")):
            self.write(f"Entry {number}", picture(name))
        # On a desktop, two entries are side by side, and the third is below them.
        self.assertGreater(len(self.lines(self.page)), 1)
        self.page.goto(f"{self.app.origin}/app/settings")
        expect(self.page.get_by_label("Up and down")).to_be_checked()
        self.assert_accessible()
        with self.page.expect_response("**/library/settings"):
            self.page.get_by_label("Sideways").check()
        cookies = self.context.cookies()
        other = self.new_context()
        other.add_cookies(cookies)
        page = other.new_page()
        page.goto(f"{self.app.origin}/app/entries")
        expect(page.locator(".entries.is-horizontal")).to_be_visible()
        expect(page.locator(".entry")).to_have_count(3)
        self.assertEqual(len(self.lines(page)), 1)
        self.assert_accessible(page)
        self.page.goto(f"{self.app.origin}/app/entries")
        expect(self.page.locator(".entries.is-horizontal")).to_be_visible()
        self.screenshot("entries-across")

    def test_text_is_readable_on_every_background(self):
        self.open("/app/settings")
        for name in ("White", "Cream", "Sage", "Sky", "Rose", "Sand", "Night blue", "Black"):
            with self.subTest(name):
                with self.page.expect_response("**/library/settings"):
                    self.page.get_by_label(name, exact=True).check()
                self.assert_accessible()
        self.screenshot("settings-black")
        self.page.reload()
        expect(self.page.get_by_label("Black", exact=True)).to_be_checked()
        self.assertEqual(self.page.evaluate("getComputedStyle(document.documentElement).backgroundColor"), "rgb(20, 20, 20)")
        with self.page.expect_response("**/library/settings"):
            self.page.get_by_label("Paper, light or dark").check()
        self.assertNotEqual(self.page.evaluate("getComputedStyle(document.documentElement).backgroundColor"), "rgb(20, 20, 20)")

    def test_rejected_setting_is_reverted_with_an_error(self):
        self.allow("status of 503")
        self.open("/app/settings")
        self.page.route("**/library/settings", lambda route: route.fulfill(
            status=503, content_type="application/problem+json", json={"code": "overloaded", "detail": "The library is being compacted."})
            if route.request.method == "PATCH" else route.continue_())
        # `check` would fail, since it expects the option to stay checked.
        self.page.get_by_label("Sideways").click()
        expect(self.page.get_by_text("Try again in a moment.")).to_be_visible()
        expect(self.page.get_by_label("Up and down")).to_be_checked()

    def test_library_check_reports_no_damage(self):
        self.open("/app/settings")
        self.page.get_by_role("button", name="Check for damage").click()
        expect(self.page.get_by_text("No damage found.")).to_be_visible()
