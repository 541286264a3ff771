"""Pictures and texts of screens that somebody looked at and found right, and how others are compared with them.

A test never records them: `Tests/Browser/record` does, and then somebody looks at every one that changed.
"""

import difflib
import io
import os

from PIL import Image, ImageChops, ImageStat

from browser import HERE
from service import ROOT

GOLDENS = HERE / "Goldens"
# The major version of the Chromium whose pictures they are.
VERSION = GOLDENS / "chromium"
FAILURES = ROOT / ".build/browser-failures"
RECORDED = ROOT / ".build/browser-recorded"
IS_RECORDING = "POSTCARD_RECORD" in os.environ

# Goldens have half the size of the screen and 256 colours, since all of them are in the repository. They are compared at a quarter of the
# size, so that edges of letters, which each version of a browser smooths in its own way, count for little. A block is one pixel of that,
# 4 x 4 pixels of the screen, and differs when one of its colours does by more than this, of 255.
BLOCK = 40
# So much of all blocks may differ: letters that moved by a pixel, not a button or a pin that is gone. Softer letters make no block differ.
# That an icon is there, the texts of the screens tell.
SHARE = 0.001
# So much may all colours differ in the mean, of 255: another rounding, not another paper. The 256 colours of a golden with photos take 1.1 of it.
MEAN = 2.0


def reason_to_skip_pictures(version):
    """Why pictures of a version of Chromium, such as `156.0.8078.79`, are not compared, as a sentence; empty where they are.

    Other major versions draw form controls and letters in other ways, which is no fault of the app.
    """
    major = version.split(".")[0]
    if IS_RECORDING:
        return record(VERSION, lambda path: path.write_text(f"{major}\n"))
    recorded = VERSION.read_text().strip()
    return "" if major == recorded else f"The pictures of Goldens are of Chromium {recorded}, and this is {major}."


def reduced(image, factor):
    return image.convert("RGB").reduce(factor)


def differences(actual, golden):
    """The mean difference of all colours between a screen and a golden, the share of blocks that differ, and a picture that shows where."""
    difference = ImageChops.difference(reduced(actual, 4), reduced(golden, 2))
    mean = sum(ImageStat.Stat(difference).mean) / 3
    red, green, blue = difference.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    share = sum(most.histogram()[BLOCK + 1:]) / (most.width * most.height)
    return mean, share, most.point(lambda value: min(255, 4 * value)).resize(actual.size, Image.Resampling.NEAREST)


def problem_of_picture(name, png):
    """What a screenshot has that its golden has not, as a sentence; empty for nothing."""
    path = GOLDENS / f"{name}.png"
    actual = Image.open(io.BytesIO(png)).convert("RGB")
    if IS_RECORDING:
        # For whoever looks at it.
        record(RECORDED / path.name, actual.save)
        return record(path, lambda path: reduced(actual, 2).quantize(256, dither=Image.Dither.NONE).save(path, optimize=True))
    if not path.exists():
        return f"There is no {path.name}: record it, and look at it."
    golden = Image.open(path).convert("RGB")
    if golden.size != ((actual.width + 1) // 2, (actual.height + 1) // 2):
        return f"{path.name}: the screen has {actual.width} x {actual.height} pixels, the golden is of another size."
    mean, share, shown = differences(actual, golden)
    if mean <= MEAN and share <= SHARE:
        return ""
    FAILURES.mkdir(parents=True, exist_ok=True)
    actual.save(FAILURES / f"{name}.actual.png")
    shown.save(FAILURES / f"{name}.difference.png")
    return (f"{path.name}: {actual.width} x {actual.height} pixels, colours differ by {mean:.2f} in the mean (at most {MEAN}), and "
            f"{100 * share:.2f} % of the blocks (at most {100 * SHARE} %). See {FAILURES}.")


def problem_of_text(name, text):
    """How a text differs from its golden, as a sentence; empty where it does not."""
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
