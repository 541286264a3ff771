"""Files with positions in many forms, made with exiftool, ffmpeg and the standard library, and a search for positions in files."""

import hashlib
import re
import shutil
import struct
import subprocess
import zlib

from service import FIXTURES

LATITUDE, LONGITUDE = 48.8584, 2.2945
GPS = [f"-EXIF:GPSLatitude={LATITUDE}", "-EXIF:GPSLatitudeRef=N", f"-EXIF:GPSLongitude={LONGITUDE}", "-EXIF:GPSLongitudeRef=E"]
XMP = [f"-XMP-exif:GPSLatitude={LATITUDE}", f"-XMP-exif:GPSLongitude={LONGITUDE}", "-XMP-photoshop:City=Paris",
       f"-XMP-iptcExt:LocationShownGPSLatitude={LATITUDE}", "-XMP-dc:Title=Tower"]
LOCATION = ["-metadata", "location=+48.8584+002.2945/", "-metadata", "title=Tower"]
VIDEO = ["-f", "lavfi", "-i", "testsrc=d=1:s=64x40:r=10"]
SOUND = ["-f", "lavfi", "-i", "sine=d=1"]
RDF = ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description {}</rdf:RDF>'
       "</x:xmpmeta>")
XMP_NAME = b"http://ns.adobe.com/xap/1.0/\0"


def box(name, content):
    return struct.pack(">I", 8 + len(content)) + name + content


def full_box(name, content, version=0, flags=0):
    return box(name, struct.pack(">I", version << 24 | flags) + content)


def segment(marker, content):
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content


def with_segments(picture, *segments):
    return picture[:2] + b"".join(segments) + picture[2:]


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def camm(offset=0):
    """Returns a movie with a track of Google's camera motion, with one position."""
    sample = struct.pack("<HH", 0, 5) + struct.pack("<ddd", LATITUDE, LONGITUDE, 30)
    start = box(b"ftyp", b"isom\0\0\2\0isommp41")
    matrix = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    movie = full_box(b"mvhd", struct.pack(">IIII", 0, 0, 1000, 1000) + struct.pack(">IHHII", 0x10000, 0x100, 0, 0, 0) + matrix + bytes(24) +
                     struct.pack(">I", 2))
    head = full_box(b"tkhd", struct.pack(">IIIII", 0, 0, 1, 0, 1000) + bytes(16) + matrix + bytes(8), 0, 7)
    media = full_box(b"mdhd", struct.pack(">IIIIHH", 0, 0, 1000, 1000, 0x55C4, 0))
    handler = full_box(b"hdlr", b"\0\0\0\0camm" + bytes(12) + b"CameraMetadataMotionHandler\0")
    entry = full_box(b"stsd", struct.pack(">I", 1) + box(b"camm", bytes(6) + struct.pack(">H", 1)))
    tables = box(b"stbl", entry + full_box(b"stts", struct.pack(">III", 1, 1, 1000)) + full_box(b"stsc", struct.pack(">IIII", 1, 1, 1, 1)) +
                 full_box(b"stsz", struct.pack(">III", 0, 1, len(sample))) +
                 full_box(b"stco", struct.pack(">II", 1, offset + len(start) + 8)))
    reference = box(b"dinf", full_box(b"dref", struct.pack(">I", 1) + full_box(b"url ", b"", 0, 1)))
    information = box(b"minf", full_box(b"nmhd", b"") + reference + tables)
    return start + box(b"mdat", sample) + box(b"moov", movie + box(b"trak", head + box(b"mdia", media + handler + information)))


def camm_track(movie):
    """Returns a movie from ffmpeg, with its index at the end, and a second track of camera motion."""
    end = movie.rindex(b"moov") - 4
    extra = camm(end)
    start, data, index = extra[:extra.index(b"mdat") - 4], extra[extra.index(b"mdat") - 4:extra.index(b"moov") - 4], extra[
        extra.index(b"trak") - 4:]
    # Only the data is inserted, without the file type before it.
    index = index.replace(struct.pack(">I", end + len(start) + 8), struct.pack(">I", end + 8))
    return movie[:end] + data + box(b"moov", movie[end + 8:] + index)


