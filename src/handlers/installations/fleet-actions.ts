import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import { chargeChanges } from '../../auth/gates.ts'
import type { FleetAction } from '../../store/transactions/installations/fleet-actions.ts'
import { nextCursor, readCursor } from '../cursor.ts'
import { quotaProblem } from '../quota.ts'
import type { Handlers } from '../services.ts'

/** Acts on several installations of an organization at once (docs/specification/installations.md#actions). */
export const fleetActions = {
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
        if (applied > 1)
          chargeChanges(limiter, table.updateInstallations, caller, path.org_id, applied - 1)
        return reply(200, {
          items: outcome.items,
          ...nextCursor('updateInstallations~created', outcome.next),
        })
      }
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
