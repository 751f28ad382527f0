import { createServer, type RequestListener, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { standalone, type CallEnd, type PlatformLink, type TrustProfile } from '../../../src/agent/index.ts'
import { answerContext, requestContext } from '../../../src/agent/trust/signing.ts'
import { parsePublicKey, verifySignature } from '../../../src/domain/crypto/ed25519.ts'
import { decodeSignature, encodeBase64 } from '../../../src/domain/crypto/encoding.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { signedText } from '../../../src/domain/signatures/signature.ts'
import { agentIdentity } from '../../http/agents.ts'
import { bearer } from '../../http/client.ts'
import { startPlatform } from '../../http/platform.ts'
import { register, install } from '../../http/agents.ts'
import { manifestOf, startAgent, TEXT, type TestAgent } from './agents.ts'

const alice = agentIdentity(11)
const bob = agentIdentity(12)
const seedOf = (number: number) => new Uint8Array(32).fill(number, 0, 31)

/** A registry in which both are known, whose answers a test can change. */
const profiles = new Map<string, string>()
const registry: PlatformLink = {
  ...standalone(), standing: () => ({ reputation: 80, verification_status: 'verified', mode: 'running' }),
  profile: async (did) => {
    const public_key = profiles.get(did)
    return public_key === undefined ? undefined : { public_key } as TrustProfile
  },
  verifyTrust: async ({ svc_id }) => ({
    valid: true, svc_id, reason: 'verified', verification_status: 'verified', reputation_score: 60, audience: 'not_provided', freshness: 'fresh', checks: [],
    policy: { allowed: true, rule: 'none' }, verified_at: '2026-03-01T12:00:00.000Z',
  }),
}

let caller: TestAgent
let callee: TestAgent
beforeAll(async () => {
  caller = await startAgent(manifestOf({ a: {} }), { a: () => ({}) }, { platform: registry, identity: { svc_id: alice.svc_id, seed: seedOf(11) } })
  callee = await startAgent(manifestOf({ echo: { input: TEXT }, see: {}, throws: {} }, { require_signed: true }), {
    echo: ({ text }) => ({ text }), see: ({ input, context }) => ({ input, context }), throws: () => { throw new Error() },
  }, { platform: registry, identity: { svc_id: bob.svc_id, seed: seedOf(12) } })
})
afterAll(() => Promise.all([caller.agent.close(), callee.agent.close()]))
afterEach(() => { profiles.clear() })
const know = (agent = bob, key = encodeBase64(agent.publicKey)) => profiles.set(`did:svc:${agent.svc_id}`, key)

describe('call', () => {
  it('signs the request, and verifies the answer with the key of the other\'s trust profile', async () => {
    know()
    const end = await caller.agent.call(callee.url, 'echo', 'hello', { trace_id: 'trace-1' })
    expect(end).toEqual({
      status: 'completed', task_id: expect.any(String), result: { text: 'hello' }, execution_time_ms: expect.any(Number),
      answerer: { svc_id: bob.svc_id, signature: 'verified', trace_id: 'trace-1' },
    })
  })

  it('hands over the task of the interface', async () => {
    const { result } = await caller.agent.call(`${callee.url}/a2a/tasks`, 'see', 'hi', { input: { a: 1 }, task_id: 't-1', workspace_id: 'ws_1' }) as Extract<CallEnd, { status: 'completed' }>
    expect(result).toMatchObject({ input: { a: 1, text: 'hi' }, context: { task_id: 't-1', workspace_id: 'ws_1', requester_id: alice.svc_id, caller: { kind: 'agent', svc_id: alice.svc_id } } })
    const silent = await caller.agent.call(`${callee.url}/`, 'see', undefined, { input: { a: 1 } }) as Extract<CallEnd, { status: 'completed' }>
    expect(silent.result['input']).toEqual({ a: 1 })
  })

  it('tells how the task failed', async () => {
    know()
    expect(await caller.agent.call(callee.url, 'throws', 'x')).toMatchObject({ status: 'failed', http_status: 500, error: { code: 'execution_error' }, answerer: { signature: 'verified' } })
    expect(await caller.agent.call(callee.url, 'sing', 'x')).toMatchObject({ status: 'failed', http_status: 422, error: { code: 'unknown_skill' }, answerer: { signature: 'verified' } })
    expect(await caller.agent.call(callee.url, 'echo', 'x', { unsigned: true })).toMatchObject({ status: 'failed', http_status: 401, error: { code: 'unauthorized' }, answerer: { signature: 'verified' } })
    expect(await caller.agent.call(callee.url, 'echo', 'x', { unsigned: true, workspace_id: 'ws_1' })).toMatchObject({ http_status: 401, answerer: { signature: 'verified' } })
  })

  it('says when nobody vouches for the answer, and refuses one that is wrong or another agent\'s', async () => {
    expect(await caller.agent.call(callee.url, 'echo', 'x')).toMatchObject({ status: 'completed', answerer: { signature: 'unverified' } })
    know(bob, encodeBase64(alice.publicKey))
    expect(await caller.agent.call(callee.url, 'echo', 'x')).toMatchObject({ status: 'failed', error: { code: 'answer_untrusted' } })
    know()
    expect(await caller.agent.call(callee.url, 'echo', 'x', { svc_id: bob.svc_id })).toMatchObject({ status: 'completed' })
    expect(await caller.agent.call(callee.url, 'echo', 'x', { svc_id: alice.svc_id })).toMatchObject({ status: 'failed', error: { code: 'answer_untrusted', message: expect.stringContaining(bob.svc_id) } })
  })
})

describe('an answer', () => {
  let server: Server
  const answering = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  afterEach(() => { server?.closeAllConnections(); server?.close() })
  const json = (status: number, body: unknown): RequestListener => (_req, res) => { res.writeHead(status, { 'Content-Type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body)) }
  const completed = { task_id: 't', status: 'completed', result: {}, output: {} }

  it.each([
    ['no JSON', json(200, '<html>'), 'bad_answer'], ['an array', json(200, [completed]), 'bad_answer'], ['a success without a result', json(200, { ...completed, result: undefined }), 'bad_answer'],
    ['a result that is a text', json(200, { ...completed, result: 'done' }), 'bad_answer'], ['a success with 201', json(201, completed), 'bad_answer'], ['a masked failure', json(200, { task_id: 't', status: 'failed', error: { code: 'x', message: 'y' } }), 'bad_answer'],
    ['an error that is a text', json(500, { task_id: 't', status: 'failed', error: 'boom' }), 'bad_answer'], ['no task_id', json(200, { ...completed, task_id: undefined }), 'bad_answer'],
    ['404', json(404, { error: 'not_found' }), 'bad_answer'], ['a redirect', (_req, res) => { res.writeHead(307, { Location: '/elsewhere' }).end() }, 'unreachable'],
    ['no end', (_req, res) => { res.writeHead(200); res.write('{') }, 'unreachable'], ['no beginning', () => undefined, 'unreachable'],
    ['a broken connection', (_req, res) => { res.destroy() }, 'unreachable'], ['too much', (_req, res) => { res.writeHead(200); res.write(Buffer.alloc(17 * 1024 * 1024)) }, 'bad_answer'],
    ['a signature without the rest', (_req, res) => { res.writeHead(200, { 'X-Svc-Signature': 'x' }).end(JSON.stringify(completed)) }, 'answer_untrusted'],
  ] satisfies readonly [string, RequestListener, string][])('that is %s is a failed call, and no exception', async (name, listener, code) => {
    const endless = name === 'no end' || name === 'no beginning'
    const end = await caller.agent.call(await answering(listener), 'echo', 'x', { timeout_ms: endless ? 200 : 15_000 })
    expect(end).toMatchObject({ status: 'failed', error: { code, message: expect.stringMatching(/./) } })
  })

  it('without a signature is taken, and said to have none', async () => {
    expect(await caller.agent.call(await answering(json(200, completed)), 'echo', 'x')).toMatchObject({ status: 'completed', answerer: { svc_id: undefined, signature: 'absent' } })
  })

  /** Passes requests on to the callee, and its answers back with something changed. */
  const between = (change: (answer: { headers: Record<string, string>; text: string }) => { headers: Record<string, string>; text: string }): RequestListener => (req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      const headers = Object.fromEntries(Object.entries(req.headers).filter(([name]) => name.startsWith('x-svc'))) as Record<string, string>
      void callee.task(Buffer.concat(chunks), headers).then((answer) => {
        const kept = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name.startsWith('x-svc'))) as Record<string, string>
        const changed = change({ headers: kept, text: answer.text })
        res.writeHead(answer.status, changed.headers).end(changed.text)
      })
    })
  }
  it.each([
    ['in nothing', (answer) => answer, { status: 'completed', answerer: { signature: 'verified' } }],
    ['in its body', ({ headers, text }) => ({ headers, text: text.replaceAll('hello', 'HELLO') }), { status: 'failed', error: { code: 'answer_untrusted' } }],
    ['in its body and its hash', ({ headers, text }) => { const other = text.replaceAll('hello', 'HELLO'); return { headers: { ...headers, 'x-svc-body-hash': sha256Hex(other) }, text: other } }, { status: 'failed', error: { code: 'answer_untrusted' } }],
    ['in its nonce', ({ headers, text }) => ({ headers: { ...headers, 'x-svc-nonce': 'other' }, text }), { status: 'failed', error: { code: 'answer_untrusted' } }],
  ] satisfies readonly [string, Parameters<typeof between>[0], object][])('that somebody on the way changed %s', async (_name, change, expected) => {
    know()
    expect(await caller.agent.call(await answering(between(change)), 'echo', 'hello')).toMatchObject(expected)
  })

  it('that was signed six minutes ago is not trusted', async () => {
    know()
    callee.clock.advance(-360_000)
    expect(await caller.agent.call(callee.url, 'echo', 'hello')).toMatchObject({ status: 'failed', error: { code: 'answer_untrusted' } })
    callee.clock.advance(360_000)
  })

  it('to another request is not taken for ours', async () => {
    know()
    const kept: { headers: Record<string, string>; body: string }[] = []
    const url = await answering((_req, res) => { res.writeHead(200, kept[0]!.headers).end(kept[0]!.body) })
    const original = await callee.task({ task_id: 't', input: { skill: 'echo', message: 'x' } })
    kept.push({ headers: Object.fromEntries(Object.entries(original.headers).filter(([name]) => name.startsWith('x-svc'))) as Record<string, string>, body: original.text })
    expect(await caller.agent.call(url, 'echo', 'x')).toMatchObject({ status: 'failed', error: { code: 'answer_untrusted' } })
  })
})

