// instantiations/ocaml_runtime/customs.cpp: custom blocks of the major heap, and their finalisers.
#include <cstddef>
#include <cstdlib>

#include <strata/instantiations/ocaml_runtime/heap.hpp>

namespace strata::ocaml_runtime {

namespace {

/// A list of values outside the heap. It only ever grows by doubling.
class value_list {
public:
    void push(value v)
    {
        if (size_ == capacity_) {
            const auto capacity = capacity_ * 2 + 64;
            auto* base = static_cast<value*>(realloc(base_, capacity * sizeof(value)));
            if (base == nullptr) caml_fatal_error("out of memory: no room for a finaliser");
            base_ = base;
            capacity_ = capacity;
        }
        base_[size_++] = v;
    }
    void clear() { size_ = 0; }
    [[nodiscard]] value* begin() { return base_; }
    [[nodiscard]] value* end() { return base_ + size_; }
    [[nodiscard]] const value* begin() const { return base_; }
    [[nodiscard]] const value* end() const { return base_ + size_; }
    /// Keeps those for which `f` is true.
    template <class F>
    void keep_if(F f)
    {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < size_; ++i)
            if (f(base_[i])) base_[kept++] = base_[i];
        size_ = kept;
    }

private:
    value* base_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

// Sweep does not look at what is dead, so who dies is asked before it.
value_list customs;         ///< custom blocks that may have a finaliser
value_list strings, sizes;  ///< strings that may have become many objects, and how long they were

void finalise(value v)
{
    if (const auto f = Custom_ops_val(v)->finalize) f(v);
}

/// A string that was read from a channel is by now what was read.
void register_what_strings_became()
{
    const value* size = sizes.begin();
    for (const value v : strings) {
        const auto end = Hp_val(v) + Whsize_wosize(static_cast<mlsize_t>(*size++));
        for (auto* hp = Hp_val(v); hp < end; hp += Whsize_hp(hp))
            if (Tag_hp(hp) == Custom_tag) customs.push(Val_hp(hp));
    }
    strings.clear();
    sizes.clear();
}

}  // namespace

void register_custom(value v) { customs.push(v); }
void register_blocks(value v)
{
    strings.push(v);
    sizes.push(static_cast<value>(Wosize_val(v)));
}

/// Those that marking has not reached.
void finalise_dead_customs()
{
    register_what_strings_became();
    customs.keep_if([](value v) {
        if (old().is_black({word_of_value(v) - sizeof(word)}))
            return Custom_ops_val(v)->finalize != nullptr;
        finalise(v);
        return false;
    });
}

void finalise_all_customs()
{
    register_what_strings_became();
    customs.keep_if([](value v) {
        finalise(v);
        return false;
    });
}

/// They are about to move to where `f` says.
void redirect_customs(value (*f)(value))
{
    register_what_strings_became();
    for (value& v : customs) v = f(v);
}

}  // namespace strata::ocaml_runtime
