import { quotaProblem } from '../quota.ts'
import type { Handlers } from '../services.ts'

/** Handles the labels of an installation (docs/specification/installations.md#labels). */
export const labels = {
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
