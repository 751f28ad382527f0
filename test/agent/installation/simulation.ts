import { initialStep, step } from '../../../src/agent/installation/state-machine.ts'
import type { Action, Event, Request, Setup, State } from '../../../src/agent/installation/state.ts'
import type { RequestOutcome } from '../../../src/agent/installation/responses.ts'
import type { StoredCredentials } from '../../../src/agent/installation/credentials.ts'
import { SECOND } from '../../kit/time.ts'
import { type Fault, type ModelPlatform } from './model-platform.ts'
import { atMost } from '../../kit/bounds.ts'

/** One phase of a simulation: a fault, the state of the disk, and the duration in seconds. */
export interface Phase {
  readonly fault: Fault
  readonly disk: 'good' | 'full'
  readonly seconds: number
}

const DISK_MS = 20

export const SETUP: Setup = {
  platform_url: 'https://agents.example.com/api/v1',
  agent_id: 'agent',
  issuer: 'https://agents.example.com',
  workspace_id: 'ws',
  upstream_url: 'https://agent.example.com/a2a/tasks',
  install_token_hash: 'hash of skt_1',
  can_recover: false,
  installs_only: false,
  requested_interval: null,
  attempts_per_minute: 30,
}

/** The recorded actions of an installation. */
export interface Simulation {
  readonly sent: { at: number; request: Request; accepted: boolean }[]
  /** The writes to the disk, with their results and times. */
  readonly contents: { content: StoredCredentials; stored: boolean; at: number }[]
  readonly executed: string[]
  readonly ended: string[]
  state(): State
  now(): number
  runUntil(end: number): void
  dispatch(event: Event): void
}

/**
 * Simulates hours of an installation in virtual time, with a model of a platform and a disk that follow the phases. `watch` checks
 * every step.
 */
export function simulate({
  platform,
  setup = SETUP,
  phases,
  random,
  stored = null,
  watch,
}: {
  platform: ModelPlatform
  setup?: Setup
  phases: readonly Phase[]
  random: () => number
  stored?: StoredCredentials | null
  watch?: (simulation: Simulation) => void
}): Simulation {
  const scheduled: { at: number; order: number; event: Event }[] = []
  const sent: Simulation['sent'] = []
  const contents: Simulation['contents'] = []
  const executed: string[] = []
  const ended: string[] = []
  let now = 0
  let order = 0
  let state: State
  let superseded_until = -1
  const phase = () => {
    let until = 0
    return (
      phases.find(({ seconds }) => (until += seconds * SECOND) > now) ?? {
        fault: 'none' as const,
        disk: 'good' as const,
      }
    )
  }
  const schedule = (milliseconds: number, event: Event) =>
    scheduled.push({ at: now + milliseconds, order: (order += 1), event })

  function perform(action: Action): void {
    switch (action.type) {
      case 'send':
        return send(action)
      case 'save':
        return save(action.revision, action.content)
      case 'wake':
        superseded_until = order
        schedule(action.at - now, { type: 'timer_fired' })
        return
      case 'run_command':
        executed.push(action.command.id)
        schedule(5 * SECOND, {
          type: 'command_finished',
          id: action.command.id,
          status: 'done',
          message: '',
        })
        return
      case 'ended':
        ended.push(action.reason)
        return
      case 'log':
        return
    }
  }
  function send({ attempt, request }: Extract<Action, { type: 'send' }>): void {
    const {
      outcome,
      after_ms,
      accepted,
    }: { outcome: RequestOutcome<unknown>; after_ms: number; accepted: boolean } = platform.respond(
      request,
      phase().fault,
      now,
    )
    sent.push({ at: now, request, accepted })
    schedule(after_ms, { type: 'response', attempt, outcome })
  }
  function save(revision: number, content: StoredCredentials): void {
    const stored = phase().disk === 'good'
    contents.push({ content, stored, at: now + DISK_MS })
    schedule(DISK_MS, { type: stored ? 'stored' : 'store_failed', revision })
    if (!stored) retry(revision, content)
  }
  /** Retries a write like the credentials writer, until it succeeds or newer content replaces it. */
  function retry(revision: number, content: StoredCredentials): void {
    const again = (): void => {
      if (state.revision !== revision) return
      if (phase().disk === 'full') return wait()
      contents.push({ content, stored: true, at: now })
      dispatch({ type: 'stored', revision })
    }
    const wait = () => {
      retries.push({ at: now + 30 * SECOND, run: again })
    }
    wait()
  }
  const retries: { at: number; run: () => void }[] = []

  function dispatch(event: Event): void {
    const next = step(state, event, { now, random: random() })
    state = next.state
    next.actions.forEach(perform)
    watch?.(simulation)
  }
  const first = initialStep(setup, stored, { now, random: random() })
  state = first.state
  first.actions.forEach(perform)

  function runUntil(end: number): void {
    for (const _ of atMost(1_000_000, 'the simulation does not end')) {
      const event = scheduled.toSorted((a, b) => a.at - b.at || a.order - b.order)[0]
      const retry = retries.toSorted((a, b) => a.at - b.at)[0]
      const at = Math.min(event?.at ?? Infinity, retry?.at ?? Infinity)
      if (at > end) break
      now = Math.max(now, at)
      if (retry && retry.at === at) {
        retries.splice(retries.indexOf(retry), 1)
        retry.run()
        continue
      }
      scheduled.splice(scheduled.indexOf(event!), 1)
      // Only the latest timer counts.
      if (event!.event.type === 'timer_fired' && event!.order <= superseded_until) continue
      dispatch(event!.event)
    }
    now = end
  }
  const simulation: Simulation = {
    sent,
    contents,
    executed,
    ended,
    state: () => state,
    now: () => now,
    runUntil,
    dispatch: dispatch,
  }
  return simulation
}
