/** Of so many workers one party gets at most half, so that another never waits for all of them; of a single worker the one. */
export const fairShare = (workers: number): number => Math.max(1, Math.floor(workers / 2))
