import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { httpAgentCaller } from '../../src/ports/agent-caller.ts'
import {
  agentIdentity,
  installRegistered,
  register,
  type TestAgent,
} from '../../test/http/agents.ts'
import { apiKey, bearer } from '../../test/http/client.ts'
import { ISSUER, startPlatform, type TestOrganization } from '../../test/http/platform.ts'
import { standalone, type PlatformLink } from '../../src/agent/index.ts'
import type { PublicJwk } from '../../src/domain/crypto/ed25519.ts'
import { manifestOf, startAgent, TEXT } from '../../test/agent/serve/agents.ts'
import { linkOf } from '../../test/agent/serve/statements.ts'
import { expectNone, property, type Property } from './property.ts'

/** Determines the key of the running agent. */
const NUMBER = 77
const UPSTREAM = 'http://127.0.0.1:8090/a2a/tasks'
type Fields = TestAgent['registration']
/** Stands for a key with which no signature verifies. */
const NO_KEY = 'none'
/** The proofs that a hostile tenant can attach to a registration: by which key, and for which organization. */
const PROOFS = [
  'none',
  'own key',
  'harvested',
  'own key for the victim',
  'harvested elsewhere',
] as const
const TARGETS = ['proved', 'claimed', 'private', 'opaque'] as const
const SCOPES = [
  'agents:read',
  'tasks:route',
  'tasks:delegate',
  'keys:write',
  'organization:read',
] as const

type Action =
  | {
      readonly do: 'register'
      readonly target: (typeof TARGETS)[number]
      readonly key: 'true' | 'own'
      readonly proof: (typeof PROOFS)[number]
      readonly hidden: boolean
    }
  | {
      readonly do: 'route'
      readonly requester: 'nobody' | 'owner of the victim' | 'agent of the victim'
    }
  | { readonly do: 'replay'; readonly which: number; readonly body: 'same' | 'other' }
  | { readonly do: 'vouch' }
  | { readonly do: 'key'; readonly scopes: readonly (typeof SCOPES)[number][] | undefined }

const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('register' as const),
      target: fc.constantFrom(...TARGETS),
      key: fc.constantFrom('true' as const, 'own' as const),
      proof: fc.constantFrom(...PROOFS),
      hidden: fc.boolean(),
    }),
    fc.record({
      do: fc.constant('route' as const),
      requester: fc.constantFrom(
        'nobody' as const,
        'owner of the victim' as const,
        'agent of the victim' as const,
      ),
    }),
    fc.record({
      do: fc.constant('replay' as const),
      which: fc.nat(20),
      body: fc.constantFrom('same' as const, 'same' as const, 'other' as const),
    }),
    fc.record({ do: fc.constant('vouch' as const) }),
    fc.record({
      do: fc.constant('key' as const),
      scopes: fc.option(
        fc.uniqueArray(fc.constantFrom(...SCOPES), { minLength: 1, maxLength: 4 }),
        { nil: undefined },
      ),
    }),
  ),
  { minLength: 3, maxLength: 12, size: 'max' },
)

/**
 * Starts a victim with agents of every kind, one of which runs and requires signatures. The property lets a hostile tenant install that
 * agent, register its identifiers, capture and replay what the platform sends, obtain vouching statements and create API keys
 * (docs/specification/trust.md#invariants).
 */
