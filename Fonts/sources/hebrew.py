"""The Hebrew letters.

In Hebrew, the horizontal strokes are the heavier ones, in contrast to Latin. The
letters are slightly lower than the capitals beside them, because few of them have ascenders or descenders.
Every letter is a function of the white inside, so that letters with a dagesh can be wider.
"""

from .geometry import INNER_TENSION, Outline, box, polygon, rounded
from .metrics import DIAGONAL_SIDE, HEBREW, HEBREW_DESCENDER, HEBREW_LAMED, HEBREW_SIDE, OVERSHOOT

H, S, R, B = HEBREW.height, HEBREW.stem, HEBREW.bowl, HEBREW.bar
WHITE = HEBREW.counter
SHOULDER, INNER_SHOULDER = (150, 150), (58, 62)  # of a roof that turns into a stem
HEEL = 52  # the overhang of the roof of ד and the base of ב
NOTCH = 98  # white between the roof and the leg of ה and ק


def gamma(width, left=0, bottom=0):
    """A roof from `left` that turns into a stem at the right: ר, and the first strokes of many letters."""
    white = rounded(left - 1, bottom - 1, width - S, H - B, tr=INNER_SHOULDER, tension=INNER_TENSION)
    return rounded(left, bottom, width, H, tr=SHOULDER) - white


def alef(white=WHITE):
    width, arm = 2 * S + white + 96, S * 0.96
    diagonal = polygon((0, H), (S * 1.26, H), (width, 0), (width - S * 1.26, 0))
    right = width - 12
    outline = Outline(right - arm, H).to(right, H).to(right, H * 0.66)
    outline.curve(right, H * 0.50, right - 62, H * 0.41, right - 200, H * 0.34).to(right - 270, H * 0.50)
    outline.curve(right - arm - 40, H * 0.545, right - arm, H * 0.60, right - arm, H * 0.72)
    arm = outline.close()
    return diagonal | arm | arm.half_turned(width, H)


def bet(white=WHITE):
    width = S + white + 84
    return gamma(width, 18) | box(0, 0, width + HEEL, B)


def gimel(white=WHITE):
    left = white * 0.92
    right = left + S
    stem = polygon((left, H), (right, H), (right, H * 0.40), (right + 50, 0), (right + 50 - S, 0), (left, H * 0.40))
    foot = Outline(0, 0).to(0, B * 0.90).curve(66, B * 0.90, left, B * 1.25, left, H * 0.50).to(right - 20, H * 0.50)
    foot = foot.to(right - 20, H * 0.38).curve(right - 50, H * 0.16, left + 20, 0, left - 30, 0).close()
    notch = polygon((left - 30, -1), (left - 30, 0), (left + 52, H * 0.185), (right + 50 - S, -1))
    return (box(left - 84, H - B, right, H) | stem | foot) - notch


def dalet(white=WHITE):
    width = S + white + 60
    return box(0, H - B, width + HEEL, H) | box(width - S, 0, width, H)


def he(white=WHITE):
    width = 2 * S + white
    return gamma(width) | box(0, 0, S * 0.97, H - B - NOTCH)


def vav(white=WHITE, bottom=0):
    return _flagged(bottom, H - B)


def _flagged(bottom, low):
    """ו, ן and י: a stem with a short roof to the left."""
    flag = 50
    return rounded(flag, bottom, flag + S, H, tr=(84, 96)) | box(0, low, flag + 60, H)


def zayin(white=WHITE):
    left = 72
    stem = polygon((left + 24, H), (left + 24 + S, H), (left + S, H * 0.55), (left + S, 0), (left, 0), (left, H * 0.55))
    return box(0, H - B, left + S + 66, H) | stem


def het(white=WHITE):
    return gamma(2 * S + white) | box(0, 0, S, H)


def tet(white=WHITE):
    width, hook, corner = 2 * S + white + 50, 78, (200, 210)
    inner = (90, 104)
    outer = rounded(0, -OVERSHOOT, width, H, bl=corner, br=corner, tr=(130, 150))
    counter = rounded(S, B, width - S, H - B * 0.84, bl=inner, br=inner, tr=INNER_SHOULDER, tension=INNER_TENSION)
    return outer - counter - box(S, B + 140, width - S - hook, H + 1)


