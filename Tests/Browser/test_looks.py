"""The screens look like their golden screenshots, on a phone and a desktop, in light and dark mode."""

import unittest

from browser import on_each_device
from goldens import picture_difference, reason_to_skip_pictures
from screens import SCREENS, Screens

# Each device's usual color scheme comes first. The other color scheme is checked only in thorough runs.
SCHEMES = {"Phone": ("light", "dark"), "Desktop": ("dark", "light")}


def looks(name, index):
    def test(self):
        scheme = SCHEMES[self.device][index]
        self.show(name)
        self.page.emulate_media(color_scheme=scheme)
        self.assertEqual(self.compare(f"{name.replace(' ', '-')}-{self.device.lower()}-{scheme}"), "")
    test.is_thorough = index == 1
    return test


@on_each_device
class Looks(Screens):
    # One CSS pixel is one pixel of the picture.
    context_options = {"device_scale_factor": 1}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if reason := reason_to_skip_pictures(cls.shared.browser.version):
            raise unittest.SkipTest(reason)

    def compare(self, name):
        """Compares the page with its golden, once two consecutive screenshots are equal."""
        last = None
        while (png := self.page.screenshot(animations="disabled", caret="hide")) != last:
            last = png
        return picture_difference(name, png)


for name in SCREENS:
    setattr(Looks, f"test_{name.replace(' ', '_')}", looks(name, 0))
    setattr(Looks, f"test_{name.replace(' ', '_')}_in_the_other_color_scheme", looks(name, 1))
