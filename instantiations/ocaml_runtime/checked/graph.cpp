// instantiations/ocaml_runtime/checked/graph.cpp: the object, what leads to it, and where it leads.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <strata/instantiations/ocaml_runtime/checked/facts.hpp>
#include <strata/instantiations/ocaml_runtime/checked/graveyard.hpp>
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>
#include <strata/instantiations/ocaml_runtime/checked/page.hpp>
#include <strata/instantiations/ocaml_runtime/checked/rules.hpp>
#include <strata/instantiations/ocaml_runtime/checked/symbols.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

constexpr std::uint64_t box_width = 300, column_gap = 84, row_height = 20, head_height = 46,
                        box_gap = 26, margin = 12;
constexpr std::size_t letters = 36;  ///< that fit in a box
constexpr std::uint64_t steps_shown = 3, fields_shown = 9, targets_shown = 6, others_shown = 3;
constexpr std::uint64_t nothing = ~std::uint64_t{0};

enum class sort : std::uint8_t { root, object, broken, neighbour, nowhere, omitted };

/// A box of the drawing: a title, a line below it, and perhaps rows of fields.
struct box {
    sort is{};
    std::uintptr_t address = 0;
    std::uint64_t first = 0, last = 0;  ///< the fields that it shows
    std::uint64_t wrong = no_field, leading = no_field;
    std::uint64_t column = 0, y = 0;
    std::uint64_t count = 0;  ///< of what is omitted

    [[nodiscard]] std::uint64_t height() const { return head_height + (last - first) * row_height; }
    [[nodiscard]] std::uint64_t x() const { return margin + column * (box_width + column_gap); }
};

struct arrow {
    std::size_t from, to;
    std::uint64_t field;  ///< of `from`; none if it has no fields
    bool is_wrong;
};

constexpr std::size_t most_boxes = 32, most_columns = 3;

/// Boxes are put below each other in three columns: what leads to the object, from the root down;
/// the object; where it leads.
class drawing {
public:
    std::size_t add(box b)
    {
        if (boxes_ == most_boxes) return most_boxes - 1;
        b.y = bottom_[b.column];
        bottom_[b.column] += b.height() + box_gap;
        all_[boxes_] = b;
        return boxes_++;
    }
    void connect(std::size_t from, std::size_t to, std::uint64_t field, bool is_wrong = false)
    {
        if (arrows_ < most_boxes) lines_[arrows_++] = {from, to, field, is_wrong};
    }
    /// The next box of this column touches the one above it: they are neighbours in memory.
    void touch(std::uint64_t column) { bottom_[column] -= box_gap; }
    [[nodiscard]] std::size_t find(std::uintptr_t address) const
    {
        for (std::size_t i = 0; i < boxes_; ++i)
            if (all_[i].address == address && all_[i].is != sort::root) return i;
        return most_boxes;
    }

    /// Each column around the middle of the tallest.
    void centre();
    void write(text& to, const finding& f) const;

private:
    void write_box(text& to, const box& b, const finding& f) const;
    void write_arrow(text& to, const arrow& a) const;

    box all_[most_boxes]{};
    arrow lines_[most_boxes]{};
    std::size_t boxes_ = 0, arrows_ = 0;
    std::uint64_t bottom_[most_columns]{margin, margin, margin};
};

/// Escaped, and cut so that it fits.
void write_fitting(text& to, std::string_view plain, std::size_t most)
{
    write_escaped(to, part(plain, 0, plain.size() > most ? most - 1 : most));
    if (plain.size() > most) to << "&#8230;";
}

void write_label(text& to, std::uint64_t x, std::uint64_t y, const char* style,
                 std::string_view plain, std::size_t most)
{
    to << "<text x=\"" << x << "\" y=\"" << y << "\" class=\"" << style << "\">";
    write_fitting(to, plain, most);
    to << "</text>";
}

const char* style_of(sort s)
{
    switch (s) {
    case sort::root: return "root";
    case sort::broken: return "broken";
    case sort::neighbour: return "neighbour";
    case sort::nowhere: return "nowhere";
    case sort::omitted: return "omitted";
    case sort::object: break;
    }
    return "object";
}

header_bits header_of(const box& b, const finding& f)
{
    if (b.is == sort::broken) return header_of(f);
    return {word_at(b.address - sizeof(std::uintptr_t)).value_or(0)};
}

