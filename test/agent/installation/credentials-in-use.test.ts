import { describe, expect, it } from 'vitest'
import type { RequestOutcome } from '../../../src/agent/installation/responses.ts'
import type { Credentials, StoredCredentials } from '../../../src/agent/installation/credentials.ts'
import { initialStep, step } from '../../../src/agent/installation/state-machine.ts'
import type { Action, Event, Request, Setup } from '../../../src/agent/installation/state.ts'
import { SETUP } from './simulation.ts'

const LEASE = {
  lease_expires_at: '2030-01-01T00:00:00.000Z',
  next_heartbeat_at: '2030-01-01T00:00:00.000Z',
  command: null,
}
const credentials = (name: string, more: Partial<Credentials> = {}): Credentials => ({
  installation_id: 'inst',
  runtime_token: `srt_${name}`,
  expires_at: '2030-01-01T00:00:00.000Z',
  token_version: 1,
  refresh_token: `srf_${name}`,
  install_token_hash: null,
  workspace_id: 'ws',
  upstream_url: null,
  ...more,
})
const storedWith = (
  current: Credentials,
  previous: Credentials | null = null,
): StoredCredentials => ({
  format: 1,
  platform_url: SETUP.platform_url,
  agent_id: SETUP.agent_id,
  issuer: SETUP.issuer,
  workspace_id: 'ws',
  current,
  previous,
  begun: null,
  heartbeat_interval: 60,
  asked_interval: null,
  paused: false,
})
const ok = (body: object): RequestOutcome<unknown> => ({ kind: 'ok', body, clock_ms: null })
const refused = (
  status: number,
  code: string | null = null,
  retry_after_ms: number | null = null,
): RequestOutcome<unknown> => ({ kind: 'refused', status, code, retry_after_ms })

/** Starts a state machine whose events the test determines. */
function startMachine(stored: StoredCredentials | null, setup: Partial<Setup> = {}, random = 0.5) {
  let now = 0
  const first = initialStep({ ...SETUP, install_token_hash: null, ...setup }, stored, {
    now,
    random,
  })
  let { state } = first
  const actions: Action[] = [...first.actions]
  const dispatch = (event: Event) => {
    const next = step(state, event, { now, random })
    state = next.state
    actions.push(...next.actions)
  }
  const actionsOf = <Type extends Action['type']>(type: Type) =>
    actions.filter((action): action is Extract<Action, { type: Type }> => action.type === type)
  return {
    dispatch,
    state: () => state,
    respond: (outcome: RequestOutcome<unknown>) =>
      dispatch({ type: 'response', attempt: state.in_flight!.attempt, outcome }),
    /** Advances the time to the next request. */
    wake() {
      now = Math.max(now, actionsOf('wake').at(-1)!.at)
      dispatch({ type: 'timer_fired' })
    },
    waited: () => (actionsOf('wake').at(-1)?.at ?? now) - now,
    stored: (result: 'stored' | 'store_failed' = 'stored') =>
      dispatch({ type: result, revision: state.revision }),
    requests: (): Request[] => actionsOf('send').map(({ request }) => request),
    goals: () => actionsOf('send').map(({ request }) => request.goal),
    disk: () => actionsOf('save').at(-1)?.content,
    ended: () => actionsOf('ended').map(({ reason }) => reason),
    logged: () => actionsOf('log').map(({ level, message }) => `${level} ${message}`),
    lastLogged: () => actionsOf('log').at(-1),
  }
}
/** Starts a machine that is online with these credentials. */
function running(
  current: Credentials,
  setup: Partial<Setup> = {},
  previous: Credentials | null = null,
) {
  const machine = startMachine(storedWith(current, previous), setup)
  machine.respond(ok(LEASE))
  return machine
}
const SUCCESSOR = {
  runtime_token: 'srt_new',
  expires_at: '2031-01-01T00:00:00.000Z',
  token_version: 2,
}

