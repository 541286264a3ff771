"""The Greek letters, with the accents of modern (monotonic) Greek."""

from . import capitals, lowercase
from .accents import compose
from .capitals import ring, round_counter, shoulder
from .figures import three_shape
from .geometry import INNER_TENSION, Outline, box, oval, polygon, rounded
from .lowercase import B_WIDTH, BAR, BOWL, COUNTER, N_WIDTH, O_WIDTH, STEM, H, bowl, stem
from .marks import FLAT, LOW, RAISED, dialytika_tonos, tonos
from .metrics import ASCENDER, CAP_HEIGHT, CAPITAL, DESCENDER, LOWER, OVERSHOOT, ROUND_SIDE, SMALL, STRAIGHT_SIDE
from .profiles import crossings, edges

C = CAPITAL


def capital_delta():
    width, apex = 2 * C.stem + 156, C.stem * 1.50
    inset, h = (width - apex) / 2, C.height
    outer = polygon((0, 0), (inset, h), (width - inset, h), (width, 0))
    foot, top = C.stem * 1.04, h * 0.76
    lean = (width / 2 - 9 - foot) * C.bar / top
    return outer - polygon(
        (foot + lean, C.bar), (width / 2 - 9, top), (width / 2 + 9, top), (width - foot - lean, C.bar)
    )


def capital_theta():
    """O with a bar from side to side: a loose bar would be a speck in so narrow a counter."""
    width, half = capitals.bowl_width(C) + 14, C.bar * 0.44
    middle = C.height * 0.5
    return ring(width, C) | box(C.bowl - 10, middle - half, width - C.bowl + 10, middle + half)


def capital_lambda():
    return capitals.letter_V(C).flipped(C.height)


def capital_xi():
    """Three bars without a stem, and so as heavy as one. Their outlines close the white between them."""
    width, h, bar = C.stem + 226, C.height, C.stem
    low = h / 2 - bar * 0.47
    return box(0, 0, width, bar) | box(6, h - bar, width - 6, h) | box(30, low, width - 30, h - low)


def capital_sigma():
    width, h, bar = C.stem + 212, C.height, C.bar
    arrow = polygon(
        (0, h),
        (0, h - bar * 0.9),
        (132, h * 0.5),
        (0, bar * 0.9),
        (0, 0),
        (C.stem + 20, 0),
        (C.stem + 20, bar),
        (C.stem + 138, h * 0.5),
        (C.stem + 20, h - bar),
        (C.stem + 20, h),
    )
    return arrow | box(0, 0, width, bar) | box(0, h - bar, width - 6, h)


def psi_shape(w, bottom, cup_bottom, top=None):
    side, white = w.bowl * 0.88, w.counter * 0.72
    width = 2 * (side + white) + w.stem
    h = w.height
    reach = (width * 0.40, width * 0.32)
    cup = rounded(0, cup_bottom, width, h, bl=reach, br=reach)
    hole = rounded(side, cup_bottom + w.bar * 0.98, side + white, h + 1, bl=(white * 0.9, 76), tension=INNER_TENSION)
    return (cup | box(side + white, bottom, width - side - white, top or h)) - hole - hole.mirrored(width)


def capital_omega():
    """A tall arch whose ends turn outward into two feet."""
    width, h, foot = 2 * C.bowl + 108, C.height, C.bar * 1.06
    top, reach = h + OVERSHOOT, width * 0.44
    side, middle, neck, toe = C.bowl, width / 2, 46, 16  # the arch meets its foot at `neck`
    outline = Outline(-toe, 0).to(side, 0).to(side, h - C.bar - 76)
    outline.along(middle, h - C.bar, INNER_TENSION).across(width - side, h - C.bar - 76, INNER_TENSION)
    outline.to(width - side, 0).to(width + toe, 0).to(width + toe, foot).to(width - neck, foot)
    outline.curve(width - 12, h * 0.27, width, h * 0.35, width, h * 0.48).to(width, top - reach)
    outline.along(middle, top).across(0, top - reach).to(0, h * 0.48)
    outline.curve(0, h * 0.35, 12, h * 0.27, neck, foot).to(-toe, foot)
    return outline.close()


