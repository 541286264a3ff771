"""Screens that were closed leave nothing behind, however often they are opened."""

import re

from browser import expect, on_desktop, wait_until
from library import album, journal
from test_phones import Phones

# Lists the listeners of objects that outlive a screen: the window, the document, and media queries.
LIST_LISTENERS = """
    window.listening = [];
    const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
    const isLasting = target =>
        [window, document, document.documentElement, document.body].includes(target) || target instanceof MediaQueryList;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
        const target = this ?? window;
        add.call(target, type, listener, options);
        if (!listener || !isLasting(target) || options?.signal?.aborted) return;
        const entry = { target, type, listener, where: new Error().stack.split('\\n')[2].trim() };
        listening.push(entry);
        const forget = () => { listening = listening.filter(each => each !== entry); };
        if (options?.signal) add.call(options.signal, 'abort', forget);
        if (options?.once) add.call(target, type, forget, { once: true });
    };
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
        const target = this ?? window;
        remove.call(target, type, listener, options);
        listening = listening.filter(each => each.target !== target || each.type !== type || each.listener !== listener);
    };"""

# Follows a link inside the app.
FOLLOW = """path => {
    const link = Object.assign(document.createElement('a'), { href: path });
    document.body.append(link);
    link.click();
    link.remove();
}"""


@on_desktop
class Leaving(Phones):
    def test_listeners_of_closed_screens_are_removed(self):
        photos = album(self.app)
        pin = re.search(r"pin-[0-9a-z]{12}", self.app.run("pin", "list")).group(0)
        trip, _ = journal(self.app)
        self.context.add_init_script(LIST_LISTENERS)
        # The owner of an app for phones has the list of phones in Settings, which follows the window's focus.
        self.sign_in(at="/app/trash")
        screens = {
            "/app/settings": ".phone-row, .setting", f"/app/pins/{pin}": ".tile", f"/app/memes/new?photo={photos[0]}": ".stage-box",
            "/app/memes": ".pane-memes h1", f"/app/journals/{trip}": ".stop", "/app/entries": ".pane-entries h1", "/app/pictures": ".tile",
            "/app/trash": ".pane-trash h1",
        }

        def visit_all():
            for path, shown in screens.items():
                self.page.evaluate(FOLLOW, path)
                expect(self.page).to_have_url(self.app.origin + path)
                expect(self.page.locator(shown).first).to_be_visible()
            return self.page.evaluate("listening.map(({ type, where }) => `${type} ${where.replace(/^.*\\/js\\//, '')}`).sort()")

        # The first visits load modules, which follow the page for as long as it exists.
        visit_all()
        # The app stores itself for offline use a while after the first screen, and then follows the page too.
        wait_until(
            lambda: self.page.evaluate("listening.some(({ type }) => type === 'visibilitychange')"),
            "The app did not store itself.")
        first = visit_all()
        for _ in range(3):
            last = visit_all()
        self.assertEqual(last, first)
