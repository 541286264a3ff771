"""Reading while the service is unreachable."""

import signal

from browser import expect, on_each_device
from test_albums import Albums


@on_each_device
class ReadingOffline(Albums):
    def test_visited_screens_work_while_the_service_is_down(self):
        self.allow("ERR_CONNECTION_REFUSED", "Failed to load resource", "ERR_INCOMPLETE_CHUNKED", "ERR_CONNECTION_RESET", "status of 401")
        self.open_full_album()
        self.page.wait_for_load_state("load")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        # Responses are cached from now on.
        self.page.reload()
        expect(self.photos).to_have_count(6)
        self.app.end()
        self.page.reload()
        expect(self.page.get_by_role("heading", name="Eiffel Tower")).to_be_visible()
        expect(self.photos).to_have_count(6)
        expect(self.page.get_by_role("complementary", name="Offline")).to_be_visible()
        # The offline notice covers no text or controls.
        strip, more = (self.box(self.page.locator(each).last) for each in (".offline", ".album-bar"))
        self.assertLessEqual(more["y"] + more["height"], strip["y"] + 1)
        self.assert_accessible()
        self.screenshot("offline")
        # A failed action shows an error, and nothing is lost.
        self.page.get_by_role("button", name="Remove photos").click()
        self.page.locator(".tile").first.click()
        expect(self.page.get_by_text("Check that Postcard is running")).to_be_visible()
        expect(self.photos).to_have_count(6)
        self.app.start()
        self.page.goto(self.app.ticket)
        expect(self.page.get_by_role("link", name="Eiffel Tower").first).to_be_visible()
        expect(self.page.get_by_role("complementary", name="Offline")).not_to_be_attached()

    def test_offline_notice_disappears_when_the_service_is_back(self):
        self.allow("ERR_CONNECTION", "Failed to load resource", "ERR_INCOMPLETE_CHUNKED")
        self.open_full_album()
        self.page.wait_for_load_state("load")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.reload()
        expect(self.photos).to_have_count(6)
        self.app.end()
        # The page opens while the service is down, and does not reload.
        self.page.reload()
        notice = self.page.get_by_role("complementary", name="Offline")
        expect(notice).to_be_visible()
        self.app.start()
        self.app.run("pin", "rename", "Eiffel Tower", "La dame de fer")
        expect(notice).not_to_be_attached()
        expect(self.page.get_by_role("heading", name="La dame de fer")).to_be_visible()

    def test_visited_screens_work_while_the_service_hangs(self):
        self.allow("ERR_CONNECTION", "Failed to load resource")
        self.open_full_album()
        self.page.wait_for_load_state("load")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.reload()
        expect(self.photos).to_have_count(6)
        self.app.process.send_signal(signal.SIGSTOP)
        self.addCleanup(self.app.process.send_signal, signal.SIGCONT)
        self.page.get_by_role("link", name="Journals").first.click()
        self.page.go_back()
        expect(self.photos).to_have_count(6)
        expect(self.page.get_by_role("complementary", name="Offline")).to_be_visible()
        # The late response replaces the stored copy.
        self.app.process.send_signal(signal.SIGCONT)
        expect(self.page.get_by_role("complementary", name="Offline")).not_to_be_attached()
        expect(self.photos).to_have_count(6)

    def test_stored_copies_are_bounded_and_contain_no_searches(self):
        self.sign_in()
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.reload()
        expect(self.page.locator("html[data-state=ready]")).to_be_attached()
        read = """async paths => {
            for (const path of paths) await fetch(path, { headers: { Accept: 'application/json', 'X-Postcard': '1' } });
        }"""
        copies = "caches.open('data').then(cache => cache.keys()).then(keys => keys.map(key => key.url))"
        self.page.evaluate(read, ["/library/memes?text=surprise+party", "/library/gazetteer?at=48.8584,2.2945"])
        self.page.evaluate(read, [f"/library/entries?limit={number}" for number in range(1, 200)])
        self.page.evaluate(read, [f"/library/memes?limit={number}" for number in range(1, 200)])
        found = self.page.evaluate(copies)
        self.assertTrue(any(url.endswith("/library/memes?limit=199") for url in found))
        self.assertLessEqual(len(found), 300)
        self.assertEqual([url for url in found if "surprise" in url or "gazetteer" in url], [])
