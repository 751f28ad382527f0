import { createServer, type RequestListener, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  standalone,
  type CallResult,
  type PlatformLink,
  type TrustProfile,
  type TrustVerdict,
} from '../../../src/agent/index.ts'
import {
  answerClaims,
  requestContext,
  signedRequestHeaders,
  signerOf,
} from '../../../src/agent/trust/signing.ts'
import { keyPairOfSeed, publicJwk } from '../../../src/domain/crypto/ed25519.ts'
import { parsePublicKey } from '../../../src/domain/crypto/public-key.ts'
import { encodeBase64 } from '../../../src/domain/crypto/encoding.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import {
  verifyClaims,
  signClaims,
  signedText,
  readStatement,
  writeStatement,
} from '../../../src/domain/signatures/signature.ts'
import { agentIdentity, install, installRegistered, register } from '../../http/agents.ts'
import { bearer } from '../../http/client.ts'
import { ISSUER, START, startPlatform } from '../../http/platform.ts'
import { manifestOf, startAgent, TEXT, type TestAgent } from './agents.ts'
import { linkOf, signedBy, task, type ReceiverIdentity } from './statements.ts'

const alice = agentIdentity(11)
const bob = agentIdentity(12)
const seedOf = (number: number) => new Uint8Array(32).fill(number, 0, 31)

/** The keys that the trust profiles show, by DID. */
const profiles = new Map<string, string>()
/** Identifiers that are not the hash of their registration. */
const mismatched = new Set<string>()
/** A registry that knows the agents in `profiles`, and confirms every signature. */
const registry: PlatformLink = {
  ...standalone(),
  trustStatus: () => ({ reputation: 80, verification_status: 'verified', mode: 'running' }),
  profile: async (did) => {
    const public_key = profiles.get(did)
    return public_key === undefined
      ? undefined
      : ({
          public_key,
          svc_id: did.replace('did:svc:', ''),
          content_addressed: !mismatched.has(did),
        } as TrustProfile)
  },
  verifyTrust: async ({ svc_id }) => ({
    valid: true,
    svc_id,
    reason: 'verified',
    verification_status: 'verified',
    reputation_score: 60,
    freshness: 'fresh',
    audience: 'matched',
    checks: [],
    policy: { allowed: true, rule: 'none' },
    verified_at: '2026-03-01T12:00:00.000Z',
  }),
}

/** The workspace in which both agents are installed. */
const WORKSPACE = 'ws_1'
const identityOf = (agent: { svc_id: string }, number: number): ReceiverIdentity => ({
  svc_id: agent.svc_id,
  installation_id: `installation-${number}`,
  workspace_id: WORKSPACE,
  upstream_url: 'https://agent.example/a2a/tasks',
  issuer: 'https://registry.example',
})
const aliceLink = { ...registry, ...linkOf(identityOf(alice, 11)) }
const bobLink = { ...registry, ...linkOf(identityOf(bob, 12)) }
/** The option of a signed call that names Bob as the receiver. */
const TO_BOB = { svc_id: bob.svc_id }

let caller: TestAgent
let callee: TestAgent
beforeAll(async () => {
  caller = await startAgent(
    manifestOf({ a: {} }),
    { a: () => ({}) },
    { platform: aliceLink, identity: { svc_id: alice.svc_id, seed: seedOf(11) } },
  )
  callee = await startAgent(
    manifestOf({ echo: { input: TEXT }, see: {}, throws: {} }, { require_signed: true }),
    {
      echo: ({ text }) => ({ text }),
      see: ({ input, context }) => ({ input, context }),
      throws: () => {
        throw new Error()
      },
    },
    { platform: bobLink, identity: { svc_id: bob.svc_id, seed: seedOf(12) } },
  )
})
afterAll(() => Promise.all([caller.agent.close(), callee.agent.close()]))
afterEach(() => {
  profiles.clear()
  mismatched.clear()
})
const publishKey = (agent = bob, key = encodeBase64(agent.publicKey)) =>
  profiles.set(`did:svc:${agent.svc_id}`, key)

