# bench/ocaml/page.py: the figures as one HTML file: bars of the ratios, the aims, and the tables.
"""Everything is inline: no script, no font, nothing to fetch. It follows the reader's colour scheme."""
import html as markup

import aims
import tables

STYLE = """
:root { color-scheme: light dark; --text: #1c2024; --faint: #69727d; --line: #d5dae0; --back: #ffffff;
        --first: #2f6fb7; --second: #d9822b; --good: #1a7f37; --bad: #c62828; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e7eb; --faint: #99a3ae; --line: #3a424b; --back: #15191d;
          --first: #6ea8e5; --second: #eda75c; --good: #56d364; --bad: #ff7b72; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .3rem; } p { margin: .3rem 0; }
svg { width: 100%; height: auto; display: block; } svg text { font: 12px system-ui, sans-serif; fill: var(--text); }
svg .faint { fill: var(--faint); } svg .line { stroke: var(--line); }
svg .one { stroke: var(--faint); stroke-dasharray: 4 3; }
svg .value { paint-order: stroke; stroke: var(--back); stroke-width: 3px; }
.first { fill: var(--first); } .second { fill: var(--second); }
.key { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 1em; border-radius: 2px; }
.key.first { background: var(--first); margin-left: 0; } .key.second { background: var(--second); }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
table { border-collapse: collapse; } td { padding: .15rem .8rem .15rem 0; vertical-align: top; }
pre { font: 12px/1.45 ui-monospace, monospace; overflow-x: auto; border: 1px solid var(--line);
      border-radius: 4px; padding: .8rem; }
"""
WIDTH, LEFT, RIGHT, BAR, GAP = 860, 120, 60, 13, 9
COLORS = ("first", "second")


def bars(rows, names):
    """A row for each program, in it a bar for each ratio: as long as that is, 1 is a dashed line."""
    rows = {name: ratios for name, ratios in rows.items() if None not in ratios}
    largest = max([1.2] + [r for ratios in rows.values() for r in ratios])
    scale = (WIDTH - LEFT - RIGHT) / largest
    step = len(names) * BAR + GAP
    bottom = len(rows) * step
    svg = [f'<svg viewBox="0 0 {WIDTH} {bottom + 24}" role="img">']
    tick = 0.2 if largest <= 2 else 0.5 if largest <= 5 else largest / 5
    for i in range(int(largest / tick) + 1):
        x = LEFT + i * tick * scale
        svg.append(f'<line class="line" x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{bottom}"/>'
                   f'<text class="faint" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{i * tick:.1f}</text>')
    one = LEFT + scale
    svg.append(f'<line class="one" x1="{one:.1f}" y1="0" x2="{one:.1f}" y2="{bottom}"/>')
    for row, (name, ratios) in enumerate(rows.items()):
        y = row * step + GAP / 2
        svg.append(f'<text x="{LEFT - 8}" y="{y + len(names) * BAR / 2 + 4:.1f}" text-anchor="end">{name}</text>')
        for i, r in enumerate(ratios):
            top = y + i * BAR
            svg.append(f'<rect class="{COLORS[i]}" x="{LEFT}" y="{top + 1:.1f}" width="{r * scale:.1f}" '
                       f'height="{BAR - 2}" rx="2"><title>{name}: {r:.2f} {names[i]}</title></rect>'
                       f'<text class="value" x="{LEFT + r * scale + 5:.1f}" y="{top + BAR - 3:.1f}">{r:.2f}</text>')
    return "\n".join([*svg, "</svg>"]) if rows else "<p>not measured</p>"


def verdict_rows(found):
    for v in found:
        missed = ", ".join(f"{name} {r:.2f}" for name, r in v["missed"].items())
        word = '<span class="bad">MISSED</span>' if missed else '<span class="good">met</span>'
        yield f"<tr><td>{word}</td><td>{v['aim']}{': ' + missed if missed else ''}</td></tr>"


def document(title, introduction, names, panels, verdicts, figures):
    """The page: panels are pairs of a title and rows of ratios, one for each of the names."""
    legend = "".join(f'<span class="key {COLORS[i]}"></span>{name}' for i, name in enumerate(names))
    parts = [f"<h2>{panel}</h2>\n{bars(rows, names)}" for panel, rows in panels]
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{STYLE}</style>
<h1>{title}</h1>
<p>{introduction}</p>
<p>{legend}</p>
{chr(10).join(parts)}
<h2>Aims</h2>
<table>{chr(10).join(verdict_rows(verdicts))}</table>
<h2>Figures</h2>
<pre>{markup.escape(figures)}</pre>
</html>
"""


def html(results):
    stocks = [r for r in results["runtimes"] if aims.is_stock(r)]
    panels = [("Time (user + system)", "programs", "cpu"), ("Peak RSS", "programs", "peak_kib"),
              ("Longest pause (no less than 0.1 ms)", "programs", "pause_max"),
              ("Gc.major with everything live", "majors", "major")]
    rows = [(title, {name: [aims.judged(measured, key, stock) for stock in stocks]
                     for name, measured in results[table].items()})
            for title, table, key in panels if results[table]]
    return document("OCaml programs on Strata's collector",
                    "Each bar is what Strata takes, as a share of what OCaml's own runtime takes for the same program: "
                    f"shorter is better, 1 is the same. Size: {results['size']}; the shortest of several runs that "
                    "took turns.", [f"of {stock}" for stock in stocks], rows, aims.verdicts(results),
                    tables.text(results))