def alpha():
    return bowl().mirrored(B_WIDTH) | stem(B_WIDTH - STEM)


def beta():
    top, waist, width = ASCENDER + OVERSHOOT, H * 0.585, B_WIDTH
    upper = rounded(0, waist - 50, width - 18, top, tl=(190, 170), tr=(190, 170), br=(190, 110))
    lower = rounded(0, -OVERSHOOT, width, waist + 50, br=(230, 190), tr=(220, 150))
    upper_white = oval(STEM, waist + 48, width - 18 - BOWL, top - BAR, 66, INNER_TENSION)
    lower_white = oval(STEM, BAR, width - BOWL, waist - 46, 70, INNER_TENSION)
    tail = box(0, DESCENDER, STEM, 120)
    return (upper | lower | tail | box(0, 60, STEM, waist)) - upper_white - lower_white


def gamma():
    width, arm = 2 * STEM + 116, STEM * 1.05
    left, right, notch = (width - STEM) / 2, (width + STEM) / 2, H * 0.24
    return polygon(
        (left, DESCENDER),
        (left, H * 0.02),
        (0, H),
        (arm, H),
        (width / 2, notch),
        (width - arm, H),
        (width, H),
        (right, H * 0.02),
        (right, DESCENDER),
    )


def delta():
    width, top = O_WIDTH, ASCENDER + OVERSHOOT
    outline = Outline(width - 30, top).to(width - 30, top - 100).to(218, top - 100).to(218, top - 108)
    outline.curve(330, 600, width, 520, width, 330).to(width, 186).along(width / 2, -OVERSHOOT).across(0, 186)
    outline.to(0, 330).curve(0, 470, 60, 556, 150, 560).curve(90, 620, 52, 650, 52, 690).to(52, 706)
    outline.curve(52, 770, 100, top, 170, top)
    return outline.close() - oval(BOWL, BAR, width - BOWL, 456, 66, INNER_TENSION)


def epsilon():
    width = 2 * BOWL + 66
    return three_shape(LOWER, width, BOWL).mirrored(width)


def zeta():
    width, top, bar = 396, ASCENDER, BAR * 0.96
    outline = Outline(18, top).to(width, top).to(width, top - bar)
    outline.curve(250, 560, 190, 420, 190, 260).to(190, 220).curve(190, 130, 220, 110, 280, 110).to(300, 110)
    outline.curve(376, 110, width + 4, 70, width + 4, -10).curve(width + 4, -90, 350, -150, 280, DESCENDER)
    outline.to(190, -110)
    outline.curve(226, -88, 244, -66, 244, -46).curve(244, -22, 222, -OVERSHOOT, 190, -OVERSHOOT)
    outline.curve(70, -OVERSHOOT, 0, 70, 0, 210).curve(0, 400, 60, 560, 176, top - bar).to(18, top - bar)
    return outline.close()


def eta():
    return lowercase.letter_n() | box(N_WIDTH - STEM, DESCENDER, N_WIDTH, 20)


def theta():
    top = ASCENDER + OVERSHOOT
    outer = oval(0, -OVERSHOOT, O_WIDTH, top, shoulder(O_WIDTH))
    white = round_counter(BOWL, BAR, O_WIDTH - BOWL, top - OVERSHOOT - BAR)
    return (outer - white) | box(BOWL - 20, 352, O_WIDTH - BOWL + 20, 446)


def lamda():
    width, top, arm = 2 * STEM + 112, ASCENDER, STEM * 0.97
    outline = (
        Outline(34, top).to(206, top).to(width, 0).to(width - arm - 6, 0).to(width / 2 + 6, 330).to(arm, 0).to(0, 0)
    )
    return outline.to(150, 520).to(126, top - 104).to(34, top - 104).close()


def mu():
    return lowercase.letter_u() | stem(bottom=DESCENDER)


