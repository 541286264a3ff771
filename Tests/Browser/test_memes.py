"""Memes: editing by pointer, keyboard and number fields, saving, and the gallery."""

import base64
import pathlib
import re
import subprocess

from browser import FIXTURES, expect, on_desktop, on_each_device, wait_in
from held import HeldRequests
from library import album, created_id, picture


# Returns the size of a picture in the page and a digest of its pixels.
PIXELS = """async image => {
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
    return [canvas.width, canvas.height, ...new Uint8Array(await crypto.subtle.digest('SHA-256', data))];
}"""


class Editor:
    @property
    def boxes(self):
        return self.page.locator(".stage-box")

    def open(self, query):
        self.sign_in(at=f"/app/memes/new?{query}")
        expect(self.boxes.first).to_be_visible()
        self.wait_for_preview()

    def open_photo(self):
        self.photos = album(self.app)
        self.open(f"photo={self.photos[0]}")

    def wait_for_preview(self):
        """Waits until the stage shows the last requested preview."""
        expect(self.page.locator(".stage-picture[src^=blob]")).to_be_visible()
        expect(self.page.locator(".stage[aria-busy=false]")).to_be_attached()

    def text_field(self, number):
        """Returns the input field of a text; the first text has number 1."""
        return self.page.locator(".words textarea").nth(number - 1)

    def write(self, *texts):
        for number, text in enumerate(texts, 1):
            self.text_field(number).fill(text)
        self.wait_for_preview()

    def drag(self, handle, dx, dy):
        box = self.box(handle)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx, y + dy, steps=6)
        self.page.mouse.up()
        self.wait_for_preview()

    def selected(self):
        return self.page.locator(".stage-box[aria-pressed=true]")

    def position(self):
        """Returns the box of the selected part, read from the number fields."""
        self.page.get_by_role("tab", name="Position").click()
        return [float(self.page.get_by_label(label).input_value()) for label in ("From left", "From top", "Width", "Height", "Rotation")]

    def save(self):
        self.page.get_by_role("button", name="Save").click()
        expect(self.page).to_have_url(re.compile(r"/app/memes/meme-[0-9a-z]{12}$"))
        # The gallery is under the meme, and may still be loading.
        expect(self.page.locator(".meme-large")).to_be_visible()
        expect(self.page.locator(".pane h1")).to_have_text("Memes")
        return self.page.url.rsplit("/", 1)[1]

    def is_preview(self, request):
        """True if a request is for the stage; style previews have 240 pixels."""
        return request.url.endswith("/memes") and request.method == "POST" and request.post_data_json.get("size", "240") != "240"

    def pixels_of_saved(self, meme, size):
        """Returns the digest of a saved meme, as the service draws it at a size."""
        return self.page.evaluate(
            f"""async ([picture, meme, size]) => {{
                const body = JSON.stringify({{picture, meme, size, format: 'jpg'}});
                const reply = await fetch('/memes', {{method: 'POST', body, headers: {{'Content-Type': 'application/json', 'X-Postcard': '1'}}}});
                const image = new Image();
                image.src = URL.createObjectURL(await reply.blob());
                await image.decode();
                return await ({PIXELS})(image);
            }}""", [f"library:{meme['photo']}", meme["spec"], size])

    def get(self, path):
        return self.page.evaluate("path => fetch(path).then(r => r.json())", path)


