"""The metrics of a service in Prometheus, and the rules and dashboard in Deployment, which must not use other metrics."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

import service
from ports import free_port

RULES = service.ROOT / "Deployment/prometheus/postcard.rules.yml"
DASHBOARD = service.ROOT / "Deployment/grafana/postcard.json"


def expressions():
    """Returns each expression in the dashboard with its location. Values replace the variables."""
    board = json.loads(DASHBOARD.read_text())
    found = [(f"{panel['title']} {target['refId']}", target["expr"]) for panel in board["panels"] for target in panel["targets"]]
    found += [(each["name"], each["expr"]) for each in board["annotations"]["list"]]
    return [(place, text.replace("$job", ".*").replace("$__rate_interval", "1m")) for place, text in found]


class Origin(service.StandIn):
    """A web server with one picture. Everything else is missing or fails."""

    def respond(self, target):
        if target.startswith("/picture"):
            return 200, "image/jpeg", (service.FIXTURES / "travel/fuji-lake-at-dawn.jpg").read_bytes()
        return (404, "text/plain", b"") if target.startswith("/missing") else (500, "text/plain", b"")


class Metrics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        picture = "fuji-lake-at-dawn.jpg"
        cls.folder = service.Folder([f"travel/{picture}"])
        cls.addClassCleanup(cls.folder.remove)
        cls.origin = Origin()
        cls.addClassCleanup(cls.origin.end)
        cls.service = service.Service(
            "--images", str(cls.folder.pictures), "--allow-unsigned", "--allow-host", f"127.0.0.1:{cls.origin.server_address[1]}", "--allow-private-addresses",
            CACHE=cls.folder.path / "cache", RATE="1", BURST="40")
        cls.addClassCleanup(cls.service.end)
        for target, status in (
            (f"/unsafe/64x/{picture}", 200), (f"/unsafe/64x/{picture}", 200), (f"/unsafe/64x/{picture}", 200), ("/unsafe/64x/other.jpg", 404),
            (f"/unsafe/32x/{cls.origin.url}picture.jpg", 200), (f"/unsafe/32x/{cls.origin.url}missing.jpg", 404),
            (f"/unsafe/32x/{cls.origin.url}broken.jpg", 502), (f"/images/custom/one/two.png?background={cls.origin.url}picture.jpg", 200),
        ):
            reply = cls.service.request(target)
            assert reply.status == status, (target, reply)
        # A separate client exceeds its rate.
        statuses = {cls.service.request("/openapi.json", client="127.0.0.9").status for _ in range(80)}
        assert statuses == {200, 429}, statuses
        cls.text = cls.service.request("/metrics").body.decode()

    def value(self, series):
        found = re.search(rf"^{re.escape(series)} (\S+)$", self.text, re.M)
        self.assertIsNotNone(found, f"{series} is not in\n{self.text}")
        return float(found[1])

    def test_results_sources_and_rejections_are_counted(self):
        for series, count in {
            'postcard_results_total{from="made"}': 3, 'postcard_results_total{from="memory"}': 1, 'postcard_results_total{from="ready"}': 1,
            'postcard_results_total{from="stale"}': 0, 'postcard_cache_misses_total': 3, 'postcard_cache_hits_total': 2,
            'postcard_source_requests_total{kind="web",outcome="fetched"}': 1, 'postcard_source_requests_total{kind="web",outcome="missing"}': 1,
            'postcard_source_requests_total{kind="web",outcome="failed"}': 1, 'postcard_refused_total{reason="pixels"}': 0,
            'postcard_queue_limit': 256, 'postcard_queue_depth': 0, 'postcard_pixels_in_flight': 0, 'postcard_http_requests_in_flight': 1,
        }.items():
            with self.subTest(series):
                self.assertEqual(self.value(series), count)
        self.assertGreaterEqual(self.value('postcard_refused_total{reason="rate"}'), 10)

    def test_stages_take_less_time_than_their_requests(self):
        requests = sum(map(float, re.findall(r"^postcard_http_request_duration_seconds_sum\S* (\S+)$", self.text, re.M)))
        stages = {stage: self.value(f'postcard_stage_duration_seconds_sum{{stage="{stage}"}}') for stage in ("queue", "source", "decode", "edit", "encode")}
        self.assertTrue(all(stages.values()), stages)
        self.assertLess(sum(stages.values()), requests)
        for stage in ("queue", "decode", "edit", "encode"):
            self.assertEqual(self.value(f'postcard_stage_duration_seconds_count{{stage="{stage}"}}'), 3, stage)

    def test_process_metrics_match_the_system(self):
        process = pathlib.Path(f"/proc/{self.service.process.pid}")
        fields = (process / "stat").read_text().rpartition(")")[2].split()
        boot = int(re.search(r"^btime (\d+)$", pathlib.Path("/proc/stat").read_text(), re.M)[1])
        self.assertAlmostEqual(self.value("process_start_time_seconds"), boot + int(fields[19]) / 100, delta=1)
        resident = int(re.search(r"^VmRSS:\s+(\d+) kB$", (process / "status").read_text(), re.M)[1]) * 1024
        self.assertAlmostEqual(self.value("process_resident_memory_bytes") / resident, 1, delta=0.5)
        self.assertGreater(self.value("process_max_fds"), self.value("process_open_fds"))
        self.assertGreater(self.value("process_cpu_seconds_total"), 0.01)

    @unittest.skipUnless(shutil.which("promtool"), "promtool is not installed")
    def test_promtool_reports_no_errors(self):
        for command, text in (
            (["check", "metrics"], self.text), (["check", "rules", RULES], None), (["test", "rules", RULES.with_name("postcard.rules.test.yml")], None),
        ):
            with self.subTest(command[0] + " " + command[1]):
                done = subprocess.run(["promtool", *command], input=text, capture_output=True, text=True, timeout=service.LONGEST)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_dashboard_and_rules_use_only_existing_metrics(self):
        known = set(re.findall(r"^# TYPE (\w+) ", self.text, re.M)) | set(re.findall(r"^\w+", self.text, re.M))
        # Only services with a shared store have these metrics.
        known |= {"postcard_shared_reads_total", "postcard_shared_writes_total"}
        texts = expressions() + [("rules", "\n".join(re.findall(r"expr: (.*(?:\n {10,}.*)*)", RULES.read_text())))]
        for place, text in texts:
            names = set(re.findall(r"(?<![\w:])(?:postcard|process)_\w+", text))
            self.assertTrue(names, place)
            self.assertEqual(names - known, set(), place)

    @unittest.skipUnless(shutil.which("prometheus"), "Prometheus is not installed")
    def test_prometheus_returns_data_for_every_panel(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-prometheus-"))
        self.addCleanup(shutil.rmtree, folder)
        port = free_port()
        (folder / "prometheus.yml").write_text(
            f"global: {{scrape_interval: 1s, evaluation_interval: 1s}}\nrule_files: ['{RULES}']\n"
            f"scrape_configs: [{{job_name: postcard, static_configs: [{{targets: ['127.0.0.1:{self.service.port}']}}]}}]\n")
        process = subprocess.Popen(
            ["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{port}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait, service.LONGEST)
        self.addCleanup(process.terminate)
        for line in process.stderr:
            if "Server is ready" in line:
                break

        def query(text):
            reply = service.request(port, "/api/v1/query?" + urllib.parse.urlencode({"query": text})).json()
            self.assertEqual(reply["status"], "success", f"{text}: {reply}")
            return reply["data"]["result"]

        # Rates need two samples, and rules based on rates need a third.
        service.wait_until(lambda: query('count_over_time(up{job="postcard"}[1m]) > 3') and query("postcard:requests:rate5m"))
        self.assertEqual(query('up{job="postcard"}')[0]["value"][1], "1")
        empty = {place for place, text in expressions() if not query(text)}
        # There is no shared store, and the service was not restarted.
        self.assertLessEqual(empty, {"Shared store A", "Shared store B", "Starts"})
        rules = service.request(port, "/api/v1/rules").json()["data"]["groups"][0]["rules"]
        self.assertEqual([rule for rule in rules if rule["health"] not in ("ok", "unknown")], [])


if __name__ == "__main__":
    unittest.main()
