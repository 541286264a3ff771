"""Cards with boxes for texts and pictures. A picture covers the small drawing in its box."""

from .canvas import INK, Canvas
from .pigeon import pigeon
from .props import cloud, drop

PAPER = "#f6f2e8"
TINTS = ("#f9ddd4", "#fbecc4", "#d6ebdd", "#d5e5f3", "#e4dcf1", "#f7dbe6", "#dcefec", "#f3e6d3", "#e3e8ee")


def card(canvas, x, y, width, height, fill="#ffffff", radius=26):
    canvas.rect(x + 3, y + 7, width, height, radius, "#d9d2c2")
    canvas.rect(x, y, width, height, radius, fill, INK, 6)


def lettered(canvas, x, y, size, points, color):
    """A large letter or digit as lines on a grid of 2 by 4 units."""
    with canvas.at(x - size / 2, y - size, size / 2):
        for stroke in points:
            canvas.path(stroke, None, color, 0.56)


GLYPHS = {
    "A": ["M 0 4 L 1 0 L 2 4", "M 0.42 2.6 L 1.58 2.6"],
    "B": ["M 0.1 0 L 0.1 4 L 1 4 C 2.3 4 2.3 1.9 1 1.9 L 0.1 1.9", "M 0.1 0 L 0.9 0 C 2.1 0 2.1 1.9 0.9 1.9"],
    "C": ["M 1.9 0.7 C 1.4 -0.3 0 -0.3 0 2 C 0 4.3 1.4 4.3 1.9 3.3"],
    "D": ["M 0.1 0 L 0.1 4 L 0.6 4 C 2.4 4 2.4 0 0.6 0 L 0.1 0"],
    "1": ["M 0.5 0.8 L 1.2 0 L 1.2 4"],
    "2": ["M 0.1 1 C 0.2 -0.4 1.9 -0.4 1.9 1 C 1.9 2 0.6 2.8 0.1 4 L 1.9 4"],
    "3": ["M 0.2 0.5 C 0.8 -0.3 1.8 0 1.8 0.95 C 1.8 1.6 1.4 1.9 0.8 1.9", "M 0.8 1.9 C 1.5 1.9 2 2.2 2 3 C 2 4.2 0.7 4.4 0.1 3.4"],
    "4": ["M 1.4 4 L 1.4 0 L 0 2.8 L 2 2.8"],
    "5": ["M 1.8 0 L 0.4 0 L 0.3 1.7 C 1 1.3 2 1.7 2 2.7 C 2 4.2 0.7 4.4 0.1 3.5"],
    "6": ["M 1.7 0.4 C 0.9 -0.4 0.1 0.8 0.1 2.7 C 0.1 4.4 2 4.4 2 2.7 C 2 1.3 0.3 1.3 0.1 2.7"],
    "7": ["M 0.1 0 L 1.9 0 L 0.8 4"],
    "8": ["M 1 1.8 C -0.1 1.8 -0.1 0 1 0 C 2.1 0 2.1 1.8 1 1.8 C -0.3 1.8 -0.3 4 1 4 C 2.3 4 2.3 1.8 1 1.8"],
    "9": ["M 0.3 3.6 C 1.1 4.4 1.9 3.2 1.9 1.3 C 1.9 -0.4 0 -0.4 0 1.3 C 0 2.7 1.7 2.7 1.9 1.3"],
}
SHADES = ("#eab5a4", "#e9c874", "#9fcfb0", "#9cc1df", "#bfaee0", "#e3a5bf", "#a5d3cc", "#dbbf94", "#b3c0cf")


def no_yes():
    canvas = Canvas(1200, 1000, PAPER)
    for top, panel, stripe, text in ((30, "#e9967f", "#f0a892", "#fdeee9"), (515, "#7cc2a8", "#92d1ba", "#e8f6ee")):
        card(canvas, 30, top, 455, 455, panel)
        inside = canvas.mask(f"M 36 {top + 6} L 479 {top + 6} L 479 {top + 449} L 36 {top + 449} Z")
        for step in range(-500, 520, 120):
            canvas.path(
                f"M {30 + step} {top + 455} L {90 + step} {top + 455} L {545 + step} {top} L {485 + step} {top} Z", stripe,
                clip=inside)
        canvas.rect(30, top, 455, 455, 26, None, INK, 6)
        card(canvas, 515, top, 655, 455, text)
        with canvas.at(257, top + 227):
            canvas.circle(0, 0, 128, "#ffffff", INK, 9)
            mark = "M -52 -52 L 52 52 M -52 52 L 52 -52" if top < 100 else "M -62 6 L -18 52 L 62 -48"
            canvas.path(mark, None, INK, 52)
            canvas.path(mark, None, "#d9534f" if top < 100 else "#4f9a6a", 34)
    return canvas


