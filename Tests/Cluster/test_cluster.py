"""Three replicas on hosts of their own behind nginx, and two stores behind a line of 25 ms that loses one packet of a hundred.

Run by Scripts/cluster, in network namespaces that end with it. Each test has pictures of its own and leaves all as it found it; what was
counted is printed, and the limits are asserted."""

import collections
import os
import pathlib
import re
import shutil
import signal
import sys
import tempfile
import time
import unittest

for folder in ("Service", "Storage"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / folder))
import service

from gate import Gate
from hosts import Host, Line, make_bridge
from load import Load, at_once
from test_behind_nginx import Nginx
from test_storage import KEY, PICTURE, SECRET, Server

PORT = 8080
WIDTHS = (20, 24, 28)
# Of nginx.conf: for how long an instance is left alone after a failure, and after how long one that hangs has failed.
FAIL_TIMEOUT, READ_TIMEOUT = 2, 30
# Clients give up earlier.
PATIENCE = 5


def say(text):
    print(f"    {text}", file=sys.stderr, flush=True)


def targets(names, widths=WIDTHS):
    return [f"/unsafe/{width}x/{name}" for width in widths for name in names]


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ["PATH"] += ":/usr/sbin"
        folder = cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-cluster-"))
        cls.addClassCleanup(shutil.rmtree, folder)
        # nginx reads and writes here as another user.
        folder.chmod(0o755)
        make_bridge()
        balancer, *hosts = [Host(name, number) for number, name in enumerate(("lb", "r1", "r2", "r3"), 10)]
        cls.hosts, cls.balancer = hosts, balancer
        for host in (balancer, *hosts):
            host.connect()
        cls.store_host = Host("s3", 20)
        cls.line = Line(cls.store_host, delay=0.025, jitter=0.005, loss=0.01)
        cls.stores = {}
        for name in ("moto", "rclone"):
            (folder / name).mkdir()
            cls.stores[name] = Server(name, folder / name, host=cls.store_host.address, within=cls.store_host.within)
            cls.addClassCleanup(cls.stores[name].end)
        cls.stores["moto"].client.create_bucket(Bucket="photos")
        cls.stores["rclone"].client.create_bucket(Bucket="results")
        cls.gate = Gate(folder, cls.store_host, cls.stores)
        cls.addClassCleanup(cls.gate.end)
        config = folder / "config"
        config.write_text("".join(
            f"[profile {profile}]\nendpoint_url = {cls.gate.address(name)}\naws_access_key_id = {KEY}\naws_secret_access_key = {SECRET}\n"
            for profile, name in (("originals", "moto"), ("results", "rclone"))))
        cls.replicas = []
        for host in hosts:
            replica = service.Service(
                "--images", "s3://originals@photos", "--results", "s3://results@results/site", "--results-for", "all", "--allow-unsigned",
                "--trusted-proxy", balancer.address, "--host", host.address, port=PORT, within=host.within,
                CACHE=folder / f"cache-{host.name}", OBJECT_SECONDS=5,
                variables={"AWS_CONFIG_FILE": str(config), "AWS_EC2_METADATA_DISABLED": "true"})
            cls.replicas.append(replica)
            cls.addClassCleanup(lambda replica=replica: replica.process.poll() is None and replica.end(signal.SIGKILL))
        (folder / "nginx").mkdir(mode=0o755)
        # All goes through nginx's cache, nothing comes out of it, and there are no limits: replicas are what is tested.
        cls.nginx = Nginx(
            folder / "nginx", PORT, [f"{host.address}:{PORT}" for host in hosts], host=balancer.address, within=balancer.within, replacing=[
                ("proxy_cache_bypass $http_authorization $postcard_session;", "proxy_cache_bypass 1;"),
                ("    limit_req zone=postcard_clients burst=100 nodelay;\n", "")])
        cls.addClassCleanup(cls.nginx.end)
        cls.expected = {}

    @classmethod
    def tearDownClass(cls):
        counts = cls.line.end()
        say(f"The line to the stores: {counts['packets']} packets, {counts['lost']} of them lost.")

    def pictures(self, count=24):
        """Names of pictures that only this test asks for."""
        names = [f"{self._testMethodName}-{number}.jpg" for number in range(count)]
        for name in names:
            self.stores["moto"].client.put_object(Bucket="photos", Key=name, Body=PICTURE.read_bytes())
        return names

    def ask(self, target):
        return service.ask(PORT, target, host=self.balancer.address)

    def metric(self, name, replicas=None):
        """The sum of a metric's values over replicas, or over all, since each was started."""
        pattern = re.compile(rf"^postcard_{re.escape(name)} (\d+)$", re.MULTILINE)
        texts = [service.ask(PORT, "/metrics", host=host.address).body.decode() for host in replicas or self.hosts]
        return sum(int(count) for text in texts for count in pattern.findall(text))

    def made(self, replicas=None):
        """The number of answers that were made for those who asked; of those who ask at once, each counts."""
        return self.metric('results_total{from="made"}', replicas)

    def load(self, targets, **more):
        load = Load(self.balancer.address, PORT, targets, self.expected, **more)
        self.addCleanup(load.end)
        return load

    def make_known(self, names, widths=WIDTHS):
        """Asks for all results, and waits until those that were made are in the store, where all replicas can find them."""
        made, written = self.made(), self.written()
        for target in targets(names, widths):
            reply = self.ask(target)
            self.assertEqual(reply.status, 200, (target, reply))
            self.expected[target] = (reply["ETag"], reply.body)
        self.wait_for_writes(written + self.made() - made)

    def written(self):
        """The number of results that replicas have written into the store so far."""
        return self.gate.requests()["rclone", "PUT", 200]

    def wait_for_writes(self, count):
        deadline = time.monotonic() + 30
        while self.written() < count:
            self.assertLess(time.monotonic(), deadline, "Results are not written.")
            time.sleep(0.1)

    def settle(self, names):
        """Waits until nginx sends to each replica again what is its own."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            counts = [self.served(host) for host in self.hosts]
            for name in names:
                self.ask(f"/unsafe/{WIDTHS[0]}x/{name}")
            if all(self.served(host) > count for host, count in zip(self.hosts, counts)):
                return
            time.sleep(1)
        self.fail("A replica is not used again.")

    def served(self, host):
        """The number of pictures that a replica has answered since it was started."""
        text = service.ask(PORT, "/metrics", host=host.address).body.decode()
        return sum(int(count) for count in re.findall(r'^postcard_http_requests_total\{route="thumbor"[^}]*\} (\d+)$', text, re.MULTILINE))

    def reads(self, names):
        """How often each of some pictures was read whole."""
        reads = self.gate.reads("moto")
        return {name: reads[f"/photos/{name}"] for name in names}

    def test_1_stampede_costs_one_read_and_one_rendering(self):
        names, before = self.pictures(6), self.written()
        for name in names:
            replies = at_once(30, lambda: self.ask(f"/unsafe/20x/{name}"))
            self.assertEqual(collections.Counter(reply.status for reply in replies), {200: 30})
            self.assertEqual(len({(reply["ETag"], reply.body) for reply in replies}), 1)
        self.assertEqual(self.reads(names), dict.fromkeys(names, 1))
        # Each result is written by whoever made it.
        self.wait_for_writes(before + len(names))
        time.sleep(1)
        self.assertEqual(self.written() - before, len(names))
        say(f"30 clients at once for each of {len(names)} new pictures: each read once and made once")

    def test_2_replica_joins_under_load(self):
        names = self.pictures(12)
        joining = self.replicas[2]
        self.assertEqual(joining.end(), 0)
        self.make_known_without_third(names)
        load = self.load(targets(names, (20,)))
        joining.start()
        # New sizes, by 30 clients each, while nginx finds the replica.
        widths, began = iter(range(100, 1000)), time.monotonic()
        asked = []
        while time.monotonic() - began < 8 * FAIL_TIMEOUT:
            for name in names:
                target = f"/unsafe/{next(widths)}x/{name}"
                replies = at_once(10, lambda: self.ask(target))
                self.assertEqual(collections.Counter(reply.status for reply in replies), {200: 10})
                asked.append(target)
        load.end()
        self.assertGreater(self.served(self.hosts[2]), 0, "The replica was not used.")
        self.assertEqual(load.faults, [])
        reads = self.reads(names)
        self.assertLessEqual(max(reads.values()), 2, reads)
        say(f"a replica joins: {load}; {len(asked)} new results, 10 clients at once for each; "
            f"{sum(reads.values())} reads of {len(names)} pictures, of none more than {max(reads.values())}")

    def make_known_without_third(self, names):
        for target in targets(names, (20,)):
            self.assertEqual(self.ask(target).status, 200)

    def test_3_rolling_restart_is_seen_by_nobody(self):
        names = self.pictures()
        self.make_known(names)
        reads, made = self.reads(names), 0
        load = self.load(targets(names))
        for number, (host, replica) in enumerate(zip(self.hosts, self.replicas)):
            time.sleep(FAIL_TIMEOUT + 1)
            made += self.made([host]) if number else 0
            self.assertEqual(replica.end(), 0)
            if number:
                # These begin with an empty cache.
                shutil.rmtree(replica.settings["CACHE"])
            replica.start()
        time.sleep(FAIL_TIMEOUT + 1)
        load.end()
        self.assertEqual(load.faults, [])
        self.assertEqual(self.reads(names), reads)
        self.assertEqual(self.made(), 0, "A replica made again what is in the store.")
        say(f"rolling restart, two caches emptied: {load}; nothing read or made again")

    def away(self, leave, come_back, seconds):
        """Loads the replicas while the second one goes away and comes back, and answers the load. Nothing is read or made again for that."""
        names = self.pictures()
        self.make_known(names)
        self.settle(names)
        own = {line.split()[-1] for line in self.nginx.log.read_text().splitlines() if f" {self.hosts[1].address}:{PORT} /" in line}
        reads, made = self.reads(names), self.made(self.hosts[::2])
        load = self.load(targets(names), seconds=PATIENCE, count=16)
        time.sleep(2)
        leave()
        try:
            time.sleep(seconds)
        finally:
            come_back()
        time.sleep(FAIL_TIMEOUT + 1)
        load.end()
        self.settle(names)
        self.assertEqual(self.reads(names), reads)
        self.assertEqual(self.made(self.hosts[::2]) - made, 0)
        self.assertEqual({target for _, target, _ in load.faults} - own, set(), "Pictures of others failed.")
        return load

    def test_4_replica_is_killed(self):
        victim = self.replicas[1]
        load = self.away(lambda: victim.end(signal.SIGKILL), victim.start, seconds=5)
        say(f"a replica is killed, and started after 5 s: {load}")
        # nginx asks another one, unless the beginning of the answer is with the client.
        self.assertLessEqual(len(load.faults), 1, load.faults)

    def hangs(self, what, leave, come_back):
        """nginx learns only from time-outs that a replica hangs: until then its share hangs, afterwards those that try it again."""
        seconds = READ_TIMEOUT + 15
        load = self.away(leave, come_back, seconds)
        late = [fault for fault in load.faults if fault[0] > 2 + READ_TIMEOUT + 1]
        say(f"a replica is {what} for {seconds} s: {load}; {len(late)} of them after the first {READ_TIMEOUT} s")
        self.assertEqual({status for *_, status in load.faults} - {"TimeoutError('timed out')"}, set())
        self.assertLessEqual(len(late), 15 / FAIL_TIMEOUT + 1)

    def test_5_replica_is_stopped(self):
        process = self.replicas[1].process
        self.hangs("stopped", lambda: process.send_signal(signal.SIGSTOP), lambda: process.send_signal(signal.SIGCONT))

    def test_6_replica_is_cut_off(self):
        self.hangs("cut off", self.hosts[1].cut, self.hosts[1].mend)

    def test_7_stores_are_away(self):
        names = self.pictures()
        self.make_known(names)
        self.settle(names)
        for how, leave, come_back in (
            ("refuse connections", self.gate.end, self.gate.start),
            ("cannot be reached", self.store_host.cut, self.store_host.mend),
        ):
            load = self.load(targets(names))
            time.sleep(2)
            leave()
            try:
                time.sleep(30)
            finally:
                come_back()
            time.sleep(2)
            load.end()
            say(f"both stores {how} for 30 s: {load}; {load.faults[:5]}")
            self.assertEqual(load.faults, [])

    def test_8_storm_of_slow_down(self):
        names = self.pictures()
        self.make_known(names)
        self.settle(names)
        new = self.pictures(36)[24:]
        known = self.load(targets(names))
        time.sleep(1)
        self.gate.refuse(50)
        before, began = self.gate.requests(), time.monotonic()
        replies = collections.Counter()
        for target in targets(new):
            replies[self.ask(target).status] += 1
        time.sleep(max(0, 20 - (time.monotonic() - began)))
        requests = self.gate.requests() - before
        self.gate.refuse(0)
        known.end()
        say(f"half of all requests are told to slow down for {time.monotonic() - began:.0f} s: known ones {known}; new ones {dict(replies)}; "
            f"{dict(requests)}")
        self.assertEqual(known.faults, [])
        # Originals are asked for three times at most, results once: on average 1.75 requests for what is wanted.
        count = sum(n for (store, *_), n in requests.items() if store == "moto")
        answered = sum(n for (store, _, status), n in requests.items() if store == "moto" and status != 503)
        self.assertLessEqual(count, 2 * (answered + replies[503]) + 10, requests)

    def test_9_clock_of_a_replica_is_wrong(self):
        faketime = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
        if faketime is None:
            self.skipTest("libfaketime is not installed.")
        replica, variables = self.replicas[0], dict(self.replicas[0].variables)
        for shift in ("+20m", "-20m"):
            self.gate.refuse(0)
            names = [f"{each}{shift}.jpg" for each in range(4)]
            for name in names:
                self.stores["moto"].client.put_object(Bucket="photos", Key=name, Body=PICTURE.read_bytes())
            self.assertEqual(replica.end(), 0)
            replica.variables = {**variables, "LD_PRELOAD": str(faketime), "FAKETIME": shift}
            before = self.gate.requests()
            replica.start()
            try:
                for name in names:
                    self.assertEqual(service.ask(PORT, f"/unsafe/20x/{name}", host=self.hosts[0].address).status, 200)
            finally:
                self.assertEqual(replica.end(), 0)
                replica.variables = variables
                replica.start()
            requests = self.gate.requests() - before
            refused = {name: sum(n for (store, _, status), n in requests.items() if (store, status) == (name, 403)) for name in self.stores}
            written = sum(n for (store, method, status), n in requests.items() if (store, method, status) == ("rclone", "PUT", 200))
            say(f"a clock at {shift}: 4 of 4 new pictures answered, {written} results written, refused for the time: {refused}")
            self.assertEqual(written, 4)
            for store, count in refused.items():
                self.assertTrue(1 <= count <= 2, (store, requests))


if __name__ == "__main__":
    unittest.main()
