import {
  initialStep,
  step,
  type Action,
  type Event,
  type Request,
  type Setup,
  type State,
} from '../../../src/agent/installation/state-machine.ts'
import type { RequestOutcome } from '../../../src/agent/installation/responses.ts'
import type { StoredCredentials } from '../../../src/agent/installation/credentials.ts'
import { SECOND } from '../../kit/time.ts'
import { type Fault, type World } from './hostile.ts'
import { atMost } from '../../kit/bounds.ts'

/** One disturbance of a simulation, and its duration. */
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
  asked_interval: null,
  attempts_per_minute: 30,
}

/** The recorded actions of an installation. */
export interface Life {
  readonly sent: { at: number; request: Request; accepted: boolean }[]
  /** The writes to the disk, with their results and times. */
  readonly contents: { kept: StoredCredentials; stored: boolean; at: number }[]
  readonly obeyed: string[]
  readonly ended: string[]
  state(): State
  now(): number
  runUntil(moment: number): void
  dispatch(event: Event): void
}

/**
 * Simulates hours of an installation in virtual time, with a model of a platform and a disk that follow the phases. `watch` checks
 * every step.
 */
export function live({
  world,
  setup = SETUP,
  phases,
  random,
  kept = null,
  watch,
}: {
  world: World
  setup?: Setup
  phases: readonly Phase[]
  random: () => number
  kept?: StoredCredentials | null
  watch?: (life: Life) => void
}): Life {
  const due: { at: number; order: number; event: Event }[] = []
  const sent: Life['sent'] = []
  const contents: Life['contents'] = []
  const obeyed: string[] = []
  const ended: string[] = []
  let now = 0
  let order = 0
  let state: State
  let cancelled = -1
  const phase = () => {
    let until = 0
    return (
      phases.find(({ seconds }) => (until += seconds * SECOND) > now) ?? {
        fault: 'none' as const,
        disk: 'good' as const,
      }
    )
  }
  const later = (milliseconds: number, event: Event) =>
    due.push({ at: now + milliseconds, order: (order += 1), event })

  function act(action: Action): void {
    switch (action.type) {
      case 'send':
        return send(action)
      case 'save':
        return save(action.revision, action.content)
      case 'wake':
        cancelled = order
        later(action.at - now, { type: 'timer_fired' })
        return
      case 'run_command':
        obeyed.push(action.command.id)
        later(5 * SECOND, {
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
      answer,
      after_ms,
      accepted,
    }: { answer: RequestOutcome<unknown>; after_ms: number; accepted: boolean } = world.answer(
      request,
      phase().fault,
      now,
    )
    sent.push({ at: now, request, accepted })
    later(after_ms, { type: 'response', attempt, outcome: answer })
  }
  function save(number: number, content: StoredCredentials): void {
    const stored = phase().disk === 'good'
    contents.push({ kept: content, stored, at: now + DISK_MS })
    later(DISK_MS, { type: stored ? 'stored' : 'store_failed', revision: number })
    if (!stored) retry(number, content)
  }
  /** Retries a write like the credentials writer, until it succeeds or newer content replaces it. */
  function retry(number: number, content: StoredCredentials): void {
    const again = (): void => {
      if (state.revision !== number) return
      if (phase().disk === 'full') return wait()
      contents.push({ kept: content, stored: true, at: now })
      take({ type: 'stored', revision: number })
    }
    const wait = () => {
      hooks.push({ at: now + 30 * SECOND, run: again })
    }
    wait()
  }
  const hooks: { at: number; run: () => void }[] = []

  function take(event: Event): void {
    const next = step(state, event, { now, random: random() })
    state = next.state
    next.actions.forEach(act)
    watch?.(life)
  }
  const first = initialStep(setup, kept, { now, random: random() })
  state = first.state
  first.actions.forEach(act)

  function runUntil(end: number): void {
    for (const _ of atMost(1_000_000, 'the simulated life does not reach its end')) {
      const event = due.toSorted((a, b) => a.at - b.at || a.order - b.order)[0]
      const hook = hooks.toSorted((a, b) => a.at - b.at)[0]
      const at = Math.min(event?.at ?? Infinity, hook?.at ?? Infinity)
      if (at > end) break
      now = Math.max(now, at)
      if (hook && hook.at === at) {
        hooks.splice(hooks.indexOf(hook), 1)
        hook.run()
        continue
      }
      due.splice(due.indexOf(event!), 1)
      // Only the latest timer counts.
      if (event!.event.type === 'timer_fired' && event!.order <= cancelled) continue
      take(event!.event)
    }
    now = end
  }
  const life: Life = {
    sent,
    contents,
    obeyed,
    ended,
    state: () => state,
    now: () => now,
    runUntil,
    dispatch: take,
  }
  return life
}
