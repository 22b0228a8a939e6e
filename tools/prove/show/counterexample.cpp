// tools/prove/show/counterexample.cpp: reads blocks and stores out of a model of the solver.
#include "counterexample.hpp"

#include <unistd.h>

#include <cctype>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <tour/draw.hpp>

#include "condition.hpp"
#include "words.hpp"

namespace strata::prove::show {

namespace {

constexpr color all_colors[] = {color::blue, color::white, color::gray, color::black};

/// An integer or a bit-vector, for people: small ones as they are, large ones in base 16.
std::string text(const z3::expr& value)
{
    std::uint64_t n = 0;
    if (!value.is_numeral_u64(n)) return value.to_string();
    return n < 100'000 ? std::to_string(n) : functional::hex(n);
}

/// Names that the prover makes up for long formulas: `v1234`.
bool is_made_up(const std::string& name)
{
    return name.size() > 1 && name[0] == 'v' && std::isdigit(static_cast<unsigned char>(name[1]));
}

class picture {
public:
    picture(const z3::model& model, const z3::expr& goal)
        : model_{model}
    {
        for (unsigned i = 0; i < model.num_consts(); ++i) {
            const auto d = model.get_const_decl(i);
            const auto name = d.name().str();
            if (d.range().is_array()) arrays_.emplace(name, d());
            else if (!is_made_up(name)) add_state(name, model.get_const_interp(d));
        }
        visit(goal);
    }
    [[nodiscard]] std::string all() const
    {
        std::string drawn = "  the state: " + draw::wrap(terminal_, state_, 4) + "\n";
        for (const auto* name : {"before", "marked", "now", "after"}) drawn += blocks(name);
        for (const auto& [what, value] : stores_) drawn += "  " + what + value + "\n";
        return drawn;
    }

private:
    void add_state(const std::string& name, const z3::expr& value)
    {
        state_.append(state_.empty() ? "" : ", ").append(name + " = " + text(value));
        if (value.is_int()) places_.emplace(value.to_string(), value);
    }
    [[nodiscard]] z3::expr eval(const z3::expr& e) const { return model_.eval(e, true); }
    /// Collects the places that a formula looks at, and what has been stored.
    void visit(const z3::expr& e)
    {
        if (!e.is_app() || !seen_.insert(e.id()).second) return;
        const auto kind = e.decl().decl_kind();
        if ((kind == Z3_OP_SELECT || kind == Z3_OP_STORE) && e.arg(1).is_int()) {
            const auto at = eval(e.arg(1));
            places_.emplace(at.to_string(), at);
            if (kind == Z3_OP_STORE && e.arg(2).is_int())
                stores_.emplace("the step stored at " + text(at) + " ", header(eval(e.arg(2))));
        }
        for (unsigned i = 0; i < e.num_args(); ++i) visit(e.arg(i));
    }
    [[nodiscard]] z3::expr ask(const char* function, const z3::expr& word) const
    {
        auto& c = context();
        return eval(c.function(function, c.int_sort(), c.int_sort())(word));
    }
    [[nodiscard]] color color_of(const z3::expr& word) const
    {
        auto& c = context();
        const auto has = c.function("has_color", c.int_sort(), c.int_sort(), c.bool_sort());
        for (const auto hue : all_colors)
            if (eval(has(word, c.int_val(static_cast<int>(hue)))).is_true()) return hue;
        return color::white;
    }
    [[nodiscard]] std::string header(const z3::expr& word) const
    {
        return text(word) + ": as a header, wosize " + text(ask("wosize", word)) + ", " +
               draw::name_of(color_of(word)) + ", tag " + text(ask("tag", word));
    }
    /// The blocks of one memory at the places in question.
    [[nodiscard]] std::string blocks(const std::string& memory) const
    {
        const std::string set = memory == "after"                           ? "blocks_after"
                                : memory == "now" && arrays_.count("swept") ? "swept"
                                                                            : "starts";
        if (arrays_.count(memory) == 0 || arrays_.count(set) == 0) return {};
        std::map<std::uint64_t, draw::box> boxes;
        for (const auto& [name, at] : places_) {
            std::uint64_t n = 0;
            if (at.is_numeral_u64(n) && eval(z3::select(arrays_.at(set), at)).is_true())
                boxes.emplace(n, block(arrays_.at(memory), at));
        }
        std::vector<draw::box> row;
        for (const auto& [at, box] : boxes) row.push_back(box);
        if (row.empty()) return {};
        return "  blocks of `" + memory + "`\n" + draw::draw_boxes(terminal_, row);
    }
    [[nodiscard]] draw::box block(const z3::expr& memory, const z3::expr& at) const
    {
        const auto word = eval(z3::select(memory, at));
        const auto wosize = ask("wosize", word);
        std::uint64_t fields = 0;
        wosize.is_numeral_u64(fields);
        std::string shown;
        for (std::uint64_t i = 1; i <= fields && i <= 3; ++i) {
            const auto offset = context().int_val(i * address_unit());
            shown += text(eval(z3::select(memory, at + offset))) + " ";
        }
        if (fields > 3) shown += "..";
        return {text(at),
                {draw::name_of(color_of(word)),
                 text(wosize) + " fields, tag " + text(ask("tag", word)), shown},
                color_of(word)};
    }

    const z3::model& model_;
    draw::terminal terminal_ = draw::detect(STDOUT_FILENO);
    std::string state_{};
    std::map<std::string, z3::expr> arrays_{}, places_{};
    std::map<std::string, std::string> stores_{};
    std::set<unsigned> seen_{};
};

}  // namespace

std::string counterexample(const z3::model& model, const z3::expr& goal)
{
    return picture{model, goal}.all();
}

}  // namespace strata::prove::show
