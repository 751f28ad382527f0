import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import { isBarredFrom, type Caller } from '../../auth/callers.ts'
import type { Facts } from '../../contract/typed.ts'
import type { ExportJob } from '../../domain/audit/export-job.ts'
import { aimAt, type DestinationKind, type ExportOptions } from '../../domain/audit/exports.ts'
import { EXPORT_LIMIT_DEFAULT } from '../../domain/limits.ts'
import type { CallContext } from '../../store/context.ts'
import type { ExportAccepted } from '../../store/transactions/audit/exports.ts'
import { actingFor, planLimit } from '../acting-for.ts'
import { overQuota, type QuotaCode } from '../quota.ts'
import type { Handlers, Services } from '../services.ts'

/**
 * Handles exports of the audit log to other systems. A request only stores a job (docs/specification/audit.md#export-job);
 * `jobs/exports.ts` sends the records.
 */
export const exports = {
  async exportAuditLogs(call, services) {
    const { body, caller, reply, refuse } = call
    if (isBarredFrom(caller, body.workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
    const acting = actingFor(caller, body.organization_id, {
      operation: table.exportAuditLogs,
      upgrade_url: services.upgrade_url,
    })
    if (acting.kind === 'refused') return refuse(acting.code, acting.facts)
    const accepted = await accept(services, services.act(call), {
      caller,
      organization_id: acting.organization_id,
      kind: 'logs',
      body,
      credential: body.api_key,
    })
    if (accepted.kind !== 'accepted') return refuse(...refusalOf(accepted, services))
    return reply(202, present(accepted.job)).with({ Location: addressOf(accepted.job) })
  },

  async exportAuditCollector(call, services) {
    const { body, caller, reply, refuse } = call
    if (isBarredFrom(caller, body.workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
    const acting = actingFor(caller, body.organization_id, {
      operation: table.exportAuditCollector,
      upgrade_url: services.upgrade_url,
    })
    if (acting.kind === 'refused') return refuse(acting.code, acting.facts)
    const accepted = await accept(services, services.act(call), {
      caller,
      organization_id: acting.organization_id,
      kind: 'collector',
      body,
      credential: body.hec_token,
    })
    if (accepted.kind !== 'accepted') return refuse(...refusalOf(accepted, services))
    return reply(202, present(accepted.job)).with({ Location: addressOf(accepted.job) })
  },

  async exportAuditAlerts(call, services) {
    const { body, caller, reply, refuse } = call
    if (isBarredFrom(caller, body.workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
    const acting = actingFor(caller, body.organization_id, {
      operation: table.exportAuditAlerts,
      upgrade_url: services.upgrade_url,
    })
    if (acting.kind === 'refused') return refuse(acting.code, acting.facts)
    const accepted = await accept(services, services.act(call), {
      caller,
      organization_id: acting.organization_id,
      kind: 'alerts',
      body,
      credential: body.routing_key,
    })
    if (accepted.kind !== 'accepted') return refuse(...refusalOf(accepted, services))
    return reply(202, present(accepted.job)).with({ Location: addressOf(accepted.job) })
  },

  async getAuditExport({ path, caller, reply, refuse }, { store, upgrade_url }) {
    const found = await store.getExport({ reach: caller.reach, export_id: path.export_id })
    if (found.kind === 'not_found') return refuse('EXPORT_NOT_FOUND')
    const limit = planLimit(caller, found.job.organization_id, {
      operation: table.getAuditExport,
      upgrade_url,
    })
    return limit ? refuse(limit.code, limit.facts) : reply(200, present(found.job))
  },
} satisfies Partial<Handlers>

type Schemas = components['schemas']
interface Order {
  readonly caller: Pick<Caller, 'reach'>
  readonly organization_id: string
  readonly kind: DestinationKind
  readonly body:
    | Schemas['ExportLogsRequest']
    | Schemas['ExportCollectorRequest']
    | Schemas['ExportAlertsRequest']
  readonly credential: string | undefined
}

/** Members that label the records; whatever else a body holds stays behind. */
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

function accept(
  { store, destinations, master_key }: Services,
  context: CallContext,
  { caller, organization_id, kind, body, credential }: Order,
): Promise<ExportAccepted> {
  const { workspace_id, event_type, limit = EXPORT_LIMIT_DEFAULT, intake_url } = body
  const asked = {
    ...(intake_url !== undefined && { url: intake_url }),
    ...(credential !== undefined && { credential }),
  }
  return store.createExport(context, {
    reach: caller.reach,
    organization_id,
    workspace_id,
    event_type,
    limit,
    destination: kind,
    options: pick(body),
    aimed: aimAt(kind, asked, destinations[kind]),
    master_key,
  })
}

const pick = (body: ExportOptions): ExportOptions =>
  Object.fromEntries(
    OPTIONS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  )

type RefusedExport = Exclude<ExportAccepted, { kind: 'accepted' }>
const refusalOf = (
  outcome: RefusedExport,
  { upgrade_url }: Services,
): readonly [QuotaCode | (typeof NOT_FOUND)[keyof typeof NOT_FOUND], Facts] =>
  outcome.kind === 'quota' ? overQuota(outcome, upgrade_url) : [NOT_FOUND[outcome.kind], {}]
const NOT_FOUND = {
  organization_not_found: 'ORGANIZATION_NOT_FOUND',
  workspace_not_found: 'WORKSPACE_NOT_FOUND',
} as const
const addressOf = ({ export_id }: ExportJob): string =>
  `/api/v1/audit-logs/siem/exports/${export_id}`

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
