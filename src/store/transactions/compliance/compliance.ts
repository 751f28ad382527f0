import { verifyChain } from '../../../domain/audit/chain.ts'
import { verifyCheckpointSignature } from '../../../domain/audit/checkpoint.ts'
import type { AuditRecord } from '../../../domain/audit/record.ts'
import {
  concerns,
  REPORTED_KINDS,
  type ChainFacts,
  type ComplianceFacts,
  type Sample,
} from '../../../domain/compliance/facts.ts'
import { REPORT_WINDOW_MS } from '../../../domain/compliance/report.ts'
import { isOperative } from '../../../domain/installations/installation.ts'
import { isAccepted } from '../../../domain/installations/runtime-token.ts'
import { policyClaims } from '../../../domain/policies/policy.ts'
import { isExpired, reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Agent, Installation, RuntimeToken, Workspace } from '../../../domain/records.ts'
import { elapsed, plus, type Timestamp } from '../../../domain/time.ts'
import type { ReadTx } from '../../database.ts'
import { currentPolicy } from '../policies/policies.ts'
import type { Signer } from '../../../domain/trust/signing-keys.ts'
import { resolveAgent } from '../agents/registrations.ts'

/** Limits the rows of each kind that one report reads, so that its cost does not grow with the organization. */
const LIMITS = {
  records_per_kind: 50,
  chain: 500,
  installations: 200,
  token_holders: 50,
  tokens_each: 20,
  keys: 200,
  members: 200,
}

export interface ComplianceQuery {
  readonly reach: Reach
  readonly svc_id: string
  readonly workspace_id: string
  readonly now: Timestamp
  readonly signer: Pick<Signer, 'isOwn'>
}
export type ComplianceOutcome =
  | { readonly kind: 'agent_not_found' }
  | { readonly kind: 'workspace_not_found' }
  | { readonly kind: 'found'; readonly facts: ComplianceFacts }

/**
 * Reads the data for a compliance report at one moment, through indexes and in bounded amounts. The agent must belong to the organization,
 * or have (or have had) an installation in the workspace; the outcome for any other agent is `agent_not_found`.
 */
export async function readComplianceFacts(
  tx: ReadTx,
  query: ComplianceQuery,
): Promise<ComplianceOutcome> {
  const { reach, svc_id, workspace_id, signer } = query
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'workspace_not_found' }
  const newest = await sample(LIMITS.installations, (limit) =>
    tx.installations.find({
      where: { workspace_id, agent_id: svc_id },
      orderBy: ['created_at', 'installation_id'],
      descending: true,
      limit,
    }),
  )
  const agent = await resolveAgent(tx, {
    svc_id,
    organizations: [workspace.organization_id],
    installed_from: newest.items[0]?.agent_organization_id,
  })
  if (!agent) return { kind: 'agent_not_found' }
  const installations = {
    ...newest,
    items: newest.items.toSorted((a, b) => elapsed(a.last_seen_at, b.last_seen_at)),
  }
  if (installations.items.length === 0 && agent.organization_id !== workspace.organization_id)
    return { kind: 'agent_not_found' }
  return {
    kind: 'found',
    facts: await collectFacts(tx, {
      agent,
      workspace,
      installations,
      now: query.now,
      isOwn: signer.isOwn,
    }),
  }
}

interface ReportSubject {
  readonly agent: Agent
  readonly workspace: Workspace
  readonly installations: Sample<Installation>
  readonly now: Timestamp
  readonly isOwn: Signer['isOwn']
}

async function collectFacts(tx: ReadTx, subject: ReportSubject): Promise<ComplianceFacts> {
  const { agent, workspace, installations, isOwn } = subject
  const { organization_id, workspace_id } = workspace
  const policy = (await currentPolicy(tx, workspace_id))!
  const keys = await sample(LIMITS.keys, (limit) =>
    tx.api_keys.find({
      where: { organization_id, revoked_at: null },
      orderBy: ['created_at'],
      limit,
    }),
  )
  return {
    organization: (await tx.organizations.get({ organization_id }))!,
    workspace,
    agent,
    policy,
    policy_signed: isOwn(policy.signing_key_id, 'policy', policyClaims(policy), policy.signature),
    installations,
    tokens: await acceptedTokens(tx, subject),
    events: await readEvents(tx, subject),
    chain: await readChainFacts(tx, organization_id, isOwn),
    keys: {
      ...keys,
      items: keys.items.filter(
        (key) =>
          (key.workspace_id === null || key.workspace_id === workspace_id) &&
          !isExpired(key, subject.now),
      ),
    },
    members: await sample(LIMITS.members, (limit) =>
      tx.members.find({ where: { organization_id }, orderBy: ['joined_at', 'user_id'], limit }),
    ),
  }
}

