import { setTimeout as delay } from 'node:timers/promises'
import { runLive } from '../history/live/live.ts'
import { describeViolations, timeline } from '../history/show.ts'
import { choices } from '../history/simulation/random.ts'
import { UNDISTURBED, installationScenario, type Scenario } from '../history/simulation/scenario.ts'
import { createTenant } from '../history/simulation/tenant.ts'
import { callContext } from '../kit/context.ts'
import { StoreUnavailable } from '../../src/store/database.ts'
import type { Signer } from '../../src/domain/trust/signing-keys.ts'
import type { Store } from '../../src/store/store.ts'
import type { Client } from './clients.ts'
import type { Mailbox } from './mailbox.ts'

/** The environment of the clients of a run. */
export interface RunEnvironment {
  readonly client: Client
  readonly store: Store
  readonly signer: Signer
  readonly mailbox: Mailbox
  readonly credit_listeners: Set<(down_ms: number) => void>
  readonly isOver: () => boolean
}
export interface RunCounts {
  histories: number
  operations: number
  without_response: number
  sign_ins: number
  challenges: string[]
  tasks: number
  violations: string[]
}

/** Repeats an operation until the store is available. */
export async function retryWhileUnavailable<T>(operation: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    try {
      return await operation()
    } catch (cause) {
      if (!(cause instanceof StoreUnavailable)) throw cause
      await delay(200)
    }
  }
  throw new Error('the store stays unavailable')
}

/** Returns the scenario without simulated disturbances other than repeated requests, because the real ones come from the run. */
const withoutSimulatedDisturbances = ({
  clients,
  disturbances: { twice },
}: Scenario): Scenario => ({
  clients,
  disturbances: { ...UNDISTURBED, twice },
})

/** Runs the clients of one tenant after another, and checks the history of each. */
export async function runHistories(
  { client, store, signer, credit_listeners, isOver }: RunEnvironment,
  counts: RunCounts,
  seed: number,
): Promise<void> {
  for (let round = seed; !isOver(); round += 1) {
    const run = await runLive(withoutSimulatedDisturbances(installationScenario(round)), round, {
      clock: { now_ms: Date.now, advance: () => undefined },
      createTenant: (agents) =>
        retryWhileUnavailable(() => createTenant(store, callContext, signer, agents)),
      // Rate limits apply here, and permit only three invitations a day for an address.
      createPeople: () =>
        Promise.reject(new Error('the histories of these runs contain installations only')),
      onCredit(credited) {
        credit_listeners.add(credited)
        return () => credit_listeners.delete(credited)
      },
      async sendRequest({ method, path, headers, body }) {
        const response = await client.ask(method, path, headers, body)
        return response
          ? { status: response.status, body: response.body }
          : { status: 503, body: {} }
      },
    })
    counts.histories += new Set(run.history.map(({ subject }) => subject)).size
    counts.operations += run.history.length
    counts.without_response += run.history.filter(({ result }) => result === undefined).length
    const broken = describeViolations(run)
    if (broken.length > 0)
      counts.violations.push([`round ${round}:`, ...broken, timeline(run)].join('\n'))
  }
}

const MAIL_WITHIN_MS = 5_000

/** Lets people sign in by PIN, one after another, while another client guesses. */
export async function runSignIns(
  { client, store, mailbox, isOver }: RunEnvironment,
  counts: RunCounts,
  organization_id: string,
  seed: number,
): Promise<void> {
  const choose = choices(seed)
  for (let person = 0; !isOver(); person += 1) {
    const email = `p${seed}-${person}@example.com`
    await retryWhileUnavailable(() =>
      store.addMember(callContext(), { organization_id, email, role: 'owner' }),
    )
    const requested = await client.ask('POST', '/admin/auth/request-pin', {}, { email })
    if (requested?.status !== 200) continue
    const challenge_id = String(requested.body['challenge_id'])
    counts.challenges.push(challenge_id)
    const mail = await waitForMail(mailbox, email)
    if (mail?.pin === undefined) continue
    const verify = (pin: string) =>
      client.ask('POST', '/admin/auth/verify-pin', {}, { email, challenge_id, pin })
    const all = await Promise.all([
      verify(mail.pin),
      verify(mail.pin),
      verify(String(choose.below(1e8)).padStart(8, '0')),
    ])
    const signed = all.filter((one) => one?.status === 200)
    if (signed.length > 1) counts.violations.push(`a PIN opened ${signed.length} sessions`)
    if (signed.length === 0 && all.every((one) => one?.status === 401))
      counts.violations.push('a correct PIN was refused')
    const [one] = signed
    if (!one) continue
    const session = await client.ask('GET', '/admin/auth/session', {
      authorization: `Bearer ${String(one.body['session_token'])}`,
    })
    if (session && ![200, 503].includes(session.status))
      counts.violations.push(`a new session got ${session.status}`)
    counts.sign_ins += 1
  }
}

async function waitForMail({ mails }: Mailbox, email: string) {
  for (const since = Date.now(); Date.now() - since < MAIL_WITHIN_MS; await delay(50)) {
    const mail = mails.find(({ to }) => to === email)
    if (mail) return mail
  }
  return undefined
}

export interface TaskTenant {
  readonly api_key: string
  readonly workspace_id: string
  readonly organization_id: string
  readonly skill: string
}

/** Routes tasks to one agent, one after another. */
export async function runTasks(
  { client, isOver }: RunEnvironment,
  counts: RunCounts,
  { api_key, workspace_id, organization_id, skill }: TaskTenant,
): Promise<void> {
  while (!isOver()) {
    const routed = await client.ask(
      'POST',
      '/a2a/route',
      { 'x-api-key': api_key },
      {
        skill,
        message: 'work',
        timeout_ms: 2000,
        context: { workspace_id, requester_id: organization_id },
      },
    )
    if (routed?.status === 200 && routed.body['status'] === 'completed') counts.tasks += 1
    else if (routed && ![200, 500, 503].includes(routed.status))
      counts.violations.push(`a task got ${routed.status} ${String(routed.body['code'])}`)
    await delay(100)
  }
}