describe('refused refresh tokens', () => {
  it.each([401, 403, 404])('lead to recovery after %i with an API key', (status) => {
    const machine = running(credentials('a'), { can_recover: true })
    machine.wake()
    machine.respond(refused(401))
    machine.respond(refused(status))
    machine.wake()
    expect(machine.goals()).toEqual(['lease', 'lease', 'refresh', 'recover'])
  })

  it.each([401, 403, 404])('lead to degraded mode after %i without an API key', (status) => {
    const machine = running(credentials('a'))
    machine.wake()
    machine.respond(refused(401))
    machine.respond(refused(status))
    expect(machine.state()).toMatchObject({
      mode: 'degraded',
      reason: 'credentials_refused',
      goal: 'refresh',
    })
  })
})

it.each([400, 409, 429, 500])(
  'a refresh token does not count as refused after %i: the heartbeat is tried again',
  (status) => {
    const machine = running(credentials('a'), { can_recover: true })
    machine.wake()
    machine.respond(refused(401))
    machine.respond(refused(status))
    expect(machine.lastLogged()).toMatchObject({ fields: { for: 'refresh', status } })
    machine.wake()
    expect(machine.goals()).toEqual(['lease', 'lease', 'refresh', 'lease'])
    expect(machine.state().mode).toBe('running')
  },
)

describe('refused runtime tokens', () => {
  it.each([401, 404])('are refreshed at once after %i', (status) => {
    const machine = running(credentials('a'))
    machine.wake()
    machine.respond(refused(status))
    expect(machine.goals()).toEqual(['lease', 'lease', 'refresh'])
  })

  it.each([
    [403, 'INSTALLATION_REVOKED'],
    [403, 'INSTALLATION_TERMINATED'],
  ])('with %i %s end the installation', (status, code) => {
    const machine = running(credentials('a'), { can_recover: true })
    machine.wake()
    machine.respond(refused(status, code))
    expect(machine.ended()).toEqual([code.toLowerCase()])
  })

  it.each([
    [401, 'INSTALLATION_REVOKED'],
    [403, null],
    [403, 'FORBIDDEN'],
    [400, 'INVALID_BODY'],
    [409, null],
    [503, null],
  ])('with %i %s do not end the installation', (status, code) => {
    const machine = running(credentials('a'))
    machine.wake()
    machine.respond(refused(status, code))
    expect(machine.ended()).toEqual([])
    expect(machine.state().mode).toBe('running')
  })

  it('lead to recovery without a refresh token', () => {
    const machine = running(credentials('a', { refresh_token: null }), { can_recover: true })
    machine.wake()
    machine.respond(refused(401))
    expect(machine.goals()).toEqual(['lease', 'lease', 'recover'])
  })

  it('are tried again, half a minute to an hour later, if there is neither a refresh token nor an API key', () => {
    const machine = running(credentials('a', { refresh_token: null }))
    machine.wake()
    machine.respond(refused(401))
    expect(machine.state()).toMatchObject({
      mode: 'degraded',
      reason: 'credentials_refused',
      goal: 'lease',
    })
    expect(machine.waited()).toBe(46_000)
    machine.wake()
    machine.respond(ok(LEASE))
    expect(machine.state()).toMatchObject({ mode: 'running', reason: '', failures: 0 })
  })
})

