import { setTimeout as delay } from 'node:timers/promises'
import type { Agent, ApiKey } from '../domain/records.ts'
import { plus, type Timestamp } from '../domain/time.ts'
import type { CallContext } from './context.ts'
import type { Tx } from './database.ts'
import * as agents from './transactions/agents/agents.ts'
import * as apiKeys from './transactions/organizations/api-keys.ts'
import * as downtime from './transactions/installations/downtime.ts'
import * as expiry from './transactions/installations/expiry.ts'
import * as announcements from './transactions/policies/announcements.ts'
import * as workspaces from './transactions/organizations/workspaces.ts'

/** Pause between two steps, milliseconds: heartbeats have a store with one writer to themselves. */
const REST_MS = 5

/** Makes an intent one transaction. */
type Write = <Input, Answer>(
  intent: (tx: Tx, context: CallContext, input: Input) => Promise<Answer>,
) => (context: CallContext, input: Input) => Promise<Answer>

/** Works on a whole fleet, in transactions of a bounded size, between which others get a turn. What the first one can do is one transaction. */
export function inSteps(write: Write) {
  const [beginExpiry, continueExpiry, deleteWorkspace] = [
    write(expiry.beginExpiry),
    write(expiry.continueExpiry),
    write(workspaces.deleteWorkspace),
  ]
  const announcePolicy = write(announcements.announcePolicy)
  const setSuspended = write(agents.setSuspended)
  const [revokeApiKey, endApiKey] = [write(apiKeys.revokeApiKey), write(apiKeys.endApiKey)]
  return {
    /** Tells a large fleet of a new policy, so many steps at most; how many there were. */
    async announcePolicies(
      context: CallContext,
      { most = Infinity }: { most?: number },
    ): Promise<{ steps: number }> {
      const after = sinceNow(context)
      let steps = 0
      while (steps < most && (await announcePolicy(after(), {})).announced) {
        steps += 1
        await delay(REST_MS)
      }
      return { steps }
    },
    /** Deletes a workspace. Who is killed meanwhile asks again. */
    async deleteWorkspace(
      context: CallContext,
      input: Omit<workspaces.Deletion, 'revoked'>,
    ): Promise<Exclude<workspaces.DeletionStep, { kind: 'begun' }>> {
      const after = sinceNow(context)
      let step = await deleteWorkspace(context, input)
      while (step.kind === 'begun') {
        await delay(REST_MS)
        step = await deleteWorkspace(after(), { ...input, revoked: step.revoked })
      }
      return step
    },
    /** Takes an agent out of use, or back into it, with every registration of its id. Returns the one that the public sees; undefined where there is none. */
    async setSuspended(context: CallContext, input: agents.Suspension): Promise<Agent | undefined> {
      const after = sinceNow(context)
      let step = await setSuspended(context, input)
      while (step.more && step.agent) {
        await delay(REST_MS)
        step = await setSuspended(after(), { ...input, agent: step.agent })
      }
      return step.agent
    },
    /** Revokes a key and what it made. What is left of an interrupted revocation a sweep revokes. */
    async revokeApiKey(
      context: CallContext,
      input: { key_id: string },
    ): Promise<ApiKey | undefined> {
      const first = await revokeApiKey(context, input)
      if (first?.more) await untilRevoked(sinceNow(context), (later) => revokeApiKey(later, input))
      return first?.key
    },
    /** The same for a key of one's own organization. */
    async endApiKey(
      context: CallContext,
      input: Parameters<typeof apiKeys.endApiKey>[2],
    ): Promise<apiKeys.EndingOutcome> {
      const first = await endApiKey(context, input)
      if (first.kind === 'revoked' && first.more)
        await untilRevoked(sinceNow(context), (later) =>
          revokeApiKey(later, { key_id: input.key_id }),
        )
      return first
    },
    /** One pass of the sweep over leases that ran out; undefined where it is nobody's turn. */
    async expireLeases(
      context: CallContext,
      turn: expiry.Turn,
    ): Promise<{ expired: number; held: number } | undefined> {
      const begun = await beginExpiry(context, turn)
      if (!begun) return undefined
      const { held } = begun
      let { expired, pass } = begun
      while (pass.left.length > 0) {
        await delay(REST_MS)
        const step = await continueExpiry(context, pass)
        expired += step.expired
        pass = step.pass
      }
      return { expired, held }
    },
    noteAlive: (context: CallContext, liveness: downtime.Liveness) =>
      credited((began) => write(downtime.noteAlive)(context, { ...liveness, began })),
    creditDowntime: (context: CallContext, liveness: downtime.Liveness) =>
      credited((began) => write(downtime.creditDowntime)(context, { ...liveness, began })),
  }
}

/** Repeats a revocation until nothing of it is left. */
async function untilRevoked(
  after: () => CallContext,
  step: (context: CallContext) => Promise<apiKeys.Revoked | undefined>,
): Promise<void> {
  do await delay(REST_MS)
  while ((await step(after()))?.more)
}

/**
 * The same act, as much later as it has become since: what a late step sets a deadline by. An act carries a moment and no clock; a store
 * with a clock of its own puts that in its place.
 */
function sinceNow(context: CallContext): () => CallContext {
  const began = performance.now()
  return () => ({ ...context, now: plus(context.now, Math.floor(performance.now() - began)) })
}

/** Takes steps until nobody waits for credit: how many got some, and how long the platform was down. */
async function credited(
  step: (began: Timestamp | undefined) => Promise<downtime.CreditStep>,
): Promise<downtime.Downtime> {
  const outages = new Map<Timestamp, number>()
  let credited = 0
  let began: Timestamp | undefined
  for (let more = true; more;) {
    const done = await step(began)
    if (done.outage !== undefined) outages.set(done.outage, done.down_ms)
    began = done.began ?? began
    credited += done.credited
    more = done.more
  }
  return { credited, down_ms: [...outages.values()].reduce((sum, down_ms) => sum + down_ms, 0) }
}
