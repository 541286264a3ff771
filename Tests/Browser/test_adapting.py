"""Accessible screens: text for screen readers, keyboard access, target sizes, large text, narrow windows, forced colors, reduced motion.
"""

import re
import time

from browser import LONGEST, expect, on_each_device
from goldens import text_difference
from screens import SCREENS, Screens
from test_albums import Albums

# Functions for the page: the visible controls, their names, and whether a point on the screen belongs to one.
HELPERS = """
    const controls = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], [tabindex="0"]';
    const isVisible = element => {
        const box = element.getBoundingClientRect();
        return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('[inert]') && box.width > 1 && box.height > 1
            && box.right > 0 && box.bottom > 0;
    };
    const nameOf = element => `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? ([...element.labels ?? []].map(each => each.textContent)[0]
        ?? element.textContent).trim().replace(/\\s+/g, ' ').slice(0, 60)}`.trim();
    const targetOf = element => element.closest('label') ?? element;
    const isAt = (element, x, y) => {
        const found = document.elementFromPoint(x, y);
        return Boolean(found) && (targetOf(element).contains(found) || found.closest('label') === element.closest('label') && Boolean(element.closest('label')));
    };
"""

SMALL_TARGETS = """least => {
    %s
    const isLargeEnough = element => {
        const { width, height, left, top } = targetOf(element).getBoundingClientRect();
        // Half a pixel is lost if a control starts between two pixels.
        if (width >= least - 0.5 && height >= least - 0.5) return true;
        // The target may be larger than the visible control.
        const [x, y, reach] = [left + width / 2, top + height / 2, least / 2 - 1];
        return [[-reach, 0], [reach, 0], [0, -reach], [0, reach]].every(([dx, dy]) => isAt(element, x + dx, y + dy));
    };
    // Links within sentences are as high as their line (WCAG 2.5.8).
    const isInline = element => element.matches('a') && getComputedStyle(element).display === 'inline';
    return [...document.querySelectorAll(controls)].filter(element => isVisible(element) && !isInline(element) && !isLargeEnough(element)).map(element => {
        const { width, height } = targetOf(element).getBoundingClientRect();
        return `${nameOf(element)}: ${width.toFixed(0)} x ${height.toFixed(0)}`;
    });
}""" % HELPERS

FOCUSED = """() => {
    %s
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { left, top, width, height } = targetOf(element).getBoundingClientRect();
    const parts = [0.02, 0.25, 0.5, 0.75, 0.98];
    const isSeen = parts.some(x => parts.some(y => isAt(element, left + x * width, top + y * height)));
    const ringed = [element, ...element.closest('label')?.querySelectorAll('*') ?? []].map(each => getComputedStyle(each));
    const hasRing = ringed.some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
    element.dataset.reached ??= String(document.querySelectorAll('[data-reached]').length);
    return { name: nameOf(element), isSeen, hasRing, number: element.dataset.reached };
}""" % HELPERS

# Elements that are wider than their container. Names can end in an ellipsis, and elements that scroll sideways can be wide.
CUT = """() => {
    %s
    const cut = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width || innerWidth > screen.width) cut.push(`the page: ${document.documentElement.scrollWidth} of ${width}`);
    // Elements behind a dialog are ignored.
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
    for (const element of document.querySelectorAll('.pane, dialog[open], dialog[open] > *, .button, .tab, h1, h2, h3, p, label, legend')) {
        if (!isVisible(element) || element.closest('.visually-hidden') || modal?.contains(element) === false) continue;
        const style = getComputedStyle(element);
        if (style.textOverflow === 'ellipsis' || style.overflowX === 'auto' && !element.matches('.pane') || style.overflowX === 'scroll') continue;
        if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth) cut.push(`${element.className} ${nameOf(element)}: ${element.scrollWidth} of ${element.clientWidth}`);
    }
    return cut;
}""" % HELPERS


