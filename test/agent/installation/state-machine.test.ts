import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readIssuedCredentials } from '../../../src/agent/installation/responses.ts'
import {
  parseStoredCredentials,
  type Credentials,
  type StoredCredentials,
} from '../../../src/agent/installation/credentials.ts'
import { step } from '../../../src/agent/installation/state-machine.ts'
import type { Action, Event, State } from '../../../src/agent/installation/state.ts'
import { HOUR, MINUTE, SECOND } from '../../kit/time.ts'
import { createModelPlatform, FAULTS, type Fault } from './model-platform.ts'
import { simulate, SETUP, type Simulation, type Phase } from './simulation.ts'
import { samples } from '../../kit/samples.ts'

const randomOf = (seed: number) => {
  let word = seed >>> 0
  return () => {
    word = (Math.imul(word ^ (word >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    return word / 2 ** 32
  }
}
const phases = fc.array(
  fc.record<Phase>({
    fault: fc.constantFrom<Fault>(...FAULTS),
    disk: fc.constantFrom('good', 'good', 'good', 'full'),
    seconds: fc.integer({ min: 1, max: (2 * HOUR) / SECOND }),
  }),
  { maxLength: 8 },
)
/** Generates short faults around startup, when tokens are most likely to be lost. */
const startPhases = fc.array(
  fc.record<Phase>({
    fault: fc.constantFrom<Fault>(...FAULTS),
    disk: fc.constantFrom('good', 'good', 'full'),
    seconds: fc.integer({ min: 1, max: 20 }),
  }),
  { maxLength: 5 },
)
const total = (some: readonly Phase[]) =>
  some.reduce((sum, { seconds }) => sum + seconds * SECOND, 0)
const tokensIn = ({ current, previous }: Pick<StoredCredentials, 'current' | 'previous'>) =>
  [current, previous].flatMap((one) => (one ? [one.runtime_token] : []))

/** Simulates the phases, followed by four hours without faults. */
function simulatePhases(input: {
  seed: number
  before: readonly Phase[]
  after: readonly Phase[]
  can_recover: boolean
  commands?: readonly string[]
}) {
  const platform = createModelPlatform()
  const all = [...input.before, ...input.after]
  const simulation = simulate({
    platform,
    phases: all,
    random: randomOf(input.seed),
    setup: { ...SETUP, can_recover: input.can_recover },
  })
  input.commands?.forEach((type, index) =>
    platform.command({ id: `cmd_${index}`, type, params: { heartbeat_interval_seconds: 90 } }),
  )
  simulation.runUntil(total(all) + 4 * HOUR)
  return { platform, simulation }
}
const inputs = fc.record({
  seed: fc.nat(),
  before: startPhases,
  after: phases,
  can_recover: fc.boolean(),
})
const check = <Ts>(property: fc.IProperty<Ts>): void =>
  fc.assert(property, { numRuns: samples(300, 5000) })

function maxPerMinute({ sent }: Simulation): number {
  return Math.max(
    0,
    ...sent.map(
      ({ at }) => sent.filter((other) => other.at >= at && other.at < at + MINUTE).length,
    ),
  )
}

describe('installation under any behaviour of platform and disk', () => {
  it('never sends more than 30 requests in any minute', () => {
    check(
      fc.property(inputs, (input) => {
        expect(maxPerMinute(simulatePhases(input).simulation)).toBeLessThanOrEqual(30)
      }),
    )
  })

  it('sends 30 requests a minute under endless commands', () => {
    const platform = createModelPlatform()
    const simulation = simulate({ platform, phases: [], random: randomOf(8) })
    for (let number = 0; number < 1000; number += 1)
      platform.command({
        id: `cmd_${number}`,
        type: 'set_interval',
        params: { heartbeat_interval_seconds: 60 },
      })
    simulation.runUntil(10 * MINUTE)
    for (let now = 10 * MINUTE; now < 20 * MINUTE; now += SECOND) {
      simulation.runUntil(now)
      simulation.dispatch({ type: 'send_now' })
    }
    expect(maxPerMinute(simulation)).toBe(30)
  })

  it('never drops the last credentials that worked, in memory or on disk', () => {
    check(
      fc.property(inputs, (input) => {
        const platform = createModelPlatform()
        const all = [...input.before, ...input.after]
        const watch = ({ sent, contents, state, now }: Simulation) => {
          // A response takes 30 ms, so the time of its arrival is excluded.
          if (sent.some(({ at }) => at + 30 === now())) return
          const good = sent.findLast(
            ({ request, accepted, at }) => request.goal === 'lease' && accepted && at + 30 < now(),
          )?.request
          if (good?.goal !== 'lease' || !platform.isAccepted(good.runtime_token, now())) return
          expect(tokensIn(state())).toContain(good.runtime_token)
          expect(tokensIn(contents.at(-1)!.content)).toContain(good.runtime_token)
        }
        simulate({
          platform,
          phases: all,
          random: randomOf(input.seed),
          setup: { ...SETUP, can_recover: input.can_recover },
          watch,
        }).runUntil(total(all) + HOUR)
      }),
    )
  })

  it('uses no token before the disk has stored it or failed to', () => {
    check(
      fc.property(inputs, (input) => {
        const {
          simulation: { sent, contents },
        } = simulatePhases(input)
        const uses = sent.flatMap(({ at, request }) =>
          request.goal === 'lease' ? [{ at, token: request.runtime_token }] : [],
        )
        for (const { token, at } of uses)
          expect(
            contents.some(
              ({ content, at: done_at }) => done_at <= at && tokensIn(content).includes(token),
            ),
          ).toBe(true)
      }),
    )
  })

  it('never returns to a token older than one that the platform accepted', () => {
    const rotations = fc
      .integer({ min: 0, max: 4 })
      .map((times) => Array<string>(times).fill('rotate_token'))
    check(
      fc.property(inputs, rotations, (input, commands) => {
        const { simulation, platform } = simulatePhases({ ...input, commands })
        const versions = simulation.sent.flatMap(({ request, accepted }) =>
          request.goal === 'lease' && accepted
            ? [platform.tokens.get(request.runtime_token) ?? 0]
            : [],
        )
        expect(versions).toEqual(versions.toSorted((a, b) => a - b))
      }),
    )
  })

  it('recovers after every fault, as long as it has a credential that the platform accepts', () => {
    check(
      fc.property(inputs, (input) => {
        const { simulation, platform } = simulatePhases(input)
        const state = simulation.state()
        const held: (Credentials | null)[] = [state.current, state.previous]
        const good = held.some(
          (one) =>
            one &&
            (platform.isAccepted(one.runtime_token, simulation.now()) ||
              one.refresh_token === platform.refresh_token()),
        )
        expect(state.mode).not.toBe('stopped')
        if (good || (input.can_recover && state.current))
          expect(state).toMatchObject({ mode: 'running', failures: 0 })
      }),
    )
  })

  it('runs each command once and acknowledges each once', () => {
    const types = fc.array(
      fc.constantFrom('pause', 'resume', 'reload_policy', 'rotate_token', 'set_interval', 'dance'),
      { maxLength: 6 },
    )
    check(
      fc.property(inputs, types, (input, commands) => {
        const { simulation, platform } = simulatePhases({ ...input, commands })
        expect(new Set(simulation.executed).size).toBe(simulation.executed.length)
        expect(new Set(platform.acknowledged).size).toBe(platform.acknowledged.length)
        if (simulation.state().mode === 'running')
          expect(platform.acknowledged).toHaveLength(commands.length)
      }),
    )
  })

  it('sends nothing in degraded mode after a refused bootstrap', () => {
    const platform = createModelPlatform()
    const simulation = simulate({
      platform,
      phases: [{ fault: 'status_401', disk: 'good', seconds: 60 }],
      random: randomOf(1),
    })
    simulation.runUntil(24 * HOUR)
    expect(simulation.sent).toHaveLength(1)
    expect(simulation.state()).toMatchObject({ mode: 'degraded', reason: 'bootstrap_refused' })
  })

  it('sends no heartbeat while a bootstrap is pending', () => {
    const simulation = simulate({
      platform: createModelPlatform(),
      phases: [{ fault: 'error_500', disk: 'good', seconds: 3600 }],
      random: randomOf(2),
    })
    simulation.runUntil(59 * MINUTE)
    expect(new Set(simulation.sent.map(({ request }) => request.goal))).toEqual(
      new Set(['bootstrap']),
    )
    expect(simulation.state().mode).toBe('degraded')
  })

  it('repeats a bootstrap with a lost response within the 60 seconds in which its token is accepted again', () => {
    check(
      fc.property(
        fc.nat(),
        fc.constantFrom<Fault>('response_lost', 'hangs', 'garbage'),
        fc.integer({ min: 1, max: 25 }),
        (seed, fault, duration) => {
          const platform = createModelPlatform()
          const simulation = simulate({
            platform,
            phases: [{ fault, disk: 'good', seconds: duration }],
            random: randomOf(seed),
          })
          simulation.runUntil(5 * MINUTE)
          expect(simulation.state()).toMatchObject({
            mode: 'running',
            current: { installation_id: 'inst', refresh_token: null },
          })
        },
      ),
    )
  })

  it.each<[string, Fault, readonly number[]]>([
    [
      'after waits that double up to two minutes if no request arrives',
      'never_arrives',
      [1, 2, 4, 8, 16, 32, 64, 120, 120],
    ],
    [
      'after at most ten seconds in the first minute if its token was consumed, and later after two minutes',
      'response_lost',
      [1, 2, 4, 8, 10, 10, 10, 10, 10, 120, 120],
    ],
  ])('repeats a bootstrap %s', (_, fault, waits) => {
    const simulation = simulate({
      platform: createModelPlatform(),
      phases: [{ fault, disk: 'good', seconds: 3600 }],
      random: () => 0.999999,
    })
    simulation.runUntil(10 * MINUTE)
    const seconds = simulation.sent
      .slice(1)
      .map(({ at }, index) => Math.round((at - simulation.sent[index]!.at) / SECOND))
    expect(seconds.slice(0, waits.length)).toEqual(waits)
  })

  it('continues heartbeats through a rotation that fails', () => {
    const platform = createModelPlatform()
    const simulation = simulate({
      platform,
      phases: [{ fault: 'none', disk: 'good', seconds: 100 }],
      random: randomOf(3),
    })
    simulation.runUntil(90 * SECOND)
    expect(simulation.state().mode).toBe('running')
    platform.command({ id: 'cmd_r', type: 'rotate_token' })
    // The response with the new token is lost, and the platform issues no other token for the same command.
    const rotating = simulate({
      platform,
      phases: [{ fault: 'response_lost', disk: 'good', seconds: 30 }],
      random: randomOf(4),
      stored: simulation.contents.at(-1)!.content,
      setup: { ...SETUP, install_token_hash: null },
    })
    rotating.runUntil(10 * MINUTE)
    expect(platform.acknowledged).toEqual(['cmd_r'])
    expect(rotating.sent.filter(({ request }) => request.goal === 'refresh')).toHaveLength(1)
  })

  it('ends when the installation was revoked, and sends no more requests', () => {
    const platform = createModelPlatform()
    const simulation = simulate({ platform, phases: [], random: randomOf(5) })
    simulation.runUntil(10 * MINUTE)
    platform.revoke()
    simulation.runUntil(24 * HOUR)
    expect(simulation.ended).toEqual(['installation_revoked'])
    expect(simulation.sent.filter(({ accepted }) => !accepted)).toHaveLength(1)
  })

  it('sends a final heartbeat with status stopped, at most three times', () => {
    const platform = createModelPlatform()
    const simulation = simulate({
      platform,
      phases: [
        { fault: 'none', disk: 'good', seconds: 600 },
        { fault: 'never_arrives', disk: 'good', seconds: 3600 },
      ],
      random: randomOf(6),
    })
    simulation.runUntil(11 * MINUTE)
    const before = simulation.sent.length
    simulation.dispatch({ type: 'stop' })
    simulation.runUntil(20 * MINUTE)
    expect(
      simulation.sent
        .slice(before)
        .map(({ request }) => request.goal === 'lease' && request.status),
    ).toEqual(['stopped', 'stopped', 'stopped'])
    expect(simulation.ended).toEqual(['stopped'])
  })
})

/** Starts an online installation, and returns functions that dispatch events to it, advance its time and show its state. */
function startOnline() {
  const platform = createModelPlatform()
  const simulation = simulate({ platform, phases: [], random: randomOf(9) })
  simulation.runUntil(MINUTE / 2)
  const { current } = simulation.state()
  const lease = (members: object = {}) =>
    ({
      kind: 'ok',
      clock_ms: null,
      body: {
        lease_expires_at: '2030-01-01T00:00:00.000Z',
        next_heartbeat_at: '2030-01-01T00:00:00.000Z',
        command: null,
        ...members,
      },
    }) as const
  let { state } = { state: simulation.state() }
  let now = MINUTE / 2
  const actions: Action[] = []
  const dispatch = (event: Event): State => {
    const made = step(state, event, { now: (now += SECOND), random: 0.5 })
    actions.push(...made.actions)
    state = made.state
    return state
  }
  const attemptInFlight = () => state.in_flight!.attempt
  return {
    current: current!,
    lease,
    dispatch,
    attemptInFlight,
    actions,
    state: () => state,
    pass: (ms: number) => {
      now += ms
    },
  }
}
const SUCCESSOR = {
  runtime_token: 'srt_99',
  expires_at: '2030-01-01T00:00:00.000Z',
  token_version: 99,
}

describe('delayed responses', () => {
  /** Adopts new credentials while a heartbeat with the old ones is in flight. */
  function adoptDuringHeartbeat() {
    const one = startOnline()
    one.pass(MINUTE)
    one.dispatch({ type: 'timer_fired' })
    one.dispatch({
      type: 'response',
      attempt: one.attemptInFlight(),
      outcome: one.lease({ refreshed_token: SUCCESSOR }),
    })
    one.pass(2 * MINUTE)
    one.dispatch({ type: 'timer_fired' })
    expect(one.state().in_flight!.token).toBe(one.current.runtime_token)
    one.dispatch({ type: 'stored', revision: one.state().revision })
    expect(one.state().current).toMatchObject(SUCCESSOR)
    return one
  }

  it('do not confirm credentials adopted in the meantime', () => {
    const one = adoptDuringHeartbeat()
    one.dispatch({ type: 'response', attempt: one.attemptInFlight(), outcome: one.lease() })
    expect(one.state()).toMatchObject({
      accepted: false,
      previous: { runtime_token: one.current.runtime_token },
      in_flight: { token: 'srt_99' },
    })
  })

  it('do not count against credentials adopted in the meantime', () => {
    const one = adoptDuringHeartbeat()
    one.dispatch({
      type: 'response',
      attempt: one.attemptInFlight(),
      outcome: { kind: 'refused', status: 401, code: null, retry_after_ms: null },
    })
    expect(one.state()).toMatchObject({
      failures: 0,
      goal: 'lease',
      in_flight: { token: 'srt_99' },
    })
  })

  it('are ignored when their request is no longer in flight', () => {
    const one = startOnline()
    const before = one.state()
    expect(
      one.dispatch({
        type: 'response',
        attempt: 1,
        outcome: {
          kind: 'refused',
          status: 403,
          code: 'INSTALLATION_REVOKED',
          retry_after_ms: null,
        },
      }),
    ).toEqual(before)
  })
})

describe('final heartbeat', () => {
  /** Starts an installation with a heartbeat in flight. */
  function startWithHeartbeatInFlight() {
    const one = startOnline()
    one.pass(MINUTE)
    one.dispatch({ type: 'timer_fired' })
    expect(one.state().in_flight).toMatchObject({ final: false })
    return one
  }

  it('follows at once after a heartbeat that was in flight when the agent was stopped', () => {
    const one = startWithHeartbeatInFlight()
    one.dispatch({ type: 'stop' })
    one.dispatch({ type: 'response', attempt: one.attemptInFlight(), outcome: one.lease() })
    expect(one.state().in_flight).toMatchObject({ goal: 'lease', final: true })
  })

  it('follows at once after a heartbeat that was in flight when a terminate command finished', () => {
    const one = startWithHeartbeatInFlight()
    one.dispatch({
      type: 'response',
      attempt: one.attemptInFlight(),
      outcome: one.lease({ command: { id: 'cmd_t', type: 'terminate' } }),
    })
    one.pass(MINUTE)
    one.dispatch({ type: 'timer_fired' })
    one.dispatch({ type: 'command_finished', id: 'cmd_t', status: 'done', message: '' })
    one.dispatch({
      type: 'response',
      attempt: one.attemptInFlight(),
      outcome: one.lease({ command: { id: 'cmd_t', type: 'terminate' } }),
    })
    expect(one.state().in_flight).toMatchObject({ ack: 'cmd_t', final: true })
  })
})

it('stores only what it can read again, whatever the platform returns', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'srt_1',
      '2026-03-02T09:00:00Z',
      '2026-03-02 09:00:00Z',
      'Mon, 02 Mar 2026 09:00:00 GMT',
    ),
    fc.integer(),
    fc.constant(null),
  )
  const bodies = fc.record({
    installation_id: texts,
    runtime_token: texts,
    refresh_token: texts,
    expires_at: texts,
    heartbeat_interval: fc.oneof(fc.constant(60), fc.integer()),
  })
  fc.assert(
    fc.property(bodies, (body) => {
      const issued = readIssuedCredentials(body)
      if (!issued) return
      const { heartbeat_interval, ...current } = issued
      const stored = {
        format: 1,
        platform_url: 'https://a.example',
        agent_id: 'a',
        workspace_id: null,
        current: { ...current, token_version: null, install_token_hash: null },
        previous: null,
        begun: null,
        heartbeat_interval,
        asked_interval: null,
        paused: false,
      }
      expect(parseStoredCredentials(JSON.stringify(stored))).toMatchObject({ current })
    }),
    {
      numRuns: 2000,
      examples: [
        [
          {
            installation_id: 'inst',
            runtime_token: 'srt_1',
            refresh_token: 'srf_1',
            expires_at: 'Mon, 02 Mar 2026 09:00:00 GMT',
            heartbeat_interval: 60,
          },
        ],
      ],
    },
  )
})

it('acknowledges a repeated command again with the next regular heartbeat', () => {
  const one = startOnline()
  const command = {
    id: 'cmd_1',
    type: 'set_interval',
    reason: '',
    params: { heartbeat_interval_seconds: 60 },
  }
  const ack = () => one.actions.findLast((action) => action.type === 'send')?.request
  one.dispatch({ type: 'send_now' })
  one.dispatch({
    type: 'response',
    attempt: one.attemptInFlight(),
    outcome: one.lease({ command }),
  })
  expect(ack()).toMatchObject({ ack: { id: 'cmd_1', status: 'done' } })
  one.dispatch({
    type: 'response',
    attempt: one.attemptInFlight(),
    outcome: one.lease({ command }),
  })
  expect(one.state().in_flight).toBeNull()
  one.pass(MINUTE)
  one.dispatch({ type: 'timer_fired' })
  expect(ack()).toMatchObject({ ack: { id: 'cmd_1', status: 'done' } })
})
