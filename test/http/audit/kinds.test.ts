import { beforeAll, describe, expect, it } from 'vitest'
import { AUDIT_KINDS, type AuditKind } from '../../../src/domain/audit/kinds.ts'
import type { AuditRecord } from '../../../src/domain/audit/record.ts'
import type { TableEntry } from '../../../src/contract/typed.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { agentIdentity, install, installRegistered, installToken, register } from '../agents.ts'
import {
  bearer,
  NO_CREDENTIAL,
  type Credential,
  type TestResponse,
  type TestRequest,
} from '../client.ts'
import { operations } from '../contract.ts'
import { REFUSING_INTAKE, type TestPlatform } from '../platform.ts'
import { MINUTE } from '../../kit/time.ts'
import { exampleRequests, requestOfExample } from '../example-requests.ts'
import { startExamplePlatform } from '../example-scenario.ts'

interface AuditedCall {
  readonly operation: TableEntry
  readonly got: TestResponse
  readonly records: readonly AuditRecord[]
}

/** The event types that a refused call may audit, always as a failure or a denial. */
const REFUSAL_EVENTS: readonly AuditKind[] = [
  'plan.limit_exceeded',
  'admin.login_failed',
  'install_token.replay_detected',
  'installation.bootstrapped',
  'policy.violated',
]

describe('I-14: audited event types', () => {
  let platform: TestPlatform
  let calls: AuditedCall[]
  beforeAll(async () => {
    platform = await startExamplePlatform()
    const exchanges: { sent: TestRequest; got: TestResponse }[] = []
    const { sendRequest } = platform
    platform.sendRequest = async (sent) => {
      const got = await sendRequest(sent)
      exchanges.push({ sent, got })
      return got
    }
    for (const example of exampleRequests) {
      await platform.sendRequest(requestOfExample(example))
      await platform.runUntilIdle()
    }
    await makeOtherCalls(platform)
    const byRequest = Map.groupBy(await allRecords(platform), ({ request_id }) => request_id)
    calls = exchanges.map(({ sent, got }) => ({
      operation: operationOf(sent),
      got,
      records: byRequest.get(got.headers['x-request-id'] as string) ?? [],
    }))
  })

  it('are exactly those of the x-audit-event of each operation', () => {
    for (const { id, auditEvents } of operations) {
      const successful = calls.filter(
        ({ operation, got }) => operation.id === id && got.status < 300,
      )
      const written = new Set(
        successful.flatMap(({ records }) => records.map(({ event_type }) => event_type as string)),
      )
      expect([...written].toSorted(), id).toEqual(auditEvents.toSorted())
    }
  })

  it('are known if a contract declares them', () => {
    expect(
      operations
        .flatMap(({ auditEvents }) => auditEvents)
        .filter((kind) => !AUDIT_KINDS.includes(kind as AuditKind)),
    ).toEqual([])
  })

  it('of refused calls are the expected ones, with the outcome denied or failure', () => {
    const refused = calls.filter(({ got }) => got.status >= 400).flatMap(({ records }) => records)
    expect(new Set(refused.map(({ event_type }) => event_type))).toEqual(new Set(REFUSAL_EVENTS))
    expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(new Set(['denied', 'failure']))
  })

  it('never come with a credential as the actor', () => {
    for (const { actor } of calls.flatMap(({ records }) => records))
      expect(actor.id ?? '').not.toMatch(/^(sk_live|skt|srt|srf|adm)_/)
  })
})

function operationOf({ method, path }: TestRequest): TableEntry {
  const segments = path.split('?')[0]!.split('/')
  const matches = (template: string) =>
    template.split('/').length === segments.length &&
    template.split('/').every((part, index) => part.startsWith('{') || part === segments[index])
  return operations.find((operation) => operation.method === method && matches(operation.path))!
}

async function allRecords({ store }: TestPlatform): Promise<AuditRecord[]> {
  const chains = await store.listChains({})
  return (
    await Promise.all(
      chains.map(({ chain }) => store.readChain({ chain, above: 0, limit: 100_000 })),
    )
  ).flat()
}

/** Rotates, retires and withdraws signing keys. */
async function changeKeys({ store, clock, context, services }: TestPlatform): Promise<void> {
  const master_keys = services.master_keys.ring()
  const before = await store.listSigningKeys({ now: clock.now(), master_keys })
  const { key_id } = before.find(({ use }) => use === 'statements')!
  const rotation = { use: 'statements', overlap_ms: 600_000, master_keys } as const
  await store.rotateSigningKey(context(), rotation)
  await store.retireSigningKey(context(), { key_id, master_keys })
  await store.compromiseSigningKey(context(), { key_id, master_keys })
  await services.keys.refresh()
}

