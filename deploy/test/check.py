"""What stands in one file of deploy/ and is meant in another: names, ports, addresses, times and sums.

    python3 deploy/test/check.py --program target/release/dedale BUILT.yaml

BUILT.yaml is what kustomize makes of deploy/prometheus. Each check is a function that yields what is wrong. It needs PyYAML.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import ipaddress
import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

DEPLOY = Path(__file__).resolve().parents[1]
ROOT = DEPLOY.parent

Faults = Iterator[str]
Object = dict[str, Any]

# The sum of docs/operations.md: what a connection needs besides what DEDALE_MAX_MEMORY counts, what the system keeps for its socket, and
# the program itself.
BYTES_A_CONNECTION = 448 << 10
BYTES_OF_A_SOCKET = 256 << 10
BYTES_AT_REST = 24 << 20
# After how many seconds ingress-nginx disconnects a client that reads nothing: the default of send_timeout.
PATIENCE_OF_AN_INGRESS = 60.0

# Networks that a machine is often in already: those of Docker and AWS's default VPC, of homes, of Google's and Azure's default
# networks, of what clusters give to services and pods, and of Podman.
TAKEN = ["172.16.0.0/12", "192.168.0.0/16", "10.128.0.0/9", "10.0.0.0/15", "10.96.0.0/12", "10.42.0.0/15", "10.88.0.0/15"]


@dataclasses.dataclass(frozen=True)
class World:
    """All the files, read."""

    program: Path
    objects: list[Object]
    compose: Object

    def of_kind(self, kind: str) -> list[Object]:
        return [each for each in self.objects if each["kind"] == kind]

    def only(self, kind: str, name: str = "") -> Object:
        found = [each for each in self.of_kind(kind) if not name or each["metadata"]["name"] == name]
        if len(found) != 1:
            raise LookupError(f"there are {len(found)} objects {kind} {name}, and one is meant")
        return found[0]

    @property
    def deployment(self) -> Object:
        return self.only("Deployment")["spec"]

    @property
    def pod(self) -> Object:
        return self.deployment["template"]["spec"]

    @property
    def container(self) -> Object:
        [container] = self.pod["containers"]
        return container

    @property
    def pod_labels(self) -> dict[str, str]:
        return self.deployment["template"]["metadata"]["labels"]

    @property
    def told_the_pod(self) -> dict[str, str]:
        return self.only("ConfigMap")["data"]

    @property
    def variables(self) -> dict[str, str]:
        """The environment of the pod."""
        return self.defaults | self.told_the_pod

    @functools.cached_property
    def defaults(self) -> dict[str, str]:
        """The default of a variable."""
        return dict(re.findall(r"\[env: (DEDALE_\w+)=\]\s+\[default: (\S+)\]", self.help))

    @functools.cached_property
    def help(self) -> str:
        """What the program says of its settings."""
        return subprocess.run([self.program, "--help"], capture_output=True, text=True, check=True, env={}).stdout

    @property
    def replicas(self) -> dict[str, Object]:
        """The services of compose.yaml that run dedale."""
        return {name: each for name, each in self.compose["services"].items() if name.startswith("dedale")}


# ---- Kubernetes -----------------------------------------------------------------------------------------------------------


def selectors(world: World) -> Faults:
    """All selectors match these pods."""
    spread = [each["labelSelector"]["matchLabels"] for each in world.pod["topologySpreadConstraints"]]
    policies = [each["spec"]["podSelector"]["matchLabels"] for each in world.of_kind("NetworkPolicy")]
    budgets = [each["spec"]["selector"]["matchLabels"] for each in world.of_kind("PodDisruptionBudget")]
    services = [each["spec"]["selector"] for each in world.of_kind("Service")]
    if not (spread and policies and budgets and len(services) == 2):
        yield "something that selects pods is missing"
    for selector in [world.deployment["selector"]["matchLabels"], *spread, *policies, *budgets, *services]:
        if not selector.items() <= world.pod_labels.items():
            yield f"{selector} does not select pods with {world.pod_labels}"
    target = world.only("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]
    deployment = world.only("Deployment")
    if target != {"apiVersion": deployment["apiVersion"], "kind": "Deployment", "name": deployment["metadata"]["name"]}:
        yield f"the autoscaler scales {target}"


def ports(world: World) -> Faults:
    """Ports have names, and the names are those of the container, whose numbers are those that the server listens on."""
    numbers = {port["name"]: port["containerPort"] for port in world.container["ports"]}
    told = {"http": "DEDALE_LISTEN", "admin": "DEDALE_ADMIN_LISTEN"}
    for name, variable in told.items():
        if world.variables.get(variable) != f"0.0.0.0:{numbers.get(name)}":
            yield f"the port {name} is {numbers.get(name)}, and {variable} is {world.variables.get(variable)}"
    used = [port["targetPort"] for service in world.of_kind("Service") for port in service["spec"]["ports"]]
    used += [world.container[f"{probe}Probe"]["httpGet"]["port"] for probe in ("startup", "liveness", "readiness")]
    rules = [rule for policy in world.of_kind("NetworkPolicy") for rule in policy["spec"]["ingress"]]
    used += [port["port"] for rule in rules for port in rule["ports"]]
    for port in used:
        if port not in numbers:
            yield f"there is no port {port!r} in the container, which has {numbers}"
    for rule in rules:
        if any(port["port"] == "admin" for port in rule["ports"]) and not rule.get("from"):
            yield "the admin port is open to everybody"
    for service in world.of_kind("Service"):
        exposed = {port["targetPort"] for port in service["spec"]["ports"]}
        if len(exposed) != 1:
            yield f"the service {service['metadata']['name']} exposes {exposed}, and one of these is not for everybody"


def monitoring(world: World) -> Faults:
    """The ServiceMonitor selects the one service that has the port it scrapes."""
    spec = world.only("ServiceMonitor")["spec"]
    wanted = spec["selector"]["matchLabels"].items()
    selected = [service for service in world.of_kind("Service") if wanted <= service["metadata"]["labels"].items()]
    if [service["metadata"]["name"] for service in selected] != ["dedale-admin"]:
        yield f"it selects {[service['metadata']['name'] for service in selected]}"
        return
    names = [port["name"] for port in selected[0]["spec"]["ports"]]
    for endpoint in spec["endpoints"]:
        if endpoint["port"] not in names:
            yield f"it asks the port {endpoint['port']}, and the service has {names}"


def settings_reach_the_pod(world: World) -> Faults:
    """The pod has the variables of the ConfigMap, under the name that was made for it."""
    names = [source["configMapRef"]["name"] for source in world.container["envFrom"]]
    if names != [world.only("ConfigMap")["metadata"]["name"]]:
        yield f"the pod refers to {names}"
    namespaces = {each["metadata"].get("namespace") for each in world.objects if each["kind"] != "Namespace"}
    if namespaces != {world.only("Namespace")["metadata"]["name"]}:
        yield f"objects are in {namespaces}"


def grace(world: World) -> Faults:
    """A pod has time for all that it does in the end."""
    variables = world.variables
    pre_stop = world.container["lifecycle"]["preStop"]["sleep"]["seconds"]
    needed = pre_stop + float(variables["DEDALE_DRAIN_DELAY"]) + float(variables["DEDALE_SHUTDOWN_TIMEOUT"])
    given = world.pod["terminationGracePeriodSeconds"]
    if not 0 < pre_stop < given:
        yield f"preStop takes {pre_stop} s of a grace period of {given} s"
    if needed + 3 > given:
        yield f"it may take {needed:g} s to end, and has {given} s"
    yield from work_may_end("the pod", variables)
    readiness = world.container["readinessProbe"]
    noticed = readiness["periodSeconds"] * readiness["failureThreshold"]
    if noticed > float(variables["DEDALE_DRAIN_DELAY"]):
        yield f"that it drains is noticed after {noticed} s, and it drains for {variables['DEDALE_DRAIN_DELAY']} s"


def work_may_end(where: str, variables: dict[str, str]) -> Faults:
    if float(variables["DEDALE_SHUTDOWN_TIMEOUT"]) < float(variables["DEDALE_TIMEOUT"]):
        yield f"{where}: work may take {variables['DEDALE_TIMEOUT']} s, and is cut off after {variables['DEDALE_SHUTDOWN_TIMEOUT']} s"


def shares(world: World) -> Faults:
    """Shares are by client: the private networks, which an ingress is in, may say who a request comes from."""
    trusted = [ipaddress.ip_network(each) for each in world.variables["DEDALE_TRUSTED_PROXIES"].split(",")]
    for network in trusted:
        if not (network.is_private or network == ipaddress.ip_network("100.64.0.0/10")):
            yield f"every address in {network} could forge the address of a client"
    if "DEDALE_CLIENT_SHARE" in world.told_the_pod:
        yield f"a client may have {world.told_the_pod['DEDALE_CLIENT_SHARE']} % of a pod"


def resources(world: World) -> Faults:
    """A processor for every two workers, and the memory that all may need at once."""
    limits = world.container["resources"]["limits"]
    yield from workers("the pod", world.variables, limits["cpu"])
    yield from memory("the pod", world.variables, limits["memory"])


def workers(where: str, variables: dict[str, str], processors: str) -> Faults:
    if int(variables["DEDALE_WORKERS"]) != 2 * int(processors):
        yield f"{where} has {variables['DEDALE_WORKERS']} workers and {processors} processors"


def memory(where: str, variables: dict[str, str], limit: str) -> Faults:
    held = int(variables["DEDALE_MAX_MEMORY"]) << 20
    connections = int(variables["DEDALE_MAX_CONNECTIONS"]) * (BYTES_A_CONNECTION + BYTES_OF_A_SOCKET)
    needed = held + connections + BYTES_AT_REST
    if needed > quantity(limit):
        yield f"{where} may need {needed / 2**20:.0f} MiB, and has {limit}"
    if int(variables["DEDALE_MAX_BODY"]) * 8 > held:
        yield f"{where}: seven bodies of {variables['DEDALE_MAX_BODY']} bytes leave no memory for others"


def quantity(text: str) -> int:
    """Bytes, as Kubernetes and Compose write them: both mean powers of two here."""
    number, unit = re.fullmatch(r"(\d+)([KMG]i|[kmg])", text).groups()
    return int(number) << {"k": 10, "m": 20, "g": 30}[unit[0].lower()]


def ingress(world: World) -> Faults:
    """A pod closes no connection that an ingress may use which is set up as the README says."""
    readme = (DEPLOY / "README.md").read_text()
    told = dict(re.findall(r'(?m)^ +(worker-processes|upstream-keepalive-(?:connections|timeout)): "(\d+)"$', readme))
    if len(told) != 3:
        yield f"the README recommends {told or 'nothing'} for an ingress"
        return
    [count] = re.findall(r"(\d+) of its pods", readme)
    idle = int(count) * int(told["worker-processes"]) * int(told["upstream-keepalive-connections"])
    yield from connections("the pod", world.variables, idle, float(told["upstream-keepalive-timeout"]), PATIENCE_OF_AN_INGRESS)


def scaling(world: World) -> Faults:
    """The autoscaler alone says how many there are, and three at least; fewer are an alert."""
    if "replicas" in world.deployment:
        yield "the deployment says how many replicas there are, against the autoscaler"
    least = world.only("HorizontalPodAutoscaler")["spec"]["minReplicas"]
    if least < 3:
        yield f"there may be {least} replicas"
    [rule] = [rule for group in world.only("PrometheusRule")["spec"]["groups"] for rule in group["rules"] if rule["alert"] == "DedaleReplicasMissing"]
    if rule["expr"] != f"count(dedale_connections) < {least}":
        yield f"there are at least {least} replicas, and {rule['expr']} is an alert"


def rights(world: World) -> Faults:
    """The pod runs as the user of the image."""
    [user] = re.findall(r"(?m)^USER (\d+:\d+)$", (ROOT / "Dockerfile").read_text())
    security = world.pod["securityContext"]
    if f"{security['runAsUser']}:{security['runAsGroup']}" != user:
        yield f"the pod runs as another user than the image, {user}"


# ---- Compose and nginx ----------------------------------------------------------------------------------------------------


def nginx_setting(name: str, upstream: bool = False) -> str:
    """What the one line of nginx's files says that sets this: for the replicas, or for all but them."""
    text = "".join(path.read_text() for path in [DEPLOY / "nginx.conf", *sorted((DEPLOY / "nginx").glob("*.conf"))])
    [block] = re.findall(r"(?ms)^    upstream dedale \{$.*?^    \}$", text)
    [value] = re.findall(rf"(?m)^\s*{name} (.*);$", block if upstream else text.replace(block, ""))
    return value


