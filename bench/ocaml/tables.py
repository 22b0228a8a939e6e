# bench/ocaml/tables.py: the figures as plain text.
"""One table for each question; the last says which aims are met."""
import aims


def number(value, digits):
    return "-" if value is None else f"{value:.{digits}f}"


def table(title, columns, rows):
    """Columns are as wide as what is in them; the first is text."""
    lines = [columns, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    text = ["", title]
    for line in lines:
        first, *others = (cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths)))
        text.append("  ".join(["  " + first, *others]).rstrip())
    return text


def compared(title, measured, runtimes, key, digits, scale=1):
    """What each runtime took, and the ratios of ours to the others."""
    stocks = [r for r in runtimes if aims.is_stock(r)]
    rows = []
    for name, results in measured.items():
        values = [results[r].get(key) for r in runtimes]
        row = [name, *(number(None if v is None else v * scale, digits) for v in values)]
        rows.append(row + [number(aims.ratio(results, key, stock), 2) for stock in stocks])
    return table(title, ["", *runtimes, *(f"/ {stock.removeprefix('stock ')}" for stock in stocks)], rows)


def counts(measured, runtimes):
    rows = []
    for name, results in measured.items():
        r = results[aims.OURS]
        row = [name] + [number(r.get(f"{key}_words", 0) * 8 / 2**20, 0) for key in ("allocated", "promoted")]
        for key in ("minor", "major"):
            row += [number(results[runtime].get(f"{key}_collections"), 0) for runtime in runtimes]
        rows.append(row)
    short = [r.removeprefix("stock ") for r in runtimes]
    return table("MiB allocated and promoted; minor and major collections",
                 ["", "MiB", "promoted", *(f"minor {r}" for r in short), *(f"major {r}" for r in short)], rows)


def verdicts(found):
    lines = ["", "aims"]
    for v in found:
        missed = ", ".join(f"{name} {r:.2f}" for name, r in v["missed"].items())
        lines.append(f"  {'MISSED' if missed else 'met   '}  {v['aim']}" + (f" ({missed})" if missed else ""))
    return lines


def text(results):
    runtimes, programs, majors = results["runtimes"], results["programs"], results["majors"]
    lines = []
    if programs:
        lines += compared("time, s (user + system)", programs, runtimes, "cpu", 2)
        lines += compared("time, s (elapsed)", programs, runtimes, "wall", 2)
        lines += compared("peak RSS, MiB", programs, runtimes, "peak_kib", 1, 1 / 1024)
        lines += counts(programs, runtimes)
        for key, which in (("50", "half are shorter"), ("99", "99 of 100 are shorter"), ("max", "the longest")):
            lines += compared(f"pauses, us ({which})", programs, runtimes, f"pause_{key}", 0)
    if majors:
        lines += compared("Gc.major with everything live, ms", majors, runtimes, "major", 1, 1000)
        lines += compared("peak RSS, MiB", majors, runtimes, "peak_kib", 1, 1 / 1024)
    return "\n".join(lines[1:] + verdicts(aims.verdicts(results)))
