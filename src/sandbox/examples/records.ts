import { resolveDestination } from '../../domain/audit/exports.ts'
import type { JsonObject } from '../../domain/records.ts'
import type { CallContext } from '../../store/context.ts'
import { exampleOf, parameterOf, withoutPrefix } from './contract.ts'
import { FIRST_INSTALLATION } from './fleet.ts'
import { expectKind, fixedContext } from './fixed-identifiers.ts'
import { ACME, REACH } from './people.ts'
import type { SeedServices } from './seed.ts'

/** Creates the records of what the organization in the examples has done: tasks, disputes and an export. */
export async function seedRecords(
  services: SeedServices,
  context: () => CallContext,
): Promise<void> {
  await seedTask(services, context, exampleOf('InvoiceIsRead')['task_id'])
  // Only one dispute of an organization about a task may be undecided, so the examples that read and judge disputes use different tasks
  // from the example that opens one.
  for (const name of ['DisputeId', 'JudgedDisputeId'])
    await seedDispute(services, context, parameterOf(name))
  await seedExport(services, context)
}

/** Records a completed task, under a given identifier or a new one. Returns its identifier. */
async function seedTask(
  { store }: SeedServices,
  context: () => CallContext,
  task_id?: string,
): Promise<string> {
  const { skill, timeout_ms } = exampleOf<{ skill: string; timeout_ms: number }>('ReadThisInvoice')
  const { result, execution_time_ms } = exampleOf<{
    result: JsonObject
    execution_time_ms: number
  }>('InvoiceIsRead')
  const { organization_id } = ACME
  const given = fixedContext(context(), { ids: task_id === undefined ? [] : [task_id] })
  const begun = await store.beginTask(given, {
    reach: REACH,
    organization_id,
    workspace_id: FIRST_INSTALLATION.workspace_id,
    requester_id: organization_id,
    skill,
    timeout_ms,
    target: {
      svc_id: parameterOf('SvcIdParameter'),
      installation_id: FIRST_INSTALLATION.installation_id,
    },
  })
  const { task } = expectKind(begun, 'begun')
  await store.finishTask(context(), {
    task_id: task.task_id,
    outcome: { status: 'completed', result, counts: true, seen: true },
    execution_time_ms,
  })
  return task.task_id
}

async function seedDispute(
  services: SeedServices,
  context: () => CallContext,
  dispute_id: string,
): Promise<void> {
  const { issue_type, description, evidence } = exampleOf<{
    issue_type: 'incorrect_response'
    description: string
    evidence: { logs: string }
  }>('TotalWasWrong')
  const task_id = await seedTask(services, context)
  const given = fixedContext(context(), { ids: [withoutPrefix(dispute_id)] })
  const opened = await services.store.openDispute(given, {
    reach: REACH,
    organization_id: ACME.organization_id,
    svc_id: parameterOf('SvcIdParameter'),
    issue_type,
    description,
    task_id,
    logs: evidence.logs,
  })
  expectKind(opened, 'opened')
  await services.store.commentOnDispute(context(), {
    reach: REACH,
    dispute_id,
    text: exampleOf('InformationIsAdded')['text']!,
  })
}

async function seedExport(
  { store, master_keys }: SeedServices,
  context: () => CallContext,
): Promise<void> {
  const { limit, intake_url, api_key } = exampleOf<{
    limit: number
    intake_url: string
    api_key: string
  }>('ExportToLogs')
  const given = fixedContext(context(), { ids: [parameterOf('ExportId')] })
  const accepted = await store.createExport(given, {
    reach: REACH,
    organization_id: ACME.organization_id,
    workspace_id: FIRST_INSTALLATION.workspace_id,
    limit,
    destination: 'logs',
    options: {},
    resolved_destination: resolveDestination('logs', { url: intake_url, credential: api_key }, {}),
    master_keys: master_keys.ring(),
  })
  expectKind(accepted, 'accepted')
}
