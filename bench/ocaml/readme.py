# bench/ocaml/readme.py: the figures as the tables of the README, put where its marks are.
"""./dev bench ocaml --readme README.md replaces what is between the two marks, and nothing else."""
import re

import aims

BEGIN, END = "<!-- OCaml figures: begin -->", "<!-- OCaml figures: end -->"


def short(stock):
    return stock.removeprefix("stock ")


def cell(measured, key, stock=None, scale=1, digits=2):
    value = aims.ratio(measured, key, stock) if stock else measured[aims.OURS].get(key)
    return "" if value is None else f"{value * scale:.{digits}f}"


def table(head, rows):
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *rows]) + "\n"


def programs(results, stocks):
    head = ["", "time, s", *(f"/ {short(s)}" for s in stocks), "peak RSS, MiB", *(f"/ {short(s)}" for s in stocks),
            "collections", "pauses, ms: half below", "99 % below", "longest", *(f"/ {short(s)}" for s in stocks)]
    rows = []
    for name, measured in results["programs"].items():
        ours = measured[aims.OURS]
        rows.append([name, cell(measured, "cpu"), *(cell(measured, "cpu", s) for s in stocks),
                     cell(measured, "peak_kib", scale=1 / 1024, digits=1),
                     *(cell(measured, "peak_kib", s) for s in stocks),
                     f"{ours['minor_collections']:.0f} + {ours['major_collections']:.0f}",
                     *(cell(measured, f"pause_{p}", scale=1e-3, digits=3) for p in ("50", "99", "max")),
                     *(cell(measured, "pause_max", s) for s in stocks)])
    return table(head, rows)


def majors(results, stocks):
    head = ["`Gc.major`, everything live", "ms", *(f"/ {short(s)}" for s in stocks), "peak RSS, MiB",
            *(f"/ {short(s)}" for s in stocks)]
    return table(head, [[name, cell(m, "major", scale=1000, digits=1), *(cell(m, "major", s) for s in stocks),
                         cell(m, "peak_kib", scale=1 / 1024, digits=0), *(cell(m, "peak_kib", s) for s in stocks)]
                        for name, m in results["majors"].items()])


def verdicts(found):
    for v in found:
        missed = ", ".join(f"{name} {r:.2f}" for name, r in v["missed"].items())
        yield f"* {v['aim']}: " + (f"**missed** by {missed}" if missed else "met")


def replace(file, begin, end, parts):
    text = file.read_text()
    new, found = re.subn(f"{begin}.*{end}", lambda _: begin + "\n" + "\n".join(parts) + end, text, flags=re.DOTALL)
    if found != 1:
        raise SystemExit(f"{file} has not the marks {begin} and {end}, once")
    file.write_text(new)


def update(file, results):
    stocks = [r for r in results["runtimes"] if aims.is_stock(r)]
    judged = "\n".join(["The aims:\n", *verdicts(aims.verdicts(results))]) + "\n"
    replace(file, BEGIN, END, [programs(results, stocks), majors(results, stocks), judged])
