"""The recorded facts about output: lines of text and pixels of pictures, without times, random values and ports."""

import base64
import collections
import datetime
import hashlib
import io
import json
import re
import zipfile

import pillow_heif
import pillow_jxl  # Lets Pillow read JPEG XL.
from PIL import Image

pillow_heif.register_heif_opener()
Image.MAX_IMAGE_PIXELS = None

# The side of the grid that shows a picture's look: small enough to record, large enough to distinguish pictures despite rounding errors.
CELLS = 16


class Scrubber:
    """Replaces the parts of a text that differ from run to run. Ids are numbered in order of first appearance in a case."""

    PATTERNS = [
        (r"(?<![\d])\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", "moment"),
        (r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", "moment"),
        (r"(?<![\d])\d{4}[-:]\d\d[-:]\d\d([ T]\d\d:\d\d(:\d\d)?)?", "moment"),
        (r"\bjob-[0-9a-z]{11,14}-[0-9a-z]+\b", "job"),
        (r"\b(pin|photo|journal|place|note|entry|meme|set)-[0-9a-z]{12}\b", "id"),
        (r"(?<=upload:)[A-Za-z0-9_-]{22}", "name"),
        (r"(127\.0\.0\.1|localhost):\d{4,5}", "port"),
        (r"(?<=urn:request:)[0-9a-z]+-[0-9a-z]+|^[0-9a-z]{11,14}-[0-9a-z]{1,4}$", "request"),
        (r'(?<="milliseconds":")\d+|(?<=; dur=)[\d.]+|\b\d+(\.\d+)? m?s\b', "time"),
        (r"\b1[6-9]\d{17}\b", "nanoseconds"),
        (r"[A-Za-z0-9+/]{400,}=*", "data"),
    ]

    def __init__(self, folder):
        self.folder = str(folder)
        self.begin = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=2)
        self.begin_case()
        self.pattern = re.compile("|".join(f"({pattern})" for pattern, _ in self.PATTERNS))
        # The number of the group that encloses each pattern.
        groups, self.names = 1, {}
        for pattern, name in self.PATTERNS:
            self.names[groups] = name
            groups += 1 + re.compile(pattern).groups

    def begin_case(self, any_order=False):
        """Starts a case. If the order can vary, as for items created at the same moment, lines are sorted and ids have no numbers."""
        self.ids, self.any_order = {}, any_order

    def text(self, text):
        return self.pattern.sub(self._replaced, text.replace(self.folder, "/folder"))

    def _replaced(self, match):
        found = match[0]
        name = next(name for group, name in self.names.items() if match[group] is not None)
        if name == "id":
            kind = found[:-13]
            if self.any_order:
                return f"{found[:-12]}#"
            count = sum(each.startswith(kind) for each in self.ids.values())
            return self.ids.setdefault(found, f"{kind}{found[-13]}#{count + 1}")
        if name == "moment":
            return "MOMENT" if self._is_new(found) else found
        if name == "port":
            return found.split(":")[0] + ":PORT"
        if name == "data":
            return f"<{len(found)} letters, {digest(found.encode())}>"
        return name.upper()

    def _is_new(self, text):
        if text.endswith("GMT"):
            moment = datetime.datetime.strptime(text, "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=datetime.timezone.utc)
            return moment >= self.begin
        text = text[:10].replace(":", "-") + text[10:]
        try:
            moment = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
        except ValueError:
            return False
        if len(text) < 17:
            return moment.date() >= self.begin.date()
        return (moment if moment.tzinfo else moment.replace(tzinfo=datetime.timezone.utc)) >= self.begin

    def lines(self, text):
        lines = self.text(text).splitlines()
        return sorted(line.rstrip(",") for line in lines) if self.any_order else lines

    def json(self, value):
        return self.lines(json.dumps(value, ensure_ascii=False, indent=1))


def digest(data):
    return hashlib.sha256(data).hexdigest()[:24]


def picture(data):
    """The facts about a picture, or None if Pillow can't read it."""
    try:
        with Image.open(io.BytesIO(data)) as image:
            pixels, delays, frames = hashlib.sha256(), [], getattr(image, "n_frames", 1)
            for number in range(frames):
                image.seek(number)
                frame = image.convert("RGBA")
                pixels.update(frame.tobytes())
                delays.append(image.info.get("duration", 0))
                if number == 0:
                    look = frame.convert("RGBa").resize((CELLS, CELLS), Image.Resampling.BOX)
            # A still image has no visible delay or repetitions.
            animation = f", {frames} frames of {delays} ms, loop {image.info.get('loop')}" if frames > 1 else ""
            return {
                "picture": f"{image.format} {image.width} × {image.height} {image.mode}{animation}",
                "pixels": pixels.hexdigest()[:24], "look": base64.b64encode(look.tobytes()).decode(),
                "bytes": f"{len(data)} {digest(data)}",
            }
    except Exception:  # Pillow's readers raise all kinds of exceptions.
        return None


def look_difference(one, other):
    """The difference between two looks, in levels out of 255: the mean, and the largest of any cell."""
    one, other = base64.b64decode(one), base64.b64decode(other)
    differences = [abs(a - b) for a, b in zip(one, other)]
    return sum(differences) / len(differences), max(differences)


def described(data, scrubber):
    """The facts about some data, by name."""
    if not data:
        return {"text": []}
    if data.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            facts = {"members": scrubber.lines("\n".join(archive.namelist()))}
            for name in archive.namelist():
                for key, value in described(archive.read(name), scrubber).items():
                    facts[f"{scrubber.text(name)} {key}"] = value
            return facts
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return picture(data) or {"bytes": f"{len(data)} {digest(data)}"}
    if "\0" in text:
        return picture(data) or {"bytes": f"{len(data)} {digest(data)}"}
    with_json = text.lstrip()[:1] in ("{", "[")
    if with_json:
        try:
            return {"json": scrubber.json(json.loads(text))}
        except ValueError:
            try:
                # JSON lines, in the order in which work was finished, which differs from run to run.
                documents = sorted((json.loads(line) for line in text.splitlines()), key=lambda each: json.dumps(each, sort_keys=True))
                return {"json": [line for each in documents for line in scrubber.json(each)]}
            except ValueError:
                pass
    return {"text": scrubber.lines(text)}


class Record:
    """A file of cases, one JSON line each, with the name and facts."""

    def __init__(self, path):
        self.file = open(path, "w")
        self.names = collections.Counter()

    def add(self, name, facts):
        self.names[name] += 1
        if self.names[name] > 1:
            name += f" ({self.names[name]})"
        self.file.write(json.dumps({"case": name, "facts": facts}, ensure_ascii=False) + "\n")
        self.file.flush()

    @property
    def count(self):
        return sum(self.names.values())


def read(path):
    """The facts about a record's cases, by name."""
    with open(path) as lines:
        return {case["case"]: case["facts"] for case in map(json.loads, lines)}
