import { chargeChanges } from '../../auth/gates.ts'
import { criteriaOf } from '../../domain/installations/search.ts'
import type { FleetAction } from '../../store/transactions/installations/fleet-actions.ts'
import type { components } from '../../../generated/platform.ts'
import { nextCursor, readCursor } from '../cursor.ts'
import { quotaProblem } from '../quota.ts'
import type { Handlers } from '../services.ts'
import { presentInstallation } from './present.ts'

/**
 * Searches the installations of an organization (docs/specification/installations.md#search), labels them
 * (docs/specification/installations.md#labels), acts on several at once (docs/specification/installations.md#actions), and shows their
 * trends (docs/specification/installations.md#trends).
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

  async updateInstallations(call, { store, contextFor, upgrade_url, limiter }) {
    const { path, query, body, caller, reply, refuse } = call
    const outcome = await store.updateInstallations(contextFor(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      select: body.select,
      action: actionOf(body),
      after: readCursor('updateInstallations~created', query.cursor),
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('ORGANIZATION_NOT_FOUND')
      case 'quota':
        return refuse(...quotaProblem(outcome, upgrade_url))
      case 'updated': {
        const applied = outcome.items.filter((item) => item.outcome === 'applied').length
        // The gate has already counted the request, which covers the first change.
        if (applied > 1) chargeChanges(limiter, caller, path.org_id, applied - 1)
        return reply(200, {
          items: outcome.items,
          ...nextCursor('updateInstallations~created', outcome.next),
        })
      }
    }
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

  async setInstallationLabels(call, { store, contextFor, upgrade_url }) {
    const { path, body, caller, reply, refuse } = call
    const { installation_id } = path
    const outcome = await store.setInstallationLabels(contextFor(call), {
      reach: caller.reach,
      installation_id,
      labels: body.labels,
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('INSTALLATION_NOT_FOUND')
      case 'quota':
        return refuse(...quotaProblem(outcome, upgrade_url))
      case 'labeled':
        return reply(200, { installation_id, labels: [...outcome.labels] })
    }
  },
} satisfies Partial<Handlers>

function actionOf({
  action: type,
  reason = '',
  shutdown_timeout_ms,
  labels = [],
  remove_labels = [],
}: components['schemas']['UpdateInstallationsRequest']): FleetAction {
  switch (type) {
    case 'pause':
    case 'resume':
      return { type, reason }
    case 'revoke':
      return { type, reason, shutdown_timeout_ms }
    case 'label':
      return { type, set: labels, remove: remove_labels }
  }
}
