import { policyHash } from '../../domain/policies/policy.ts'
import type { Policy } from '../../domain/records.ts'
import type { ReadTx } from '../database.ts'
import { eachRecord, countByValue, type Check } from './check.ts'

/** Checks that every workspace has exactly one active policy, and that each version has the content that was signed. */
export const policies: Check = {
  name: 'policies',
  says: 'every workspace has one active policy, with the content that was signed',
  async *run({ snapshot }) {
    const { rows, tx } = snapshot
    let last: Policy | undefined
    // Rows are read in the order of workspace and version.
    for await (const policy of eachRecord(snapshot, 'policies')) {
      if (policyHash(policy) !== policy.hash)
        yield `${nameOf(policy)}: its content differs from what was signed`
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

const nameOf = ({ workspace_id, version }: Policy): string => `policies ${workspace_id} ${version}`
