"""Outdoor scenes: crossroads, billboard, leaking boat, iceberg, tug of war."""

from .canvas import INK, Canvas
from .pigeon import pigeon
from .props import cloud, drop, grass, hills, suitcase, teacup

CREAM = "#fff4dc"


def crossroads():
    canvas = Canvas(1200, 900, "#bfe3f2")
    canvas.sky("#8fcdea", "#f6ecd2", 560)
    canvas.circle(980, 130, 62, "#ffdf7e")
    cloud(canvas, 190, 110, 0.9)
    cloud(canvas, 720, 70, 0.6)
    hills(canvas)
    road = "#e9d3a4"
    canvas.path("M 470 900 C 520 760 520 700 420 640 C 300 580 120 560 0 566 L 0 640 C 180 630 380 690 600 720 "
                "C 820 690 1020 630 1200 640 L 1200 566 C 1080 560 900 580 780 640 C 680 700 680 760 730 900 Z", road)
    canvas.rect(580, 96, 40, 590, 10, "#a9744a", INK, 8)
    canvas.rect(580, 96, 40, 60, 10, "#8a5a37", INK, 8)
    for side in (-1, 1):
        with canvas.at(600, 0, 1, 0, side < 0):
            canvas.path("M -6 170 L 470 170 L 552 254 L 470 338 L -6 338 Z", "#d9a066", INK, 9)
            canvas.path("M 8 184 L 463 184 L 530 254 L 463 324 L 8 324 Z", CREAM)
    canvas.rect(584, 160, 32, 190, 4, "#a9744a", INK, 7)
    canvas.circle(600, 212, 7, INK)
    canvas.circle(600, 298, 7, INK)
    for x, y in ((90, 820), (250, 760), (1000, 790), (1120, 850), (330, 860)):
        grass(canvas, x, y)
    suitcase(canvas, 722, 856)
    pigeon(canvas, 596, 868, 0.84, eye="up", brow="worried")
    drop(canvas, 548, 566, 0.9, -24)
    return canvas


def billboard():
    canvas = Canvas(1200, 900, "#f3b38a")
    canvas.sky("#4b5a8c", "#f7b58b", 760)
    canvas.circle(950, 640, 120, "#ffd98f", opacity=190)
    x = 0
    for width, height in ((90, 150), (70, 230), (110, 120), (60, 280), (120, 180), (80, 140), (100, 240), (60, 160),
                          (130, 200), (90, 270), (70, 130), (120, 190), (100, 150)):
        canvas.rect(x, 780 - height, width, height + 20, 0, "#55588a")
        for row in range(780 - height + 20, 760, 38):
            for column in range(x + 14, x + width - 16, 26):
                if (row * 7 + column * 3) % 5 < 2:
                    canvas.rect(column, row, 11, 17, 0, "#ffd27d", opacity=200)
        x += width
    canvas.rect(0, 775, 1200, 125, 0, "#3d4260")
    for x in range(20, 1200, 150):
        canvas.rect(x, 842, 84, 10, 4, "#f2e3b3")
    for x in (330, 870):
        canvas.path(f"M {x - 24} 560 L {x + 24} 560 L {x + 24} 792 L {x - 24} 792 Z", "#6a6f8f", INK, 8)
    canvas.rect(94, 130, 1012, 452, 16, "#5a5f80", INK, 9)
    canvas.rect(120, 156, 960, 400, 6, "#fffaf0", INK, 6)
    for x in (300, 600, 900):
        canvas.polyline([(x, 640), (x, 606), (x + 26, 606)], INK, 8)
        canvas.path(f"M {x - 22} 622 L {x + 40} 622 L {x + 30} 592 L {x - 8} 592 Z", "#ffd27d", INK, 7)
    pigeon(canvas, 250, 132, 0.27, eye="half")
    pigeon(canvas, 356, 132, 0.25, flip=True, eye="side")
    pigeon(canvas, 930, 132, 0.28, flip=True, eye="wide", beak="open", brow="worried")
    return canvas


def boat():
    canvas = Canvas(1200, 900, "#5b7286")
    canvas.sky("#3b4a5e", "#8fa6b2", 620)
    for x, y, size in ((160, 120, 1.5), (470, 80, 1.2), (1010, 110, 1.6), (780, 150, 1)):
        cloud(canvas, x, y, size, "#2f3c4d", 235)
    canvas.path("M 868 150 L 812 290 L 862 284 L 800 432 L 932 246 L 878 254 L 930 150 Z", "#ffe27a", INK, 7)
    for index in range(70):
        x, y = (index * 173) % 1240, (index * 97) % 560
        canvas.polyline([(x, y), (x - 14, y + 40)], "#c3d5df", 3, opacity=120)
    wave(canvas, 560, "#4b7b93", 0)
    canvas.path("M 190 560 C 214 716 330 770 600 770 C 870 770 986 716 1010 560 Z", "#b9733f", INK, 10)
    canvas.path("M 196 590 C 330 640 870 640 1004 590 L 1010 560 L 190 560 Z", "#d99a5b")
    canvas.ellipse(600, 562, 410, 44, "#7c4a29", INK, 10)
    canvas.ellipse(600, 566, 378, 32, "#58a3bd")
    canvas.path("M 230 560 C 320 580 420 552 520 568 C 640 584 760 554 970 566", None, "#bfe6ee", 6, opacity=200)
    with canvas.at(850, 560):
        for reach, height in ((-60, 96), (0, 140), (62, 90)):
            canvas.path(f"M 0 0 C {reach * 0.2} {-height} {reach * 0.7} {-height} {reach} 6", None, "#bfe6ee", 12)
        drop(canvas, 64, -70, 0.7, 30)
        drop(canvas, -58, -84, 0.6, -20)
    pigeon(canvas, 520, 600, 1.02, eye="closed", beak="smile", wing="hold", legs=False)
    teacup(canvas, 726, 470, 0.95)
    canvas.ellipse(540, 572, 190, 20, "#58a3bd")
    canvas.path("M 190 560 C 300 612 900 612 1010 560 L 1006 590 C 870 640 330 640 194 590 Z", "#d99a5b", INK, 8)
    canvas.polyline([(250, 676), (950, 676)], "#8f5529", 6)
    wave(canvas, 704, "#3b667d", 60)
    wave(canvas, 790, "#2e5268", 10)
    return canvas


