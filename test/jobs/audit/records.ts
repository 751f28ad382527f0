import { link, shownAuditRecord, type AuditRecord } from '../../../src/domain/audit/record.ts'
import type { JsonObject } from '../../../src/domain/records.ts'
import type { ExportContext } from '../../../src/ports/exports/destination-format.ts'

export const NOW = '2026-03-02T09:14:00.000Z'
export const EXPORT_ID = '0195561d-5b80-7d1e-b2c4-9a7f30e6d815'

/** Returns a record of a chain of its own. */
export const record = (
  changes: Partial<AuditRecord> = {},
  metadata: JsonObject = { name: 'Accounts Payable' },
) => {
  const actor = { type: 'api_key', id: 'key_1', ip: '192.0.2.10' }
  const target = { type: 'workspace', id: 'ws_1' }
  const event = {
    organization_id: 'org_acme',
    workspace_id: 'ws_1',
    event_type: 'workspace.created' as const,
    actor,
    target,
    metadata,
    ...changes,
  }
  const linked = link(
    undefined,
    event,
    '0195561d-2c00-7a4e-8c3b-6f0e9d2b7a11',
    changes.occurred_at ?? '2026-03-02T09:02:00.500Z',
  )
  return shownAuditRecord({
    ...linked,
    ...(changes.sequence !== undefined && { sequence: changes.sequence }),
  })
}

export const exportContext = (changes: Partial<ExportContext> = {}): ExportContext => ({
  export_id: EXPORT_ID,
  endpoint: { url: 'https://intake.example/', credential: 'SECRET' },
  origin: 'agents.example.com',
  now: NOW,
  options: {},
  ...changes,
})
