import { beforeAll, expect, it } from 'vitest'
import { agentIdentity, register } from '../agents.ts'
import { apiKey, bearer, type ApiClient } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const traced = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` }

let platform: TestPlatform
/** The organization whose audit log is read, and the one that acts. */
let ours: TestOrganization
let theirs: TestOrganization
let actor: ApiClient
beforeAll(async () => {
  platform = await startPlatform()
  ours = await platform.organization()
  theirs = await platform.organization()
  actor = platform.as({ ...apiKey(theirs.api_key), ...traced })
})

const recordsOf = ({ organization_id }: TestOrganization) =>
  platform.store.readChain({ chain: organization_id, above: 0, limit: 10_000 })

const proveClaimedAgent = async () => {
  const agent = agentIdentity()
  await ours.api.post('/agents/register', agent.registration)
  return () => actor.post('/agents/register', { ...agent.registration, proof: agent.proof(theirs) })
}
const replaceOpaqueRegistration = async () => {
  const [agent, other] = [agentIdentity(), agentIdentity()]
  const { public_key } = other.registration
  await ours.api.post('/agents/register', { ...agent.registration, public_key })
  return () => actor.post('/agents/register', agent.registration)
}
const openDispute = async () => {
  const agent = await register(ours)
  return () =>
    actor.post(`/agents/${agent.svc_id}/disputes`, {
      issue_type: 'incorrect_response',
      description: 'Wrong.',
    })
}
const commentOnDispute = async () => {
  const agent = await register(theirs)
  const { body } = await ours.api.post(`/agents/${agent.svc_id}/disputes`, {
    issue_type: 'incorrect_response',
    description: 'Wrong.',
  })
  return () => actor.post(`/disputes/${body.dispute_id}/comments`, { text: 'It was right.' })
}
const declineInvitation = async () => {
  const owner = platform.as(bearer(await platform.session(ours.email)))
  const { body } = await owner.post(`/orgs/${ours.organization_id}/invitations`, {
    email: theirs.email,
    role: 'viewer',
  })
  const person = platform.as({ ...bearer(await platform.session(theirs.email)), ...traced })
  return () => person.post(`/admin/invitations/${body.invitation_id}/decline`)
}

// docs/specification/audit.md#other-organizations
it.each([
  ['proves an agent that this one has claimed', proveClaimedAgent, 'agent.displaced'],
  ['replaces a registration with an opaque id', replaceOpaqueRegistration, 'agent.displaced'],
  ['opens a dispute', openDispute, 'dispute.opened'],
  ['comments on a dispute', commentOnDispute, 'dispute.commented'],
  ['declines an invitation', declineInvitation, 'invitation.declined'],
])(
  'an audit log discloses neither the credential nor the address, request or trace of another organization that %s',
  async (_, prepare, event_type) => {
    const act = await prepare()
    const before = (await recordsOf(ours)).length
    const response = await act()
    expect(response.status).toBeLessThan(300)
    const added = (await recordsOf(ours)).slice(before)
    expect(added.map((record) => record.event_type)).toEqual([event_type])
    const [record] = added
    expect(record).toMatchObject({ actor: { ip: null }, request_id: null })
    expect(['organization', 'invitee']).toContain(record!.actor.type)
    expect(record!.metadata).not.toHaveProperty('trace_id')
    const text = JSON.stringify(record)
    for (const secret of [TRACE_ID, theirs.email, '127.0.0.1', response.headers['x-request-id']])
      expect(text).not.toContain(secret)
    // The log of the other organization, or that of the platform for a person without one, has the full record.
    expect(await platform.auditOf(response.headers['x-request-id'] as string)).not.toEqual([])
  },
)
