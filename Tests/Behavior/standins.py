"""The external services that the program uses, on loopback: photo services, places, web pages and object storage."""

import collections
import hashlib
import http.server
import pathlib
import sys
import threading
import urllib.parse
import xml.sax.saxutils

import pictures

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Service"))
import service


class Web(service.StandIn):
    """A web server for the files in a folder."""

    def __init__(self, folder):
        super().__init__()
        self.folder = folder

    def respond(self, target):
        path = self.folder / urllib.parse.unquote(target[1:].partition("?")[0])
        return (200, "image/jpeg", path.read_bytes()) if path.is_file() else (404, "text/plain", b"No such file")


class Photos(Web):
    """Flickr and Wikimedia Commons, with responses from the fixtures. The URL of a photo determines its pixels."""

    HOSTS = ("https://live.staticflickr.com", "https://upload.wikimedia.org")

    def respond(self, target):
        url = urllib.parse.urlsplit(target)
        query = dict(urllib.parse.parse_qsl(url.query))
        if method := query.get("method"):
            page = query.get("page", "1")
            name = {"flickr.photos.search": f"flickr-search-page-{page}", "flickr.photos.licenses.getInfo": "flickr-licenses"}.get(method)
        elif query.get("action") == "query":
            name = "commons-search-one-batch"
        else:
            return 200, "image/jpeg", pictures.saved(pictures.Choice(url.path).photo((500, 333)), "JPEG")
        path = self.folder / f"replies/{name}.json"
        text = (path if path.is_file() else self.folder / "replies/flickr-fail-method.json").read_text()
        for host in self.HOSTS:
            text = text.replace(host, self.url.rstrip("/"))
        return 200, "application/json", text.encode()


class Store(http.server.ThreadingHTTPServer):
    """Object storage with the S3 protocol and path-style URLs. Requests without a signature are rejected."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Store.Handler)
        self.objects = {}
        self.requests = collections.Counter()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def put(self, name, content):
        self.objects[name] = content

    def keys(self):
        return "".join(f"{name} {len(content)}\n" for name, content in sorted(self.objects.items())).encode()

    def end(self):
        self.shutdown()
        self.server_close()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def reply(self, status, content=b"", kind="application/xml", **more):
            self.send_response(status)
            for name, value in {"Content-Type": kind, "Content-Length": str(len(content)), **more}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        def fail(self, status, code):
            self.reply(status, f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode())

        def respond(self):
            length = int(self.headers["Content-Length"] or 0)
            sent = self.rfile.read(length)
            url = urllib.parse.urlsplit(self.path)
            name = urllib.parse.unquote(url.path[1:])
            query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
            if "Credential=key/" not in self.headers.get("Authorization", ""):
                return self.fail(403, "InvalidAccessKeyId")
            objects = self.server.objects
            if "list-type" in query:
                return self.list(name.rstrip("/"), query)
            tag = f'"{hashlib.md5(objects[name]).hexdigest()}"' if name in objects else None
            if self.command == "PUT":
                if self.headers["If-None-Match"] == "*" and tag:
                    return self.fail(412, "PreconditionFailed")
                objects[name] = sent
                return self.reply(200, ETag=f'"{hashlib.md5(sent).hexdigest()}"')
            if self.command == "DELETE":
                objects.pop(name, None)
                return self.reply(204)
            if not tag:
                return self.fail(404, "NoSuchKey")
            content, more = objects[name], {"ETag": tag, "Last_Modified": "Tue, 14 Nov 2023 22:13:20 GMT"}
            if self.headers["If-None-Match"] == tag:
                return self.reply(304, **more)
            if given := self.headers["Range"]:
                first, _, last = given.removeprefix("bytes=").partition("-")
                first, last = int(first), min(int(last or len(content)), len(content) - 1)
                more["Content_Range"] = f"bytes {first}-{last}/{len(content)}"
                return self.reply(206, content[first:last + 1], "application/octet-stream", **more)
            return self.reply(200, content, "application/octet-stream", **more)

        def list(self, bucket, query):
            found = [
                (name.removeprefix(f"{bucket}/"), content) for name, content in sorted(self.server.objects.items())
                if name.startswith(f"{bucket}/{query.get('prefix', '')}")]
            coded = urllib.parse.quote if query.get("encoding-type") == "url" else xml.sax.saxutils.escape
            entries = "".join(
                f"<Contents><Key>{coded(name)}</Key><Size>{len(content)}</Size><ETag>&quot;{hashlib.md5(content).hexdigest()}&quot;</ETag>"
                "<LastModified>2023-11-14T22:13:20.000Z</LastModified></Contents>" for name, content in found)
            self.reply(200, (
                f"<ListBucketResult><Name>{bucket}</Name><KeyCount>{len(found)}</KeyCount><IsTruncated>false</IsTruncated>{entries}"
                "</ListBucketResult>").encode())

        do_GET = do_HEAD = do_PUT = do_DELETE = respond

        def log_message(self, *_):
            pass


class World:
    """All stand-ins, with a folder's pictures in the photos bucket, and the environment variables that point to them."""

    def __init__(self, folder):
        self.web, self.photos, self.places, self.store = Web(folder), Photos(folder), service.NominatimStandIn(), Store()
        for name in ("photo.jpg", "paris/tower.jpg", "album/stop 0.jpg"):
            self.store.put(f"photos/{name}", (folder / name).read_bytes())
        self.variables = {
            "WEB": self.web.url.rstrip("/"), "POSTCARD_NOMINATIM_ENDPOINT": self.places.endpoint,
            "POSTCARD_FLICKR_ENDPOINT": self.photos.url + "services/rest/", "POSTCARD_COMMONS_ENDPOINT": self.photos.url + "w/api.php",
            "STORE": f"http://127.0.0.1:{self.store.server_port}", "AWS_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true"}

    def end(self):
        for each in (self.web, self.photos, self.places, self.store):
            each.end()