void write_title(text& to, const box& b, const finding& f)
{
    switch (b.is) {
    case sort::root: to << words_for(f.from.kind); return;
    case sort::omitted: to.count(b.count, "more object"); return;
    case sort::broken: {
        const auto h = header_of(f);
        if (!h.is_plausible()) to << "no block any more";
        else if (has_header(f)) write_object(to, b.address, h);
        else write_value(to, b.address);
        return;
    }
    case sort::nowhere:
        switch (place_of(b.address)) {
        case place::retired_nursery: {
            const auto was = remains_of(b.address);
            to << (was && was->moved_to == 0 ? "it was here, and has died"
                                             : "it was here, and has moved");
            return;
        }
        case place::nursery_unused: to << "unused part of the nursery"; return;
        case place::foreign: to << "not OCaml's memory"; return;
        case place::unreadable: to << "no memory"; return;
        default: to << "no object"; return;
        }
    default: write_value(to, b.address); return;
    }
}

void write_subtitle(text& to, const box& b, const finding& f)
{
    if (b.is == sort::omitted) return;
    if (b.is == sort::root) {
        if (b.address == 0) return;
        if (const auto found = symbol_at(b.address); !found.name.empty()) {
            write_name(to, found.name);
            to << ", ";
        }
    }
    to.hex(b.address);
    if (b.is == sort::neighbour) to << ", written beyond its end";
    if (b.is != sort::broken) return;
    to << ", ";
    if (header_of(f).is_plausible()) to << "tag " << header_of(f).tag();
    else to << "its header is gone";
}

void drawing::write_box(text& to, const box& b, const finding& f) const
{
    const auto write_frame = [&](const char* part_of_box) {
        to << "<rect class=\"" << part_of_box << "\" x=\"" << b.x() << "\" y=\"" << b.y
           << "\" width=\"" << box_width << "\" height=\"" << b.height() << "\" rx=\""
           << (b.is == sort::root ? 20U : 6U) << "\"/>";
    };
    to << "<g class=\"box " << style_of(b.is) << "\">";
    write_frame("paper");
    text plain{4096};
    write_title(plain, b, f);
    write_label(to, b.x() + 12, b.y + 19, "title", plain.view(), letters);
    plain.cut(0);
    write_subtitle(plain, b, f);
    write_label(to, b.x() + 12, b.y + 36, "sub", plain.view(), letters + 4);
    for (auto i = b.first; i < b.last; ++i) {
        const auto y = b.y + head_height + (i - b.first) * row_height;
        if (i == b.wrong || i == b.leading)
            to << "<rect class=\"" << (i == b.wrong ? "wrong" : "leading") << "\" x=\"" << b.x()
               << "\" y=\"" << y << "\" width=\"" << box_width << "\" height=\"" << row_height
               << "\"/>";
        to << "<path class=\"rule\" d=\"M" << b.x() << ' ' << y << "h" << box_width << "\"/>";
        plain.cut(0);
        plain << i;
        write_label(to, b.x() + 12, y + 14, "index", plain.view(), 6);
        plain.cut(0);
        if (const auto word = field_of(b.address, i)) write_field(plain, header_of(b, f), i, *word);
        else plain << "cannot be read";
        write_label(to, b.x() + 44, y + 14, "field", plain.view(), letters - 4);
    }
    write_frame("frame");
    to << "</g>\n";
}

/// Within a column down to the next box, else from the field to the right.
void drawing::write_arrow(text& to, const arrow& a) const
{
    const auto &from = all_[a.from], &target = all_[a.to];
    if (from.column == target.column && from.y >= target.y) return;
    to << "<path class=\"arrow" << (a.is_wrong ? " bad" : "") << "\" marker-end=\"url(#"
       << (a.is_wrong ? "bad" : "tip") << ")\" d=\"M";
    if (from.column == target.column) {
        to << from.x() + 40 << ' ' << from.y + from.height() << 'V' << target.y - 3 << "\"/>\n";
        return;
    }
    const auto x = from.x() + box_width, to_x = target.x() - 4, bend = column_gap / 2;
    auto y = from.y + head_height / 2;
    if (from.first <= a.field && a.field < from.last)
        y = from.y + head_height + (a.field - from.first) * row_height + row_height / 2;
    const auto to_y = target.y + head_height / 2;
    to << x << ' ' << y << 'C' << x + bend << ' ' << y << ' ' << to_x - bend << ' ' << to_y << ' '
       << to_x << ' ' << to_y << "\"/>\n";
}

void drawing::centre()
{
    const auto lowest = std::max({bottom_[0], bottom_[1], bottom_[2]});
    for (std::size_t i = 0; i < boxes_; ++i) all_[i].y += (lowest - bottom_[all_[i].column]) / 2;
}

