/** Our bots from the weakest to the strongest; those of other packages come after them. */
export const BOT_LADDER: readonly string[] = ['random', 'greedy', 'planner', 'tuned', 'montecarlo'];
