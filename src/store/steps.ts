import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { Agent, ApiKey, OutboxItem } from '../domain/records.ts'
import { plus, type Timestamp } from '../domain/time.ts'
import type { CallContext } from './context.ts'
import type { Tx } from './database.ts'
import { PURGE } from '../domain/limits.ts'
import type { Signer } from '../domain/trust/signing-keys.ts'
import * as agents from './transactions/agents/agents.ts'
import * as retention from './transactions/audit/retention.ts'
import * as apiKeys from './transactions/organizations/api-key-revocation.ts'
import * as downtime from './transactions/installations/downtime.ts'
import * as expiry from './transactions/installations/expiry.ts'
import * as announcements from './transactions/policies/announcements.ts'
import * as workspaces from './transactions/organizations/workspaces.ts'
import * as publication from './transactions/transparency/publication.ts'
import * as outbox from './transactions/outbox.ts'

/** The pause between two steps, in milliseconds, during which a store with one writer serves heartbeats. */
const STEP_PAUSE_MS = 5

/** Turns a transaction body into an operation. */
type Write = <Input, Result>(
  body: (tx: Tx, context: CallContext, input: Input) => Promise<Result>,
) => (context: CallContext, input: Input) => Promise<Result>

/**
 * Returns the operations that may affect a whole fleet, or all organizations. They run as several transactions of bounded size, between
 * which other callers are served. An operation that fits into the first transaction needs only that one.
 */
export const inSteps = (write: Write) => ({
  ...policyAndWorkspaceSteps(write),
  ...agentSteps(write),
  ...apiKeySteps(write),
  ...leaseSteps(write),
  ...headSteps(write),
  ...purgeSteps(write),
  ...outboxSteps(write),
})

/** How many records one pass deleted, and how many chains were due to be examined. Both are zero if nothing was due. */
interface PurgeResult {
  readonly purged: number
  readonly due: number
}

function purgeSteps(write: Write) {
  const dueChains = write<object, { readonly chains: readonly string[] }>(retention.dueChains)
  const purgeChain = write(retention.purgeChain)
  return {
    /** Removes audit records that are older than their organization's retention, in one transaction for each chain. */
    async purgeAudit(context: CallContext, { signer }: { signer: Signer }): Promise<PurgeResult> {
      const { chains } = await dueChains(context, {})
      let purged = 0
      for (const chain of chains)
        if (purged < PURGE.records)
          purged += (await purgeChain(context, { chain, signer, max: PURGE.records - purged }))
            .purged
      return { purged, due: chains.length }
    },
  }
}

function outboxSteps(write: Write) {
  const retryItem = write(outbox.retryItem)
  const retryFailedItems = write(outbox.retryFailedItems)
  return {
    /**
     * Schedules an item, or all failed items if `outbox_id` is null, for an immediate retry with a new time limit. Items that fail again
     * in the meantime are not scheduled a second time.
     */
    async retryOutbox(
      context: CallContext,
      { outbox_id }: { outbox_id: string | null },
    ): Promise<{ retried: readonly OutboxItem[] }> {
      if (outbox_id !== null) {
        const item = await retryItem(context, { outbox_id })
        return { retried: item ? [item] : [] }
      }
      const retried: OutboxItem[] = []
      let next: outbox.RetryPosition | undefined = outbox.FIRST_FAILED
      while (next) {
        const step = await retryFailedItems(context, next)
        retried.push(...step.retried)
        next = step.next
        if (next) await delay(STEP_PAUSE_MS)
      }
      return { retried }
    },
  }
}

function policyAndWorkspaceSteps(write: Write) {
  const announcePolicy = write(announcements.announcePolicy)
  const deleteWorkspace = write(workspaces.deleteWorkspace)
  return {
    /** Announces new policies to large fleets in at most `max_steps` steps. Returns the number of steps. */
    async announcePolicies(
      context: CallContext,
      { max_steps = Infinity }: { max_steps?: number },
    ): Promise<{ steps: number }> {
      const currentContext = contextClock(context)
      let steps = 0
      while (steps < max_steps && (await announcePolicy(currentContext(), {})).announced) {
        steps += 1
        await delay(STEP_PAUSE_MS)
      }
      return { steps }
    },
    /** Deletes a workspace. A deletion that was interrupted continues when it is requested again. */
    async deleteWorkspace(
      context: CallContext,
      input: Omit<workspaces.DeletionInput, 'revoked'>,
    ): Promise<Exclude<workspaces.DeletionStep, { kind: 'begun' }>> {
      const currentContext = contextClock(context)
      let step = await deleteWorkspace(context, input)
      while (step.kind === 'begun') {
        await delay(STEP_PAUSE_MS)
        step = await deleteWorkspace(currentContext(), { ...input, revoked: step.revoked })
      }
      return step
    },
  }
}

