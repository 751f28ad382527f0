import type { RequestDraft } from '../../engine/probe-context.ts'
import type { Probe } from '../../engine/types.ts'
import { requestOf } from './credentials.ts'
import { operation } from './operations.ts'
import { accountOf, accountWith, apiKeyHeader, sendWithKey } from './target.ts'

/** Retention periods in days: valid, out of range, and of the wrong type. */
const RETENTION_DAYS = {
  valid: [366, 3650],
  outOfRange: [365, 3651, 0, -1],
  mistyped: ['400', 400.5],
} as const

/** Sends requests that are derived from the path of an operation of the enterprise plan. */
const enterpriseProbe = (
  id: string,
  operationId: string,
  requests: (path: string) => readonly RequestDraft[],
  effect: Probe['effect'],
  after: readonly string[] = [],
): Probe => ({
  id,
  effect,
  after,
  run: async (context) => {
    const account = accountWith(context, 'enterprise')
    const { path } = requestOf(context, operation(operationId), account)
    for (const request of requests(path))
      await context.send({ ...request, headers: apiKeyHeader(account.key) })
  },
})

const retentionProbe = (id: string, days: readonly unknown[]): Probe =>
  enterpriseProbe(
    id,
    'setRetention',
    (path) =>
      days.map((audit_log_retention_days) => ({
        method: 'PUT',
        path,
        json: { audit_log_retention_days },
      })),
    'write',
  )

/** Sends the request of an operation with a changed query. */
const queryProbe = (id: string, operationId: string, change: (path: string) => string): Probe => ({
  id,
  effect: 'read',
  after: [`valid.${operationId}`],
  run: async (context) => {
    const { path } = requestOf(context, operation(operationId), accountOf(context))
    return sendWithKey(context, { path: change(path) })
  },
})

export const paidProbes: readonly Probe[] = [
  retentionProbe('retention.right', RETENTION_DAYS.valid),
  retentionProbe('retention.wrong', RETENTION_DAYS.outOfRange),
  retentionProbe('retention.mistyped', RETENTION_DAYS.mistyped),
  queryProbe('audit.limit', 'listAuditLogs', (path) => path.replace(/limit=\d+/, 'limit=abc')),
  queryProbe('network.limit', 'networkAgents', (path) => path.replace(/limit=\d+/, 'limit=1')),
  enterpriseProbe(
    'compliance',
    'complianceReport',
    (path) => [{ path }, { path: `${path}?format=json` }, { path: `${path}?format=markdown` }],
    'read',
    operation('complianceReport').after,
  ),
]
