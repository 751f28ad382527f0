import { describe, expect, it } from 'vitest'
import type { TrustVerdict } from '../../../src/agent/platform/link.ts'
import type { PlatformSignatureStatus } from '../../../src/agent/trust/platform-keys.ts'
import { createReceiver, type Receiver } from '../../../src/agent/trust/receiver.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import type { TaskClaims } from '../../../src/domain/signatures/signature.ts'
import { forwarded, taskClaims } from '../serve/statements.ts'

const START = Date.parse('2026-03-01T12:00:00.000Z')
const CALLER = 'a'.repeat(64)
const IDENTITY = {
  svc_id: 'b'.repeat(64),
  installation_id: 'inst',
  workspace_id: 'ws',
  upstream_url: 'https://agent.example/a2a/tasks',
  issuer: 'https://registry.test',
}
const BODY = '{"task_id":"t-1","input":{"skill":"echo","message":"hello"}}'
type ReceivedTask = Parameters<Receiver['admit']>[1]
const TASK: ReceivedTask = {
  body: Buffer.from(BODY),
  skill: 'echo',
  task_id: 't-1',
  workspace_id: undefined,
}
const SIGNATURE = Buffer.alloc(64).toString('base64')
const GOOD: TrustVerdict = {
  valid: true,
  svc_id: CALLER,
  reason: 'verified',
  verification_status: 'verified',
  reputation_score: 61,
  freshness: 'fresh',
  audience: 'matched',
  checks: [],
  policy: { allowed: true, rule: 'none' },
  verified_at: '2026-03-01T12:00:00.000Z',
}

/** Creates a receiver that has run for an hour, with a platform whose responses the test determines. */
function startReceiver() {
  const state = {
    now: START,
    uptime: 3_600_000,
    signature_status: 'verified' as PlatformSignatureStatus,
    verdict: GOOD as TrustVerdict | undefined,
    installation: IDENTITY as Partial<typeof IDENTITY> | undefined,
    time: undefined as { earliest_ms: number; latest_ms: number } | undefined,
    verified: 0,
  }
  const receiver = createReceiver({
    svc_id: IDENTITY.svc_id,
    require_signed: false,
    now_ms: () => state.now,
    uptime_ms: () => state.uptime,
    keys: { verify: async () => state.signature_status },
    platform: {
      issuer: IDENTITY.issuer,
      installation: () => state.installation as never,
      time: () => state.time,
      verifyTrust: async () => {
        state.verified += 1
        return state.verdict
      },
    },
  })
  const headers = (more: object = {}) => ({
    'x-svc-agent-id': CALLER,
    'x-svc-timestamp': new Date(START).toISOString(),
    'x-svc-nonce': 'n',
    'x-svc-signature': 'sig',
    ...more,
  })
  const claims = (more: Partial<TaskClaims> = {}): TaskClaims => ({
    ...taskClaims(BODY, IDENTITY, START),
    ...more,
  })
  const examineTask = (given: TaskClaims) =>
    receiver.examine({ 'x-svc-task': forwarded(given, () => SIGNATURE)['X-Svc-Task'] }, true)
  const outcomeOf = (found: object) =>
    'reason' in found ? found.reason : (found as { kind: string }).kind
  return {
    state,
    receiver,
    headers,
    claims,
    agent: async (more?: object) => outcomeOf(await receiver.examine(headers(more), true)),
    task: async (more?: Partial<TaskClaims>) => outcomeOf(await examineTask(claims(more))),
    async admitTask(more: Partial<TaskClaims> = {}, received: Partial<ReceivedTask> = {}) {
      const given = claims(more)
      const presented = await examineTask(given)
      return 'reason' in presented
        ? presented.reason
        : outcomeOf(
            await receiver.admit(presented as never, {
              ...TASK,
              task_id: given.task_id,
              ...received,
            }),
          )
    },
    async admitRequest(received: Partial<ReceivedTask> = {}) {
      return receiver.admit((await receiver.examine(headers(), true)) as never, {
        ...TASK,
        ...received,
      })
    },
  }
}
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString()

