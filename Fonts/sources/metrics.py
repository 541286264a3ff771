"""The numbers that the whole typeface shares, in font units (1000 to the em)."""

from dataclasses import dataclass

UNITS_PER_EM = 1000

FAMILY = "Frankmark"
STYLE = "Regular"
POSTSCRIPT_NAME = "Frankmark-Regular"
VERSION = "1.100"
COPYRIGHT = "Copyright 2026 The Postcard authors, with Reserved Font Name “Frankmark”"
LICENCE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
LICENCE_URL = "https://openfontlicense.org"
# Seconds since 1904-01-01, the epoch of `head`: 2026-01-01T00:00:00Z. Fixed, so that builds are reproducible.
TIMESTAMP = 3850070400

CAP_HEIGHT = 790
X_HEIGHT = 656
ASCENDER = 806  # of b, d, f, h, k, l: a little above the capitals
DESCENDER = -176  # of g, j, p, q, y
OVERSHOOT = 10

# Line metrics. The three sets agree, so that every platform sets the same line.
LINE_ASCENT = 1060
LINE_DESCENT = -240
WORD_SPACE = 196

# White beside a straight stem and beside a bowl. The white between two stems is as much as that between a stem and a
# bowl, or two bowls: those stand nearer to each other, for their shoulders leave white above and below.
STRAIGHT_SIDE = 45
ROUND_SIDE = 27
DIAGONAL_SIDE = 14


@dataclass(frozen=True)
class Weight:
    """The proportions of one alphabet: capitals, lower case, or capitals drawn at the x-height."""

    height: float
    stem: float  # a straight vertical stroke
    bowl: float  # the side of a round stroke: a few units heavier, or it would look lighter
    bar: float  # a horizontal stroke
    arm: float  # a horizontal stroke that ends free, as those of E and T: heavier, for it stands in white
    counter: float  # the white between the stems of H


CAPITAL = Weight(height=CAP_HEIGHT, stem=190, bowl=196, bar=126, arm=150, counter=100)
LOWER = Weight(height=X_HEIGHT, stem=178, bowl=184, bar=114, arm=130, counter=86)
# Cyrillic and Greek lower-case letters that have the shape of capitals.
SMALL = Weight(height=X_HEIGHT, stem=178, bowl=184, bar=116, arm=134, counter=92)
# Hebrew, where the horizontal strokes carry the weight.
HEBREW = Weight(height=750, stem=166, bowl=174, bar=178, arm=178, counter=156)
HEBREW_LAMED = 926  # the top of ל
HEBREW_DESCENDER = -178  # of ך ן ף ץ ק
HEBREW_SIDE = 50  # white beside a straight stem