def compose_addresses(world: World) -> Faults:
    """nginx has the addresses of the replicas, and they trust it and no other proxy."""
    asked = set(re.findall(r"(?m)^server (\S+) ", (DEPLOY / "nginx/replicas.conf").read_text()))
    given = {f"{each['networks']['inside']['ipv4_address']}:8080" for each in world.replicas.values()}
    if asked != given or len(given) != 3:
        yield f"nginx asks {sorted(asked)}, and the replicas are {sorted(given)}"
    nginx = world.compose["services"]["nginx"]
    [subnet] = [ipaddress.ip_network(each["subnet"]) for each in world.compose["networks"]["inside"]["ipam"]["config"]]
    if not subnet.is_private or any(subnet.overlaps(ipaddress.ip_network(taken)) for taken in TAKEN):
        yield f"{subnet} is an address that many machines know another network by"
    for name, service in world.compose["services"].items():
        if ipaddress.ip_address(service["networks"]["inside"]["ipv4_address"]) not in list(subnet.hosts())[1:]:
            yield f"{name} is not in {subnet}, or is where its gateway is"
    if f"{subnet}" not in (DEPLOY / "README.md").read_text():
        yield f"the README names another network than {subnet}"
    for name, replica in world.replicas.items():
        if replica["environment"]["DEDALE_TRUSTED_PROXIES"] != nginx["networks"]["inside"]["ipv4_address"]:
            yield f"{name} does not believe nginx"
        if replica["environment"]["DEDALE_LISTEN"] != "0.0.0.0:8080":
            yield f"{name} listens elsewhere"
        if replica["environment"]["DEDALE_ADMIN_LISTEN"].rpartition(":")[2] != replica["healthcheck"]["test"][-1].rpartition(":")[2]:
            yield f"the health check of {name} uses another address than it listens on"
        if "ports" in replica:
            yield f"{name} is published past nginx"
    published = {port.rpartition(":")[2] for port in nginx["ports"]}
    if published != {nginx_setting("listen").split()[0]}:
        yield f"nginx listens on {nginx_setting('listen')}, and {published} is published"
    for volume in nginx["volumes"]:
        if not (DEPLOY / volume.split(":")[0]).exists():
            yield f"there is no {volume.split(':')[0]}"


