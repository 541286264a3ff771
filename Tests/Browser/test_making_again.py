"""Memes that are made again with the pictures that lie on them."""

import re

from browser import expect, on_each_device
from library import picture
from test_memes import Editor


@on_each_device
class MakingAgain(Editor):
    def test_pictures_of_the_library_stay_and_others_come_back_to_their_place(self):
        self.open_photo()
        self.write("Two on it")
        self.page.get_by_role("tab", name="Add").click()
        self.page.get_by_role("button", name="Photo from an album").click()
        self.page.locator(".picker-tile").nth(1).click()
        expect(self.selected()).to_have_attribute("aria-label", re.compile("^Picture 1"))
        self.page.locator(".panel input[type=file]").set_input_files(picture("lake"))
        expect(self.selected()).to_have_attribute("aria-label", re.compile("^Picture 2"))
        self.page.get_by_role("tab", name="Box").click()
        self.page.get_by_label("From left").fill("7")
        self.page.get_by_label("Width").fill("21")
        self.settle()
        self.save()
        self.page.get_by_role("button", name="Edit a copy").click()
        expect(self.page.get_by_text("not in the library")).to_be_visible()
        expect(self.page.locator(".stage-box[aria-label^='Picture']")).to_have_count(1)
        self.settle()
        self.screenshot("meme-again")
        self.page.get_by_role("tab", name="Add").click()
        self.page.locator(".panel input[type=file]").set_input_files(picture("lake"))
        expect(self.selected()).to_have_attribute("aria-label", re.compile("^Picture 2. 7 % from the left.*21 % wide"))
        self.settle()
        meme = self.get(f"/library/memes/{self.save()}")
        self.assertEqual(len(meme["spec"]["overlays"]), 2)