def growth():
    canvas = Canvas(1000, 1240, PAPER)
    top = 24
    for step, (size, sky) in enumerate(((205, "#dde4ea"), (255, "#d8ead9"), (305, "#cfe5f3"), (355, "#fbe3a2"))):
        card(canvas, 24, top, 936 - size, size)
        card(canvas, 976 - size, top, size, size, sky)
        with canvas.at(976 - size / 2, top + size - 6, size / 300):
            plant(canvas, step)
        canvas.rect(976 - size, top, size, size, 26, None, INK, 6)
        top += size + 24
    return canvas


def plant(canvas, step):
    """A plant on soil, centered in a square of 300 units whose lower edge is at 0."""
    if step == 3:
        canvas.circle(96, -236, 34, "#f3b52f", INK, 6)
    green, stem = "#6fae6f", "#4f8a55"
    if step == 0:
        canvas.path("M 0 -70 C -2 -92 4 -104 0 -118", None, stem, 10)
        leaf(canvas, 0, -118, -34, 0.8, green)
        leaf(canvas, 0, -118, 34, 0.8, green)
    elif step == 1:
        canvas.path("M 0 -70 C -6 -110 8 -150 0 -190", None, stem, 11)
        for y, turn, scale in ((-112, -62, 1), (-136, 60, 1.1), (-190, -30, 1), (-190, 34, 1)):
            leaf(canvas, 0, y, turn, scale, green)
    else:
        trunk = 22 if step == 2 else 32
        canvas.path(f"M {-trunk} -66 C {-trunk / 2} -110 {-trunk / 2} -130 -8 -170 L 8 -170 C {trunk / 2} -130 {trunk / 2} -110 "
                    f"{trunk} -66 Z", "#a8683c", INK, 7)
        balls = ((-44, -176, 44), (44, -176, 44), (0, -220, 50)) if step == 2 else (
            (-74, -164, 50), (74, -164, 50), (-40, -222, 54), (40, -222, 54), (0, -172, 50))
        for x, y, radius in balls:
            canvas.circle(x, y, radius, None, INK, 14)
        for x, y, radius in balls:
            canvas.circle(x, y, radius, green)
        if step == 3:
            for x, y in ((-76, -162), (-30, -206), (28, -156), (50, -226), (84, -174)):
                canvas.circle(x, y, 14, "#d9534f", INK, 5)
    canvas.path("M -147 0 L -147 -62 C -80 -84 80 -84 147 -62 L 147 0 Z", "#b98a5e")
    canvas.path("M -147 -62 C -80 -84 80 -84 147 -62", None, INK, 7)


def leaf(canvas, x, y, turn, scale, color):
    with canvas.at(x, y, scale, turn):
        canvas.path("M 0 0 C -26 -22 -22 -56 0 -74 C 22 -56 26 -22 0 0 Z", color, INK, 7)


def panels(columns, size, gap, glyph):
    """A square of `columns` by `columns` cells, with a character in the upper part of each cell."""
    side = columns * size + (columns + 1) * gap
    canvas = Canvas(side, side, PAPER)
    for number in range(columns * columns):
        x, y = gap + number % columns * (size + gap), gap + number // columns * (size + gap)
        card(canvas, x, y, size, size, TINTS[number])
        points = GLYPHS["ABCD"[number] if columns == 2 else str(number + 1)]
        lettered(canvas, x + size / 2, y + size * 0.33, size * glyph, points, SHADES[number])
    return canvas


def four_panels():
    return panels(2, 564, 24, 0.19)


def nine_panels():
    return panels(3, 372, 21, 0.18)


def tier_list():
    canvas = Canvas(1200, 976, PAPER)
    for row, color in enumerate(("#f0928a", "#f4b56f", "#f4d874", "#a9d08e", "#92bfe0")):
        top = 24 + row * 188
        card(canvas, 24, top, 176, 176, color)
        card(canvas, 212, top, 964, 176)
    return canvas


def alignment():
    canvas = Canvas(1240, 1240, PAPER)
    for number in range(9):
        column, row = number % 3, number // 3
        x, y = 92 + column * 377, 92 + row * 377
        fill = (("#e3f1e2", "#e0eef6", "#ece6f6"), ("#eff3df", "#f3efe6", "#f1e3ea"), ("#f7e8d0", "#f6dfd4", "#f2d3d3"))[row][column]
        card(canvas, x, y, 361, 361, fill)
        with canvas.at(x + 180, y + 150, 1.05):
            face(canvas, column, row)
    return canvas


