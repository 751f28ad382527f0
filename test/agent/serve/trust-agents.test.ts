import { describe, expect, it } from 'vitest'
import type { TrustVerdict } from '../../../src/agent/index.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { ISSUER } from '../../http/platform.ts'
import { formOf, type SentHeaders } from './agents.ts'
import { task } from './statements.ts'
import {
  platform,
  owner,
  caller,
  stranger,
  desk,
  identity,
  served,
  link,
  started,
  signed,
  routed,
  rpcBody,
  expectRefused,
  startReceiver,
} from './trust-receiver.ts'

startReceiver()

describe('requests signed by an agent', () => {
  it('are executed once the platform has confirmed signature, audience, freshness and policy', async () => {
    const before = link.requests.length
    const body = task('see')
    const answer = await desk.task(body, signed(body))
    expect(answer).toMatchObject({
      status: 200,
      body: {
        result: {
          caller: {
            kind: 'agent',
            svc_id: caller.svc_id,
            verification_status: 'verified',
            reputation: 50,
          },
          workspace_id: owner.workspace_id,
        },
      },
    })
    expect(link.requests.slice(before)).toEqual(['/trust/verify'])
  })

  it('may be signed for this installation', async () => {
    const body = task()
    expect(formOf(await desk.task(body, signed(body, { names_installation: true })))).toBe(
      'completed',
    )
  })

  it.each(['base64', 'base64url', 'hex'] as const)(
    'may encode the signature as %s',
    async (encoding) => {
      const body = task()
      const headers = signed(body)
      expect(
        formOf(
          await desk.task(body, {
            ...headers,
            'X-Svc-Signature': Buffer.from(headers['X-Svc-Signature']!, 'base64').toString(
              encoding,
            ),
          }),
        ),
      ).toBe('completed')
    },
  )

  it('are signed in the same way over JSON-RPC', async () => {
    const body = rpcBody()
    const headers = signed(body)
    expect(await desk.rpc(body, headers)).toMatchObject({
      status: 200,
      body: { result: { status: { state: 'completed' } } },
    })
    expect(await desk.rpc(body, headers)).toMatchObject({
      status: 401,
      body: { id: 1, error: { code: -32600, data: { code: 'unauthorized' } } },
    })
  })

  it('T-03, T-04: may be A2A messages, which are admitted once, for the skill that their metadata names', async () => {
    const body = (skill: string) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: {
            messageId: 'm-1',
            role: 'ROLE_USER',
            parts: [{ text: 'a2a' }],
            metadata: { 'urn:svc:a2a:skill:v1': { skill } },
          },
        },
      })
    const headers = {
      'A2A-Version': '1.0',
      ...signed(body('see'), { context: { skill: 'see' } }),
    }
    const before = served.length
    expect((await desk.rpc(body('secret'), headers)).status).toBe(401)
    const other = signed(body('secret'), { context: { skill: 'see' } })
    expect((await desk.rpc(body('secret'), { ...headers, ...other })).status).toBe(401)
    expect(served).toHaveLength(before)
    const response = await desk.rpc(body('see'), headers)
    expect(response.body.result.task.artifacts[0].parts[1].data).toMatchObject({
      caller: { kind: 'agent', svc_id: caller.svc_id },
    })
    expect(response.headers['x-svc-signature']).toMatch(/^[A-Za-z0-9+/]{86}==$/)
    expect((await desk.rpc(body('see'), headers)).status).toBe(401)
    expect(served).toHaveLength(before + 1)
  })

  it('T-03, T-04, T-06: may be calls of an MCP tool, which are admitted once, for its skill, and get a signed answer', async () => {
    const params = (name: string) => ({ name, arguments: { text: 'mcp' } })
    const body = (name: string) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: params(name) })
    const headers = signed(body('see'), { context: { skill: 'see' } })
    const post = (name: string, sent: SentHeaders) => desk.send('POST', '/mcp', body(name), sent)
    const before = served.length
    expect((await post('secret', headers)).status).toBe(401)
    const other = signed(body('secret'), { context: { skill: 'see' } })
    expect((await post('secret', other)).status).toBe(401)
    expect(served).toHaveLength(before)
    const response = await post('see', headers)
    expect(response.body.result.structuredContent).toMatchObject({
      caller: { kind: 'agent', svc_id: caller.svc_id },
    })
    expect(response.headers['x-svc-signature']).toMatch(/^[A-Za-z0-9+/]{86}==$/)
    expect((await post('see', headers)).status).toBe(401)
    expect(served).toHaveLength(before + 1)
  })

  const without = (headers: Record<string, string>, name: string): SentHeaders => ({
    ...headers,
    [name]: undefined,
  })
  const wrong: readonly [
    name: string,
    why: RegExp,
    make: (body: string) => SentHeaders,
    body?: () => string,
  ][] = [
    [
      "another agent's signature",
      /does not match/,
      (body) => ({
        ...signed(body),
        'X-Svc-Signature': signed(body, { by: stranger })['X-Svc-Signature'],
      }),
    ],
    [
      'a signature of other bytes',
      /does not match/,
      (body) => ({ ...signed(body), 'X-Svc-Signature': Buffer.alloc(64, 7).toString('base64') }),
    ],
    [
      'a malformed signature',
      /not 64 bytes/,
      (body) => ({ ...signed(body), 'X-Svc-Signature': 'nonsense' }),
    ],
    ['another body', /does not match/, () => signed(task('echo', 'other'))],
    [
      'a signature for another skill',
      /does not match/,
      (body) => signed(body, { context: { skill: 'see' } }),
    ],
    [
      'no skill',
      /name its skill/,
      (body) => signed(body),
      () => JSON.stringify({ input: { message: 'x' } }),
    ],
    [
      'no timestamp',
      /together with X-Svc-Agent-ID/,
      (body) => without(signed(body), 'X-Svc-Timestamp'),
    ],
    ['no nonce', /together with X-Svc-Agent-ID/, (body) => without(signed(body), 'X-Svc-Nonce')],
    ['no agent', /together with X-Svc-Agent-ID/, (body) => without(signed(body), 'X-Svc-Agent-ID')],
    [
      'an invalid timestamp',
      /within 300 seconds/,
      (body) => ({ ...signed(body), 'X-Svc-Timestamp': 'now' }),
    ],
    [
      'a nonce other than the signed one',
      /does not match/,
      (body) => ({ ...signed(body), 'X-Svc-Nonce': 'other' }),
    ],
    [
      'another receiver',
      /does not match/,
      (body) => signed(body, { context: { audience: { svc_id: stranger.svc_id } } }),
    ],
    [
      'no receiver',
      /does not match/,
      (body) => signed(body, { context: { audience: undefined as never } }),
    ],
    [
      'another workspace',
      /does not match/,
      (body) => signed(body, { context: { workspace_id: 'ws_other' } }),
    ],
    [
      'another platform',
      /does not match/,
      (body) => signed(body, { context: { issuer: 'https://other.example' } }),
    ],
    [
      'another installation',
      /another installation/,
      (body) => ({
        ...signed(body, {
          context: { audience: { svc_id: identity.svc_id, installation_id: 'other' } },
        }),
        'X-Svc-Audience-Installation': 'other',
      }),
    ],
    [
      'an installation that it did not sign',
      /does not match/,
      (body) => ({ ...signed(body), 'X-Svc-Audience-Installation': identity.installation_id }),
    ],
    [
      'an installation that it signed and does not name',
      /does not match/,
      (body) => without(signed(body, { names_installation: true }), 'X-Svc-Audience-Installation'),
    ],
    [
      'a claim in addition to the known ones',
      /does not match/,
      (body) => signed(body, { context: { more: 1 } as object }),
    ],
    [
      'another workspace in its body',
      /names a workspace other than .* Correct or omit workspace_id, and sign the request again\.$/,
      (body) => signed(body),
      () => task('echo', 'x', { workspace_id: 'ws_other' }),
    ],
    [
      'an unknown agent',
      /knows no agent with this X-Svc-Agent-ID, or does not show it .* Register the signing agent with this platform or make it visible/,
      (body) => signed(body, { by: stranger }),
    ],
    [
      'the name of the platform as its own',
      /name of the platform/,
      (body) => ({ ...signed(body), 'X-Svc-Agent-ID': ISSUER }),
    ],
    [
      "the platform's signature as well",
      /not by both\. Omit X-Svc-Task or X-Svc-Signature\.$/,
      (body) => ({ ...signed(body), ...routed(body) }),
    ],
  ]
  it.each(wrong)(
    'with %s are refused with 401 and not executed',
    async (_name, why, make, body = task) => {
      const text = body()
      expect(await expectRefused(text, make(text), 401)).toMatch(why)
    },
  )

  it('are executed once, however often they are sent', async () => {
    const body = task()
    const headers = signed(body)
    const answers = await Promise.all([
      desk.task(body, headers),
      desk.task(body, headers),
      desk.task(body, headers),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect(await expectRefused(body, headers, 401)).toMatch(/used before/)
  })

  it('are refused with 401 when the verdict is valid but about another agent, or does not confirm audience and freshness', async () => {
    const verdict: TrustVerdict = {
      valid: true,
      svc_id: caller.svc_id,
      reason: 'verified',
      verification_status: 'verified',
      reputation_score: 50,
      freshness: 'fresh',
      audience: 'matched',
      checks: [],
      policy: { allowed: true, rule: 'none' },
      verified_at: '2026-03-01T12:00:00.000Z',
    }
    for (const weaker of [
      { audience: 'not_provided' },
      { audience: 'not_checked' },
      { audience: undefined },
      { freshness: 'not_provided' },
      { svc_id: stranger.svc_id },
    ]) {
      const agent = await started(
        {},
        { ...link.link, verifyTrust: async () => ({ ...verdict, ...weaker }) as TrustVerdict },
      )
      const body = task()
      expect(await expectRefused(body, signed(body), 401, agent)).toMatch(/audience and freshness/)
      await agent.agent.close()
    }
  })

  it('are refused with 403 when the policy of the workspace does not allow the caller or the skill', async () => {
    const set = (a2a: object) =>
      platform.store.setPolicy(platform.context(), {
        workspace_id: owner.workspace_id,
        content: { ...DEFAULT_POLICY, a2a: { ...DEFAULT_POLICY.a2a, ...a2a } },
        signer: platform.services.signer,
      })
    await set({ allowed_callers: [stranger.svc_id] })
    const body = task()
    expect(await expectRefused(body, signed(body), 403)).toMatch(
      /a2a\.allowed_callers.*Ask an owner or admin/,
    )
    await set({ allowed_skills: ['echo'] })
    const other = task('secret')
    expect(await expectRefused(other, signed(other), 403)).toMatch(/a2a\.allowed_skills/)
    expect(formOf(await desk.task(body, signed(body)))).toBe('completed')
    await set({})
  })

  it('are refused with 403 when the caller is suspended, and 401 when its signature is wrong too', async () => {
    await platform.store.setSuspended(platform.context(), {
      svc_id: caller.svc_id,
      suspended: true,
      reason: 'test',
    })
    const body = task()
    expect(await expectRefused(body, signed(body), 403)).toMatch(
      /suspended.*Only an operator of the platform can lift this\./,
    )
    await expectRefused(body, { ...signed(body), 'X-Svc-Signature': 'nonsense' }, 401)
    await platform.store.setSuspended(platform.context(), {
      svc_id: caller.svc_id,
      suspended: false,
      reason: 'test',
    })
  })

  it('get 503 and are not executed while the platform is unavailable', async () => {
    link.state.down = true
    const body = task()
    const headers = signed(body)
    expect(await expectRefused(body, headers, 503)).toMatch(/cannot be verified/)
    link.state.down = false
    expect(formOf(await desk.task(body, headers))).toBe('completed')
  })
})
