import { agentIdentity, installToken, type TestAgent } from '../../http/agents.ts'
import { DAY } from '../../kit/time.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { installAgent } from '../seed-installations.ts'
import { routeTask, sendHeartbeat } from '../seed.ts'

/** Names as people give them: long, without spaces, from right to left, and with characters that mean something in HTML. */
const NAMES = [
  'Invoice Reader',
  'קורא חשבוניות של משרד האוצר',
  'مساعد المشتريات والفواتير',
  'Accounts payable reconciliation and three-way matching assistant for the whole of Europe, Middle East & Africa',
  'Donaudampfschifffahrtsgesellschaftskapitänsabrechnungsprüfer',
  '<b>Ledger</b> & "Clerk"',
  '請求書リーダー',
  'Receipt Finder 🧾',
] as const
const WORKSPACES = [
  'Accounts payable (production, Frankfurt, the one that really pays the invoices)',
  'סביבת בדיקות',
  'Staging',
] as const
const SKILL = 'extract_invoice'

/** The amount of data that a year produces. `few` still contains every kind of data. */
const SIZES = {
  few: { agents: 12, installations: 10, tasks: 40, members: 6, keys: 6, disputes: 4 },
  many: { agents: 120, installations: 90, tasks: 3000, members: 45, keys: 30, disputes: 40 },
} as const
export type Size = keyof typeof SIZES

/** The identifiers that appear in the URLs of pages. */
export interface YearIds {
  readonly svc_id: string
  readonly workspace_id: string
  readonly installation_id: string
  readonly dispute_id: string
}

/**
 * Fills an organization with the data that a fleet produces in a year. The clock must be about a year behind, and is advanced by a month at
 * a time.
 */
export async function seedYear(dashboard: Dashboard, owner: Seeded, size: Size): Promise<YearIds> {
  const { app, organization } = dashboard
  const sizes = SIZES[size]
  const rival = await organization(
    'enterprise',
    'מערכות צפון Northwind Systems',
    'noa@north.example',
  )
  const agents = await registerAll(owner, sizes.agents)
  const workspaces = await addWorkspaces(owner)
  await addPeople(dashboard, owner, sizes)
  const installed = []
  for (let at = 0; at < sizes.installations; at += 1)
    installed.push(
      await installAgent(
        dashboard,
        { ...owner, workspace_id: workspaces[at % workspaces.length]! },
        agents[at % agents.length]!,
        { heartbeat_interval_seconds: 3600 },
      ),
    )
  for (let month = 0; month < MONTHS; month += 1) {
    app.clock.advance(MONTH)
    for (const [at, { credentials }] of installed.entries())
      if (at % 7 !== month % 7) await sendHeartbeat(dashboard, credentials)
    for (let task = 0; task < sizes.tasks / MONTHS; task += 1) await routeTask(owner, SKILL)
  }
  await varyStates(dashboard, installed)
  for (const agent of agents.slice(0, 3)) await installToken(owner, agent.svc_id, 240)
  const dispute_id = await disputeAll(rival, agents.slice(0, sizes.disputes))
  return {
    svc_id: agents[1]!.svc_id,
    workspace_id: owner.workspace_id,
    installation_id: installed[0]!.installation_id,
    dispute_id,
  }
}

export const MONTHS = 12
export const MONTH = 30 * DAY

async function registerAll({ api }: Seeded, count: number): Promise<readonly TestAgent[]> {
  const agents = Array.from({ length: count }, (_, at) =>
    agentIdentity(at + 1, at < NAMES.length ? NAMES[at]! : `${NAMES[at % NAMES.length]!} ${at}`),
  )
  for (const [at, agent] of agents.entries())
    expectStatus(
      201,
      await api.post('/agents/register', {
        ...agent.registration,
        description: `${agent.registration.name} reads what arrives and says what is due.`,
        publisher: NAMES[(at + 3) % NAMES.length],
        category: ['finance', 'support', 'logistics'][at % 3],
        llm_provider: 'example-llm',
        capabilities: [SKILL],
        permissions: { network: ['api.bank.example:443'], filesystem: ['/data/invoices'] },
        card: { name: agent.registration.name, skills: [{ id: SKILL, name: NAMES[at % 8] }] },
      }),
    )
  return agents
}

async function addWorkspaces({ api, organization_id, workspace_id }: Seeded) {
  const ids = [workspace_id]
  for (const name of WORKSPACES) {
    const created = await api.post(`/orgs/${organization_id}/workspaces`, {
      name,
      description: name,
    })
    expectStatus(201, created)
    ids.push(created.body.workspace_id)
  }
  return ids
}

async function addPeople(
  { store, context }: Dashboard,
  { organization_id }: Seeded,
  { members, keys }: (typeof SIZES)[Size],
) {
  const roles = ['admin', 'developer', 'auditor', 'viewer'] as const
  for (let at = 0; at < members; at += 1)
    await store.addMember(context(), {
      organization_id,
      email: `maximiliane.mustermann.${at}@accounts-payable.subsidiary.example`,
      role: roles[at % roles.length]!,
    })
  for (let at = 0; at < keys; at += 1)
    await store.createApiKey(context(), {
      organization_id,
      name: `${NAMES[at % NAMES.length]!.slice(0, 60)} ${at}`,
    })
}

/** Pauses, revokes and stops one installation each, and sends a health payload from another. */
async function varyStates(
  dashboard: Dashboard,
  installed: readonly Awaited<ReturnType<typeof installAgent>>[],
) {
  const [first, paused, revoked, stopped] = installed
  await sendHeartbeat(dashboard, first!.credentials, {
    health_payload: { queue_depth: 3, model: 'example-llm-2' },
  })
  await paused!.command({ type: 'pause', reason: 'Closing the quarter.' })
  await revoked!.revoke({ reason: 'המכונה נמכרה', shutdown_timeout_ms: 600_000 })
  await sendHeartbeat(dashboard, stopped!.credentials, { status: 'stopped' })
}

async function disputeAll({ api }: Seeded, agents: readonly TestAgent[]): Promise<string> {
  let latest = ''
  for (const { svc_id, registration } of agents) {
    const reported = await api.post(`/agents/${svc_id}/disputes`, {
      issue_type: 'security_concern',
      description: `${registration.name} paid the same invoice twice, and its logs say that it did not.`,
    })
    expectStatus(201, reported)
    latest = reported.body.dispute_id
  }
  return latest
}

function expectStatus(wanted: number, { status, text }: { status: number; text: string }): void {
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${text}`)
}