def compose_times_and_sizes(world: World) -> Faults:
    """nginx waits for as long as the server may work, is not given up while it waits for clients, and takes as much as it reads."""
    nginx = world.compose["services"]["nginx"]
    processors = nginx["deploy"]["resources"]["limits"]["cpus"]
    for name, replica in world.replicas.items():
        variables = world.defaults | replica["environment"]
        limit = replica["deploy"]["resources"]["limits"]
        if int(variables["DEDALE_MAX_BODY"]) != quantity(nginx_setting("client_max_body_size")):
            yield f"{name} reads bodies of {variables['DEDALE_MAX_BODY']} bytes, and nginx of {nginx_setting('client_max_body_size')}"
        if seconds(nginx_setting("proxy_read_timeout")) <= float(variables["DEDALE_TIMEOUT"]):
            yield f"nginx gives up while {name} may still work"
        needed = float(variables["DEDALE_DRAIN_DELAY"]) + float(variables["DEDALE_SHUTDOWN_TIMEOUT"])
        if needed + 3 > seconds(replica["stop_grace_period"]):
            yield f"{name} may take {needed:g} s to end, and has {replica['stop_grace_period']}"
        yield from workers(name, variables, limit["cpus"])
        yield from work_may_end(name, variables)
        # Each worker of nginx keeps separate connections.
        idle = int(processors) * int(nginx_setting("keepalive", upstream=True))
        kept = seconds(nginx_setting("keepalive_timeout", upstream=True))
        yield from connections(name, variables, idle, kept, seconds(nginx_setting("send_timeout")))
        yield from memory(name, variables, limit["memory"])
    if seconds(nginx_setting("worker_shutdown_timeout")) >= seconds(nginx["stop_grace_period"]):
        yield "nginx does not end in time"
    if nginx_setting("worker_processes") != processors:
        yield f"nginx has {nginx_setting('worker_processes')} workers and {processors} processors"
    [tmpfs] = nginx["tmpfs"]
    room = quantity(re.search(r"size=(\w+)", tmpfs)[1])
    cache = dict(part.split("=") for part in nginx_setting("proxy_cache_path").split() if "=" in part)
    if quantity(cache["max_size"]) + quantity(cache["min_free"]) > room:
        yield f"the cache may not fit into {tmpfs}"
    if room >= quantity(nginx["deploy"]["resources"]["limits"]["memory"]):
        yield "the tmpfs alone may use up nginx's memory"