function agentSteps(write: Write) {
  const setSuspended = write(agents.setSuspended)
  return {
    /**
     * Suspends or reinstates an agent with every registration of its id. Returns the public registration or, if there is none, another one
     * of the id; undefined if nobody has registered it.
     */
    async setSuspended(context: CallContext, input: agents.Suspension): Promise<Agent | undefined> {
      const currentContext = contextClock(context)
      let step = await setSuspended(context, input)
      while (step.more && step.agent) {
        await delay(STEP_PAUSE_MS)
        step = await setSuspended(currentContext(), { ...input, agent: step.agent })
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
      const firstStep = await revokeApiKey(context, input)
      if (firstStep?.more)
        await untilRevoked(contextClock(context), (stepContext) => revokeApiKey(stepContext, input))
      return firstStep?.key
    },
    /** Revokes a key of the caller's organization and the keys that it created. */
    async revokeOwnApiKey(
      context: CallContext,
      input: Parameters<typeof apiKeys.revokeOwnApiKey>[2],
    ): Promise<apiKeys.RevocationOutcome> {
      const firstStep = await revokeOwnApiKey(context, input)
      if (firstStep.kind === 'revoked' && firstStep.more)
        await untilRevoked(contextClock(context), (stepContext) =>
          revokeApiKey(stepContext, { key_id: input.key_id }),
        )
      return firstStep
    },
  }
}

function leaseSteps(write: Write) {
  const beginExpiry = write(expiry.beginExpiry)
  const continueExpiry = write(expiry.continueExpiry)
  return {
    /**
     * Runs one pass of the sweep over expired leases. Returns undefined if any process has begun one too recently, or an outage has to be
     * credited first.
     */
    async expireLeases(
      context: CallContext,
      conditions: expiry.SweepConditions,
    ): Promise<{ expired: number; held: number } | undefined> {
      const begun = await beginExpiry(context, conditions)
      if (!begun) return undefined
      const { held } = begun
      let { expired, pass } = begun
      while (pass.remaining.length > 0) {
        await delay(STEP_PAUSE_MS)
        const step = await continueExpiry(context, pass)
        expired += step.expired
        pass = step.pass
      }
      return { expired, held }
    },
    recordAlive: (context: CallContext, liveness: downtime.Liveness) =>
      runCreditSteps((began) => write(downtime.recordAlive)(context, { ...liveness, began })),
    creditDowntime: (context: CallContext, liveness: downtime.Liveness) =>
      runCreditSteps((began) => write(downtime.creditDowntime)(context, { ...liveness, began })),
  }
}

function headSteps(write: Write) {
  const beginPublication = write(publication.beginPublication)
  const continuePublication = write(publication.continuePublication)
  return {
    /**
     * Publishes the heads of all audit chains as an entry of the log, if a chain has changed since the last publication.
     * @param input.pause_ms the minimum time between two attempts by any process; 0 at shutdown
     * @param input.signal the publication is abandoned once this signal is aborted
     * @returns the number of chains whose head or leaf index has changed; 0 if nothing was published, such as because another process has
     * taken over
     */
    async publishHeads(
      context: CallContext,
      { pause_ms, signal }: { readonly pause_ms: number; readonly signal?: AbortSignal },
    ): Promise<{ changed: number }> {
      const currentContext = contextClock(context)
      let step = await beginPublication(context, { pause_ms })
      while (step.draft && !signal?.aborted) {
        // There may be hundreds of steps, and a publication at shutdown has a time limit, so the pause is the shortest in which requests
        // are served.
        await setImmediate()
        step = await continuePublication(currentContext(), step.draft)
      }
      return { changed: step.draft ? 0 : step.changed }
    },
  }
}

/** Repeats a revocation until it is complete. */
async function untilRevoked(
  currentContext: () => CallContext,
  step: (context: CallContext) => Promise<apiKeys.RevocationStep | undefined>,
): Promise<void> {
  do await delay(STEP_PAUSE_MS)
  while ((await step(currentContext()))?.more)
}

/**
 * Returns a function that returns the context with an advanced time, so that later steps compute their deadlines from the current time. A
 * context has a fixed time and no clock. A store with its own clock replaces this time.
 */
function contextClock(context: CallContext): () => CallContext {
  const began = performance.now()
  return () => ({ ...context, now: plus(context.now, Math.floor(performance.now() - began)) })
}

/**
 * Runs steps until no installation is due for credit. Returns how many were credited, and how long the platform was down in milliseconds.
 */
async function runCreditSteps(
  step: (began: Timestamp | undefined) => Promise<downtime.CreditStep>,
): Promise<downtime.DowntimeCredit> {
  const outages = new Map<Timestamp, number>()
  let credited = 0
  let began: Timestamp | undefined
  for (let more = true; more;) {
    const result = await step(began)
    if (result.outage !== undefined) outages.set(result.outage, result.down_ms)
    began = result.began ?? began
    credited += result.credited
    more = result.more
  }
  return { credited, down_ms: [...outages.values()].reduce((sum, down_ms) => sum + down_ms, 0) }
}
