"""memegen and imgflip."""

from replies import compact

MEMEGEN = "https://api.memegen.link"


def memegen():
    """Yields the name and text of each file."""
    first = template("xmpl", "Example Template", 2, ["default", "other"], ["top text", "bottom text"])
    second = template("steps", "Three Steps", 3, [], ["first", "second", "third?"])
    yield "templates.json", compact([first, second])
    yield "templates-empty.json", compact([])
    yield "template.json", compact(first)
    yield "images-201.json", compact({"url": f"{MEMEGEN}/images/xmpl/Hello_world/How_are_you~q.png"})
    yield "images-404.json", compact({"url": f"{MEMEGEN}/images/unknown/Hello_world.png"})
    yield "images-400.json", compact({"error": '"template_id" is required'})
    yield "http-429.json", compact({"message": "Requests limit exceeded. Please try again later."})
    fonts = [("titilliumweb", "thick", "TitilliumWeb-Black.ttf"), ("impact", None, "impact.ttf")]
    rows = [
        {"id": name, "alias": alias, "filename": file, "_self": f"{MEMEGEN}/fonts/{name}"}
        for name, alias, file in fonts
    ]
    yield "fonts.json", compact(rows)


def template(name, title, lines, styles, example):
    path = "/".join(line.replace(" ", "_").replace("?", "~q") for line in example)
    return {
        "id": name,
        "name": title,
        "lines": lines,
        "overlays": 1 if styles else 0,
        "styles": styles,
        "blank": f"{MEMEGEN}/images/{name}.png",
        "example": {"text": example, "url": f"{MEMEGEN}/images/{name}/{path}.png"},
        "source": None,
        "keywords": ["sample"],
        "_self": f"{MEMEGEN}/templates/{name}",
    }


def imgflip():
    """Yields the name and text of each file."""
    memes = [
        {
            "id": str(900000000 + number),
            "name": name,
            "url": f"https://i.imgflip.com/zzzz{number}.jpg",
            "width": width,
            "height": height,
            "box_count": boxes,
            "captions": 12345 * number,
        }
        for number, name, width, height, boxes in (
            (1, "Example Meme", 1200, 1200, 2),
            (2, "Wide Example", 1600, 900, 3),
        )
    ]
    del memes[1]["captions"]
    yield "memes.json", compact({"success": True, "data": {"memes": memes}})
    yield "memes-empty.json", compact({"success": True, "data": {"memes": []}})
    made = {"url": "https://i.imgflip.com/zzzz3.jpg", "page_url": "https://imgflip.com/i/zzzz3"}
    yield "caption.json", compact({"success": True, "data": made})
    yield "caption-failed.json", compact({"success": False, "error_message": "No template_id specified"})
