import { issuerSetting, IssuerNote } from '../../entities/install-commands.tsx'
import { registerCommand } from '../../entities/register-agent.tsx'
import { apiUrl } from '../../urls.ts'
import type { Agent } from '../../api/agents.ts'
import { DeprecatedBadge, OwnershipBadge } from '../../entities/status-badges.tsx'
import { membershipIn, useCurrentUser } from '../../shell/current-user.tsx'
import { Panel } from '../../parts/layout/page.tsx'
import { SnippetChoice, type Snippet } from './snippet-choice.tsx'
import { visibleName } from '../../parts/text/visible.ts'

/** Returns the name of the organization that registered the agent, if the user is a member of it. Other organizations are not named. */
function useRegistrantName({ organization_id }: Agent): string | undefined {
  const membership = membershipIn(useCurrentUser().session, organization_id)
  return membership && visibleName(membership.name)
}

function ownershipText(ownership: Agent['ownership'], registrant: string | undefined): string {
  if (ownership === 'proved')
    return registrant === undefined
      ? 'Its owner has proved possession of the agent’s key.'
      : `${registrant} owns this agent and has proved possession of its key.`
  return registrant === undefined
    ? 'An organization claims this agent, but has not proved possession of its key. Anyone can claim an agent.'
    : `${registrant} claims this agent, but has not proved possession of its key.`
}

/** Explains who owns an agent, and whether it is deprecated. */
export function OwnershipSummary({ agent }: { agent: Agent }) {
  const registrant = useRegistrantName(agent)
  return (
    <ul class="ownership-notes">
      <li>
        <OwnershipBadge ownership={agent.ownership} />
        <span>{ownershipText(agent.ownership, registrant)}</span>
      </li>
      {agent.deprecated && (
        <li>
          <DeprecatedBadge />
          <span>
            {agent.ownership === 'proved' ? 'Its owner' : 'The claiming organization'} advises
            against new use. It still works and can still be installed.
          </span>
        </li>
      )}
    </ul>
  )
}

/** Shows how the holder of the key of a `pending` agent proves ownership, which makes the agent verified. */
export function ProveOwnership({ agent }: { agent: Agent }) {
  const {
    session: { issuer },
    organization,
  } = useCurrentUser()
  if (agent.verification_status !== 'pending' || !organization) return null
  const { organization_id } = organization
  const issuer_to_set = issuerSetting(issuer)
  const snippets = proofSnippets({
    agent,
    organization_id,
    issuer,
    issuer_to_set,
    api: apiUrl(),
  })
  return (
    <Panel title="Prove ownership">
      <p class="muted measure">
        The holder of the agent’s private key can sign a statement that{' '}
        {visibleName(organization.name)} owns the agent in this registry. The agent then becomes
        verified. Other signatures by the agent do not prove ownership.
      </p>
      <SnippetChoice
        label="Ways to prove ownership"
        copied="commands that prove ownership with"
        snippets={snippets}
      />
    </Panel>
  )
}

interface ProofContext {
  readonly agent: Pick<Agent, 'svc_id' | 'name' | 'version' | 'public_key' | 'manifest_hash'>
  readonly organization_id: string
  /** The issuer, and the one that svc-agent must be configured with, if any. */
  readonly issuer: string
  readonly issuer_to_set: string | undefined
  readonly api: string
}

/** Returns programs that register an agent again with a proof of its key (docs/specification/trust.md#registration). */
const proofSnippets = ({
  agent,
  organization_id,
  issuer,
  issuer_to_set,
  api,
}: ProofContext): readonly [Snippet, Snippet] => {
  const { svc_id, name, version, public_key, manifest_hash } = agent
  return [
    {
      title: 'svc-agent',
      text: registerCommand(organization_id, issuer_to_set),
      note: <IssuerNote issuer={issuer_to_set} />,
    },
    {
      title: 'Node',
      text: `// agent.pem holds the agent's private key; SVC_API_KEY is an API key of your organization.
import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

const fields = ${JSON.stringify({ svc_id, name, version, public_key, manifest_hash }, null, 2)}
// A proof names the organization, the platform and the time. It is valid for ten minutes, and for this organization and platform only.
const issued_at = new Date().toISOString()
const claims = { ...fields, organization_id: ${JSON.stringify(organization_id)}, issuer: ${JSON.stringify(issuer)}, issued_at }
const text = 'svc-register-v1\\n' + JSON.stringify(claims, Object.keys(claims).sort())
const signature = sign(null, Buffer.from(text), readFileSync('agent.pem')).toString('base64')

const response = await fetch('${api}/agents/register', {
  method: 'POST',
  headers: { 'X-API-Key': process.env.SVC_API_KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify({ ...fields, proof: { issued_at, signature } }),
})
console.log(response.status, (await response.json()).verification_status)`,
    },
  ]
}
