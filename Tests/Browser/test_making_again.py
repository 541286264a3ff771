"""Copies of memes with overlays."""

import re

from browser import expect, on_each_device
from library import picture
from test_memes import Editor


@on_each_device
class EditingCopies(Editor):
    is_thorough = True

    def test_copy_keeps_overlays_from_albums_and_files(self):
        self.open_photo()
        self.write("Two on it")
        self.page.get_by_role("button", name="My pictures").click()
        self.page.locator(".picker-tile").nth(1).click()
        expect(self.selected()).to_have_attribute("aria-label", re.compile("^Picture 1"))
        self.page.locator(".additions input[type=file]").set_input_files(picture("lake"))
        expect(self.selected()).to_have_attribute("aria-label", re.compile("^Picture 2"))
        self.page.get_by_role("tab", name="Position").click()
        self.page.get_by_label("From left").fill("7")
        self.page.get_by_label("Width").fill("21")
        self.wait_for_preview()
        before = self.get(f"/library/memes/{self.save()}")
        self.page.get_by_role("button", name="Edit a copy").click()
        pictures = self.page.locator(".stage-box[aria-label^='Picture']")
        expect(pictures).to_have_count(2)
        expect(pictures.nth(1)).to_have_attribute("aria-label", re.compile("^Picture 2. 7% from the left.*21% wide"))
        self.wait_for_preview()
        self.screenshot("meme-again")
        meme = self.get(f"/library/memes/{self.save()}")
        self.assertEqual(meme["spec"], before["spec"])
