// instantiations/ocaml_runtime/checked/symbols.cpp: names from ELF's tables, lines from addr2line.
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <span>

#include <strata/instantiations/ocaml_runtime/checked/symbols.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

/// A file that is mapped, and what is added to the addresses that it speaks of. It stays mapped.
struct object_file {
    std::uintptr_t bias = 0;
    const char* path = nullptr;
    std::span<const std::byte> bytes{};
};

constexpr std::size_t most_files = 64;
constexpr std::size_t path_size = 4096;

struct files {
    object_file known[most_files]{};
    std::size_t count = 0;
    char program[path_size]{};  ///< the path of the program itself
} opened;

const char* path_of_program()
{
    if (opened.program[0] == '\0') {
        const auto n = readlink("/proc/self/exe", opened.program, path_size - 1);
        opened.program[n < 0 ? 0 : n] = '\0';
    }
    return opened.program;
}

std::span<const std::byte> mapped(const char* path)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    struct stat s {};
    void* at = MAP_FAILED;
    if (fstat(file, &s) == 0 && s.st_size > static_cast<off_t>(sizeof(ElfW(Ehdr))))
        at = mmap(nullptr, static_cast<std::size_t>(s.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (at == MAP_FAILED) return {};
    return {static_cast<const std::byte*>(at), static_cast<std::size_t>(s.st_size)};
}

struct search {
    std::uintptr_t address;
    std::uintptr_t bias = 0;
    const char* path = nullptr;
};

int holds_address(dl_phdr_info* info, std::size_t, void* data)
{
    auto& s = *static_cast<search*>(data);
    for (const auto& part : std::span{info->dlpi_phdr, info->dlpi_phnum}) {
        const auto begin = info->dlpi_addr + part.p_vaddr;
        if (part.p_type != PT_LOAD || s.address < begin || s.address >= begin + part.p_memsz)
            continue;
        s.bias = info->dlpi_addr;
        s.path = info->dlpi_name;
        return 1;
    }
    return 0;
}

/// The file whose code or data this address is in; none if there is none.
object_file* file_at(std::uintptr_t a)
{
    search s{a};
    if (dl_iterate_phdr(&holds_address, &s) == 0) return nullptr;
    for (std::size_t i = 0; i < opened.count; ++i)
        if (opened.known[i].bias == s.bias) return &opened.known[i];
    if (opened.count == most_files) return nullptr;
    auto& file = opened.known[opened.count++];
    const bool is_program = s.path == nullptr || s.path[0] == '\0';
    file.bias = s.bias;
    file.path = is_program ? path_of_program() : s.path;
    file.bytes = mapped(is_program ? "/proc/self/exe" : s.path);
    return &file;
}

/// `count` things from this byte of the file on; none if the file ends before.
template <class T>
std::span<const T> table(const object_file& file, std::size_t offset, std::size_t count)
{
    const auto size = file.bytes.size();
    if (offset > size || count > (size - offset) / sizeof(T)) return {};
    return {reinterpret_cast<const T*>(file.bytes.data() + offset), count};
}

std::span<const ElfW(Shdr)> sections(const object_file& file)
{
    const auto head = table<ElfW(Ehdr)>(file, 0, 1);
    if (head.empty() || std::memcmp(head[0].e_ident, ELFMAG, SELFMAG) != 0) return {};
    return table<ElfW(Shdr)>(file, head[0].e_shoff, head[0].e_shnum);
}

std::string_view string_at(const object_file& file, const ElfW(Shdr) & strings, std::size_t index)
{
    const auto all = table<char>(file, strings.sh_offset, strings.sh_size);
    if (index >= all.size()) return {};
    return {all.data() + index, strnlen(all.data() + index, all.size() - index)};
}

/// Of two symbols that hold an address, the one that begins later, and then the one with a size.
struct candidate {
    symbol is{};
    bool has_size = false;

    void consider(const object_file& file, const ElfW(Sym) & s, std::string_view name,
                  std::uintptr_t a)
    {
        const auto type = ELF64_ST_TYPE(s.st_info);
        const auto begin = file.bias + s.st_value;
        if (s.st_shndx == SHN_UNDEF || type == STT_SECTION || type == STT_FILE || type == STT_TLS)
            return;
        if (name.empty() || name[0] == '.' || a < begin) return;
        if (s.st_size > 0 && a >= begin + s.st_size) return;
        if (begin < is.begin || (begin == is.begin && has_size >= (s.st_size > 0))) return;
        is = {name, begin};
        has_size = s.st_size > 0;
    }
};

symbol symbol_in(const object_file& file, std::uintptr_t a)
{
    const auto all = sections(file);
    for (const auto wanted : {ElfW(Word){SHT_SYMTAB}, ElfW(Word){SHT_DYNSYM}})
        for (const auto& section : all) {
            if (section.sh_type != wanted || section.sh_link >= all.size()) continue;
            candidate best;
            const auto symbols =
                table<ElfW(Sym)>(file, section.sh_offset, section.sh_size / sizeof(ElfW(Sym)));
            for (const auto& s : symbols)
                best.consider(file, s, string_at(file, all[section.sh_link], s.st_name), a);
            if (!best.is.name.empty()) return best.is;
        }
    return {};
}

bool is_digit(char c) { return '0' <= c && c <= '9'; }
int hex_digit(char c)
{
    if (is_digit(c)) return c - '0';
    return 'a' <= c && c <= 'f' ? c - 'a' + 10 : -1;
}

/// Without the number that the compiler puts at the end: `bar_123`.
std::string_view without_stamp(std::string_view name)
{
    auto end = name.size();
    while (end > 0 && is_digit(name[end - 1])) --end;
    return end > 1 && end < name.size() && name[end - 1] == '_' ? part(name, 0, end - 1) : name;
}

/// What is written into a pipe by `program`, which is looked for where programs are.
std::size_t output_of(const char* const* arguments, char* into, std::size_t most)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return 0;
    const auto child = _Fork();
    if (child == 0) {
        alarm(20);
        const int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, 0);
        dup2(ends[1], 1);
        dup2(nothing, 2);
        for (const char* folder : {"/usr/bin/", "/usr/local/bin/", "/bin/"}) {
            char path[64] = {};
            std::strcpy(path, folder);
            std::strcat(path, arguments[0]);
            execve(path, const_cast<char* const*>(arguments), environ);
        }
        _exit(127);
    }
    close(ends[1]);
    std::size_t size = 0;
    while (child > 0 && size < most) {
        const auto n = read(ends[0], into + size, most - size);
        if (n <= 0) break;
        size += static_cast<std::size_t>(n);
    }
    close(ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    return size;
}