def wave(canvas, y, color, shift):
    d = f"M -200 {y}"
    for x in range(-200, 1400, 200):
        left = x - shift
        d += f" C {left + 60} {y - 46} {left + 130} {y - 46} {left + 150} {y + 4} C {left + 170} {y + 26} {left + 190} {y + 20} {left + 200} {y}"
    canvas.path(d + " L 1400 900 L -200 900 Z", color)


def iceberg():
    canvas = Canvas(1000, 1200, "#cfe9f3")
    canvas.sky("#a9dcef", "#e9f6f8", 380)
    cloud(canvas, 150, 120, 0.8)
    cloud(canvas, 850, 90, 0.7)
    canvas.path("M 0 382 L 1000 382 L 1000 1200 L 0 1200 Z", "#2f7fa3")
    for step, color in enumerate(("#2b7397", "#27688b", "#225c7e", "#1d5171")):
        canvas.rect(0, 560 + step * 160, 1000, 640, 0, color)
    tip = "M 320 384 L 356 276 L 430 232 L 470 150 L 548 118 L 604 196 L 668 232 L 700 384 Z"
    below = ("M 764 378 L 858 492 L 900 640 L 842 820 L 760 980 L 640 1090 L 520 1150 L 420 1064 L 262 990 "
             "L 168 830 L 116 640 L 150 486 L 232 385 Z")
    canvas.path(below, "#a5d6e6")
    body = canvas.mask(below)
    canvas.path("M 560 372 L 764 372 L 858 492 L 900 640 L 842 820 L 760 980 L 640 1090 L 520 1150 L 700 760 Z",
                "#7fbcd2", clip=body)
    canvas.path("M 236 372 L 330 372 L 210 640 L 300 1010 L 262 990 L 168 830 L 116 640 L 150 486 Z", "#c3e6f0", clip=body)
    canvas.path(tip, "#ffffff")
    top = canvas.mask(tip)
    canvas.path("M 548 118 L 604 196 L 668 232 L 700 384 L 560 384 L 590 270 L 540 220 Z", "#d5ebf3", clip=top)
    canvas.path(tip.removesuffix(" Z"), None, INK, 8)
    canvas.path(below.removesuffix(" Z"), None, INK, 8)
    canvas.path("M 0 366 C 120 352 180 388 300 372 C 420 356 560 388 680 370 C 800 354 880 386 1000 368 L 1000 392 "
                "C 880 404 800 376 680 392 C 560 408 420 378 300 392 C 180 408 120 376 0 388 Z", "#f4fbfd")
    pigeon(canvas, 408, 246, 0.26, eye="happy", beak="smile")
    for x, y, flip in ((66, 710, False), (905, 940, True)):
        with canvas.at(x, y, 0.66, 0, flip):
            canvas.path("M -50 0 C -20 -34 30 -30 54 0 C 30 30 -20 34 -50 0 L -86 -26 L -80 24 Z", "#f2a35e", INK, 7)
            canvas.circle(26, -6, 6, INK)
    return canvas


def tug():
    canvas = Canvas(1200, 900, "#bfe3f2")
    canvas.sky("#9bd3ea", "#fbeed3", 560)
    cloud(canvas, 260, 120, 0.9)
    cloud(canvas, 930, 90, 0.8)
    hills(canvas, "#a7cf95", "#82b86f")
    canvas.ellipse(600, 800, 230, 52, "#7a5535")
    canvas.ellipse(600, 794, 206, 40, "#93683f")
    canvas.ellipse(560, 786, 60, 8, "#b58a5c")
    for x, y in ((70, 860), (330, 866), (880, 864), (1140, 846)):
        grass(canvas, x, y, 1, "#5d9450")
    for side in (-1, 1):
        with canvas.at(600, 0, 1, 0, side < 0):
            pigeon(canvas, 350, 782, 1.08, True, "wide" if side > 0 else "open", "open" if side < 0 else "closed", "point",
                   14, "angry")
    rope = "M 408 470 C 400 440 396 470 402 500 C 470 512 540 520 600 520 C 660 520 730 512 798 500 C 804 470 800 440 792 470"
    canvas.path(rope, None, INK, 22)
    canvas.path(rope, None, "#e0c08a", 12)
    canvas.path("M 584 524 L 584 606 L 600 586 L 616 606 L 616 524 Z", "#d9534f", INK, 7)
    canvas.circle(600, 520, 24, "#d9534f", INK, 8)
    for side in (-1, 1):
        with canvas.at(600, 0, 1, 0, side < 0):
            for x in (166, 188, 210):
                canvas.rect(x, 482, 26, 42, 12, "#b3c3d2", INK, 6)
            drop(canvas, 418, 352, 0.8, 30)
    return canvas