def insta360():
    """Returns the trailer that Insta360 cameras write after the end of a file."""
    record = struct.pack("<IIHcdcdcddd", 1_700_000_000, 0, 0, b"A", LATITUDE, b"N", LONGITUDE, b"E", 1, 2, 30)
    head = struct.pack("<HI", 0x700, len(record)) + bytes(32) + struct.pack("<I", len(record) + 78) + bytes(4)
    return record + head + b"8db42d694ccc418790edff439fe026bf"


def stored_brotli(data):
    """Returns data as an uncompressed Brotli stream."""
    return (1 << 20 | (len(data) - 1) << 4).to_bytes(3, "little") + data + b"\x03"


def extended_xmp(picture, cuts):
    """Returns a JPEG file with a position in extended XMP that is split in the middle of names."""
    attributes = f'xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51.504N" exif:GPSLongitude="2,17.67E"/>'
    text = RDF.format(attributes).encode()
    number = hashlib.md5(text).hexdigest().upper().encode()
    main = RDF.format(f'xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="{number.decode()}"/>').encode()
    places = [0, *(text.index(name.encode()) + cut for name, cut in cuts), len(text)]
    parts = [segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + number + struct.pack(">II", len(text), start) + text[start:end])
             for start, end in zip(places, places[1:])]
    return with_segments(picture, segment(0xE1, XMP_NAME + main), *parts)


def xmp(picture, attributes, encoding="utf-8"):
    return with_segments(picture, segment(0xE1, XMP_NAME + RDF.format(attributes).encode(encoding)))


