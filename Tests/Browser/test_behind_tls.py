"""The app behind nginx with TLS and Deployment/nginx.conf, as in a deployment."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from browser import Folder, LONGEST, Service, TOKENS, expect, free_port, on_desktop
from library import picture
from service import GatedHost
from test_behind_nginx import Nginx

PATH = f"{os.environ['PATH']}:/usr/sbin"


@unittest.skipUnless(shutil.which("nginx", path=PATH) and shutil.which("openssl"), "nginx or openssl is not installed")
@on_desktop
class BehindTLS:
    is_thorough = True

    def make_app(self):
        """Starts three services with one library behind nginx; photos arrive when the scenario sets the gate event."""
        os.environ["PATH"] = PATH
        folder = Folder([])
        self.addCleanup(folder.remove)
        folder.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        folder.run("journal", "new", "A week in Paris")
        folder.run("journal", "place", "A week in Paris", "48.8606,2.3376", "--name", "Louvre")
        certificate = [folder.path / "certificate.pem", folder.path / "key.pem"]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-out", certificate[0], "-keyout", certificate[1]],
            check=True, capture_output=True)
        self.source = GatedHost(behind=self.shared.flickr.port)
        self.addCleanup(self.source.end)
        port, *ports = (free_port() for _ in range(4))
        for each in ports:
            service = Service(
                "--library", folder.library, "--token-file", folder.tokens, "--trusted-proxy", "127.0.0.1", port=each,
                PUBLIC_ADDRESS=f"https://127.0.0.1:{port}", variables={
                    "FLICKR_API_KEY": "0123456789abcdef0123456789abcdef",
                    "POSTCARD_FLICKR_ENDPOINT": f"http://127.0.0.1:{self.source.port}/services/rest/",
                })
            self.addCleanup(service.end)
        (folder.path / "nginx").mkdir(mode=0o755)
        nginx = Nginx(folder.path / "nginx", port, ports, certificate)
        self.addCleanup(nginx.end)
        nginx.origin = f"https://127.0.0.1:{port}"
        return nginx

    def open(self, path):
        self.page.goto(self.app.origin + path)
        self.page.get_by_label("Password").fill(TOKENS["ann"])
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.get_by_label("Password")).not_to_be_attached()

    def test_cookie_is_limited_to_this_host_and_tls(self):
        self.open("/app/")
        expect(self.page.get_by_role("link", name="Eiffel Tower").first).to_be_visible()
        cookie, = self.context.cookies()
        self.assertEqual(
            {name: cookie[name] for name in ("name", "path", "secure", "httpOnly", "sameSite")},
            {"name": "__Host-postcard", "path": "/", "secure": True, "httpOnly": True, "sameSite": "Strict"})
        self.page.reload()
        expect(self.page.get_by_role("link", name="Eiffel Tower").first).to_be_visible()
        self.assertEqual(self.page.evaluate("fetch('/session').then(r => r.json())")["name"], "ann")

    def test_photos_appear_as_they_arrive(self):
        self.open("/app/")
        self.page.get_by_role("link", name="Eiffel Tower").first.click()
        expect(self.page.locator(".tile.airmail").first).to_be_visible()
        expect(self.page.get_by_role("button", name="New Collection")).to_be_disabled()
        self.source.reached.get(timeout=LONGEST)
        # The page neither polls nor reloads: from now on, it receives changes only through events.
        self.source.gate.set()
        expect(self.page.get_by_role("button", name="New Collection")).to_be_enabled()
        expect(self.page.locator(".tile.is-loaded").first).to_be_visible()
        expect(self.page.locator(".tile.airmail")).to_have_count(0)

    def test_upload_larger_than_the_nginx_default_limit_succeeds(self):
        self.open("/app/journals")
        self.page.get_by_role("link", name="A week in Paris").click()
        self.page.get_by_role("link", name="Louvre").click()
        # The photo is larger than the one megabyte that nginx accepts by default.
        large = pathlib.Path(self.folder) / "large.jpg"
        large.write_bytes(picture("bridge").read_bytes() + bytes(3 << 20))
        self.page.get_by_role("button", name="Photo", exact=True).click()
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("menuitem", name="From this device").click()
        chooser.value.set_files(large)
        expect(self.page.locator(".media-grid .tile")).to_have_count(1)
        expect(self.page).to_have_url(re.compile(r"/places/place-[0-9a-z]{12}$"))
