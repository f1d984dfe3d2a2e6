"""What is lost when things go wrong: floods, clients that are slow or lie, replicas that are killed, restarted, overloaded, gone.

    python3 tests/resilience --program target/release/dedale
    python3 tests/resilience --program target/release/dedale --short --only killed
    python3 tests/resilience --program target/release/dedale --only cluster
    python3 tests/resilience --program target/release/dedale --soak 3600

The soak is no case: it has honest clients and attackers at once, reports every minute, and ends with a verdict.

Each case prints a line as it ends, all of them a table at the end, and everything that was lost or late its details. The exit status
is 0 if nothing was lost, 1 if something was, 2 if there was nothing to run. What came right and later than is promised counts as lost in
a long run; a short one, which may share its machine, only tells it.

To add cases: a file beside this one with a list `CASES`, and its name in `GROUPS`.
"""

from __future__ import annotations

import argparse
import dataclasses
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

# The cases are no package to be installed: they are run from the folder they are in.
sys.path.insert(0, str(Path(__file__).parent))

import alone  # noqa: E402
import attacks  # noqa: E402
import cluster  # noqa: E402
import graphs  # noqa: E402
import memory  # noqa: E402
import promises  # noqa: E402
import soak  # noqa: E402
import sweep  # noqa: E402
import visitors  # noqa: E402
from harness import ROOT, Case, Finding, Settings, run_case, table  # noqa: E402

GROUPS = [alone, attacks, graphs, memory, promises, sweep, visitors, cluster]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 tests/resilience", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--program", type=Path, default=ROOT / "target/release/dedale", help="the dedale under test (default: %(default)s)"
    )
    parser.add_argument("--short", action="store_true", help="shorter loads: about six minutes in all")
    parser.add_argument("--only", metavar="NAME", action="append", help="only cases with this in their name; may be repeated")
    parser.add_argument("--list", action="store_true", help="say which cases there are, and run none")
    parser.add_argument(
        "--soak", type=float, metavar="SECONDS", help="instead of the cases, honest clients and attackers at once for so long"
    )
    parser.add_argument("--keep", action="store_true", help="keep the logs even if nothing was lost")
    return parser.parse_args()


def chosen(only: list[str] | None) -> list[Case]:
    cases = [case for group in GROUPS for case in group.CASES]
    return [case for case in cases if not only or any(name in case.name for name in only)]


def verdict(finding: Finding) -> str:
    return "LOST" if finding.lost else "late" if finding.late else "held"


def tell(case: Case, finding: Finding, seconds: float) -> None:
    print(f"{verdict(finding)}  {case.name} ({seconds:.1f} s)", flush=True)
    for loss in finding.lost[:20]:
        print(f"      {loss}")
    if len(finding.lost) > 20:
        print(f"      … and {len(finding.lost) - 20} more")
    for late in finding.late:
        print(f"      late: {late}")


def row(case: Case, finding: Finding) -> tuple[str, str, str, str]:
    return case.name, finding.done, str(len(finding.lost)) if finding.lost else "nothing", verdict(finding)


def main() -> int:
    args = arguments()
    cases = chosen(args.only)
    if args.list:
        print("\n".join(case.name for case in cases))
        return 0
    if not cases:
        print(f"resilience: no case has {' or '.join(args.only or [])} in its name", file=sys.stderr)
        return 2
    if not args.program.is_file():
        print(f"resilience: there is no program {args.program} (cargo build --release)", file=sys.stderr)
        return 2
    for group in GROUPS:
        group.check_needs()

    folder = Path(tempfile.mkdtemp(prefix="resilience-"))
    folder.chmod(0o755)
    settings = Settings(args.program.resolve(), folder, args.short)
    if args.soak:
        return 0 if soak.soak(settings, args.soak) else 1
    rows = []
    for case in cases:
        began = time.monotonic()
        finding = run_case(case, dataclasses.replace(settings, folder=folder / case.name))
        tell(case, finding, time.monotonic() - began)
        rows.append(row(case, finding))

    verdicts = Counter(verdict for *_, verdict in rows)
    failed = verdicts["LOST"] + (0 if args.short else verdicts["late"])
    print()
    print(table(rows, ("case", "what was done", "lost", "verdict")))
    late = f", {verdicts['late']} of them late" if verdicts["late"] else ""
    print(f"\nresilience: {len(rows) - verdicts['LOST']} of {len(rows)} cases held{late}")
    if failed or args.keep:
        print(f"the logs are in {folder}")
    else:
        shutil.rmtree(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
