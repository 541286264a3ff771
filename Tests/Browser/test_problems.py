"""Error messages: the app's own text, never the service's."""

import re

from browser import expect, on_desktop


@on_desktop
class Problems:
    def test_every_problem_code_has_a_message(self):
        self.sign_in()
        codes = self.page.evaluate("fetch('/openapi.json').then(response => response.json())")["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]
        self.assertGreater(len(codes), 30)
        sentences = self.page.evaluate("""async codes => {
            const { sentenceFor } = await import(new URL('base/sentences.js', document.querySelector('script[type=module]').src));
            const other = sentenceFor('no such code', 418).join();
            return codes.map(code => [code, ...sentenceFor(code, 418), sentenceFor(code, 418).join() === other && code !== 'badRequest']);
        }""", codes)
        for code, title, text, is_missing in sentences:
            with self.subTest(code):
                self.assertFalse(is_missing)
                self.assertRegex(text, r"^[A-Z].*[.]$")
                self.assertNotRegex(f"{title} {text}", re.compile(r"token|JSON|UTF-8|request|parameter|header|service is", re.I))

    def test_service_details_are_hidden_until_expanded(self):
        self.allow("status of 422")
        self.page.route("**/library/journals?*", lambda route: route.fulfill(
            status=422, content_type="application/problem+json", headers={"X-Request-ID": "r1"},
            json={"code": "a new one", "detail": "The body is not JSON."}))
        self.sign_in(at="/app/journals")
        alert = self.page.get_by_role("alert")
        expect(alert.get_by_role("heading")).to_have_text("That is not possible")
        expect(self.page.get_by_text("The body is not JSON.")).not_to_be_visible()
        alert.get_by_text("Details for a bug report").click()
        expect(self.page.get_by_text("The body is not JSON.")).to_be_visible()

    def test_problem_is_announced_and_stays_until_it_is_closed(self):
        self.allow("status of 500")
        self.app.run("journal", "new", "France")
        self.page.clock.install()
        self.sign_in(at="/app/journals")
        self.page.route("**/library/journals/*", lambda route: route.fulfill(status=500))
        for _ in range(2):
            self.page.get_by_role("button", name="More for France").click()
            self.page.get_by_role("menuitem", name="Delete").click()
            expect(self.page.get_by_role("alert")).to_have_count(1)
        self.page.locator(".toast-problem").dispatch_event("pointerleave")
        self.page.clock.run_for(60_000)
        alert = self.page.get_by_role("alert")
        expect(alert).to_contain_text("Try again")
        alert.get_by_role("button", name="Close message").click()
        expect(alert).to_have_count(0)