/** Reads up to `max` items that pass, and one more to determine whether there are others. No item may pass after one that does not. */
async function sample<T>(
  max: number,
  read: (limit: number) => Promise<readonly T[]>,
  passes: (item: T) => boolean = () => true,
): Promise<Sample<T>> {
  const items = (await read(max + 1)).filter(passes)
  return { items: items.slice(0, max), truncated: items.length > max }
}

async function acceptedTokens(
  tx: ReadTx,
  { installations, now }: ReportSubject,
): Promise<Sample<RuntimeToken>> {
  const holders = installations.items.filter(isOperative)
  const samples: Sample<RuntimeToken>[] = []
  for (const { installation_id } of holders.slice(0, LIMITS.token_holders))
    samples.push(
      await sample(
        LIMITS.tokens_each,
        (limit) =>
          tx.runtime_tokens.find({
            where: { installation_id },
            orderBy: ['version'],
            descending: true,
            limit,
          }),
        (token) => isAccepted(token, now),
      ),
    )
  return {
    items: samples.flatMap(({ items }) => items),
    truncated:
      installations.truncated ||
      holders.length > LIMITS.token_holders ||
      samples.some(({ truncated }) => truncated),
  }
}

/**
 * Reads the newest audit records of each kind, and drops those that are older than the window of the report or concern another agent or
 * workspace. Records about other agents can exhaust the limit; the sample is then marked as truncated.
 */
async function readEvents(
  tx: ReadTx,
  { agent, workspace, installations, now }: ReportSubject,
): Promise<ComplianceFacts['events']> {
  const { organization_id: chain, workspace_id } = workspace
  const from = plus(now, -REPORT_WINDOW_MS)
  const scope = {
    workspace_id,
    svc_id: agent.svc_id,
    installations: new Set(installations.items.map(({ installation_id }) => installation_id)),
  }
  const events: Partial<Record<(typeof REPORTED_KINDS)[number], Sample<AuditRecord>>> = {}
  for (const event_type of REPORTED_KINDS) {
    const { items, truncated } = await sample(
      LIMITS.records_per_kind,
      (limit) =>
        tx.audit_log.find({
          where: { chain, event_type },
          orderBy: ['sequence'],
          descending: true,
          limit,
        }),
      ({ occurred_at }) => occurred_at >= from,
    )
    events[event_type] = { items: items.filter((record) => concerns(record, scope)), truncated }
  }
  return events as ComplianceFacts['events']
}

/**
 * Verifies the newest records of the chain up to its head. Older records are not verified; verification starts with the hash of the
 * preceding record. `complete` states whether there are no older records.
 */
async function readChainFacts(
  tx: ReadTx,
  chain: string,
  isOwn: Signer['isOwn'],
): Promise<ChainFacts> {
  const head = await tx.audit_heads.get({ chain })
  const statement = await tx.audit_checkpoints.get({ chain })
  const oldest = await tx.audit_log.first({ where: { chain }, orderBy: ['sequence'] })
  const newest = (
    await tx.audit_log.find({
      where: { chain },
      orderBy: ['sequence'],
      descending: true,
      limit: LIMITS.chain + 1,
    })
  ).toReversed()
  const before = newest.length > LIMITS.chain ? newest[0] : undefined
  const checkpoint = statement && verifyCheckpointSignature(statement, chain, isOwn)
  const check = verifyChain({
    ...(before ? { start: before } : checkpoint && { checkpoint }),
    ...(head && { head }),
  })
  for (const record of newest.slice(before ? 1 : 0)) check.feed(record)
  return {
    head: head ? { sequence: head.sequence, hash: head.hash } : null,
    tail: check.report(),
    complete: before === undefined,
    oldest: oldest ? { sequence: oldest.sequence, occurred_at: oldest.occurred_at } : null,
    checkpoint: statement && checkpoint ? { statement, valid: checkpoint.valid } : null,
  }
}
