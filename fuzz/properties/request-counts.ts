/** The requests and responses of an operation. Operations that never succeeded fail the run, because a server that refuses everything would pass otherwise. */
export interface RequestCounts {
  readonly requests: number
  readonly accepted: number
  readonly statuses: ReadonlyMap<number, number>
}

export function createRequestCounter() {
  const counts = new Map<
    string,
    { requests: number; accepted: number; statuses: Map<number, number> }
  >()
  return {
    record(operation: string, status: number): void {
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
    of: (operation: string): RequestCounts =>
      counts.get(operation) ?? { requests: 0, accepted: 0, statuses: new Map() },
    total: (): number => [...counts.values()].reduce((sum, { requests }) => sum + requests, 0),
  }
}
export type RequestCounter = ReturnType<typeof createRequestCounter>
