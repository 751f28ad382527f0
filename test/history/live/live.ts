import { setImmediate as turn } from 'node:timers/promises'
import { judge } from '../checker/judge.ts'
import {
  answerOf,
  requestOf,
  type People,
  type Request,
  type Response,
  type Tenant,
} from '../recorder/protocol.ts'
import { newRecorder } from '../recorder/recorder.ts'
import { choices } from '../simulation/random.ts'
import { ORGANIZATION, subjectOf, type Intent, type Scenario } from '../simulation/scenario.ts'
import type { Run } from '../simulation/simulate.ts'
import { newWallet } from '../simulation/wallet.ts'

/** A platform that really runs, in this process or behind a socket; only its time is ours. */
export interface Live {
  readonly clock: { now_ms(): number; advance(milliseconds: number): void }
  ask(request: Request): Promise<Response>
  /** A tenant of its own for every run, so that runs can share a store. */
  settle(agents: readonly string[]): Promise<Tenant>
  /** People of its own, where people are what a run is about. */
  settlePeople(name: string): Promise<People>
  /** Calls whenever leases were credited with time in which the platform was down. Returns what ends that. */
  readonly onCredit?: (credited: (down_ms: number) => void) => () => void
}

const PAUSES = [1, 1000, 30_000, 59_999, 60_000, 300_000, 3_600_000, 83 * 24 * 3_600_000]

/**
 * Lets the clients of a scenario loose on a platform: all at once, in whatever order the machine comes up with. Answers that the
 * weather loses are not waited for; a platform that is unavailable may have done it or not.
 */
export async function live(
  scenario: Scenario,
  seed: number,
  { clock, ask, settle, settlePeople, onCredit = () => () => undefined }: Live,
): Promise<Run> {
  const {
    clients,
    weather: { jumps, lost, twice },
  } = scenario
  const choose = choices(seed)
  const recorder = newRecorder()
  const names = [...new Set(clients.flat().map(subjectOf))]
  const subjects = new Map(
    names.map((subject) => [
      subject,
      { name: `history-${seed}-${Date.now()}-${subject}`, wallet: newWallet() },
    ]),
  )
  const agents = names
    .filter((subject) => subject !== ORGANIZATION)
    .map((subject) => subjects.get(subject)!.name)
  const organization = subjects.get(ORGANIZATION)
  const tenant = {
    ...(await settle(agents)),
    people: organization && (await settlePeople(organization.name)),
  }
  const begun = clock.now_ms()
  // It happened some time before it is heard of.
  const deaf = onCredit((down) => {
    for (const name of agents)
      recorder
        .begin('platform', name, { do: 'restart' }, 0)
        .answered({ kind: 'restarted', down }, { from: begun, to: clock.now_ms() })
  })
  const abandoned: Promise<unknown>[] = []
  let busy = 0

  async function perform(client: string, intent: Intent): Promise<void> {
    const { name, wallet } = subjects.get(subjectOf(intent))!
    const call = await untilThere(
      () => wallet.callOf(intent),
      () => busy > 0,
    )
    if (!call) return
    const request = requestOf(call, name, tenant, recorder)
    const first = recorder.begin(client, name, call)
    const send = async (pending: typeof first, isWaiting: boolean) => {
      const from = clock.now_ms()
      busy += 1
      const response = await ask(request).finally(() => {
        busy -= 1
      })
      const at = { from, to: clock.now_ms() }
      const answer = answerOf(call, response, recorder)
      if (!isWaiting || answer.kind === 'unavailable') return pending.lost(at)
      wallet.keep(call, answer)
      pending.answered(answer, at)
    }
    if (choose.chance(twice)) abandoned.push(send(first.twin(), false))
    const sent = send(first, !choose.chance(lost))
    abandoned.push(sent)
    // Whoever gave up does not wait; its request is still on its way.
    if (!choose.chance(lost)) await sent
  }

  async function timekeeper(): Promise<void> {
    for (let jump = 0; jump < jumps; jump += 1) {
      for (let turns = choose.below(60); turns > 0; turns -= 1) await turn()
      clock.advance(choose.of(PAUSES))
    }
  }

  await Promise.all([
    timekeeper(),
    ...clients.map(async (intents, at) => {
      for (const intent of intents) {
        for (let turns = choose.below(3); turns > 0; turns -= 1) await turn()
        await perform(`c${at + 1}`, intent)
      }
    }),
  ])
  await Promise.all(abandoned)
  deaf()
  return { history: recorder.history, broken: [], judgement: judge(recorder.history) }
}

/** Waits for what another client may bring: as long as somebody asks for something, and a little more. */
async function untilThere<Found>(
  look: () => Found | undefined,
  isBusy: () => boolean,
): Promise<Found | undefined> {
  for (let idle = 0; idle < 100; idle = isBusy() ? 0 : idle + 1) {
    const found = look()
    if (found !== undefined) return found
    await turn()
  }
  return undefined
}
