"""Golden screenshots and texts, which a person has checked, and comparisons of screens with them.

Tests never record them. `Tests/Browser/record` does, and then a person checks each changed one.
"""

import difflib
import io
import os

from PIL import Image, ImageChops, ImageStat

from browser import HERE
from service import ROOT

GOLDENS = HERE / "Goldens"
# The major version of the Chromium that recorded the goldens.
VERSION = GOLDENS / "chromium"
FAILURES = ROOT / ".build/browser-failures"
RECORDED = ROOT / ".build/browser-recorded"
IS_RECORDING = "POSTCARD_RECORD" in os.environ

# Goldens have half the size of the screen and 256 colors, since all of them are in the repository. They are compared at a quarter of the
# size, so that text smoothing, which differs between browser versions, matters little. A block is one pixel at that size, or 4 x 4 pixels
# on the screen. It differs if one of its colors differs by more than this, out of 255.
BLOCK = 40
# The allowed share of blocks that differ: text that moved by a pixel passes, a missing button or pin does not. Softer text makes no block
# differ. The golden texts show if an icon is missing.
SHARE = 0.001
# The allowed mean difference of all colors, out of 255: different rounding passes, a different background does not. The 256-color palette
# of a golden with photos accounts for 1.1 of it.
MEAN = 2.0


def reason_to_skip_pictures(version):
    """Returns why pictures of a Chromium version, such as `156.0.8078.79`, are not compared, as a sentence; empty if they are.

    Other major versions draw form controls and text differently, which is not a fault of the app.
    """
    major = version.split(".")[0]
    if IS_RECORDING:
        return record(VERSION, lambda path: path.write_text(f"{major}\n"))
    recorded = VERSION.read_text().strip()
    return "" if major == recorded else f"The golden pictures were recorded with Chromium {recorded}; this is {major}."


def reduced(image, factor):
    return image.convert("RGB").reduce(factor)


def differences(actual, golden):
    """Returns the mean difference of all colors between a screen and a golden, the share of different blocks, and a picture that marks
    them."""
    difference = ImageChops.difference(reduced(actual, 4), reduced(golden, 2))
    mean = sum(ImageStat.Stat(difference).mean) / 3
    red, green, blue = difference.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    share = sum(most.histogram()[BLOCK + 1:]) / (most.width * most.height)
    return mean, share, most.point(lambda value: min(255, 4 * value)).resize(actual.size, Image.Resampling.NEAREST)


def picture_difference(name, png):
    """Returns how a screenshot differs from its golden, as a sentence; empty if it does not."""
    path = GOLDENS / f"{name}.png"
    actual = Image.open(io.BytesIO(png)).convert("RGB")
    if IS_RECORDING:
        # For inspection.
        record(RECORDED / path.name, actual.save)
        return record(path, lambda path: reduced(actual, 2).quantize(256, dither=Image.Dither.NONE).save(path, optimize=True))
    if not path.exists():
        return f"{path.name} does not exist. Record it, and check it."
    golden = Image.open(path).convert("RGB")
    if golden.size != ((actual.width + 1) // 2, (actual.height + 1) // 2):
        return f"{path.name}: the screen has {actual.width} x {actual.height} pixels; the golden has a different size."
    mean, share, shown = differences(actual, golden)
    if mean <= MEAN and share <= SHARE:
        return ""
    FAILURES.mkdir(parents=True, exist_ok=True)
    actual.save(FAILURES / f"{name}.actual.png")
    shown.save(FAILURES / f"{name}.difference.png")
    return (f"{path.name}: {actual.width} x {actual.height} pixels, colors differ by {mean:.2f} on average (at most {MEAN}), and "
            f"{100 * share:.2f}% of the blocks (at most {100 * SHARE}%). See {FAILURES}.")


def text_difference(name, text):
    """Returns how a text differs from its golden, as a sentence; empty if it does not."""
    path = GOLDENS / f"{name}.txt"
    if IS_RECORDING:
        return record(path, lambda path: path.write_text(text))
    golden = path.read_text() if path.exists() else ""
    if golden == text:
        return ""
    FAILURES.mkdir(parents=True, exist_ok=True)
    (FAILURES / f"{name}.actual.txt").write_text(text)
    return "\n".join(difflib.unified_diff(golden.splitlines(), text.splitlines(), path.name, "actual", lineterm=""))


def record(path, write):
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path)
    return ""
