"""What stands before the two stores on their host: nginx, which counts requests and can refuse some of them."""

import collections
import datetime
import os
import signal
import subprocess
import time

SLOW_DOWN = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>'
SKEWED = '<?xml version="1.0"?><Error><Code>RequestTimeTooSkewed</Code><Message>The difference is too large.</Message></Error>'


class Gate:
    """The gate before `stores`, whose names have the ports at which they are reached through it."""

    def __init__(self, folder, host, stores):
        self.folder, self.host, self.stores = folder, host, stores
        self.ports = {name: 9_000 + number for number, name in enumerate(stores)}
        self.log = folder / "gate.log"
        self.write(slow=0)
        self.start()

    def address(self, name):
        return f"http://{self.host.address}:{self.ports[name]}"

    def write(self, slow):
        """Writes the configuration: `slow` of a hundred requests are told to slow down, and signatures of more than 15 minutes before or
        after this are refused, as by Amazon."""
        now = datetime.datetime.now(datetime.timezone.utc)
        minutes = [(now + datetime.timedelta(minutes=each)).strftime("%Y%m%dT%H%M") for each in range(-15, 16)]
        known = "\n".join(f'"~^{each}" "";' for each in minutes)
        servers = "\n".join(
            f"""upstream {name} {{ server {store.address.removeprefix('http://')}; keepalive 16; }}
server {{
    listen {self.host.address}:{self.ports[name]};
    location / {{
        if ($skewed) {{ return 403 '{SKEWED}'; }}
        if ($slow) {{ return 503 '{SLOW_DOWN}'; }}
        proxy_pass http://{name};
    }}
}}""" for name, store in self.stores.items())
        slow = f'split_clients $request_id $slow {{ {slow}% 1; * ""; }}' if slow else 'map "" $slow { default ""; }'
        temporary = "\n".join(
            f"{kind}_temp_path {self.folder}/gate-{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "gate.conf").write_text(f"""
daemon off; worker_processes 1; pid {self.folder}/gate.pid; error_log {self.folder}/gate.errors;
{"user root;" if os.geteuid() == 0 else ""}
events {{ worker_connections 1024; }}
http {{
{temporary}
log_format requests '$server_port $request_method $status $request_uri $http_user_agent';
access_log {self.log} requests;
client_max_body_size 0;
proxy_http_version 1.1;
proxy_set_header Host $http_host;
proxy_set_header Connection "";
default_type application/xml;
{slow}
map $http_x_amz_date $skewed {{ default 1; "" "";
{known} }}
{servers}
}}
""")

    def start(self):
        self.process = subprocess.Popen(
            [*self.host.within, "nginx", "-e", self.folder / "gate.errors", "-p", self.folder, "-c", self.folder / "gate.conf"],
            stderr=subprocess.DEVNULL)
        while not (self.folder / "gate.pid").exists():
            assert self.process.poll() is None, (self.folder / "gate.errors").read_text()
            time.sleep(0.05)

    def refuse(self, slow):
        """Has `slow` of a hundred requests told to slow down from now on."""
        self.write(slow)
        self.process.send_signal(signal.SIGHUP)
        # Until the worker with the old settings is gone.
        time.sleep(1)

    def end(self):
        """Ends it at once: connections are refused from now on."""
        self.process.terminate()
        self.process.wait()

    def lines(self):
        """The requests of Postcard so far: store, method, status and target of each."""
        names = {str(port): name for name, port in self.ports.items()}
        for line in self.log.read_text().splitlines():
            port, method, status, target, agent = line.split(" ", 4)
            if "ostcard" in agent:
                yield names[port], method, int(status), target

    def requests(self):
        """How often each store was asked so far, by method and status."""
        return collections.Counter((name, method, status) for name, method, status, _ in self.lines())

    def reads(self, name):
        """How often each object of a store was given whole."""
        return collections.Counter(target for store, method, status, target in self.lines() if (store, method, status) == (name, "GET", 200))
