import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { live } from '../history/live/live.ts'
import { complaints, timeline } from '../history/show.ts'
import { choices } from '../history/simulation/random.ts'
import { CALM, installationsOf, type Scenario } from '../history/simulation/scenario.ts'
import { settle } from '../history/simulation/tenant.ts'
import type { CallContext } from '../../src/store/context.ts'
import { StoreUnavailable } from '../../src/store/database.ts'
import type { Signer } from '../../src/store/transactions/policies/policies.ts'
import type { Store } from '../../src/store/store.ts'
import type { Client } from './clients.ts'
import type { Mailbox } from './mailbox.ts'

/** What the clients of a run stand on. */
export interface Ground {
  readonly client: Client
  readonly store: Store
  readonly signer: Signer
  readonly mailbox: Mailbox
  readonly credits: Set<(down_ms: number) => void>
  readonly isOver: () => boolean
}
export interface Done {
  histories: number
  operations: number
  lost: number
  sign_ins: number
  challenges: string[]
  tasks: number
  violations: string[]
}

/** An act of the test itself; the database says when. */
export const act = (): CallContext => ({
  now: new Date().toISOString(),
  actor: { type: 'platform', id: null, ip: null },
  request_id: null,
  user_agent: '',
  random: randomBytes,
})

/** Goes on after an outage. */
export async function insistently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 1000; tries += 1) {
    try {
      return await work()
    } catch (cause) {
      if (!(cause instanceof StoreUnavailable)) throw cause
      await delay(200)
    }
  }
  throw new Error('the store stays unavailable')
}

/** The machine makes the weather here; clients only give up on answers and repeat requests. */
const calm = ({ clients, weather: { twice } }: Scenario): Scenario => ({
  clients,
  weather: { ...CALM, twice },
})

/** Clients of one tenant after another: install tokens, bootstraps, heartbeats, refreshes, recoveries, revocations. Each history is judged. */
export async function histories(
  { client, store, signer, credits, isOver }: Ground,
  done: Done,
  seed: number,
): Promise<void> {
  for (let round = seed; !isOver(); round += 1) {
    const run = await live(calm(installationsOf(round)), round, {
      clock: { now_ms: Date.now, advance: () => undefined },
      settle: (agents) => insistently(() => settle(store, act, signer, agents)),
      // Where limits are real an address is invited three times a day at most.
      settlePeople: () => Promise.reject(new Error('these histories are about installations')),
      onCredit(credited) {
        credits.add(credited)
        return () => credits.delete(credited)
      },
      async ask({ method, path, headers, body }) {
        const answer = await client.ask(method, path, headers, body)
        return answer ? { status: answer.status, body: answer.body } : { status: 503, body: {} }
      },
    })
    done.histories += new Set(run.history.map(({ subject }) => subject)).size
    done.operations += run.history.length
    done.lost += run.history.filter(({ answer }) => answer === undefined).length
    const wrong = complaints(run)
    if (wrong.length > 0)
      done.violations.push([`round ${round}:`, ...wrong, timeline(run)].join('\n'))
  }
}

const MAIL_WITHIN_MS = 5_000

/** People who sign in by PIN, each once; guessing at the same time must not help. */
export async function people(
  { client, store, mailbox, isOver }: Ground,
  done: Done,
  organization_id: string,
  seed: number,
): Promise<void> {
  const choose = choices(seed)
  for (let person = 0; !isOver(); person += 1) {
    const email = `p${seed}-${person}@example.com`
    await insistently(() => store.addMember(act(), { organization_id, email, role: 'owner' }))
    const asked = await client.ask('POST', '/admin/auth/request-pin', {}, { email })
    if (asked?.status !== 200) continue
    const challenge_id = String(asked.body['challenge_id'])
    done.challenges.push(challenge_id)
    const mail = await arriving(mailbox, email)
    if (mail?.pin === undefined) continue
    const verify = (pin: string) =>
      client.ask('POST', '/admin/auth/verify-pin', {}, { email, challenge_id, pin })
    const all = await Promise.all([
      verify(mail.pin),
      verify(mail.pin),
      verify(String(choose.below(1e8)).padStart(8, '0')),
    ])
    const signed = all.filter((one) => one?.status === 200)
    if (signed.length > 1) done.violations.push(`a PIN was good for ${signed.length} sessions`)
    if (signed.length === 0 && all.every((one) => one?.status === 401))
      done.violations.push('a right PIN was refused')
    const [one] = signed
    if (!one) continue
    const session = await client.ask('GET', '/admin/auth/session', {
      authorization: `Bearer ${String(one.body['session_token'])}`,
    })
    if (session && ![200, 503].includes(session.status))
      done.violations.push(`a new session was answered ${session.status}`)
    done.sign_ins += 1
  }
}

async function arriving({ mails }: Mailbox, email: string) {
  for (const since = Date.now(); Date.now() - since < MAIL_WITHIN_MS; await delay(50)) {
    const mail = mails.find(({ to }) => to === email)
    if (mail) return mail
  }
  return undefined
}

export interface Employer {
  readonly api_key: string
  readonly workspace_id: string
  readonly organization_id: string
  readonly skill: string
}

/** Tasks for one agent, one after the other. */
export async function tasks(
  { client, isOver }: Ground,
  done: Done,
  { api_key, workspace_id, organization_id, skill }: Employer,
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
    if (routed?.status === 200 && routed.body['status'] === 'completed') done.tasks += 1
    else if (routed && ![200, 500, 503].includes(routed.status))
      done.violations.push(`a task was answered ${routed.status} ${String(routed.body['code'])}`)
    await delay(100)
  }
}