describe('a signed request', () => {
  it.each([
    [-300_001, false],
    [-300_000, true],
    [300_000, true],
    [300_001, false],
  ])('with a timestamp %i ms from now is accepted: %s', async (offset_ms, accepted) => {
    expect(await startReceiver().agent({ 'x-svc-timestamp': at(offset_ms) })).toBe(
      accepted ? 'agent' : 'The timestamp is not within 300 seconds of now.',
    )
  })

  it.each([
    ['of one character', '!', true],
    ['of 200 characters', 'n'.repeat(200), true],
    ['of 201 characters', 'n'.repeat(201), false],
    ['without characters', '', false],
    ['with a space', 'a b', false],
    ['beyond ASCII', 'ä', false],
  ])('with a nonce %s is accepted: %s', async (_, nonce, accepted) => {
    expect(await startReceiver().agent({ 'x-svc-nonce': nonce })).toBe(
      accepted ? 'agent' : 'X-Svc-Agent-ID or X-Svc-Nonce is malformed.',
    )
  })

  it("is checked against the platform's time, as far as that is known", async () => {
    const { state, agent } = startReceiver()
    state.time = { earliest_ms: START - 400_000, latest_ms: START - 300_001 }
    expect(await agent()).toBe('The timestamp is not within 300 seconds of now.')
    state.time = { earliest_ms: START - 400_000, latest_ms: START - 300_000 }
    expect(await agent()).toBe('agent')
    state.time = { earliest_ms: START + 300_001, latest_ms: START + 400_000 }
    expect(await agent()).toBe('The timestamp is not within 300 seconds of now.')
    state.time = { earliest_ms: START + 300_000, latest_ms: START + 400_000 }
    expect(await agent()).toBe('agent')
  })

  it.each([undefined, { installation_id: 'inst', upstream_url: IDENTITY.upstream_url }])(
    'cannot be verified while the installation is %j',
    async (installation) => {
      const { state, agent } = startReceiver()
      state.installation = installation
      expect(await agent()).toBe('unavailable')
    },
  )

  it('is admitted with the status that the platform reports for its caller, and the answer is bound to it', async () => {
    expect(await startReceiver().admitRequest()).toEqual({
      kind: 'admitted',
      caller: { kind: 'agent', svc_id: CALLER, verification_status: 'verified', reputation: 61 },
      workspace_id: 'ws',
      answer_binding: {
        issuer: IDENTITY.issuer,
        audience: CALLER,
        request_nonce: 'n',
        request_body_hash: sha256Hex(BODY),
      },
    })
  })

  it('is not sent to the platform when its body names another workspace or no skill', async () => {
    const { state, admitRequest } = startReceiver()
    expect([
      (await admitRequest({ workspace_id: 'ws_other' })).kind,
      (await admitRequest({ skill: undefined })).kind,
      state.verified,
    ]).toEqual(['invalid', 'invalid', 0])
    expect([(await admitRequest({ workspace_id: 'ws' })).kind, state.verified]).toEqual([
      'admitted',
      1,
    ])
  })

  const failed = (name: string) =>
    ({ name, passed: false, detail: `${name} failed` }) as TrustVerdict['checks'][number]
  const passed = (name: string) =>
    ({ name, passed: true, detail: `${name} passed` }) as TrustVerdict['checks'][number]
  it.each([
    [
      'a wrong signature',
      [passed('agent_active'), failed('signature')],
      true,
      'invalid',
      'signature failed',
    ],
    [
      'a wrong signature by a suspended agent',
      [failed('agent_active'), failed('signature')],
      true,
      'invalid',
      'signature failed',
    ],
    [
      'a suspended agent',
      [passed('signature'), failed('agent_active')],
      true,
      'refused',
      'agent_active failed',
    ],
    [
      'a policy that forbids the call',
      [failed('policy')],
      false,
      'refused',
      'The policy of the workspace does not allow this agent to call (rule).',
    ],
    [
      'no failed check',
      [passed('signature')],
      true,
      'invalid',
      'The platform found the signature to be invalid.',
    ],
  ] as const)(
    'is refused with a reason if the platform reports %s',
    async (_, checks, allowed, kind, reason) => {
      const { state, admitRequest } = startReceiver()
      state.verdict = {
        ...GOOD,
        valid: false,
        checks: [...checks],
        policy: { allowed, rule: 'rule' } as never,
      }
      expect(await admitRequest()).toMatchObject({ kind, reason })
      expect('answer_binding' in (await admitRequest())).toBe(kind === 'refused')
    },
  )
})

describe('a forwarded task', () => {
  it.each([
    ['is valid for 60 seconds', { expires_at: at(60_000) }, 'task'],
    [
      'is valid for a millisecond longer',
      { expires_at: at(60_001) },
      'The task statement is valid for more than 60 seconds.',
    ],
    ['was issued 30 seconds from now', { issued_at: at(30_000), expires_at: at(90_000) }, 'task'],
    [
      'was issued a millisecond later',
      { issued_at: at(30_001), expires_at: at(90_001) },
      'The task statement was issued in the future.',
    ],
    ['expired 30 seconds ago', { issued_at: at(-90_000), expires_at: at(-30_000) }, 'task'],
    [
      'expired a millisecond earlier',
      { issued_at: at(-90_001), expires_at: at(-30_001) },
      'The task statement has expired.',
    ],
  ])(
    'is accepted only if the times of its statement are within the limits (one that %s)',
    async (_, more, outcome) => {
      expect(await startReceiver().task(more)).toBe(outcome)
    },
  )

  it('is refused if it was issued before the agent was created', async () => {
    const { state, task } = startReceiver()
    state.uptime = 10_000
    expect(await task({ issued_at: at(-10_000), expires_at: at(20_000) })).toBe('task')
    expect(await task({ issued_at: at(-10_001), expires_at: at(20_000) })).toBe(
      'The task statement was issued before this agent started.',
    )
  })

  it('is checked again when its body has arrived', async () => {
    const { state, receiver, claims } = startReceiver()
    const presented = await receiver.examine(
      { 'x-svc-task': forwarded(claims(), () => SIGNATURE)['X-Svc-Task'] },
      true,
    )
    state.now = START + 90_001
    expect(await receiver.admit(presented as never, TASK)).toMatchObject({
      kind: 'invalid',
      reason: 'The task statement has expired.',
    })
  })

  it('is remembered for five minutes after it expired, in case the clock is set back', async () => {
    const { state, admitTask } = startReceiver()
    expect(await admitTask()).toBe('admitted')
    for (const [later, remembered] of [
      [359_999, true],
      [360_000, false],
    ] as const) {
      state.now = START + later
      expect(
        await admitTask({
          task_id: `other-${later}`,
          issued_at: at(later),
          expires_at: at(later + 60_000),
        }),
      ).toBe('admitted')
      state.now = START
      expect(await admitTask()).toBe(remembered ? 'The task was already accepted.' : 'admitted')
    }
  })

  it.each([
    ['unknown', 'unavailable'],
    [
      'wrong',
      'The task statement was not signed with a key that the platform publishes and that was valid when the statement was issued.',
    ],
  ] as const)('whose signature is %s is refused', async (status, outcome) => {
    const { state, task } = startReceiver()
    state.signature_status = status
    expect(await task()).toBe(outcome)
  })

  it('cannot be verified while the agent is not installed', async () => {
    const { state, task } = startReceiver()
    state.installation = undefined
    expect(await task()).toBe('unavailable')
  })
})
