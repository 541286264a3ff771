"""Latin letters that are not a letter with accents."""

from . import capitals, lowercase
from .capitals import right_bowl, round_counter, shoulder
from .geometry import INNER_TENSION, Outline, box, polygon, rounded, stroke
from .lowercase import BOWL, N_WIDTH, O_WIDTH, STEM, H
from .metrics import ASCENDER, CAP_HEIGHT, CAPITAL, LOWER, OVERSHOOT, ROUND_SIDE, STRAIGHT_SIDE


def capital_ae():
    h = CAP_HEIGHT
    left, lean, foot = 326, 132, CAPITAL.stem * 1.04  # the left side of E; the lean of A; the width of its foot
    low = h * 0.175
    high = low + CAPITAL.bar
    letter_e = capitals.letter_E(CAPITAL).moved(left)
    side = polygon((0, 0), (lean, h), (left + 10, h), (left + 10, low), (foot + lean * 0.175, low), (foot, 0))
    white = polygon((foot + lean * high / h, high), (left - 22, h * 0.82), (left, h * 0.82), (left, high))
    return (side - white) | letter_e


def capital_oe():
    stem, side = CAPITAL.stem, CAPITAL.bowl
    round_right = side + 46 + stem
    reach = shoulder(2 * side + 92)
    frame = rounded(0, 0, round_right, CAP_HEIGHT, bl=(242, reach), tl=(242, reach))
    white = rounded(
        side, CAPITAL.bar, side + 62, CAP_HEIGHT - CAPITAL.bar, bl=(50, 70), tl=(50, 70), tension=INNER_TENSION
    )
    return (frame - white) | capitals.letter_E(CAPITAL).moved(side + 62)


def small_ae():
    step = N_WIDTH - 4 - STEM * 0.98
    return lowercase.letter_a() | lowercase.letter_e().moved(step)


def small_oe():
    return lowercase.letter_o() | lowercase.letter_e().moved(O_WIDTH - BOWL * 0.98)


def slashed(w, reach=58):
    """Ø and ø: O, slightly wider, with a bar that leaves a piece of its counter open at either side."""
    width, h, thickness = capitals.bowl_width(w) + w.counter * 0.34, w.height, w.stem * 0.70
    bar = stroke((-w.stem * 0.10, -reach), (width + w.stem * 0.10 - thickness, h + reach), thickness)
    return capitals.ring(width, w) | bar


def capital_o_slash():
    return slashed(CAPITAL)


def small_o_slash():
    return slashed(LOWER)


def capital_eth():
    return capitals.letter_D(CAPITAL) | box(-62, CAP_HEIGHT * 0.5 - 48, CAPITAL.stem + 58, CAP_HEIGHT * 0.5 + 48)


def small_eth():
    """ð: a bowl whose right side leans to the left at the top, where a bar crosses it."""
    width, top, reach = O_WIDTH, ASCENDER + OVERSHOOT, shoulder(O_WIDTH)
    outline = Outline(64, top).to(236, top).curve(370, top - 110, width, 580, width, 390).to(width, reach - OVERSHOOT)
    outline.along(width / 2, -OVERSHOOT).across(0, reach - OVERSHOOT).to(0, 344)
    outline.along(186, 540).curve(216, 540, 240, 534, 262, 522).curve(222, 640, 150, 740, 64, top)
    bar = polygon((112, 604), (112, 684), (420, 790), (420, 710))
    return (outline.close() | bar) - round_counter(BOWL, 106, width - BOWL, 432)


def small_d_stroke():
    return lowercase.letter_d() | box(150, 694, lowercase.B_WIDTH + 52, 764)


def capital_h_stroke():
    width = 2 * CAPITAL.stem + CAPITAL.counter
    return capitals.letter_H(CAPITAL) | box(-46, CAP_HEIGHT * 0.70, width + 46, CAP_HEIGHT * 0.70 + 84)


def small_h_stroke():
    return lowercase.letter_h() | box(-52, 694, STEM + 110, 764)


def capital_l_stroke():
    return capitals.letter_L(CAPITAL) | polygon(
        (-52, 262), (-52, 372), (CAPITAL.stem + 96, 520), (CAPITAL.stem + 96, 410)
    )


def small_l_stroke():
    return lowercase.stem(top=ASCENDER) | polygon((-58, 270), (-58, 374), (STEM + 58, 502), (STEM + 58, 398))


def capital_t_stroke():
    middle = (CAPITAL.stem + CAPITAL.counter * 2.16) / 2
    return capitals.letter_T(CAPITAL) | box(middle - 172, CAP_HEIGHT * 0.40, middle + 172, CAP_HEIGHT * 0.40 + 96)


def small_t_stroke():
    return lowercase.letter_t() | box(0, H * 0.42, 46 + STEM + 88, H * 0.42 + 84)


def capital_thorn():
    width, low, high = capitals.bowl_width(CAPITAL) - 14, CAP_HEIGHT * 0.19, CAP_HEIGHT * 0.81
    outer = box(0, 0, CAPITAL.stem, CAP_HEIGHT) | right_bowl(0, low, width, high, 0.44)
    bar = CAPITAL.bar * 0.96
    return outer - capitals.right_counter(CAPITAL.stem, low + bar, width - CAPITAL.bowl, high - bar)


def small_thorn():
    return lowercase.letter_p() | lowercase.stem(top=ASCENDER)


