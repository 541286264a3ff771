"""Prints, for each line "language TAB text" of a file, where Pango can break lines and how it orders the characters:
{"text": …, "breaks": [indices of characters], "order": [indices from left to right]}. Needs libpango-1.0 and libpangoft2-1.0."""

import ctypes
import json
import sys

PLACES = {"pango": "libpango-1.0.so.0", "freetype": "libpangoft2-1.0.so.0"}


class Analysis(ctypes.Structure):
    _fields_ = [
        ("shape", ctypes.c_void_p), ("engine", ctypes.c_void_p), ("font", ctypes.c_void_p), ("level", ctypes.c_uint8),
        ("gravity", ctypes.c_uint8), ("flags", ctypes.c_uint8), ("script", ctypes.c_uint8),
        ("language", ctypes.c_void_p), ("extra", ctypes.c_void_p),
    ]


class Item(ctypes.Structure):
    _fields_ = [
        ("offset", ctypes.c_int), ("length", ctypes.c_int), ("characters", ctypes.c_int), ("analysis", Analysis),
    ]


class Run(ctypes.Structure):
    _fields_ = [("item", ctypes.POINTER(Item)), ("glyphs", ctypes.c_void_p)]


def function(library, name, result=ctypes.c_void_p):
    found = getattr(library, name)
    found.restype = result
    return lambda *arguments: found(*[ctypes.c_void_p(a) if isinstance(a, int) and a > 2**31 else a for a in arguments])


def main(path):
    pango = ctypes.CDLL(PLACES["pango"])
    freetype = ctypes.CDLL(PLACES["freetype"])
    context = function(pango, "pango_font_map_create_context")(function(freetype, "pango_ft2_font_map_new")())
    for line in open(path, encoding="utf8"):
        language, text = line.rstrip("\n").split("\t")
        data = text.encode()
        tag = function(pango, "pango_language_from_string")(language.encode())
        function(pango, "pango_context_set_language")(context, tag)
        layout = function(pango, "pango_layout_new")(context)
        function(pango, "pango_layout_set_text")(layout, data, len(data))
        print(json.dumps({"text": text, "breaks": breaks(pango, layout), "order": order(pango, layout, data)}))


def breaks(pango, layout):
    count = ctypes.c_int()
    address = function(pango, "pango_layout_get_log_attrs_readonly")(layout, ctypes.byref(count))
    attributes = ctypes.cast(ctypes.c_void_p(address), ctypes.POINTER(ctypes.c_uint32))
    # If the first bit is set, a line can break before the character. The end of the text is ignored.
    return [index for index in range(1, count.value - 1) if attributes[index] & 1]


def order(pango, layout, data):
    runs = function(pango, "pango_layout_get_iter")(layout)
    found = []
    while True:
        run = function(pango, "pango_layout_iter_get_run_readonly")(runs)
        if run:
            item = ctypes.cast(ctypes.c_void_p(run), ctypes.POINTER(Run)).contents.item.contents
            start = len(data[: item.offset].decode())
            indices = list(range(start, start + item.characters))
            found += indices[::-1] if item.analysis.level & 1 else indices
        if not function(pango, "pango_layout_iter_next_run", ctypes.c_int)(runs):
            return found


main(sys.argv[1])