describe('with the platform itself', () => {
  it('both sides of a call are verified, and the answer by trust/verify too', async () => {
    const platform = await startPlatform()
    const owner = await platform.organization()
    const installed = await install(platform, owner, bob)
    await register(owner, alice)
    const api = platform.as(bearer(installed.runtime_token))
    const link: PlatformLink = {
      ...registry, profile: async (did) => (await api.get(`/trust/profile/${encodeURIComponent(did)}`)).body as TrustProfile,
      verifyTrust: async (request) => (await api.post('/trust/verify', request)).body,
    }
    const one = await startAgent(manifestOf({ a: {} }), { a: () => ({}) }, { platform: link, identity: { svc_id: alice.svc_id, seed: seedOf(11) } })
    const two = await startAgent(manifestOf({ echo: { input: TEXT } }, { require_signed: true }), { echo: ({ text }) => ({ text }) }, { platform: link, identity: { svc_id: bob.svc_id, seed: seedOf(12) } })
    expect(await one.agent.call(two.url, 'echo', 'hello')).toMatchObject({ status: 'completed', answerer: { svc_id: bob.svc_id, signature: 'verified' } })

    const body = JSON.stringify({ input: { message: 'x' } })
    const answer = await two.task(body, { 'X-Svc-Workspace-ID': owner.workspace_id })
    const [timestamp, nonce, hash, signature] = ['x-svc-timestamp', 'x-svc-nonce', 'x-svc-body-hash', 'x-svc-signature'].map((name) => String(answer.headers[name]))
    const context = answerContext({ request_body_hash: sha256Hex(body), workspace_id: owner.workspace_id, skill: undefined }, { timestamp: timestamp!, nonce: nonce! }, hash!)
    expect((await api.post('/trust/verify', { svc_id: bob.svc_id, signature, context })).body).toMatchObject({ valid: true })
    await Promise.all([one.agent.close(), two.agent.close()])
  })

  it('T-06: an answer that the platform vouches for is not called verified', async () => {
    const platform = await startPlatform()
    const owner = await platform.organization()
    const installed = await install(platform, owner)
    const text = JSON.stringify({ task_id: 't', status: 'completed', result: { a: 1 }, output: { a: 1 } })
    const { body: { headers } } = await platform.as(bearer(installed.runtime_token)).post('/trust/headers', { svc_id: installed.agent.svc_id, request_body_hash: sha256Hex(text) })
    const sent = { body: text }
    const server = createServer((_req, res) => { res.writeHead(200, headers as Record<string, string>).end(sent.body) }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const link: PlatformLink = { ...registry, jwks: async () => (await platform.as({}).get('/trust/jwks')).body.keys }
    const asking = await startAgent(manifestOf({ a: {} }), { a: () => ({}) }, { platform: link })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await asking.agent.call(url, 'a', 'x')).toMatchObject({ status: 'completed', result: { a: 1 }, answerer: { svc_id: installed.agent.svc_id, signature: 'absent' } })
    server.close()
    await asking.agent.close()
  })

  it('an answer on /chat is signed like one of a task without skill and workspace', async () => {
    const talker = await startAgent(manifestOf({ echo: { input: TEXT } }), { echo: ({ text }) => ({ text }) }, { identity: { svc_id: bob.svc_id, seed: seedOf(12) } })
    const { body: { session_token } } = await talker.post('/svc/auth', { client_id: 'a' })
    const body = JSON.stringify({ message: 'x', skill: 'echo' })
    const answer = await talker.post('/chat', body, { Authorization: `Bearer ${session_token as string}`, 'X-Svc-Client-ID': 'a', 'X-Svc-Workspace-ID': 'ws_1' })
    const [timestamp, nonce, hash, signature] = ['x-svc-timestamp', 'x-svc-nonce', 'x-svc-body-hash', 'x-svc-signature'].map((name) => String(answer.headers[name]))
    const context = answerContext({ request_body_hash: sha256Hex(body), workspace_id: undefined, skill: undefined }, { timestamp: timestamp!, nonce: nonce! }, hash!)
    expect(hash).toBe(sha256Hex(answer.text))
    expect(verifySignature(bob.publicKey, signedText('trust', { svc_id: bob.svc_id, context }), decodeSignature(signature!)!)).toBe(true)
    await talker.agent.close()
  })
})