describe('call', () => {
  it("signs the request for the agent that it names, and verifies the answer with the key of that agent's trust profile", async () => {
    publishKey()
    const end = await caller.agent.call(callee.url, 'echo', 'hello', {
      ...TO_BOB,
      trace_id: 'trace-1',
      installation_id: 'installation-12',
    })
    expect(end).toEqual({
      status: 'completed',
      task_id: expect.any(String),
      result: { text: 'hello' },
      execution_time_ms: expect.any(Number),
      answerer: { svc_id: bob.svc_id, signature: 'verified', trace_id: 'trace-1' },
    })
  })

  it('T-06: does not verify an answer with a key that another organization registered under the hash of the agent', async () => {
    publishKey()
    mismatched.add(`did:svc:${bob.svc_id}`)
    expect(await caller.agent.call(callee.url, 'echo', 'hello', TO_BOB)).toMatchObject({
      status: 'completed',
      answerer: { svc_id: bob.svc_id, signature: 'unverified' },
    })
  })

  it('sends the documented form of a task', async () => {
    const { result } = (await caller.agent.call(`${callee.url}/a2a/tasks`, 'see', 'hi', {
      ...TO_BOB,
      input: { a: 1 },
      task_id: 't-1',
      workspace_id: WORKSPACE,
    })) as Extract<CallResult, { status: 'completed' }>
    expect(result).toMatchObject({
      input: { a: 1, text: 'hi' },
      context: {
        task_id: 't-1',
        workspace_id: WORKSPACE,
        requester_id: alice.svc_id,
        caller: { kind: 'agent', svc_id: alice.svc_id },
      },
    })
    const silent = (await caller.agent.call(`${callee.url}/`, 'see', undefined, {
      ...TO_BOB,
      input: { a: 1 },
    })) as Extract<CallResult, { status: 'completed' }>
    expect(silent.result['input']).toEqual({ a: 1 })
  })

  it('passes a valid traceparent on', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const traceOf = async (given: string) => {
      const end = await caller.agent.call(callee.url, 'see', 'x', { ...TO_BOB, traceparent: given })
      return (end as Extract<CallResult, { status: 'completed' }>).result['context']
    }
    expect(await traceOf(traceparent)).toMatchObject({ traceparent })
    expect(await traceOf('nonsense')).not.toMatchObject({ traceparent })
  })

  it('returns why the task failed', async () => {
    publishKey()
    expect(await caller.agent.call(callee.url, 'throws', 'x', TO_BOB)).toMatchObject({
      status: 'failed',
      http_status: 500,
      error: { code: 'execution_error' },
      answerer: { signature: 'verified' },
    })
    expect(await caller.agent.call(callee.url, 'sing', 'x', TO_BOB)).toMatchObject({
      status: 'failed',
      http_status: 422,
      error: { code: 'unknown_skill' },
      answerer: { signature: 'verified' },
    })
    expect(await caller.agent.call(callee.url, 'echo', 'x', { unsigned: true })).toMatchObject({
      status: 'failed',
      http_status: 401,
      error: { code: 'unauthorized' },
      answerer: { signature: 'absent' },
    })
    expect(
      await caller.agent.call(callee.url, 'echo', 'x', { ...TO_BOB, installation_id: 'another' }),
    ).toMatchObject({ http_status: 401, answerer: { signature: 'absent' } })
  })

  it('rejects a signed call that names no agent or no workspace', async () => {
    await expect(caller.agent.call(callee.url, 'echo', 'x')).rejects.toThrow(/needs the svc_id/)
    const alone = await startAgent(
      manifestOf({ a: {} }),
      { a: () => ({}) },
      { identity: { svc_id: alice.svc_id, seed: seedOf(11) } },
    )
    await expect(alone.agent.call(callee.url, 'echo', 'x', TO_BOB)).rejects.toThrow(
      /needs the workspace_id/,
    )
    await alone.agent.close()
  })

  it('reports an unknown key, and refuses an answer that another key signed or another agent sent', async () => {
    expect(await caller.agent.call(callee.url, 'echo', 'x', TO_BOB)).toMatchObject({
      status: 'completed',
      answerer: { signature: 'unverified' },
    })
    publishKey(bob, encodeBase64(alice.publicKey))
    expect(await caller.agent.call(callee.url, 'echo', 'x', TO_BOB)).toMatchObject({
      status: 'failed',
      error: { code: 'answer_untrusted' },
    })
    publishKey()
    const unsigned = await startAgent(
      manifestOf({ echo: { input: TEXT } }),
      { echo: ({ text }) => ({ text }) },
      { platform: bobLink },
    )
    expect(
      await caller.agent.call(unsigned.url, 'echo', 'x', { svc_id: alice.svc_id, unsigned: true }),
    ).toMatchObject({
      status: 'failed',
      error: { code: 'answer_untrusted', message: expect.stringContaining(unsigned.agent.svc_id) },
    })
    await unsigned.agent.close()
  })
})