def germandbls():
    """ß: a stem, an arch at the height of the ascenders, and a bowl that is open at the bottom."""
    side, top, width = STEM, ASCENDER + OVERSHOOT, 2 * STEM + 96
    waist, slit = 452, 44  # the notch at the right, between arch and bowl; the white beside the stem
    right, bulge = width - 8, width + 26  # of the arch and of the bowl
    inner = bulge - BOWL
    outline = Outline(0, 0).to(0, top - 180).along(width * 0.49, top).across(right, top - 190).to(right, waist + 104)
    outline.curve(right, waist + 50, right - 16, waist + 18, right - 46, waist)
    outline.curve(bulge - 14, waist - 40, bulge, waist - 116, bulge, 250).to(bulge, 190)
    outline.curve(bulge, 60, bulge - 80, -OVERSHOOT, bulge - 180, -OVERSHOOT).to(side + slit, -OVERSHOOT)
    outline.to(side + slit, 104).to(inner - 26, 104).curve(inner - 8, 104, inner, 118, inner, 150)
    outline.to(inner, 304).curve(inner, 372, inner - 26, 402, side + slit, 408).to(side + slit, 494)
    outline.curve(side + 74, 502, right - side, 528, right - side, 580).to(right - side, top - 176)
    outline.along(right / 2, top - 116, INNER_TENSION).across(side, top - 176, INNER_TENSION).to(side, 0)
    return outline.close()


def capital_eszett():
    h, stem = CAP_HEIGHT, CAPITAL.stem
    width = 2 * stem + 118
    outline = Outline(0, 0).to(0, h - 190).along(210, h).to(width - 8, h).to(width - 8, h - 100)
    outline.to(width - 150, 478).curve(width - 30, 470, width + 18, 380, width + 18, 280).to(width + 18, 210)
    outline.curve(width + 18, 60, width - 60, -OVERSHOOT, width - 170, -OVERSHOOT).to(stem + 48, -OVERSHOOT)
    outline.to(stem + 48, 112).to(width - 190, 112)
    outline.curve(width - 182, 112, width - 174, 130, width - 174, 170).to(width - 174, 290)
    outline.curve(width - 174, 350, width - 200, 368, stem + 40, 368).to(stem + 40, 452).to(width - 206, h - 118)
    outline.to(stem + 60, h - 118).across(stem, h - 190, INNER_TENSION).to(stem, 0)
    return outline.close()


def capital_eng():
    return capitals.letter_N(CAPITAL) | _eng_tail(2 * CAPITAL.stem * 0.95 + CAPITAL.counter * 1.26, CAPITAL.stem * 0.95)


def small_eng():
    return lowercase.letter_n() | _eng_tail(N_WIDTH, STEM)


def _eng_tail(right, side):
    return lowercase.tail(right - side, right, right - side - 110)


def small_kra():
    return capitals.letter_K(LOWER)


def long_s():
    top = ASCENDER + 6
    shape = lowercase.letter_f()
    return shape - box(42 + STEM, H - 200, 400, H + 1) - box(-1, 0, 30, H - 160) | box(42, 0, 42 + STEM, top - 136)


STRAIGHT, ROUND = STRAIGHT_SIDE, ROUND_SIDE
LETTERS = {
    "Æ": (capital_ae, 8, 18),
    "Œ": (capital_oe, ROUND, 18),
    "æ": (small_ae, ROUND - 6, ROUND - 2),
    "œ": (small_oe, ROUND, ROUND - 2),
    "Ø": (capital_o_slash, ROUND - 14, ROUND - 14),
    "ø": (small_o_slash, ROUND - 14, ROUND - 14),
    "ÐĐ": (capital_eth, 6, ROUND),
    "ð": (small_eth, ROUND, ROUND),
    "đ": (small_d_stroke, ROUND, 4),
    "Ħ": (capital_h_stroke, 6, 6),
    "ħ": (small_h_stroke, 6, STRAIGHT - 2),
    "Ł": (capital_l_stroke, 8, 14),
    "ł": (small_l_stroke, 8, 8),
    "Ŧ": (capital_t_stroke, 14, 14),
    "ŧ": (small_t_stroke, 12, 14),
    "Þ": (capital_thorn, STRAIGHT, ROUND - 6),
    "þ": (small_thorn, STRAIGHT, ROUND),
    "ß": (germandbls, STRAIGHT, ROUND),
    "ẞ": (capital_eszett, STRAIGHT, ROUND),
    "Ŋ": (capital_eng, STRAIGHT, STRAIGHT),
    "ŋ": (small_eng, STRAIGHT, STRAIGHT - 2),
    "ĸ": (small_kra, STRAIGHT, 6),
    "ſ": (long_s, 10, 10),
}


def add_latin(glyphs):
    for characters, (draw, left, right) in LETTERS.items():
        glyphs.add(characters, draw(), left, right)
    for ligature, parts in {"Ĳ": "IJ", "ĳ": "ij"}.items():
        _add_pair(glyphs, ligature, parts, 0, 0)
    for character, letter, side in (("Ŀ", "L", -40), ("ŀ", "l", 0)):
        base = glyphs[letter]
        middle = glyphs.for_character("·")
        parts = [(letter, 0, 0), (middle.name, base.advance - 30 + side, 0)]
        glyphs.add_composite(character, base.advance + middle.advance - 40 + side, parts)
    apostrophe = glyphs.for_character("’")
    n = glyphs["n"]
    glyphs.add_composite(
        "ŉ", apostrophe.advance + n.advance - 24, [(apostrophe.name, 0, 0), ("n", apostrophe.advance - 24, 0)]
    )


def _add_pair(glyphs, character, parts, gap, lower):
    first, second = parts
    offset = glyphs[first].advance + gap
    glyphs.add_composite(character, offset + glyphs[second].advance, [(first, 0, 0), (second, offset, lower)])
