import { policyClaims, policyHash } from '../../domain/policies/policy.ts'
import type { Policy } from '../../domain/records.ts'
import type { OpenedKey } from '../../domain/trust/signing-keys.ts'
import type { ReadTx } from '../database.ts'
import { openKeys } from '../transactions/trust/platform-keys.ts'
import { isSignedBy } from '../transactions/trust/re-signing.ts'
import { eachRecord, countByValue, type Check } from './check.ts'

/**
 * Checks that every workspace has exactly one active policy, which the platform signed, and that the content of each version matches its
 * hash. If the master key decrypts no signing key, no signature is verified. The signature of a retired or compromised key is accepted,
 * because the policy may not have been signed again yet (docs/specification/trust.md#signing-again). Superseded versions are never signed
 * again.
 */
export const policies: Check = {
  name: 'policies',
  says: 'every workspace has one active policy, signed by the platform, and each version matches its hash',
  async *run({ snapshot, masterKeys }) {
    const { rows, tx } = snapshot
    const keys = await openKeys(tx, { master_keys: masterKeys })
    let last: Policy | undefined
    // Rows are read in the order of workspace and version.
    for await (const policy of eachRecord(snapshot, 'policies')) {
      if (policyHash(policy) !== policy.hash)
        yield `${nameOf(policy)}: its content does not match its hash`
      else if (policy.status === 'active' && keys.length > 0 && !isSigned(policy, keys))
        yield `${nameOf(policy)}: the platform did not sign it`
      if (last && last.workspace_id !== policy.workspace_id && last.status !== 'active')
        yield `${nameOf(last)}: it is the newest version but not active`
      if (last && last.workspace_id === policy.workspace_id && last.status === 'active')
        yield `${nameOf(last)}: it is active although there is a newer version`
      last = policy
    }
    if (last && last.status !== 'active')
      yield `${nameOf(last)}: it is the newest version but not active`
    for await (const workspaces of rows('workspaces'))
      yield* withoutPolicy(
        tx,
        workspaces.map(({ workspace_id }) => workspace_id),
      )
  },
}

async function* withoutPolicy(tx: ReadTx, workspaces: readonly unknown[]): AsyncGenerator<string> {
  const found = await countByValue(tx, 'policies', 'workspace_id', workspaces)
  for (const workspace_id of workspaces)
    if (!found.has(workspace_id)) yield `workspaces ${String(workspace_id)}: it has no policy`
}

const isSigned = (policy: Policy, keys: readonly OpenedKey[]): boolean =>
  isSignedBy(keys, policy, 'policy', policyClaims(policy))

const nameOf = ({ workspace_id, version }: Policy): string => `policies ${workspace_id} ${version}`
