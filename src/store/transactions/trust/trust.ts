import { isKeyUsable } from '../../../domain/agents/registration.ts'
import { conclude, type TrustExamination, type TrustVerdict } from '../../../domain/trust/trust.ts'
import { evaluatePolicy, NO_POLICY, type PolicyContent } from '../../../domain/policies/policy.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Agent } from '../../../domain/records.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit, type AuditEntry } from '../audit/records.ts'
import { currentPolicy } from '../policies/policies.ts'
import { findOwnOrInstalled, findVisibleOrInstalled } from '../agents/registrations.ts'

export interface TrustQuery {
  svc_id: string
  workspace_id: string | null
  reach: Reach
}
export type TrustSubject =
  | { readonly kind: 'agent_not_found' }
  | { readonly kind: 'workspace_not_found' }
  | {
      readonly kind: 'found'
      readonly agent: Agent
      readonly policy: PolicyContent | null
      readonly organization_id: string
    }

/** Returns the agent to verify, the policy of the verifying workspace, and its organization. Without a workspace no policy applies. */
export async function findTrustSubject(
  tx: ReadTx,
  { svc_id, workspace_id, reach }: TrustQuery,
): Promise<TrustSubject> {
  const resolved = await findVisibleOrInstalled(tx, { svc_id, reach })
  if (!resolved) return { kind: 'agent_not_found' }
  const agent = { ...resolved, key_sound: isKeyUsable(resolved) }
  if (workspace_id === null)
    return { kind: 'found', agent, policy: null, organization_id: reach.organizations[0]! }
  const policy = await currentPolicy(tx, workspace_id)
  if (!policy || !reaches(reach, policy)) return { kind: 'workspace_not_found' }
  return { kind: 'found', agent, policy: policy.content, organization_id: policy.organization_id }
}

/** The examination of a trust request, and the additional data for the policy decision and the audit record. */
export interface ConclusionInput {
  examination: TrustExamination
  workspace_id: string | null
  organization_id: string
  policy: PolicyContent | null
  skill?: string | undefined
}

/** Concludes an examination: records its nonce as used, records a failure in the audit log, and returns the verdict. */
export async function concludeTrust(
  tx: Tx,
  context: CallContext,
  input: ConclusionInput,
): Promise<TrustVerdict> {
  const { examination, organization_id } = input
  // Nonces are stored by verifying workspace, or by organization if the caller names no workspace.
  const workspace_id = input.workspace_id ?? organization_id
  const { svc_id, nonce } = examination
  const reused =
    nonce !== undefined &&
    (await tx.nonces.get({ svc_id, workspace_id, nonce: nonce.nonce })) !== undefined
  if (nonce && !reused) await tx.nonces.insert({ svc_id, workspace_id, ...nonce })
  const verdict = conclude(examination, reused, policyDecision(input))
  if (!verdict.valid) await appendAudit(tx, context, failureRecord(input, verdict))
  return verdict
}

/**
 * Returns the verdict of `concludeTrust` if nothing has to be written, that is, if there is no nonce and nothing failed; otherwise returns
 * undefined.
 */
export function concludeWithoutRecord(input: ConclusionInput): TrustVerdict | undefined {
  if (input.examination.nonce) return undefined
  const verdict = conclude(input.examination, false, policyDecision(input))
  return verdict.valid ? verdict : undefined
}

const policyDecision = ({ examination, policy, skill }: ConclusionInput) =>
  policy === null ? NO_POLICY : evaluatePolicy(policy, { caller: examination.svc_id, skill })

const failureRecord = (
  { organization_id, workspace_id }: ConclusionInput,
  { svc_id, reason, policy }: TrustVerdict,
): AuditEntry => ({
  event_type: reason === 'policy_denied' ? 'policy.violated' : 'trust.verification_failed',
  organization_id,
  workspace_id,
  target: { type: 'agent', id: svc_id },
  outcome: reason === 'policy_denied' ? 'denied' : 'failure',
  reason,
  metadata: { rule: policy.rule },
})

/**
 * Records in the audit log that trust headers are issued, and returns the agent. Returns undefined for an agent that the caller neither
 * owns nor has installed.
 */
export async function issueTrustHeaders(
  tx: Tx,
  context: CallContext,
  input: { svc_id: string; reach: Reach; organization_id: string; task_id: string },
): Promise<Agent | undefined> {
  const { svc_id, reach, organization_id, task_id } = input
  const agent = await findOwnOrInstalled(tx, { svc_id, reach })
  if (!agent) return undefined
  await appendAudit(tx, context, {
    event_type: 'trust.headers_issued',
    organization_id,
    workspace_id: reach.workspace_id,
    target: { type: 'agent', id: svc_id },
    metadata: { task_id },
  })
  return agent
}
