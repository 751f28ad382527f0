/**
 * The requests of an operation. Operations that never succeeded fail the run, because a server that refuses everything would pass
 * otherwise.
 */
export interface RequestCounts {
  readonly requests: number
  readonly accepted: number
}

export function createRequestCounter() {
  const counts = new Map<string, RequestCounts>()
  const of = (operation: string): RequestCounts =>
    counts.get(operation) ?? { requests: 0, accepted: 0 }
  return {
    record(operation: string, status: number): void {
      const { requests, accepted } = of(operation)
      const isAccepted = status >= 200 && status < 300
      counts.set(operation, { requests: requests + 1, accepted: accepted + Number(isAccepted) })
    },
    of,
    total: (): number => [...counts.values()].reduce((sum, { requests }) => sum + requests, 0),
  }
}
export type RequestCounter = ReturnType<typeof createRequestCounter>
