"""The page of all pictures, with ten thousand of them."""

import re

from browser import expect, on_each_device, wait_in, wait_until
from library import album, picture
from photo_source import PICTURE

MANY = 10_000


@on_each_device
class ManyPictures:
    is_thorough = True

    def open_pictures(self):
        """Opens the page with ten thousand photos, whose list and files come from the scenario."""
        page = self.new_context(service_workers="block").new_page()
        shapes = [(1024, 683), (683, 1024), (1024, 1024), (1600, 900)]
        columns = {
            "ids": [f"photo-{number:012d}" for number in range(MANY)], "kinds": ["photo"] * MANY,
            "widths": [shapes[number % 4][0] for number in range(MANY)],
            "heights": [shapes[number % 4][1] for number in range(MANY)],
            "dates": [f"{2024 - number // 1200}-{12 - number // 100 % 12:02d}-10T12:00:00" for number in range(MANY)],
            "blobs": [f"{number:012x}" for number in range(MANY)], "colors": ["#8090a0"] * MANY, "places": [""] * MANY,
        }
        page.route("**/library/pictures", lambda route: route.fulfill(json=columns, headers={"ETag": '"1"'}))
        page.route("**/library/photos/**", lambda route: route.fulfill(body=PICTURE, content_type="image/jpeg"))
        self.sign_in(page, at="/app/pictures")
        expect(page.locator(".tile.is-loaded").first).to_be_visible()
        return page

    @staticmethod
    def first_in_view(page):
        return page.locator(".tile").evaluate_all(
            "tiles => tiles.map(tile => [tile.dataset.key, Math.round(tile.getBoundingClientRect().top)]).find(each => each[1] > 100)")

    def test_only_pictures_near_the_view_have_elements(self):
        page = self.open_pictures()
        expect(page.get_by_text("10,000 pictures")).to_be_visible()
        expect(page.locator(".grid-heading").first).to_have_text("December 2024")
        # Until a picture is loaded, its tile has the picture's color.
        expect(page.locator(".tile").first).to_have_css("background-color", "rgb(128, 144, 160)")
        most = page.evaluate("""async () => {
            const pane = document.querySelector('.pane-pictures');
            let most = 0;
            for (let top = 0; top < 60000; top += 700) {
                pane.scrollTop = top;
                await new Promise(requestAnimationFrame);
                most = Math.max(most, document.querySelectorAll('*').length);
            }
            return most;
        }""")
        self.assertLessEqual(most, 400)

    def test_scroll_position_survives_back_and_reload(self):
        page = self.open_pictures()
        page.locator(".pane-pictures").evaluate("pane => { pane.scrollTop = 0.6 * pane.scrollHeight; }")
        expect(page.locator("[data-key=photo-000000000000]")).not_to_be_attached()
        expect(page.locator(".tile.is-loaded").first).to_be_visible()
        wait_in(page, "() => history.state.place?.scroll && Object.values(history.state.place.scroll)[0] > 1000")
        before = self.first_in_view(page)
        page.reload()
        expect(page.locator(f"[data-key={before[0]}]")).to_be_visible()
        wait_until(lambda: self.first_in_view(page)[0] == before[0])
        page.locator(f"[data-key={before[0]}]").click()
        expect(page.get_by_role("dialog", name="Picture")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("dialog", name="Picture")).not_to_be_attached()
        wait_until(lambda: self.first_in_view(page)[0] == before[0])
        expect(page.locator(f"[data-key={before[0]}]")).to_be_focused()
        page.goto(f"{self.app.origin}/app/trash")
        expect(page.get_by_role("heading", name="Trash", exact=True)).to_be_visible()
        page.go_back()
        expect(page.locator(f"[data-key={before[0]}]")).to_be_visible()

    def test_arrow_home_and_end_keys_reach_all_pictures(self):
        page = self.open_pictures()
        page.locator(".tile").first.focus()
        page.keyboard.press("End")
        expect(page.locator(f"[data-key=photo-{MANY - 1:012d}]")).to_be_focused()
        page.keyboard.press("Home")
        expect(page.locator("[data-key=photo-000000000000]")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-key=photo-000000000001]")).to_be_focused()

    def test_scrubber_moves_through_the_months(self):
        page = self.open_pictures()
        handle = page.get_by_role("slider", name="Month")
        expect(handle).to_have_attribute("aria-valuetext", "December 2024")
        handle.focus()
        for key, month in (("ArrowDown", "November 2024"), ("PageDown", "November 2023"), ("ArrowUp", "December 2023"), ("Home", "December 2024")):
            handle.press(key)
            expect(handle).to_have_attribute("aria-valuetext", month)
        self.assert_accessible(page)
        # Dragging to the middle shows the years.
        box = self.box(page.locator(".scrubber-track"))
        x, y = box["x"] + box["width"] / 2, box["y"] + 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + box["height"] / 2, steps=5)
        expect(page.locator(".scrubber-years")).to_have_css("opacity", "1")
        expect(handle).to_have_attribute("aria-valuetext", re.compile("20(20|21)"))
        self.screenshot("pictures-scrubber", page)
        page.mouse.up()

    def test_range_selection_includes_pictures_scrolled_out_of_view(self):
        page = self.open_pictures()
        page.locator(".tile").first.focus()
        page.keyboard.press("x")
        page.locator(".pane-pictures").evaluate("pane => { pane.scrollTop = 6000; }")
        tile = page.locator(".tile.is-loaded").nth(20)
        expect(page.locator("[data-key=photo-000000000000]")).not_to_be_in_viewport()
        key = tile.get_attribute("data-key")
        page.locator(f"[data-key={key}]").click(modifiers=["Shift"])
        number = int(key.removeprefix("photo-")) + 1
        expect(page.get_by_text(f"{number} selected")).to_be_visible()
        self.assertGreater(number, 20)


