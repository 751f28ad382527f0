import { setTimeout as delay } from 'node:timers/promises'
import type { Agent, ApiKey } from '../domain/records.ts'
import { plus, type Timestamp } from '../domain/time.ts'
import type { CallContext } from './context.ts'
import type { Tx } from './database.ts'
import * as agents from './transactions/agents/agents.ts'
import * as apiKeys from './transactions/organizations/api-key-revocation.ts'
import * as downtime from './transactions/installations/downtime.ts'
import * as expiry from './transactions/installations/expiry.ts'
import * as announcements from './transactions/policies/announcements.ts'
import * as workspaces from './transactions/organizations/workspaces.ts'

/** The pause between two steps, milliseconds, in which a store with one writer serves heartbeats. */
const REST_MS = 5

/** Turns a transaction body into an operation. */
type Write = <Input, Answer>(
  body: (tx: Tx, context: CallContext, input: Input) => Promise<Answer>,
) => (context: CallContext, input: Input) => Promise<Answer>

/**
 * Returns the operations on a whole fleet. They run as transactions of a bounded size with a pause after each, in which other callers are
 * served. What fits in the first transaction takes only one.
 */
export const inSteps = (write: Write) => ({
  ...policyAndWorkspaceSteps(write),
  ...agentSteps(write),
  ...apiKeySteps(write),
  ...leaseSteps(write),
})

function policyAndWorkspaceSteps(write: Write) {
  const announcePolicy = write(announcements.announcePolicy)
  const deleteWorkspace = write(workspaces.deleteWorkspace)
  return {
    /** Announces new policies to large fleets in at most `most` steps. Returns the number of steps. */
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
    /** Deletes a workspace. A deletion that was interrupted continues when it is requested again. */
    async deleteWorkspace(
      context: CallContext,
      input: Omit<workspaces.DeletionInput, 'revoked'>,
    ): Promise<Exclude<workspaces.DeletionStep, { kind: 'begun' }>> {
      const after = sinceNow(context)
      let step = await deleteWorkspace(context, input)
      while (step.kind === 'begun') {
        await delay(REST_MS)
        step = await deleteWorkspace(after(), { ...input, revoked: step.revoked })
      }
      return step
    },
  }
}

function agentSteps(write: Write) {
  const setSuspended = write(agents.setSuspended)
  return {
    /** Suspends or reinstates an agent with every registration of its id. Returns the public registration; undefined where there is none. */
    async setSuspended(context: CallContext, input: agents.Suspension): Promise<Agent | undefined> {
      const after = sinceNow(context)
      let step = await setSuspended(context, input)
      while (step.more && step.agent) {
        await delay(REST_MS)
        step = await setSuspended(after(), { ...input, agent: step.agent })
      }
      return step.agent
    },
  }
}

function apiKeySteps(write: Write) {
  const revokeApiKey = write(apiKeys.revokeApiKey)
  const revokeOwnApiKey = write(apiKeys.revokeOwnApiKey)
  return {
    /** Revokes a key and the keys that it created. A sweep completes a revocation that was interrupted. */
    async revokeApiKey(
      context: CallContext,
      input: { key_id: string },
    ): Promise<ApiKey | undefined> {
      const first = await revokeApiKey(context, input)
      if (first?.more) await untilRevoked(sinceNow(context), (later) => revokeApiKey(later, input))
      return first?.key
    },
    /** Revokes a key of the caller's organization in the same way. */
    async revokeOwnApiKey(
      context: CallContext,
      input: Parameters<typeof apiKeys.revokeOwnApiKey>[2],
    ): Promise<apiKeys.RevocationOutcome> {
      const first = await revokeOwnApiKey(context, input)
      if (first.kind === 'revoked' && first.more)
        await untilRevoked(sinceNow(context), (later) =>
          revokeApiKey(later, { key_id: input.key_id }),
        )
      return first
    },
  }
}

function leaseSteps(write: Write) {
  const beginExpiry = write(expiry.beginExpiry)
  const continueExpiry = write(expiry.continueExpiry)
  return {
    /** Runs one pass of the sweep over expired leases. Returns undefined where another process has run one too recently. */
    async expireLeases(
      context: CallContext,
      turn: expiry.SweepConditions,
    ): Promise<{ expired: number; held: number } | undefined> {
      const begun = await beginExpiry(context, turn)
      if (!begun) return undefined
      const { held } = begun
      let { expired, pass } = begun
      while (pass.remaining.length > 0) {
        await delay(REST_MS)
        const step = await continueExpiry(context, pass)
        expired += step.expired
        pass = step.pass
      }
      return { expired, held }
    },
    recordAlive: (context: CallContext, liveness: downtime.Liveness) =>
      credited((began) => write(downtime.recordAlive)(context, { ...liveness, began })),
    creditDowntime: (context: CallContext, liveness: downtime.Liveness) =>
      credited((began) => write(downtime.creditDowntime)(context, { ...liveness, began })),
  }
}

/** Repeats a revocation until it is complete. */
async function untilRevoked(
  after: () => CallContext,
  step: (context: CallContext) => Promise<apiKeys.RevocationStep | undefined>,
): Promise<void> {
  do await delay(REST_MS)
  while ((await step(after()))?.more)
}

/**
 * Returns a function that returns the context with the time that has passed since, so that late steps compute their deadlines from the
 * current time. A context carries a moment and no clock; a store with a clock of its own replaces the moment.
 */
function sinceNow(context: CallContext): () => CallContext {
  const began = performance.now()
  return () => ({ ...context, now: plus(context.now, Math.floor(performance.now() - began)) })
}

/** Runs steps until no installation is due for credit. Returns how many were credited, and how long the platform was down, milliseconds. */
async function credited(
  step: (began: Timestamp | undefined) => Promise<downtime.CreditStep>,
): Promise<downtime.DowntimeCredit> {
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
