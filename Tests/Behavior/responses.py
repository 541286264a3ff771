"""Sends the requests of requests.txt and those derived from openapi.json, and records the responses."""

import base64
import contextlib
import hashlib
import hmac
import http.client
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import urllib.parse

import facts
from standins import World, service

TOKENS = {"ann": "annann-0123456789abcdef0123456789abcdef", "bob": "bobbob-0123456789abcdef0123456789abcdef", "wrong": "w" * 40}
# Headers that differ in every response.
LEFT_OUT = {"date", "content-length"}
LINE = re.compile(r"(?P<order>~ )?((?P<variable>\w+):= )?(?P<method>[A-Z]+) (?P<target>\S+)")


def sections(text):
    """Yields the services of requests.txt: name, lines of settings, lines of requests."""
    for section in re.split(r"^\[", text, flags=re.MULTILINE)[1:]:
        name, _, rest = section.partition("]\n")
        settings, _, requests = rest.partition("\n\n")
        yield name, settings.splitlines(), [line for line in requests.splitlines() if line and not line.startswith("#")]


def signed(target):
    """The target, signed in the scheme that it specifies."""
    def code(key, text, method):
        return base64.urlsafe_b64encode(hmac.new(key.encode(), text.encode(), method).digest()).decode()

    scheme, _, rest = target[1:].partition("/")
    if scheme.startswith("SIGNED:"):
        return f"/{code(scheme.partition(':')[2], rest, hashlib.sha1)}/{rest}"
    if scheme == "SIGNED-imgproxy":
        return f"/{code('keyoftests!', f'salt/{rest}', hashlib.sha256).rstrip('=')}/{rest}"
    if scheme == "SIGNED-memegen":
        return f"/{rest}&signature={code('first-secret', f'/{rest}', hashlib.sha256).rstrip('=')}"
    return target


class Client:
    """Sends requests to one service, and remembers ids and versions."""

    def __init__(self, port, variables, folder, to, name):
        self.port, self.variables, self.folder, self.to, self.name = port, variables, folder, to, name
        self.scrubber = facts.Scrubber(folder)
        self.versions = {}

    def filled(self, text):
        return re.sub(r"\$([A-Z]+)", lambda match: self.variables.get(match[1], f"no-{match[1].lower()}"), text)

    def body(self, text):
        """The body and content type that the end of a line describes."""
        kind, _, rest = text.partition(" ")
        if kind == "file":
            return (self.folder / rest).read_bytes(), "application/octet-stream"
        if kind in ("form", "fields"):
            pairs = [(name, urllib.parse.unquote(value)) for name, _, value in (each.partition("=") for each in rest.split(" "))]
            if kind == "fields":
                return urllib.parse.urlencode(pairs).encode(), "application/x-www-form-urlencoded"
            files = [(name, pathlib.PurePath(value).name, (self.folder / value[1:]).read_bytes()) for name, value in pairs if value[0] == "@"]
            return service.form([pair for pair in pairs if pair[1][0] != "@"], files)
        return text.encode(), "application/json"

    def send(self, line, case=None):
        """Sends the request in a line, and records the response under that line."""
        line, *parts = line.split(" | ")
        request = LINE.fullmatch(line)
        method, target = request["method"], signed(self.filled(request["target"]))
        self.variables["ETAG"] = self.versions.get(target, '"none"')
        headers, body = {}, None
        token = "ann" if re.match("/(library|memes)", target) else "none"
        for part in parts:
            part = self.filled(part)
            header = re.match(r"([A-Za-z-]+): (.*)", part)
            if header and header[1] == "token":
                token = header[2]
            elif header:
                headers[header[1]] = header[2]
            else:
                body, kind = self.body(part)
                headers.setdefault("Content-Type", kind)
        if token != "none":
            headers["Authorization"] = f"Bearer {TOKENS[token]}"
        status, received, content = self.exchange(method, target, headers, body)
        if method == "GET" and status == 200 and "ETag" in received:
            self.versions[target] = received["ETag"]
        self.scrubber.begin_case(any_order=bool(request["order"]))
        found = {"status": str(status)}
        for name in sorted(set(received.keys()), key=str.lower):
            if name.lower() not in LEFT_OUT:
                found[name] = self.header(name, received.get_all(name), target)
        if received.get_content_type() == "text/event-stream":
            # The progress at the time of an event differs from run to run.
            content = re.sub(rb'"(bytes|count|number|stored)":\d+', rb'"\1":0', content)
            content = b"\n".join(sorted(set(content.splitlines())))
        if received.get("Content-Encoding") == "gzip":
            found["body bytes"] = "compressed"
        elif target == "/metrics":
            found["body text"] = sorted({re.sub(r"(^[^# ]\S*(\{.*\})?) .*", r"\1", line) for line in content.decode().splitlines()})
        else:
            found.update({f"body {name}": value for name, value in facts.described(content, self.scrubber).items()})
        self.to.add(f"[{self.name}] {case or ' | '.join([line, *parts])}", found)
        if request["variable"]:
            with contextlib.suppress(ValueError, KeyError, TypeError):
                self.variables[request["variable"]] = json.loads(content)["id"]

    def header(self, name, values, target):
        value = self.scrubber.text(", ".join(values))
        if name == "Set-Cookie":
            return re.sub(r"=[^;,]{20,}", "=VALUE", re.sub(r"postcard-\d+", "postcard-PORT", value))
        if name == "ETag" and target.startswith("/library"):
            return re.sub(r'"[^"]+"', '"VERSION"', value)
        return value

    def exchange(self, method, target, headers, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, target, body=body, headers=headers)
            response = connection.getresponse()
            if response.headers.get_content_type() != "text/event-stream":
                return response.status, response.headers, response.read()
            # A job's events end with the job. Other event streams never end, so one second of them is recorded.
            connection.sock.settimeout(30 if "/jobs/" in target else 1)
            content = b""
            with contextlib.suppress(TimeoutError):
                while part := response.read1():
                    content += part
            return response.status, response.headers, content
        except (http.client.HTTPException, ConnectionError) as error:
            return 0, http.client.HTTPMessage(), repr(error).encode()
        finally:
            connection.close()