@on_each_device
class Accessibility(Screens):
    def check(self, name):
        """Checks a screen in one visit, since all checks use the same page."""
        self.show(name)
        with self.subTest("targets"):
            self.assertEqual(self.page.evaluate(SMALL_TARGETS, 44 if self.options.get("has_touch") else 24), [])
        with self.subTest("forced colors"):
            self.page.emulate_media(forced_colors="active")
            # The browser controls contrast in this mode, which axe does not detect.
            self.assert_accessible(without=["color-contrast"])
            bare = self.page.evaluate(
                """() => [...document.querySelectorAll('.button, .icon-button')].filter(each => each.checkVisibility({visibilityProperty: true}))
                    .filter(each => getComputedStyle(each).borderStyle === 'none').map(each => each.className)""")
            self.assertEqual(bare, [])
            self.page.emulate_media(forced_colors="none")
        with self.subTest("keys"):
            order = self.tab_order()
            self.assertEqual([stop["name"] for stop in order if not stop["isSeen"]], [], "hidden while it has the focus")
            self.assertEqual([stop["name"] for stop in order if not stop["hasRing"]], [], "shows no focus ring")
        with self.subTest("texts for screen readers"):
            read = self.page.locator("body").aria_snapshot()
            text = f"{read}\n\nTab goes to\n" + "".join(f"- {stop['name']}\n" for stop in order)
            text = re.sub(r"\b(pin|photo|journal|place|entry|meme|note)-[0-9a-z]{12}\b", r"\1-ID", text)
            self.assertEqual(text_difference(f"{name.replace(' ', '-')}-{self.device.lower()}", re.sub(r"\?v=[0-9a-f]+", "", text)), "")
        with self.subTest("text at 200 %"):
            self.page.evaluate("document.documentElement.style.fontSize = '200%'")
            cut = self.cut()
            self.page.evaluate("document.documentElement.style.fontSize = ''")
            self.assertEqual(cut, [])
        with self.subTest("320 pixels"):
            self.page.set_viewport_size({"width": 320, "height": 568})
            self.assertEqual(self.cut(), [])

    def cut(self):
        """Returns elements wider than their container, once the layout is stable, which takes some frames."""
        found = self.page.evaluate(CUT)
        until = time.monotonic() + LONGEST
        while found and time.monotonic() < until:
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
            found = self.page.evaluate(CUT)
        return found

    def tab_order(self):
        """Returns the elements that Tab reaches from the top of the page, until the focus leaves the page or returns to the first one."""
        stops = []
        while len(stops) < 200:
            self.page.keyboard.press("Tab")
            stop = self.page.evaluate(FOCUSED)
            if stop is None or (stops and stop["number"] == stops[0]["number"]):
                break
            stops.append(stop)
        return stops


for name in SCREENS:
    setattr(Accessibility, f"test_{name.replace(' ', '_')}", lambda self, name=name: self.check(name))


# Records every animation that starts, except those that last a millisecond.
WATCH = """() => {
    globalThis.animations = [];
    const moving = ['transform', 'translate', 'scale', 'rotate', 'left', 'top', 'width', 'height', 'inset'];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const duration = typeof options === 'number' ? options : options?.duration ?? 0;
        if (duration > 1) animations.push(`${this.className}: ${JSON.stringify(frames)}`);
        return animate.call(this, frames, options);
    };
    const note = event => {
        for (const each of event.target.getAnimations()) {
            const names = each.effect.getKeyframes().flatMap(Object.keys);
            if (each.effect.getTiming().duration > 1 && names.some(name => moving.includes(name))) animations.push(`${event.target.className}: ${names}`);
        }
    };
    addEventListener('animationstart', note, true);
    addEventListener('transitionrun', note, true);
    const go = document.startViewTransition?.bind(document);
    if (go) document.startViewTransition = change => { animations.push('view transition'); return go(change); };
}"""


@on_each_device
class ReducedMotion(Albums):
    is_thorough = True

    def animations(self):
        """Returns the animations that start while photos are removed, restored and viewed."""
        self.open_full_album()
        self.page.evaluate(WATCH)
        self.page.get_by_role("button", name="Remove photos").click()
        self.page.locator(".tile").nth(1).click()
        expect(self.photos).to_have_count(5)
        self.page.get_by_role("button", name="Undo").click()
        expect(self.photos).to_have_count(6)
        self.page.get_by_role("button", name="Remove photos").click()
        self.page.locator(".tile").first.click()
        expect(self.page.get_by_role("dialog", name="Picture")).to_be_visible()
        self.page.get_by_role("button", name="Back of the card").click()
        expect(self.page.get_by_role("link", name="Example Person")).to_be_visible()
        self.page.go_back()
        expect(self.page.get_by_role("dialog", name="Picture")).not_to_be_attached()
        self.page.keyboard.press("?")
        expect(self.page.get_by_role("dialog")).to_be_visible()
        return self.page.evaluate("animations")

    def test_reduced_motion_disables_animations(self):
        self.page.emulate_media(reduced_motion="reduce")
        self.assertEqual(self.animations(), [])

    def test_tiles_animate_without_reduced_motion(self):
        self.page.emulate_media(reduced_motion="no-preference")
        self.assertNotEqual(self.animations(), [])
