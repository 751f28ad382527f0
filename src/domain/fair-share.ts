/**
 * Returns how many of the workers one party may occupy: half of them, and at least one. A second party then never waits for all workers of
 * the first.
 */
export const fairShare = (workers: number): number => Math.max(1, Math.floor(workers / 2))