def xi():
    width, top, bar = 404, ASCENDER, BAR * 0.94
    outline = Outline(16, top).to(width - 10, top).to(width - 10, top - bar).to(230, top - bar)
    outline.curve(196, top - bar, 186, 650, 186, 630).curve(186, 590, 206, 566, 250, 566).to(width - 20, 566)
    outline.to(width - 20, 460).to(250, 460).curve(200, 460, 178, 420, 178, 300).to(178, 240)
    outline.curve(178, 130, 214, 110, 280, 110).to(310, 110)
    outline.curve(376, 110, width + 4, 70, width + 4, -10).curve(width + 4, -90, 350, -150, 280, DESCENDER)
    outline.to(190, -110)
    outline.curve(226, -88, 244, -66, 244, -46).curve(244, -22, 222, -OVERSHOOT, 190, -OVERSHOOT)
    outline.curve(66, -OVERSHOOT, 0, 70, 0, 220).to(0, 300).curve(0, 400, 30, 480, 90, 516)
    outline.curve(40, 544, 12, 590, 12, 640).curve(12, 660, 14, 680, 22, top - bar).to(16, top - bar)
    return outline.close()


def small_pi():
    width = 2 * STEM + 170
    left = 40
    bar = box(0, H - 110, width, H)
    return bar | box(left, 0, left + STEM * 0.94, H) | box(width - left - STEM * 0.94, 0, width - left, H)


def final_sigma():
    width, end = O_WIDTH - 8, H * 0.610
    outline = Outline(width, end).to(width, H + OVERSHOOT - 190).along(width / 2, H + OVERSHOOT)
    outline.across(0, H + OVERSHOOT - 190).to(0, 230).curve(0, 60, 90, -OVERSHOOT, 200, -OVERSHOOT)
    outline.curve(234, -OVERSHOOT, 254, -24, 254, -46).curve(254, -68, 240, -88, 198, -112).to(288, DESCENDER)
    outline.curve(370, -140, width - 26, -84, width - 26, -4).curve(width - 26, 70, 370, 112, 290, 112)
    outline.curve(216, 112, BOWL, 140, BOWL, 230).to(BOWL, H - BAR - 66).along(width / 2, H - BAR, INNER_TENSION)
    return outline.across(width - BOWL, H - BAR - 66, INNER_TENSION).to(width - BOWL, end).close()


def sigma():
    """o, whose top continues to the right as a bar."""
    width, reach = O_WIDTH, shoulder(O_WIDTH)
    outline = Outline(width / 2, H).to(width + 74, H).to(width + 74, H - 104).to(width - 26, H - 104)
    outline.curve(width - 8, H - 140, width, H - 180, width, H - 220).to(width, reach - OVERSHOOT)
    outline.along(width / 2, -OVERSHOOT).across(0, reach - OVERSHOOT).to(0, H - reach).along(width / 2, H)
    return outline.close() - round_counter(BOWL, BAR, width - BOWL, H - BAR)


def tau():
    width = STEM + 176
    return box(0, H - 112, width, H) | box((width - STEM) / 2, 0, (width + STEM) / 2, H)


def upsilon():
    return capitals.letter_U(LOWER)


def omega():
    side, white, middle = STEM * 0.94, COUNTER * 0.86, STEM * 0.90
    width = 2 * (side + white) + middle
    reach = 190
    part = side + white + middle
    one = rounded(0, -OVERSHOOT, part, H, bl=(part * 0.5, reach), br=(part * 0.46, 178))
    hole = rounded(side, BAR, side + white, H + 1, bl=(white / 2, 66), br=(white / 2, 66), tension=INNER_TENSION)
    two = one | one.mirrored(width)
    middle_cut = box(side + white, H * 0.80, side + white + middle, H + 1)
    return two - hole - hole.mirrored(width) - middle_cut