class Maker:
    """Makes files in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def exiftool(self, name, source, *arguments):
        path = self.file(name, source)
        subprocess.run(["exiftool", "-q", "-m", "-overwrite_original", *arguments, path], check=True)
        return path

    def ffmpeg(self, name, *arguments):
        path = self.folder / name
        subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *arguments, path], check=True)
        return path

    def pictures(self):
        """Makes pictures with a hidden position."""
        small = {path.stem: path.read_bytes() for path in (FIXTURES / "small").iterdir()}
        jpeg, png = small["jpeg-progressive"], small["png-rgb-8"]
        tagged = self.exiftool("tags.jpg", jpeg, *GPS, *XMP, "-IPTC:City=Paris", "-IPTC:By-line=Ann", "-XMP-mwg-rs:RegionName=x",
                               "-Comment=at 48.8584", "-EXIF:UserComment=at 48.8584").read_bytes()
        moving = self.ffmpeg("plain.mp4", *VIDEO, *SOUND, *LOCATION).read_bytes()
        motion = f'xmlns:G="http://ns.google.com/photos/1.0/camera/" G:MicroVideo="1" G:MicroVideoOffset="{len(camm())}"/>'
        self.file("motion-camm.jpg", xmp(jpeg, motion) + camm())
        self.file("motion-location.jpg", xmp(jpeg, motion) + moving)
        self.file("trailer.jpg", jpeg + insta360())
        self.file("second-picture.jpg", jpeg + tagged)
        self.file("thumbnail.jpg", with_segments(jpeg, segment(0xE0, b"JFXX\0\x10" + tagged)))
        self.file("cut-xmp.jpg", extended_xmp(jpeg, [("GPSLatitude", 5), ("GPSLongitude", 6)]))
        self.file("whole-xmp.jpg", extended_xmp(jpeg, []))
        names = 'xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" '
        self.file("drone.jpg", xmp(jpeg, names + 'drone-dji:GpsLatitude="48.8584" drone-dji:Latitude="48.8584" drone-dji:Longtitude="2.2945"/>'))
        names = 'xmlns:e="http://ns.adobe.com/exif/1.0/" '
        self.file("prefix.jpg", xmp(jpeg, names + 'e:GPSLatitude="48,51.504N" e:GPSLongitude="2,17.67E"/>'))
        self.file("entity.jpg", xmp(jpeg, names.replace(":e=", ":exif=") + 'exif:GPSL&#97;titude="48,51.504N"/>'))
        self.file("utf-16.jpg", xmp(jpeg, names + 'e:GPSLatitude="48,51.504N" e:GPSLongitude="2,17.67E"/>', "utf-16"))
        self.file("default.jpg", xmp(jpeg, '><GPSLatitude xmlns="http://ns.adobe.com/exif/1.0/">48,51.504N</GPSLatitude></rdf:Description>'))
        self.file("geo.jpg", xmp(jpeg, 'xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#" geo:lat="48.8584" geo:long="2.2945"/>'))
        self.exiftool("tags.png", png, *GPS, *XMP, "-PNG:Comment=at 48.8584")
        self.exiftool("zipped.png", png, "-z", *XMP)
        profile = tagged[tagged.index(b"Exif\0\0"):][:1000].hex().encode()
        text = b"Raw profile type APP1\0" + b"\0" + zlib.compress(b"\nexif\n    1000\n" + profile + b"\n")
        self.file("profile.png", png[:33] + chunk(b"zTXt", text) + png[33:])
        self.file("trailer.png", png + tagged)
        self.exiftool("tags.gif", small["gif-still"], *XMP, "-Comment=at 48.8584")
        webp = self.exiftool("tags.webp", small["webp-lossy"], *GPS, *XMP).read_bytes()
        self.file("trailer.webp", webp + tagged)
        for kind in ["heic", "avif"]:
            self.exiftool(f"tags.{kind}", small[kind], *GPS, *XMP)
            self.file(f"motion.{kind}", small[kind] + box(b"mpvd", camm()) + box(b"sefd", tagged))
        self.exiftool("tags.tif", small["tiff-rgb"], *GPS, *XMP, "-IPTC:City=Paris")
        self.file("trailer.bmp", small["bmp-24"] + tagged)
        codestream = self.ffmpeg("plain.jxl", *VIDEO, "-frames:v", "1").read_bytes()
        exif = bytes(4) + tagged[tagged.index(b"Exif\0\0") + 6:][:1000]
        start = box(b"JXL ", b"\r\n\x87\n") + box(b"ftyp", b"jxl \0\0\0\0jxl ")
        self.file("brob.jxl", start + box(b"jxlc", codestream) + box(b"brob", b"Exif" + stored_brotli(exif)))
        self.file("exif.jxl", start + box(b"Exif", exif) + box(b"jxlc", codestream) + box(b"jumb", exif))
        return [path for path in self.folder.iterdir() if path.name not in ("plain.mp4", "plain.jxl")]

    def videos(self):
        """Makes videos with a hidden position."""
        cover = self.exiftool("cover.jpg", (FIXTURES / "small/jpeg-420.jpg").read_bytes(), *GPS)
        moving = self.ffmpeg("location.mp4", *VIDEO, *SOUND, *LOCATION).read_bytes()
        tags = [f"-Keys:GPSCoordinates={LATITUDE}, {LONGITUDE}", f"-UserData:GPSCoordinates={LATITUDE}, {LONGITUDE}", *XMP, "-Keys:Title=Tower"]
        self.exiftool("tags.mp4", moving, *tags)
        self.ffmpeg("location.mov", *VIDEO, *SOUND, "-c:a", "pcm_s16le", *LOCATION)
        self.exiftool("tags.mov", (self.folder / "location.mov").read_bytes(), *tags)
        self.file("camm.mp4", camm_track(moving))
        self.file("trailer.mp4", moving + insta360())
        self.file("box.mp4", moving + box(b"uuid", bytes(range(16)) + cover.read_bytes()))
        self.ffmpeg("fragments.mp4", *VIDEO, *SOUND, *LOCATION, "-movflags", "frag_keyframe+empty_moov", "-g", "3")
        self.ffmpeg("fast.mp4", *VIDEO, *SOUND, *LOCATION, "-movflags", "+faststart")
        self.ffmpeg("location.3gp", *VIDEO, "-c:v", "mpeg4", *LOCATION)
        subtitles = self.file("places.srt", b"1\n00:00:00,000 --> 00:00:01,000\nGPS 48.8584, 2.2945\n")
        self.ffmpeg("subtitles.mp4", *VIDEO, "-i", subtitles, "-c:s", "mov_text")
        self.ffmpeg("subtitles.mkv", *VIDEO, "-i", subtitles, *LOCATION, "-attach", cover, "-metadata:s:t", "mimetype=image/jpeg")
        self.ffmpeg("location.webm", *VIDEO, *SOUND, "-c:v", "libvpx", "-c:a", "libvorbis", *LOCATION)
        self.ffmpeg("location.avi", *VIDEO, *SOUND, "-metadata", "comment=48.8584, 2.2945", "-metadata", "title=Tower")
        return [path for path in self.folder.iterdir() if path.suffix not in (".jpg", ".srt")]

    def unsupported(self):
        """Makes videos in unsupported containers, and videos whose frames are pictures with a position."""
        for kind in ["ts", "flv", "mpg", "wmv"]:
            self.ffmpeg(f"foreign.{kind}", *VIDEO, "-r", "25", *([] if kind != "flv" else ["-c:v", "flv"]))
        picture = self.exiftool("frame.jpg", (FIXTURES / "small/jpeg-420.jpg").read_bytes(), *GPS)
        for kind in ["mov", "mkv", "avi"]:
            self.ffmpeg(f"frames.{kind}", "-framerate", "1", "-i", picture, "-c", "copy")
        return [path for path in self.folder.iterdir() if path.stem in ("foreign", "frames")]


TAGS = re.compile(r"gps|latitude|longitude|longtitude|location|coordinate|geo|city|region|track.*meta|camm", re.I)
VALUES = re.compile(r"48\.85\d|2\.294\d|48 deg|48,51|2,17|Paris")
STARTS = re.compile(rb"\xff\xd8\xff|\x89PNG\r|MM\0\*|II\*\0|<x:xmpmeta|....ftyp|RIFF....(?:WEBP|AVI )|\x1a\x45\xdf\xa3", re.S)
PLAIN = [b"48.8584", b"48,51", b"2.2945", b"Paris", *(text.encode(f"utf-16-{order}") for text in ("48.8584", "48,51") for order in ("le", "be")),
         *(struct.pack(order + kind, value) for order in "<>" for kind in "d" for value in (LATITUDE, LONGITUDE)),
         struct.pack(">II", 48, 1), struct.pack("<II", 48, 1)]


def positions_in(paths, folder):
    """Returns the position data that exiftool and a search of the bytes find in files, and in files within them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    found = {path.name: [] for path in paths}
    for number, path in enumerate(paths):
        content = path.read_bytes()
        found[path.name] += [f"bytes {text!r}" for text in PLAIN if text in content]
        for start in {0, *(match.start() for match in STARTS.finditer(content))}:
            (folder / f"{number}-{start}{path.suffix if start == 0 else '.bin'}").write_bytes(content[start:])
    reply = subprocess.run(["exiftool", "-ee", "-a", "-G1", "-s", "-m", "-r", "-ext", "*", folder], capture_output=True, text=True, errors="replace")
    name = None
    for line in reply.stdout.splitlines():
        if line.startswith("======== "):
            name = paths[int(line.rsplit("/", 1)[1].split("-")[0])].name
            continue
        tag, _, value = line.partition(":")
        if not tag.startswith(("[System]", "[File]")) and (TAGS.search(tag) and value.strip() or VALUES.search(value)):
            found[name].append(" ".join(line.split()))
    return {name: lines for name, lines in found.items() if lines}
