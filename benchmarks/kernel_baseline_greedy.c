/* The Original played by `greedy` from seeded deals, in C, as a yardstick for the kernels.
 *
 * The same deals (SplitMix64, Fisher-Yates), the same policy and the same technique: hands as two
 * 64-bit words, tops in one word. Prints: games won, sum of the scores, seconds.
 * Usage: baseline PLAYERS HAND_SIZE FIRST_SEED GAMES
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t word;
typedef struct { word low, high; } cards;

#define GOLDEN 0x9E3779B97F4A7C15ULL
#define DECK 98
#define NO_RANK 1000

static inline word mixed(word z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline word start_of_stream(word seed, word stream) {
    return mixed(seed + stream * 0xD1B54A32D192ED03ULL + GOLDEN);
}

static inline int below(word bits, int bound) {
    return (int)(((bits >> 32) * (word)bound) >> 32);
}

static inline int top_of(word tops, int pile) { return (int)((tops >> (16 * pile)) & 255); }

static inline word has(cards hand, int card) {
    word half = (unsigned)card < 64 ? hand.low : hand.high;
    return (half >> (card & 63)) & 1;
}

static inline cards with(cards hand, int card) {
    word bit = 1ULL << (card & 63);
    hand.low |= card < 64 ? bit : 0;
    hand.high |= card < 64 ? 0 : bit;
    return hand;
}

static inline cards without(cards hand, int card) {
    word bit = 1ULL << (card & 63);
    hand.low &= ~(card < 64 ? bit : 0);
    hand.high &= ~(card < 64 ? 0 : bit);
    return hand;
}

static inline int ascending_rank(cards hand, int top, int pile) {
    word mask = (~0ULL << (top & 63)) << 1;
    word low = top < 64 ? hand.low & mask : 0, high = top < 64 ? hand.high : hand.high & mask;
    int card = low ? __builtin_ctzll(low) : high ? 64 + __builtin_ctzll(high) : 1000;
    return (has(hand, top - 10) ? -10 : card - top) * 4 + pile;
}

static inline int descending_rank(cards hand, int top, int pile) {
    word mask = ~(~0ULL << (top & 63));
    word high = top < 64 ? 0 : hand.high & mask, low = top < 64 ? hand.low & mask : hand.low;
    int card = high ? 127 - __builtin_clzll(high) : low ? 63 - __builtin_clzll(low) : -1000;
    return (has(hand, top + 10) ? -10 : top - card) * 4 + pile;
}

static inline int smaller(int a, int b) { return a < b ? a : b; }

static inline int best_rank(cards hand, word tops) {
    return smaller(smaller(ascending_rank(hand, top_of(tops, 0), 0),
                           ascending_rank(hand, top_of(tops, 1), 1)),
                   smaller(descending_rank(hand, top_of(tops, 2), 2),
                           descending_rank(hand, top_of(tops, 3), 3)));
}

static inline int jump_rank(cards hand, word tops) {
    word jumps = has(hand, top_of(tops, 0) - 10) | has(hand, top_of(tops, 1) - 10) << 1 |
                 has(hand, top_of(tops, 2) + 10) << 2 | has(hand, top_of(tops, 3) + 10) << 3;
    return jumps ? -40 + __builtin_ctzll(jumps) : 0;
}

static inline void lay(cards *hand, word *tops, int rank) {
    int pile = rank & 3, gap = rank >> 2, top = top_of(*tops, pile);
    int card = pile < 2 ? top + gap : top - gap;
    *tops = (*tops & ~(255ULL << (16 * pile))) | ((word)card << (16 * pile));
    *hand = without(*hand, card);
}

static int fits(int pile, int top, int card) {
    return pile < 2 ? card > top || card == top - 10 : card < top || card == top + 10;
}

static int reaches(cards hand, word tops, int missing) {
    for (int pile = 0; pile < 4; pile++)
        for (int card = 2; card < 100; card++)
            if (has(hand, card) && fits(pile, top_of(tops, pile), card)) {
                word after = (tops & ~(255ULL << (16 * pile))) | ((word)card << (16 * pile));
                if (missing == 1 || reaches(without(hand, card), after, missing - 1)) return 1;
            }
    return 0;
}

static int play(word seed, int players, int hand_size) {
    int8_t deck[DECK];
    cards hands[5] = {{0, 0}};
    for (int i = 0; i < DECK; i++) deck[i] = (int8_t)(i + 2);
    word state = start_of_stream(seed, 0);
    for (int last = DECK - 1; last > 0; last--) {
        state += GOLDEN;
        int other = below(mixed(state), last + 1);
        int8_t kept = deck[last];
        deck[last] = deck[other];
        deck[other] = kept;
    }
    int next = 0;
    for (int seat = 0; seat < players; seat++)
        for (int i = 0; i < hand_size; i++) hands[seat] = with(hands[seat], deck[next++]);
    int seat = below(mixed(start_of_stream(seed, 101) + GOLDEN), players);
    word tops = 1ULL | 1ULL << 16 | 100ULL << 32 | 100ULL << 48;
    for (;;) {
        cards hand = hands[seat], hand_before = hand;
        word tops_before = tops;
        int need = next < DECK ? 2 : 1, laid = 0, rank;
        while (laid < need) {
            rank = best_rank(hand, tops);
            if (rank >= NO_RANK) {
                int score = DECK - next;
                hands[seat] = reaches(hand_before, tops_before, need) ? hand : hand_before;
                for (int i = 0; i < players; i++)
                    score += __builtin_popcountll(hands[i].low) +
                             __builtin_popcountll(hands[i].high);
                return score;
            }
            lay(&hand, &tops, rank);
            laid++;
        }
        while ((rank = jump_rank(hand, tops)) < 0) {
            lay(&hand, &tops, rank);
            laid++;
        }
        if (next == DECK && !(hand.low | hand.high)) {
            word held = 0;
            hands[seat] = hand;
            for (int i = 0; i < players; i++) held |= hands[i].low | hands[i].high;
            if (!held) return 0;
        }
        for (; laid > 0 && next < DECK; laid--) hand = with(hand, deck[next++]);
        hands[seat] = hand;
        do seat = seat + 1 < players ? seat + 1 : 0;
        while (!(hands[seat].low | hands[seat].high));
    }
}

int main(int count, char **words) {
    if (count != 5) return 2;
    int players = atoi(words[1]), hand_size = atoi(words[2]);
    long first = atol(words[3]), games = atol(words[4]), won = 0, total = 0;
    struct timespec start, stop;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (long i = 0; i < games; i++) {
        int score = play((word)(first + i), players, hand_size);
        won += score == 0;
        total += score;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &stop);
    double seconds = (double)(stop.tv_sec - start.tv_sec) +
                     1e-9 * (double)(stop.tv_nsec - start.tv_nsec);
    printf("%ld %ld %.6f\n", won, total, seconds);
    return 0;
}
