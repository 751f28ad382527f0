import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import { isOutsideWorkspace, type Caller } from '../../auth/callers.ts'
import type { GatedOperation, PlanCode } from '../../auth/plan-gate.ts'
import type { ProblemDetails, RequestInfo } from '../../contract/typed.ts'
import type { ExportJob } from '../../domain/audit/export-job.ts'
import {
  resolveDestination,
  type DestinationKind,
  type ExportOptions,
} from '../../domain/audit/exports.ts'
import { DEFAULT_EXPORT_LIMIT } from '../../domain/limits.ts'
import { planLimit, resolveOrganization } from '../resolve-organization.ts'
import { quotaProblem, type QuotaCode } from '../quota.ts'
import { membersOf } from '../members-of.ts'
import type { Handlers, Services } from '../services.ts'

/**
 * Handles exports of the audit log to other systems. A request only stores a job (docs/specification/audit.md#export-job);
 * `jobs/audit/exports.ts` sends the records.
 */
export const exports = {
  async exportAuditLogs(call, services) {
    return acceptExport(call, services, {
      operation: table.exportAuditLogs,
      kind: 'logs',
      credential: call.body.api_key,
    })
  },

  async exportAuditCollector(call, services) {
    return acceptExport(call, services, {
      operation: table.exportAuditCollector,
      kind: 'collector',
      credential: call.body.hec_token,
    })
  },

  async exportAuditAlerts(call, services) {
    return acceptExport(call, services, {
      operation: table.exportAuditAlerts,
      kind: 'alerts',
      credential: call.body.routing_key,
    })
  },

  async getAuditExport({ path, caller, reply, refuse }, { store, upgrade_url }) {
    const found = await store.getExport({ reach: caller.reach, export_id: path.export_id })
    if (found.kind === 'not_found') return refuse('EXPORT_NOT_FOUND')
    const limit = planLimit(caller, found.job.organization_id, {
      operation: table.getAuditExport,
      upgrade_url,
    })
    return limit ? refuse(limit.code, limit.details) : reply(200, present(found.job))
  },
} satisfies Partial<Handlers>

type Schemas = components['schemas']
/** The call of an operation that creates an export. */
interface ExportCall {
  readonly caller: Caller
  readonly request: RequestInfo
  readonly body:
    | Schemas['ExportLogsRequest']
    | Schemas['ExportCollectorRequest']
    | Schemas['ExportAlertsRequest']
}
type ExportProblemCode =
  | 'WORKSPACE_NOT_ALLOWED'
  | 'ROLE_REQUIRED'
  | 'ORGANIZATION_NOT_FOUND'
  | 'WORKSPACE_NOT_FOUND'
  | PlanCode
  | QuotaCode
/** How each operation responds to a request for an export. */
interface ExportResponses<Reply> {
  reply(
    status: 202,
    body: Schemas['AuditExport'],
  ): { with(headers: { readonly Location: string }): Reply }
  refuse(code: ExportProblemCode, details?: ProblemDetails): Reply
}
interface Destination {
  readonly operation: GatedOperation
  readonly kind: DestinationKind
  /** The credential for the destination. Its member of the body has a different name for each kind. */
  readonly credential: string | undefined
}

/** The members of a request that label the records, which are stored as the options of the export. */
const OPTIONS = [
  'tags',
  'service',
  'source',
  'sourcetype',
  'host',
  'index',
  'event_action',
  'severity',
  'component',
  'group',
  'class',
  'dedup_key_prefix',
] as const satisfies readonly (keyof ExportOptions)[]

/** Stores an export for the organization that the request names or implies. */
async function acceptExport<Reply>(
  call: ExportCall & ExportResponses<Reply>,
  { store, destinations, master_keys, upgrade_url, api_path, contextFor }: Services,
  { operation, kind, credential }: Destination,
): Promise<Reply> {
  const { caller, body, reply, refuse } = call
  const { workspace_id, event_type, limit = DEFAULT_EXPORT_LIMIT, intake_url } = body
  if (isOutsideWorkspace(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
  const resolved = resolveOrganization(caller, body.organization_id, { operation, upgrade_url })
  if (resolved.kind === 'refused') return refuse(resolved.code, resolved.details)
  const requested = {
    ...(intake_url !== undefined && { url: intake_url }),
    ...(credential !== undefined && { credential }),
  }
  const outcome = await master_keys.use((keys) =>
    store.createExport(contextFor(call), {
      reach: caller.reach,
      organization_id: resolved.organization_id,
      workspace_id,
      event_type,
      limit,
      destination: kind,
      options: membersOf<ExportOptions, keyof ExportOptions>(body, OPTIONS),
      resolved_destination: resolveDestination(kind, requested, destinations[kind]),
      master_keys: keys,
    }),
  )
  switch (outcome.kind) {
    case 'organization_not_found':
      return refuse('ORGANIZATION_NOT_FOUND')
    case 'workspace_not_found':
      return refuse('WORKSPACE_NOT_FOUND')
    case 'quota':
      return refuse(...quotaProblem(outcome, upgrade_url))
    case 'accepted':
      return reply(202, present(outcome.job)).with({
        Location: `${api_path}/audit-logs/siem/exports/${outcome.job.export_id}`,
      })
  }
}

const MEMBERS = [
  'export_id',
  'destination',
  'status',
  'matched',
  'delivered',
  'failed',
  'first_sequence',
  'last_sequence',
  'error',
  'created_at',
  'finished_at',
] as const satisfies readonly (keyof Schemas['AuditExport'])[]

const present = (job: ExportJob): Schemas['AuditExport'] => ({
  ...membersOf(job, MEMBERS),
  ...(job.rejected.length > 0 && { rejected: [...job.rejected] }),
})