def described(document):
    """Yields requests for each operation: with its examples, with wrong values, without a token, and with invalid bodies."""
    variables = {"pin": "$PIN", "photo": "$PHOTO", "journal": "$JOURNAL", "place": "$PLACE", "entry": "$ENTRY", "meme": "$MEME", "id": "$PHOTO",
                 "note": "$NOTE", "number": "1", "picture": "photo.jpg", "background": "photo.jpg", "ids": "$JOURNAL"}

    def resolved(value):
        while "$ref" in value:
            steps, value = value["$ref"][2:].split("/"), document
            for step in steps:
                value = value[step]
        return value

    def values(parameter):
        schema = resolved(parameter["schema"])
        name = parameter["name"]
        if name in variables:
            return [variables[name]]
        examples = schema.get("enum") or schema.get("examples") or [schema.get("default", schema.get("minimum", "x"))]
        return [urllib.parse.quote(str(each[0] if isinstance(each, list) else each), safe="/:(),") for each in examples]

    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method == "parameters" or path in ("/library/compact", "/metrics"):
                continue
            parameters = [resolved(each) for each in operations.get("parameters", []) + operation.get("parameters", [])]
            inPath = {each["name"]: values(each) for each in parameters if each["in"] == "path"}
            inQuery = {each["name"]: values(each) for each in parameters if each["in"] == "query" and each["name"] != "expires"}
            required = "&".join(f"{each['name']}={values(each)[0]}" for each in parameters if each["in"] == "query" and each.get("required"))
            example = re.sub(r"\{(\w+)\}", lambda match: inPath[match[1]][0], path)
            verb = method.upper()
            # Items deleted at the same moment have no defined order.
            good = f"{'~ ' * path.endswith('/deleted')}{verb} {example}{'?' if required else ''}{required}"
            body = " | {}" if "requestBody" in operation else ""
            # Later requests need the items, and a job would continue during those requests.
            if verb != "DELETE" and not (verb == "POST" and path.endswith("/album")):
                yield good + body
            for name, choices in inQuery.items():
                if verb == "GET" and "/images/" not in path:
                    yield from (f"{good}{'&' if '?' in good else '?'}{name}={choice}" for choice in choices[:2] if f"{name}=" not in good)
                    yield f"{verb} {example}?{name}=%FFwrong"
            for name in inPath:
                yield f"{verb} {example.replace(inPath[name][0], 'nonsense', 1)}{body}"
            if path.startswith("/library"):
                yield f"{good} | token: none{body}"
                yield f"{good} | token: wrong{body}"
            if body:
                yield f"{good} | Content-Type: text/plain | nonsense"
                yield good + ' | {"nonsense": [1]}'
            if not {"put", "post"} & operations.keys():
                yield f"PUT {example}"


def record(program, source, folder, to):
    service.PROGRAM = program
    work = folder / "work"
    shutil.copytree(source / "layout", work)
    world = World(work)
    for name, settings, lines in sections((source / "requests.txt").read_text()):
        library = folder / f"library-{name}"
        library.mkdir()
        variables = {**world.variables, "FOLDER": str(work), "LIBRARY": str(library), "HOST": world.variables["WEB"].removeprefix("http://")}
        options, environment = [], {**world.variables, "XDG_CACHE_HOME": str(folder / f"cache-{name}")}
        for line in settings:
            words = shlex.split(re.sub(r"\$([A-Z]+)", lambda match: variables[match[1]], line))
            if words[0] == "postcard":
                subprocess.run(
                    [program, *words[1:]], check=True, capture_output=True, cwd=work, env=service.environment(POSTCARD_LIBRARY=str(library)))
            elif line.startswith("--"):
                options += words
            else:
                environment.update(word.split("=", 1) for word in words)
        try:
            with serving(options, environment, to, name) as port:
                send_all(Client(port, variables, work, to, name), lines, "--library" in options, "--token-file" in options, source)
        except service.NotStarted as error:
            to.add(f"[{name}] its start", {"error": str(error)})
    world.end()


@contextlib.contextmanager
def serving(options, environment, to, name):
    """Yields the port of a running service, and records its exit status."""
    running = service.Service(*options, variables=environment)
    try:
        yield running.port
    finally:
        to.add(f"[{name}] its end", {"status": str(running.end())})


def send_all(client, lines, has_library, has_tokens, source):
    """Sends the requests to one service. The service named open also gets those derived from its OpenAPI document."""
    if has_library:
        token = {"Authorization": f"Bearer {TOKENS['ann']}"} if has_tokens else {}
        album = json.loads(client.exchange("GET", "/library/albums", token, None)[2])[0]
        client.variables["PIN"] = album["pin"]["id"]
        client.variables["PHOTO"] = (album["photos"] or [{"id": "none"}])[0]["id"]
    for line in lines:
        client.send(line)
    if client.name == "open":
        description = source / "openapi.json"
        if not description.exists():
            description.write_bytes(client.exchange("GET", "/openapi.json", {}, None)[2])
        for line in dict.fromkeys(described(json.loads(description.read_bytes()))):
            client.send(line, f"described: {line}")