def connections(name: str, variables: dict[str, str], idle: int, kept: float, patience: float) -> Faults:
    """No replica closes a connection to nginx while nginx may use it, and those without use keep nobody out.

    nginx keeps so many idle connections, each for so many seconds, and gives up clients who take nothing for so many."""
    if kept + 5 > float(variables["DEDALE_IDLE_TIMEOUT"]):
        yield f"{name} closes an idle connection after {variables['DEDALE_IDLE_TIMEOUT']} s, and nginx may use it for {kept:g} s"
    # Idle connections must leave room for others.
    if 2 * idle > int(variables["DEDALE_MAX_CONNECTIONS"]):
        yield f"nginx keeps {idle} connections, and {name} has {variables['DEDALE_MAX_CONNECTIONS']} places"
    if float(variables["DEDALE_WRITE_TIMEOUT"]) <= patience:
        yield f"{name} gives up nginx before nginx gives up its client"


def seconds(text: str) -> float:
    return float(re.fullmatch(r"(\d+)s", text)[1])


# How many pupils of a school open the page at once behind one address, and how many requests of each count for the rate limit: the
# maze, its solution, and 24 pictures of algorithms, which nginx keeps. tests/resilience counts them, and docs/one-machine.md says it.
PUPILS = 2000
THAT_COUNT = 26
THAT_COUNT_BEHIND_NGINX = 2