void drawing::write(text& to, const finding& f) const
{
    std::uint64_t width = 0, height = 0;
    for (std::size_t i = 0; i < boxes_; ++i) {
        width = std::max(width, all_[i].x() + box_width + margin);
        height = std::max(height, all_[i].y + all_[i].height() + margin);
    }
    to << "<div class=\"graph\"><svg role=\"img\" aria-label=\"the object and what is around it\" "
          "width=\""
       << width << "\" height=\"" << height << "\" viewBox=\"0 0 " << width << ' ' << height
       << "\">\n";
    for (const char* id : {"tip", "bad"})
        to << "<marker id=\"" << id
           << "\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
              "orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker>\n";
    for (std::size_t i = 0; i < arrows_; ++i) write_arrow(to, lines_[i]);
    for (std::size_t i = 0; i < boxes_; ++i) write_box(to, all_[i], f);
    to << "</svg></div>\n";
}

/// A box of an object on the way: of its fields only those around the one that leads on.
box on_the_way(std::uintptr_t object, std::uint64_t field)
{
    box b{sort::object, object};
    if (field == no_field) return b;
    const auto size = header_bits{word_at(object - sizeof(std::uintptr_t)).value_or(0)}.wosize();
    b.first = field > 0 ? field - 1 : 0;
    b.last = std::max(std::min(size, field + 2), field + 1);
    b.leading = field;
    return b;
}

/// The root and the last objects of the path, each led to by the one above. The last of them, or
/// `most_boxes`.
std::size_t add_path(drawing& d, const finding& f)
{
    auto last = most_boxes;
    const auto add = [&](const box& b) {
        const auto added = d.add(b);
        if (last != most_boxes) d.connect(last, added, nothing);
        last = added;
    };
    if (f.from.kind != root_kind::none) add({sort::root, f.from.at});
    const auto skipped = f.path.size() > steps_shown ? f.path.size() - steps_shown : 0;
    if (skipped > 0) {
        box more{sort::omitted};
        more.count = skipped;
        add(more);
    }
    for (const auto& s : f.path.subspan(skipped)) add(on_the_way(s.object, s.field));
    return last;
}

/// Where a young object of the past is now.
void add_moved(drawing& d, std::size_t from, std::uintptr_t stale, std::uint64_t column)
{
    const auto was = remains_of(stale);
    if (!was || was->moved_to == 0) return;
    box b{sort::object, was->moved_to};
    b.column = column;
    d.connect(from, d.add(b), nothing);
}

void add_targets(drawing& d, const finding& f, std::size_t object, window shown,
                 std::uint64_t column)
{
    const auto h = header_of(f);
    if (!h.is_scanned()) return;
    std::uint64_t added = 0;
    for (auto i = shown.first; i < shown.last; ++i) {
        const auto word = field_of(f.object, i);
        const bool is_wrong = i == f.field;
        if (!word || *word % 2 == 1 || *word == 0) continue;
        const bool leads = is_object(*word);
        if (!leads && !is_wrong) continue;
        auto target = d.find(*word);
        if (target == most_boxes) {
            if (added == targets_shown) continue;
            ++added;
            box b{leads ? sort::object : sort::nowhere, *word};
            b.column = column;
            target = d.add(b);
            if (!leads) add_moved(d, target, *word, column);
        }
        d.connect(object, target, i, is_wrong);
    }
}

}  // namespace

void write_graph(text& to, const finding& f)
{
    drawing d;
    const auto last = add_path(d, f);
    if (f.object == 0) {
        if (last == most_boxes) return;
        if (f.held != 0 && f.held % 2 == 0) {
            box b{is_object(f.held) ? sort::object : sort::nowhere, f.held};
            b.column = 1;
            d.connect(last, d.add(b), nothing, true);
        }
        d.centre();
        return d.write(to, f);
    }
    pointing others[others_shown];
    const auto found = find_pointing(f.object, others, others_shown);
    const std::uint64_t column = last != most_boxes || found > 0 ? 1 : 0;
    if (has_neighbour(f)) {
        box b{sort::neighbour, f.culprit};
        b.column = column;
        d.add(b);
        d.touch(column);
    }
    const auto shown = fields_to_show(header_of(f), f.field, fields_shown);
    box broken{sort::broken, f.object, shown.first, shown.last, f.field};
    broken.column = column;
    const auto object = d.add(broken);
    if (last != most_boxes) d.connect(last, object, f.path.empty() ? nothing : f.path.back().field);
    for (std::size_t i = 0; i < found; ++i) {
        auto other = d.find(others[i].object);
        if (other != most_boxes) continue;
        other = d.add(on_the_way(others[i].object, others[i].field));
        d.connect(other, object, others[i].field);
    }
    add_targets(d, f, object, shown, column + 1);
    d.centre();
    d.write(to, f);
}

}  // namespace strata::ocaml_runtime::checked