@on_each_device
class MakingMemes(Editor):
    def test_text_can_be_typed_moved_resized_rotated_and_saved(self):
        sizes = []
        self.page.on("request", lambda request: sizes.append(request.post_data_json["size"]) if self.is_preview(request) else None)
        self.open_photo()
        self.assert_accessible()
        self.write("one does not simply", "ship on Friday")
        before = self.position()
        self.drag(self.selected(), -20, -60)
        self.drag(self.selected().locator(".stage-handle-e"), -40, 0)
        self.drag(self.selected().locator(".stage-turn"), 60, -20)
        after = self.position()
        self.assertLess(after[1], before[1])
        self.assertLess(after[2], before[2])
        self.assertNotEqual(after[4], 0)
        self.screenshot("meme-stage")
        size, shown = sizes[-1], self.page.evaluate(f"({PIXELS})(document.querySelector('.stage-picture'))")
        meme = self.get(f"/library/memes/{self.save()}")
        self.assert_accessible()
        self.assertEqual(meme["texts"], ["one does not simply", "ship on Friday"])
        self.assertEqual(meme["photo"], self.photos[0])
        self.assertAlmostEqual(meme["spec"]["captions"][1]["angle"], after[4])
        # The service draws the saved meme, at the size of the last preview, with identical pixels.
        self.assertEqual(self.pixels_of_saved(meme, size), shown)

    def test_closing_a_new_meme_returns_to_the_gallery(self):
        self.sign_in()
        self.page.goto(f"{self.app.origin}/app/memes")
        expect(self.page.get_by_role("heading", name="No memes yet")).to_be_visible()
        self.page.get_by_role("link", name="Make the first one").click()
        self.page.get_by_role("link", name="Verdict").click()
        self.write("no", "yes")
        self.save()
        self.page.get_by_role("button", name="Close", exact=True).click()
        expect(self.page).to_have_url(f"{self.app.origin}/app/memes")
        expect(self.page.locator(".tile")).to_have_count(1)

    def test_undo_reverts_a_drag_and_typing_in_one_step_each(self):
        self.open_photo()
        self.write("first")
        box = self.boxes.first
        label = box.get_attribute("aria-label")
        self.drag(box, 30, 40)
        self.assertNotEqual(box.get_attribute("aria-label"), label)
        undo = self.page.get_by_role("button", name="Undo")
        undo.click()
        expect(box).to_have_attribute("aria-label", label)
        undo.click()
        expect(self.text_field(1)).to_have_value("")
        expect(undo).to_be_disabled()
        self.page.get_by_role("button", name="Redo").click()
        expect(self.text_field(1)).to_have_value("first")

    def test_boxes_can_be_edited_by_keyboard_and_number_fields(self):
        self.open_photo()
        self.write("keys")
        self.boxes.first.focus()
        before = self.position()
        self.boxes.first.focus()
        for key in ("ArrowRight", "ArrowRight", "Shift+ArrowDown", "Alt+ArrowLeft", "."):
            self.page.keyboard.press(key)
        self.assertEqual(self.position(), [before[0] + 2, before[1] + 5, before[2] - 1, before[3], 5])
        for label, value in (("From left", "10"), ("From top", "20"), ("Width", "50"), ("Height", "30"), ("Rotation", "-15")):
            self.page.get_by_label(label).fill(value)
        self.wait_for_preview()
        self.assertEqual(self.position(), [10, 20, 50, 30, -15])
        self.boxes.first.focus()
        self.page.keyboard.press("Enter")
        expect(self.text_field(1)).to_be_focused()
        self.boxes.first.focus()
        self.page.keyboard.press("Delete")
        expect(self.boxes).to_have_count(1)

    def test_pinch_resizes_and_rotates_a_box(self):
        if self.device != "Phone":
            self.skipTest("needs fingers")
        self.open_photo()
        self.write("pinch")
        box = self.box(self.boxes.first)
        before = self.position()
        touch = self.context.new_cdp_session(self.page)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def points(reach, rise):
            return [{"x": x - reach, "y": y - rise, "id": 1}, {"x": x + reach, "y": y + rise, "id": 2}]

        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points(40, 0)})
        for step in range(1, 6):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points(40 - 4 * step, 2 * step)})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.wait_for_preview()
        after = self.position()
        self.assertLess(after[2], before[2])
        self.assertGreater(after[4], 10)

    def test_changing_the_style_keeps_all_texts(self):
        self.open_photo()
        self.write("above", "below")
        self.page.get_by_role("button", name="White bar on top").click()
        expect(self.boxes).to_have_count(1)
        expect(self.text_field(1)).to_have_value("above")
        expect(self.text_field(2)).to_have_value("below")
        self.page.get_by_role("button", name="Classic").click()
        expect(self.boxes).to_have_count(2)
        expect(self.text_field(2)).to_have_value("below")
        self.wait_for_preview()
        self.page.get_by_role("tab", name="Text").click()
        self.page.get_by_label("Background", exact=True).check()
        self.wait_for_preview()
        self.assert_accessible()
        self.screenshot("meme-text")

    def test_back_asks_each_time_before_a_meme_is_left(self):
        self.sign_in(at="/app/memes")
        self.page.get_by_role("link", name="New meme").first.click()
        self.page.get_by_role("link", name="Crossroads").click()
        expect(self.page.locator(".stage-box").first).to_be_visible()
        self.page.locator(".words textarea").first.fill("left")
        self.assert_back_asks("Leave this meme?", "Stay", "Stay", "Back", "Leave")
        expect(self.page).to_have_url(re.compile("/app/memes"))
        expect(self.page.locator(".stage-box")).to_have_count(0)

    def test_uploaded_picture_can_get_text_and_an_overlay(self):
        self.photos = album(self.app)
        self.sign_in(at="/app/memes/new")
        expect(self.page.get_by_role("link", name="Billboard")).to_be_visible()
        self.assert_accessible()
        self.screenshot("meme-chooser")
        self.page.locator("input[type=file]").first.set_input_files(picture("bridge"))
        expect(self.page.locator(".stage-box").first).to_be_visible()
        self.wait_for_preview()
        self.page.get_by_role("button", name="My pictures").click()
        expect(self.page.locator(".picker-tile").first).to_be_visible()
        self.assert_accessible()
        self.page.locator(".picker-tile").first.click()
        expect(self.selected()).to_have_attribute("aria-label", re.compile("^Picture 1"))
        self.write("own")
        meme = self.get(f"/library/memes/{self.save()}")
        self.assertEqual(meme["texts"][0], "own")
        self.assertEqual(len(meme["spec"]["overlays"]), 1)

    def test_picture_fills_slot_of_template_and_default_text_is_shown(self):
        self.sign_in(at="/app/memes/new?template=wanted")
        expect(self.page.locator(".stage-box").first).to_be_visible()
        self.wait_for_preview()
        self.page.locator("input[type=file]").first.set_input_files(picture("bridge"))
        expect(self.selected()).to_have_attribute("aria-label", re.compile("^Picture 1"))
        self.wait_for_preview()
        meme = self.get(f"/library/memes/{self.save()}")
        self.assertEqual([text for text in meme["texts"] if text], ["Wanted"])
        self.assertEqual([overlay["fit"] for overlay in meme["spec"]["overlays"]], ["cover"])

    def choose(self, file):
        """Starts a meme with a file from this device."""
        self.sign_in(at="/app/memes/new")
        self.page.locator("input[type=file]").first.set_input_files(file)

    def downloaded(self, click):
        """Returns the name of the file that a click downloads, its size in pixels, and its number of frames."""
        with self.page.expect_download() as download:
            click()
        data = base64.b64encode(pathlib.Path(download.value.path()).read_bytes()).decode()
        name = download.value.suggested_filename
        if name.endswith(".mp4"):
            probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames",
                                    "-of", "csv=p=0", download.value.path()], capture_output=True, text=True, check=True)
            width, height, frames = map(int, probe.stdout.strip().split(","))
            return name, [width, height], frames
        kind = {"jpg": "jpeg"}.get(name.rsplit(".")[-1], name.rsplit(".")[-1])
        return name, *self.page.evaluate("""async ([data, type]) => {
            const decoder = new ImageDecoder({type, data: Uint8Array.from(atob(data), character => character.charCodeAt(0))});
            await decoder.tracks.ready;
            const {image} = await decoder.decode();
            return [[image.displayWidth, image.displayHeight], decoder.tracks.selectedTrack.frameCount];
        }""", [data, f"image/{kind}"])

    def test_meme_with_bubble_and_effects_can_be_cropped_and_downloaded(self):
        self.choose(picture("bridge"))
        self.wait_for_preview()
        if self.device == "Phone":
            expect(self.page.locator("#tabs")).to_be_hidden()
        self.write("one does not simply")
        # Text being edited is not covered by the large handles of touch screens.
        handles = self.selected().locator(".stage-handle-se")
        expect(handles).to_be_visible(visible=self.device == "Desktop")
        self.page.get_by_role("tab", name="Effects").click()
        expect(handles).to_be_visible()
        for effect in ("Arc", "Rainbow"):
            self.page.get_by_role("checkbox", name=effect).check()
        self.wait_for_preview()
        self.assert_accessible()
        self.screenshot("meme-effects")
        self.page.get_by_role("button", name="Bubble").click()
        expect(self.text_field(3)).to_be_focused()
        self.page.keyboard.type("Who put the cat in charge?")
        self.page.get_by_role("tab", name="Position").click()
        before = self.page.get_by_label("Tail left").input_value()
        self.drag(self.page.locator(".stage-tail"), 40, 20)
        self.assertGreater(float(self.page.get_by_label("Tail left").input_value()), float(before))
        self.screenshot("meme-bubble")
        # Bubbles are not part of a style.
        self.page.get_by_role("tab", name="Style").click()
        self.page.get_by_role("button", name="Subtitle").click()
        expect(self.text_field(2)).to_have_value("Who put the cat in charge?")
        self.page.get_by_role("button", name="Undo").click()
        self.page.get_by_role("tab", name="Picture").click()
        self.page.get_by_label("Deep-fried").check()
        self.page.get_by_role("button", name="Crop").click()
        dialog = self.page.get_by_role("dialog", name="Crop the picture")
        dialog.get_by_role("radio", name="Square").check()
        expect(dialog.locator(".stage-picture[src^=blob]")).to_be_visible()
        self.assert_accessible()
        self.screenshot("meme-crop")
        dialog.get_by_role("button", name="Crop").click()
        # The dialog must close first, since it also contains a stage.
        expect(dialog).not_to_be_attached()
        self.wait_for_preview()
        self.screenshot("meme-cropped")
        download = self.page.get_by_role("button", name="Download", exact=True)
        name, size, frames = self.downloaded(download.click)
        self.assertEqual((name, size[0], frames), ("one-does-not-simply-who-put-the-cat-in-charge.jpg", size[1], 1))
        meme = self.get(f"/library/memes/{self.save()}")
        self.assertEqual(meme["width"], meme["height"])
        self.assertEqual(meme["spec"]["effect"], "deep-fried")
        bubble = meme["spec"]["captions"][2]
        self.assertEqual((bubble["text"], bubble["fill"]), ("Who put the cat in charge?", "#000000"))
        # A copy of the meme has the same crop.
        self.page.get_by_role("button", name="Edit a copy").click()
        self.wait_for_preview()
        self.write("again")
        self.assertEqual(self.get(f"/library/memes/{self.save()}")["framing"], meme["framing"])

    def test_meme_can_be_exported_for_an_app(self):
        self.choose(picture("bridge"))
        self.write("small")
        self.page.get_by_role("button", name="For WhatsApp").click()
        emoji = self.page.get_by_role("menuitem", name="Discord emoji")
        expect(emoji).to_be_visible()
        self.assert_accessible()
        self.assertEqual(self.downloaded(emoji.click), ("small.png", [128, 128], 1))
        self.save()
        self.page.get_by_role("button", name="For WhatsApp").click()
        story = self.page.get_by_role("menuitem", name="Instagram story")
        self.assertEqual(self.downloaded(story.click), ("small.jpg", [1080, 1920], 1))

    def test_fonts_are_chosen_from_previews(self):
        self.open("template=verdict")
        self.page.get_by_role("tab", name="Text").click()
        fonts = self.page.locator(".fonts input[type=radio]")
        expect(fonts.first).to_be_checked()
        expect(fonts.first).to_have_attribute("aria-label", "Frankmark")
        self.assertLessEqual(fonts.count(), 6)
        expect(self.page.locator(".fonts i").first).to_have_css("mask-image", re.compile("^url.*blob:"))
        self.page.get_by_role("radio", name="DejaVu Sans", exact=True).check()
        self.write("in another font")
        self.assert_accessible()
        self.screenshot("meme-fonts")
        meme = self.get(f"/library/memes/{self.save()}")
        self.assertEqual(meme["spec"]["captions"][0]["font"], "DejaVu Sans")

    def test_part_of_a_video_becomes_an_animated_meme(self):
        self.choose(FIXTURES / "video/gate.webm")
        part = self.page.get_by_role("button", name="Use this part")
        expect(part).to_be_enabled()
        self.assert_accessible()
        self.screenshot("meme-video")
        part.click()
        self.wait_for_preview()
        self.write("it moves")
        name, size, frames = self.downloaded(self.page.get_by_role("button", name="Download", exact=True).click)
        # All programs play an MP4.
        self.assertEqual((name, size), ("it-moves.mp4", [192, 128]))
        self.assertGreater(frames, 10)
        self.assertEqual(self.get(f"/library/memes/{self.save()}")["format"], "webp")
        video = self.page.get_by_role("button", name="Download", exact=True)
        self.assertEqual(self.downloaded(video.click), ("it-moves.mp4", [192, 128], frames))
        gif = self.page.get_by_role("button", name="Download GIF")
        name, size, frames = self.downloaded(gif.click)
        self.assertEqual((name, size), ("it-moves.gif", [192, 128]))
        self.assertGreater(frames, 10)
        self.assertEqual(self.downloaded(self.page.get_by_role("link", name="Download WebP").click)[0], "it-moves.webp")

    def test_video_from_an_entry_can_be_used_and_invalid_overlay_shows_an_error(self):
        entry = created_id(self.app.run("entry", "new", FIXTURES / "video/gate.webm", "--text", "A gate"))
        self.sign_in(at=f"/app/memes/new?entry={entry}&number=1")
        expect(self.page.get_by_role("heading", name="This is a video")).to_be_visible()
        self.page.get_by_role("button", name="Use this part").click()
        self.wait_for_preview()
        self.page.locator(".additions input[type=file]").set_input_files({"name": "notes.pdf", "mimeType": "application/pdf", "buffer": b"%PDF"})
        expect(self.page.locator(".toast")).to_contain_text("This file is not a picture.")

    def test_template_defines_its_text_fields(self):
        self.open("template=crossroads")
        expect(self.page.locator(".words textarea")).to_have_count(3)
        self.write("Fix it", "Rewrite it", "Me")
        self.assertEqual(self.get(f"/library/memes/{self.save()}")["template"], "crossroads")

    def test_no_derivatives_photo_explains_why_it_cannot_be_edited(self):
        photos = album(self.app)

        def forbid(route):
            reply = route.fetch()
            photo = reply.json()
            photo["license"] |= {"allowsDerivatives": False, "name": "CC BY-ND 4.0"}
            route.fulfill(response=reply, json=photo)

        self.page.route(f"**/library/photos/{photos[0]}", forbid)
        self.sign_in(at=f"/app/memes/new?photo={photos[0]}")
        expect(self.page.get_by_text("is licensed under CC BY-ND 4.0, which does not allow changes")).to_be_visible()
        expect(self.page.get_by_role("button", name="Save")).to_have_count(0)
        self.assert_accessible()
        self.screenshot("meme-not-allowed")

    def test_closing_an_unsaved_meme_asks_first(self):
        self.open_photo()
        self.write("unsaved")
        self.page.get_by_role("link", name="Close").click()
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_contain_text("It has not been saved")
        dialog.get_by_role("button", name="Stay").click()
        expect(self.text_field(1)).to_have_value("unsaved")
        self.page.get_by_role("link", name="Close").click()
        dialog.get_by_role("button", name="Leave").click()
        expect(self.page.get_by_role("heading", name="Memes", exact=True)).to_be_visible()

    def wait_for_draft(self, text):
        """Waits until the browser stores a draft with this text."""
        self.page.evaluate("""async text => {
            const { readDraft } = await import(new URL('base/drafts.js', document.querySelector('script[type=module]').src));
            while (!JSON.stringify(await readDraft('meme')).includes(text)) await new Promise(requestAnimationFrame);
        }""", text)

    def test_unsaved_meme_is_restored_from_its_draft(self):
        self.open_photo()
        self.drag(self.selected(), -20, -60)
        self.write("still here")
        label = self.selected().get_attribute("aria-label")
        self.wait_for_draft("still here")
        self.page.goto(f"{self.app.origin}/app/memes/new")
        self.page.get_by_role("link", name="Continue your draft").click()
        expect(self.text_field(1)).to_have_value("still here")
        expect(self.selected()).to_have_attribute("aria-label", label)
        self.wait_for_preview()
        self.screenshot("meme-draft")
        self.save()
        # A saved meme is no longer a draft.
        self.page.goto(f"{self.app.origin}/app/memes/new?photo={self.photos[0]}")
        expect(self.text_field(1)).to_have_value("")

    def test_expired_upload_is_sent_again(self):
        self.allow("status of 404")
        self.sign_in(at="/app/memes/new")
        self.page.locator("input[type=file]").first.set_input_files(picture("bridge"))
        expect(self.boxes.first).to_be_visible()
        self.wait_for_preview()
        gone = []

        def forget(route):
            if route.request.method == "POST" and not gone:
                gone.append(route.request.post_data_json["picture"])
            if route.request.method == "POST" and route.request.post_data_json["picture"] in gone:
                route.fulfill(status=404, content_type="application/problem+json", json={"code": "uploadGone", "detail": "It is gone."})
            else:
                route.continue_()

        self.page.route("**/memes", forget)
        self.write("after a while")
        expect(self.page.locator(".stage-status")).to_be_empty()
        self.page.unroute("**/memes", forget)
        self.wait_for_draft("after a while")
        # Uploaded pictures and the session end with the service.
        url = self.page.url
        self.page.goto("about:blank")
        self.app.end()
        self.app.start()
        self.page.goto(f"{url}{self.app.fragment}")
        expect(self.text_field(1)).to_have_value("after a while")
        self.wait_for_preview()
        self.assertEqual(self.get(f"/library/memes/{self.save()}")["texts"][0], "after a while")

    def test_failed_preview_shows_an_error_and_can_be_retried(self):
        self.allow("status of 503")
        self.open_photo()

        def reject(route):
            route.fulfill(status=503, content_type="application/problem+json", json={"code": "overloaded", "detail": "All permits are taken."})

        self.page.route("**/memes", reject)
        self.text_field(1).fill("again")
        expect(self.page.locator(".stage-status")).to_contain_text("Try again in a moment.")
        self.page.unroute("**/memes", reject)
        self.page.locator(".stage-status").get_by_role("button", name="Retry").click()
        expect(self.page.locator(".stage-status")).to_be_empty()


