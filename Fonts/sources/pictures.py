"""The pictures and geometric shapes for captions."""

import math

from .geometry import Outline, box, circle, oval, polygon, union
from .marks import RAISED
from .metrics import CAPITAL, X_HEIGHT

H = CAPITAL.height
SIDE = 26  # white beside a sign


def heart():
    outline = Outline(330, 0).curve(250, 110, 0, 270, 0, 500).curve(0, 620, 84, 700, 186, 700)
    outline.curve(254, 700, 306, 664, 330, 606).curve(354, 664, 406, 700, 474, 700).curve(576, 700, 660, 620, 660, 500)
    return outline.curve(660, 270, 410, 110, 330, 0).close().moved(0, 30)


def star(inner=0.40, radius=400):
    points = []
    for k in range(10):
        length = radius if k % 2 == 0 else radius * inner
        angle = math.radians(90 + 36 * k)
        points.append((length * math.cos(angle), length * math.sin(angle)))
    return polygon(*points).moved(0, 372)


def hollow_star():
    return star(0.44, 420) - star(0.38, 250).moved(0, 0)


def check_mark():
    return polygon((0, 300), (130, 400), (230, 270), (470, 760), (630, 690), (300, 20), (180, 20))


def ballot_cross():
    bar = box(-74, -360, 74, 360)
    return (bar.rotated(42) | bar.rotated(-42)).moved(0, 372)


NOTE_STEM = 96


def note(top=H):
    """A head, which is a slanted ellipse, and its stem."""
    head = oval(0, -20, 290, 206, tension=0.5523).rotated(20, (150, 95))
    right = head.bounds[2] - 24
    return head | box(right - NOTE_STEM, 130, right, top)


def eighth_note():
    right = note().bounds[2]
    stem = right - 24
    flag = Outline(stem - 60, H).to(stem, H).curve(stem, 640, stem + 190, 600, stem + 190, 400)
    flag.to(stem + 190, 310).to(stem + 100, 310).curve(stem + 100, 450, stem + 30, 500, stem - 60, 520)
    return note() | flag.close()


def beamed_notes():
    shape = note(H - 60)
    left = shape.bounds[2] - 24 - NOTE_STEM
    right = left + NOTE_STEM + 400
    return shape | shape.moved(400, 60) | polygon((left, H - 130), (left, H), (right, H + 60), (right, H - 70))


def square(size=560):
    return box(0, H / 2 - size / 2, size, H / 2 + size / 2)


def triangle():
    return polygon((0, 90), (330, 700), (660, 90))


def diamond():
    return polygon((0, H / 2), (290, H / 2 + 370), (580, H / 2), (290, H / 2 - 370))


def hollow(shape, line):
    """The outline of a convex shape: the shape without a smaller copy."""
    left, bottom, right, top = shape.bounds
    x, y = (left + right) / 2, (bottom + top) / 2
    sx, sy = 1 - 2 * line / (right - left), 1 - 2 * line / (top - bottom)
    return shape - shape.transformed(xx=sx, yy=sy, dx=x - x * sx, dy=y - y * sy)


def smiley():
    face = circle(0, 0, 380) - circle(0, 0, 296)
    eyes = oval(-140, 40, -50, 180, tension=0.56) | oval(50, 40, 140, 180, tension=0.56)
    mouth = Outline(-200, -50).curve(-160, -230, 160, -230, 200, -50).to(112, -50).curve(80, -130, -80, -130, -112, -50)
    return (face | eyes | mouth.close()).moved(0, H / 2)


def suit_spade():
    body = heart().flipped(H).transformed(yy=0.86, dy=130)
    return body | polygon((200, 0), (290, 340), (370, 340), (460, 0))


def suit_club():
    leaves = circle(330, 570, 180) | circle(180, 320, 180) | circle(480, 320, 180)
    return leaves | polygon((200, 0), (290, 380), (370, 380), (460, 0))


def dotted_circle():
    """The base that renderers show under an accent without a letter."""
    radius, count = 236, 12
    dots = [
        circle(radius * math.cos(2 * math.pi * k / count), radius * math.sin(2 * math.pi * k / count), 36)
        for k in range(count)
    ]
    return union(*dots).moved(0, X_HEIGHT / 2)


PICTURES = {
    "♥": (heart, SIDE, SIDE),
    "♡": (lambda: hollow(heart(), 86), SIDE, SIDE),
    "★": (star, 14, 14),
    "☆": (hollow_star, 14, 14),
    "✓✔": (check_mark, SIDE, SIDE),
    "✗✘": (ballot_cross, SIDE, SIDE),
    "♪": (eighth_note, SIDE, SIDE),
    "♫": (beamed_notes, SIDE, SIDE),
    "■": (square, SIDE, SIDE),
    "□": (lambda: hollow(square(), 116), SIDE, SIDE),
    "●": (lambda: circle(0, H / 2, 310), SIDE, SIDE),
    "○": (lambda: circle(0, H / 2, 310) - circle(0, H / 2, 220), SIDE, SIDE),
    "▪": (lambda: square(300), SIDE, SIDE),
    "▲": (triangle, 14, 14),
    "▼": (lambda: triangle().flipped(H), 14, 14),
    "◆": (diamond, 14, 14),
    "♦": (diamond, 14, 14),
    "◇": (lambda: hollow(diamond(), 110), 14, 14),
    "▶►": (lambda: polygon((0, 65), (0, 725), (610, 395)), SIDE, 14),
    "◀◄": (lambda: polygon((610, 65), (610, 725), (0, 395)), 14, SIDE),
    "♠": (suit_spade, SIDE, SIDE),
    "♣": (suit_club, SIDE, SIDE),
    "☺": (smiley, SIDE, SIDE),
    "◦": (lambda: circle(0, 316, 124) - circle(0, 316, 56), SIDE, SIDE),
}


def add_pictures(glyphs):
    for characters, (draw, left, right) in PICTURES.items():
        glyphs.add(characters, draw(), left, right)
    shape = dotted_circle()
    middle = (shape.bounds[0] + shape.bounds[2]) / 2
    glyphs.add(
        "◌", shape, SIDE, SIDE, top=(middle, RAISED), bottom=(middle, 0), ogonek=(middle, 0), horn=(middle, X_HEIGHT)
    )
