"""Signing in and out, and pages that do not belong to the app."""

import json
import os
import pathlib
import re
import subprocess

from browser import PROGRAM, Folder, Service, StandIn, TOKENS, environment, expect, on_desktop, on_each_device, request, wait_until


@on_each_device
class SigningIn:
    def test_ticket_signs_in_once(self):
        self.sign_in()
        self.assertNotIn("t=", self.page.url)
        self.assertEqual(self.page.evaluate("fetch('/session').then(r => r.json())")["name"], "owner")
        # The cookie is not readable by scripts.
        self.assertEqual(self.page.evaluate("document.cookie"), "")
        self.page.reload()
        self.assertEqual(self.page.evaluate("fetch('/session').then(r => r.json())")["scope"], "write")
        # Another person finds the URL.
        self.allow("status of 401")
        other = self.new_context().new_page()
        other.goto(self.app.ticket)
        expect(other.get_by_text("You are signed out on this computer.")).to_be_visible()
        expect(other.get_by_text("already used")).to_be_visible()
        self.assertNotIn("scope", other.evaluate("fetch('/session').then(r => r.json())"))

    def test_ticket_pasted_into_an_open_page_signs_in(self):
        self.page.goto(f"{self.app.origin}/app/")
        expect(self.page.get_by_text("start Postcard again")).to_be_visible()
        # There are no passwords in `postcard app`.
        expect(self.page.get_by_label("Password")).to_have_count(0)
        # The browser treats this as navigation within the same page.
        self.page.goto(self.app.ticket)
        expect(self.page.locator("html[data-state=ready]")).to_be_attached()

    def test_page_opened_by_the_program_signs_in(self):
        programs = self.folder / "bin"
        programs.mkdir()
        os.mkfifo(self.folder / "opened")
        (programs / "xdg-open").write_text(f'#!/bin/sh\nprintf %s "$1" >"{self.folder}/opened"\n')
        (programs / "xdg-open").chmod(0o755)
        process = subprocess.Popen(
            [PROGRAM, "app", "--port", "0"], stdout=subprocess.DEVNULL,
            env=environment(**{**self.app.variables, "PATH": f"{programs}:{os.environ['PATH']}", "DISPLAY": ":9",
                               "POSTCARD_LIBRARY": str(self.folder / "another"), "TMPDIR": str(self.folder)}))
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        path = pathlib.Path((self.folder / "opened").read_text())
        self.page.set_content(path.read_text().replace('http-equiv="refresh"', ""))
        self.assert_accessible()
        self.page.goto(path.as_uri())
        expect(self.page.locator("html[data-state=ready]")).to_be_attached()
        self.assertNotIn("t=", self.page.url)
        self.assertEqual(self.page.evaluate("fetch('/session').then(r => r.json())")["scope"], "write")
        self.assertFalse(path.exists())

    def test_page_contains_the_tabs_for_slow_connections(self):
        self.allow("Failed to load resource", "Failed to fetch dynamically imported module")
        read = """() => [...document.querySelectorAll('#tabs a')].map(tab =>
            [tab.pathname, tab.className, tab.dataset.tab, tab.textContent, tab.querySelector('path').getAttribute('d')])"""
        box = "() => JSON.stringify(document.querySelector('#tabs [data-tab=memes]').getBoundingClientRect())"
        script = re.compile("/js/main.js$")
        self.page.route(script, lambda route: route.abort())
        self.page.goto(self.app.ticket)
        expect(self.page.get_by_role("link", name="Memes")).to_be_visible()
        before = self.page.evaluate(read), self.page.evaluate(box)
        self.page.unroute(script)
        self.page.reload()
        expect(self.page.locator("html[data-state=ready]")).to_be_attached()
        self.assertEqual((self.page.evaluate(read), self.page.evaluate(box)), before)

    def test_first_screen_is_accessible(self):
        self.sign_in()
        self.assert_accessible()
        self.screenshot("first-screen")


class Served:
    """`postcard serve` instead of `postcard app`: a service for several users, whose log contains every request."""

    def make_app(self):
        folder = Folder([])
        self.addCleanup(folder.remove)
        folder.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        service = Service("--library", folder.library, "--token-file", folder.tokens)
        self.addCleanup(service.end)
        service.origin = f"http://127.0.0.1:{service.port}"
        return service

    def enter(self, token):
        self.page.get_by_label("Password").fill(token)
        self.page.get_by_role("button", name="Sign in").click()

    def sign_in(self):
        self.page.goto(f"{self.app.origin}/app/")
        self.enter(TOKENS["ann"])
        expect(self.page.get_by_label("Password")).not_to_be_attached()


