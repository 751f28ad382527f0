import { DEFAULT_RETENTION } from '../../../domain/audit/retention.ts'
import { MAX_COUNTED_ROWS } from '../../../domain/limits.ts'
import { QUOTAS, type Plan, type Resource } from '../../../domain/organizations/plans.ts'
import type { Organization, Workspace } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { Signer } from '../../../domain/trust/signing-keys.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'
import { acquireLock } from '../facts.ts'
import { findAdministered, type AdministrationScope } from './administrators.ts'
import { createApiKey } from './api-keys.ts'
import { countUsed } from './quotas.ts'
import { createWorkspace } from './workspaces.ts'

/** Creates an organization. The sandbox and tests may specify its identifier. */
export async function createOrganization(
  tx: Tx,
  context: CallContext,
  input: { name: string; plan: Plan; organization_id?: string },
): Promise<Organization> {
  const organization: Organization = {
    organization_id: input.organization_id ?? `org_${newId(context)}`,
    name: input.name,
    plan: input.plan,
    ...DEFAULT_RETENTION,
    created_at: context.now,
  }
  await tx.organizations.insert(organization)
  return organization
}

/** Moves an organization to another plan. */
export async function setPlan(
  tx: Tx,
  context: CallContext,
  { organization_id, plan }: { organization_id: string; plan: Plan },
): Promise<Organization | undefined> {
  const organization = await tx.organizations.get({ organization_id })
  if (!organization) return undefined
  await tx.organizations.update({ organization_id }, { plan })
  await appendAudit(tx, context, {
    event_type: 'plan.changed',
    organization_id,
    target: { type: 'organization', id: organization_id },
    metadata: { from: organization.plan, to: plan },
  })
  return { ...organization, plan }
}

/** Lists all organizations, oldest first. */
export const listOrganizations = (tx: ReadTx, _: object) =>
  tx.organizations.find({ orderBy: ['created_at'] })

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

export interface OrganizationState {
  readonly kind: 'found'
  readonly organization: Organization
  readonly used: Readonly<Record<Resource, number>>
}

/** Returns an organization and how much of each quota it uses. */
export async function getOrganization(
  tx: ReadTx,
  { now, ...input }: AdministrationScope & { now: Timestamp },
): Promise<{ kind: 'not_found' } | OrganizationState> {
  const organization = await findAdministered(tx, input)
  if (!organization) return { kind: 'not_found' }
  const bounds = { now, limit: MAX_COUNTED_ROWS }
  const used: Partial<Record<Resource, number>> = {}
  for (const resource of Object.keys(QUOTAS) as Resource[])
    used[resource] = await countUsed(tx, organization, resource, bounds)
  return { kind: 'found', organization, used: used as Record<Resource, number> }
}
