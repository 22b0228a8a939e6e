# bench/ocaml/aims.py: what Strata should be in comparison with stock, and whether it is.
"""An aim is a ratio to stock that must not be exceeded; a verdict says by which program it is."""

OURS, OLDER, PEER = "Strata", "stock 4.13.1", "stock 4.14.1"


def ratio(measured, key, stock):
    """Ours to stock's; None if one of them was not measured."""
    ours, theirs = measured[OURS].get(key), measured.get(stock, {}).get(key)
    return ours / theirs if ours is not None and theirs else None


def is_stock(name):
    return name != OURS


# what, of which table, which measure, the limit, and the programs (none: all of them)
AIMS = [
    ("time", "programs", "cpu", 0.60, ("BinaryTrees", "CountChange")),
    ("time", "programs", "cpu", 0.80, ("ocamlopt",)),
    ("time", "programs", "cpu", 1.02, ()),
    ("Gc.major", "majors", "major", 0.60, ("list", "tree", "references")),
    ("Gc.major", "majors", "major", 0.40, ("random graph",)),
    ("longest pause", "programs", "pause_max", 1.00, ()),
    ("peak RSS", "programs", "peak_kib", 1.05, ()),
    ("peak RSS", "majors", "peak_kib", 1.05, ()),
]


def verdicts(results):
    """For each aim and each stock: the sentence, and the ratios that are above the limit."""
    found = []
    for what, table, key, limit, names in AIMS:
        for stock in filter(is_stock, results["runtimes"]):
            ratios = {name: r for name, measured in results[table].items()
                      if (not names or name in names) and (r := ratio(measured, key, stock)) is not None}
            if ratios:
                who = ", ".join(names) if names else "every program" if table == "programs" else "every shape"
                missed = {name: r for name, r in ratios.items() if r > limit}
                found.append({"aim": f"{what} at most {limit:.2f} of {stock}: {who}", "stock": stock,
                              "met": len(ratios) - len(missed), "of": len(ratios), "missed": missed})
    return found
