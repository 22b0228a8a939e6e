// tools/prove/kind_lemmas.cpp: the shipped kinds of OCaml's objects say what the paper says.
#include "groups.hpp"
#include "world.hpp"

namespace strata::prove {

namespace {

/// Section 2.1 and Figs. 2, 3, 8, 9, 10, with the numbers written out.
template <class L>
void kinds(path& p)
{
    const world<L> w{};
    const auto h = number("h");
    const auto tag = w.was.tag(h), wosize = w.was.wosize(h);
    p.assume(h >= w.was.unit());
    const auto info = w.before.peek(w.was.field(h, context().int_val(2)));
    const auto env = L::start_env(info).e;
    p.ensure("what is scanned: nothing from tag 251 on, a closure from its environment on, "
             "everything else from its first field on",
             w.was.scan_from(h) == z3::ite(tag >= 251, wosize + 1,
                                           z3::ite(tag == 247, env + 1, context().int_val(1))));
    p.ensure(
        "an infix pointer keeps alive the closure that its offset leads to; any other pointer, "
        "the object it points to",
        w.was.resolve(h + w.was.unit()) == z3::ite(tag == 249, h - wosize * w.was.unit(), h));
}

}  // namespace

void prove_kinds(report& r)
{
    r.run("kinds", "no-scan, closure, infix and regular objects are those of section 2.1",
          [](group& g) {
              prove_step(g, "ocaml_64", kinds<abstract_layout<ocaml_64>>);
              prove_step(g, "ocaml_32", kinds<abstract_layout<ocaml_32>>);
              prove_step(g, "ocaml_64_proof", kinds<abstract_layout<ocaml_64_proof>>);
          });
}

}  // namespace strata::prove
