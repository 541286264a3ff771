"""The characters that the typeface covers."""

import unicodedata


def _span(first, last):
    return [chr(code) for code in range(first, last + 1)]


REQUIRED = {
    "Basic Latin": _span(0x20, 0x7E),
    "Latin-1": _span(0xA0, 0xFF),
    "Latin Extended-A": _span(0x100, 0x17F),
    "Romanian commas": list("ȘșȚț"),
    "Vietnamese": list("ƠơƯư") + _span(0x1EA0, 0x1EF9),
    "Greek": [c for c in _span(0x386, 0x3CE) if c not in "\u038b\u038d\u03a2"] + list("\u037e΄΅"),
    "Cyrillic": _span(0x400, 0x45F) + list("Ґґ"),
    "Azerbaijani": list("ƏəĞğİıŞşÇçÖöÜü"),
    "Hausa, Ewe and Akan": list("ƁɓƊɗƘƙƳƴƉɖƐɛƑƒƔɣŊŋƆɔƲʋ"),
    "Cyrillic of Asia": list("ӘәҒғҚқҢңӨөҰұҮүҺһҖҗҘҙҠҡҪҫҲҳҶҷӢӣӮӯӀӏ"),
    "Pinyin": list("āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜǕǗǙǛ"),
    "Letters of Uzbek and Hawaiian": list("ʻʼ"),
    "Ligatures": list("ﬀﬁﬂ"),
    "Hebrew": _span(0x5D0, 0x5EA) + list("־׳״"),
    "Hebrew points": _span(0x5B0, 0x5BC) + list("\u05bf\u05c1\u05c2\u05c7"),
    "Yiddish": _span(0x5F0, 0x5F2) + list("\ufb1d\ufb1f"),
    "Hebrew letters with points": [
        chr(c) for c in (*range(0xFB2A, 0xFB30), *range(0xFB31, 0xFB4F)) if unicodedata.name(chr(c), "")
    ],
    "Combining marks": [
        chr(c) for c in (*range(0x300, 0x305), *range(0x306, 0x30D), 0x31B, 0x323, 0x326, 0x327, 0x328)
    ],
    "Spaces": _span(0x2000, 0x200F) + list("\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\ufe0f"),
    "Punctuation": list("‐‑‒–—―‖‘’‚‛“”„‟†‡•…‰′″‴‹›⁄︵︶") + list("ʼˆˇ˘˙˚˛˜˝"),
    "Small figures": list("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉½⅓⅔¼¾⅛⅜⅝⅞"),
    "Currency": list("€£¥¢₹₽₩₺₴₿ƒ¤₱₫₪"),
    "Arrows": list("←↑→↓↔↕↖↗↘↙⇐⇑⇒⇓⇔"),
    "Mathematics": list("×÷±≠≈≤≥∞−√°µ∑π∏∂∫∆Ω¬"),
    "Letterlike": list("™©®℠℗№ªº"),
    "Box drawing": _span(0x2500, 0x257F),
    "Pictures": list("♥♡★☆✓✔✗✘♪♫■□▪●○▲▼◆◇▶◀♠♣♦☺◦◌"),
}


def missing(characters):
    """The characters that are missing in `characters` (code points), by the name of their group."""
    found = {}
    for group, wanted in REQUIRED.items():
        lacking = [c for c in wanted if ord(c) not in characters]
        if lacking:
            found[group] = lacking
    return found