describe('the last credentials that worked', () => {
  it('stay on disk alongside new ones until those have worked', () => {
    const machine = running(credentials('a'))
    machine.wake()
    machine.respond(ok({ ...LEASE, refreshed_token: SUCCESSOR }))
    expect(machine.disk()).toMatchObject({
      current: { runtime_token: 'srt_new' },
      previous: { runtime_token: 'srt_a' },
    })
    machine.stored()
    expect(machine.disk()).toMatchObject({
      current: { runtime_token: 'srt_new' },
      previous: { runtime_token: 'srt_a' },
    })
    expect(machine.state()).toMatchObject({
      current: { runtime_token: 'srt_new', refresh_token: 'srf_a' },
      previous: { runtime_token: 'srt_a' },
      accepted: false,
    })
    machine.respond(ok(LEASE))
    expect(machine.disk()).toMatchObject({ current: { runtime_token: 'srt_new' }, previous: null })
  })

  it('stay on disk while newer ones replace some that never worked', () => {
    const machine = startMachine(storedWith(credentials('b'), credentials('a')))
    machine.respond(refused(401))
    machine.respond(ok(SUCCESSOR))
    expect(machine.disk()).toMatchObject({
      current: { runtime_token: 'srt_new' },
      previous: { runtime_token: 'srt_a' },
    })
    machine.stored()
    expect(machine.state()).toMatchObject({
      current: { runtime_token: 'srt_new' },
      previous: { runtime_token: 'srt_a' },
    })
  })

  it('are tried once more if later ones never worked', () => {
    const machine = startMachine(storedWith(credentials('b'), credentials('a')), {
      can_recover: true,
    })
    machine.respond(refused(401))
    machine.respond(refused(401))
    machine.wake()
    expect(machine.requests().at(-1)).toMatchObject({ goal: 'lease', runtime_token: 'srt_a' })
    expect(machine.state().previous).toMatchObject({ runtime_token: 'srt_b' })
    machine.respond(refused(401))
    machine.wake()
    machine.respond(refused(401))
    machine.wake()
    expect(machine.goals()).toEqual(['lease', 'refresh', 'lease', 'refresh', 'recover'])
  })

  it('do not replace credentials that have worked', () => {
    const machine = running(credentials('b'), {}, credentials('a'))
    machine.wake()
    machine.respond(refused(401))
    machine.respond(refused(401))
    expect(machine.state()).toMatchObject({
      mode: 'degraded',
      current: { runtime_token: 'srt_b' },
      previous: null,
    })
  })
})

describe('the first credentials of an installation', () => {
  it.each([
    [false, 'refresh'],
    [true, 'recover'],
  ])(
    'have no earlier ones to fall back to when they never worked (API key: %s)',
    (can_recover, goal) => {
      const machine = startMachine(storedWith(credentials('a')), { can_recover })
      machine.respond(refused(401))
      machine.respond(refused(401))
      expect(machine.state()).toMatchObject({
        goal,
        current: { runtime_token: 'srt_a' },
        previous: null,
      })
    },
  )

  it('are replaced through a new install token', () => {
    const machine = startMachine(storedWith(credentials('a', { install_token_hash: 'hash' })), {
      install_token_hash: 'another',
    })
    machine.stored()
    expect(machine.goals()).toEqual(['bootstrap'])
  })
})

describe('replacement tokens', () => {
  it.each([
    [1, 'srt_a'],
    [0, 'srt_a'],
    [2, 'srt_new'],
  ])('are accepted with version %i only if it is higher than 1', (token_version, runtime_token) => {
    const machine = running(credentials('a'))
    machine.wake()
    machine.respond(ok({ ...LEASE, refreshed_token: { ...SUCCESSOR, token_version } }))
    machine.stored()
    expect(machine.state().current).toMatchObject({ runtime_token })
  })

  it('are not used before they are on disk; until then the old one is used', () => {
    const machine = running(credentials('a'))
    machine.wake()
    machine.respond(ok({ ...LEASE, refreshed_token: SUCCESSOR }))
    machine.stored('store_failed')
    machine.wake()
    expect(machine.requests().at(-1)).toMatchObject({ runtime_token: 'srt_a' })
  })

  it('are used from memory when the old one is refused and the disk fails', () => {
    const machine = running(credentials('a'))
    machine.wake()
    machine.respond(refused(401))
    machine.respond(ok(SUCCESSOR))
    expect(machine.state()).toMatchObject({ waits_for_disk: true, in_flight: null })
    machine.stored('store_failed')
    expect(machine.requests().at(-1)).toMatchObject({ goal: 'lease', runtime_token: 'srt_new' })
  })

  it('do not count as stored when the disk confirms an older revision', () => {
    const machine = running(credentials('a'))
    machine.wake()
    machine.respond(ok({ ...LEASE, refreshed_token: SUCCESSOR }))
    const { revision } = machine.state()
    machine.dispatch({ type: 'stored', revision: revision - 1 })
    expect(machine.state()).toMatchObject({
      current: { runtime_token: 'srt_a' },
      pending: { runtime_token: 'srt_new' },
    })
  })
})