describe('the signatures in the examples of the contract', () => {
  const contract = JSON.parse(readFileSync(new URL('../../../generated/agent.json', import.meta.url), 'utf8')) as { components: { examples: Record<string, { value: Record<string, unknown> }> }; info: { description: string } }
  const story = JSON.parse(readFileSync(new URL('../../../generated/platform.json', import.meta.url), 'utf8')) as typeof contract
  const valueOf = (name: string, document = contract) => document.components.examples[name]!.value
  const bodies = { request: JSON.stringify(valueOf('InvoiceIsRouted')), answer: JSON.stringify(valueOf('InvoiceIsRead')) }
  const reader = valueOf('RegisterInvoiceReader', story) as { svc_id: string; public_key: string }
  const routed = { request_body_hash: sha256Hex(bodies.request), workspace_id: 'ws_7b1e5c90d2f4', skill: 'extract_invoice' }

  it('are made by the platform over the forwarded task, and by the agent over its answer, as this library does', () => {
    const platformKey = new Uint8Array(Buffer.from((valueOf('PlatformKeys', story)['keys'] as { x: string }[])[0]!.x, 'base64url'))
    const request = requestContext(routed, { timestamp: '2026-03-02T09:13:00.000Z', nonce: 'EXAMPLE_nonce_of_request' })
    const answer = answerContext(routed, { timestamp: '2026-03-02T09:13:00.840Z', nonce: 'EXAMPLE_nonce_of_answer' }, sha256Hex(bodies.answer))
    const [ofRequest, ofAnswer] = [/signature\s+`([A-Za-z0-9+/]{86}==)`/.exec(contract.info.description)![1]!, (contract as unknown as { components: { headers: { Signature: { schema: { example: string } } } } }).components.headers.Signature.schema.example]
    expect(verifySignature(platformKey, signedText('trust', { svc_id: reader.svc_id, context: request }), decodeSignature(ofRequest)!)).toBe(true)
    expect(verifySignature(parsePublicKey(reader.public_key)!.key, signedText('trust', { svc_id: reader.svc_id, context: answer }), decodeSignature(ofAnswer)!)).toBe(true)
  })
})
