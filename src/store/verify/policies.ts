import { policyHash } from '../../domain/policies/policy.ts'
import type { Policy } from '../../domain/records.ts'
import type { ReadTx } from '../database.ts'
import { eachRow, present } from './lookup.ts'
import type { Check } from './check.ts'

/** Every workspace has one policy in force, and each says what was signed. */
export const policies: Check = {
  name: 'policies',
  says: 'every workspace has one policy in force, as it was signed',
  async *run({ snapshot }) {
    const { rows, tx } = snapshot
    let last: Policy | undefined
    // In the order of workspace and version.
    for await (const policy of eachRow<Policy>(snapshot, 'policies')) {
      if (policyHash(policy) !== policy.hash)
        yield `${nameOf(policy)}: its content is not what was signed`
      if (last && last.workspace_id !== policy.workspace_id && last.status !== 'active')
        yield `${nameOf(last)}: it is the newest, and not in force`
      if (last && last.workspace_id === policy.workspace_id && last.status === 'active')
        yield `${nameOf(last)}: it is in force, and there is a newer one`
      last = policy
    }
    if (last && last.status !== 'active')
      yield `${nameOf(last)}: it is the newest, and not in force`
    for await (const workspaces of rows('workspaces'))
      yield* withoutPolicy(
        tx,
        workspaces.map(({ workspace_id }) => workspace_id),
      )
  },
}

async function* withoutPolicy(tx: ReadTx, workspaces: readonly unknown[]): AsyncGenerator<string> {
  const having = await present(tx, 'policies', 'workspace_id', workspaces)
  for (const workspace_id of workspaces)
    if (!having.has(workspace_id)) yield `workspaces ${String(workspace_id)}: it has no policy`
}

const nameOf = ({ workspace_id, version }: Policy): string => `policies ${workspace_id} ${version}`
