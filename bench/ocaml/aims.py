# bench/ocaml/aims.py: what Strata should be in comparison with stock, and whether it is.
"""An aim is a ratio to stock that must not be exceeded; a verdict says by which program it is.
Times are judged by the newest stock that was measured, whose collector is the faster one."""

OURS = "Strata"


NO_PAUSE = 100  # us: what is shorter depends on the machine more than on the collector


def ratio(measured, key, stock, runtime=OURS):
    """Ours, or that of another runtime, to stock's; None if one of them was not measured."""
    ours, theirs = measured[runtime].get(key), measured.get(stock, {}).get(key)
    return ours / theirs if ours is not None and theirs else None


def judged(measured, key, stock):
    """The ratio that an aim is about: no pause counts as shorter than NO_PAUSE."""
    r = ratio(measured, key, stock)
    if r is None or key != "pause_max":
        return r
    return max(NO_PAUSE, measured[OURS][key]) / max(NO_PAUSE, measured[stock][key])


def is_stock(name):
    return name != OURS


# what, of which table, which measure, the limit, and the programs (none: all of them)
AIMS = [
    ("time", "programs", "cpu", 0.60, ("BinaryTrees", "CountChange")),
    ("time", "programs", "cpu", 0.80, ("ocamlopt",)),
    ("time", "programs", "cpu", 1.02, ()),
    ("Gc.major", "majors", "major", 0.60, ("list", "tree", "references")),
    ("Gc.major", "majors", "major", 0.40, ("random graph",)),
    ("longest pause (no less than 0.1 ms)", "programs", "pause_max", 1.00, ()),
    ("peak RSS", "programs", "peak_kib", 1.05, ()),
    ("peak RSS", "majors", "peak_kib", 1.05, ()),
]


def verdicts(results):
    """For each aim: the sentence, and the ratios that are above the limit."""
    stocks = list(filter(is_stock, results["runtimes"]))
    found = []
    for what, table, key, limit, names in AIMS:
        for stock in stocks[-1:] if key in ("cpu", "major") else stocks:
            ratios = {name: r for name, measured in results[table].items()
                      if (not names or name in names) and (r := judged(measured, key, stock)) is not None}
            if ratios:
                who = ", ".join(names) if names else "every program" if table == "programs" else "every shape"
                missed = {name: r for name, r in ratios.items() if r > limit}
                found.append({"aim": f"{what} at most {limit:.2f} of {stock}: {who}", "missed": missed})
    return found
