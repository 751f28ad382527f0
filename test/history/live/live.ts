import { setImmediate as turn } from 'node:timers/promises'
import { checkHistory } from '../checker/check-history.ts'
import {
  resultOf,
  requestOf,
  type People,
  type Request,
  type Response,
  type Tenant,
} from '../recorder/protocol.ts'
import { newRecorder } from '../recorder/recorder.ts'
import { choices } from '../simulation/random.ts'
import { ORGANIZATION, subjectOf, type Action, type Scenario } from '../simulation/scenario.ts'
import type { Run } from '../simulation/simulate.ts'
import { newCredentialPool } from '../simulation/credential-pool.ts'

/** A running platform, in this process or behind a socket, whose clock is controlled by the test. */
export interface LivePlatform {
  readonly clock: { now_ms(): number; advance(milliseconds: number): void }
  sendRequest(request: Request): Promise<Response>
  /** Creates a separate tenant for each run, so that runs can share a store. */
  createTenant(agents: readonly string[]): Promise<Tenant>
  /** Creates people for a run about members. */
  createPeople(name: string): Promise<People>
  /** Calls the listener whenever leases are extended because of downtime. Returns a function that removes the listener. */
  readonly onCredit?: (credited: (down_ms: number) => void) => () => void
}

const PAUSES = [1, 1000, 30_000, 59_999, 60_000, 300_000, 3_600_000, 83 * 24 * 3_600_000]

/**
 * Runs the clients of a scenario concurrently against a platform, in whatever order occurs. With the probability `lost` of the scenario a
 * response is discarded, and with the same probability, independently, a client does not wait for its response. A request whose result was
 * `unavailable` may or may not have been executed.
 */
export async function runLive(
  scenario: Scenario,
  seed: number,
  {
    clock,
    sendRequest,
    createTenant,
    createPeople,
    onCredit = () => () => undefined,
  }: LivePlatform,
): Promise<Run> {
  const {
    clients,
    disturbances: { jumps, lost, twice },
  } = scenario
  const choose = choices(seed)
  const recorder = newRecorder()
  const names = [...new Set(clients.flat().map(subjectOf))]
  const subjects = new Map(
    names.map((subject) => [
      subject,
      { name: `history-${seed}-${Date.now()}-${subject}`, pool: newCredentialPool() },
    ]),
  )
  const agents = names
    .filter((subject) => subject !== ORGANIZATION)
    .map((subject) => subjects.get(subject)!.name)
  const organization = subjects.get(ORGANIZATION)
  const tenant = {
    ...(await createTenant(agents)),
    people: organization && (await createPeople(organization.name)),
  }
  const began = clock.now_ms()
  // The credit was granted at some time between the start of the history and this report.
  const removeListener = onCredit((down) => {
    for (const name of agents)
      recorder
        .begin('platform', name, { do: 'restart' }, 0)
        .responded({ kind: 'restarted', down }, { from: began, to: clock.now_ms() })
  })
  const abandoned: Promise<unknown>[] = []
  let busy = 0

  async function perform(client: string, action: Action): Promise<void> {
    const { name, pool } = subjects.get(subjectOf(action))!
    const call = await waitForValue(
      () => pool.callOf(action),
      () => busy > 0,
    )
    if (!call) return
    const request = requestOf(call, name, tenant, recorder)
    const first = recorder.begin(client, name, call)
    const send = async (pending: typeof first, isWaiting: boolean) => {
      const from = clock.now_ms()
      busy += 1
      const response = await sendRequest(request).finally(() => {
        busy -= 1
      })
      const at = { from, to: clock.now_ms() }
      const result = resultOf(call, response, recorder)
      if (!isWaiting || result.kind === 'unavailable') return pending.lost(at)
      pool.add(call, result)
      pending.responded(result, at)
    }
    if (choose.chance(twice)) abandoned.push(send(first.repeat(), false))
    const sent = send(first, !choose.chance(lost))
    abandoned.push(sent)
    // A client that gave up does not wait, but its request continues.
    if (!choose.chance(lost)) await sent
  }

  async function advanceClock(): Promise<void> {
    for (let jump = 0; jump < jumps; jump += 1) {
      for (let index = choose.below(60); index > 0; index -= 1) await turn()
      clock.advance(choose.of(PAUSES))
    }
  }

  await Promise.all([
    advanceClock(),
    ...clients.map(async (actions, at) => {
      for (const action of actions) {
        for (let index = choose.below(3); index > 0; index -= 1) await turn()
        await perform(`c${at + 1}`, action)
      }
    }),
  ])
  await Promise.all(abandoned)
  removeListener()
  return { history: recorder.history, broken: [], verdict: checkHistory(recorder.history) }
}

/** Waits for a value that another client's response may provide, as long as requests are running and shortly afterwards. */
async function waitForValue<Found>(
  read: () => Found | undefined,
  isBusy: () => boolean,
): Promise<Found | undefined> {
  for (let idle = 0; idle < 100; idle = isBusy() ? 0 : idle + 1) {
    const found = read()
    if (found !== undefined) return found
    await turn()
  }
  return undefined
}