def yod(white=WHITE):
    return _flagged(H * 0.43, H - B)


def kaf(white=WHITE):
    width, corner, inner = R + white + 96, (210, 220), (110, 120)
    outer = rounded(0, 0, width, H, br=corner, tr=corner)
    return outer - rounded(-1, B, width - R, H - B, br=inner, tr=inner, tension=INNER_TENSION)


def final_kaf(white=WHITE):
    return gamma(S + white + 74, 0, HEBREW_DESCENDER)


def lamed(white=WHITE):
    width = S + white + 78
    outline = Outline(0, HEBREW_LAMED).to(S * 0.94, HEBREW_LAMED).to(S * 0.94, H).to(width, H).to(width, H * 0.64)
    outline.curve(width, H * 0.36, width - 96, H * 0.20, width - 130, 0).to(width - 130 - S * 1.04, 0)
    outline.curve(width - 110 - S, H * 0.26, width - S, H * 0.40, width - S, H * 0.64).to(width - S, H - B)
    return outline.to(0, H - B).close()


def mem(white=WHITE):
    width, left, foot, joint = 2 * S + white + 72, 20, S * 0.98, S + 96
    body = rounded(160, 0, width, H, tr=(190, 210))
    body = body - rounded(100, B, width - S, H - B, tr=(90, 110), tension=INNER_TENSION)
    leg = polygon((0, 0), (foot, 0), (joint, H * 0.62), (joint, H - 70), (left + S, H), (left, H), (118, H * 0.56))
    gap = polygon((foot, -1), (foot + 80, -1), (foot + 122, B + 1), (foot + 34, B + 1))
    return (body - gap) | leg


def final_mem(white=WHITE):
    width = 2 * S + white + 8
    return box(0, 0, width, H) - box(S, B, width - S, H - B)


def nun(white=WHITE):
    width = S + white
    return gamma(width, width - S - 66) | box(0, 0, width, B)


def final_nun(white=WHITE):
    return _flagged(HEBREW_DESCENDER, H - B)


def samekh(white=WHITE):
    width, inset = 2 * S + white + 20, 0
    corner, inner = ((width - inset) / 2, 300), (white / 2 + 10, 150)
    outer = rounded(inset, -OVERSHOOT, width, H, bl=corner, br=corner, tr=SHOULDER)
    return outer - rounded(
        inset + S, B - OVERSHOOT, width - S, H - B, bl=inner, br=inner, tr=INNER_SHOULDER, tension=INNER_TENSION
    )


def ayin(white=WHITE):
    width = 2 * S + white + 34
    outline = Outline(width - S, H).to(width, H).to(width, H * 0.50)
    outline.curve(width, H * 0.18, width - 200, 20, 0, -OVERSHOOT).to(0, B * 0.84)
    outline.curve(width - 220, B * 1.1, width - S, H * 0.32, width - S, H * 0.54)
    left = polygon((20, H), (20 + S, H), (S + 96, H * 0.14), (S - 60, H * 0.14))
    return outline.close() | left


def pe(white=WHITE):
    width, corner, inner = S + R + white + 28, (210, 220), (100, 110)
    outer = rounded(0, 0, width, H, br=corner, tr=corner)
    outer = outer - rounded(-1, B, width - R, H - B, br=inner, tr=inner, tension=INNER_TENSION)
    return outer | _nose(0)


def _nose(left):
    """The nose that hangs from the roof of פ and ף."""
    low = H * 0.385
    return rounded(left, low, left + S * 0.96, H - 1, bl=(40, 40)) | box(left + 60, low, left + S + 52, low + B * 0.68)


def final_pe(white=WHITE):
    width = S + R + white + 20
    return gamma(width, 0, HEBREW_DESCENDER) | _nose(0)


def tsadi(white=WHITE):
    width = 2 * S + white + 30
    diagonal = polygon((8, H), (S * 1.2, H), (width, B), (width - S * 1.26, B))
    return box(0, 0, width, B) | diagonal | _branch(width - 8, 214, H * 0.33)