export async function hostileAgents(): Promise<{
  readonly properties: readonly Property[]
  readonly close: () => Promise<void>
}> {
  const captured: { readonly headers: Record<string, string>; readonly body: string }[] = []
  const trap = createServer((req, res) => {
    const parts: Buffer[] = []
    req
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const body = Buffer.concat(parts).toString('utf8')
        captured.push({
          body,
          headers: Object.fromEntries(
            Object.entries(req.headers).filter(([name]) => name.startsWith('x-svc-')),
          ) as Record<string, string>,
        })
        const { task_id } = JSON.parse(body) as { task_id: string }
        res
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ task_id, status: 'completed', result: {}, output: {} }))
      })
  }).listen(0, '127.0.0.1')
  await once(trap, 'listening')
  const upstream_url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/a2a/tasks`

  const platform = await startPlatform(
    { log_level: 'error', response_gate: 'log', rate_limit_factor: 1_000_000 },
    { agentCaller: httpAgentCaller({ http: true, allow: ['127.0.0.1'] }) },
  )
  const [victim, witness] = [await platform.organization(), await platform.organization()]
  const seed = new Uint8Array(32).fill(NUMBER, 0, 31)
  const own = {
    proved: agentIdentity(NUMBER),
    claimed: agentIdentity(),
    private: agentIdentity(),
    opaque: agentIdentity(),
  }
  const opaque = { ...own.opaque.registration, svc_id: `opaque-${own.opaque.svc_id.slice(0, 12)}` }
  const fields: Readonly<Record<(typeof TARGETS)[number], Fields>> = {
    proved: own.proved.registration,
    claimed: own.claimed.registration,
    private: own.private.registration,
    opaque,
  }
  await register(victim, own.proved)
  await victim.api.post('/agents/register', fields.claimed)
  await register(victim, own.private, { private: true })
  await victim.api.post('/agents/register', fields.opaque)
  const served: string[] = []
  const installation = await installRegistered(platform, victim, own.proved, {
    upstream_url: UPSTREAM,
  })
  const api = platform.as(bearer(installation.runtime_token))
  const link: PlatformLink = {
    ...standalone('https://agents.example.com/api/v1'),
    ...linkOf({
      svc_id: own.proved.svc_id,
      installation_id: installation.installation_id,
      workspace_id: victim.workspace_id,
      upstream_url: UPSTREAM,
      issuer: ISSUER,
    }),
    verifyTrust: async (request) => (await api.post('/trust/verify', request)).body,
    jwks: async () => (await platform.as({}).get('/trust/jwks')).body.keys as readonly PublicJwk[],
    trustStatus: () => ({ reputation: 50, verification_status: 'verified', mode: 'running' }),
  }
  const running = await startAgent(
    manifestOf({ echo: { input: TEXT } }, { require_signed: true }),
    {
      echo: ({ text }) => {
        served.push(text)
        return { text }
      },
    },
    { platform: link, identity: { svc_id: own.proved.svc_id, seed } },
  )

  const keyOf = async (who: TestOrganization, svc_id: string): Promise<string> => {
    const { status, body } = await who.api.get(
      `/trust/profile/${encodeURIComponent(`did:svc:${svc_id}`)}`,
    )
    // No signature verifies for an id in the form of a hash that does not match its content, no matter who registered it.
    return status === 200 && (body.content_addressed === true || !/^[0-9a-f]{64}$/.test(svc_id))
      ? String(body.public_key)
      : NO_KEY
  }
  /** Returns the agents for which a key other than the victim's verifies. The private agent may have no key for other organizations. */
  const wrongKeys = async (): Promise<readonly string[]> => {
    const checks = TARGETS.flatMap((target) =>
      [victim, witness].map(async (who) => {
        const key = await keyOf(who, fields[target].svc_id)
        const isRight =
          key === fields[target].public_key ||
          (key === NO_KEY && target === 'private' && who === witness)
        return isRight
          ? []
          : [
              `T-02: for the ${who === victim ? 'victim' : 'witness'} the ${target} agent has the key ${key}`,
            ]
      }),
    )
    return (await Promise.all(checks)).flat()
  }

  const holds = property(
    "T-01 to T-05, T-07, T-13: a hostile tenant gains nothing from another tenant's agents",
    actions,
    async (all) => {
      const attacker = await platform.organization()
      const mine = agentIdentity()
      const harvested = own.proved.proof(victim)
      const elsewhere = own.proved.proof({ ...attacker }, { issuer: 'https://other.example' })
      const installed = await installRegistered(platform, attacker, own.proved, {
        upstream_url,
        capabilities: ['echo'],
      })
      const limited = await platform.apiKey(attacker.organization_id, {
        scopes: ['keys:write', 'agents:read', 'organization:read'],
      })
      const [score, ran] = [await scoreOf(), served.length]
      const complaints: string[] = []

      const proofOf = (how: (typeof PROOFS)[number]): object | undefined => {
        switch (how) {
          case 'none':
            return undefined
          case 'own key':
            return mine.proof(attacker)
          case 'own key for the victim':
            return mine.proof(victim)
          case 'harvested':
            return harvested
          case 'harvested elsewhere':
            return elsewhere
        }
      }
      async function perform(move: Action): Promise<void> {
        switch (move.do) {
          case 'register': {
            const proof = proofOf(move.proof)
            const { public_key } = move.key === 'own' ? mine.registration : fields[move.target]
            await attacker.api.post('/agents/register', {
              ...fields[move.target],
              public_key,
              ...(proof && { proof }),
              ...(move.hidden && { private: true }),
            })
            return
          }
          case 'route': {
            const requester_id = {
              nobody: undefined,
              'owner of the victim': victim.email,
              'agent of the victim': own.proved.svc_id,
            }[move.requester]
            await attacker.api.post('/a2a/route', {
              skill: 'echo',
              message: 'hello',
              context: {
                workspace_id: attacker.workspace_id,
                ...(requester_id && { requester_id }),
              },
            })
            return
          }
          case 'replay': {
            const taken = captured[move.which % Math.max(1, captured.length)]
            if (!taken) return
            const { status } = await running.task(
              move.body === 'same' ? taken.body : taken.body.replace('hello', 'goodbye'),
              taken.headers,
            )
            if (status < 400)
              complaints.push(`the agent of the victim answered a captured task with ${status}`)
            return
          }
          case 'vouch': {
            const { body } = await platform
              .as(bearer(installed.runtime_token))
              .post('/trust/headers', {
                svc_id: own.proved.svc_id,
                request_body_hash: 'a'.repeat(64),
              })
            const { status } = await running.task(
              { task_id: 'vouched', input: { skill: 'echo', message: 'hello' } },
              (body.headers ?? {}) as Record<string, string>,
            )
            if (status < 400)
              complaints.push(`a vouching statement was accepted as a signature with ${status}`)
            return
          }
          case 'key': {
            const { status, body } = await platform
              .as(apiKey(limited))
              .post(`/orgs/${attacker.organization_id}/api-keys`, {
                name: 'more',
                ...(move.scopes && { scopes: move.scopes }),
              })
            const granted = (body.scopes ?? ['everything']) as readonly string[]
            if (
              status === 201 &&
              granted.some(
                (scope) => !['keys:write', 'agents:read', 'organization:read'].includes(scope),
              )
            )
              complaints.push(
                `T-13: a key created a key with scopes that it lacks: ${granted.join(', ')}`,
              )
          }
        }
      }
      for (const move of all) await perform(move)
      const scoreChange = Math.abs((await scoreOf()) - score)
      expectNone(
        [
          ...complaints,
          ...(await wrongKeys()),
          ...(served.length === ran ? [] : ['T-05: a skill ran for an unsigned request']),
          ...(scoreChange > 10 ? [`T-07: the score moved by ${scoreChange}`] : []),
        ],
        JSON.stringify(all),
      )
    },
    0.3,
  )

  async function scoreOf(): Promise<number> {
    const { body } = await witness.api.get(
      `/trust/profile/${encodeURIComponent(`did:svc:${own.proved.svc_id}`)}`,
    )
    return (body.reputation as { score: number }).score
  }
  return {
    properties: [holds],
    async close() {
      await running.agent.close({ grace_ms: 0 })
      trap.closeAllConnections()
      trap.close()
    },
  }
}
