import type { components } from '../../../generated/platform.ts'
import type { JsonObject } from '../../domain/records.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import { codeOfEnd } from './installations.ts'
import { presentCommand, presentInstallation, presentRevocation } from './present.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

/** Lists installations, sends them commands, and revokes several at once. */
export const fleet = {
  async listInstallations({ path, query, caller, reply, refuse }, { store, now }) {
    const { lifecycle, health, agent_id, limit, offset } = query
    const moment = now()
    const after = readCursor('listInstallations~created', query.cursor)
    const page = await store.listInstallations({
      reach: caller.reach,
      workspace_id: path.workspace_id,
      lifecycle,
      health,
      agent_id,
      limit,
      offset,
      after,
      now: moment,
    })
    if (page.kind === 'not_found') return refuse('WORKSPACE_NOT_FOUND')
    return reply(
      200,
      presentPageOf('listInstallations~created', page, offset, (member) =>
        presentInstallation(member, moment),
      ),
    )
  },

  async getInstallation({ path, caller, reply, refuse }, { store, now }) {
    const moment = now()
    const found = await store.getInstallation({
      reach: caller.reach,
      installation_id: path.installation_id,
      now: moment,
    })
    if (found.kind === 'not_found') return refuse('INSTALLATION_NOT_FOUND')
    const { health_payload, beacon } = found.member.installation
    return reply(200, {
      ...presentInstallation(found.member, moment),
      ...(health_payload !== null && { health_payload: health_payload as Schemas['HealthReport'] }),
      ...(beacon !== null && { beacon: beacon as Schemas['InstallationBeacon'] }),
    })
  },

  async listInstallationCommands({ path, query, caller, reply, refuse }, { store, now }) {
    const { limit, offset } = query
    const after = readCursor('listInstallationCommands~sequence', query.cursor)
    const page = await store.listCommands({
      reach: caller.reach,
      installation_id: path.installation_id,
      limit,
      offset,
      after,
    })
    if (page.kind === 'not_found') return refuse('INSTALLATION_NOT_FOUND')
    const moment = now()
    return reply(
      200,
      presentPageOf('listInstallationCommands~sequence', page, offset, (command) =>
        presentCommand(command, moment),
      ),
    )
  },

  async sendInstallationCommand(call, { store, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const { type, reason = '', heartbeat_interval_seconds } = body
    const params: JsonObject = type === 'set_interval' ? { heartbeat_interval_seconds } : {}
    const context = contextFor(call)
    const outcome = await store.sendCommand(context, {
      reach: caller.reach,
      installation_id: path.installation_id,
      type,
      reason,
      params,
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('INSTALLATION_NOT_FOUND')
      case 'ended':
        return refuse(codeOfEnd(outcome.lifecycle))
      case 'sent':
        return reply(202, presentCommand(outcome.command, context.now))
    }
  },

  async revokeInstallations(call, { store, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const { select, reason, shutdown_timeout_ms } = body
    const outcome = await store.revokeInstallations(contextFor(call), {
      reach: caller.reach,
      workspace_id: path.workspace_id,
      select,
      reason,
      shutdown_timeout_ms,
    })
    if (outcome.kind === 'not_found') return refuse('WORKSPACE_NOT_FOUND')
    return reply(200, {
      items: outcome.items.map(presentRevocation),
      complete: outcome.complete,
    })
  },
} satisfies Partial<Handlers>