def _branch(right, reach, low):
    """The right arm of צ and ץ, and its end in their other stroke."""
    arm = S * 0.96
    outline = Outline(right - arm, H).to(right, H).to(right, H * 0.66)
    outline.curve(right, H * 0.50, right - 70, H * 0.41, right - reach, low).to(right - 290, H * 0.50)
    return outline.curve(right - arm - 40, H * 0.56, right - arm, H * 0.62, right - arm, H * 0.74).close()


def final_tsadi(white=WHITE):
    width = 2 * S + white + 6
    stem = polygon(
        (0, H), (S, H), (S + 66, H * 0.36), (S + 66, HEBREW_DESCENDER), (66, HEBREW_DESCENDER), (66, H * 0.40)
    )
    return stem | _branch(width, 274, H * 0.29)


def qof(white=WHITE):
    width, foot = 2 * S + white, 72  # foot: the curve of the right stroke to the inside
    outline = Outline(0, H).to(width, H).to(width, H * 0.62)
    outline.curve(width, H * 0.34, width - foot + 22, H * 0.20, width - foot, 0).to(width - foot - S, 0)
    outline.curve(width - foot + 20 - S, H * 0.24, width - S, H * 0.40, width - S, H * 0.62).to(width - S, H - B)
    leg = box(0, HEBREW_DESCENDER, S * 0.97, H - B - NOTCH)
    return outline.to(0, H - B).close() | leg


def resh(white=WHITE):
    return gamma(S + white + 66)


def shin(white=WHITE):
    stem, gap = S * 0.95, white * 0.72
    width = 3 * stem + 2 * gap
    corner = (190, 220)
    outer = rounded(0, -OVERSHOOT, width, H, bl=corner, br=corner)
    whites = rounded(stem, B * 0.92, stem + gap, H + 1, bl=(46, 60)) | rounded(
        width - stem - gap, B * 0.92, width - stem, H + 1, br=(60, 90)
    )
    return outer - whites


def tav(white=WHITE):
    left, foot = 78, B * 0.86
    return (
        gamma(left + 2 * S + white, left - 26)
        | rounded(left, 0, left + S, H - 1, br=(46, 52))
        | box(0, 0, left + 60, foot)
    )


# Each letter: its drawing, and the white at its left and right.
STRAIGHT, ROUND, OPEN = HEBREW_SIDE, 35, 31
LETTERS = {
    "א": (alef, 26, 26),
    "ב": (bet, OPEN, OPEN),
    "ג": (gimel, OPEN, 26),
    "ד": (dalet, OPEN, OPEN),
    "ה": (he, STRAIGHT - 8, STRAIGHT),
    "ו": (vav, OPEN + 4, STRAIGHT),
    "ז": (zayin, OPEN, OPEN),
    "ח": (het, STRAIGHT, STRAIGHT),
    "ט": (tet, STRAIGHT - 3, STRAIGHT - 8),
    "י": (yod, OPEN + 4, STRAIGHT),
    "כ": (kaf, OPEN, ROUND),
    "ך": (final_kaf, OPEN, STRAIGHT),
    "ל": (lamed, OPEN + 4, ROUND),
    "מ": (mem, OPEN, STRAIGHT),
    "ם": (final_mem, STRAIGHT, STRAIGHT),
    "נ": (nun, OPEN, STRAIGHT),
    "ן": (final_nun, OPEN + 4, STRAIGHT),
    "ס": (samekh, OPEN, ROUND),
    "ע": (ayin, OPEN, ROUND + 6),
    "פ": (pe, OPEN, ROUND),
    "ף": (final_pe, OPEN + 8, STRAIGHT),
    "צ": (tsadi, OPEN, OPEN),
    "ץ": (final_tsadi, DIAGONAL_SIDE, 26),
    "ק": (qof, OPEN + 8, ROUND),
    "ר": (resh, OPEN, STRAIGHT),
    "ש": (shin, STRAIGHT - 4, STRAIGHT - 4),
    "ת": (tav, OPEN, STRAIGHT),
}


def add_hebrew(glyphs):
    for character, (draw, left, right) in LETTERS.items():
        glyphs.add(character, draw(), left, right)
