/** Runs an operation for an organization. Returns undefined without running it if the organization has reached its limit. */
export type ConcurrencyLimit = <Result>(
  organization_id: string,
  operation: () => Promise<Result>,
) => Promise<Result | undefined>

/** Limits how many long operations each organization runs at once, so that those of one organization do not slow down the others. */
export function concurrencyLimit(max: number): ConcurrencyLimit {
  const counts = new Map<string, number>()
  const adjust = (organization_id: string, by: 1 | -1) => {
    const count = (counts.get(organization_id) ?? 0) + by
    if (count === 0) counts.delete(organization_id)
    else counts.set(organization_id, count)
  }
  return async (organization_id, operation) => {
    if ((counts.get(organization_id) ?? 0) >= max) return undefined
    adjust(organization_id, 1)
    try {
      return await operation()
    } finally {
      adjust(organization_id, -1)
    }
  }
}
