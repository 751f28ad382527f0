import { masterKey } from '../../../src/domain/secrets.ts'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { standalone, type PlatformLink, type TrustVerdict } from '../../../src/agent/index.ts'
import { keyPairOfSeed, publicJwk, type PublicJwk } from '../../../src/domain/crypto/ed25519.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { signClaims, readStatement } from '../../../src/domain/signatures/signature.ts'
import { sealSigningKey } from '../../../src/domain/trust/sealed-keys.ts'
import { newKeyContent } from '../../../src/domain/trust/signing-keys.ts'
import type { AgentCall } from '../../../src/ports/agent-caller.ts'
import { install, installRegistered, type Installed } from '../../http/agents.ts'
import { bearer } from '../../http/client.ts'
import {
  ISSUER,
  START,
  startPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../http/platform.ts'
import { eventually } from '../../kit/bounds.ts'
import { manifestOf, startAgent, TEXT, type TestAgent } from './agents.ts'
import {
  forwarded,
  linkOf,
  signedBy,
  task,
  taskClaims,
  type ReceiverIdentity,
} from './statements.ts'

const UPSTREAM = 'https://victim.example/a2a/tasks'
const COLLECTOR = 'https://hostile.example/collect'
/** The requests that the platform sent to any address, as their receivers would store them. */
const captured: AgentCall[] = []
let platform: TestPlatform
let a: TestOrganization
let b: TestOrganization
let installed: Installed
let real: TestAgent
/** Starts another instance of the same agent, which has not fetched keys yet. */
let startReal: () => Promise<TestAgent>
let identity: ReceiverIdentity
const served: string[] = []

beforeAll(async () => {
  platform = await startPlatform(
    {},
    {
      agentCaller: {
        async call(call) {
          captured.push(call)
          return {
            answer: { kind: 'failed', code: 'AGENT_UNREACHABLE', reached: false },
            execution_time_ms: null,
          }
        },
        close: () => undefined,
      },
    },
  )
  a = await platform.organization()
  b = await platform.organization()
  installed = await install(platform, a, undefined, {
    upstream_url: UPSTREAM,
    capabilities: ['echo'],
  })
  // The policy of the workspace allows no caller.
  await platform.store.setPolicy(platform.context(), {
    workspace_id: a.workspace_id,
    content: { ...DEFAULT_POLICY, a2a: { ...DEFAULT_POLICY.a2a, allowed_callers: ['nobody'] } },
    signer: platform.services.signer,
  })
  identity = {
    svc_id: installed.agent.svc_id,
    installation_id: installed.installation_id,
    workspace_id: a.workspace_id,
    upstream_url: UPSTREAM,
    issuer: ISSUER,
  }
  const api = platform.as(bearer(installed.runtime_token))
  const link: PlatformLink = {
    ...standalone('https://agents.example.com/api/v1'),
    ...linkOf(identity),
    trustStatus: () => ({ reputation: 50, verification_status: 'verified', mode: 'running' }),
    verifyTrust: async (request) => {
      const { status, body } = await api.post('/trust/verify', request)
      return status === 200 ? (body as TrustVerdict) : undefined
    },
    jwks: async () => (await platform.as({}).get('/trust/jwks')).body.keys as PublicJwk[],
  }
  startReal = () =>
    startAgent(
      manifestOf({ echo: { input: TEXT } }, { require_signed: true }),
      {
        echo: ({ text }) => {
          served.push(text)
          return { text }
        },
      },
      { platform: link, identity: { svc_id: identity.svc_id, seed: new Uint8Array(32).fill(9) } },
    )
  real = await startReal()
})
afterAll(() => real.agent.close({ grace_ms: 0 }))

it.each([
  ['its own address', COLLECTOR],
  ['the address of the real one', UPSTREAM],
])(
  "T-01: a task that B routes to its own installation of A's agent at %s is refused by the real one",
  async (_name, upstream_url) => {
    const theirs = await installRegistered(platform, b, installed.agent, {
      upstream_url,
      capabilities: ['echo'],
    })
    await platform
      .as(bearer(theirs.runtime_token))
      .post(`${theirs.path}/lease`, { status: 'running' })
    const before = captured.length
    await b.api.post('/a2a/route', {
      skill: 'echo',
      message: 'pay B',
      context: { workspace_id: b.workspace_id },
    })
    expect(captured.length).toBe(before + 1)
    const { headers, body } = captured.at(-1)!
    expect(readStatement<'task'>(headers['X-Svc-Task']!)!.claims.audience).toEqual({
      svc_id: identity.svc_id,
      installation_id: theirs.installation_id,
    })
    const answer = await real.task(body, headers)
    expect(answer).toMatchObject({
      status: 401,
      body: {
        error: { code: 'unauthorized', message: expect.stringContaining('another installation') },
      },
    })
    expect(served).toEqual([])
    await theirs.revoke()
  },
)

it('T-01: a task that the platform signed for another runtime is refused, whichever claim differs', async () => {
  const members = [
    'issuer',
    'audience',
    'upstream_url',
    'task_id',
    'skill',
    'request_body_hash',
    'issued_at',
    'expires_at',
  ] as const
  const hash = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: 64,
    maxLength: 64,
  })
  const moment = fc
    .oneof(
      fc.integer({ min: -10_000_000, max: -31_000 }),
      fc.integer({ min: 61_001, max: 10_000_000 }),
    )
    .map((shift) => new Date(START + shift).toISOString())
  const other = {
    issuer: fc.webUrl(),
    audience: fc.record({
      svc_id: fc.constantFrom(identity.svc_id, 'other'),
      installation_id: fc.uuid(),
    }),
    upstream_url: fc.webUrl(),
    task_id: fc.uuid(),
    skill: fc.uuid(),
    request_body_hash: hash,
    issued_at: moment,
    expires_at: moment,
  }
  await fc.assert(
    fc.asyncProperty(
      fc
        .constantFrom(...members)
        .chain((member) => other[member].map((value) => ({ [member]: value }))),
      async (changed) => {
        const body = task()
        const answer = await real.task(
          body,
          forwarded(
            { ...taskClaims(body, identity, START), ...changed } as never,
            (claims) => platform.services.signer.sign('task', claims, claims.issued_at).signature,
          ),
        )
        expect(answer.status).toBe(401)
      },
    ),
    { numRuns: 60 },
  )
  expect(served).toEqual([])
})

