"""Touch gestures that Playwright does not support."""

from service import wait_until

# Waits until the map stops moving: its first pin does not move for several frames. Positions read before that would be outdated.
WAIT_UNTIL_STILL = """async () => {
    let last = null;
    for (let same = 0; same < 10;) {
        await new Promise(requestAnimationFrame);
        const now = document.querySelector('.pin')?.getAttribute('style');
        same = now && now === last ? same + 1 : 0;
        last = now;
    }
}"""


# Returns the scale bar with its length and text, once it has not changed for 20 frames.
WAIT_FOR_SCALE = """async () => {
    let last = '';
    for (let same = 0; same < 20;) {
        await new Promise(requestAnimationFrame);
        const now = document.querySelector('.scale').innerHTML;
        same = now === last ? same + 1 : 0;
        last = now;
    }
    return last;
}"""


class Fingers:
    """Touches a page through Chromium's protocol."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)],
        })

    def move(self, *ways, steps=8):
        """Moves each finger from one point to another; a way is a pair of start and end points."""
        self.send("touchStart", *[start for start, _ in ways])
        for step in range(1, steps + 1):
            part = step / steps
            self.send("touchMove", *[
                (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part) for start, end in ways])
        self.send("touchEnd")


def long_press(test, x, y, then):
    """Holds a position on the page with a finger or the mouse until an element appears, then releases it."""
    if test.options.get("has_touch"):
        fingers = Fingers(test.page)
        fingers.send("touchStart", (x, y))
        then.wait_for()
        fingers.send("touchEnd")
    else:
        test.page.mouse.move(x, y)
        test.page.mouse.down()
        then.wait_for()
        test.page.mouse.up()


def center(locator):
    """Returns the center of an element once it stops moving: the pictures of an album move to their positions with animation."""
    locator.element_handle().wait_for_element_state("stable")
    box = wait_until(locator.bounding_box, f"{locator} is not shown.")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
