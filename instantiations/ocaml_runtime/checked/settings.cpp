// instantiations/ocaml_runtime/checked/settings.cpp: STRATA_CHECK, read word by word.
#include <strata/instantiations/ocaml_runtime/checked/settings.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace strata::ocaml_runtime::checked {

namespace {

settings in_force;
char page_name[1024];

/// One word of the list, such as `every=1`.
struct setting_word {
    const char *begin, *end;

    [[nodiscard]] bool is(const char* name) const
    {
        const auto n = std::strlen(name);
        return static_cast<std::size_t>(end - begin) == n && std::strncmp(begin, name, n) == 0;
    }
    /// What follows `key`, which ends with `=`; null if this is another word.
    [[nodiscard]] const char* after(const char* key) const
    {
        const auto n = std::strlen(key);
        return static_cast<std::size_t>(end - begin) >= n && std::strncmp(begin, key, n) == 0
                   ? begin + n
                   : nullptr;
    }
};

/// Digits, and perhaps k, M or G, up to the end of the word.
bool read_number(const char* from, const char* end, std::uint64_t& number)
{
    char* rest = nullptr;
    if (from == end || *from < '0' || *from > '9') return false;
    number = std::strtoull(from, &rest, 10);
    const char* units = "kMG";
    if (rest < end && *rest != '\0') {
        const char* unit = std::strchr(units, *rest);
        if (unit == nullptr) return false;
        number <<= 10U * static_cast<unsigned>(unit - units + 1);
        ++rest;
    }
    return rest == end;
}

bool read_word_of(settings& s, const setting_word& w)
{
    const auto number = [&](const char* key, std::uint64_t& n, std::uint64_t least) {
        const char* from = w.after(key);
        return from != nullptr && read_number(from, w.end, n) && n >= least;
    };
    if (w.is("off")) return s.is_on = false, true;
    if (w.is("on")) return s.is_on = true, true;
    if (w.is("go_on")) return s.goes_on = true;
    if (w.is("stop")) return s.goes_on = false, true;
    if (w.is("quiet")) return s.is_quiet = true;
    if (w.is("summary")) return s.is_quiet = false, true;
    if (w.is("always")) return s.walks_always = true;
    if (w.is("naked=allow")) return s.allows_naked = true;
    if (w.is("naked=report")) return s.allows_naked = false, true;
    if (w.is("blocking=allow")) return s.guards_blocking = false, true;
    if (w.is("blocking=report")) return s.guards_blocking = true;
    if (w.is("every=auto")) return s.every = 0, true;
    if (w.is("every=never")) return s.every = never, true;
    if (const char* name = w.after("page=")) {
        const auto n = static_cast<std::size_t>(w.end - name);
        if (n == 0 || n >= sizeof page_name) return false;
        std::memcpy(page_name, name, n);
        page_name[n] = '\0';
        return s.page = page_name, true;
    }
    return number("every=", s.every, 1) || number("full=", s.full, 0) ||
           number("sample=", s.sample, 1) || number("budget=", s.budget, 1);
}

bool is_separator(char c) { return c == ' ' || c == ',' || c == ';' || c == '\t' || c == '\n'; }

}  // namespace

const settings& current_settings() { return in_force; }

const char* change_settings(const char* text)
{
    static char message[512];
    auto wanted = in_force;
    for (const char* at = text; *at != '\0';) {
        if (is_separator(*at)) {
            ++at;
            continue;
        }
        setting_word w{at, at};
        while (*w.end != '\0' && !is_separator(*w.end)) ++w.end;
        if (!read_word_of(wanted, w)) {
            std::snprintf(message, sizeof message,
                          "'%.*s', at character %d of '%s', is no setting: there are every=N, "
                          "full=N, sample=N, budget=BYTES, page=FILE, go_on, stop, summary, quiet, "
                          "always, naked=allow, blocking=allow, on, off",
                          static_cast<int>(w.end - w.begin), w.begin,
                          static_cast<int>(w.begin - text) + 1, text);
            return message;
        }
        at = w.end;
    }
    in_force = wanted;
    return nullptr;
}

}  // namespace strata::ocaml_runtime::checked
