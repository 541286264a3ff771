"""Objects in several scenes."""

from .canvas import INK


def hills(canvas, far="#9cc59a", near="#78ad7f"):
    width, height = canvas.size
    canvas.path(
        f"M 0 {height * 0.62} C {width * 0.2} {height * 0.5} {width * 0.35} {height * 0.52} {width * 0.52} {height * 0.6} "
        f"C {width * 0.7} {height * 0.5} {width * 0.86} {height * 0.5} {width} {height * 0.58} L {width} {height} L 0 {height} Z",
        far)
    canvas.path(
        f"M 0 {height * 0.7} C {width * 0.3} {height * 0.6} {width * 0.6} {height * 0.72} {width} {height * 0.64} "
        f"L {width} {height} L 0 {height} Z", near)


def cloud(canvas, x, y, scale=1, color="#ffffff", opacity=230):
    with canvas.at(x, y, scale):
        canvas.path(
            "M -110 30 C -160 30 -160 -34 -104 -34 C -96 -84 -22 -96 0 -54 C 34 -86 96 -62 90 -18 "
            "C 140 -20 146 30 100 30 Z", color, opacity=opacity)


def drop(canvas, x, y, scale=1, angle=0, color="#6ec1e4"):
    with canvas.at(x, y, scale, angle):
        canvas.path("M 0 -26 C 16 -4 18 8 10 18 C 4 26 -6 26 -12 18 C -20 8 -14 -6 0 -26 Z", color, INK, 5)


def suitcase(canvas, x, y, scale=1):
    with canvas.at(x, y, scale):
        canvas.path("M -24 -92 C -24 -122 24 -122 24 -92", None, INK, 10)
        canvas.rect(-66, -92, 132, 92, 14, "#c9784f", INK, 8)
        canvas.rect(-40, -92, 16, 92, 0, "#8f4f34")
        canvas.rect(24, -92, 16, 92, 0, "#8f4f34")
        canvas.rect(-66, -92, 132, 92, 14, None, INK, 8)


def teacup(canvas, x, y, scale=1):
    with canvas.at(x, y, scale):
        canvas.path("M 34 -34 C 66 -40 66 2 28 0", None, INK, 9)
        canvas.path("M -40 -44 L 40 -44 C 40 0 24 16 0 16 C -24 16 -40 0 -40 -44 Z", "#fdf6ec", INK, 8)
        canvas.ellipse(0, -44, 40, 10, "#a8683c", INK, 6)
        for shift in (-14, 12):
            canvas.path(
                f"M {shift} -62 C {shift - 14} -76 {shift + 14} -88 {shift} -104", None, "#ffffff", 7, opacity=190)


def grass(canvas, x, y, scale=1, color="#5d9468"):
    with canvas.at(x, y, scale):
        canvas.path("M -22 0 C -20 -18 -28 -26 -34 -32 C -20 -30 -12 -18 -10 0 Z", color)
        canvas.path("M -10 0 C -8 -30 -2 -40 4 -48 C 6 -30 6 -16 4 0 Z", color)
        canvas.path("M 4 0 C 8 -18 18 -26 30 -30 C 22 -20 18 -10 18 0 Z", color)