it('T-12: a signing key written into the database without the master key is not published, and no agent executes what it signs', async () => {
  const seed = Buffer.alloc(32, 77)
  const { privateKey, publicKey } = keyPairOfSeed(seed)
  const { kid } = publicJwk(publicKey)
  const facts = newKeyContent('statements', '2026-03-01T12:00:00.000Z')
  const jwks = async () =>
    (await platform.as({}).get('/trust/jwks')).body.keys.map((key: PublicJwk) => key.kid)
  const rows = await platform.database.read((tx) => tx.signing_keys.find({}))
  const [published] = await jwks()
  const genuine = rows.find(({ key_id }) => key_id === published)
  for (const sealed of [
    sealSigningKey(masterKey(Buffer.alloc(32, 8)), seed, facts, Buffer.alloc(12, 3)).sealed,
    genuine!.sealed,
    JSON.stringify({ seed: seed.toString('base64'), ...facts }),
  ]) {
    await platform.database.transact((tx) => tx.signing_keys.put({ key_id: kid, sealed }))
    expect(await jwks()).toEqual([genuine!.key_id])
    const agent = await startReal()
    const [forged, own] = [task(), task()]
    expect(
      (
        await agent.task(
          forged,
          forwarded(taskClaims(forged, identity, START), (claims) =>
            signClaims(privateKey, 'task', claims),
          ),
        )
      ).status,
    ).toBe(401)
    expect(served).toEqual([])
    expect(
      (
        await agent.task(
          own,
          forwarded(
            taskClaims(own, identity, START),
            (claims) => platform.services.signer.sign('task', claims, claims.issued_at).signature,
          ),
        )
      ).status,
    ).toBe(200)
    served.length = 0
    await agent.agent.close({ grace_ms: 0 })
  }
  await platform.database.transact((tx) => tx.signing_keys.delete({ key_id: kid }))
})