def face(canvas, column, row):
    """A face: good, neutral or evil by the row; calm, neutral or wild by the column."""
    if row == 0:
        canvas.ellipse(0, -104 if column == 2 else -82, 44, 12, None, "#e2aa2d", 9)
    elif row == 2:
        for side in (-1, 1):
            canvas.path(f"M {side * 52} -34 C {side * 62} -56 {side * 58} -76 {side * 44} -92 C {side * 38} -74 {side * 26} -66 "
                        f"{side * 20} -56 Z", "#d9534f", INK, 6)
    if column == 2:
        canvas.path("M -50 -30 L -74 -62 L -40 -50 L -38 -88 L -12 -58 L 6 -94 L 20 -58 L 48 -84 L 46 -46 L 78 -52 L 52 -24 Z",
                    "#8a5a3c", INK, 6)
    canvas.circle(0, 0, 60, ("#fbe3a2", "#f6e7cf", "#f4b9a8")[row], INK, 7)
    if column == 0:
        canvas.path("M -58 -22 C -40 -64 40 -64 58 -22 C 20 -34 -20 -34 -58 -22 Z", "#5a4636", INK, 6)
    for side in (-1, 1):
        canvas.circle(side * 22, -4, 7, INK)
        if row == 2:
            canvas.path(f"M {side * 36} -26 L {side * 12} -16", None, INK, 6)
    canvas.path(("M -24 20 C -12 36 12 36 24 20", "M -22 26 L 22 26", "M -26 22 C -8 40 16 36 28 18")[row], None, INK, 6)


def timeline():
    canvas = Canvas(1240, 820, PAPER)
    canvas.path("M 44 430 L 1176 430", None, INK, 10)
    canvas.path("M 1160 402 L 1200 430 L 1160 458", None, INK, 10)
    for number in range(4):
        x = 30 + number * 298
        card(canvas, x, 40, 286, 286, TINTS[(1, 2, 3, 4)[number]])
        with canvas.at(x + 143, 183):
            canvas.circle(0, 0, 84, "#ffffff", INK, 8)
            canvas.path("M 0 0 L 0 -52", None, INK, 9)
            with canvas.at(0, 0, 1, 60 + 90 * number):
                canvas.path("M 0 0 L 0 -38", None, "#d9534f", 11)
            canvas.circle(0, 0, 9, INK)
        canvas.path(f"M {x + 143} 340 L {x + 143} 480", None, INK, 6)
        canvas.circle(x + 143, 430, 22, SHADES[(1, 2, 3, 4)[number]], INK, 7)
        card(canvas, x, 492, 286, 290)
    return canvas


def before_after():
    canvas = Canvas(1240, 800, PAPER)
    for x, color in ((30, "#ccd5dd"), (670, "#fbe3a2")):
        card(canvas, x, 30, 540, 92)
        card(canvas, x, 146, 540, 620, color)
    window = canvas.mask("M 36 152 L 564 152 L 564 760 L 36 760 Z")
    canvas.path("M 30 584 L 570 584 L 570 766 L 30 766 Z", "#a9b4be", clip=window)
    for x, y, scale in ((196, 262, 1.1), (404, 252, 1.15)):
        cloud(canvas, x, y, scale, "#9aa7b3", 255)
    for x, y in ((130, 330), (220, 380), (330, 320), (430, 360), (500, 310), (150, 450), (460, 470), (90, 540), (510, 540)):
        drop(canvas, x, y, 0.8, 0, "#6ea8d4")
    pigeon(canvas, 310, 616, 0.66, True, "half", "closed", "folded")
    window = canvas.mask("M 676 152 L 1204 152 L 1204 760 L 676 760 Z")
    for turn in range(0, 360, 20):
        with canvas.at(940, 470, 1, turn):
            canvas.path("M 0 0 L -40 -460 L 40 -460 Z", "#ffeec0", clip=window)
    canvas.path("M 640 600 C 800 570 1080 570 1240 600 L 1240 770 L 640 770 Z", "#8fc18f", clip=window)
    pigeon(canvas, 920, 616, 0.66, False, "happy", "smile")
    for x in (30, 670):
        canvas.rect(x, 146, 540, 620, 26, None, INK, 6)
    canvas.circle(620, 456, 38, "#ffffff", INK, 7)
    canvas.path("M 602 456 L 636 456 M 624 442 L 638 456 L 624 470", None, INK, 8)
    return canvas
