import { policyHash } from '../../domain/policy.ts'
import type { Policy } from '../../domain/records.ts'
import { present } from './lookup.ts'
import type { Check } from './check.ts'

/** Every workspace has one policy in force, and each says what was signed. */
export const policies: Check = {
  name: 'policies',
  says: 'every workspace has one policy in force, as it was signed',
  async* run({ snapshot: { rows, tx } }) {
    let last: Policy | undefined
    for await (const some of rows('policies')) {
      // In the order of workspace and version.
      for (const policy of some as unknown as readonly Policy[]) {
        if (policyHash(policy) !== policy.hash) yield `${nameOf(policy)}: its content is not what was signed`
        if (last && last.workspace_id !== policy.workspace_id && last.status !== 'active') yield `${nameOf(last)}: it is the newest, and not in force`
        if (last && last.workspace_id === policy.workspace_id && last.status === 'active') yield `${nameOf(last)}: it is in force, and there is a newer one`
        last = policy
      }
    }
    if (last && last.status !== 'active') yield `${nameOf(last)}: it is the newest, and not in force`
    for await (const workspaces of rows('workspaces')) {
      const having = await present(tx, 'policies', 'workspace_id', workspaces.map(({ workspace_id }) => workspace_id))
      for (const { workspace_id } of workspaces) if (!having.has(workspace_id)) yield `workspaces ${String(workspace_id)}: it has no policy`
    }
  },
}

const nameOf = ({ workspace_id, version }: Policy): string => `policies ${workspace_id} ${version}`