std::string_view file_name(std::string_view path)
{
    for (auto i = path.size(); i > 0; --i)
        if (path[i - 1] == '/') return part(path, i);
    return path;
}

}  // namespace

symbol symbol_at(std::uintptr_t a)
{
    const auto* file = file_at(a);
    return file == nullptr ? symbol{} : symbol_in(*file, a);
}

bool is_in_program(std::uintptr_t a)
{
    search s{a};
    return dl_iterate_phdr(&holds_address, &s) != 0;
}

bool is_ocaml_name(std::string_view name)
{
    return name.size() > 4 && part(name, 0, 4) == "caml" && 'A' <= name[4] && name[4] <= 'Z';
}

void write_name(text& to, std::string_view name)
{
    if (!is_ocaml_name(name)) {
        to << name;
        return;
    }
    name = without_stamp(part(name, 4));
    if (part(name, 0, 11) == "Dune__exe__") name = part(name, 11);
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto next = part(name, i);
        if (part(next, 0, 2) == "__" && next.size() > 2) {
            to << '.';
            ++i;
        } else if (next.size() > 2 && next[0] == '$' && hex_digit(next[1]) >= 0 &&
                   hex_digit(next[2]) >= 0) {
            to << static_cast<char>(hex_digit(next[1]) * 16 + hex_digit(next[2]));
            i += 2;
        } else {
            to << next[0];
        }
    }
}

bool write_line(text& to, std::uintptr_t code, bool is_whole)
{
    const auto* file = file_at(code);
    if (file == nullptr) return false;
    text address{4096};
    address.hex(code - file->bias) << '\0';
    const char* const arguments[] = {"addr2line", "-e", file->path, address.view().data(), nullptr};
    static char line[path_size];
    std::string_view found{line, output_of(arguments, line, sizeof line)};
    if (const auto end = found.find('\n'); end != found.npos) found = part(found, 0, end);
    if (const auto end = found.find(" (discriminator"); end != found.npos)
        found = part(found, 0, end);
    if (found.empty() || found[0] == '?' || found.ends_with(":?") || found.ends_with(":0"))
        return false;
    to << (is_whole ? found : file_name(found));
    return true;
}

void write_place(text& to, std::uintptr_t code, code_address which)
{
    const auto call = which == code_address::after_call ? code - 1 : code;
    const auto found = symbol_at(call);
    if (found.name.empty()) {
        to.hex(code);
    } else {
        write_name(to, found.name);
        if (code != found.begin) (to << '+').hex(code - found.begin);
    }
    const auto size = to.size();
    to << " (";
    if (write_line(to, call)) to << ')';
    else to.cut(size);
}

}  // namespace strata::ocaml_runtime::checked