describe('answers', () => {
  let server: Server
  const startServer = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })
  const json =
    (status: number, body: unknown): RequestListener =>
    (_req, res) => {
      res
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    }
  const completed = { task_id: 't', status: 'completed', result: {}, output: {} }

  it.each([
    ['text that is not JSON', json(200, '<html>'), 'bad_answer'],
    ['an array', json(200, [completed]), 'bad_answer'],
    ['a success without a result', json(200, { ...completed, result: undefined }), 'bad_answer'],
    ['a result that is a string', json(200, { ...completed, result: 'done' }), 'bad_answer'],
    ['a success with 201', json(201, completed), 'bad_answer'],
    [
      'a masked failure',
      json(200, { task_id: 't', status: 'failed', error: { code: 'x', message: 'y' } }),
      'bad_answer',
    ],
    [
      'an error that is a string',
      json(500, { task_id: 't', status: 'failed', error: 'boom' }),
      'bad_answer',
    ],
    ['no task_id', json(200, { ...completed, task_id: undefined }), 'bad_answer'],
    ['404', json(404, { error: 'not_found' }), 'bad_answer'],
    [
      'a redirect',
      (_req, res) => {
        res.writeHead(307, { Location: '/elsewhere' }).end()
      },
      'unreachable',
    ],
    [
      'no end',
      (_req, res) => {
        res.writeHead(200)
        res.write('{')
      },
      'unreachable',
    ],
    ['no beginning', () => undefined, 'unreachable'],
    [
      'a broken connection',
      (_req, res) => {
        res.destroy()
      },
      'unreachable',
    ],
    [
      'too much',
      (_req, res) => {
        res.writeHead(200)
        res.write(Buffer.alloc(17 * 1024 * 1024))
      },
      'bad_answer',
    ],
    [
      'a signature without the other headers',
      (_req, res) => {
        res.writeHead(200, { 'X-Svc-Signature': 'x' }).end(JSON.stringify(completed))
      },
      'answer_untrusted',
    ],
  ] satisfies readonly [string, RequestListener, string][])(
    'fail the call without an exception if they are invalid: %s',
    async (name, listener, code) => {
      const endless = name === 'no end' || name === 'no beginning'
      const end = await caller.agent.call(await startServer(listener), 'echo', 'x', {
        ...(code === 'answer_untrusted' ? TO_BOB : { unsigned: true }),
        timeout_ms: endless ? 200 : 15_000,
      })
      expect(end).toMatchObject({
        status: 'failed',
        error: { code, message: expect.stringMatching(/./) },
      })
    },
  )

  it('without a signature are accepted and reported as unsigned', async () => {
    expect(
      await caller.agent.call(await startServer(json(200, completed)), 'echo', 'x', {
        unsigned: true,
      }),
    ).toMatchObject({ status: 'completed', answerer: { svc_id: undefined, signature: 'absent' } })
  })

  /** Returns the listener of a proxy that forwards requests to the callee, and changes its answers. */
  const proxyListener =
    (
      change: (answer: { headers: Record<string, string>; text: string }) => {
        headers: Record<string, string>
        text: string
      },
    ): RequestListener =>
    (req, res) => {
      const chunks: Buffer[] = []
      req
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(req.headers).filter(([name]) => name.startsWith('x-svc')),
          ) as Record<string, string>
          void callee.task(Buffer.concat(chunks), headers).then((answer) => {
            const kept = Object.fromEntries(
              Object.entries(answer.headers).filter(([name]) => name.startsWith('x-svc')),
            ) as Record<string, string>
            const changed = change({ headers: kept, text: answer.text })
            res.writeHead(answer.status, changed.headers).end(changed.text)
          })
        })
    }
  it.each([
    [
      'an unchanged answer',
      (answer) => answer,
      { status: 'completed', answerer: { signature: 'verified' } },
    ],
    [
      'a changed body',
      ({ headers, text }) => ({ headers, text: text.replaceAll('hello', 'HELLO') }),
      { status: 'failed', error: { code: 'answer_untrusted' } },
    ],
    [
      'a changed timestamp',
      ({ headers, text }) => ({
        headers: { ...headers, 'x-svc-timestamp': '2026-03-01T12:00:00.001Z' },
        text,
      }),
      { status: 'failed', error: { code: 'answer_untrusted' } },
    ],
    [
      'another agent id',
      ({ headers, text }) => ({ headers: { ...headers, 'x-svc-agent-id': alice.svc_id }, text }),
      { status: 'failed', error: { code: 'answer_untrusted' } },
    ],
    [
      'a removed signature',
      ({ headers: { 'x-svc-signature': _, ...headers }, text }) => ({ headers, text }),
      { status: 'completed', answerer: { signature: 'absent' } },
    ],
  ] satisfies readonly [string, Parameters<typeof proxyListener>[0], object][])(
    'that pass through an intermediary are accepted or refused by their signature: %s',
    async (_name, change, expected) => {
      publishKey()
      expect(
        await caller.agent.call(await startServer(proxyListener(change)), 'echo', 'hello', TO_BOB),
      ).toMatchObject(expected)
    },
  )

  it('with a changed status are not trusted', async () => {
    publishKey()
    const url = await startServer((req, res) => {
      const chunks: Buffer[] = []
      req
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(req.headers).filter(([name]) => name.startsWith('x-svc')),
          ) as Record<string, string>
          void callee.task(Buffer.concat(chunks), headers).then((answer) => {
            res
              .writeHead(
                503,
                Object.fromEntries(
                  Object.entries(answer.headers).filter(([name]) => name.startsWith('x-svc')),
                ) as Record<string, string>,
              )
              .end(answer.text)
          })
        })
    })
    expect(await caller.agent.call(url, 'throws', 'x', TO_BOB)).toMatchObject({
      status: 'failed',
      error: { code: 'answer_untrusted' },
    })
  })

  it('that were signed six minutes ago are not trusted', async () => {
    publishKey()
    const slow = await startAgent(
      manifestOf({ echo: { input: TEXT } }),
      {
        echo: ({ text }) => {
          slow.clock.advance(-360_000)
          return { text }
        },
      },
      { platform: bobLink, identity: { svc_id: bob.svc_id, seed: seedOf(12) } },
    )
    expect(await caller.agent.call(slow.url, 'echo', 'hello', TO_BOB)).toMatchObject({
      status: 'failed',
      error: { code: 'answer_untrusted' },
    })
    await slow.agent.close()
  })

  it('T-06: to another request are never verified', async () => {
    publishKey()
    const kept: { headers: Record<string, string>; body: string }[] = []
    const url = await startServer((_req, res) => {
      res.writeHead(200, kept[0]!.headers).end(kept[0]!.body)
    })
    const body = task('echo', 'x')
    const original = await callee.task(
      body,
      signedBy(alice, body, identityOf(bob, 12), { now_ms: START }),
    )
    expect(original.headers).toHaveProperty('x-svc-signature')
    kept.push({
      headers: Object.fromEntries(
        Object.entries(original.headers).filter(([name]) => name.startsWith('x-svc')),
      ) as Record<string, string>,
      body: original.text,
    })
    expect(await caller.agent.call(url, 'echo', 'x', TO_BOB)).toMatchObject({
      status: 'failed',
      error: { code: 'answer_untrusted' },
    })
    expect(await caller.agent.call(url, 'echo', 'x', { ...TO_BOB, unsigned: true })).toMatchObject({
      status: 'completed',
      answerer: { signature: 'unverified' },
    })
  })

  it('on /chat carry a signature that names the signed request', async () => {
    publishKey()
    const {
      body: { session_token },
    } = await callee.post('/svc/auth', { client_id: 'a' })
    const body = JSON.stringify({ message: 'x' })
    const context = {
      ...requestContext(
        {
          issuer: bobLink.issuer,
          workspace_id: WORKSPACE,
          audience: { svc_id: bob.svc_id },
          skill: 'chat',
        },
        body,
        { timestamp: new Date(START).toISOString(), nonce: 'n-chat' },
      ),
    }
    const signer = signerOf({ svc_id: alice.svc_id, seed: seedOf(11) })
    const answer = await callee.post('/chat', body, {
      Authorization: `Bearer ${session_token as string}`,
      'X-Svc-Client-ID': 'a',
      ...signedRequestHeaders(signer, context),
    })
    expect(answer.status).toBe(200)
    const claims = answerClaims(
      {
        issuer: bobLink.issuer,
        audience: alice.svc_id,
        request_nonce: 'n-chat',
        request_body_hash: sha256Hex(body),
      },
      {
        svc_id: bob.svc_id,
        status: 200,
        body: answer.text,
        issued_at: String(answer.headers['x-svc-timestamp']),
      },
    )
    expect(
      verifyClaims(bob.publicKey, 'answer', claims, String(answer.headers['x-svc-signature'])),
    ).toBe('verified')
  })

  it('with a valid vouching statement are reported as vouched for, and never as verified', async () => {
    const platformKeys = keyPairOfSeed(seedOf(99))
    const text = JSON.stringify({
      task_id: 't',
      status: 'completed',
      result: { a: 1 },
      output: { a: 1 },
    })
    const claims = {
      issuer: aliceLink.issuer,
      svc_id: bob.svc_id,
      issued_to: { organization_id: 'org_installer' },
      request_body_hash: sha256Hex(text),
      issued_at: new Date(START).toISOString(),
      expires_at: new Date(START + 300_000).toISOString(),
    }
    const header = (more: object = {}, key = platformKeys.privateKey) => {
      const vouched = { ...claims, ...more }
      return writeStatement<'vouch'>({
        claims: vouched,
        signature: signClaims(key, 'vouch', vouched),
      })
    }
    const sent = { vouch: header() }
    const url = await startServer((_req, res) => {
      res.writeHead(200, { 'X-Svc-Agent-ID': bob.svc_id, 'X-Svc-Vouch': sent.vouch }).end(text)
    })
    const link: PlatformLink = {
      ...aliceLink,
      jwks: async () => [publicJwk(platformKeys.publicKey)],
    }
    const asking = await startAgent(
      manifestOf({ a: {} }),
      { a: () => ({}) },
      { platform: link, identity: { svc_id: alice.svc_id, seed: seedOf(11) } },
    )
    publishKey()
    for (const options of [TO_BOB, { unsigned: true }]) {
      expect((await asking.agent.call(url, 'a', 'x', options)).answerer).toEqual({
        svc_id: bob.svc_id,
        signature: 'absent',
        vouched_for: { organization_id: 'org_installer' },
        trace_id: expect.any(String),
      })
    }
    const invalid = [
      header({ svc_id: alice.svc_id }),
      header({ issuer: 'https://other.example' }),
      header({ request_body_hash: sha256Hex('other') }),
      header({
        issued_at: new Date(START - 400_000).toISOString(),
        expires_at: new Date(START - 31_000).toISOString(),
      }),
      header({}, keyPairOfSeed(seedOf(98)).privateKey),
      'nonsense',
    ]
    for (const vouch of invalid) {
      sent.vouch = vouch
      expect((await asking.agent.call(url, 'a', 'x', TO_BOB)).answerer).not.toHaveProperty(
        'vouched_for',
      )
    }
    await asking.agent.close()
  })
})