@on_each_device
class SigningInWithToken(Served):
    def test_wrong_token_is_rejected_and_valid_token_signs_in(self):
        self.allow("status of 401")
        self.page.goto(f"{self.app.origin}/")
        expect(self.page).to_have_url(f"{self.app.origin}/app/")
        self.assert_accessible()
        self.screenshot("sign-in")
        self.enter("0" * 40)
        expect(self.page.get_by_role("alert")).to_have_text("Wrong password. Try again.")
        self.enter(TOKENS["ann"])
        expect(self.page.get_by_label("Password")).not_to_be_attached()
        self.assertEqual(self.page.evaluate("fetch('/session').then(r => r.json())")["name"], "ann")

    def test_signing_out_clears_stored_data(self):
        self.sign_in()
        # All requests of the first screen are finished.
        expect(self.page.locator(".pin")).to_have_count(1)
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("localStorage.setItem('kept', '1'); caches.open('kept')")
        status = self.page.evaluate(
            "fetch('/session', {method: 'DELETE', headers: {'X-Postcard': '1'}}).then(r => r.status)")
        self.assertEqual(status, 204)
        self.page.goto(f"{self.app.origin}/app/")
        expect(self.page.get_by_label("Password")).to_be_visible()
        self.assertEqual(self.page.evaluate("[localStorage.length, document.cookie]"), [0, ""])
        self.assertEqual(self.page.evaluate("caches.keys()"), [])


class OtherPage(StandIn):
    """A page on another port of this machine, which browsers treat as the same site."""

    def respond(self, target):
        return 200, "text/html", b"<!doctype html><link rel=icon href=data:,><title>Other</title>"


@on_desktop
class Attacks(Served):
    def test_unknown_hosts_are_rejected(self):
        for target in ("/app/", "/session", "/library/pins"):
            reply = request(self.app.port, target, headers={"Host": "evil.example"})
            self.assertEqual(reply.status, 421, target)

    def test_page_on_another_port_cannot_read_or_change_data(self):
        self.sign_in()
        other = OtherPage()
        self.addCleanup(other.end)
        page = self.context.new_page()
        page.goto(other.url)
        # The browser hides the responses from such a page, but logs them in the console.
        self.allow("CORS policy", "ERR_FAILED", "status of 403", "ERR_BLOCKED_BY_RESPONSE", "Failed to fetch")
        seen = len(self.app.log)
        page.evaluate(
            """async origin => {
                const body = '{"coordinate": {"latitude": 1, "longitude": 2}}';
                const ways = [
                    [`${origin}/library/pins`, {method: 'POST', mode: 'no-cors', credentials: 'include', body}],
                    [`${origin}/library/pins`, {credentials: 'include'}],
                    [`${origin}/session`, {method: 'DELETE', credentials: 'include'}],
                ];
                for (const [url, options] of ways) await fetch(url, options).catch(() => null);
                await new Promise(done => {
                    const image = new Image();
                    image.onload = image.onerror = done;
                    image.src = `${origin}/library/pins.geojson`;
                });
            }""", self.app.origin)
        self.page.bring_to_front()
        self.assertEqual(len(self.page.evaluate("fetch('/library/pins').then(r => r.json())")), 1)
        self.assertEqual(self.page.evaluate("fetch('/session').then(r => r.json())")["name"], "ann")
        # The browser sent the requests with the cookie, or a preflight request first.
        def requests():
            return [(line["method"], line["route"], line["status"]) for line in map(json.loads, self.app.log[seen:])]
        # A thread reads the log, which may lag behind the responses. The picture was requested last.
        wait_until(lambda: requests().count(("GET", "library", 403)) == 2)
        self.assertIn(("POST", "library", 403), requests())
        self.assertNotIn("DELETE", [method for method, _, _ in requests()])

    def test_app_cannot_be_framed(self):
        self.sign_in()
        other = OtherPage()
        self.addCleanup(other.end)
        page = self.context.new_page()
        page.goto(other.url)
        self.allow("frame-ancestors", "ERR_BLOCKED_BY", "refused to connect", "Framing")
        page.evaluate(
            """origin => new Promise(done => {
                const frame = document.createElement('iframe');
                frame.onload = done;
                frame.src = `${origin}/app/`;
                document.body.append(frame);
            })""", self.app.origin)
        self.assertFalse(any(frame.url.startswith(self.app.origin) for frame in page.frames if frame != page.main_frame
                             and frame.locator("main").count()))

    def test_trusted_types_block_markup_from_strings(self):
        self.sign_in()
        self.allow("TrustedHTML", "CSP: require-trusted-types-for", "Content Security Policy")
        blocked = self.page.evaluate(
            """() => {
                try {
                    document.body.innerHTML = '<img src=x>';
                    return false;
                } catch (error) {
                    return error instanceof TypeError;
                }
            }""")
        self.assertTrue(blocked)
