"""The pigeon in all templates. Its feet are at the origin, it is 400 high, and it looks to the right."""

from .canvas import INK, ellipse

BODY = "#93a8bd"
HEAD = "#647c96"
WING = "#b3c3d2"
BAR = "#55697f"
BEAK = "#f3a73f"
LEGS = "#e46f56"

SILHOUETTE = (
    "M 22 -398 C 82 -402 120 -362 114 -316 C 111 -286 102 -268 110 -240 C 146 -186 134 -86 62 -48 "
    "C 12 -24 -62 -30 -112 -68 L -232 -52 C -246 -66 -252 -92 -244 -108 C -184 -130 -150 -162 -112 -212 "
    "C -72 -262 -44 -272 -38 -312 C -42 -362 -16 -394 22 -398 Z")
HEAD_PART = "M -80 -420 L 140 -420 L 140 -300 C 80 -270 10 -270 -80 -310 Z"
NECK = "M -120 -312 C 0 -262 90 -262 140 -304 L 140 -262 C 70 -226 -20 -232 -120 -282 Z"
COLLAR = "M -130 -284 C -20 -234 80 -226 140 -264 L 140 -240 C 70 -196 -30 -206 -140 -252 Z"
FOLDED = (
    "M 44 -222 C -16 -256 -120 -214 -206 -92 C -130 -70 -16 -74 36 -136 C 62 -168 66 -208 44 -222 Z")


def pigeon(canvas, x, y, scale=1, flip=False, eye="open", beak="closed", wing="folded", angle=0, brow=None, legs=True):
    with canvas.at(x, y, scale, angle, flip):
        if legs:
            for foot in (-22, 34):
                canvas.polyline([(foot, -48), (foot, -6)], LEGS, 13)
                canvas.polyline([(foot - 26, -4), (foot, -8), (foot + 32, -4)], LEGS, 11)
        canvas.path(SILHOUETTE, BODY)
        body = canvas.mask(SILHOUETTE)
        canvas.path(HEAD_PART, HEAD, clip=body)
        canvas.path(NECK, "#4f9a86", clip=body)
        canvas.path(COLLAR, "#8d6fae", clip=body)
        canvas.path("M -140 -40 C -20 -96 90 -110 160 -190 L 160 -20 L -140 -20 Z", "#7f95ab", clip=body)
        canvas.path(SILHOUETTE, None, INK, 9)
        draw_wing(canvas, wing)
        draw_beak(canvas, beak)
        draw_eye(canvas, eye, brow)


def draw_wing(canvas, wing):
    if wing == "folded":
        canvas.path(FOLDED, WING, INK, 8)
        folded = canvas.mask(FOLDED)
        canvas.path("M -60 -236 L -30 -246 L -84 -70 L -118 -70 Z", BAR, clip=folded)
        canvas.path("M 0 -250 L 28 -250 L -26 -70 L -58 -70 Z", BAR, clip=folded)
        canvas.path(FOLDED, None, INK, 8)
        return
    turns = {"point": 0, "up": -52, "hold": 24, "wide": -24}
    with canvas.at(44 if wing == "up" else 10, -176 if wing == "up" else -190, 1, turns[wing]):
        arm = (
            "M -40 -44 C 30 -66 110 -58 176 -62 C 200 -62 208 -42 192 -34 C 212 -24 206 -4 184 -8 "
            "C 190 10 172 20 154 10 C 96 40 0 50 -40 34 C -66 14 -66 -30 -40 -44 Z")
        canvas.path(arm, WING, INK, 8)
        canvas.polyline([(140, -30), (188, -35)], INK, 5)
        canvas.polyline([(136, -6), (180, -9)], INK, 5)


def draw_beak(canvas, beak):
    if beak == "open":
        canvas.path("M 104 -316 L 150 -286 C 130 -272 112 -278 100 -290 Z", "#d9822b", INK, 7)
        canvas.path("M 106 -352 C 140 -352 166 -340 176 -322 C 150 -318 124 -312 104 -308 Z", BEAK, INK, 7)
    else:
        canvas.path("M 106 -346 C 140 -346 164 -332 172 -308 C 148 -304 122 -302 104 -298 Z", BEAK, INK, 7)
        if beak == "smile":
            canvas.path("M 160 -314 C 140 -306 122 -306 108 -322", None, INK, 5)
        else:
            canvas.path("M 164 -312 C 144 -320 124 -322 110 -320", None, INK, 5)
    canvas.path("M 102 -352 C 116 -364 130 -354 126 -340 C 116 -336 106 -340 102 -352 Z", "#f4efe6", INK, 5)


def draw_eye(canvas, eye, brow):
    x, y = 58, -334
    if eye in ("closed", "happy"):
        bend = -26 if eye == "happy" else 18
        canvas.path(f"M {x - 26} {y + 4} Q {x} {y + 4 + bend} {x + 26} {y + 4}", None, INK, 9)
    else:
        radius = 34 if eye == "wide" else 28
        canvas.circle(x, y, radius, "#fff7e8", INK, 7)
        look = {"open": (8, 0), "wide": (6, 2), "half": (8, 6), "down": (8, 12), "side": (-12, 0), "up": (6, -11)}[eye]
        canvas.circle(x + look[0], y + look[1], 9 if eye == "wide" else 13, INK)
        canvas.circle(x + look[0] + 4, y + look[1] - 5, 4, "#ffffff")
        if eye == "half":
            ball = canvas.mask(ellipse(x, y, radius + 9, radius + 9))
            canvas.path(f"M {x - 50} {y - 50} L {x + 50} {y - 50} L {x + 50} {y - 2} L {x - 50} {y - 2} Z", HEAD, clip=ball)
            canvas.polyline([(x - 30, y - 2), (x + 31, y - 2)], INK, 8)
            canvas.path(f"M {x - 28} {y - 2} C {x - 28} {y + 38} {x + 28} {y + 38} {x + 28} {y - 2}", None, INK, 7)
    if brow == "angry":
        canvas.polyline([(x - 36, y - 48), (x + 26, y - 32)], INK, 10)
    elif brow == "worried":
        canvas.polyline([(x - 38, y - 32), (x + 22, y - 48)], INK, 10)
    elif brow == "raised":
        canvas.path(f"M {x - 32} {y - 38} Q {x - 4} {y - 58} {x + 26} {y - 42}", None, INK, 9)