@on_each_device
class MemeGallery(Editor):
    def setUp(self):
        super().setUp()
        self.photos = album(self.app)
        for words in ("One does not simply", "Works on my machine"):
            self.app.run("meme", self.photos[0], words, "ship it", "-o", self.folder / f"{words[:3]}.jpg")
        self.sign_in(at="/app/memes")
        self.tiles = self.page.locator(".tile")
        expect(self.tiles).to_have_count(2)

    def test_memes_can_be_searched_by_text(self):
        self.assert_accessible()
        self.screenshot("meme-gallery")
        # A search field would not help with only a few memes.
        search = self.page.get_by_label("Search memes")
        expect(search).to_be_hidden()
        table = self.folder / "captions.csv"
        table.write_text("name,top\n" + "".join(f"m{number},number {number}\n" for number in range(11)))
        self.app.run("meme", self.photos[0], "--from", table, "-o", self.folder / "many/")
        self.page.reload()
        expect(search).to_be_visible()
        self.assert_accessible()
        search.fill("machine")
        expect(self.tiles).to_have_count(1)
        search.fill("nothing like it")
        expect(self.page.get_by_role("heading", name="No memes found")).to_be_visible()
        self.assert_accessible()
        search.fill("")
        self.page.get_by_label("Place").select_option("Eiffel Tower")
        expect(self.tiles.nth(3)).to_be_visible()

    def test_meme_can_be_copied_and_edited(self):
        self.tiles.first.click()
        self.page.get_by_role("button", name="Edit a copy").click()
        expect(self.text_field(1)).to_have_value("Works on my machine")
        self.wait_for_preview()
        self.write("Works on yours too")
        meme = self.get(f"/library/memes/{self.save()}")
        self.assertEqual(meme["texts"], ["Works on yours too", "ship it"])
        self.assertEqual(meme["photo"], self.photos[0])

    def test_edit_replaces_a_meme_and_undo_restores_the_earlier_meme(self):
        first = self.tiles.first.get_attribute("data-key")
        self.tiles.first.click()
        self.page.get_by_role("button", name="Edit", exact=True).click()
        expect(self.page.get_by_role("heading", name="Edit the meme")).to_be_visible()
        expect(self.text_field(1)).to_have_value("Works on my machine")
        self.wait_for_preview()
        self.write("Works on every machine")
        second = self.save()
        expect(self.page.get_by_text("Meme changed.")).to_be_visible()
        self.assert_accessible()
        memes = lambda: {meme["id"]: meme["texts"][0] for meme in self.get("/library/memes")}
        self.assertEqual(memes()[second], "Works on every machine")
        self.assertEqual((len(memes()), first in memes()), (2, False))
        with self.page.expect_response(lambda response: response.request.method == "DELETE"):
            self.page.get_by_role("button", name="Undo").click()
        expect(self.page).to_have_url(re.compile(f"/app/memes/{first}$"))
        self.assertEqual(memes()[first], "Works on my machine")
        self.assertEqual((len(memes()), second in memes()), (2, False))

    def test_picture_of_an_entry_can_be_picked_and_albums_are_a_filter(self):
        entry = created_id(self.app.run("entry", "new", picture("lake"), "--text", "The lake"))
        self.page.goto(f"{self.app.origin}/app/memes/new")
        self.page.get_by_role("button", name="My pictures").click()
        tiles = self.page.locator(".picker-tile")
        expect(tiles).to_have_count(4)
        self.assert_accessible()
        self.screenshot("my-pictures")
        self.page.get_by_label("Album", exact=True).select_option("Eiffel Tower")
        expect(tiles).to_have_count(3)
        self.page.get_by_label("Album", exact=True).select_option("All pictures")
        self.page.get_by_role("button", name=re.compile("^Picture")).first.click()
        expect(self.page).to_have_url(re.compile(f"entry={entry}&number=1$"))
        expect(self.boxes.first).to_be_visible()

    def test_memes_can_be_selected_and_deleted_together(self):
        for number in (0, 1):
            self.tiles.nth(number).focus()
            self.page.keyboard.press("x")
        expect(self.page.get_by_text("2 selected")).to_be_visible()
        self.assert_accessible()
        self.page.get_by_role("button", name="Delete").click()
        expect(self.page.get_by_role("heading", name="No memes yet")).to_be_visible()
        order = [meme["id"] for meme in self.get("/library/deleted")]
        self.assertEqual(len(order), 2)
        self.page.get_by_role("button", name="Undo").click()
        expect(self.tiles).to_have_count(2)

    def test_preview_of_a_meme_leads_to_its_editor(self):
        key = self.tiles.first.get_attribute("data-key")
        self.tiles.first.focus()
        self.page.keyboard.press(" ")
        self.page.get_by_role("dialog").get_by_role("button", name="Edit").click()
        expect(self.page).to_have_url(f"{self.app.origin}/app/memes/new?meme={key}&edit")

    def test_deleted_meme_can_be_restored(self):
        self.tiles.first.click()
        self.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(self.tiles).to_have_count(1)
        self.page.get_by_role("button", name="Undo").click()
        expect(self.tiles).to_have_count(2)

    def test_meme_can_be_downloaded_and_shared_as_a_page(self):
        self.tiles.first.click()
        self.page.get_by_role("button", name="Share").click()
        sheet = self.page.get_by_role("dialog", name="Share")
        expect(sheet).to_be_visible()
        # The file of a meme contains no camera data.
        expect(sheet).not_to_contain_text("camera")
        self.assert_accessible()
        self.screenshot("share-sheet")
        with self.page.expect_download() as download:
            sheet.get_by_role("link", name="Download", exact=True).click()
        self.assertEqual(download.value.suggested_filename, "works-on-my-machine-ship-it.jpg")
        sheet.get_by_label("No", exact=True).check()
        page = sheet.get_by_role("link", name="Open as a page").get_attribute("href")
        self.assertIn("positions=none", page)
        self.assertIn("Works on my machine", self.page.evaluate("path => fetch(path).then(r => r.text())", page))

    def test_picture_of_a_meme_has_its_size_before_it_loads(self):
        # A service worker would respond before the held requests.
        context = self.new_context(service_workers="block")
        context.add_cookies(self.context.cookies())
        path = self.tiles.first.get_attribute("href")
        self.page = context.new_page()
        pictures = HeldRequests(self, re.compile("/library/memes/meme-[0-9a-z]{12}/w"))
        self.page.goto(self.app.origin + path)
        download = self.page.get_by_role("link", name="Download", exact=True)
        pictures.wait()
        # The dialog has moved into place.
        wait_in(self.page, "() => document.getAnimations().length === 0")
        before = self.box(download)
        pictures.open()
        wait_in(self.page, "() => document.querySelector('.meme-large').naturalWidth > 0")
        self.assertEqual(self.box(download), before)


@on_desktop
class Sideways(Editor):
    """A phone in landscape orientation."""

    options = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

    def test_picture_is_beside_the_texts(self):
        self.page = self.new_context(**Sideways.options).new_page()
        self.open_photo()
        picture, words = (self.box(self.page.locator(each)) for each in (".stage-picture", ".words"))
        self.assertGreaterEqual(words["x"], picture["x"] + picture["width"])
        self.assertGreater(picture["height"], 260)
        self.assertLess(words["y"], 390)
        self.screenshot("meme-sideways")
