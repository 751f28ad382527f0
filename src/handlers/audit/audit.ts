import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import { isOutsideWorkspace } from '../../auth/callers.ts'
import { shownAuditRecord, type AuditRecord } from '../../domain/audit/record.ts'
import { MAX_CONCURRENT_VERIFICATIONS } from '../../domain/limits.ts'
import { clampTimestamp } from '../../domain/time.ts'
import { verifyChainPart, type ChainPartReport } from '../../store/long-reads/verify-chain.ts'
import type { PublishedChainHead } from '../../store/transactions/transparency/heads.ts'
import { resolveOrganization } from '../resolve-organization.ts'
import { nextCursor, presentPageOf, readCursor } from '../cursor.ts'
import { membersOf } from '../members-of.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

/**
 * Lists, searches and verifies the audit log of an organization (docs/specification/audit.md#access), and shows how the transparency log
 * commits to it (docs/specification/transparency.md#heads).
 */
export const audit = {
  async listAuditLogs({ query, caller, reply, refuse }, { store, upgrade_url }) {
    const { workspace_id, event_type, limit, offset } = query
    if (isOutsideWorkspace(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
    const acting = resolveOrganization(caller, query.organization_id, {
      operation: table.listAuditLogs,
      upgrade_url,
    })
    if (acting.kind === 'refused') return refuse(acting.code, acting.details)

    const after = readCursor('listAuditLogs~sequence', query.cursor)
    const page = await store.listAudit({
      reach: caller.reach,
      organization_id: acting.organization_id,
      workspace_id,
      event_type,
      limit,
      offset,
      after,
    })
    if (page.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, {
      ...presentPageOf('listAuditLogs~sequence', page, offset, present),
      ...(page.checkpoint && { checkpoint: page.checkpoint }),
    })
  },

  async verifyAuditChain(
    { query, caller, reply, refuse },
    { store, signer, upgrade_url, verifications },
  ) {
    const { from_sequence, limit } = query
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const acting = resolveOrganization(caller, query.organization_id, {
      operation: table.verifyAuditChain,
      upgrade_url,
    })
    if (acting.kind === 'refused') return refuse(acting.code, acting.details)
    const { organization_id } = acting
    const report = await verifications(organization_id, () =>
      verifyChainPart(
        store,
        organization_id,
        { from: from_sequence, limit },
        signer.isOwn,
        yieldToEventLoop,
      ),
    )
    return report
      ? reply(200, presentVerification(report))
      : refuse('RATE_LIMITED', TOO_MANY_VERIFICATIONS)
  },

  async getAuditHead({ query, caller, reply, refuse }, { store, upgrade_url }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const acting = resolveOrganization(caller, query.organization_id, {
      operation: table.getAuditHead,
      upgrade_url,
    })
    if (acting.kind === 'refused') return refuse(acting.code, acting.details)
    const { organization_id } = acting
    const found = await store.readAuditHead({ reach: caller.reach, organization_id })
    if (found.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    const { newest_sequence, published } = found
    return reply(200, {
      organization_id,
      newest_sequence,
      ...(published && { published: presentHead(published) }),
    })
  },

  async searchAuditLogs({ query, caller, reply, refuse }, { store, upgrade_url }) {
    const { q: text, workspace_id, event_type, since, until } = query
    if (isOutsideWorkspace(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
    const acting = resolveOrganization(caller, query.organization_id, {
      operation: table.searchAuditLogs,
      upgrade_url,
    })
    if (acting.kind === 'refused') return refuse(acting.code, acting.details)

    const before = readCursor('searchAuditLogs~sequence', query.cursor)?.[0]
    const found = await store.searchAudit({
      reach: caller.reach,
      organization_id: acting.organization_id,
      workspace_id,
      event_type,
      text,
      since: since && clampTimestamp(since),
      until: until && clampTimestamp(until),
      limit: query.limit,
      before,
    })
    if (found.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    const { items, limit, next } = found
    return reply(200, {
      items: items.map(present),
      limit,
      ...(next && {
        ...nextCursor('searchAuditLogs~sequence', [next.before]),
        searched_back_to: next.searched_back_to,
      }),
    })
  },
} satisfies Partial<Handlers>

const TOO_MANY_VERIFICATIONS = {
  message: `${MAX_CONCURRENT_VERIFICATIONS} requests are already verifying this chain; try again when one of them has finished.`,
  headers: { 'Retry-After': '1' },
}

function presentVerification({
  chain,
  intact,
  checked,
  head,
  broken,
  checkpoint,
  newest,
  checked_range,
  next,
}: ChainPartReport): Schemas['AuditVerification'] {
  return {
    organization_id: chain,
    status: intact ? 'intact' : 'broken',
    records: checked,
    ...(checked_range && {
      first_sequence: checked_range.first,
      last_sequence: checked_range.last,
    }),
    newest_sequence: newest,
    head_hash: head.hash,
    ...(checkpoint && { checkpoint }),
    ...(broken && { broken: { sequence: broken.sequence, reason: broken.fault } }),
    complete: next === undefined,
    ...(next !== undefined && { next_sequence: next }),
  }
}

const presentHead = ({
  head,
  path,
  ...published
}: PublishedChainHead): Schemas['PublishedAuditHead'] => ({
  ...membersOf(head, ['chain', 'sequence', 'hash']),
  ...membersOf(published, ['index', 'entry', 'proof']),
  path: [...path],
})

/** Presents a record of an organization. The platform's own chain is not readable over HTTP. */
const present = (record: AuditRecord): Schemas['AuditRecord'] => ({
  ...shownAuditRecord(record),
  organization_id: record.organization_id!,
})
