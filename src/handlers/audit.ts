import { setImmediate as othersGo } from 'node:timers/promises'
import type { components } from '../../generated/platform.ts'
import { table } from '../../generated/platform.table.ts'
import { shownAuditRecord, type AuditRecord } from '../domain/audit.ts'
import { isBarredFrom, type ApiKeyCaller, type SessionCaller } from '../auth/callers.ts'
import { planGate } from '../auth/plan-gate.ts'
import type { Facts } from '../contract/typed.ts'
import { reaches } from '../domain/reach.ts'
import { verifyChainPart, type ChainPartReport } from '../store/verify-chain.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Handlers } from './services.ts'

type Schemas = components['schemas']

/** The tamper-evident log of an organization (Interface, Audit logs). */
export const audit = {
  async listAuditLogs({ query, caller, reply, refuse }, { store, upgrade_url }) {
    const { organization_id = caller.reach.organizations[0]!, workspace_id, event_type, limit, offset } = query
    const barred = barredFrom(caller, organization_id, upgrade_url)
    if (barred) return refuse(barred.code, barred.facts)
    if (isBarredFrom(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')

    const before = readCursor<[number]>(query.cursor, [0])?.[0]
    const page = await store.listAudit({ reach: caller.reach, organization_id, workspace_id, event_type, limit, offset, before })
    if (page.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, {
      items: page.items.map(present), total: page.total, limit: page.limit, offset, ...(page.next !== undefined && { next_cursor: writeCursor(page.next) }),
      ...(page.checkpoint && { checkpoint: page.checkpoint }),
    })
  },

  async verifyAuditChain({ query, caller, reply, refuse }, { store, signer, upgrade_url }) {
    const { organization_id = caller.reach.organizations[0]!, from_sequence, limit } = query
    const barred = barredFrom(caller, organization_id, upgrade_url)
    if (barred) return refuse(barred.code, barred.facts)
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    if (!reaches(caller.reach, { organization_id })) return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, presentVerification(await verifyChainPart(store, organization_id, { from: from_sequence, most: limit }, signer.isOwn, othersGo)))
  },
} satisfies Partial<Handlers>

interface Barred { readonly code: 'AUDIT_LOGS_REQUIRES_UPGRADE' | 'ROLE_REQUIRED'; readonly facts?: Facts }

/** What keeps a person from the log of an organization that the query names, where the gates could not know which one is meant. */
function barredFrom(caller: ApiKeyCaller | SessionCaller, organization_id: string, upgrade_url: string): Barred | undefined {
  const membership = caller.kind === 'session' ? caller.memberships.find((known) => known.organization_id === organization_id) : undefined
  const gated = membership && planGate(table.listAuditLogs, membership.plan, upgrade_url)
  if (gated) return { code: 'AUDIT_LOGS_REQUIRES_UPGRADE', facts: gated.facts }
  return membership && !caller.reach.organizations.includes(organization_id) ? { code: 'ROLE_REQUIRED' } : undefined
}

function presentVerification({ chain, intact, checked, head, broken, checkpoint, newest, looked_at, next }: ChainPartReport): Schemas['AuditVerification'] {
  return {
    organization_id: chain, status: intact ? 'intact' : 'broken', records: checked, ...(looked_at && { first_sequence: looked_at.first, last_sequence: looked_at.last }),
    newest_sequence: newest, head_hash: head.hash, ...(checkpoint && { checkpoint }), ...(broken && { broken: { sequence: broken.sequence, reason: broken.fault } }),
    complete: next === undefined, ...(next !== undefined && { next_sequence: next }),
  }
}

/** Whatever is listed here belongs to an organization: the platform's own chain has no reader over HTTP. */
const present = (record: AuditRecord): Schemas['AuditRecord'] => ({ ...shownAuditRecord(record), organization_id: record.organization_id! })
