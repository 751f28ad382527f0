import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import type { PublishedChainHead } from '../../store/transactions/transparency/heads.ts'
import { resolveOrganization } from '../resolve-organization.ts'
import type { Handlers } from '../services.ts'

/** Shows how the transparency log commits to the audit chain of an organization (docs/specification/transparency.md#heads). */
export const auditHead = {
  async getAuditHead({ query, caller, reply, refuse }, { store, upgrade_url }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const acting = resolveOrganization(caller, query.organization_id, {
      operation: table.getAuditHead,
      upgrade_url,
    })
    if (acting.kind === 'refused') return refuse(acting.code, acting.details)
    const { organization_id } = acting
    const found = await store.readAuditHead({ reach: caller.reach, organization_id })
    if (found.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    const { newest_sequence, published } = found
    return reply(200, {
      organization_id,
      newest_sequence,
      ...(published && { published: present(published) }),
    })
  },
} satisfies Partial<Handlers>

const present = ({
  head: { chain, sequence, hash },
  index,
  path,
  entry,
  proof,
}: PublishedChainHead): components['schemas']['PublishedAuditHead'] => ({
  chain,
  sequence,
  hash,
  index,
  path: [...path],
  entry,
  ...(proof !== undefined && { proof }),
})
