import type { components } from '../../generated/platform.ts'
import { table } from '../../generated/platform.table.ts'
import { shownAuditRecord, type AuditRecord } from '../domain/audit.ts'
import { isBarredFrom } from '../auth/callers.ts'
import { planGate } from '../auth/plan-gate.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Handlers } from './services.ts'

/** The tamper-evident log of an organization (Interface, Audit logs). */
export const audit = {
  async listAuditLogs({ query, caller, reply, refuse }, { store, upgrade_url }) {
    const { organization_id = caller.reach.organizations[0]!, workspace_id, event_type, limit, offset } = query
    const membership = caller.kind === 'session' ? caller.memberships.find((known) => known.organization_id === organization_id) : undefined
    const gated = membership && planGate(table.listAuditLogs, membership.plan, upgrade_url)
    if (gated) return refuse('AUDIT_LOGS_REQUIRES_UPGRADE', gated.facts)
    if (membership && !caller.reach.organizations.includes(organization_id)) return refuse('ROLE_REQUIRED')
    if (isBarredFrom(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')

    const before = readCursor<[number]>(query.cursor, [0])?.[0]
    const page = await store.listAudit({ reach: caller.reach, organization_id, workspace_id, event_type, limit, offset, before })
    if (page.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, {
      items: page.items.map(present), total: page.total, limit: page.limit, offset, ...(page.next !== undefined && { next_cursor: writeCursor(page.next) }),
      ...(page.checkpoint && { checkpoint: page.checkpoint }),
    })
  },
} satisfies Partial<Handlers>

/** Whatever is listed here belongs to an organization: the platform's own chain has no reader over HTTP. */
const present = (record: AuditRecord): components['schemas']['AuditRecord'] => ({ ...shownAuditRecord(record), organization_id: record.organization_id! })
