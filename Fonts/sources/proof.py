"""Draws the proof sheet from the built font only."""

import unicodedata

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

WIDTH, MARGIN = 1500, 40
GREY, LIGHT, WHITE, BLACK = 122, 200, 255, 0
CELL, CELL_SIZE = 47, 34
COLORS = 32  # gray levels in the picture: enough for smooth edges in a small file
OUTLINE = 1 / 16  # of the text size

GROUPS = (
    ("Latin", lambda c: "LATIN" in unicodedata.name(c, "")),
    ("Greek", lambda c: "GREEK" in unicodedata.name(c, "")),
    ("Cyrillic", lambda c: "CYRILLIC" in unicodedata.name(c, "")),
    ("Hebrew", lambda c: "HEBREW" in unicodedata.name(c, "") and not unicodedata.combining(c)),
    ("Combining marks", lambda c: unicodedata.category(c) == "Mn" and unicodedata.combining(c) > 0),
    ("Figures, punctuation, symbols", lambda c: unicodedata.category(c)[0] in "NPS"),
)
CAPTIONS = (
    (400, ["SIMPLY"]),
    (300, ["כשהקוד"]),
    (230, ["DOGE & 5,239"]),
    (120, ["ONE DOES NOT SIMPLY", "WALK INTO MORDOR?!", "I don’t always jog, quack"]),
    (80, ["זה לא באג, זו תכונה"]),
    (64, ["WHEN YOU FINALLY FIX THE BUG AT 4:37 A.M.", "y u no give me £100, Größe & façade"]),
    (40, ["BUT THAT’S NONE OF MY BUSINESS", "SHUT UP AND TAKE MY MONEY!", "Not sure if trolling, or just very stupid"]),
    (40, ["לפני הקפה ואחרי הקפה, מִישֶׁהוּ מָחַק אֶת הַטַּבְלָה"]),
    (28, ["THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG 0123456789", "Sphinx of black quartz, judge my vow"]),
    (
        20,
        [
            "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG 0123456789 AND THEN SOME MORE",
            "The quick brown fox jumps over it",
        ],
    ),
)
SAMPLES = (
    ("Rhythm", ["MINIMUM HILL COFFEE DOOM", "WAVE WWW VIVID", "RBGQS 2738?", "(SO-CALLED) fish, flop, off"]),
    ("Kerning", ["AVATAR TAXI LAYOUT WAVE PAY", "Toya Yves Ve. r, P. F. L’OR ТАКОГО УДАР ГА ΑΥΤΑ", "PJ LO LC KA XA QT PT FS 74 24 51 37"]),
    ("Accents", ["ÀÉÎÕÜÅÇĘŠŽŐĞŁØĽŢȘ", "àéîõüåçęšžőğłøľťďșțįģķþðßæœ"]),
    ("Vietnamese", ["ĐỪNG NÓI NỮA, ĐƯỢC KHÔNG?", "Mỗi người đều có quyền được sống, ấy ẵm ỷ ỵ"]),
    ("Greek", ["ΚΑΛΗΜΕΡΑ ΞΕΣΚΕΠΑΖΩ ΨΥΧΟΦΘΟΡΑ", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, ΐ ΰ ς"]),
    (
        "Cyrillic",
        [
            "СЪЕШЬ ЖЕ ЕЩЁ ЭТИХ БУЛОК",
            "Щастя їм, ґава, ђак љубав њега, Ў ў ќ ѓ џ",
            "широкая электрификация южных губерний",
        ],
    ),
    (
        "Languages of Africa and Asia",
        [
            "AZƏRBAYCAN GÖZƏLDİR, əlifba və söz",
            "ӨНӨӨДӨР МОНГОЛД ҮҮЛТЭЙ, ҚАЗАҚ ТІЛІНДЕГІ ҰҒЫМ",
            "Һәр башҡорт ҙур, ҫәғәт, җиңел, ҳамеша ҷавон",
            "ƁARAWO, ƊAKI, ƘASA, ƳANCI; ɗan ƙasa ɓera",
            "Eʋegbe ƉE ƑOƑO, ɖe ƒo ŋɔŋlɔ, Ɣeyiɣi, ƐNYƐ, Ɔdɔ",
            "Oʻzbekiston, Hawaiʻi, LǙSÈ, nǚ",
        ],
    ),
    (
        "Hebrew",
        [
            "כשהקוד עובד ואתה לא יודע למה",
            "דג סקרן שט בים מאוכזב ולפתע מצא חברה",
            "עטלף אבק נס דרך מזגן שהתפוצץ כי חם",
            "בכ דר החת וזןי םס טמ עצ גנ ךף קץ",
            "שָׁלוֹם לָךְ, אֲנִי קֻבִּיָּה שֶׂה, יִתֵּן גַּן",
            "בית־ספר, צה״ל? ג׳ירפה! (100 ₪) DOGE",
        ],
    ),
    ("Lines", ["____ —— ━━━ ╔═╦═╗ ╭─┬─╮ (╯°□°)╯︵ ┻━┻", "RM -RF NODE_MODULES --FORCE"]),
    ("Symbols", ["€20 £5 ¥9 ₹7 ₽8 ½ ¾ 3×4÷2±1 ≠ ≈ ≤ ∞ √2", "→ ← ↑ ↓ ⇒ ♥ ★ ☆ ✓ ✗ ♪ ● ■ ▲ ▼ ◆ © ® ™ № § ¶ † @ # %"]),
)


def draw_proof(font_path, picture_path):
    sheet = Sheet(str(font_path))
    sheet.title()
    for size, lines in CAPTIONS:
        sheet.captions(size, lines)
    for heading, lines in SAMPLES:
        sheet.heading(heading)
        sheet.captions(58, lines)
    characters = sorted(map(chr, TTFont(font_path).getBestCmap()))
    for heading, belongs in GROUPS:
        sheet.heading(heading)
        sheet.grid([c for c in characters if belongs(c)])
    sheet.save(picture_path)


class Sheet:
    """A long picture, filled from top to bottom."""

    def __init__(self, font_path):
        self._path = font_path
        self._image = Image.new("L", (WIDTH, 12000), GREY)
        self._draw = ImageDraw.Draw(self._image)
        self._y = MARGIN

    def title(self):
        self._draw.text((MARGIN, self._y), "Frankmark", font=self._font(56), fill=WHITE)
        self._y += 90

    def heading(self, text):
        self._y += 14
        self._draw.text((MARGIN, self._y), text, font=self._font(26), fill=LIGHT)
        self._y += 44

    def captions(self, size, lines):
        """Lines as in a meme: white with a black outline."""
        font = self._font(size)
        for line in lines:
            is_hebrew = unicodedata.bidirectional(line[0]) == "R"
            place = (WIDTH - MARGIN if is_hebrew else MARGIN, self._y + round(size * 0.98))
            outline = {"stroke_width": max(1, round(size * OUTLINE)), "stroke_fill": BLACK}
            self._draw.text(place, line, font=font, fill=WHITE, anchor="rs" if is_hebrew else "ls", **outline)
            self._y += round(size * 1.22)
        self._y += 12

    def grid(self, characters):
        font = self._font(CELL_SIZE)
        columns = (WIDTH - 2 * MARGIN) // CELL
        for index, character in enumerate(characters):
            row, column = divmod(index, columns)
            place = (MARGIN + column * CELL + CELL // 2, self._y + row * 58 + 40)
            carrier = "◌" if unicodedata.combining(character) else ""
            self._draw.text(place, carrier + character, font=font, fill=WHITE, anchor="ms")
        self._y += (len(characters) + columns - 1) // columns * 58 + 10

    def save(self, path):
        sheet = self._image.crop((0, 0, WIDTH, self._y + MARGIN))
        sheet.quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)

    def _font(self, size):
        return ImageFont.truetype(self._path, size, layout_engine=ImageFont.Layout.RAQM)
