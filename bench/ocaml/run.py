#!/usr/bin/env -S python3 -B
# bench/ocaml/run.py: OCaml programs on stock's runtime and on Strata's, interleaved, and the ratios.
"""Links every program with each runtime, runs them in turn, and prints the shortest times as ratios;
with --checked, those of the checked runtime to the unchecked one's."""
import argparse
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import aims
import checked
import page
import readme
import tables
from programs import COMPILER, HEAP, PROGRAMS, SIZES

HERE = pathlib.Path(__file__).resolve().parent
SUMMARY = re.compile(r"^strata: checked .* (\d+) walks of the old objects, in ([\d.]+) s: 0 findings$", re.MULTILINE)


@dataclasses.dataclass
class Runtime:
    name: str
    variant: str = ""
    directory: pathlib.Path = None
    check: str = ""  # settings of the checked runtime

    def flags(self):
        return ["-I", self.directory, "-runtime-variant", self.variant] if self.variant else []


def call(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


class Builder:
    """Every program is compiled once; only the runtime that it is linked with differs."""

    def __init__(self, work, runtimes):
        self.work, self.runtimes = work, runtimes
        self.objects = work / "objects"
        self.objects.mkdir(parents=True, exist_ok=True)
        self.where = pathlib.Path(call("ocamlfind", "ocamlc", "-where"))
        call("gcc", "-O2", "-I", self.where, "-c", HERE / "report.c", "-o", self.objects / "report.o")

    def link(self, name, *arguments):
        """The program for each runtime, by the name of that."""
        programs = {r.name: self.work / f"{name}{r.variant}" for r in self.runtimes}
        libraries = {**os.environ, "OCAMLFIND_IGNORE_DUPS_IN": str(self.where / "compiler-libs")}
        for runtime in {r.variant: r for r in self.runtimes}.values():
            call("ocamlfind", "ocamlopt", *runtime.flags(), "report.o", *arguments, "-o", programs[runtime.name],
                 cwd=self.objects, env=libraries)
        return programs

    def program(self, p):
        if p.name == COMPILER:
            libraries = self.where / "compiler-libs"
            parts = ["-I", libraries, "ocamlcommon.cmxa", "ocamlbytecomp.cmxa", "ocamloptcomp.cmxa",
                     libraries / "optmain.cmx"]
            return self.link(COMPILER, *parts)
        packages = ["-package", ",".join(p.packages)] if p.packages else []
        modules = [*p.modules, p.source]
        for module in modules:
            (self.objects / f"{module}.ml").write_bytes((HERE / f"{module}.ml").read_bytes())
            call("ocamlfind", "ocamlopt", *packages, "-c", f"{module}.ml", cwd=self.objects)
        objects = [*packages, *["-linkpkg"] * bool(packages), *[f"{module}.cmx" for module in modules]]
        return self.link(p.source, *objects)

    def source_of_compiler(self, path):
        """A file of OCaml's own compiler, which Debian has in the package ocaml-source."""
        version = call("ocamlfind", "ocamlc", "-version")
        file = self.work / pathlib.Path(path).name
        package = f"/usr/src/ocaml-source-{version}.tar"
        inner = f"ocaml-{version}/ocaml_{version}.orig.tar.gz"
        done = subprocess.run(f"tar -xOf {package} {inner} | tar -xzO --wildcards '*/{path}'", shell=True,
                              capture_output=True)
        if done.returncode != 0 or not done.stdout:
            sys.exit(f"{path} is not in {package}, which is in Debian's package ocaml-source")
        file.write_bytes(done.stdout)
        return file


def arguments_of(p, size, builder):
    words = p.sizes[SIZES.index(size)].split()
    if p.name != COMPILER:
        return words
    return ["-w", "-a", "-S", "-I", "+compiler-libs", "-c",
            builder.source_of_compiler(words[0]), "-o", "out.cmx"]


def run(program, arguments, product="", with_pauses=False, settings=""):
    """Runs it once: what it used, what its collector did, and what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        report, out, err = (pathlib.Path(folder, name) for name in ("report", "out", "err"))
        env = {k: v for k, v in os.environ.items() if k not in ("OCAMLRUNPARAM", "CAMLRUNPARAM", "OCAMLPARAM")}
        env.update({"STRATA_REPORT": str(report), **({"STRATA_PAUSES": "1"} if with_pauses else {})})
        env.update({"STRATA_CHECK": settings} if settings else {})
        start = time.monotonic()
        with out.open("wb") as stdout, err.open("wb") as stderr:
            child = subprocess.run([program, *arguments], stdout=stdout, stderr=stderr, env=env, cwd=folder)
        wall = time.monotonic() - start
        errors = err.read_text(errors="replace")
        if child.returncode != 0:
            sys.exit(f"{program} {' '.join(map(str, arguments))}: ended with {child.returncode}\n{errors}")
        result = {"wall": wall}
        for line in report.read_text().splitlines():
            name, value = line.split()
            result[name] = float(value)
        majors = [float(line.split()[1]) for line in errors.splitlines() if line.startswith("major ")]
        if majors:
            result["major"] = min(majors)
        if settings:
            result["walks"], result["check_s"] = map(float, SUMMARY.search(errors).groups())
        printed = out.read_bytes() + (pathlib.Path(folder, product).read_bytes() if product else b"")
        return result, printed


LEAST = ("cpu", "wall", "major", "check_s", "peak_kib", "pause_50", "pause_99", "pause_max")


def merge(results):
    """The least of each time and of the peak; what the collector counts is of the last run."""
    merged = {}
    for result in results:
        for key, value in result.items():
            merged[key] = min(value, merged.get(key, value)) if key in LEAST else value
    return merged


def show(args, what):
    """That it lives: on a terminal what runs, elsewhere a line for each program."""
    if args.is_terminal:
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)


def measure(p, builder, args):
    if not args.is_terminal:
        print(f"measuring {p.name}", file=sys.stderr, flush=True)
    show(args, f"compiling {p.name}")
    programs = builder.program(p)
    arguments = arguments_of(p, args.size, builder)
    results = {r.name: [] for r in builder.runtimes}
    expected = None
    order = list(builder.runtimes)
    runs = [False] * args.runs + [True] * (0 if p.is_major else args.pause_runs)
    for i, with_pauses in enumerate(runs):
        for r in order:
            show(args, f"{p.name}, {r.name}, run {i + 1} of {len(runs)}")
            result, printed = run(programs[r.name], arguments, p.product, with_pauses, r.check)
            if with_pauses:
                result = {k: v for k, v in result.items() if k.startswith("pause")}
            results[r.name].append(result)
            if printed != (expected := expected if expected is not None else printed):
                sys.exit(f"{p.name} does not print on {r.name} what it prints on {builder.runtimes[0].name}")
        order = order[1:] + order[:1]
    if args.size == "tiny":
        check(p, expected)
    return {name: merge(runs) for name, runs in results.items()}


def check(p, printed):
    """What is printed at the smallest size is known."""
    file = HERE / "expected" / p.name.replace(" ", "_")
    if p.name != COMPILER and printed != file.read_bytes():
        sys.exit(f"{p.name}: expected\n{file.read_text()}but it printed\n{printed.decode()}")


def compare_with_stock(args, programs):
    runtimes = [Runtime("stock 4.13.1"), Runtime(aims.OURS, "_strata", args.runtime.resolve())]
    if args.peer:
        runtimes.append(Runtime("stock 4.14.1", "_4_14", args.peer.resolve()))
    builder = Builder(args.work.resolve(), runtimes)
    results = {"size": args.size, "runtimes": [r.name for r in runtimes], "programs": {}, "majors": {}}
    for p in programs:
        results["majors" if p.is_major else "programs"][p.name] = measure(p, builder, args)
    return results


def compare_checked(args, programs):
    directory, work = args.runtime.resolve(), args.work.resolve()
    plain = Runtime(checked.PLAIN, "_strata", directory)
    runtimes = [plain, *(Runtime(name, "_stratac", directory, check) for name, check in checked.SETTINGS.items())]
    builder = Builder(work, runtimes)
    results = {"size": args.size, "runtimes": [r.name for r in runtimes], "programs": {}, "heap": {}}
    for p in programs:
        if p is not HEAP:
            results["programs"][p.name] = measure(p, builder, args)
    if HEAP in programs:
        builder = Builder(work, [plain, Runtime(checked.CHECKED, "_stratac", directory, checked.HEAP_SETTINGS)])
        results["heap"] = measure(HEAP, builder, args)
    return results


def parse():
    parser = argparse.ArgumentParser(prog="./dev bench ocaml", description=__doc__)
    parser.add_argument("--runtime", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--peer", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--quick", dest="size", action="store_const", const="quick", help="smaller sizes")
    parser.add_argument("--tiny", dest="size", action="store_const", const="tiny",
                        help="sizes for which the output is known")
    parser.add_argument("--ocaml-4.14", dest="want_peer", action="store_true",
                        help="also OCaml 4.14.1's runtime, whose sources come from the npm registry")
    parser.add_argument("--checked", action="store_true",
                        help="what the checked runtime costs, instead of comparing with OCaml's own")
    parser.add_argument("--runs", type=int, default=5, help="how often each is timed (5)")
    parser.add_argument("--pause-runs", type=int, default=3, help="how often its pauses are measured (3)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="this one; may be repeated")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="writes all figures")
    parser.add_argument("--html", type=pathlib.Path, metavar="FILE", help="writes a page with a plot")
    parser.add_argument("--readme", type=pathlib.Path, metavar="FILE", help="puts the tables into the README")
    args = parser.parse_args()
    args.size = args.size or "full"
    if args.size == "tiny":
        args.runs, args.pause_runs = 1, 1
    args.is_terminal = sys.stderr.isatty()
    if args.checked:
        args.pause_runs = 0
    there = [*(p for p in PROGRAMS if not p.is_major), HEAP] if args.checked else PROGRAMS
    only = {name.lower() for name in args.only}
    if unknown := only - {p.name.lower() for p in there}:
        parser.error(f"there is no {min(unknown)}; there are: {', '.join(p.name for p in there)}")
    if args.readme and (args.only or args.size != "full" or not (args.peer or args.checked)):
        parser.error("--readme wants everything: no --only, no --quick, but --ocaml-4.14 or --checked")
    return args, [p for p in there if not only or p.name.lower() in only]


def main():
    args, programs = parse()
    results = compare_checked(args, programs) if args.checked else compare_with_stock(args, programs)
    show(args, "")
    print((checked if args.checked else tables).text(results))
    if args.json:
        verdicts = (checked if args.checked else aims).verdicts(results)
        args.json.write_text(json.dumps({**results, "aims": verdicts}, indent=1) + "\n")
    if args.html:
        args.html.write_text((checked if args.checked else page).html(results))
        print(f"\nthe plot is in {args.html}")
    if args.readme:
        (checked if args.checked else readme).update(args.readme, results)


if __name__ == "__main__":
    main()
