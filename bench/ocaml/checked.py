# bench/ocaml/checked.py: what the checked runtime costs, in comparison with the unchecked one.
"""Time and peak RSS as ratios to the unchecked runtime, and one check of a large heap. Aims are limits of these."""
import aims
import page
import readme
import tables

PLAIN, CHECKED, SAMPLED = aims.OURS, "checked", "sample=20"
SETTINGS = {CHECKED: "summary", SAMPLED: "summary sample=20"}
HEAP_SETTINGS = "summary off"  # until the heap is there: what is timed is one check of it
BEGIN, END = "<!-- checked figures: begin -->", "<!-- checked figures: end -->"
AIMS = {CHECKED: 5.0, SAMPLED: 1.5}
# For the large heap: of one check; of its memory, for each word of the heap, and for its report besides.
SECONDS, BITS, REPORT_MIB = 10, 2, 4


def ratios(results, key):
    """For each program: what is checked, and what is sampled, to what is neither."""
    return {name: [aims.ratio(measured, key, PLAIN, runtime) for runtime in SETTINGS]
            for name, measured in results["programs"].items()}


def own_mib(heap):
    return (heap[CHECKED]["peak_kib"] - heap[PLAIN]["peak_kib"]) / 1024


def gib(heap):
    return heap[CHECKED]["heap_words"] * 8 / 2**30


def verdicts(results):
    found = []
    for i, (runtime, limit) in enumerate(AIMS.items()):
        if results["programs"]:
            missed = {name: r[i] for name, r in ratios(results, "cpu").items() if r[i] > limit}
            found.append({"aim": f"time, {runtime}, at most {limit:.2f} of {PLAIN}: every program", "missed": missed})
    if heap := results["heap"]:
        seconds, own = heap[CHECKED]["check_s"], own_mib(heap)
        most = heap[CHECKED]["heap_words"] * BITS / 8 / 2**20 + REPORT_MIB
        found.append({"aim": f"a collection in a heap of {gib(heap):.1f} GiB checked within {SECONDS} s",
                      "missed": {"seconds": seconds} if seconds > SECONDS else {}})
        found.append({"aim": f"memory for that at most {BITS} bits for each word of it, and {REPORT_MIB} MiB",
                      "missed": {"MiB": own} if own > most else {}})
    return found


def compared(title, results, key, digits, scale=1):
    rows = [[name, *(tables.number(results["programs"][name][r][key] * scale, digits) for r in (PLAIN, *SETTINGS)),
             *(tables.number(r, 2) for r in rs)] for name, rs in ratios(results, key).items()]
    return tables.table(title, ["", PLAIN, *SETTINGS, *(f"{r} / {PLAIN}" for r in SETTINGS)], rows)


def about_heap(heap):
    return (f"a collection in a heap of {gib(heap):.2f} GiB: checked in {heap[CHECKED]['check_s']:.1f} s, "
            f"{heap[CHECKED]['walks']:.0f} walks of its objects, with {own_mib(heap):.1f} MiB of memory")


def text(results):
    lines = []
    if results["programs"]:
        lines += compared("time, s (user + system)", results, "cpu", 2)
        lines += compared("peak RSS, MiB", results, "peak_kib", 1, 1 / 1024)
    if results["heap"]:
        lines += ["", about_heap(results["heap"])]
    return "\n".join(lines[1:] + tables.verdicts(verdicts(results)))


def html(results):
    panels = [("Time (user + system)", ratios(results, "cpu")), ("Peak RSS", ratios(results, "peak_kib"))]
    return page.document("What the checked runtime costs",
                         "Each bar is what an OCaml program takes with the checked runtime, as a multiple of what it "
                         f"takes with the unchecked one. Size: {results['size']}; the shortest of several runs that "
                         "took turns.", list(SETTINGS), panels, verdicts(results), text(results))


def update(file, results):
    times, peaks = ratios(results, "cpu"), ratios(results, "peak_kib")
    rows = [[name, *(f"{r:.2f}" for r in times[name] + peaks[name])] for name in times]
    head = ["", *(f"time, {r}" for r in SETTINGS), *(f"peak RSS, {r}" for r in SETTINGS)]
    heap = about_heap(results["heap"])
    readme.replace(file, BEGIN, END, [readme.table(head, rows), f"{heap[0].upper()}{heap[1:]}. The aims:\n",
                                      "\n".join(readme.verdicts(verdicts(results))) + "\n"])
