import { checkpointClaims } from '../../../domain/audit/checkpoint.ts'
import { SIGNING_KEY } from '../../../domain/limits.ts'
import { policyClaims } from '../../../domain/policies/policy.ts'
import { needsSigningAgain } from '../../../domain/trust/key-rotation.ts'
import { resealSigningKey } from '../../../domain/trust/sealed-keys.ts'
import type { OpenedKey, Signer } from '../../../domain/trust/signing-keys.ts'
import { verifyClaims, type Claims, type Purpose } from '../../../domain/signatures/signature.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { readFact } from '../facts.ts'
import { currentPolicy } from '../policies/policies.ts'
import { logKey } from '../transparency/entries.ts'
import { sealingKey, type KeyRingInput } from './master-keys.ts'
import { lockKeys, openCurrentKeys } from './platform-keys.ts'

/** The name of the platform fact with the progress of re-signing. */
const POSITION = 'signing_again'

/** The progress of re-signing: the retired or compromised keys, and the last workspace or chain that was examined. */
interface Position {
  readonly key_ids: readonly string[]
  readonly table: 'policies' | 'audit_checkpoints'
  readonly after: string
}

/**
 * Re-signs the policies in force and the audit checkpoints of retired or compromised keys with the current key: a bounded number in each
 * call, and the next call continues. Version, hash, content and issuer of a policy do not change. A policy or checkpoint that its old key
 * did not sign is left unchanged. When everything has been examined, the keys are marked, and their signatures over policies and
 * checkpoints are no longer accepted (docs/specification/trust.md#signing-again).
 */
export async function reSign(
  tx: Tx,
  context: CallContext,
  { signer, ...access }: KeyRingInput & { readonly signer: Signer },
): Promise<{ examined: number; more: boolean }> {
  await lockKeys(tx, context)
  const due = (await openCurrentKeys(tx, access)).filter((key) =>
    needsSigningAgain(key, context.now),
  )
  if (due.length === 0) return { examined: 0, more: false }
  const stored = (await readFact(tx, POSITION)) as Position | undefined
  const position: Position = stored ?? {
    key_ids: due.map(({ key_id }) => key_id),
    table: 'policies',
    after: '',
  }
  const keys = due.filter(({ key_id }) => position.key_ids.includes(key_id))
  const page =
    position.table === 'policies'
      ? await signPolicies(tx, context, { signer, keys, after: position.after })
      : await signCheckpoints(tx, context, { signer, keys, after: position.after })
  const next = nextPosition(position, page)
  await tx.platform_facts.put({ name: POSITION, value: next && { ...next } })
  if (next === null) await markSigned(tx, context, access, keys)
  return { examined: page.length, more: true }
}

function nextPosition(position: Position, page: readonly string[]): Position | null {
  if (page.length === SIGNING_KEY.batch) return { ...position, after: page.at(-1)! }
  return position.table === 'policies'
    ? { ...position, table: 'audit_checkpoints', after: '' }
    : null
}

interface Pass {
  readonly signer: Signer
  readonly keys: readonly OpenedKey[]
  readonly after: string
}

async function signPolicies(
  tx: Tx,
  context: CallContext,
  { signer, keys, after }: Pass,
): Promise<readonly string[]> {
  // The workspaces are locked, so no policy is replaced in the meantime.
  const workspaces = await tx.workspaces.find({
    where: { workspace_id: { gt: after } },
    orderBy: ['workspace_id'],
    limit: SIGNING_KEY.batch,
  })
  for (const { workspace_id } of workspaces) {
    const policy = await currentPolicy(tx, workspace_id)
    if (!policy) continue
    const claims = policyClaims(policy)
    if (!isSignedBy(keys, policy, 'policy', claims)) continue
    const { version } = policy
    const { key_id, signature } = signer.sign('policy', claims, context.now)
    await tx.policies.update({ workspace_id, version }, { signing_key_id: key_id, signature })
  }
  return workspaces.map(({ workspace_id }) => workspace_id)
}

async function signCheckpoints(
  tx: Tx,
  context: CallContext,
  { signer, keys, after }: Pass,
): Promise<readonly string[]> {
  const page = await tx.audit_checkpoints.find({
    where: { chain: { gt: after } },
    orderBy: ['chain'],
    limit: SIGNING_KEY.batch,
  })
  for (const checkpoint of page) {
    const claims = checkpointClaims(checkpoint)
    if (!isSignedBy(keys, checkpoint, 'audit-checkpoint', claims)) continue
    const { key_id, signature } = signer.sign('audit-checkpoint', claims, context.now)
    await tx.audit_checkpoints.put({ ...claims, signing_key_id: key_id, signature })
  }
  return page.map(({ chain }) => chain)
}

/** Returns whether one of these keys made a stored signature, regardless of when the key was in use. */
export function isSignedBy<P extends Purpose>(
  keys: readonly OpenedKey[],
  stored: { readonly signing_key_id: string; readonly signature: string },
  purpose: P,
  claims: Claims[P],
): boolean {
  const key = keys.find(({ key_id }) => key_id === stored.signing_key_id)
  return (
    key !== undefined &&
    verifyClaims(key.public_key, purpose, claims, stored.signature) === 'verified'
  )
}

async function markSigned(
  tx: Tx,
  context: CallContext,
  { master_keys }: KeyRingInput,
  keys: readonly OpenedKey[],
): Promise<void> {
  const master_key = await sealingKey(tx, context, master_keys)
  for (const key of keys) {
    const changes = { signed_again_at: context.now }
    const { sealed } = resealSigningKey(master_key, key, changes, context.random(12))
    await tx.signing_keys.update({ key_id: key.key_id }, { sealed })
    // The log records that the key is superseded, because somebody with the old key could otherwise restore the row and have forged
    // policies signed again.
    await logKey(tx, context, 'key.superseded', key)
  }
}
