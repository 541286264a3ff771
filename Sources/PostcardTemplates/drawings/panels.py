"""Pictures with several panels beside space for text."""

from .canvas import INK, Canvas
from .pigeon import pigeon


def verdict():
    canvas = Canvas(1200, 1000, "#ffffff")
    stripes(canvas, 0, "#e9967f", "#f0a892")
    pigeon(canvas, 300, 524, 1.16, True, "closed", "closed", "up", 0, "raised")
    # The lower panel covers the feet.
    stripes(canvas, 500, "#7cc2a8", "#92d1ba")
    pigeon(canvas, 240, 1020, 1.16, False, "happy", "smile", "wide", legs=False)
    for x, y, size in ((452, 590, 1), (90, 640, 0.8), (508, 690, 0.6)):
        with canvas.at(x, y, size):
            canvas.path("M 0 -34 C 4 -8 8 -4 34 0 C 8 4 4 8 0 34 C -4 8 -8 4 -34 0 C -8 -4 -4 -8 0 -34 Z", "#fff8dc", INK, 5)
    canvas.rect(560, 0, 640, 1000, 0, "#ffffff")
    canvas.rect(556, 0, 8, 1000, 0, INK)
    canvas.rect(0, 496, 1200, 8, 0, INK)
    canvas.rect(4, 4, 1192, 992, 0, None, INK, 8)
    return canvas


def stripes(canvas, top, ground, color):
    area = f"M 0 {top} L 560 {top} L 560 {top + 500} L 0 {top + 500} Z"
    panel = canvas.mask(area)
    canvas.path(area, ground)
    for step in range(-400, 600, 120):
        canvas.path(f"M {step} {top + 500} L {step + 60} {top + 500} L {step + 460} {top} L {step + 400} {top} Z", color,
                    clip=panel)


def grander():
    canvas = Canvas(1000, 1240, "#ffffff")
    grounds = ("#c9d3dc", "#b9d7c4", "#b8c4ea", "#f6d27a")
    for row, color in enumerate(grounds):
        top = row * 310
        panel = f"M 620 {top} L 1000 {top} L 1000 {top + 310} L 620 {top + 310} Z"
        window = canvas.mask(panel)
        canvas.path(panel, color)
        if row == 3:
            for turn in range(0, 360, 20):
                with canvas.at(800, top + 150, 1, turn):
                    canvas.path("M 0 0 L -34 -420 L 34 -420 Z", "#ffe6a6", clip=window)
        portrait(canvas, row, top)
    canvas.rect(0, 0, 620, 1240, 0, "#ffffff")
    for row in range(1, 4):
        canvas.rect(0, row * 310 - 4, 1000, 8, 0, INK)
    canvas.rect(616, 0, 8, 1240, 0, INK)
    canvas.rect(4, 4, 992, 1232, 0, None, INK, 8)
    return canvas


def portrait(canvas, row, top):
    """Head and chest. The next panel covers the part below the panel's lower edge."""
    eye, beak, brow = (("half", "closed", None), ("open", "closed", None), ("open", "smile", "raised"),
                       ("closed", "smile", "raised"))[row]
    pigeon(canvas, 770, top + 466, 0.82, False, eye, beak, "folded", 0, brow, legs=False)
    with canvas.at(770, top + 466, 0.82):
        if row == 1:
            canvas.path("M -44 -366 C -40 -430 70 -440 98 -380 Z", "#a8683c", INK, 8)
            canvas.path("M 48 -388 C 100 -404 146 -388 150 -370 L 44 -366 Z", "#8a5330", INK, 7)
        elif row == 2:
            canvas.rect(-34, -500, 116, 118, 6, "#2b3442", INK, 8)
            canvas.rect(-34, -418, 116, 22, 0, "#b3423a")
            canvas.rect(-74, -396, 196, 24, 12, "#2b3442", INK, 8)
            canvas.circle(58, -334, 36, None, "#d8a740", 8)
            canvas.polyline([(86, -310), (70, -220)], "#d8a740", 4)
        elif row == 3:
            canvas.path("M -56 -378 L -74 -490 L -22 -440 L 22 -512 L 66 -440 L 118 -490 L 100 -378 Z", "#f3b52f", INK, 9)
            for x, y, color in ((-74, -494, "#d9534f"), (22, -516, "#3f7fb5"), (118, -494, "#d9534f")):
                canvas.circle(x, y, 13, color, INK, 6)
            canvas.path("M -54 -396 L 102 -396", None, "#c98a1a", 8)
            canvas.circle(22, -420, 12, "#4f9a6a", INK, 5)