describe('a recovery', () => {
  const ISSUED = {
    installation_id: 'inst',
    runtime_token: 'srt_r',
    refresh_token: 'srf_r',
    expires_at: '2030-01-01T00:00:00.000Z',
    heartbeat_interval: 90,
    workspace_id: 'ws',
  }
  const recovering = () => startMachine(null, { can_recover: true })

  it('returns credentials that are used once the disk has them', () => {
    const machine = recovering()
    machine.respond(ok(ISSUED))
    expect(machine.state()).toMatchObject({ waits_for_disk: true, in_flight: null, interval_s: 90 })
    machine.stored()
    expect(machine.requests().at(-1)).toMatchObject({
      goal: 'lease',
      runtime_token: 'srt_r',
      interval_s: 90,
    })
  })

  it.each(['INSTALLATION_REVOKED', 'INSTALLATION_TERMINATED'])(
    'that is refused with %s ends the installation',
    (code) => {
      const machine = recovering()
      machine.respond(refused(403, code))
      expect(machine.ended()).toEqual([code.toLowerCase()])
    },
  )

  it('that is refused is tried again, between half a minute and an hour later', () => {
    const machine = recovering()
    machine.respond(refused(404, 'INSTALLATION_NOT_FOUND'))
    expect(machine.state()).toMatchObject({
      mode: 'degraded',
      reason: 'recovery_refused',
      goal: 'recover',
    })
    expect(machine.waited()).toBe(46_000)
  })

  it('keeps the refresh token if the response has none, but only for the same installation', () => {
    for (const [installation_id, refresh_token] of [
      ['inst', 'srf_a'],
      ['other', null],
    ] as const) {
      const machine = running(credentials('a', { refresh_token: 'srf_a' }), { can_recover: true })
      machine.wake()
      machine.respond(refused(401))
      machine.respond(refused(401))
      machine.wake()
      machine.respond(ok({ ...ISSUED, installation_id, refresh_token: undefined }))
      expect(machine.state().pending).toMatchObject({ installation_id, refresh_token })
    }
  })
})

describe('retries', () => {
  it('wait as long as Retry-After says, up to an hour, plus up to a tenth', () => {
    for (const [retry_after, waits] of [
      [5000, 5250],
      [3_600_000, 3_780_000],
      [86_400_000, 3_780_000],
    ] as const) {
      const machine = running(credentials('a'))
      machine.wake()
      machine.respond(refused(429, null, retry_after))
      expect(machine.waited()).toBe(waits)
    }
  })

  it('are more frequent in the minute in which a used install token is still accepted', () => {
    const machine = startMachine(null, { install_token_hash: 'hash' })
    machine.stored()
    for (let failures = 1; failures <= 8; failures += 1) {
      machine.respond({ kind: 'lost', may_have_acted: true, detail: 'lost' })
      if (failures > 4) expect(machine.waited()).toBeLessThanOrEqual(5000)
      machine.wake()
    }
  })

  it('are not more frequent if the install token cannot have arrived', () => {
    const machine = startMachine(null, { install_token_hash: 'hash' })
    machine.stored()
    const waits = []
    for (let failures = 1; failures <= 8; failures += 1) {
      machine.respond({ kind: 'lost', may_have_acted: false, detail: 'ECONNREFUSED' })
      waits.push(machine.waited())
      machine.wake()
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000])
  })

  it('log the first, second, fourth and eighth failure', () => {
    const machine = running(credentials('a'))
    machine.wake()
    for (let failures = 1; failures <= 10; failures += 1) {
      machine.respond({ kind: 'lost', may_have_acted: false, detail: 'ECONNREFUSED' })
      machine.wake()
    }
    expect(machine.logged().filter((line) => line.includes('trying again'))).toHaveLength(4)
    machine.respond(ok(LEASE))
    expect(machine.logged().at(-1)).toBe('info the platform is available again')
  })
})

it('a heartbeat that succeeds logs nothing unless the one before it failed', () => {
  const machine = running(credentials('a'))
  const before = machine.logged()
  machine.wake()
  machine.respond(ok(LEASE))
  expect(machine.logged()).toEqual(before)
})

