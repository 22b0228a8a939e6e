# bench/ocaml/programs.py: which programs are measured, at which sizes.
"""Those of Table 3 of the paper, OCaml's compiler, and Gc.major on heaps of four shapes."""
import dataclasses

SIZES = ("full", "quick", "tiny")


@dataclasses.dataclass
class Program:
    """One benchmark: its source, the arguments of each size, and what it needs."""
    name: str
    source: str
    sizes: tuple  # of arguments, as SIZES
    packages: tuple = ()
    modules: tuple = ()
    is_major: bool = False  # what counts is the time of a Gc.major, which it prints
    product: str = ""       # the file that must be the same on every runtime, besides the output


COMPILER = "ocamlopt"
PROGRAMS = [
    Program("BinaryTrees", "binary_trees", ("21", "16", "10")),
    Program("CountChange", "count_change", ("1000", "600", "100")),
    Program("FannkuchRedux", "fannkuch_redux", ("11", "9", "7")),
    Program("Fasta", "fasta", ("5000000", "500000", "1000"), modules=("dna",)),
    Program("Quicksort", "quicksort", ("5000000", "1000000", "10000")),
    Program("Nbodies", "n_bodies", ("5000000", "500000", "1000")),
    Program("Mandelbrot", "mandelbrot", ("3000", "800", "100")),
    Program("Spectralnorm", "spectral_norm", ("2500", "700", "100")),
    Program("Knucleotide", "k_nucleotide", ("400000", "50000", "1000"), modules=("dna",)),
    Program("Camlpdf", "documents", ("4000", "500", "20"), packages=("camlpdf",)),
    Program("Yojson", "json", ("6", "5", "3"), packages=("yojson",)),
    Program(COMPILER, "", ("typing/typecore.ml", "typing/ctype.ml", "utils/misc.ml"), product="out.s"),
    Program("list", "majors", ("list 10000000", "list 1000000", "list 10000"), is_major=True),
    Program("tree", "majors", ("tree 23", "tree 20", "tree 12"), is_major=True),
    Program("references", "majors", ("references 10000000", "references 1000000", "references 10000"),
            is_major=True),
    Program("random graph", "majors", ("graph 10000000", "graph 1000000", "graph 10000"), is_major=True),
]
# What the checked runtime looks at, once; in MiB.
HEAP = Program("heap", "live", ("1024", "128", "4"))
