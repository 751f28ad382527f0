import { shellQuote } from '../../../registry-address.ts'
import type { Agent } from '../../../api/agents.ts'
import type { Snippet } from '../signatures/signature-snippets.ts'

interface ProofContext {
  readonly agent: Pick<Agent, 'svc_id' | 'name' | 'version' | 'public_key' | 'manifest_hash'>
  readonly organization_id: string
  /** The issuer, and the one that svc-agent must be configured with, if any. */
  readonly issuer: string
  readonly issuer_to_set: string | undefined
  readonly api: string
}

/** Returns programs that register an agent again with a proof of its key (docs/specification/trust.md#registration). */
export const proofSnippets = ({
  agent,
  organization_id,
  issuer,
  issuer_to_set,
  api,
}: ProofContext): readonly Snippet[] => {
  const { svc_id, name, version, public_key, manifest_hash } = agent
  return [
    {
      title: 'svc-agent',
      text: `# In the agent's folder; SVC_API_KEY is an API key of your organization.
svc-agent register --platform ${api} \\
  --organization ${organization_id}${issuer_to_set === undefined ? '' : ` \\\n  --issuer ${shellQuote(issuer_to_set)}`}`,
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
