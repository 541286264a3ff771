"""Memes and tables of memes whose rendering is expensive, in a few words."""


def specs():
    """Yields the name and the spec of each meme."""
    def captions(*texts, **more):
        return {"captions": [{"text": text, **more} for text in texts]}

    yield "size-of-emoji", captions("🏴", minimumSize="100000px")
    yield "size-of-letter", captions("A", minimumSize="100000px")
    yield "size-of-many", captions(*["👩‍👩‍👧‍👦"] * 500, minimumSize=100_000)
    yield "size-of-outline", captions("W" * 200, minimumSize="100000px", outline={"width": 0.5, "color": "red"})
    yield "text-stacked", captions("".join("a" + "\u0301" * 60 for _ in range(130)), effect="rainbow")
    yield "text-bent", captions(*["ARC " * 2_000] * 10, effect="arc", minimumSize="90000px")
    yield "text-glowing", captions(*["GLOW"] * 500, effect="glow", minimumSize="2000px", box={"x": -10, "y": -10, "width": 20, "height": 20})
    yield "text-both-ways", captions(("\u202e\u2067a" * 2_600), minimumSize="50000px", angle=36_000)


def tables():
    """Yields the name and the bytes of each table."""
    head = "name,top,bottom\n".encode()
    yield "marks.csv", head + "one,a\u0301,\u0301b\ntwo,c,\u200dd\nthree,\ufe0fe,f\n".encode()
    yield "ends.csv", head + "one,line\u2028two,a\ntwo,form\ffeed,b\nthree,next\u0085line,c\n".encode()
    yield "quotes.csv", head + b"one," + b'"a""' * 25_000
    yield "columns.csv", b"name" + b",t" * 49_000 + b"\none" + b",x" * 100
    yield "row.csv", head + b"one," + b"x" * 99_000 + b",y\n"
    yield "semicolons.csv", b"name;top\n" + b"one;" * 24_000
