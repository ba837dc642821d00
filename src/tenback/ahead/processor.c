/* Which of the levels of x86-64 this processor and its system have: 1 to 4. */

#include <cpuid.h>

static int has(unsigned bits, unsigned wanted) { return (bits & wanted) == wanted; }

static unsigned long long enabled_by_system(void) {
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low | (unsigned long long)high << 32;
}

int processor_level(void) {
    unsigned a, b, c, d, first, wide, more;
    if (!__get_cpuid(1, &a, &b, &first, &d)) return 1;
    if (!has(first, bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT | bit_CMPXCHG16B))
        return 1;
    if (!has(first, bit_AVX | bit_F16C | bit_FMA | bit_MOVBE | bit_OSXSAVE)) return 2;
    if (!__get_cpuid_count(7, 0, &a, &wide, &c, &d)) return 2;
    if (!__get_cpuid(0x80000001, &a, &b, &more, &d)) return 2;
    if (!has(wide, bit_AVX2 | bit_BMI | bit_BMI2) || !has(more, bit_LZCNT)) return 2;
    const unsigned long long state = enabled_by_system();
    if ((state & 0x6) != 0x6) return 2;
    if (!has(wide, bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL)) return 3;
    return (state & 0xe6) == 0xe6 ? 4 : 3;
}
