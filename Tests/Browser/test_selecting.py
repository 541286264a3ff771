"""Selecting many pictures: with a frame, along a line, and with buttons."""

import re

from browser import expect, on_each_device
from library import album
from touching import Fingers, center


@on_each_device
class Selecting:
    is_thorough = True

    def setUp(self):
        super().setUp()
        album(self.app)
        self.sign_in()
        self.page.get_by_role("link", name=re.compile("^Eiffel Tower")).first.click()
        self.tiles = self.page.locator(".tile.is-loaded")
        expect(self.tiles).to_have_count(3)
        self.bar = self.page.locator(".selection-bar")

    def selected(self):
        return self.page.locator(".tile-cell[aria-selected=true]")

    def choose(self, name):
        self.page.locator(".pane-album").get_by_role("button", name="More", exact=True).click()
        self.page.get_by_role("menuitem", name=name, exact=True).click()

    def test_dragging_a_frame_selects_the_pictures_it_touches(self):
        if self.device != "Desktop":
            self.skipTest("needs a mouse")
        first, last = (center(self.tiles.nth(at)) for at in (0, 2))
        self.page.mouse.move(*first)
        self.page.mouse.down()
        self.page.mouse.move(first[0] + 20, first[1] + 4, steps=3)
        expect(self.selected()).to_have_count(1)
        expect(self.page.locator(".grid-frame")).to_be_visible()
        self.page.mouse.move(*last, steps=6)
        expect(self.selected()).to_have_count(3)
        self.screenshot("selecting-by-a-frame")
        self.page.mouse.up()
        expect(self.page.locator(".grid-frame")).not_to_be_attached()
        # The picture where the mouse was released is not opened.
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.bar).to_contain_text("3 selected")
        self.assert_accessible()
        self.page.keyboard.press("Escape")
        expect(self.selected()).to_have_count(0)

    def test_shift_dragging_adds_to_the_selection(self):
        if self.device != "Desktop":
            self.skipTest("needs a mouse")
        self.tiles.nth(2).click(modifiers=["Control"])
        x, y = center(self.tiles.nth(0))
        self.page.keyboard.down("Shift")
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 15, y + 15, steps=3)
        self.page.mouse.up()
        self.page.keyboard.up("Shift")
        expect(self.bar).to_contain_text("2 selected")

    def test_swiping_along_a_row_selects_it_in_selection_mode(self):
        if self.device != "Phone":
            self.skipTest("needs fingers")
        self.choose("Select")
        self.tiles.first.tap()
        expect(self.bar).to_contain_text("1 selected")
        x, y = center(self.tiles.first)
        right = self.page.viewport_size["width"] - 20
        Fingers(self.page).move(((x, y), (right, y)))
        box = [self.box(tile) for tile in self.tiles.all()]
        in_line = sum(abs(each["y"] - box[0]["y"]) < 2 for each in box)
        expect(self.bar).to_contain_text(f"{in_line} selected")

    def test_tapping_selects_pictures_in_selection_mode(self):
        self.choose("Select")
        expect(self.bar).to_contain_text("Nothing selected")
        expect(self.bar.get_by_role("button", name="Delete")).to_be_disabled()
        self.assert_accessible()
        self.screenshot("selecting-nothing-yet")
        for at in (0, 2):
            self.tiles.nth(at).click()
        expect(self.bar).to_contain_text("2 selected")
        self.tiles.nth(0).click()
        self.tiles.nth(2).click()
        # Still selecting: a tap opens nothing until selecting ends.
        expect(self.bar).to_contain_text("Nothing selected")
        self.bar.get_by_role("button", name="Clear selection").click()
        expect(self.bar).not_to_be_visible()
        self.tiles.first.click()
        expect(self.page.get_by_role("dialog", name="Picture")).to_be_visible()
