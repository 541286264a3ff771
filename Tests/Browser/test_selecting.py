"""Selecting many pictures with a frame, along a line, and with buttons, and sharing the selected pictures."""

import re

from browser import expect, on_each_device
from library import album, created_id, picture
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


# Simulates a share sheet that records the files.
SHARE_SHEET = """
    navigator.canShare = ({ files }) => files.length > 0;
    navigator.share = async ({ files }) => {
        window.shared = await Promise.all(files.map(async file => [file.name, new TextDecoder('latin1').decode(await file.arrayBuffer())]));
    };"""


@on_each_device
class Sharing:
    def test_several_pictures_are_shared_without_their_positions(self):
        for name in ("bridge", "lights"):
            self.app.run("entry", "new", picture(name), "--text", name)
        self.context.add_init_script(SHARE_SHEET)
        self.sign_in(at="/app/pictures")
        tiles = self.page.locator(".tile.is-loaded")
        expect(tiles).to_have_count(2)
        tiles.first.focus()
        self.page.keyboard.press("Control+a")
        self.page.get_by_role("button", name="Share").click()
        sheet = self.page.get_by_role("dialog", name="Share")
        self.assert_accessible()
        self.screenshot("share-files")
        sheet.get_by_role("button", name="Share 2 files…").click()
        expect(sheet).to_have_count(0)
        shared = self.page.evaluate("window.shared")
        self.assertEqual([name.rpartition(".")[2] for name, _ in shared], ["jpg", "jpg"])
        # The files in the library contain positions, in EXIF's GPS directory (tag 0x8825).
        gps = ("\x88\x25\x00\x04", "\x25\x88\x04\x00")
        self.assertTrue(any(tag in picture("bridge").read_bytes().decode("latin1") for tag in gps))
        self.assertFalse(any(tag in text for _, text in shared for tag in gps))

    def test_picture_is_downloaded_with_its_position_only_if_requested(self):
        entry = created_id(self.app.run("entry", "new", picture("bridge"), "--text", "A bridge"))
        self.sign_in(at=f"/app/pictures/{entry}.1")
        self.page.get_by_role("dialog", name="Picture").get_by_role("button", name="Share").click()
        sheet = self.page.get_by_role("dialog", name="Share")
        link = sheet.get_by_role("link", name="Download", exact=True)
        self.assertIn("metadata=shared", link.get_attribute("href"))
        sheet.get_by_label("Yes", exact=True).check()
        self.assertNotIn("metadata", link.get_attribute("href"))
        self.assert_accessible()
