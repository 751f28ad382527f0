/** Ends a request's turn. */
export type Leave = () => void

export interface Turns {
  /** Resolves when the organization may run one more request; undefined where too many of its requests wait already. */
  enter(organization_id: string): Promise<Leave> | Leave | undefined
  /** Requests of an organization that run, and that wait. */
  of(organization_id: string): { readonly running: number; readonly waiting: number }
}

/** What an organization has under way in this process. */
interface Load {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Bounds how many requests of one organization a process runs at once; others of the same organization wait, in the order of their
 * arrival. An organization with more requests waiting than it may run has half of its places while another organization has requests
 * under way. So the share of the processor that an organization gets does not grow with its connections
 * (docs/specification/trust.md#budgets).
 */
export function organizationTurns(at_once: number, most_waiting: number): Turns {
  const loads = new Map<string, Load>()
  const placesOf = (load: Load): number =>
    loads.size > 1 && load.waiting.length > at_once ? Math.ceil(at_once / 2) : at_once

  function leave(organization_id: string, load: Load): Leave {
    let left = false
    return () => {
      if (left) return
      left = true
      // A place is free in the next round of the event loop, not in this one: where the store answers at once, requests end before others have
      // come in, and whoever has most connections would have every round to itself.
      setImmediate(() => {
        load.running -= 1
        while (load.running < placesOf(load) && load.waiting.length > 0) {
          load.running += 1
          load.waiting.shift()!()
        }
        if (load.running === 0) loads.delete(organization_id)
      })
    }
  }

  return {
    enter(organization_id) {
      const load = loads.get(organization_id) ?? { running: 0, waiting: [] }
      loads.set(organization_id, load)
      if (load.running < at_once && load.waiting.length === 0) {
        load.running += 1
        return leave(organization_id, load)
      }
      if (load.waiting.length >= most_waiting) return undefined
      return new Promise((resolve) =>
        load.waiting.push(() => resolve(leave(organization_id, load))),
      )
    },
    of(organization_id) {
      const { running, waiting } = loads.get(organization_id) ?? { running: 0, waiting: [] }
      return { running, waiting: waiting.length }
    },
  }
}