def school(_: World) -> Faults:
    """The rate limits that are set or proposed let a school in."""
    for path, each in [
        ("one/dedale@.service", THAT_COUNT_BEHIND_NGINX),
        ("compose.yaml", THAT_COUNT_BEHIND_NGINX),
        ("kubernetes/kustomization.yaml", THAT_COUNT),
    ]:
        [burst] = re.findall(r'(?:--rate-burst |DEDALE_RATE_BURST(?:=|: "))(\d+)', (DEPLOY / path).read_text())
        if PUPILS * each > int(burst):
            yield f"{path}: {PUPILS} pupils send {PUPILS * each} requests at once, and {burst} are allowed"


def compose_rights(world: World) -> Faults:
    """No service may do what it need not."""
    for name, service in world.compose["services"].items():
        limits = service["deploy"]["resources"]["limits"]
        held = [
            service.get("read_only") is True,
            service.get("cap_drop") == ["ALL"],
            service.get("security_opt") == ["no-new-privileges:true"],
            not service.get("privileged"),
            {"cpus", "memory"} <= limits.keys(),
            "healthcheck" in service,
        ]
        if not all(held):
            yield f"{name} may do more than it should, or is not watched: {held}"


# ---- The program ----------------------------------------------------------------------------------------------------------


def versions(world: World) -> Faults:
    """This version is deployed."""
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    images = {"the pod": world.container["image"], **{name: each["image"] for name, each in world.replicas.items()}}
    for where, image in images.items():
        if image.rpartition(":")[2] != version:
            yield f"{where} runs {image}, and Cargo.toml says {version}"


def known_variables(world: World) -> Faults:
    """Every variable that is named anywhere under deploy/, comments included, is one that the program knows."""
    known = set(re.findall(r"\[env: (DEDALE_\w+)=", world.help))
    if len(known) < 10:
        yield f"the help of {world.program} lists {len(known)} variables"
    for path in sorted(DEPLOY.rglob("*")):
        if path.suffix in {".yaml", ".conf", ".md"}:
            named = set(re.findall(r"\bDEDALE_[A-Z][A-Z_]*", path.read_text()))
            for variable in sorted(named - known):
                yield f"{path.relative_to(ROOT)} names {variable}, which the program does not know"


def the_program_starts(world: World) -> Faults:
    """The program takes the variables as they are, but for the addresses, which are made to be of this machine."""
    places = {"the pod": world.told_the_pod, **{name: each["environment"] for name, each in world.replicas.items()}}
    for where, variables in places.items():
        here = {name: "127.0.0.1:0" if value.startswith("0.0.0.0:") else value for name, value in variables.items()}
        said = first_words([world.program], here)
        if " listens on http://" not in said:
            yield f"with the variables of {where}: {said}"


def first_words(command: list[Path], variables: dict[str, str]) -> str:
    """Returns the first line that a program prints, and stops it."""
    child = subprocess.Popen(command, env=variables, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # One that says nothing is ended as well.
    patience = threading.Timer(20, child.kill)
    patience.start()
    try:
        return child.stdout.readline().strip()
    finally:
        patience.cancel()
        child.kill()
        child.wait()
        child.stdout.close()


CHECKS: list[Callable[[World], Faults]] = [
    selectors,
    ports,
    monitoring,
    settings_reach_the_pod,
    grace,
    shares,
    resources,
    ingress,
    scaling,
    rights,
    compose_addresses,
    compose_times_and_sizes,
    school,
    compose_rights,
    versions,
    known_variables,
    the_program_starts,
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, required=True, help="the dedale that is to be deployed")
    parser.add_argument("built", type=Path, help="what kustomize has built")
    args = parser.parse_args()
    objects = list(yaml.safe_load_all(args.built.read_text()))
    world = World(args.program.resolve(), objects, yaml.safe_load((DEPLOY / "compose.yaml").read_text()))
    failed = 0
    for check in CHECKS:
        faults = list(check(world))
        failed += bool(faults)
        print(f"{'WRONG' if faults else 'right'}  {check.__name__}: {check.__doc__}")
        for fault in faults:
            print(f"       {fault}")
    print(f"{len(CHECKS) - failed} of {len(CHECKS)} hold")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