describe('a bootstrap', () => {
  it.each([401, 409])(
    'that is refused with %i after a lost response is followed by recovery with an API key',
    (status) => {
      const machine = startMachine(null, { install_token_hash: 'hash', can_recover: true })
      machine.stored()
      machine.respond({ kind: 'lost', may_have_acted: true, detail: 'lost' })
      machine.wake()
      machine.respond(refused(status))
      machine.wake()
      expect(machine.goals()).toEqual(['bootstrap', 'bootstrap', 'recover'])
    },
  )

  it.each([
    [
      'no response was lost',
      { kind: 'lost', may_have_acted: false, detail: 'ECONNREFUSED' } as const,
      409,
    ],
    [
      'the refusal is of another kind',
      { kind: 'lost', may_have_acted: true, detail: 'lost' } as const,
      400,
    ],
  ])('is not followed by recovery if %s', (_, before, status) => {
    const machine = startMachine(null, { install_token_hash: 'hash', can_recover: true })
    machine.stored()
    machine.respond(before)
    machine.wake()
    machine.respond(refused(status))
    expect(machine.state()).toMatchObject({
      mode: 'degraded',
      reason: 'bootstrap_refused',
      goal: 'none',
    })
  })

  it.each([302, 408, 425, 429, 500, 503])(
    'that gets %i is tried again, like a recovery',
    (status) => {
      for (const machine of [
        startMachine(null, { install_token_hash: 'hash' }),
        startMachine(null, { can_recover: true }),
      ]) {
        if (machine.state().waits_for_disk) machine.stored()
        machine.respond(refused(status))
        machine.wake()
        expect(machine.goals()[1]).toBe(machine.goals()[0])
      }
    },
  )

  it.each([
    [400, 'none'],
    [409, 'none'],
  ])('that gets %i is not tried again', (status, goal) => {
    const machine = startMachine(null, { install_token_hash: 'hash' })
    machine.stored()
    machine.respond(refused(status))
    expect(machine.state()).toMatchObject({ mode: 'degraded', goal, in_flight: null })
  })

  it('is not sent before the disk has recorded its start', () => {
    const machine = startMachine(null, { install_token_hash: 'hash' })
    expect([machine.goals(), machine.disk()?.begun]).toEqual([[], 'hash'])
    machine.stored()
    expect(machine.goals()).toEqual(['bootstrap'])
  })

  it('is not repeated with the token that the credentials were issued for', () => {
    expect(
      startMachine(storedWith(credentials('a', { install_token_hash: 'hash' })), {
        install_token_hash: 'hash',
      }).goals(),
    ).toEqual(['lease'])
  })
})

describe('a final heartbeat', () => {
  it.each([
    [429, 3],
    [503, 3],
    [401, 1],
    [403, 1],
  ])('that gets %i is sent %i times', (status, times) => {
    const machine = running(credentials('a'))
    machine.dispatch({ type: 'stop' })
    for (let sent = 0; sent < times; sent += 1) {
      if (!machine.state().in_flight) machine.wake()
      machine.respond(refused(status))
    }
    expect(machine.goals()).toHaveLength(1 + times)
    expect(machine.ended()).toEqual(['stopped'])
  })
})