@on_each_device
class AddingPhotos:
    def test_photos_can_be_added_to_the_map_or_a_journal(self):
        self.sign_in(at="/app/pictures")
        expect(self.page.get_by_role("heading", name="No pictures yet")).to_be_visible()
        self.assert_accessible()
        for name, way in (("bridge", "To the map"), ("lights", "To a new journal")):
            self.page.get_by_role("button", name="Add photos").first.click()
            with self.page.expect_file_chooser() as chooser:
                self.page.get_by_role("menuitem", name=way).click()
            chooser.value.set_files(picture(name))
            if name == "bridge":
                expect(self.page.locator(".tile.is-loaded")).to_have_count(1)
        expect(self.page).to_have_url(re.compile("/app/journals/journal-"))
        self.page.goto(f"{self.app.origin}/app/pictures")
        expect(self.page.locator(".tile.is-loaded")).to_have_count(2)
        # The details of a picture link to its album.
        self.page.locator(".tile").first.click()
        self.page.get_by_role("button", name="Back of the card").click()
        self.page.get_by_role("link", name=re.compile("Open its")).click()
        expect(self.page).to_have_url(re.compile("/app/(pins|journals)/"))


@on_each_device
class DeletingEntries:
    def test_deleting_one_picture_does_not_delete_the_entry_silently(self):
        self.app.run("entry", "new", picture("bridge"), picture("lights"), "--text", "All lamps were lit")
        self.sign_in()
        self.page.goto(f"{self.app.origin}/app/pictures")
        tiles = self.page.locator(".tile")
        expect(tiles).to_have_count(2)
        confirmation = self.page.get_by_role("dialog", name="Delete the whole entry?")
        for button, left in (("Cancel", 2), ("Delete", 0)):
            tiles.first.focus()
            self.page.keyboard.press("Delete")
            expect(confirmation).to_be_visible()
            self.assert_accessible()
            confirmation.get_by_role("button", name=button).click()
            expect(confirmation).not_to_be_attached()
            expect(tiles).to_have_count(left)
        self.page.get_by_role("button", name="Undo").click()
        expect(tiles).to_have_count(2)


@on_each_device
class DeletingInTheViewer:
    def test_button_and_key_delete_and_undo_shows_the_picture_again(self):
        album(self.app)
        self.sign_in(at="/app/pictures")
        tiles = self.page.locator(".tile")
        expect(tiles).to_have_count(3)
        tiles.nth(1).click()
        place = self.page.locator(".viewer > p[role=status]")
        expect(place).to_contain_text("2 of 3")
        first = self.page.url
        self.page.get_by_role("button", name="Delete", exact=True).click()
        expect(place).to_contain_text("2 of 2")
        expect(self.page.get_by_text("1 picture deleted")).to_be_visible()
        self.page.get_by_role("button", name="Undo").click()
        expect(place).to_contain_text("2 of 3")
        expect(self.page).to_have_url(first)
        self.page.keyboard.press("Delete")
        expect(place).to_contain_text("2 of 2")
        self.page.keyboard.press("Escape")
        expect(tiles).to_have_count(2)
        self.assertEqual(len(re.findall("photo-[0-9a-z]{12}", self.app.run("album", "list", "Eiffel Tower"))), 2)


@on_each_device
class Restoring:
    def test_restored_journal_keeps_its_places(self):
        self.app.run("journal", "new", "A week in Paris")
        self.app.run("journal", "place", "A week in Paris", "48.8606,2.3376", "--name", "Louvre")
        self.app.run("journal", "delete", "A week in Paris")
        self.sign_in(at="/app/trash")
        expect(self.page.get_by_text("A week in Paris")).to_be_visible()
        self.assert_accessible()
        self.screenshot("trash")
        self.page.get_by_role("button", name="Restore A week in Paris").click()
        expect(self.page.get_by_text("The Trash is empty")).to_be_visible()
        self.page.get_by_role("button", name="Show").click()
        expect(self.page.get_by_role("heading", name="A week in Paris")).to_be_visible()
        expect(self.page.get_by_text("Louvre").first).to_be_visible()
        self.assertIn("Louvre", self.app.run("journal", "show", "A week in Paris"))
