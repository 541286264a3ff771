"""Indoor scenes: a letter, a crumb and a loaf, a whiteboard, a poster on a wall."""

from .canvas import INK, Canvas
from .pigeon import SILHOUETTE, pigeon

PAPER = "#fffaf0"


def letter():
    canvas = Canvas(1200, 900, "#f6d9b8")
    canvas.circle(250, 430, 420, "#fbe7cd")
    canvas.rect(0, 800, 1200, 100, 0, "#d59a6a")
    canvas.rect(0, 800, 1200, 12, 0, "#b87d50")
    canvas.path("M 500 84 L 1130 58 L 1150 770 L 520 798 Z", "#c9a878", opacity=140)
    canvas.path("M 486 70 L 1116 44 L 1136 756 L 506 784 Z", PAPER, INK, 9)
    canvas.path("M 1040 47 L 1116 44 L 1119 116 Z", "#e9dcc0", INK, 7)
    canvas.rect(960, 676, 96, 74, 4, "#dfeef5", INK, 6)
    canvas.path("M 960 676 L 1008 718 L 1056 676", None, INK, 6)
    pigeon(canvas, 250, 826, 1.36, eye="wide", beak="open", wing="point")
    with canvas.at(250, 826, 1.36):
        canvas.path("M -34 -376 C -20 -436 84 -440 104 -378 Z", "#2f6f8f", INK, 9)
        canvas.path("M 52 -384 C 100 -404 150 -392 156 -374 L 60 -366 Z", "#22303c")
        canvas.path("M -36 -374 C 10 -396 70 -396 108 -378", None, "#f3c14b", 12)
        canvas.path("M 26 -414 L 54 -414 L 54 -396 L 26 -396 Z", PAPER, INK, 5)
    return canvas


def crumb():
    canvas = Canvas(1200, 900, "#f2e3c6")
    canvas.rect(0, 0, 1200, 600, 0, "#cfe3d8")
    for x in range(0, 1200, 120):
        canvas.rect(x, 0, 60, 600, 0, "#c4dccf")
    canvas.rect(0, 590, 1200, 310, 0, "#c98d5b")
    canvas.rect(0, 590, 1200, 18, 0, "#a86f41")
    for y in (690, 790):
        canvas.rect(0, y, 1200, 5, 0, "#b57c4c")
    canvas.glow(290, 380, 430, "#fff3c0", 220)
    loaf = ("M 60 520 C 20 400 60 290 160 296 C 190 214 330 214 352 292 C 470 282 540 380 506 520 "
            "C 500 570 470 590 420 590 L 140 590 C 90 590 66 570 60 520 Z")
    canvas.path("M 60 590 L 520 590 L 520 612 L 60 612 Z", "#8e5b34", opacity=150)
    canvas.path(loaf, "#d88f43", INK, 10)
    crust = canvas.mask(loaf)
    canvas.path("M 40 540 C 200 600 400 600 540 520 L 540 620 L 40 620 Z", "#bb7030", clip=crust)
    for x in (150, 260, 370):
        canvas.path(f"M {x} 300 C {x + 50} 340 {x + 56} 400 {x + 30} 460 C {x} 420 {x - 10} 350 {x} 300 Z", "#f4d49a", INK, 6)
    canvas.path(loaf, None, INK, 10)
    for x, y, size in ((92, 250, 1), (520, 270, 0.8), (300, 150, 0.9)):
        with canvas.at(x, y, size):
            canvas.path("M 0 -34 C 4 -8 8 -4 34 0 C 8 4 4 8 0 34 C -4 8 -8 4 -34 0 C -8 -4 -4 -8 0 -34 Z", "#fff8dc", INK, 5)
    canvas.ellipse(720, 846, 210, 22, "#a86f41", opacity=150)
    canvas.ellipse(1090, 838, 40, 9, "#a86f41", opacity=170)
    pigeon(canvas, 724, 850, 1.24, eye="down", beak="open", brow="raised")
    canvas.path("M 1066 832 C 1060 812 1080 800 1094 806 C 1110 800 1122 818 1114 832 C 1100 840 1080 840 1066 832 Z",
                "#f0c27b", INK, 7)
    for angle in (-50, 0, 50):
        with canvas.at(1090, 818, 1, angle):
            canvas.polyline([(0, -44), (0, -70)], "#fff8dc", 8)
    return canvas


