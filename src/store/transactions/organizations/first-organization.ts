import type { Organization, Workspace } from '../../../domain/records.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { acquireLock } from '../lock.ts'
import { createApiKey } from './api-keys.ts'
import { createOrganization } from './organizations.ts'
import type { Signer } from '../../../domain/trust/signing-keys.ts'
import { createWorkspace } from './workspaces.ts'

export interface FirstOrganization {
  readonly organization: Organization
  readonly workspace: Workspace
}

/**
 * Creates an organization on the highest plan, a workspace and an API key with this token, if the store has no organization; returns
 * undefined otherwise. If several processes start on a new store, only one of them does this.
 */
export async function createFirstOrganization(
  tx: Tx,
  context: CallContext,
  { token, signer }: { token: string; signer: Signer },
): Promise<FirstOrganization | undefined> {
  await acquireLock(tx, context, 'first_organization')
  if (await tx.organizations.first({})) return undefined
  const organization = await createOrganization(tx, context, {
    name: 'First organization',
    plan: 'enterprise',
  })
  const { organization_id } = organization
  const created = await createWorkspace(tx, context, {
    reach: { organizations: [organization_id], workspace_id: null },
    organization_id,
    name: 'Main',
    signer,
  })
  if (created.kind !== 'created')
    throw new Error(`The first workspace was refused: ${created.kind}`)
  await createApiKey(tx, context, { organization_id, name: 'First key', token })
  return { organization, workspace: created.workspace }
}
