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
import { planLimit, resolveOrganization, type Refused } from '../resolve-organization.ts'
import { quotaProblem, type QuotaCode } from '../quota.ts'
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
type RequestedExport =
  | { readonly kind: 'accepted'; readonly job: ExportJob }
  | Refused<ExportProblemCode>

/** The members of a request that label the records. No other member of the body is stored. */
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

async function acceptExport<Reply>(
  call: ExportCall & ExportResponses<Reply>,
  services: Services,
  destination: Destination,
): Promise<Reply> {
  const outcome = await requestExport(call, services, destination)
  if (outcome.kind === 'refused') return call.refuse(outcome.code, outcome.details)
  return call.reply(202, present(outcome.job)).with({ Location: locationOf(outcome.job, services) })
}

/** Stores an export for the organization that the request names or implies. */
async function requestExport(
  call: ExportCall,
  { store, destinations, master_keys, upgrade_url, contextFor }: Services,
  { operation, kind, credential }: Destination,
): Promise<RequestedExport> {
  const { caller, body } = call
  const { workspace_id, event_type, limit = DEFAULT_EXPORT_LIMIT, intake_url } = body
  if (isOutsideWorkspace(caller, workspace_id))
    return { kind: 'refused', code: 'WORKSPACE_NOT_ALLOWED' }
  const resolved = resolveOrganization(caller, body.organization_id, { operation, upgrade_url })
  if (resolved.kind === 'refused') return resolved
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
      options: pick(body),
      resolved_destination: resolveDestination(kind, requested, destinations[kind]),
      master_keys: keys,
    }),
  )
  if (outcome.kind === 'accepted') return outcome
  if (outcome.kind !== 'quota') return { kind: 'refused', code: NOT_FOUND[outcome.kind] }
  const [code, details] = quotaProblem(outcome, upgrade_url)
  return { kind: 'refused', code, details }
}

const pick = (body: ExportOptions): ExportOptions =>
  Object.fromEntries(
    OPTIONS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  )

const NOT_FOUND = {
  organization_not_found: 'ORGANIZATION_NOT_FOUND',
  workspace_not_found: 'WORKSPACE_NOT_FOUND',
} as const
type ExportProblemCode =
  | 'WORKSPACE_NOT_ALLOWED'
  | 'ROLE_REQUIRED'
  | PlanCode
  | QuotaCode
  | (typeof NOT_FOUND)[keyof typeof NOT_FOUND]
const locationOf = ({ export_id }: ExportJob, { api_path }: Services): string =>
  `${api_path}/audit-logs/siem/exports/${export_id}`

function present(job: ExportJob): Schemas['AuditExport'] {
  const {
    export_id,
    destination,
    status,
    matched,
    delivered,
    failed,
    first_sequence,
    last_sequence,
    error,
    rejected,
    created_at,
    finished_at,
  } = job
  return {
    export_id,
    destination,
    status,
    matched,
    delivered,
    failed,
    ...(first_sequence !== null && { first_sequence }),
    ...(last_sequence !== null && { last_sequence }),
    ...(error !== null && { error }),
    ...(rejected.length > 0 && { rejected: [...rejected] }),
    created_at,
    ...(finished_at !== null && { finished_at }),
  }
}
