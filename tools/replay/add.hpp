// tools/replay/add.hpp: adds a collector to the table, in every layout.
#pragma once

#include <string>
#include <typeinfo>

#include <boost/core/demangle.hpp>
#include <boost/hana/append.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/type.hpp>

#include <strata/instantiations/all.hpp>
#include <strata/instantiations/cons_cells.hpp>

#include "replay/table.hpp"

namespace replay {

inline constexpr auto replayed_layouts =
    boost::hana::append(all_layouts, boost::hana::type_c<cons_cells>);

/// The name of a type of this project.
template <class L>
[[nodiscard]] std::string short_name()
{
    const auto name = boost::core::demangle(typeid(L).name());
    const auto colon = name.rfind(':');
    return colon == name.npos ? name : name.substr(colon + 1);
}

template <class Adapter>
[[nodiscard]] report run(const trace& t, lent l)
{
    return replayer<Adapter>{t, l}();
}

template <class Collector, class Layouts = decltype(replayed_layouts)>
void add(table& all, const Layouts& layouts = replayed_layouts)
{
    boost::hana::for_each(layouts, [&]<class L>(boost::hana::basic_type<L>) {
        all.push_back(
            {Collector::name, short_name<L>(), &run<typename Collector::template on<L, true>>});
    });
}

}  // namespace replay
