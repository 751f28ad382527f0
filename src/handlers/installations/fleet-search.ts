import { criteriaOf } from '../../domain/installations/search.ts'
import { nextCursor, readCursor } from '../cursor.ts'
import type { Handlers } from '../services.ts'
import { presentInstallation } from './present.ts'

/**
 * Searches the installations of an organization (docs/specification/installations.md#search) and shows their trends
 * (docs/specification/installations.md#trends).
 */
export const fleetSearch = {
  async searchInstallations({ path, query, caller, reply, refuse }, { store, now }) {
    const { limit, cursor, counts, ...filters } = query
    const moment = now()
    const page = await store.searchInstallations({
      reach: caller.reach,
      organization_id: path.org_id,
      criteria: criteriaOf(filters),
      limit,
      after: readCursor('searchInstallations~created', cursor),
      counts: counts && cursor === undefined,
      now: moment,
    })
    if (page.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, {
      items: page.items.map((member) => presentInstallation(member, moment)),
      limit: page.limit,
      ...nextCursor('searchInstallations~created', page.next),
      ...(page.counts && { counts: page.counts }),
    })
  },

  async getFleetTrends({ path, query, caller, reply, refuse }, { store, now }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const { period } = query
    const trends = await store.readTrends({
      reach: caller.reach,
      organization_id: path.org_id,
      period,
      now: now(),
    })
    if (trends.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    const points = trends.points.map(({ online, ...point }) => ({
      ...point,
      ...(online !== undefined && { online }),
    }))
    return reply(200, { period, points })
  },
} satisfies Partial<Handlers>