describe('commands', () => {
  const command = (id: string, more: object = {}) => ({
    id,
    type: 'set_interval',
    reason: '',
    params: { heartbeat_interval_seconds: 60 },
    ...more,
  })
  const acks = (machine: ReturnType<typeof startMachine>) =>
    machine
      .requests()
      .flatMap((request) => (request.goal === 'lease' && request.ack ? [request.ack] : []))
  const executeCommand = (machine: ReturnType<typeof startMachine>, platformCommand: object) => {
    if (!machine.state().in_flight) machine.wake()
    machine.respond(ok({ ...LEASE, command: platformCommand }))
  }

  it('that finish at the same time are acknowledged one after another', () => {
    const machine = running(credentials('a'))
    executeCommand(machine, command('c1', { type: 'pause' }))
    executeCommand(machine, command('c2', { type: 'resume' }))
    machine.dispatch({ type: 'command_finished', id: 'c1', status: 'done', message: '' })
    machine.dispatch({ type: 'command_finished', id: 'c2', status: 'failed', message: 'no' })
    machine.respond(ok(LEASE))
    if (!machine.state().in_flight) machine.wake()
    machine.respond(ok(LEASE))
    expect(acks(machine)).toEqual([
      { id: 'c1', status: 'done' },
      { id: 'c2', status: 'failed', message: 'no' },
    ])
  })

  it('are not executed again when they are repeated, unless more than 64 others have followed', () => {
    for (const [later, again] of [
      [64, 'acknowledged'],
      [65, 'fresh'],
    ] as const) {
      const machine = running(credentials('a'), { attempts_per_minute: 1000 })
      executeCommand(machine, command('first', { params: { heartbeat_interval_seconds: 30 } }))
      for (let index = 0; index < later; index += 1) executeCommand(machine, command(`c${index}`))
      executeCommand(machine, command('first', { params: { heartbeat_interval_seconds: 30 } }))
      expect(machine.state().interval_s).toBe(again === 'fresh' ? 30 : 60)
    }
  })

  it('to set the interval fail without a number, and are limited to 5 to 3600 seconds', () => {
    for (const [requested, interval_s, status] of [
      ['60', 60, 'failed'],
      [Infinity, 60, 'failed'],
      [undefined, 60, 'failed'],
      [4, 5, 'done'],
      [3601, 3600, 'done'],
    ] as const) {
      const machine = running(credentials('a'))
      executeCommand(machine, command('c', { params: { heartbeat_interval_seconds: requested } }))
      expect([machine.state().interval_s, acks(machine)[0]?.status]).toEqual([interval_s, status])
    }
  })

  it('of unknown types are acknowledged with a message of at most 1024 characters', () => {
    const machine = running(credentials('a'))
    executeCommand(machine, command('c', { type: 'x'.repeat(2000) }))
    expect(acks(machine)[0]).toMatchObject({
      status: 'unsupported',
      message: expect.stringMatching(/^this agent does not support the command x{984}$/),
    })
  })

  it('to rotate a token fail without a refresh token, and use it otherwise', () => {
    const without = running(credentials('a', { refresh_token: null }))
    executeCommand(without, command('c', { type: 'rotate_token' }))
    expect(acks(without)[0]).toEqual({
      id: 'c',
      status: 'failed',
      message: 'there is no refresh token',
    })
    const machine = running(credentials('a'))
    executeCommand(machine, command('c', { type: 'rotate_token' }))
    machine.respond(refused(401))
    expect(machine.goals().slice(1)).toEqual(['lease', 'refresh', 'lease'])
    expect(acks(machine)).toEqual([
      { id: 'c', status: 'failed', message: 'the platform refused the refresh token' },
    ])
  })

  it('to rotate a token are dropped if the platform is busy, because it repeats them', () => {
    const machine = running(credentials('a'))
    executeCommand(machine, command('c', { type: 'rotate_token' }))
    machine.respond(refused(503))
    expect(machine.state().commands).toEqual([])
  })

  it('to terminate are acknowledged first, with the final heartbeat', () => {
    const machine = running(credentials('a'))
    executeCommand(machine, command('p', { type: 'pause' }))
    executeCommand(machine, command('t', { type: 'terminate' }))
    machine.dispatch({ type: 'command_finished', id: 'p', status: 'done', message: '' })
    machine.dispatch({ type: 'command_finished', id: 't', status: 'done', message: '' })
    if (machine.state().in_flight) machine.respond(ok(LEASE))
    expect(machine.requests().at(-1)).toMatchObject({ status: 'stopped', ack: { id: 't' } })
    machine.respond(ok(LEASE))
    expect(machine.ended()).toEqual(['terminated'])
  })
})

describe('the heartbeat interval', () => {
  const stored = (heartbeat_interval: number, asked_interval: number | null) => ({
    ...storedWith(credentials('a')),
    heartbeat_interval,
    asked_interval,
  })
  it.each([
    ['the stored one if the settings request the same as before', stored(90, 30), 30, 90],
    ['the requested one if the settings request another', stored(90, 30), 45, 45],
    ['the stored one if the settings no longer request any', stored(90, 30), null, 90],
    ['the stored one if none was ever requested', stored(90, null), null, 90],
  ])('is %s', (_, file, requested_interval, interval_s) => {
    expect(startMachine(file, { requested_interval }).requests()[0]).toMatchObject({ interval_s })
  })
})