def whiteboard():
    canvas = Canvas(1200, 900, "#e7dff0")
    canvas.rect(0, 0, 1200, 720, 0, "#ddd3ea")
    canvas.rect(0, 700, 1200, 200, 0, "#a58fb8")
    canvas.rect(0, 700, 1200, 14, 0, "#8b759f")
    for x in (520, 1050):
        canvas.polyline([(x, 560), (x - 40 if x < 700 else x + 40, 840)], INK, 22)
        canvas.polyline([(x, 560), (x - 40 if x < 700 else x + 40, 840)], "#b9896a", 10)
    canvas.rect(414, 66, 736, 560, 18, "#8895a5", INK, 9)
    canvas.rect(436, 88, 692, 516, 8, "#ffffff", INK, 5)
    canvas.rect(660, 612, 240, 24, 8, "#c3ccd6", INK, 6)
    for x, color in ((690, "#d9534f"), (752, "#3f7fb5"), (814, "#4f9a6a")):
        canvas.rect(x, 600, 46, 14, 6, color, INK, 4)
    canvas.path("M 470 560 L 540 520 L 610 536 L 690 470", None, "#cfd8e0", 7)
    canvas.ellipse(214, 862, 210, 20, "#8b759f", opacity=160)
    canvas.polyline([(410, 590), (604, 396)], INK, 17)
    canvas.polyline([(410, 590), (604, 396)], "#d8a15c", 8)
    pigeon(canvas, 210, 864, 1.3, eye="open", beak="open", wing="point")
    with canvas.at(210, 864, 1.3):
        canvas.circle(58, -334, 42, None, INK, 8)
        canvas.polyline([(14, -338), (-36, -350)], INK, 7)
    return canvas


def wanted():
    canvas = Canvas(900, 1200, "#8b5a34")
    for index, color in enumerate(("#9b673d", "#8f5d36", "#a06c42", "#946138", "#9b673d", "#8a5832")):
        canvas.rect(index * 150, 0, 150, 1200, 0, color)
        canvas.rect(index * 150, 0, 6, 1200, 0, "#6e4425")
    for x, y in ((70, 200), (840, 560), (66, 900), (830, 1090)):
        canvas.ellipse(x, y, 18, 34, "#7a4c2a")
        canvas.ellipse(x, y, 9, 20, "#64391b")
    sheet = ("M 118 84 L 300 96 L 480 80 L 660 98 L 790 82 L 782 330 L 796 600 L 780 860 L 792 1110 L 640 1122 L 612 1106 "
             "L 420 1124 L 240 1108 L 108 1120 L 120 840 L 104 560 L 122 320 Z")
    with canvas.at(12, 16):
        canvas.path(sheet, "#4d2f18", opacity=130)
    canvas.path(sheet, "#efdcae", INK, 8)
    paper = canvas.mask(sheet)
    for x, y, size in ((150, 130, 90), (760, 1080, 120), (740, 140, 70), (140, 1080, 80)):
        canvas.circle(x, y, size, "#dfc58d", clip=paper, opacity=120)
    canvas.path(sheet, None, INK, 8)
    canvas.rect(196, 306, 508, 508, 4, "#d8bd86", INK, 8)
    window = canvas.mask("M 196 306 L 704 306 L 704 814 L 196 814 Z")
    with canvas.at(440, 1010, 1.5):
        canvas.path(SILHOUETTE, "#b3925c", clip=window)
        canvas.path("M 100 -344 L 170 -310 L 104 -296 Z", "#b3925c", clip=window)
    canvas.rect(196, 306, 508, 508, 4, None, INK, 8)
    canvas.circle(450, 112, 17, "#c94f45", INK, 6)
    canvas.circle(445, 107, 5, "#f3a9a2")
    return canvas
