import { exampleAccess } from '../../../src/sandbox/examples/access.ts'
import { expectKind } from '../../../src/sandbox/examples/fixed-identifiers.ts'
import { bearer } from '../client.ts'
import { exampleParameter, exampleValue } from '../contract.ts'
import type { Scenario } from './scenario.ts'

/** The events of the scenario that no example shows. */

const access = exampleAccess()
const FIRST = exampleValue('FirstCredentials') as Readonly<
  Record<'installation_id' | 'workspace_id', string>
>
const OTHER_WORKSPACE = (exampleValue('RecoverInvoiceReader') as { workspace_id: string })
  .workspace_id

export const invite =
  (organization_id: string, by: string, email: string) =>
  ({ platform: { store, context } }: Scenario) =>
    store.inviteMember(context(), {
      reach: { organizations: [organization_id], workspace_id: null },
      organization_id,
      by,
      email,
      role: 'developer',
      limits: [],
      email_limits: [],
    })

/** Bob accepts the invitation that he received earlier in the scenario. */
export async function bobJoins({ platform: { store, context } }: Scenario): Promise<void> {
  const email = 'bob@acme.example'
  const { items } = await store.listOwnInvitations({
    email,
    now: context().now,
    limit: 1,
    offset: 0,
  })
  const { invitation_id } = items[0]!.invitation
  expectKind(await store.acceptInvitation(context(), { invitation_id, email }), 'joined')
}

/** The PIN of the newest e-mail corresponds to that of an example. */
export const pinArrives =
  (name: string) =>
  async ({ platform, names }: Scenario) => {
    const { email, pin } = exampleValue(name) as { email: string; pin: string }
    names.learn(pin, platform.pinFor(email)!)
  }

const RUNTIME_TOKENS = ['RefreshedRuntimeToken', 'ReplayedCredentials'].map(
  (name) => (exampleValue(name) as { runtime_token: string }).runtime_token,
)
/** The installation of the scenario sends a heartbeat with its newest token. */
export async function agentIsAlive({ platform, names }: Scenario): Promise<void> {
  const token = RUNTIME_TOKENS.map(names.toReal).find((real) => !RUNTIME_TOKENS.includes(real))!
  const path = `/installations/${names.toReal(FIRST.installation_id)}/lease`
  const { status } = await platform.as(bearer(token)).post(path, { status: 'running' })
  if (status !== 200) throw new Error(`the heartbeat was refused with ${status}`)
}

/** Ada installs the agent again, in the same workspace and in another one. */
export async function adaInstallsMore({ key, names, installAgent }: Scenario): Promise<void> {
  const { body } = await key.post('/orgs/org_acme/workspaces', {
    name: 'Accounts Receivable',
    description: '',
  })
  names.learn(OTHER_WORKSPACE, body.workspace_id)
  await installAgent(String(exampleParameter('CommandedInstallationId')), FIRST.workspace_id)
  const { installation_id } = exampleValue('RecoveredCredentials') as typeof FIRST
  await installAgent(installation_id, OTHER_WORKSPACE)
}

/** Ada sends the command that the next one replaces. */
export async function adaSendsCommand({ key, names }: Scenario): Promise<void> {
  const [{ command_id, installation_id, type, reason, params }] = (
    exampleValue('CommandsOfInvoiceReader') as { items: readonly [CommandExample] }
  ).items
  const path = `/installations/${names.toReal(installation_id)}/commands`
  const { body } = await key.post(path, { type, reason, ...params })
  names.learn(command_id, body.command_id)
}
interface CommandExample {
  readonly command_id: string
  readonly installation_id: string
  readonly type: string
  readonly reason: string
  readonly params: object
}

const { dispute: OTHER_DISPUTE } = exampleValue('CaseIsUnderReview') as {
  dispute: { dispute_id: string; evidence: { task_id: string } }
}
export async function adaSendsAnotherInvoice({ key, names }: Scenario): Promise<void> {
  const { body } = await key.post('/a2a/route', names.toReal(exampleValue('ReadThisInvoice')))
  names.learn(OTHER_DISPUTE.evidence.task_id, body.task_id)
}
export async function adaDisputesIt({ key, names }: Scenario): Promise<void> {
  const { evidence, ...claim } = exampleValue('TotalWasWrong') as { evidence: object }
  const { body } = await key.post(`/agents/${access.svc_id}/disputes`, {
    ...claim,
    evidence: { ...evidence, task_id: names.toReal(OTHER_DISPUTE.evidence.task_id) },
  })
  names.learn(OTHER_DISPUTE.dispute_id, body.dispute_id)
}
export const adaComments = ({ key, names }: Scenario) =>
  key.post(
    `/disputes/${names.toReal(OTHER_DISPUTE.dispute_id)}/comments`,
    exampleValue('InformationIsAdded'),
  )
export const olgaSignsIn = async ({ platform, names }: Scenario) =>
  names.learn(access.operator_token, await platform.operatorSession('olga@registry.example'))

export const RETIRED = {
  id: String(exampleParameter('RetiredInstallationId')),
  token: 'srt_retired',
}
export const adaInstallsAgentToRetire = async ({ names, installAgent }: Scenario) =>
  names.learn(RETIRED.token, await installAgent(RETIRED.id, FIRST.workspace_id))
