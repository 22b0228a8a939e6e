// bench/ocaml/report.c: linked into a program, writes at its end what its collector did.
//
// STRATA_REPORT=FILE   where to: one "name value" per line
// STRATA_PAUSES=1      also measures every pause, by the hooks that all runtimes have
#define CAML_INTERNALS
#define CAML_NAME_SPACE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <caml/address_class.h>
#include <caml/alloc.h>
#include <caml/domain_state.h>
#include <caml/major_gc.h>
#include <caml/misc.h>

enum { most_pauses = 1 << 22, microsecond = 1000 };

// The same OCaml code is at the same place of a page whatever it is linked with: loops that begin
// elsewhere in a cache line can be a tenth slower, and that is no collector's doing. The linker puts
// this section behind the runtime's rare code, of which runtimes have more or less, and before all
// that is neither rare nor hot.
__asm__(".pushsection .text.hot,\"ax\",@progbits\n.balign 4096\n.skip 4096\n.popsection");

static uint32_t *pauses;  // their lengths in nanoseconds
static size_t pause_count;
static uint64_t began, ended;
static int depth;  // a collection may be part of another one

// What this thread has used: the time that other programs take is no pause of the collector's.
static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void begin(void)
{
    if (depth++ == 0) began = now();
}

// A slice that follows a minor collection at once is one pause with it.
static void end(void)
{
    if (--depth != 0) return;
    const uint64_t again = began - ended;
    ended = now();
    const uint64_t took = ended - began;
    if (pause_count != 0 && again < 2 * microsecond)
        pauses[pause_count - 1] += (uint32_t)took;
    else if (pause_count < most_pauses)
        pauses[pause_count++] = (uint32_t)took;
}

static int by_length(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double pause_us(double share)
{
    return pauses[(size_t)(share * (double)(pause_count - 1))] / 1e3;
}

static long peak_kib(void)
{
    char line[200];
    long peak = 0;
    FILE *const status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (sscanf(line, "VmHWM: %ld kB", &peak) == 1) break;
    if (status != NULL) fclose(status);
    return peak;
}

// Of this process alone: a compiler starts an assembler, which no collector makes faster.
static double cpu_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

__attribute__((destructor)) static void report(void)
{
    const char *const name = getenv("STRATA_REPORT");
    FILE *const file = name == NULL || Caml_state == NULL ? NULL : fopen(name, "w");
    if (file == NULL) return;
    const double young = Caml_state->stat_minor_words +
                         (double)(Caml_state->young_alloc_end - Caml_state->young_ptr);
    const double old = Caml_state->stat_major_words - Caml_state->stat_promoted_words +
                       (double)caml_allocated_words;
    fprintf(file, "cpu %.6f\n", cpu_seconds());
    fprintf(file, "peak_kib %ld\n", peak_kib());
    fprintf(file, "heap_words %ld\n", (long)Caml_state->stat_top_heap_wsz);
    fprintf(file, "minor_collections %ld\n", (long)Caml_state->stat_minor_collections);
    fprintf(file, "major_collections %ld\n", (long)Caml_state->stat_major_collections);
    fprintf(file, "allocated_words %.0f\n", young + old);
    fprintf(file, "promoted_words %.0f\n", Caml_state->stat_promoted_words);
    if (pauses != NULL && pause_count != 0) {
        qsort(pauses, pause_count, sizeof *pauses, by_length);
        fprintf(file, "pauses %zu\npause_50 %.1f\npause_99 %.1f\npause_max %.1f\n", pause_count,
                pause_us(0.5), pause_us(0.99), pause_us(1));
    }
    fclose(file);
}

__attribute__((constructor)) static void prepare(void)
{
    if (getenv("STRATA_PAUSES") == NULL) return;
    pauses = malloc(most_pauses * sizeof *pauses);
    if (pauses == NULL) return;
    memset(pauses, 1, most_pauses * sizeof *pauses);  // no page fault is in a pause
    caml_minor_gc_begin_hook = caml_major_slice_begin_hook = begin;
    caml_minor_gc_end_hook = caml_major_slice_end_hook = end;
}

// The checked runtime alone has these.
__attribute__((weak)) value strata_check_set(value text), strata_check_now(value unit);
value caml_gc_full_major(value unit);

/// A full collection, which a check is too: what it needs itself is not what the check needs.
value strata_bench_check(value unit)
{
    if (strata_check_set == NULL || strata_check_now == NULL) return caml_gc_full_major(unit);
    strata_check_set(caml_copy_string("on"));
    strata_check_now(Val_unit);
    return Val_unit;
}
