import { apiUrl } from '../../../urls.ts'
import type { Agent } from '../../../api/agents.ts'
import { Panel } from '../../../parts/layout/page.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'
import { SnippetChoice, type Snippet } from '../snippet-choice.tsx'
import { SignatureCheck } from './signature-check.tsx'

/** Shows how to verify an agent's signature, locally or with the registry. */
export function VerifySignature({ agent }: { agent: Agent }) {
  const {
    session: { issuer },
  } = useCurrentUser()
  const snippets = signatureSnippets({ agent, api: apiUrl(), issuer })
  return (
    <Panel title="Verify a signature">
      <p class="muted measure">
        An agent signs <code>svc-trust-v1</code>, a line feed, and the canonical JSON of its
        identifier and a context. The context names the receiver and its workspace, the platform,
        the skill, the hash of the body, the time and a nonce. Fill in what you already know, with
        your own identifier as the audience, and take only the signature, its timestamp and its
        nonce from the message that you received. If the message names an installation, the audience
        also has your <code>installation_id</code>.
      </p>
      {!isKeyUsable(agent) && (
        <p class="measure">
          No signature of this agent is valid: its key is invalid or weak, or its identifier has the
          form of a hash without being the hash of its registration, so it may belong to an agent
          that you cannot see.
        </p>
      )}
      <div class="columns verify">
        <div class="stack">
          <SnippetChoice label="Ways to verify" copied="commands for" snippets={snippets} />
        </div>
        <SignatureCheck svc_id={agent.svc_id} />
      </div>
    </Panel>
  )
}

const HASH = /^[0-9a-f]{64}$/
/** Returns whether signatures by the registered key of an agent can be trusted (docs/specification/trust.md#opaque-ids). */
function isKeyUsable({ svc_id, checks }: SignedAgent): boolean {
  const passes = (check: string) => checks.some(({ name, passed }) => name === check && passed)
  return passes('key_sound') && (passes('id_recomputes') || !HASH.test(svc_id))
}

/** The SPKI header of an Ed25519 key is twelve bytes long, so its base64 form can be prepended to that of the key (RFC 8410). */
const SPKI_PREFIX = 'MCowBQYDK2VwAyEA'

type SignedAgent = Pick<Agent, 'svc_id' | 'public_key' | 'checks'>
interface SignatureSource {
  readonly svc_id: string
  readonly public_key: string
  readonly api: string
  readonly issuer: string
}

/** The context of a signed request (docs/specification/trust.md#purposes), with sorted members. */
const contextFor = (issuer: string) => ({
  audience: { svc_id: 'YOUR_SVC_ID' },
  issuer,
  nonce: 'NONCE',
  request_body_hash: 'SHA256_OF_BODY_IN_HEX',
  skill: 'read_invoice',
  timestamp: '2026-03-02T09:12:00.000Z',
  workspace_id: 'YOUR_WORKSPACE_ID',
})
const contextText = (issuer: string): string => JSON.stringify(contextFor(issuer), null, 2)

const pem = (key: string): string =>
  `-----BEGIN PUBLIC KEY-----\n${SPKI_PREFIX}${key}\n-----END PUBLIC KEY-----`

const opensslSnippet = ({ svc_id, public_key, issuer }: SignatureSource): Snippet => ({
  title: 'openssl',
  text: `cat > agent.pem <<'KEY'
${pem(public_key)}
KEY
# What you already know, in canonical JSON: members sorted, no spaces. The audience is you, the receiver.
cat > context <<'CONTEXT'
${JSON.stringify(contextFor(issuer))}
CONTEXT
SIGNATURE='...'

printf 'svc-trust-v1\\n{"context":%s,"svc_id":"%s"}' "$(cat context)" '${svc_id}' > message
printf '%s' "$SIGNATURE" | openssl base64 -d -A > signature
openssl pkeyutl -verify -pubin -inkey agent.pem -rawin -in message -sigfile signature`,
})

const nodeSnippet = ({ svc_id, public_key, issuer }: SignatureSource): Snippet => ({
  title: 'Node',
  text: `import { verify } from 'node:crypto'

const key = \`${pem(public_key)}\`
// What you already know; the audience is you, the receiver.
const context = ${contextText(issuer)}
const signature = '...'

const canonical = (value) => Array.isArray(value) ? \`[\${value.map(canonical).join(',')}]\`
  : value && typeof value === 'object'
    ? \`{\${Object.keys(value).sort().map((name) => \`\${JSON.stringify(name)}:\${canonical(value[name])}\`).join(',')}}\`
    : JSON.stringify(value)
const message = 'svc-trust-v1\\n' + canonical({ svc_id: '${svc_id}', context })
console.log(verify(null, Buffer.from(message), key, Buffer.from(signature, 'base64')))`,
})

const pythonSnippet = ({ svc_id, public_key, issuer }: SignatureSource): Snippet => ({
  title: 'Python',
  text: `# Requires the package cryptography: python3 -m pip install cryptography
import base64, json
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

key = Ed25519PublicKey.from_public_bytes(base64.b64decode("${public_key}"))
# What you already know; the audience is you, the receiver.
context = ${contextText(issuer)}
signature = "..."

# This is canonical for contexts without fractions; RFC 8785 defines how those are written.
signed = {"svc_id": "${svc_id}", "context": context}
body = json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
key.verify(base64.b64decode(signature), b"svc-trust-v1\\n" + body.encode())  # raises InvalidSignature
print("the signature is valid")`,
})

const curlSnippet = ({ svc_id, api, issuer }: SignatureSource): Snippet => ({
  title: 'curl',
  text: `# The registry also checks the agent's status, whether the nonce was used before, and the policy of the workspace.
# The timestamp must be at most five minutes old. SVC_API_KEY is an API key of your organization. With an API key the registry
# does not compare the audience; with an agent's runtime token it compares the audience with that agent.
curl -s '${api}/trust/verify' -H "X-API-Key: $SVC_API_KEY" -H 'Content-Type: application/json' -d @- <<'BODY'
${JSON.stringify({ svc_id, context: contextFor(issuer), signature: '...' }, null, 2)}
BODY`,
})

/**
 * Returns programs that verify a signature with the agent's key, locally with three tools or by a request to the registry. The receiver
 * builds the context from what it knows itself and names itself as the audience, because a signature without an audience could be reused
 * anywhere. If no signature by the key can be trusted, only the request is returned.
 */
export function signatureSnippets({
  agent,
  ...platform
}: Pick<SignatureSource, 'api' | 'issuer'> & {
  readonly agent: SignedAgent
}): readonly [Snippet, ...Snippet[]] {
  const { svc_id, public_key } = agent
  const source = { svc_id, public_key, ...platform }
  if (!isKeyUsable(agent)) return [curlSnippet(source)]
  return [opensslSnippet(source), nodeSnippet(source), pythonSnippet(source), curlSnippet(source)]
}