/** Makes the calls that the scenario does not contain: replays, commands, denials, failures, a forced deletion. */
async function makeOtherCalls(platform: TestPlatform): Promise<void> {
  const org = await platform.organization('free')
  const ask = (method: string, path: string, body: unknown, headers: TestRequest['headers']) =>
    platform.sendRequest({ method, path, body, headers: headers! })
  const key = { 'X-API-Key': org.api_key }
  const verify = (body: object) => ask('POST', '/trust/verify', body, key)
  const context = { workspace_id: org.workspace_id }

  const agent = agentIdentity()
  const claimant = { 'X-API-Key': (await platform.organization()).api_key }
  const wanted = agentIdentity()
  const proved = { ...wanted.registration, proof: wanted.proof(org) }
  await ask('POST', '/agents/register', wanted.registration, claimant)
  await ask('POST', '/agents/register', proved, key)
  await ask('PUT', `/agents/${wanted.svc_id}`, { private: true }, key)
  await ask('POST', '/agents/register', wanted.registration, claimant)
  await ask('PUT', `/agents/${wanted.svc_id}`, {}, key)
  await ask('POST', '/agents/register', agent.registration, key)
  await verify(agent.trust({ ...context, nonce: 'n', timestamp: platform.clock.now() }))
  await verify({ ...agent.trust(context), signature: 'x' })
  await platform.store.setPolicy(platform.context(), {
    workspace_id: org.workspace_id,
    content: { ...DEFAULT_POLICY, a2a: { allowed_callers: [], allowed_skills: [] } },
    signer: platform.services.signer,
  })
  await verify(agent.trust(context))
  await ask('POST', '/a2a/route', { skill: 'x', context }, key)
  const other = await platform.organization()
  await install(platform, other, undefined, { capabilities: ['x'] })
  await ask(
    'POST',
    '/a2a/route',
    { skill: 'x', context: { workspace_id: other.workspace_id } },
    { 'X-API-Key': other.api_key },
  )

  const refused = { intake_url: REFUSING_INTAKE, api_key: 'k', hec_token: 'k', routing_key: 'k' }
  for (const kind of ['logs', 'collector', 'alerts'])
    await ask('POST', `/audit-logs/siem/${kind}/export`, refused, { 'X-API-Key': other.api_key })
  await platform.runUntilIdle()

  const one = await installRegistered(platform, org, agent)
  const boot = (install_token: string) =>
    ask('POST', '/installations/bootstrap', { install_token }, {})
  const sendHeartbeat = (body: object) =>
    ask('POST', `${one.path}/lease`, body, bearer(one.runtime_token))
  await boot(one.install_token)
  await platform.advance(2 * MINUTE)
  await boot(one.install_token)
  await boot('skt_unknown')
  await platform.advance(5 * MINUTE)
  await sendHeartbeat({})
  const send = (type: 'rotate_token' | 'terminate') =>
    platform.store.sendCommandAsOperator(platform.context(), {
      installation_id: one.installation_id,
      type,
      reason: 'test',
    })
  await send('rotate_token')
  for (const type of ['pause', 'resume']) await ask('POST', `${one.path}/commands`, { type }, key)
  await sendHeartbeat({})
  await send('terminate')
  await sendHeartbeat({ status: 'stopped' })

  const unwanted = await install(platform, org)
  await ask(
    'POST',
    `/workspaces/${org.workspace_id}/installations/revocations`,
    { select: { agent_id: unwanted.agent.svc_id } },
    key,
  )
  const target = await install(platform, org)
  const select = { installation_ids: [target.installation_id] }
  for (const action of ['pause', 'resume', 'label', 'revoke'])
    await ask(
      'POST',
      `/orgs/${org.organization_id}/installations/actions`,
      { action, select, ...(action === 'label' && { labels: ['env=test'] }) },
      key,
    )
  await install(platform, org)
  const spare = await installToken(org, (await register(org)).svc_id)
  await platform.apiKey(org.organization_id, { workspace_id: org.workspace_id })
  await ask(
    'DELETE',
    `/orgs/${org.organization_id}/workspaces/${org.workspace_id}?force=true`,
    undefined,
    key,
  )
  await boot(spare)
  for (let index = 0; index < 4; index += 1)
    await ask('POST', `/orgs/${org.organization_id}/workspaces`, { name: 'x' }, key)
  const owner = bearer(await platform.session(org.email))
  const members = `/orgs/${org.organization_id}/members`
  const endings = {
    demoted: (user_id: string) => ask('PUT', `${members}/${user_id}`, { role: 'viewer' }, owner),
    removed: (user_id: string) => ask('DELETE', `${members}/${user_id}`, undefined, owner),
    left: (_: string, session: Credential) =>
      ask('DELETE', `/admin/memberships/${org.organization_id}`, undefined, session),
  }
  for (const [how, end] of Object.entries(endings)) {
    const email = `${how}@acme.example`
    const member = await platform.member(org.organization_id, email, 'admin')
    const session = bearer(await platform.session(email))
    await ask(
      'POST',
      `/orgs/${org.organization_id}/invitations`,
      { email: `guest.${email}`, role: 'viewer' },
      session,
    )
    await end(member!.user_id, session)
  }
  const invitation = { email: 'late@acme.example', role: 'viewer' }
  const invite = () => ask('POST', `/orgs/${org.organization_id}/invitations`, invitation, owner)
  const { invitation_id } = (await invite()).body as { invitation_id: string }
  // The invitation has expired, and no sweep has ended it yet.
  await platform.database.transact((tx) =>
    tx.invitations.update({ invitation_id }, { expires_at: platform.context().now }),
  )
  await invite()
  await changeKeys(platform)
  const judge = bearer(await platform.operatorSession('olga@registry.example'))
  for (const judgement of ['upheld', 'rejected']) {
    const opened = await ask(
      'POST',
      `/agents/${agent.svc_id}/disputes`,
      { issue_type: 'incorrect_response', description: 'x' },
      key,
    )
    await ask(
      'POST',
      `/operator/disputes/${opened.body.dispute_id as string}/judgement`,
      { judgement, reason: 'x' },
      judge,
    )
  }
  const {
    body: { challenge_id },
  } = await ask('POST', '/admin/auth/request-pin', { email: org.email }, NO_CREDENTIAL)
  await ask(
    'POST',
    '/admin/auth/verify-pin',
    { email: org.email, challenge_id, pin: '0' },
    NO_CREDENTIAL,
  )
}