it('T-04: a signed request or task statement with any changed byte is refused', async () => {
  const taskStatement = () => {
    const body = task()
    return {
      body,
      headers: forwarded(
        taskClaims(body, identity, START),
        (claims) => platform.services.signer.sign('task', claims, claims.issued_at).signature,
      ) as Record<string, string>,
    }
  }
  const signed = () => {
    const body = task()
    return { body, headers: signedBy(installed.agent, body, identity, { now_ms: START }) }
  }
  const withChangedCharacter = (text: string, at: number) => {
    const index = at % text.length
    return text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(taskStatement, signed),
      fc.nat(),
      fc.nat(),
      async (make, which, at) => {
        const { body, headers } = make()
        const names = ['body', ...Object.keys(headers)]
        const name = names[which % names.length]!
        const answer =
          name === 'body'
            ? await real.task(withChangedCharacter(body, at), headers)
            : await real.task(body, {
                ...headers,
                [name]: withChangedCharacter(headers[name]!, at),
              })
        expect([400, 401]).toContain(answer.status)
      },
    ),
    { numRuns: 60 },
  )
  expect(served).toEqual([])
})

it('T-08: anonymous requests hold at most 64 KiB each and 1 MiB per address, and compressed bodies are not read', async () => {
  const open = await startAgent(manifestOf({ echo: { input: TEXT } }), {
    echo: ({ text }) => ({ text }),
  })
  const compressed = gzipSync(Buffer.alloc(1024 * 1024, '['))
  const big = JSON.stringify({ client_id: 'a', more: 'x'.repeat(33_000) })
  expect((await open.post('/svc/auth', compressed, { 'Content-Encoding': 'gzip' })).status).toBe(
    415,
  )
  expect((await open.task(compressed, { 'Content-Encoding': 'gzip' })).status).toBe(415)
  expect((await open.post('/svc/auth', big)).status).toBe(413)
  expect(
    (await open.task(JSON.stringify({ input: { skill: 'echo', message: 'x'.repeat(70_000) } })))
      .status,
  ).toBe(413)
  expect(open.agent.bodies()).toMatchObject({ read_bytes: 0, parsed: 0, held_bytes: 0 })
  const { body: session } = await open.post('/svc/auth', { client_id: 'a' })
  const slow = connect(open.port, '127.0.0.1')
  slow.write(
    `POST /chat HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${session.session_token}\r\nX-Svc-Client-ID: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  )
  await eventually(() => expect(open.agent.bodies().held_bytes).toBeGreaterThan(0))
  slow.destroy()
  await eventually(() => expect(open.agent.bodies().held_bytes).toBe(0))
  let responses = 0
  const sockets = Array.from({ length: 64 }, () => {
    const socket = connect(open.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      'POST /a2a/tasks HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 65536\r\n\r\n',
    )
    socket.write(`{"input":{"message":"${'x'.repeat(60_000)}`)
    socket.once('data', () => {
      responses += 1
    })
    return socket
  })
  // 64 bodies of 60 kB exceed the limit, so most of them are refused before their end.
  await eventually(() => expect(responses).toBeGreaterThanOrEqual(40))
  expect(open.agent.bodies().peak_held_bytes).toBeLessThanOrEqual(1024 * 1024)
  for (const socket of sockets) socket.destroy()
  await open.agent.close({ grace_ms: 0 })
})

it('T-08: a task whose statement was verified may be up to 1 MiB, and no larger', async () => {
  const taskOfSize = (bytes: number) => task('echo', 'x'.repeat(bytes))
  const send = (body: string) =>
    real.task(
      body,
      forwarded(
        taskClaims(body, identity, START),
        (claims) => platform.services.signer.sign('task', claims, claims.issued_at).signature,
      ),
    )
  expect((await send(taskOfSize(900_000))).status).toBe(200)
  expect((await send(taskOfSize(1_100_000))).status).toBe(413)
  served.length = 0
})
