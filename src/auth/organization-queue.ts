/** Releases the slot of a request. */
export type Release = () => void

export interface OrganizationQueue {
  /**
   * Returns the function that releases the slot of a request, or a promise of it if the request has to wait for a slot. Returns undefined
   * if too many requests of the organization are queued already.
   */
  acquire(organization_id: string): Promise<Release> | Release | undefined
  /** Returns how many requests of an organization are running, and how many are queued. */
  loadOf(organization_id: string): { readonly running: number; readonly waiting: number }
}

/** The requests of an organization in this process. */
interface Load {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Limits how many requests of one organization a process runs at once. Further requests of the same organization are queued in the order
 * of their arrival. An organization with more queued requests than slots gets half of its slots while another organization has requests
 * in progress. So the share of the processor that an organization gets does not grow with its connections
 * (docs/specification/trust.md#budgets).
 */
export function createOrganizationQueue(slots: number, max_waiting: number): OrganizationQueue {
  const loads = new Map<string, Load>()
  const slotsOf = (load: Load): number =>
    loads.size > 1 && load.waiting.length > slots ? Math.ceil(slots / 2) : slots

  function releaseFor(organization_id: string, load: Load): Release {
    let released = false
    return () => {
      if (released) return
      released = true
      // The slot becomes free in the next round of the event loop. If the store responds immediately, requests would otherwise end before
      // others have arrived, and the organization with the most connections would use every round alone.
      setImmediate(() => {
        load.running -= 1
        while (load.running < slotsOf(load) && load.waiting.length > 0) {
          load.running += 1
          load.waiting.shift()!()
        }
        if (load.running === 0) loads.delete(organization_id)
      })
    }
  }

  return {
    acquire(organization_id) {
      const load = loads.get(organization_id) ?? { running: 0, waiting: [] }
      loads.set(organization_id, load)
      if (load.running < slots && load.waiting.length === 0) {
        load.running += 1
        return releaseFor(organization_id, load)
      }
      if (load.waiting.length >= max_waiting) return undefined
      return new Promise((resolve) =>
        load.waiting.push(() => resolve(releaseFor(organization_id, load))),
      )
    },
    loadOf(organization_id) {
      const { running, waiting } = loads.get(organization_id) ?? { running: 0, waiting: [] }
      return { running, waiting: waiting.length }
    },
  }
}