describe('calls with a real platform', () => {
  it('verify both sides', async () => {
    const platform = await startPlatform()
    const owner = await platform.organization()
    const installed = await install(platform, owner, bob)
    await register(owner, alice)
    const api = platform.as(bearer(installed.runtime_token))
    const bobIdentity: ReceiverIdentity = {
      ...identityOf(bob, 12),
      installation_id: installed.installation_id,
      workspace_id: owner.workspace_id,
      issuer: ISSUER,
    }
    const link: PlatformLink = {
      ...registry,
      ...linkOf(bobIdentity),
      profile: async (did) =>
        (await api.get(`/trust/profile/${encodeURIComponent(did)}`)).body as TrustProfile,
      verifyTrust: async (request) =>
        (await api.post('/trust/verify', request)).body as TrustVerdict,
    }
    const one = await startAgent(
      manifestOf({ a: {} }),
      { a: () => ({}) },
      { platform: link, identity: { svc_id: alice.svc_id, seed: seedOf(11) } },
    )
    const two = await startAgent(
      manifestOf({ echo: { input: TEXT } }, { require_signed: true }),
      { echo: ({ text }) => ({ text }) },
      { platform: link, identity: { svc_id: bob.svc_id, seed: seedOf(12) } },
    )
    expect(await one.agent.call(two.url, 'echo', 'hello', TO_BOB)).toMatchObject({
      status: 'completed',
      answerer: { svc_id: bob.svc_id, signature: 'verified' },
    })
    await Promise.all([one.agent.close(), two.agent.close()])
  })

  it('do not verify an answer with any statement that an installer obtains from the platform', async () => {
    const platform = await startPlatform()
    const [owner, installer] = [await platform.organization(), await platform.organization()]
    const { agent } = await install(platform, owner)
    const { runtime_token, installation_id } = await installRegistered(platform, installer, agent)
    const { svc_id } = agent
    const text = JSON.stringify({
      task_id: 't',
      status: 'completed',
      result: { a: 1 },
      output: { a: 1 },
    })
    const sent: { headers: Record<string, string> } = { headers: {} }
    const server = createServer((_req, res) => {
      res.writeHead(200, sent.headers).end(text)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const link: PlatformLink = {
      ...aliceLink,
      issuer: ISSUER,
      jwks: async () => (await platform.as({}).get('/trust/jwks')).body.keys,
      profile: async (did) =>
        (await owner.api.get(`/trust/profile/${encodeURIComponent(did)}`)).body as TrustProfile,
    }
    const asking = await startAgent(
      manifestOf({ a: {} }),
      { a: () => ({}) },
      { platform: link, identity: { svc_id: alice.svc_id, seed: seedOf(11) } },
    )
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const [client, names] of [
      [installer.api, {}],
      [platform.as(bearer(runtime_token)), { installation_id }],
    ] as const) {
      const issued = await client.post('/trust/headers', {
        svc_id,
        request_body_hash: sha256Hex(text),
      })
      expect(issued.status).toBe(200)
      sent.headers = issued.body.headers as Record<string, string>
      for (const options of [{ svc_id }, { unsigned: true }]) {
        expect(await asking.agent.call(url, 'a', 'x', options)).toMatchObject({
          status: 'completed',
          answerer: {
            svc_id,
            signature: 'absent',
            vouched_for: { organization_id: installer.organization_id, ...names },
          },
        })
      }
    }
    server.close()
    await asking.agent.close()
  })
})

describe('signatures in the examples of the contract', () => {
  const contract = JSON.parse(
    readFileSync(new URL('../../../generated/agent.json', import.meta.url), 'utf8'),
  ) as {
    components: {
      examples: Record<string, { value: Record<string, unknown> }>
      headers: { SignatureHeader: { schema: { example: string } } }
      parameters: { TaskStatement: { example: string } }
    }
    info: { 'x-manual': string }
  }
  const platformContract = JSON.parse(
    readFileSync(new URL('../../../generated/platform.json', import.meta.url), 'utf8'),
  ) as typeof contract
  const valueOf = (name: string, document = contract) => document.components.examples[name]!.value
  const bodies = {
    request: JSON.stringify(valueOf('InvoiceIsRouted')),
    answer: JSON.stringify(valueOf('InvoiceIsRead')),
  }
  const reader = valueOf('RegisterInvoiceReader', platformContract) as {
    svc_id: string
    public_key: string
  }

  it('are valid signatures of the platform for the forwarded task and of the agent for the answer', () => {
    const platformKey = new Uint8Array(
      Buffer.from(
        (valueOf('PlatformKeys', platformContract)['keys'] as { x: string }[])[0]!.x,
        'base64url',
      ),
    )
    const { claims, signature } = readStatement<'task'>(
      contract.components.parameters.TaskStatement.example,
    )!
    expect(verifyClaims(platformKey, 'task', claims, signature)).toBe('verified')
    expect(claims).toMatchObject({
      audience: { svc_id: reader.svc_id },
      request_body_hash: sha256Hex(bodies.request),
      task_id: valueOf('InvoiceIsRouted')['task_id'],
    })
    const answer = answerClaims(
      {
        issuer: claims.issuer,
        audience: claims.issuer,
        request_nonce: claims.task_id,
        request_body_hash: claims.request_body_hash,
      },
      {
        svc_id: reader.svc_id,
        status: 200,
        body: bodies.answer,
        issued_at: '2026-03-02T09:13:00.840Z',
      },
    )
    expect(
      verifyClaims(
        parsePublicKey(reader.public_key)!.key,
        'answer',
        answer,
        contract.components.headers.SignatureHeader.schema.example,
      ),
    ).toBe('verified')
    for (const text of [signedText('task', claims), signedText('answer', answer)])
      expect(contract.info['x-manual']).toContain(
        Buffer.from(text).toString().replace('\n', '\n    '),
      )
    expect(contract.info['x-manual']).toContain(`\`${signature}\``)
  })
})
