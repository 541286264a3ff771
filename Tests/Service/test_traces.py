"""`postcard serve` sends spans: to a collector of our own, which reads them with OpenTelemetry's own definition of the protocol.

What the collector gets is read strictly: no field that the protocol does not have, ids as OTLP has them in JSON, which is hexadecimal.
"""

import base64
import contextlib
import gzip
import http.client
import http.server
import json
import pathlib
import queue
import re
import socket
import threading
import time
import unittest

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from opentelemetry.sdk.trace import TracerProvider, sampling
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service import Folder, Reply, Service, StandIn

PICTURES = ["small/jpeg-420.jpg", "small/png-rgb-8.png", "small/gif-disposal-1.gif"]
PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
IDS = {"traceId": 16, "spanId": 8, "parentSpanId": 8}


def decoded(body):
    """A request of OTLP in JSON. Protobuf's own JSON would have the ids in base64, and takes names in either spelling: ours has one."""
    def convert(value, name=""):
        if isinstance(value, dict):
            for each in value:
                assert "_" not in each, each
            return {each: convert(inner, each) for each, inner in value.items()}
        if isinstance(value, list):
            return [convert(each) for each in value]
        if name in IDS:
            assert re.fullmatch(rf"[0-9a-f]{{{2 * IDS[name]}}}", value) and int(value, 16), (name, value)
            return base64.b64encode(bytes.fromhex(value)).decode()
        return value
    return json_format.ParseDict(convert(json.loads(body)), ExportTraceServiceRequest(), ignore_unknown_fields=False)


class Collector(http.server.ThreadingHTTPServer):
    """Takes spans. `behave` may answer in another way: given the handler, it returns true where it has."""

    daemon_threads = True

    def __init__(self, behave=lambda handler: False):
        super().__init__(("127.0.0.1", 0), Collector.Handler)
        self.behave = behave
        self.requests = queue.Queue()
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with contextlib.suppress(ConnectionError):
                if not self.server.behave(self):
                    self.answer(200, b"{}")
            self.server.requests.put((self.path, self.headers, body))

        def answer(self, status, body, **headers):
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    def documents(self):
        """All that came, decoded."""
        while not self.requests.empty():
            path, headers, body = self.requests.get()
            if headers["Content-Encoding"] == "gzip":
                body = gzip.decompress(body)
            yield path, headers, decoded(body)

    def spans(self):
        return [span for _, _, document in self.documents() for resource in document.resource_spans
                for scope in resource.scope_spans for span in scope.spans]

    def end(self):
        self.shutdown()
        self.server_close()


class Origin(StandIn):
    """A web server of pictures that remembers the fields of requests."""

    def __init__(self, pictures):
        super().__init__()
        self.pictures = pictures
        self.fields = []

    class Handler(StandIn.Handler):
        def do_GET(self):
            self.server.fields.append(self.headers)
            super().do_GET()

    def finish_request(self, request, client_address):
        Origin.Handler(request, client_address, self)

    def answer(self, target):
        return 200, "image/jpeg", (self.pictures / target[1:]).read_bytes()


def attributes(span):
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in span.attributes}


class TracesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Folder(PICTURES)
        cls.addClassCleanup(cls.folder.remove)

    def serve(self, collector=None, *arguments, variables=None, **settings):
        running = Service(
            "--images", self.folder.pictures, "--allow-unsigned", *arguments,
            variables={**({"OTEL_EXPORTER_OTLP_ENDPOINT": collector} if collector else {}), **(variables or {})}, **settings)
        self.addCleanup(lambda: running.process.poll() is None and running.end(9))
        return running

    def collect(self, behave=lambda handler: False):
        collector = Collector(behave)
        self.addCleanup(collector.end)
        return collector

    def origin(self):
        origin = Origin(self.folder.pictures)
        self.addCleanup(origin.end)
        return origin

    def check(self, spans):
        """Checks that spans hang together: parents known, of the same trace, and begun and ended around their children."""
        known = {span.span_id: span for span in spans}
        self.assertEqual(len(known), len(spans))
        for span in spans:
            self.assertLessEqual(span.start_time_unix_nano, span.end_time_unix_nano)
            if span.name == "store" or span.kind == Span.SPAN_KIND_SERVER:
                continue
            parent = known[span.parent_span_id]
            self.assertEqual(span.trace_id, parent.trace_id)
            self.assertLessEqual(parent.start_time_unix_nano, span.start_time_unix_nano, (span.name, parent.name))
            self.assertLessEqual(span.end_time_unix_nano, parent.end_time_unix_nano, (span.name, parent.name))
        return known

    def log(self, running):
        return [json.loads(line) for line in running.log]

    # ---- What is sent

    def test_spans_are_those_of_the_protocol(self):
        collector = self.collect()
        running = self.serve(collector.address, variables={"OTEL_SERVICE_NAME": "pictures", "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=t%C3%A9st"})
        before = time.time_ns()
        for target in ("/unsafe/30x/jpeg-420.jpg", "/images/crossroads/Fix/It.jpg", "/sheet.jpg?picture=jpeg-420.jpg&picture=png-rgb-8.png",
                       "/unsafe/20x/gif-disposal-1.gif"):
            self.assertEqual(running.ask(target).status, 200, target)
        self.assertEqual(running.ask("/unsafe/30x/gone.jpg").status, 404)
        self.assertEqual(running.end(), 0)
        spans = []
        for path, headers, document in collector.documents():
            self.assertEqual((path, headers["Content-Type"]), ("/v1/traces", "application/json"))
            for resource in document.resource_spans:
                told = attributes(resource.resource)
                self.assertEqual((told["service.name"], told["deployment.environment.name"], told["telemetry.sdk.language"]), ("pictures", "tést", "swift"))
                self.assertRegex(told["service.instance.id"], "^[0-9a-f]{32}$")
                spans += [span for scope in resource.scope_spans for span in scope.spans]
        known = self.check(spans)
        requests = [span for span in spans if span.kind == Span.SPAN_KIND_SERVER]
        self.assertEqual([span.name for span in requests],
                         ["GET /unsafe/{rest}", "GET /images/{address}", "GET /sheet.{ext}", "GET /unsafe/{rest}", "GET /unsafe/{rest}"])
        self.assertEqual([attributes(span)["http.response.status_code"] for span in requests], [200] * 4 + [404])
        self.assertEqual(len({span.trace_id for span in requests}), 5)
        stages = [{span.name for span in spans if span.trace_id == request.trace_id} - {request.name} for request in requests]
        self.assertEqual(stages[0], {"source", "queue", "decode", "edit", "encode"})
        self.assertEqual(stages[1], {"queue", "edit", "decode"})
        self.assertEqual(stages[2], {"source", "queue", "decode", "edit", "encode"})
        self.assertEqual(stages[3], {"source", "queue", "edit"})
        for span in spans:
            self.assertTrue(before <= span.start_time_unix_nano <= span.end_time_unix_nano <= time.time_ns())
            self.assertEqual(span.flags & 0xFF, 1)
        self.assertEqual(known[next(span for span in spans if span.name == "decode").parent_span_id].kind, Span.SPAN_KIND_SERVER)
        # The log has the ids of the traces, in the order of the requests.
        traces = [line["trace"] for line in self.log(running) if line["message"] == "request"]
        self.assertEqual(traces, [span.trace_id.hex() for span in requests])

    def test_stages_follow_each_other(self):
        collector = self.collect()
        running = self.serve(collector.address)
        self.assertEqual(running.ask("/unsafe/30x/jpeg-420.jpg").status, 200)
        running.end()
        spans = {span.name: span for span in collector.spans()}
        order = [spans[name] for name in ("source", "queue", "decode", "edit", "encode")]
        for one, next_one in zip(order, order[1:]):
            self.assertLessEqual(one.end_time_unix_nano, next_one.start_time_unix_nano, (one.name, next_one.name))

    def test_secrets_are_in_no_span_and_failures_are(self):
        collector = self.collect()
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        running = self.serve(collector.address, "--allow-host", f"127.0.0.1:{port}", "--allow-private-addresses", KEYS="k" * 32)
        for target in (f"/unsafe/30x/http://127.0.0.1:{port}/SECRET.jpg?token=SECRET", "/unsafe/30x/SECRET.jpg", "/images/SECRET/SECRET.jpg?x=SECRET",
                       "/SECRETSECRETSECRETSECRETSECRET=/30x/SECRET.jpg"):
            running.ask(target, headers={"Authorization": "Bearer SECRET", "Cookie": "a=SECRET", "User-Agent": "SECRET"})
        running.end()
        bodies = [body for _, _, body in collector.requests.queue]
        self.assertTrue(bodies)
        self.assertFalse([body for body in bodies if b"SECRET" in body])
        spans = collector.spans()
        self.check(spans)
        source = next(span for span in spans if span.name == "source" and span.kind == Span.SPAN_KIND_CLIENT)
        self.assertEqual((source.status.code, attributes(source)["error.type"]), (Status.STATUS_CODE_ERROR, "502"))
        self.assertEqual((attributes(source)["server.address"], attributes(source)["server.port"]), ("127.0.0.1", port))
        failed = next(span for span in spans if span.span_id == source.parent_span_id)
        self.assertEqual((failed.status.code, attributes(failed)["http.response.status_code"]), (Status.STATUS_CODE_ERROR, 502))
        refused = next(span for span in spans if attributes(span).get("http.response.status_code") == 403)
        self.assertEqual(refused.status.code, Status.STATUS_CODE_UNSET)

    def test_settings_of_opentelemetry_hold(self):
        collector = self.collect()
        running = self.serve(variables={
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": collector.address + "/in/here", "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Basic%20abc,x-team=a",
            "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "4", "OTEL_TRACES_SAMPLER": "parentbased_always_off"})
        for _ in range(6):
            running.ask("/unsafe/30x/png-rgb-8.png")
            self.assertEqual(running.ask("/unsafe/31x/png-rgb-8.png", headers={"traceparent": PARENT}).status, 200)
        running.end()
        documents = list(collector.documents())
        spans = []
        for path, headers, document in documents:
            self.assertEqual((path, headers["Authorization"], headers["X-Team"], headers["Content-Encoding"]), ("/in/here", "Basic abc", "a", "gzip"))
            batch = [span for resource in document.resource_spans for scope in resource.scope_spans for span in scope.spans]
            self.assertLessEqual(len(batch), 4)
            spans += batch
        self.assertGreater(len(documents), 1)
        self.assertEqual({span.trace_id.hex() for span in spans}, {PARENT.split("-")[1]})
        self.assertEqual(len([span for span in spans if span.kind == Span.SPAN_KIND_SERVER]), 6)

    # ---- In and out

    def test_a_client_of_opentelemetry_sees_its_trace_go_on_to_the_origin(self):
        collector, origin = self.collect(), self.origin()
        place = origin.address.removeprefix("http://").rstrip("/")
        running = self.serve(collector.address, "--allow-host", place, "--allow-private-addresses")
        tracer = TracerProvider(sampler=sampling.ALWAYS_ON).get_tracer("test")
        fields = {}
        with tracer.start_as_current_span("caller") as caller:
            TraceContextTextMapPropagator().inject(fields)
            fields["tracestate"] = "rojo=1,congo=2"
            self.assertEqual(running.ask(f"/unsafe/30x/{origin.address}jpeg-420.jpg", headers=fields).status, 200)
        running.end()
        spans = collector.spans()
        request = next(span for span in spans if span.kind == Span.SPAN_KIND_SERVER)
        self.assertEqual(request.trace_id.hex(), f"{caller.context.trace_id:032x}")
        self.assertEqual(request.parent_span_id.hex(), f"{caller.context.span_id:016x}")
        self.assertEqual(request.flags & 0x300, 0x300)
        source = next(span for span in spans if span.kind == Span.SPAN_KIND_CLIENT)
        self.assertEqual([(each["traceparent"], each["tracestate"]) for each in origin.fields],
                         [(f"00-{source.trace_id.hex()}-{source.span_id.hex()}-01", "rojo=1,congo=2")])
        self.assertEqual((source.parent_span_id, source.trace_state, source.flags & 0x300), (request.span_id, "rojo=1,congo=2", 0x100))
        self.assertEqual(attributes(source)["postcard.bytes"], (self.folder.pictures / "jpeg-420.jpg").stat().st_size)
        # Its own propagator reads what we sent.
        self.assertIn(source.span_id.hex(), str(TraceContextTextMapPropagator().extract(dict(origin.fields[0]))).replace("0x", ""))

    def test_what_is_no_trace_is_ignored(self):
        collector = self.collect()
        running = self.serve(collector.address)
        trace, span = PARENT.split("-")[1:3]
        wrong = [PARENT.upper(), PARENT + "-x", PARENT[:-1], PARENT.replace("00-", "ff-", 1), f"00-{'0' * 32}-{span}-01", f"00-{trace}-{'0' * 16}-01", "", "x" * 4_000]
        for each in wrong:
            self.assertEqual(running.ask("/unsafe/30x/jpeg-420.jpg", headers={"traceparent": each, "tracestate": "a=1"}).status, 200)
        with socket.create_connection(("127.0.0.1", running.port)) as connection:
            connection.sendall(f"GET /unsafe/30x/jpeg-420.jpg HTTP/1.1\r\nHost: localhost\r\ntraceparent: {PARENT}\r\nTraceparent: {PARENT}\r\nConnection: close\r\n\r\n".encode())
            self.assertIn(b"200 OK", connection.makefile("rb").readline())
        right = [f" \t{PARENT}\t ", PARENT.replace("00-", "cc-", 1) + "-more"]
        for each in right:
            self.assertEqual(running.ask("/unsafe/30x/jpeg-420.jpg", headers={"TraceParent": each}).status, 200)
        running.end()
        requests = [span for span in collector.spans() if span.kind == Span.SPAN_KIND_SERVER]
        self.assertEqual([span.trace_id.hex() == trace for span in requests], [False] * (len(wrong) + 1) + [True] * 2)
        self.assertFalse([span for span in requests if span.trace_state])

    def test_traces_are_passed_on_without_a_collector(self):
        origin = self.origin()
        place = origin.address.removeprefix("http://").rstrip("/")
        running = self.serve(None, "--allow-host", place, "--allow-private-addresses", variables={"OTEL_TRACES_EXPORTER": "none"})
        self.assertEqual(running.ask(f"/unsafe/30x/{origin.address}jpeg-420.jpg", headers={"traceparent": PARENT}).status, 200)
        running.end()
        self.assertRegex(origin.fields[0]["traceparent"], f"^{PARENT[:36]}[0-9a-f]{{16}}-01$")
        self.assertNotIn(PARENT[36:52], origin.fields[0]["traceparent"])
        self.assertEqual([line["trace"] for line in self.log(running) if line["message"] == "request"], [PARENT.split("-")[1]])

    def test_nobody_is_traced_unasked(self):
        origin = self.origin()
        place = origin.address.removeprefix("http://").rstrip("/")
        running = self.serve(None, "--allow-host", place, "--allow-private-addresses")
        self.assertEqual(running.ask(f"/unsafe/30x/{origin.address}jpeg-420.jpg", headers={"traceparent": PARENT}).status, 200)
        running.end()
        self.assertIsNone(origin.fields[0]["traceparent"])
        self.assertFalse([line for line in self.log(running) if "trace" in line])

    # ---- Collectors that are away, slow or mad

    def resident(self, running):
        status = pathlib.Path(f"/proc/{running.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) << 10

    def load(self, running, count):
        """Asks for a picture that is ready, and tells the time that the slowest answer took, in seconds."""
        slowest = 0
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
        for _ in range(count):
            began = time.monotonic()
            connection.request("GET", "/unsafe/30x/jpeg-420.jpg")
            self.assertEqual(Reply(connection.getresponse()).status, 200)
            slowest = max(slowest, time.monotonic() - began)
        connection.close()
        return slowest

    def bad(self, address, **variables):
        """What a bad collector costs: more requests than spans may wait, and then nothing more for more of them; and the end is in time."""
        running = self.serve(
            address, variables={"OTEL_BSP_SCHEDULE_DELAY": "100", "OTEL_BSP_MAX_QUEUE_SIZE": "400", **variables}, CACHE=self.folder.path / "cache")
        self.load(running, 600)
        before = self.resident(running)
        slowest = self.load(running, 2_000)
        self.assertLess(self.resident(running) - before, 4 << 20)
        self.assertLess(slowest, 2)
        began = time.monotonic()
        self.assertEqual(running.end(), 0)
        self.assertLess(time.monotonic() - began, 10)
        lines = [line for line in self.log(running) if line["message"] == "spans of traces are lost"]
        self.assertTrue(1 <= len(lines) <= 5, lines)
        return lines

    def lost(self, lines):
        return sum(int(line["spans"]) for line in lines)

    def test_collector_that_hangs(self):
        release = threading.Event()
        self.addCleanup(release.set)
        collector = self.collect(lambda handler: release.wait())
        self.assertGreater(self.lost(self.bad(collector.address)), 2_600)

    def test_collector_that_refuses_connections(self):
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        self.assertGreater(self.lost(self.bad(f"http://127.0.0.1:{port}")), 2_600)

    def test_collector_that_answers_garbage(self):
        def behave(handler):
            handler.wfile.write(b"\x00\xff garbage " * 100_000)
            handler.close_connection = True
            return True
        self.bad(self.collect(behave).address)

    def test_collector_that_never_ends_its_answer(self):
        def behave(handler):
            handler.send_response(200)
            handler.send_header("Transfer-Encoding", "chunked")
            handler.end_headers()
            while True:
                handler.wfile.write(b"1000\r\n" + b" " * 4096 + b"\r\n")
        collector = self.collect(behave)
        running = self.serve(collector.address, variables={"OTEL_BSP_SCHEDULE_DELAY": "100"})
        self.load(running, 50)
        self.assertEqual(running.end(), 0)

    def test_batch_comes_again_when_the_collector_asks_for_that(self):
        answers = queue.Queue()
        for status in (503, 429):
            answers.put(status)

        def behave(handler):
            if answers.empty():
                return False
            handler.answer(answers.get(), b"", Retry_After="1")
            return True
        collector = self.collect(behave)
        running = self.serve(collector.address, variables={"OTEL_BSP_SCHEDULE_DELAY": "100"})
        self.assertEqual(running.ask("/unsafe/30x/jpeg-420.jpg").status, 200)
        bodies = [collector.requests.get(timeout=30)[2] for _ in range(3)]
        self.assertEqual(bodies, bodies[:1] * 3)
        running.end()
        self.assertFalse([line for line in self.log(running) if line["level"] == "warning"])

    def test_partial_success_is_told_of_once(self):
        def behave(handler):
            handler.answer(200, b'{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}')
            return True
        collector = self.collect(behave)
        running = self.serve(collector.address, variables={"OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "1"})
        self.load(running, 30)
        running.end()
        lines = [line for line in self.log(running) if line["level"] == "warning"]
        self.assertEqual((len(lines), lines[0]["reason"], lines[0]["spans"]), (2, "the collector takes a part: too old", "2"))

    def test_wrong_settings_are_told_of_and_the_service_runs(self):
        running = self.serve("http://127.0.0.1:4317", variables={"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_BSP_SCHEDULE_DELAY": "soon"})
        self.assertEqual(running.ask("/unsafe/30x/jpeg-420.jpg").status, 200)
        running.end()
        problems = [line["problem"] for line in self.log(running) if "problem" in line]
        self.assertEqual(len(problems), 2)
        self.assertIn("http/json", problems[0])


if __name__ == "__main__":
    unittest.main()