STRAIGHT, ROUND = STRAIGHT_SIDE, ROUND_SIDE
LETTERS = {
    "Δ∆": (capital_delta, 8, 8),
    "Θ": (capital_theta, ROUND, ROUND),
    "Λ": (capital_lambda, 8, 8),
    "Ξ": (capital_xi, 20, 20),
    "Σ": (capital_sigma, 20, 16),
    "Ψ": (lambda: psi_shape(CAPITAL, 0, CAP_HEIGHT * 0.235), STRAIGHT - 3, STRAIGHT - 3),
    "Ω\u2126": (capital_omega, 16, 16),
    "α": (alpha, ROUND, STRAIGHT),
    "β": (beta, STRAIGHT, ROUND),
    "γ": (gamma, 8, 8),
    "δ": (delta, ROUND, ROUND),
    "ε": (epsilon, ROUND - 2, ROUND - 8),
    "ζ": (zeta, ROUND - 8, 14),
    "η": (eta, STRAIGHT, STRAIGHT - 2),
    "θ": (theta, ROUND, ROUND),
    "λ": (lamda, 10, 10),
    "μµ": (mu, STRAIGHT, STRAIGHT),
    "ξ": (xi, ROUND - 6, 14),
    "π": (small_pi, 14, 14),
    "ς": (final_sigma, ROUND, 18),
    "σ": (sigma, ROUND, 10),
    "τ": (tau, 14, 14),
    "υ": (upsilon, STRAIGHT - 2, STRAIGHT - 2),
    "ψ": (lambda: psi_shape(SMALL, DESCENDER, -OVERSHOOT, SMALL.height), STRAIGHT - 2, STRAIGHT - 2),
    "ω": (omega, STRAIGHT - 2, STRAIGHT - 2),
}
SAME = {
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")),
    **dict(zip("νορχ", "vopx")),
    **dict(zip("ΓΠΦφκι", "ГПФфкı")),
}
TONOS_SIDE, TONOS_GAP = 18, 34  # white at the left of a capital's tonos, and between the two
# Each letter with a tonos, and its base letter. Capitals have the tonos at their left.
WITH_TONOS = {
    **dict(zip("άέήίόύώ", "αεηιουω")),
    **dict(zip("ΆΈΉΊΌΎΏ", "ΑΕΗΙΟΥΩ")),
}


def add_greek(glyphs):
    for characters, (draw, left, right) in LETTERS.items():
        glyphs.add(characters, draw(), left, right)
    for character, other in SAME.items():
        glyphs.alias(character, glyphs.characters[ord(other)])
    glyphs.add("΄", tonos(LOW).moved(0, RAISED), 22, 22)
    glyphs.add("΅", dialytika_tonos(LOW).moved(0, RAISED), 22, 22)
    glyphs.alias("\u037e", glyphs.characters[ord(";")])
    glyphs.alias("\u0387", glyphs.characters[ord("·")])


def add_greek_accents(glyphs):
    raised = {"_top": (0, RAISED)}
    glyphs.add_mark("", tonos(LOW).moved(0, RAISED), "tonoscomb", **raised)
    glyphs.add_mark("", dialytika_tonos(LOW).moved(0, RAISED), "dialytikatonoscomb", **raised)
    glyphs.add_mark("", tonos(FLAT * 1.5).moved(0, CAP_HEIGHT - FLAT * 1.5), "tonoscomb.cap")
    for character, letter in WITH_TONOS.items():
        base = glyphs.for_character(letter)
        if letter.islower():
            compose(glyphs, character, base, ["tonoscomb"])
            continue
        mark = glyphs["tonoscomb.cap"].shape.bounds
        lines = range(round(mark[1]), round(mark[3]), 20)
        white = min(crossings(edges(base.shape), y)[0] for y in lines)
        room = max(0, round(TONOS_SIDE + mark[2] - mark[0] + TONOS_GAP - white))
        parts = [(base.name, room, 0), ("tonoscomb.cap", round(TONOS_SIDE - mark[0]), 0)]
        glyphs.add_composite(character, base.advance + room, parts)
    for character, letter in zip("ϊϋΪΫ", "ιυΙΥ"):
        mark = "dieresiscomb.cap" if letter.isupper() else "dieresiscomb"
        compose(glyphs, character, glyphs.for_character(letter), [mark])
    for character, letter in zip("ΐΰ", "ιυ"):
        compose(glyphs, character, glyphs.for_character(letter), ["dialytikatonoscomb"])
