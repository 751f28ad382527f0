/** What was asked of each operation, and answered: "nothing failed" alone is what a server that refuses everything achieves too. */
export interface Tally {
  readonly requests: number
  readonly accepted: number
  readonly statuses: ReadonlyMap<number, number>
}

export function createTally() {
  const counts = new Map<
    string,
    { requests: number; accepted: number; statuses: Map<number, number> }
  >()
  return {
    note(operation: string, status: number): void {
      const count = counts.get(operation) ?? {
        requests: 0,
        accepted: 0,
        statuses: new Map<number, number>(),
      }
      count.requests += 1
      if (status >= 200 && status < 300) count.accepted += 1
      count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1)
      counts.set(operation, count)
    },
    of: (operation: string): Tally =>
      counts.get(operation) ?? { requests: 0, accepted: 0, statuses: new Map() },
    total: (): number => [...counts.values()].reduce((sum, { requests }) => sum + requests, 0),
  }
}
export type Tallies = ReturnType<typeof createTally>
