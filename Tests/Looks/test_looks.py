"""Every fixture picture looks the same as in Chromium.

Both pictures, the file and Postcard's result, are drawn on a canvas in headless Chromium. The mean difference of an 8 × 8 grid must not
exceed 10 of 255, for pictures of at least 64 pixels.
"""

import base64
import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
POSTCARD = Path(os.environ.get("POSTCARD", ROOT / ".build" / "release" / "postcard"))
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LARGEST_DIFFERENCE = 10
LEAST_SIDE = 64
TYPES = {
    ".jpg": "image/jpeg", ".png": "image/png", ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif",
    ".bmp": "image/bmp", ".ico": "image/x-icon",
}
# Intended differences, with their reasons.
EXCEPTIONS = {
    "webp-orientation-6.webp": "Chromium does not rotate WebP by EXIF; Postcard, Pillow, libvips and ImageMagick do.",
    "avif-clap-first.avif": "Chromium ignores crops (clap); Pillow and libheif apply them.",
    "png-exif-after-pixels.png": "Chromium reads EXIF only before the pixels; PNG permits it after them.",
    "jpeg-cmyk-adobe.jpg": "Without a profile, Chromium converts inks with simple subtraction; Postcard simulates print.",
    "jpeg-ycck-adobe.jpg": "As jpeg-cmyk-adobe.jpg.",
    "jpeg-cmyk-plain.jpg": "As jpeg-cmyk-adobe.jpg.",
    "jpeg-arithmetic.jpg": "Chromium does not read arithmetic coding.",
    "jpeg-arithmetic-progressive.jpg": "Chromium does not read arithmetic coding.",
    "jpeg-12-bit.jpg": "Neither reads 12 bits.",
}

PAGE = """<!doctype html><meta charset=utf-8><script>
const pairs = %s;
async function cells(source) {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.drawImage(image, 0, 0);
  const {data, width, height} = context.getImageData(0, 0, canvas.width, canvas.height);
  const sums = Array.from({length: 64}, () => [0, 0, 0, 0, 0]);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const sum = sums[(y * 8 / height | 0) * 8 + (x * 8 / width | 0)], place = (y * width + x) * 4;
      const alpha = data[place + 3] / 255;
      for (let channel = 0; channel < 3; channel++) sum[channel] += data[place + channel] * alpha;
      sum[3] += data[place + 3];
      sum[4] += 1;
    }
  // Pictures of fewer than eight pixels leave cells empty.
  return {width, height, cells: sums.filter(sum => sum[4]).map(sum => sum.slice(0, 4).map(value => value / sum[4]))};
}
async function compared(pair) {
  try {
    const theirs = await cells(pair.theirs);
    try {
      const ours = await cells(pair.ours);
      let sum = 0;
      ours.cells.forEach((cell, index) => cell.forEach(
        (value, channel) => sum += Math.abs(value - (theirs.cells[index] ?? [0, 0, 0, 0])[channel])));
      // Transparency has the same weight as a color.
      return {name: pair.name, ours: [ours.width, ours.height], theirs: [theirs.width, theirs.height],
              difference: sum / (ours.cells.length * 4)};
    } catch (error) { return {name: pair.name, theirs: [theirs.width, theirs.height]}; }
  } catch (error) { return {name: pair.name}; }
}
(async () => {
  const results = [];
  for (const pair of pairs) results.push(await compared(pair));
  await fetch("/results", {method: "POST", body: JSON.stringify(results)});
})();
</script>"""


def data_url(path, kind):
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def compared(paths):
    """Returns Chromium's measurements of each file and of the PNG that Postcard made from it."""
    with tempfile.TemporaryDirectory() as folder:
        pairs = []
        for index, path in enumerate(paths):
            ours = Path(folder, f"{index}.png")
            run = subprocess.run([POSTCARD, "edit", path, "-o", ours], capture_output=True, text=True)
            pairs.append(
                {
                    "name": path.name,
                    "theirs": data_url(path, TYPES[path.suffix]),
                    "ours": data_url(ours, "image/png") if run.returncode == 0 else "data:,",
                }
            )
        return shown(PAGE % json.dumps(pairs), Path(folder, "profile"))


def shown(page, profile):
    """Returns the results that a page on loopback sends back from Chromium."""
    results, done = [], threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = page.encode() if self.path == "/" else b""
            self.respond(body)

        def do_POST(self):
            results.extend(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.respond(b"")
            done.set()

        def respond(self, body):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = [
            CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb", f"--user-data-dir={profile}",
            f"http://127.0.0.1:{server.server_port}/",
        ]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if not done.wait(timeout=240):
                raise RuntimeError("Chromium did not finish the page in four minutes.")
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()
    return results


@unittest.skipUnless(CHROMIUM, "Chromium is not installed.")
class Looks(unittest.TestCase):
    def test_fixtures_match_chromium(self):
        paths = [
            path for path in sorted((ROOT / "Fixtures" / "small").iterdir())
            if path.suffix in TYPES and not path.name.startswith("hostile-") and path.name not in EXCEPTIONS
        ]
        for result in compared(paths):
            with self.subTest(result["name"]):
                self.assertIn("theirs", result, "Chromium does not read it.")
                self.assertIn("ours", result, "Postcard does not read it.")
                self.assertEqual(result["ours"], result["theirs"])
                if max(result["theirs"]) >= LEAST_SIDE:
                    self.assertLessEqual(result["difference"], LARGEST_DIFFERENCE)


if __name__ == "__main__":
    unittest.main()
