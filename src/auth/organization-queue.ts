/** Releases the slot of a request. */
export type Release = () => void

export interface OrganizationQueue {
  /**
   * Returns the function that releases the slot of a request, or a promise of it if the request has to wait for a slot. Returns undefined
   * if too many requests of the organization are queued already. Requests of its installations get at most half of the slots and of the
   * places in the queue.
   */
  acquire(
    organization_id: string,
    by_installation?: boolean,
  ): Promise<Release> | Release | undefined
  /** Returns how many requests of an organization are running, and how many are queued. */
  loadOf(organization_id: string): { readonly running: number; readonly waiting: number }
}

/** The requests of an organization in this process. */
interface Load {
  running: number
  /** How many of the running requests are requests of installations. */
  running_by_installations: number
  readonly waiting: { readonly by_installation: boolean; readonly start: () => void }[]
}

/**
 * Limits how many requests of one organization a process runs at once. Further requests of the same organization are queued in the order
 * of their arrival. An organization with more queued requests than slots gets half of its slots while another organization has requests
 * in progress. So the share of the processor that an organization gets does not grow with its connections. Requests of installations let
 * later requests of keys and people pass while they hold half of the slots (docs/specification/trust.md#budgets).
 */
export function createOrganizationQueue(slots: number, max_waiting: number): OrganizationQueue {
  const loads = new Map<string, Load>()
  const slotsOf = (load: Load): number =>
    loads.size > 1 && load.waiting.length > slots ? half(slots) : slots
  const hasSlot = (load: Load, by_installation: boolean): boolean =>
    load.running < slotsOf(load) &&
    (!by_installation || load.running_by_installations < half(slotsOf(load)))
  const hasPlace = ({ waiting }: Load, by_installation: boolean): boolean =>
    waiting.length < max_waiting &&
    (!by_installation ||
      waiting.filter((request) => request.by_installation).length < half(max_waiting))

  function start(organization_id: string, load: Load, by_installation: boolean): Release {
    let released = false
    load.running += 1
    if (by_installation) load.running_by_installations += 1
    return () => {
      if (released) return
      released = true
      // The slot becomes free in the next round of the event loop. If the store responds immediately, requests would otherwise end before
      // others have arrived, and the organization with the most connections would use every round alone.
      setImmediate(() => {
        load.running -= 1
        if (by_installation) load.running_by_installations -= 1
        for (let next = nextOf(load); next; next = nextOf(load)) next.start()
        if (load.running === 0) loads.delete(organization_id)
      })
    }
  }

  /** Removes and returns the first waiting request that may start. */
  function nextOf(load: Load): Load['waiting'][number] | undefined {
    const index = load.waiting.findIndex(({ by_installation }) => hasSlot(load, by_installation))
    return index === -1 ? undefined : load.waiting.splice(index, 1)[0]
  }

  return {
    acquire(organization_id, by_installation = false) {
      const load = loads.get(organization_id) ?? newLoad()
      loads.set(organization_id, load)
      const isNext = () => !load.waiting.some((request) => hasSlot(load, request.by_installation))
      if (hasSlot(load, by_installation) && isNext())
        return start(organization_id, load, by_installation)
      if (!hasPlace(load, by_installation)) return undefined
      return new Promise((resolve) =>
        load.waiting.push({
          by_installation,
          start: () => resolve(start(organization_id, load, by_installation)),
        }),
      )
    },
    loadOf(organization_id) {
      const { running, waiting } = loads.get(organization_id) ?? newLoad()
      return { running, waiting: waiting.length }
    },
  }
}

const newLoad = (): Load => ({ running: 0, running_by_installations: 0, waiting: [] })
/** Returns half of a number of slots or places, rounded up. */
const half = (count: number): number => Math.ceil(count / 2)
