"""The numbers that all glyphs share, in font units (1000 per em)."""

from dataclasses import dataclass

UNITS_PER_EM = 1000

FAMILY = "Frankmark"
STYLE = "Regular"
POSTSCRIPT_NAME = "Frankmark-Regular"
VERSION = "1.200"
COPYRIGHT = "Copyright 2026 The Postcard authors, with Reserved Font Name “Frankmark”"
LICENSE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
LICENSE_URL = "https://openfontlicense.org"
# Seconds since 1904-01-01, the epoch of `head`: 2026-01-01T00:00:00Z. Fixed, so that builds are reproducible.
TIMESTAMP = 3850070400

CAP_HEIGHT = 790
X_HEIGHT = 656
ASCENDER = 806  # of b, d, f, h, k, l: slightly above the capitals
DESCENDER = -176  # of g, j, p, q, y
OVERSHOOT = 10

# Line metrics. The three sets agree, so that line heights are the same on every platform.
LINE_ASCENT = 1060
LINE_DESCENT = -240
WORD_SPACE = 196

# The white beside a straight stem and beside a bowl. The white between two stems equals that between a stem and a
# bowl, or two bowls. Bowls are closer to each other, because their shoulders leave white above and below.
STRAIGHT_SIDE = 45
ROUND_SIDE = 27
DIAGONAL_SIDE = 14
# The overlap of lines that continue into their neighbor, such as underscores, at either side: more than a pixel at 40 pixels.
JOINT = 26


@dataclass(frozen=True)
class Weight:
    """The proportions of an alphabet: capitals, lowercase, or capitals at the x-height."""

    height: float
    stem: float  # a straight vertical stroke
    bowl: float  # the side of a round stroke: a few units heavier, because it looks lighter
    bar: float  # a horizontal stroke
    arm: float  # a horizontal stroke with a free end, as in E and T: heavier, because it is surrounded by white
    counter: float  # the white between the stems of H


CAPITAL = Weight(height=CAP_HEIGHT, stem=190, bowl=196, bar=126, arm=150, counter=100)
LOWER = Weight(height=X_HEIGHT, stem=178, bowl=184, bar=114, arm=130, counter=86)
# Cyrillic and Greek lowercase letters with the shape of capitals.
SMALL = Weight(height=X_HEIGHT, stem=178, bowl=184, bar=116, arm=134, counter=92)
# Hebrew, in which the horizontal strokes are the heavier ones.
HEBREW = Weight(height=750, stem=166, bowl=174, bar=178, arm=178, counter=156)
HEBREW_LAMED = 926  # the top of ל
HEBREW_DESCENDER = -178  # of ך ן ף ץ ק
HEBREW_SIDE = 50  # the white beside a straight stem
